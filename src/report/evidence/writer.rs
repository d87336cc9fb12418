//! The lines of a text about evidence, and which states have been written out in them.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::known::Known;
use super::phrases::show;
use super::runs::Words;
use crate::ir::{JointAction, State};
use crate::run::Run;
use crate::witness::{Evidence, Node, NodeId, StateId, Unknowing};

/// What is deeper stands no further to the right.
const DEEPEST: usize = 20;

/// A text about evidence, under construction.
pub(super) struct Writer<'a> {
    pub(super) words: Words<'a>,
    pub(super) evidence: &'a Evidence,
    pub(super) unknowing: &'a [(NodeId, Unknowing)],
    /// States that have been written out.
    pub(super) shown: BTreeSet<StateId>,
    /// What first states are compared with.
    pub(super) known: Known,
    pub(super) out: String,
}

impl Writer<'_> {
    pub(super) fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth.min(DEEPEST)));
    }

    pub(super) fn lines(&mut self, depth: usize, lines: &[String]) {
        for line in lines {
            self.line(depth, line);
        }
    }

    /// The words for lines so far to the right.
    pub(super) fn words_at(&self, depth: usize) -> Words<'_> {
        self.words.indented(2 * depth.min(DEEPEST))
    }

    /// Writes a run. Its first state is compared with one that has been shown, if they are much alike.
    pub(super) fn run(
        &mut self,
        depth: usize,
        states: &[(String, &State)],
        actions: &[JointAction],
        back_to: Option<usize>,
    ) {
        let like = match states {
            [(name, first), ..] if !self.words.full => self.known.like(self.words.system, name, first),
            _ => None,
        };
        let lines = self.words_at(depth).run(states, actions, back_to, like.as_ref());
        self.lines(depth, &lines);
    }

    fn name(state: StateId) -> String {
        format!("s{state}")
    }

    pub(super) fn painted(&self, state: StateId) -> String {
        self.words.paint.state(&Self::name(state))
    }

    pub(super) fn formula(&self, node: &Node) -> String {
        self.words.paint.bold(&show(&self.evidence.formulas, self.words.system, node.formula))
    }

    /// A state that stands on no path, written out once; whether it was.
    pub(super) fn state(&mut self, depth: usize, state: StateId) -> bool {
        let new = self.shown.insert(state);
        if new {
            let evidence = self.evidence;
            self.run(depth, &[(Self::name(state), &evidence.states[state])], &[], None);
        }
        new
    }

    pub(super) fn is_shown(&self, state: StateId) -> bool {
        self.shown.contains(&state)
    }

    /// How a state that stands on no path is reached.
    pub(super) fn origin(&mut self, depth: usize, state: StateId) {
        if !self.shown.insert(state) {
            return;
        }
        let evidence = self.evidence;
        let Some(run) = evidence.origins.get(&state) else { return };
        if !run.actions.is_empty() {
            let text = format!("how {} is reached:", self.painted(state));
            self.line(depth, &text);
        }
        self.run(depth, &named(run, &Self::name(state)), &run.actions, None);
    }
}

/// The states of a run with names; only the last one belongs to the evidence.
fn named<'r>(run: &'r Run, last: &str) -> Vec<(String, &'r State)> {
    let end = run.states.len() - 1;
    let name = |at: usize| if at == end { last.to_owned() } else { "·".to_owned() };
    run.states.iter().enumerate().map(|(at, state)| (name(at), state)).collect()
}
