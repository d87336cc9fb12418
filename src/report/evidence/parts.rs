//! Parts of evidence, one after the other: a part before what it rests on, and that further to the right.

use std::collections::BTreeSet;

use super::like::Said;
use super::phrases::{names, verb};
use super::unknowing::unknowing_lines;
use super::writer::Writer;
use crate::logic::Formula;
use crate::witness::{Jump, Node, NodeId, Reason, StateId};

/// What a part rests on, and where that is written.
enum RestsOn {
    /// In the place of the part itself.
    Here(Vec<NodeId>),
    /// Further to the right.
    Inside(Vec<NodeId>),
}

/// A part that is still to be written.
struct Waiting {
    part: NodeId,
    depth: usize,
    /// Whether the first line of the text has named its formula already.
    named: bool,
}

impl Writer<'_> {
    /// All parts, each once.
    pub(super) fn all(&mut self) {
        let mut seen = BTreeSet::new();
        let mut work = vec![Waiting { part: 0, depth: 2, named: true }];
        while let Some(Waiting { part: id, depth, named }) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let evidence = self.evidence;
            let node = &evidence.nodes[id];
            let rests_on = self.part(id, node, depth, named);
            work.extend(node.fair.map(|part| Waiting { part, depth, named: false }));
            let (parts, depth, named) = match rests_on {
                RestsOn::Here(parts) => (parts, depth, named),
                RestsOn::Inside(parts) => (parts, depth + 1, false),
            };
            work.extend(parts.into_iter().rev().map(|part| Waiting { part, depth, named }));
        }
    }

    /// Writes a part; what it rests on.
    fn part(&mut self, id: NodeId, node: &Node, depth: usize, named: bool) -> RestsOn {
        match &node.reason {
            &Reason::Both(left, right) => return RestsOn::Here(vec![left, right]),
            &Reason::Either(part) => return RestsOn::Here(vec![part]),
            Reason::Evident => {
                self.state(depth, node.state);
                if !matches!(self.evidence.formulas.get(node.formula), Formula::True) {
                    self.claim(depth, node, "");
                }
                return RestsOn::Here(Vec::new());
            }
            Reason::Path(path) => {
                if !named {
                    let text = format!("from {}: {}", self.painted(node.state), self.formula(node));
                    self.line(depth, &text);
                }
                self.path(depth, path);
                self.positions(depth, node, path);
            }
            Reason::Jump(jump) => {
                self.state(depth, node.state);
                self.claim(depth, node, "");
                self.jump(depth + 1, id, node.state, jump);
            }
            &Reason::Elsewhere(part) => {
                let there = self.evidence.nodes[part].state;
                let text = format!("{}: in {}, which is green", self.formula(node), self.painted(there));
                self.line(depth, &text);
                self.origin(depth + 1, there);
            }
            Reason::Strategy(strategy) => {
                self.state(depth, node.state);
                self.claim(depth, node, "");
                self.strategy(depth + 1, node, strategy);
            }
            Reason::Prevention(prevention) => {
                self.state(depth, node.state);
                self.claim(depth, node, ", whatever is tried:");
                self.prevention(depth + 1, prevention);
            }
            Reason::Dilemma(dilemma) => {
                self.state(depth, node.state);
                self.claim(depth, node, ", whatever is decided:");
                self.dilemma(depth + 1, node.state, dilemma);
            }
            Reason::Checked(parts) => {
                self.state(depth, node.state);
                self.claim(depth, node, "");
                self.scope(depth + 1, node, parts);
            }
        }
        RestsOn::Inside(node.reason.parts())
    }

    /// What is true in which state, and what is to be said of it.
    fn claim(&mut self, depth: usize, node: &Node, more: &str) {
        let text = format!("in {}: {}{more}", self.painted(node.state), self.formula(node));
        self.line(depth, &text);
    }

    /// Which agents cannot tell which states apart, and how the other states come about.
    fn jump(&mut self, depth: usize, id: NodeId, state: StateId, jump: &Jump) {
        let mut here = state;
        for (agents, there) in &jump.steps {
            let who = names(self.words.system, agents);
            let text = if *there == here {
                format!("{who} {} {} itself possible", verb(agents, "considers", "consider"), self.painted(here))
            } else {
                format!("{who} cannot tell {} from {}", self.painted(here), self.painted(*there))
            };
            self.line(depth, &text);
            if jump.steps.len() > 1 && *there != here {
                let differs = self.difference(depth + 1, here, *there);
                self.lines(depth + 1, &differs);
            }
            here = *there;
        }
        match self.unknowing.iter().find(|(number, _)| *number == id) {
            Some((_, why)) if here != state => {
                self.shown.insert(here);
                let lines = unknowing_lines(self.words_at(depth), why);
                self.lines(depth, &lines);
            }
            _ => jump.steps.iter().for_each(|(_, there)| self.origin(depth, *there)),
        }
    }

    /// What a universal claim was checked on, and how its examples are reached.
    fn scope(&mut self, depth: usize, node: &Node, examples: &[NodeId]) {
        let scope = format!("(checked {})", self.evidence.scope(self.words.system, node));
        self.line(depth, &self.words.paint.dim(&scope));
        for &part in examples {
            self.origin(depth, self.evidence.nodes[part].state);
        }
    }

    /// What differs between two states.
    fn difference(&self, depth: usize, here: StateId, there: StateId) -> Vec<String> {
        let (system, states) = (self.words.system, &self.evidence.states);
        let mut differs: Vec<_> =
            system.var_ids().filter(|&id| states[here].get(id) != states[there].get(id)).collect();
        self.words.nearest_first(&mut differs, |id| *id);
        let said = differs.into_iter().map(|id| {
            let value = |state: StateId| system.show_value(id, states[state].get(id));
            Said::value(system, id, &format!("{}/{}", value(here), value(there)), true)
        });
        let words = self.words_at(depth).indented("what differs: ".len());
        let mut lines = words.list(said.collect(), |text| self.words.paint.different(text));
        lines[0] = format!("what differs: {}", lines[0]);
        lines
    }
}
