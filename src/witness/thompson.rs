//! Regular expressions as nondeterministic automata with silent moves (Thompson, "Regular expression search algorithm",
//! CACM 1968): for reading a single path, where no determinisation is needed.

use crate::logic::{FormulaId, Formulas, Regex, RegexId};

#[derive(Debug, Clone, Copy)]
pub(super) enum Label {
    Nothing,
    Test(FormulaId),
    Step(FormulaId),
}

/// The automaton, by its edges backwards and forwards.
pub(super) struct Thompson {
    pub(super) into: Vec<Vec<(usize, Label)>>,
    pub(super) out: Vec<Vec<(usize, Label)>>,
    pub(super) count: usize,
}

impl Thompson {
    pub(super) const START: usize = 0;
    pub(super) const END: usize = 1;

    pub(super) fn new(formulas: &Formulas, rho: RegexId) -> Self {
        let mut into: Vec<Vec<(usize, Label)>> = vec![Vec::new(), Vec::new()];
        let mut work = vec![(rho, Self::START, Self::END)];
        while let Some((id, from, to)) = work.pop() {
            match formulas.regex(id) {
                Regex::Step(f) => into[to].push((from, Label::Step(f))),
                Regex::Test(f) => into[to].push((from, Label::Test(f))),
                Regex::Choice(left, right) => work.extend([(left, from, to), (right, from, to)]),
                Regex::Sequence(left, right) => {
                    let middle = into.len();
                    into.push(Vec::new());
                    work.extend([(left, from, middle), (right, middle, to)]);
                }
                Regex::Star(inner) => {
                    let middle = into.len();
                    into.push(vec![(from, Label::Nothing)]);
                    into[to].push((middle, Label::Nothing));
                    work.push((inner, middle, middle));
                }
            }
        }
        let count = into.len();
        let mut out = vec![Vec::new(); count];
        for (to, edges) in into.iter().enumerate() {
            for &(from, label) in edges {
                out[from].push((to, label));
            }
        }
        Self { into, out, count }
    }
}
