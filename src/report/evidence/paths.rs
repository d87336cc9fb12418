//! Paths, and where along them the parts of a path formula are true.

use super::phrases::show;
use super::writer::Writer;
use crate::ir::State;
use crate::logic::{Formula, Modality};
use crate::witness::{Node, Path, Reading};

impl Writer<'_> {
    /// A position of a path.
    fn at(&self, path: &Path, at: usize) -> String {
        self.words.paint.state(&position(path, at))
    }

    pub(super) fn path(&mut self, depth: usize, path: &Path) {
        let evidence = self.evidence;
        let states: Vec<(String, &State)> =
            path.states.iter().enumerate().map(|(at, &state)| (position(path, at), &evidence.states[state])).collect();
        self.shown.extend(&path.states);
        self.run(depth, &states, &path.actions, path.back_to);
        for &(constraint, at) in &path.fair {
            let text = format!("fairness constraint {} is met in {}", constraint + 1, self.at(path, at));
            self.line(depth, &text);
        }
    }

    /// Where the parts of a path formula are true, and where a finite trace ends.
    pub(super) fn positions(&mut self, depth: usize, node: &Node, path: &Path) {
        let Formula::Quantified(_, inner) = self.evidence.formulas.get(node.formula) else { return };
        if path.back_to.is_none() {
            let text = format!("{} is the last position of the trace", self.at(path, path.states.len() - 1));
            self.line(depth, &text);
        }
        for (formula, positions) in self.evidence.positions(self.words.system, node) {
            if formula == inner || positions.is_empty() {
                continue;
            }
            let states: Vec<String> = positions.into_iter().map(|at| self.at(path, at)).collect();
            let shown = show(&self.evidence.formulas, self.words.system, formula);
            self.line(depth, &format!("{shown} is true from {}", states.join(", ")));
        }
        for reading in self.evidence.readings(self.words.system, node) {
            let text = self.reading(path, &reading);
            self.line(depth, &text);
        }
    }

    /// How a dynamic part is read along a path.
    fn reading(&self, path: &Path, reading: &Reading) -> String {
        let shown = |formula| show(&self.evidence.formulas, self.words.system, formula);
        let state = |at: usize| self.at(path, at);
        let head = format!("{} is read from {}:", shown(reading.formula), state(reading.from));
        let ends: Vec<String> = reading.ends.iter().map(|&at| state(at)).collect();
        match self.evidence.formulas.get(reading.formula) {
            Formula::Dynamic(Modality::Box, ..) if ends.is_empty() => format!("{head} there is no match"),
            Formula::Dynamic(Modality::Box, ..) => format!("{head} matches end in {}", ends.join(", ")),
            _ => {
                let steps = reading.steps.iter().map(|&(at, formula)| format!("{} in {}, ", shown(formula), state(at)));
                format!("{head} {}end in {}", steps.collect::<String>(), ends.join(", "))
            }
        }
    }
}

/// The name of a position of a path: its state, and the step if the path comes to that state more than once.
fn position(path: &Path, at: usize) -> String {
    let state = path.states[at];
    let name = format!("s{state}");
    let often = path.states.iter().filter(|&&other| other == state).count() > 1;
    if often { format!("{name} (step {at})") } else { name }
}
