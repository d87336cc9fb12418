//! Which order of the variables is tried next, and with how many nodes.
//!
//! No static order is good for every model, and a bad one is exponentially bad. So every order gets a small number of
//! nodes first; the one that got farther, or as far with a smaller diagram, goes on from where it stood with more and more
//! of them. So does a sifted copy, if sifting makes its diagrams smaller (`sifting`): that rescues bad orders, and spoils good
//! ones. Others get their next turn when the leader is far ahead. Nodes are counted, not seconds: the same model gets the same order.

use std::sync::Arc;

use super::carried::Carried;
use super::orders::NamedOrder;
use super::sifting::{Sample, Zeal};
use crate::engine::{GaveUp, Limits};

/// The nodes that every order may use at first: so many per variable, but at least this.
const PER_VARIABLE: usize = 1 << 11;
const FIRST: usize = 1 << 17;
/// How the number of nodes grows.
pub(super) const GROWTH: usize = 4;
/// How many times as many nodes the order that got farther has had before the other gets its next turn.
const LAG: usize = 4;

/// Orders that run out of nodes this often are sifted with zeal.
const PATIENCE: usize = 2;

/// How far a search came.
pub(super) struct Progress {
    pub(super) rounds: usize,
    /// The states that it had reached, and the nodes of their diagram.
    pub(super) states: Arc<Carried>,
    pub(super) nodes: usize,
    /// What a better order could be learnt from.
    pub(super) sample: Option<Sample>,
}

/// An order and what it has done.
pub(super) struct Candidate {
    pub(super) order: NamedOrder,
    /// How far it got in its last turn.
    pub(super) progress: Option<Progress>,
    /// The number of nodes of its next turn; `None` when it has had all.
    next: Option<usize>,
    /// The number of nodes of its last turn.
    had: usize,
    /// How often it ran out of nodes.
    failures: usize,
    /// The number of nodes of the failure that it was learnt from, if it was.
    learnt_at: Option<usize>,
}

impl Candidate {
    /// How far it got: rounds, then small diagrams. What has had no turn yet comes first.
    fn standing(&self) -> (usize, std::cmp::Reverse<usize>) {
        match &self.progress {
            Some(progress) => (progress.rounds, std::cmp::Reverse(progress.nodes)),
            None if self.failures > 0 => (0, std::cmp::Reverse(usize::MAX)),
            None => (usize::MAX, std::cmp::Reverse(0)),
        }
    }
}

/// Orders that take turns.
pub(super) struct Turns {
    candidates: Vec<Candidate>,
    most: usize,
    current: usize,
}

impl Turns {
    /// At the most `most` nodes.
    pub(super) fn new(orders: Vec<NamedOrder>, most: usize) -> Self {
        let variables = orders.first().map_or(0, |order| order.inputs.len());
        let next = Some((PER_VARIABLE * variables).max(FIRST).min(most));
        let candidate = |order| Candidate { order, next, had: 0, failures: 0, progress: None, learnt_at: None };
        Self { candidates: orders.into_iter().map(candidate).collect(), most, current: 0 }
    }

    /// The next order and its number of nodes.
    pub(super) fn next(&mut self, limits: &Limits) -> Result<Option<(&Candidate, usize)>, GaveUp> {
        let Some(current) = self.whose_turn() else { return Ok(None) };
        self.current = current;
        self.learn(limits)?;
        let candidate = &self.candidates[self.current];
        Ok(candidate.next.map(|nodes| (candidate, nodes)))
    }

    /// Before an order goes on, a better one is learnt from what it ran out of nodes with. It joins in where the other
    /// stands, with as many nodes as that had. Not from an order that was learnt itself with that many nodes: sifting finds a
    /// little more each time, and would never end.
    fn learn(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        let candidate = &mut self.candidates[self.current];
        let Some(progress) = &mut candidate.progress else { return Ok(()) };
        let (rounds, states, nodes) = (progress.rounds, Arc::clone(&progress.states), progress.nodes);
        let Some(sample) = progress.sample.take().filter(|_| candidate.learnt_at != Some(candidate.had)) else {
            return Ok(());
        };
        let zeal = if candidate.failures < PATIENCE { Zeal::LITTLE } else { Zeal::MUCH };
        let Some(order) = sample.sifted(&candidate.order, (zeal, candidate.had), limits)? else { return Ok(()) };
        let (next, had) = (Some(candidate.had), candidate.had);
        let progress = Some(Progress { rounds, states, nodes, sample: None });
        self.current = self.candidates.len();
        self.candidates.push(Candidate { order, progress, next, had, failures: 1, learnt_at: Some(had) });
        Ok(())
    }

    fn whose_turn(&self) -> Option<usize> {
        let leader = self.candidates.iter().map(Candidate::standing).max()?;
        // Every order once; then the leader, and one that lags behind when the leader is far ahead.
        let turn = |candidate: &Candidate| {
            let lag = if candidate.standing() < leader { LAG } else { 1 };
            candidate.next.map(|nodes| nodes.saturating_mul(lag))
        };
        let turns = self.candidates.iter().enumerate();
        let (_, current) = turns.filter_map(|(number, candidate)| Some((turn(candidate)?, number))).min()?;
        Some(current)
    }

    /// The order that had its turn ran out of nodes, after it came this far.
    pub(super) fn failed(&mut self, progress: Option<Progress>) {
        let candidate = &mut self.candidates[self.current];
        candidate.failures += 1;
        candidate.had = candidate.next.unwrap_or(self.most);
        candidate.next = candidate.next.filter(|&nodes| nodes < self.most).map(|nodes| {
            let more = nodes.saturating_mul(GROWTH);
            more.min(self.most)
        });
        candidate.progress = progress.or(candidate.progress.take());
    }
}
