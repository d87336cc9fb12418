//! Which actions an agent may perform, remembered for every valuation of the variables that its protocol reads.

use std::collections::HashMap;
use std::rc::Rc;

use super::code::{Condition, reads};
use super::dispatch::Dispatch;
use super::part::Memory;
use crate::explicit::words::Packing;
use crate::ir::{ActionId, AgentId, InterpretedSystem};

/// The actions that a state allows an agent, ascending.
pub(super) type Enabled = Rc<[u32]>;

/// The protocol of an agent.
#[derive(Debug)]
pub(super) struct Allowed {
    lines: Vec<(Condition, Vec<u32>)>,
    dispatch: Dispatch,
    other: Vec<u32>,
    /// All sets that were met; what is remembered is a number among them.
    sets: Vec<Enabled>,
    numbers: HashMap<Enabled, u32>,
    memory: Memory<u32>,
}

impl Allowed {
    pub(super) fn new(system: &InterpretedSystem, packing: &Packing, agent: AgentId) -> Self {
        let protocol = &system.agent(agent).protocol;
        let plain = |actions: &[ActionId]| -> Vec<u32> {
            actions
                .iter()
                .map(|action| u32::try_from(action.index()).expect("actions are counted by 32 bits"))
                .collect()
        };
        let view = packing.view(reads(&system.exprs, protocol.lines.iter().map(|line| line.condition)));
        let lines: Vec<(Condition, Vec<u32>)> = protocol
            .lines
            .iter()
            .map(|line| (Condition::compile(&system.exprs, line.condition, packing), plain(&line.actions)))
            .collect();
        Self {
            dispatch: Dispatch::new(lines.iter().map(|(condition, _)| condition)),
            lines,
            other: plain(protocol.other.as_deref().unwrap_or_default()),
            sets: Vec::new(),
            numbers: HashMap::new(),
            memory: Memory::new(view),
        }
    }

    /// How many valuations are remembered.
    pub(super) fn remembered(&self) -> usize {
        self.memory.len()
    }

    pub(super) fn forget(&mut self) {
        self.memory.clear();
    }

    /// The actions that a state allows. Adds to `effort` what it took, in lines looked at.
    pub(super) fn in_state(&mut self, words: &[u64], effort: &mut u64) -> Enabled {
        let Self { lines, dispatch, other, sets, numbers, memory } = self;
        let possible = dispatch.lines(words);
        let number = memory.get(words, || {
            *effort += possible.len() as u64 + 1;
            let (mut applies, mut actions, mut results) = (false, Vec::new(), Vec::new());
            for (condition, allowed) in possible.iter().map(|&number| &lines[number]) {
                if condition.admits(words, &mut results) {
                    applies = true;
                    actions.extend_from_slice(allowed);
                }
            }
            if !applies {
                actions.extend_from_slice(other);
            }
            actions.sort_unstable();
            actions.dedup();
            let set: Enabled = actions.into();
            *numbers.entry(set).or_insert_with_key(|set| {
                sets.push(Rc::clone(set));
                u32::try_from(sets.len() - 1).expect("sets fit into memory")
            })
        });
        Rc::clone(&self.sets[number as usize])
    }
}
