//! Labels of automata as literals: what is by cases of propositions in `automata` becomes gates.

use std::collections::{BTreeMap, BTreeSet};

use qmas_encodings::{Circuit, Lit};

use crate::automata::{Cases, Label, Labels, Size};

/// How large an automaton may become. A path goes through the steps of an automaton one by one: where many of them are
/// needed, diagrams are the better way.
pub(super) const SIZE: Size = Size { states: 2_000, edges: 20_000 };

/// Pairs of labels that are looked at to see that one implies another.
const PAIRS: usize = 10_000;

/// The literals of labels, those of cases before what they are cases of.
#[derive(Debug)]
pub(super) struct Literals(BTreeMap<Label, Lit>);

impl Default for Literals {
    fn default() -> Self {
        Self(BTreeMap::from([(Label::TRUE, Lit::TRUE), (Label::FALSE, Lit::FALSE)]))
    }
}

impl Literals {
    /// A label as a literal. `join` makes one of the cases of a proposition, true before false.
    pub(super) fn of(
        &mut self,
        label: Label,
        labels: &Labels,
        circuit: &mut Circuit,
        join: &impl Fn(&mut Circuit, Cases, [Lit; 2]) -> Lit,
    ) -> Lit {
        let mut work = vec![label];
        while let Some(&top) = work.last() {
            let Some(cases) = labels.cases(top).filter(|_| !self.0.contains_key(&top)) else {
                work.pop();
                continue;
            };
            match (self.0.get(&cases.high), self.0.get(&cases.low)) {
                (Some(&high), Some(&low)) => {
                    let joined = join(circuit, cases, [high, low]);
                    self.0.insert(top, joined);
                }
                _ => work.extend([cases.high, cases.low]),
            }
        }
        self.0[&label]
    }
}

/// Whether every letter of one label is one of another; false if that would take long to see.
pub(super) fn implies(labels: &Labels, one: Label, other: Label) -> bool {
    let (mut work, mut seen) = (vec![(one, other)], BTreeSet::new());
    while let Some(pair) = work.pop() {
        if pair.0 == Label::FALSE || pair.1 == Label::TRUE || pair.0 == pair.1 || !seen.insert(pair) {
            continue;
        }
        if pair.0 == Label::TRUE || pair.1 == Label::FALSE || seen.len() > PAIRS {
            return false;
        }
        let first = [pair.0, pair.1].into_iter().filter_map(|label| labels.cases(label)).map(|cases| cases.proposition);
        let Some(first) = first.min() else { return false };
        let cases = |label: Label| match labels.cases(label) {
            Some(cases) if cases.proposition == first => [cases.high, cases.low],
            _ => [label, label],
        };
        let ([high, low], [other_high, other_low]) = (cases(pair.0), cases(pair.1));
        work.extend([(high, other_high), (low, other_low)]);
    }
    true
}
