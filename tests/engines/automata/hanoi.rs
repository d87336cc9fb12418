//! What is written in the Hanoi format is read back by a reader of its own, and accepts the same words.

use std::collections::BTreeMap;

use qmas::automata::{PathAutomaton, PathFormula};
use qmas::engine::Traces;

use crate::automata::accept::{Reading, lasso_accepted};
use crate::automata::grammar::Language;
use crate::automata::{accepts, automata, draw};
use crate::common::words::{ATOMS, Word};

/// A label: the format's expressions, evaluated as they are read.
struct Expression<'a> {
    rest: &'a [u8],
    holds: &'a dyn Fn(usize) -> bool,
}

impl Expression<'_> {
    fn evaluate(text: &str, holds: &dyn Fn(usize) -> bool) -> bool {
        let compact: String = text.split_whitespace().collect();
        let mut expression = Expression { rest: compact.as_bytes(), holds };
        let value = expression.disjunction();
        assert!(expression.rest.is_empty(), "left over in [{text}]");
        value
    }

    fn take(&mut self, wanted: u8) -> bool {
        let found = self.rest.first() == Some(&wanted);
        if found {
            self.rest = &self.rest[1..];
        }
        found
    }

    fn disjunction(&mut self) -> bool {
        let mut value = self.conjunction();
        while self.take(b'|') {
            value |= self.conjunction();
        }
        value
    }

    fn conjunction(&mut self) -> bool {
        let mut value = self.factor();
        while self.take(b'&') {
            value &= self.factor();
        }
        value
    }

    fn factor(&mut self) -> bool {
        if self.take(b'!') {
            return !self.factor();
        }
        if self.take(b'(') {
            let value = self.disjunction();
            assert!(self.take(b')'), "a parenthesis is open");
            return value;
        }
        if self.take(b't') {
            return true;
        }
        if self.take(b'f') {
            return false;
        }
        let digits = self.rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = std::str::from_utf8(&self.rest[..digits]).expect("digits").parse().expect("a proposition");
        self.rest = &self.rest[digits..];
        (self.holds)(number)
    }
}

/// An automaton as it stands in a file.
struct Hanoi {
    header: BTreeMap<String, String>,
    names: Vec<String>,
    accepting: Vec<bool>,
    edges: Vec<Vec<(String, usize)>>,
}

impl Hanoi {
    fn read(text: &str) -> Self {
        let (head, body) = text.split_once("--BODY--\n").expect("a body");
        let header: BTreeMap<String, String> = head
            .lines()
            .map(|line| line.split_once(": ").expect("a header line"))
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .collect();
        assert!(head.starts_with("HOA: v1\n"), "the version comes first");
        assert_eq!(header["Start"], "0");
        assert_eq!((header["acc-name"].as_str(), header["Acceptance"].as_str()), ("Buchi", "1 Inf(0)"));
        let names: Vec<String> = header["AP"].split('"').skip(1).step_by(2).map(str::to_owned).collect();
        assert_eq!(header["AP"].split(' ').next(), Some(names.len().to_string().as_str()));
        let mut hanoi = Self { header, names, accepting: Vec::new(), edges: Vec::new() };
        for line in body.strip_suffix("--END--\n").expect("an end").lines() {
            if let Some(state) = line.strip_prefix("State: ") {
                let (number, mark) = state.split_once(' ').unwrap_or((state, ""));
                assert_eq!(number.parse(), Ok(hanoi.edges.len()), "states come in order");
                assert!(["", "{0}"].contains(&mark));
                hanoi.accepting.push(mark == "{0}");
                hanoi.edges.push(Vec::new());
            } else {
                let (label, target) = line.trim().strip_prefix('[').and_then(|line| line.split_once("] ")).expect(line);
                let edge = (label.to_owned(), target.parse().expect("a state"));
                hanoi.edges.last_mut().expect("edges follow a state").push(edge);
            }
        }
        assert_eq!(hanoi.header["States"].parse(), Ok(hanoi.edges.len()));
        hanoi
    }

    fn claims(&self, property: &str) -> bool {
        self.header["properties"].split(' ').any(|word| word == property)
    }

    fn targets(&self, state: usize, holds: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let reads = |(label, _): &&(String, usize)| Expression::evaluate(label, holds);
        self.edges[state].iter().filter(reads).map(|(_, target)| *target).collect()
    }

    fn accepts(&self, word: &Word, holds: &dyn Fn(usize, usize) -> bool) -> bool {
        lasso_accepted(
            word,
            self.edges.len(),
            |state, position| self.targets(state, &|proposition| holds(proposition, position)),
            |state| self.accepting[state],
        )
    }

    /// `deterministic` and `complete` are what they say, letter by letter.
    fn keeps_its_claims(&self) {
        for letter in 0..1_usize << self.names.len() {
            let holds = |proposition: usize| letter >> proposition & 1 == 1;
            for state in 0..self.edges.len() {
                let count = self.targets(state, &holds).len();
                assert!(count <= 1 || !self.claims("deterministic"), "state {state} has a choice");
                assert!(count >= 1 || !self.claims("complete"), "state {state} gets stuck");
            }
        }
    }
}

#[test]
fn buchi_automata_read_back_accept_the_same() {
    let mut claims = [0; 4];
    for seed in 600_000..600_600 {
        let (mut grammar, root, propositions) = draw(seed, Language::Both, 2);
        let explicit = automata(&grammar.formulas, &propositions, Traces::Infinite, PathFormula::plain(root)).explicit;
        let PathAutomaton::Buchi(automaton) = &explicit else { continue };
        let names: Vec<String> = (0..propositions.len()).map(|number| format!("p{number}")).collect();
        let hanoi = Hanoi::read(&automaton.hoa("a \"name\"", &names));
        assert_eq!(hanoi.header["name"], r#""a \"name\"""#);
        assert_eq!(hanoi.names, names);
        hanoi.keeps_its_claims();
        for (count, claim) in claims.iter_mut().zip(["deterministic", "complete", "weak", "terminal"]) {
            *count += usize::from(hanoi.claims(claim));
        }
        for _ in 0..10 {
            let word = Word::lasso(&mut grammar.random);
            let reading = Reading { formulas: &grammar.formulas, propositions: &propositions, word: &word };
            let holds =
                |number: usize, position: usize| reading.holds(qmas::automata::Proposition::new(number), position);
            assert_eq!(hanoi.accepts(&word, &holds), accepts(&explicit, &reading), "seed {seed} {word:?}");
        }
    }
    assert!(claims.iter().all(|&count| count > 20), "hardly any claims to keep: {claims:?}");
}

/// A finite word followed by anything at which `alive` is false.
#[test]
fn automata_on_finite_words_read_back_accept_the_same() {
    for seed in 700_000..700_600 {
        let (mut grammar, root, propositions) = draw(seed, Language::Both, 2);
        let explicit = automata(&grammar.formulas, &propositions, Traces::Finite, PathFormula::plain(root)).explicit;
        let PathAutomaton::Finite(automaton) = &explicit else { continue };
        let names: Vec<String> = (0..propositions.len()).map(|_| "alive".to_owned()).collect();
        let hanoi = Hanoi::read(&automaton.hoa("", &names));
        let alive = propositions.len();
        assert!(!names.contains(&hanoi.names[alive]), "the name is taken");
        for _ in 0..10 {
            let word = Word::finite(&mut grammar.random);
            let end = word.len();
            let reading = Reading { formulas: &grammar.formulas, propositions: &propositions, word: &word };
            let mut longer = word.clone();
            longer.letters.push([true; ATOMS]);
            longer.back = Some(end);
            let holds = |number: usize, position: usize| {
                if number == alive {
                    position < end
                } else {
                    position < end && reading.holds(qmas::automata::Proposition::new(number), position)
                }
            };
            assert_eq!(hanoi.accepts(&longer, &holds), accepts(&explicit, &reading), "seed {seed} {word:?}");
            let never_ends = |number: usize, position: usize| number == alive || holds(number, position);
            assert!(!hanoi.accepts(&longer, &never_ends), "a word that never ends is no finite word");
        }
    }
}
