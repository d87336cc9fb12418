//! Path quantifiers as the encoding takes them: automata whose letters are formulas.
//!
//! E φ is an automaton of φ of which ∃ has to find an accepted run, A φ one of ¬φ of which ∀ has to. The maximal state
//! formulas of φ are the letters. Those without operators are literals. For any other one, labels speak of two claims,
//! that it is true and that it is false: a label is true if it follows from what is claimed, which may be less than a
//! claim for every letter.

use std::sync::Arc;

use qmas_encodings::bounded::{
    Acceptance, Edge, Formula as EncodedFormula, FormulaId as EncodedId, Letter, PathAutomaton,
};
use qmas_encodings::{Circuit, InputId, Lit, Quantifier as Player};

use super::labels::{Literals, SIZE, implies};
use super::translate::Translation;
use crate::automata::{Cases, Grain, Graph, Labels, PathAutomaton as Explicit, PathFormula, Propositions, Translator};
use crate::engine::{Declined, GaveUp};
use crate::logic::{Ctlk, FormulaId, Quantifier, Sign};

/// An input that stands for a claim.
type Claim = (InputId, Lit);

/// How a letter is read off a state.
#[derive(Debug, Clone, Copy)]
enum Read {
    /// A literal over x.
    Plain(Lit),
    /// Claims that it is true, and that it is false.
    Claimed(Claim, Claim),
}

/// A state formula of a path formula, and its negation.
type Signs = [EncodedId; 2];

impl Translation<'_> {
    /// A quantifier over a path formula.
    ///
    /// # Errors
    /// If the automaton would be too large, or the limit that was reached.
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        sign: Sign,
        path: FormulaId,
    ) -> Result<EncodedId, GaveUp> {
        let said = match sign {
            Sign::Plain => PathFormula::plain(path),
            Sign::Negated => !PathFormula::plain(path),
        };
        let (player, sought) = match quantifier {
            Quantifier::Exists => (Player::Exists, said),
            Quantifier::Forall => (Player::Forall, !said),
        };
        let propositions = Propositions::of(self.formulas, path, Grain::Whole);
        let mut letters: Vec<(Read, Signs)> = Vec::with_capacity(propositions.len());
        for &formula in propositions.formulas() {
            let signs = [self.letter(formula, Sign::Plain)?, self.letter(formula, Sign::Negated)?];
            letters.push((self.read(signs), signs));
        }
        let translator = Translator {
            formulas: self.formulas,
            propositions: &propositions,
            traces: self.traces,
            size: SIZE,
            limits: self.limits,
        };
        let explicit = translator.translate(sought)?;
        let reads: Vec<Read> = letters.iter().map(|(read, _)| *read).collect();
        let mut automaton = encoded(&explicit, &mut self.system.circuit, &reads)?;
        automaton.letters = self.claimed(&automaton, player, &letters);
        Ok(self.encoded.automaton(player, Arc::new(automaton)))
    }

    /// A state formula, or its negation.
    fn letter(&mut self, formula: FormulaId, sign: Sign) -> Result<EncodedId, GaveUp> {
        if let Some(&known) = self.letters.get(&(formula, sign)) {
            return Ok(known);
        }
        let normal = Ctlk::new(self.formulas, formula, sign).ok_or(Declined::BoundedLogic)?;
        let encoded = self.translate(&normal)?;
        self.letters.insert((formula, sign), encoded);
        Ok(encoded)
    }

    fn read(&mut self, [formula, _]: Signs) -> Read {
        match self.encoded.get(formula) {
            EncodedFormula::State(literal) => Read::Plain(*literal),
            _ => Read::Claimed(self.system.circuit.input(), self.system.circuit.input()),
        }
    }

    /// The claims that labels speak of.
    fn claimed(&self, automaton: &PathAutomaton, player: Player, letters: &[(Read, Signs)]) -> Vec<Letter> {
        let used = self.system.circuit.support(automaton.labels());
        let mut claimed = Vec::new();
        for &(read, [formula, negation]) in letters {
            let Read::Claimed((is, _), (is_not, _)) = read else { continue };
            // ∀ wins a claim by spoiling the encoding of its negation.
            let (so, not_so) = match player {
                Player::Exists => (formula, negation),
                Player::Forall => (negation, formula),
            };
            let both = [Letter { claim: is, formula: so }, Letter { claim: is_not, formula: not_so }];
            claimed.extend(both.into_iter().filter(|letter| used.contains(&letter.claim)));
        }
        claimed
    }
}

/// An automaton over a circuit, without its letters.
fn encoded(explicit: &Explicit, circuit: &mut Circuit, reads: &[Read]) -> Result<PathAutomaton, GaveUp> {
    let graph = match explicit {
        Explicit::Buchi(automaton) => automaton.graph(),
        Explicit::Finite(automaton) => automaton.graph(),
        Explicit::Symbolic(_) => return Err(Declined::BoundedAutomaton(SIZE.states).into()),
    };
    let (edges, mut literals) = edges(graph, circuit, reads);
    let states = 0..graph.len();
    let acceptance = match explicit {
        Explicit::Finite(automaton) => {
            let join = |circuit: &mut Circuit, cases, both| joined(graph.labels(), reads, circuit, cases, both);
            let last = states.map(|state| literals.of(automaton.last(state), graph.labels(), circuit, &join));
            Acceptance::End(last.collect())
        }
        Explicit::Buchi(automaton) => Acceptance::Often(states.map(|state| automaton.is_accepting(state)).collect()),
        Explicit::Symbolic(_) => unreachable!("it has no graph, and was declined"),
    };
    Ok(PathAutomaton { edges, acceptance, letters: Vec::new() })
}

fn edges(graph: &Graph, circuit: &mut Circuit, reads: &[Read]) -> (Vec<Edge>, Literals) {
    let (mut edges, mut literals) = (Vec::new(), Literals::default());
    let join = |circuit: &mut Circuit, cases, both| joined(graph.labels(), reads, circuit, cases, both);
    for from in 0..graph.len() {
        for edge in graph.edges(from) {
            let label = literals.of(edge.label, graph.labels(), circuit, &join);
            edges.push(Edge { from, label, to: edge.target });
        }
    }
    (edges, literals)
}

/// A label by cases of a letter. Where one case implies the other, one claim is enough, and it is the only one that
/// labels speak of.
fn joined(labels: &Labels, reads: &[Read], circuit: &mut Circuit, cases: Cases, [high, low]: [Lit; 2]) -> Lit {
    let (is, is_not) = match reads[cases.proposition.index()] {
        Read::Plain(literal) => return circuit.ite(literal, high, low),
        Read::Claimed((_, is), (_, is_not)) => (is, is_not),
    };
    let (claimed_high, claimed_low) = (circuit.and(is, high), circuit.and(is_not, low));
    if implies(labels, cases.low, cases.high) {
        circuit.or(claimed_high, low)
    } else if implies(labels, cases.high, cases.low) {
        circuit.or(claimed_low, high)
    } else {
        let both = circuit.and(high, low);
        circuit.or_all([claimed_high, claimed_low, both])
    }
}
