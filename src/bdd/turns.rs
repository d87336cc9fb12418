//! Which order of the variables is tried next, and with how many nodes.
//!
//! No static order is good for every model, and a bad one is exponentially bad. So every order gets a small number of
//! nodes first, then more and more; the first that finds the reachable states is kept. The order that got farther with
//! the same number of nodes goes far ahead of the other. Nodes are counted, not seconds: the same model gets the same order.

use qmas_encodings::InputId;

/// The nodes that every order may use at first: so many per variable, but at least this.
const PER_VARIABLE: usize = 1 << 12;
const FIRST: usize = 1 << 17;
/// How the number of nodes grows.
pub(super) const GROWTH: usize = 4;
/// How many times as many nodes the order that got farther has had before the other gets its next turn.
const LAG: usize = 16;

struct Candidate {
    order: Vec<InputId>,
    /// The number of nodes of its next turn; `None` when it has had all.
    next: Option<usize>,
    /// How far it got in its last turn.
    progress: usize,
}

/// Orders that take turns.
pub(super) struct Turns {
    candidates: Vec<Candidate>,
    most: usize,
    current: usize,
}

impl Turns {
    /// At the most `most` nodes.
    pub(super) fn new(orders: Vec<Vec<InputId>>, most: usize) -> Self {
        let variables = orders.first().map_or(0, Vec::len);
        let first = Some((PER_VARIABLE * variables).max(FIRST).min(most));
        let candidates =
            orders.into_iter().map(|order| Candidate { order, next: first, progress: usize::MAX }).collect();
        Self { candidates, most, current: 0 }
    }

    /// The next order and its number of nodes.
    pub(super) fn next(&mut self) -> Option<(&[InputId], usize)> {
        let leader = self.candidates.iter().map(|candidate| candidate.progress).max()?;
        // Everybody once; then the leader, and who lags behind when the leader is far ahead.
        let turn = |candidate: &Candidate| {
            let lag = if candidate.progress < leader { LAG } else { 1 };
            candidate.next.map(|nodes| nodes.saturating_mul(lag))
        };
        let (current, _) = self
            .candidates
            .iter()
            .enumerate()
            .filter_map(|(number, candidate)| Some((number, turn(candidate)?)))
            .min_by_key(|&(_, turn)| turn)?;
        self.current = current;
        let candidate = &self.candidates[current];
        candidate.next.map(|nodes| (candidate.order.as_slice(), nodes))
    }

    /// The order that had its turn ran out of nodes after that many rounds of the search.
    pub(super) fn failed(&mut self, progress: usize) {
        let candidate = &mut self.candidates[self.current];
        candidate.progress = progress;
        candidate.next = candidate.next.filter(|&nodes| nodes < self.most).map(|nodes| {
            let more = nodes.saturating_mul(GROWTH);
            more.min(self.most)
        });
    }
}
