//! The states that a game was asked about, and the steps from those that had to be looked at.

use std::rc::Rc;

use super::super::graph::Rows;
use super::super::labels::Labels;
use super::super::steps::{Listing, Steps};
use super::super::words::{Packing, Table, index};
use crate::engine::{Declined, EngineName, GaveUp, Limits};
use crate::ir::{AgentId, InterpretedSystem, State};

/// What the steps of a single state may take while they are listed, in words.
const MAX_LISTED: usize = 1 << 25;
/// Branches and steps that fit into memory.
const MAX_KEPT: usize = 1 << 29;
/// The steps of a state have not been listed.
const UNLISTED: u32 = u32::MAX;
/// How many branches are looked at between two looks at the limits.
const OFTEN: u64 = 1 << 14;

/// States by numbers in the order in which they were met.
pub(super) struct Arena<'m> {
    steps: Steps<'m>,
    packing: Packing,
    states: Table,
    /// Per state, its number among those whose steps have been listed.
    listed: Vec<u32>,
    labels: Labels,
    listing: Listing,
    /// Where each branch of the state at hand leads.
    targets: Rows,
    limits: Limits,
    /// Branches that were looked at, and how many had been when limits were looked at.
    looked: u64,
    checked: u64,
}

impl<'m> Arena<'m> {
    pub(super) fn new(system: &'m InterpretedSystem, limits: &Limits) -> Self {
        let steps = Steps::new(system);
        let packing = steps.packing().clone();
        Self {
            states: Table::new(packing.words()),
            packing,
            steps,
            listed: Vec::new(),
            labels: Labels::new(),
            listing: Listing::default(),
            targets: Rows::new(),
            limits: limits.clone(),
            looked: 0,
            checked: 0,
        }
    }

    pub(super) fn packing(&self) -> &Packing {
        &self.packing
    }

    /// How many states were met.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The words of a state.
    pub(super) fn words(&self, state: u32) -> &[u64] {
        self.states.row(state as usize)
    }

    /// The number of a state.
    pub(super) fn number(&mut self, state: &State) -> Result<u32, GaveUp> {
        let words = self.packing.pack(state);
        insert((&mut self.states, &mut self.listed), &words, &self.limits)
    }

    /// The branches of a state; none if somebody has no enabled action.
    pub(super) fn branches(&mut self, state: u32) -> Result<std::ops::Range<usize>, GaveUp> {
        if self.listed[state as usize] == UNLISTED {
            self.list(state)?;
        }
        Ok(self.labels.branches(self.listed[state as usize] as usize))
    }

    fn list(&mut self, state: u32) -> Result<(), GaveUp> {
        self.within_limits()?;
        let most = self.limits.max_effort.map_or(u64::MAX, |most| most.saturating_sub(self.effort()));
        let left = usize::try_from((most / self.steps.weight()).saturating_add(1)).unwrap_or(usize::MAX);
        let fits = MAX_LISTED / (self.packing.words() + 1);
        let too_many = if left < fits { self.too_much() } else { Declined::Moves.into() };
        let Self { steps, states, listed, labels, listing, targets, limits, .. } = self;
        steps.list(states.row(state as usize), left.min(fits), listing).map_err(|_| too_many)?;
        targets.clear();
        for branch in &listing.branches {
            for words in listing.successors(branch) {
                targets.add(insert((&mut *states, &mut *listed), words, limits)?);
            }
            targets.end();
        }
        listed[state as usize] = index(labels.states());
        labels.push(listing, targets);
        if labels.items() > MAX_KEPT { Err(GaveUp::Memory) } else { Ok(()) }
    }

    /// Where a branch of a listed state leads.
    pub(super) fn targets(&self, branch: usize) -> &[u32] {
        self.labels.targets(branch)
    }

    /// The actions of an agent that belong to a branch, ascending; `None` if all that are enabled do.
    pub(super) fn class(&self, branch: usize, agent: AgentId) -> Option<&[u32]> {
        let mut classes = self.listing.rows.classes(self.labels.row(branch));
        classes.find_map(|(other, _, actions)| (other == agent.index()).then_some(actions))
    }

    /// The actions that a state allows each agent, ascending.
    pub(super) fn enabled(&mut self, state: u32) -> Vec<Rc<[u32]>> {
        self.steps.enabled(self.states.row(state as usize)).to_vec()
    }

    /// Somebody looks at so many branches.
    pub(super) fn look(&mut self, branches: usize) -> Result<(), GaveUp> {
        self.looked += branches as u64 + 1;
        if self.looked - self.checked > OFTEN { self.within_limits() } else { Ok(()) }
    }

    /// What it took so far: that of the steps, and branches looked at.
    fn effort(&self) -> u64 {
        self.steps.effort().saturating_add(self.looked)
    }

    fn within_limits(&mut self) -> Result<(), GaveUp> {
        self.checked = self.looked;
        self.limits.check()?;
        self.limits.board.at(EngineName::Explicit, 0, self.len());
        if self.limits.max_effort.is_some_and(|most| self.effort() > most) {
            return Err(self.too_much());
        }
        Ok(())
    }

    fn too_much(&self) -> GaveUp {
        GaveUp::Effort { states: self.len(), growing: true }
    }
}

fn insert((states, listed): (&mut Table, &mut Vec<u32>), words: &[u64], limits: &Limits) -> Result<u32, GaveUp> {
    let (number, new) = states.insert(words);
    if new {
        if number >= limits.max_states || number >= UNLISTED as usize {
            return Err(GaveUp::States(limits.max_states));
        }
        listed.push(UNLISTED);
    }
    Ok(index(number))
}
