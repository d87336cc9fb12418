//! The parts of a system that change by themselves: an agent, or with SingleAssignment a variable.
//!
//! What a part can become depends on the variables that its lines read, and on the joint action. So for each valuation
//! of these variables that is met, the diagram over the actions is made once and remembered, unless valuations hardly
//! ever come back.

use std::collections::BTreeMap;

use super::code::{Code, Condition, reads};
use super::diagram::{Diagram, Effect, NodeId, Patch, Update};
use super::dispatch::Dispatch;
use crate::explicit::words::{Packing, Table, View};
use crate::ir::{AgentId, Dropped, InterpretedSystem, Semantics, Value, VarId};

/// After so many questions, a memory that has answered few of them is given up.
pub(super) const TRIAL: u32 = 4096;
/// One in so many counts as few.
pub(super) const FEW: u32 = 8;

/// What was found out for valuations of some variables.
#[derive(Debug)]
pub(super) struct Memory<T> {
    view: View,
    keys: Table,
    values: Vec<T>,
    asked: u32,
    hits: u32,
    on: bool,
    key: Vec<u64>,
}

impl<T: Copy> Memory<T> {
    pub(super) fn new(view: View) -> Self {
        let keys = Table::new(view.words());
        Self { view, keys, values: Vec::new(), asked: 0, hits: 0, on: true, key: Vec::new() }
    }

    /// What is remembered of a state, or what `compute` says.
    pub(super) fn get(&mut self, words: &[u64], compute: impl FnOnce() -> T) -> T {
        if !self.on {
            return compute();
        }
        self.view.of(words, &mut self.key);
        let (number, new) = self.keys.insert(&self.key);
        if self.asked < TRIAL {
            self.asked += 1;
            self.hits += u32::from(!new);
        } else if self.hits < TRIAL / FEW {
            self.on = false;
            self.keys = Table::new(self.view.words());
            self.values = Vec::new();
            return compute();
        }
        if new {
            self.values.push(compute());
        }
        self.values[number]
    }

    /// How many valuations are remembered.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.keys = Table::new(self.view.words());
        self.values.clear();
    }
}

#[derive(Debug)]
struct Assigns {
    variable: VarId,
    value: Code,
}

#[derive(Debug)]
struct Line {
    /// Its number among the agent's lines.
    number: usize,
    condition: Condition,
    assignments: Vec<Assigns>,
}

/// A part of the system.
#[derive(Debug)]
pub(super) struct Part {
    agent: AgentId,
    lines: Vec<Line>,
    dispatch: Dispatch,
    memory: Memory<NodeId>,
}

impl Part {
    /// All parts that have lines, in the order of agents and variables. Other variables never change.
    pub(super) fn all(system: &InterpretedSystem, packing: &Packing) -> Vec<Self> {
        let mut parts = Vec::new();
        for agent in system.agent_ids() {
            match system.semantics {
                Semantics::MultiAssignment => {
                    let lines = 0..system.agent(agent).evolution.len();
                    parts.push(Self::new(system, packing, agent, None, lines));
                }
                Semantics::SingleAssignment => {
                    let evolution = &system.agent(agent).evolution;
                    let mut lines: BTreeMap<VarId, Vec<usize>> = BTreeMap::new();
                    for (number, line) in evolution.iter().enumerate() {
                        for assignment in &line.assignments {
                            lines.entry(assignment.variable).or_default().push(number);
                        }
                    }
                    let part = |(variable, lines)| Self::new(system, packing, agent, Some(variable), lines);
                    parts.extend(lines.into_iter().map(part));
                }
            }
        }
        parts.retain(|part| !part.lines.is_empty());
        parts
    }

    /// These lines of an agent: all of them, or those that assign a variable.
    fn new(
        system: &InterpretedSystem,
        packing: &Packing,
        agent: AgentId,
        only: Option<VarId>,
        numbers: impl IntoIterator<Item = usize>,
    ) -> Self {
        let (mut lines, mut roots) = (Vec::new(), Vec::new());
        for number in numbers {
            let line = &system.agent(agent).evolution[number];
            let assignments = || line.assignments.iter().filter(|a| only.is_none_or(|variable| a.variable == variable));
            roots.push(line.condition);
            roots.extend(assignments().map(|assignment| assignment.value));
            let assigns = |variable, value| Assigns { variable, value: Code::compile(&system.exprs, value, packing) };
            lines.push(Line {
                number,
                condition: Condition::compile(&system.exprs, line.condition, packing),
                assignments: assignments().map(|assignment| assigns(assignment.variable, assignment.value)).collect(),
            });
        }
        let view = packing.view(reads(&system.exprs, roots));
        let dispatch = Dispatch::new(lines.iter().map(|line| &line.condition));
        Self { agent, lines, dispatch, memory: Memory::new(view) }
    }

    /// The bits of the variables that its lines assign.
    pub(super) fn owns(&self, packing: &Packing) -> Update {
        let fields =
            self.lines.iter().flat_map(|line| &line.assignments).map(|assigns| packing.field(assigns.variable));
        let mut masks: Vec<Patch> = Vec::new();
        for field in fields {
            // Variables of one word mostly come one after the other.
            match masks.iter_mut().rev().find(|patch| patch.word == field.word) {
                Some(patch) => patch.mask |= field.all(),
                None => masks.push(Patch { word: field.word, mask: field.all(), bits: 0 }),
            }
        }
        masks.into()
    }

    /// How many valuations are remembered.
    pub(super) fn remembered(&self) -> usize {
        self.memory.len()
    }

    pub(super) fn forget(&mut self) {
        self.memory.clear();
    }

    /// What it can become from a state. Adds to `effort` what it took, in lines looked at.
    pub(super) fn node(
        &mut self,
        system: &InterpretedSystem,
        packing: &Packing,
        words: &[u64],
        diagram: &mut Diagram,
        effort: &mut u64,
    ) -> NodeId {
        let (agent, lines) = (self.agent, &self.lines);
        let possible = self.dispatch.lines(words);
        self.memory.get(words, || {
            *effort += possible.len() as u64;
            let (mut results, mut enabled) = (Vec::new(), Vec::new());
            for line in possible.iter().map(|&number| &lines[number]) {
                if !line.condition.admits(words, &mut results) {
                    continue;
                }
                let residual = line.condition.residual(words, diagram.residuals());
                if residual.decided() != Some(false) {
                    let effect = effect(system, packing, agent, line, words, &mut results);
                    enabled.push((residual, diagram.effect(effect)));
                }
            }
            diagram.build(enabled)
        })
    }
}

/// What a line does in a state.
fn effect(
    system: &InterpretedSystem,
    packing: &Packing,
    agent: AgentId,
    line: &Line,
    words: &[u64],
    results: &mut Vec<Value>,
) -> Effect {
    let mut patches: Vec<Patch> = Vec::new();
    let mut dropped: Vec<Dropped> = Vec::new();
    for Assigns { variable, value } in &line.assignments {
        let value = value.value(words, results);
        match value.filter(|&value| system.variable(*variable).domain.contains(value)) {
            None => dropped.push(Dropped { agent, line: line.number, variable: *variable, value }),
            Some(value) => {
                let field = packing.field(*variable);
                let (mask, bits) = (field.all(), field.bits(value));
                match patches.iter_mut().rev().find(|patch| patch.word == field.word) {
                    Some(patch) => (patch.mask, patch.bits) = (patch.mask | mask, patch.bits | bits),
                    None => patches.push(Patch { word: field.word, mask, bits }),
                }
            }
        }
    }
    if dropped.is_empty() { Effect::Update(patches.into()) } else { Effect::Dropped(dropped) }
}
