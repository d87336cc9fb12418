//! A reader of QDIMACS and DIMACS that shares nothing with the writer: it demands all that we promise of our files, and
//! answers them by trying values.

use std::collections::{BTreeMap, BTreeSet};

/// A file as it is written.
pub(crate) struct File {
    /// What the comments say of variables.
    pub(crate) names: BTreeMap<i64, String>,
    /// The numbers of definitions.
    pub(crate) definitions: BTreeSet<i64>,
    pub(crate) blocks: Vec<(char, Vec<i64>)>,
    pub(crate) clauses: Vec<Vec<i64>>,
}

fn numbers(text: &str) -> Vec<i64> {
    let mut all: Vec<i64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert_eq!(all.pop(), Some(0), "a line ends with 0: {text}");
    all
}

/// `Agent.variable[1..0]: 00 = one, 01 = two`: patterns are as wide as the variable, and no two are the same.
fn patterns(bits: &str, values: &str) {
    let width: usize = bits.split("..").next().and_then(|last| last.parse().ok()).map_or(0, |last: usize| last + 1);
    let patterns: Vec<&str> =
        values.split(", ").filter(|value| *value != "…").map(|value| value.split_once(" = ").expect(value).0).collect();
    let binary = |pattern: &&str| pattern.len() == width && pattern.chars().all(|c| c == '0' || c == '1');
    assert!(width > 0 && patterns.iter().all(binary), "[{bits}]: {values}");
    assert_eq!(patterns.iter().collect::<BTreeSet<_>>().len(), patterns.len(), "{values}");
}

fn comment(file: &mut File, text: &str) {
    if let Some((name, values)) = text.split_once("]: ")
        && let Some((variable, bits)) = name.rsplit_once('[')
        && !variable.contains(' ')
    {
        return patterns(bits, values);
    }
    let Some((number, name)) = text.split_once(" = ") else { return };
    if let Some((first, last)) = number.split_once("..") {
        assert_eq!(name, "definitions");
        file.definitions = (first.parse().expect("a number")..=last.parse().expect("a number")).collect();
    } else if let Ok(number) = number.parse() {
        assert!(file.names.insert(number, name.to_owned()).is_none(), "{number} is named twice");
    }
}

/// Reads a file with or without a prefix, and complains of whatever is not as promised.
pub(crate) fn read(text: &str) -> File {
    let mut file =
        File { names: BTreeMap::new(), definitions: BTreeSet::new(), blocks: Vec::new(), clauses: Vec::new() };
    let mut header: Option<(i64, usize)> = None;
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("c", rest)) => {
                assert!(header.is_none(), "a comment after the header: {line}");
                comment(&mut file, rest);
            }
            Some(("p", rest)) => {
                let words: Vec<&str> = rest.split(' ').collect();
                let [cnf, vars, clauses] = words[..] else { panic!("{line}") };
                assert!(cnf == "cnf" && header.is_none(), "{line}");
                header = Some((vars.parse().expect("a number"), clauses.parse().expect("a number")));
            }
            Some((word @ ("a" | "e"), vars)) => {
                assert!(header.is_some() && file.clauses.is_empty(), "a block at the wrong place");
                let quantifier = word.chars().next().expect("not empty");
                assert!(file.blocks.last().is_none_or(|(last, _)| *last != quantifier), "blocks do not alternate");
                file.blocks.push((quantifier, numbers(vars)));
            }
            _ => file.clauses.push(numbers(line)),
        }
    }
    let (vars, clauses) = header.expect("a header");
    assert_eq!(clauses, file.clauses.len(), "the header counts clauses");
    let mentioned: BTreeSet<i64> = file.clauses.iter().flatten().map(|lit| lit.abs()).collect();
    assert_eq!(mentioned, (1..=vars).collect(), "the header counts variables, all of which occur");
    demand(&file, vars);
    file
}

/// Closed, no empty blocks, definitions innermost, every variable explained; no tautologies, no repetitions.
fn demand(file: &File, vars: i64) {
    assert!(file.blocks.iter().all(|(_, vars)| !vars.is_empty()), "an empty block");
    let bound: Vec<i64> = file.blocks.iter().flat_map(|(_, vars)| vars.iter().copied()).collect();
    if !file.blocks.is_empty() {
        assert_eq!(bound, (1..=vars).collect::<Vec<_>>(), "every variable is bound once, in order");
    }
    if let Some((quantifier, innermost)) = file.blocks.last() {
        assert!(file.definitions.iter().all(|definition| innermost.contains(definition)));
        assert!(file.definitions.is_empty() || *quantifier == 'e', "definitions are existential");
    }
    let mut explained: BTreeSet<i64> = file.names.keys().copied().collect();
    explained.extend(&file.definitions);
    assert_eq!(explained, (1..=vars).collect(), "every variable is explained");
    assert!(file.names.keys().all(|number| !file.definitions.contains(number)));
    let mut seen = BTreeSet::new();
    for clause in &file.clauses {
        let lits: BTreeSet<i64> = clause.iter().copied().collect();
        assert_eq!(lits.len(), clause.len(), "a literal comes twice in {clause:?}");
        assert!(lits.iter().all(|lit| !lits.contains(&-lit)), "a tautology: {clause:?}");
        assert!(seen.insert(lits), "a clause comes twice: {clause:?}");
    }
}

/// The truth value by the definition of the quantifiers: values are tried in the order of the prefix. After every choice
/// all clauses are looked at, and neither player tries what is pointless: a player whose other value loses at once, or
/// cannot be worse whatever follows, takes that value. Nothing if all this takes more than `budget` choices.
pub(crate) fn truth(file: &File, budget: usize) -> Option<bool> {
    let vars = file.names.len() + file.definitions.len();
    let number = |lit: i64| usize::try_from(lit.abs()).expect("fits");
    let mut order: Vec<(bool, usize)> =
        file.blocks.iter().flat_map(|(q, vars)| vars.iter().map(|&var| (*q == 'a', number(var)))).collect();
    if order.is_empty() {
        order = (1..=vars).map(|var| (false, var)).collect();
    }
    let mut place = vec![(false, 0); vars + 1];
    for (at, &(universal, var)) in order.iter().enumerate() {
        place[var] = (universal, at);
    }
    let clauses =
        file.clauses.iter().map(|clause| clause.iter().map(|&lit| (number(lit), lit > 0)).collect()).collect();
    let mut search = Search { clauses, place, order, values: vec![None; vars + 1], budget };
    search.play(0)
}

struct Search {
    /// Variables and signs.
    clauses: Vec<Vec<(usize, bool)>>,
    /// Whether a variable is universal, and its place in the prefix.
    place: Vec<(bool, usize)>,
    order: Vec<(bool, usize)>,
    values: Vec<Option<bool>>,
    /// Choices left.
    budget: usize,
}

/// What clauses say.
enum Look {
    /// All are true, or the opponent makes one false.
    Decided(bool),
    /// This variable may as well have this value.
    Take(usize, bool),
    /// Nothing follows.
    Open,
}

impl Search {
    fn look(&self) -> Look {
        // In clauses that are not true yet: does the variable occur, and does its complement?
        let mut signs = vec![[false; 2]; self.values.len()];
        let mut all = true;
        for clause in &self.clauses {
            if clause.iter().any(|&(var, sign)| self.values[var] == Some(sign)) {
                continue;
            }
            all = false;
            let open = || clause.iter().filter(|(var, _)| self.values[*var].is_none());
            let mut own = open().filter(|(var, _)| !self.place[*var].0);
            match (own.next(), own.next()) {
                // The opponent makes what is left false.
                (None, _) => return Look::Decided(false),
                // The opponent's variables that come later cannot help.
                (Some(&(var, sign)), None) if open().all(|(other, _)| self.place[*other].1 >= self.place[var].1) => {
                    return Look::Take(var, sign);
                }
                _ => open().for_each(|&(var, sign)| signs[var][usize::from(sign)] = true),
            }
        }
        if all {
            return Look::Decided(true);
        }
        // Who has only one side of a variable in the game takes it, or leaves it to be false.
        let single = (1..signs.len()).find(|&var| self.values[var].is_none() && signs[var][0] != signs[var][1]);
        single.map_or(Look::Open, |var| Look::Take(var, signs[var][1] != self.place[var].0))
    }

    fn play(&mut self, depth: usize) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        let mut taken = Vec::new();
        let value = loop {
            match self.look() {
                Look::Decided(value) => break Some(value),
                Look::Take(var, value) => {
                    self.values[var] = Some(value);
                    taken.push(var);
                }
                Look::Open => break self.choose(depth),
            }
        };
        for var in taken {
            self.values[var] = None;
        }
        value
    }

    fn choose(&mut self, depth: usize) -> Option<bool> {
        let depth = (depth..self.order.len()).find(|&at| self.values[self.order[at].1].is_none())?;
        let (universal, var) = self.order[depth];
        for value in [false, true] {
            self.values[var] = Some(value);
            let result = self.play(depth + 1);
            self.values[var] = None;
            // One value decides for the player that chooses it.
            if result? != universal {
                return Some(!universal);
            }
        }
        Some(universal)
    }
}
