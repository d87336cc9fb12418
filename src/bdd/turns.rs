//! Which order of the variables is tried next, and with how many nodes.
//!
//! No static order is good for every model, and a bad one is exponentially bad. So every order gets a small number of
//! nodes first, then more and more; the first that finds the reachable states is kept. The order that got farther with
//! the same number of nodes goes far ahead of the other. When it runs out of nodes for the second time, a sifted copy of
//! it joins in: sifting rescues bad orders, but is slow and spoils good ones. Nodes are counted, not seconds: the same
//! model gets the same order.

use super::orders::NamedOrder;
use super::sifting::Sample;
use crate::engine::{GaveUp, Limits};

/// The nodes that every order may use at first: so many per variable, but at least this.
const PER_VARIABLE: usize = 1 << 12;
const FIRST: usize = 1 << 17;
/// How the number of nodes grows.
pub(super) const GROWTH: usize = 4;
/// How many times as many nodes the order that got farther has had before the other gets its next turn.
const LAG: usize = 16;

/// Orders that run out of nodes this often are sifted.
const PATIENCE: usize = 2;

/// How far a search came.
#[derive(Default)]
pub(super) struct Progress {
    pub(super) rounds: usize,
    /// What it had reached.
    pub(super) sample: Option<Sample>,
}

struct Candidate {
    order: NamedOrder,
    /// The number of nodes of its next turn; `None` when it has had all.
    next: Option<usize>,
    /// How often it ran out of nodes.
    failures: usize,
    /// How far it got in its last turn.
    progress: Option<Progress>,
}

impl Candidate {
    fn rounds(&self) -> usize {
        self.progress.as_ref().map_or(usize::MAX, |progress| progress.rounds)
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
        let first = Some((PER_VARIABLE * variables).max(FIRST).min(most));
        let candidates =
            orders.into_iter().map(|order| Candidate { order, next: first, failures: 0, progress: None }).collect();
        Self { candidates, most, current: 0 }
    }

    /// The next order and its number of nodes.
    pub(super) fn next(&mut self) -> Option<(&NamedOrder, usize)> {
        let leader = self.candidates.iter().map(Candidate::rounds).max()?;
        // Every order once; then the leader, and one that lags behind when the leader is far ahead.
        let turn = |candidate: &Candidate| {
            let lag = if candidate.rounds() < leader { LAG } else { 1 };
            candidate.next.map(|nodes| nodes.saturating_mul(lag))
        };
        let turns = self.candidates.iter().enumerate();
        let (_, current) = turns.filter_map(|(number, candidate)| Some((turn(candidate)?, number))).min()?;
        self.current = current;
        let candidate = &self.candidates[current];
        candidate.next.map(|nodes| (&candidate.order, nodes))
    }

    /// The order that had its turn ran out of nodes.
    pub(super) fn failed(&mut self, mut progress: Progress, limits: &Limits) -> Result<(), GaveUp> {
        let candidate = &mut self.candidates[self.current];
        let sample = progress.sample.take();
        let had = candidate.next;
        candidate.progress = Some(progress);
        candidate.failures += 1;
        candidate.next = candidate.next.filter(|&nodes| nodes < self.most).map(|nodes| {
            let more = nodes.saturating_mul(GROWTH);
            more.min(self.most)
        });
        if candidate.failures >= PATIENCE
            && let Some(sample) = sample
            && let Some(order) = sample.sifted(&candidate.order, limits)?
        {
            // The same number of nodes tells which of the two is better.
            let sifted = Candidate { order, next: had, failures: 0, progress: None };
            self.candidates.push(sifted);
        }
        Ok(())
    }
}
