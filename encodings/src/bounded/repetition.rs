//! rs(u): some state occurs twice. rc(u): two states that are not neighbours look the same to some agent of the group,
//! or two neighbours are equal.
//!
//! rs is the qMAS paper's: a path with a repeated state can be cut, so if all paths of length k repeat one, everything
//! is reached by shorter ones. On knowledge paths more can be cut: from u_i one step leads to any u_j that an agent of
//! the group cannot tell from it. So a shortest knowledge path from w to a state v has no such pair, nor has any prefix
//! of it. If every knowledge path of length k from w has a pair, v is therefore less than k steps away, and stands on a
//! path of length k or less, where φ is asked of it. That the paths run through a superset of the reachable states asks
//! for more pairs, not for fewer. A class that is used twice, i.e. i<j with a_i = a_j and equal observations of that
//! agent, is a special case (i and j+1 look the same to it), and so is a repeated state: the bound is at most that of rs,
//! and at most the number of local states. Nobody has to say which agents make the steps. Pairs are added from the
//! front, so that the next bound finds those of this one.
//!
//! # Lazily
//! Who must show a path *without* a pair gets away, at first, with a path of which nothing was demanded. Only when it
//! wins with a path that has a pair is it told to avoid this one, here and at larger bounds, and asked again. What it
//! cannot do while less is demanded it cannot do at all; and what it does without any pair is what was demanded from the
//! start. That needs to see the path, so it is done where one player makes all choices and a SAT solver has a model.

use std::collections::{BTreeMap, BTreeSet};

use super::encoder::Encoder;
use super::scope::Scope;
use super::state::State;
use crate::circuit::Lit;
use crate::qbf::Move;

/// What counts as a pair.
#[derive(Debug, Clone)]
pub(super) enum Pair {
    /// Equal states: rs.
    State,
    /// States that an agent of the group cannot tell apart, neighbours only if they are equal: rc.
    Class(Vec<Vec<usize>>),
}

/// A path that must be without pairs.
#[derive(Debug)]
struct Watched {
    scope: Scope,
    states: Vec<State>,
    pair: Pair,
    /// Whether the player has come to its end.
    taken: Lit,
}

/// Which pairs were demanded to be different.
#[derive(Debug, Default)]
pub(super) struct Demands {
    /// Whether only the pairs below are, in this question.
    lazily: bool,
    pairs: BTreeMap<Scope, BTreeSet<(usize, usize)>>,
    /// The paths of this question.
    watched: Vec<Watched>,
}

impl Demands {
    /// A new question.
    pub(super) fn start(&mut self, lazily: bool) {
        self.lazily = lazily;
        self.watched.clear();
    }
}

impl Encoder {
    /// rs(u) or rc(u)
    pub(super) fn repeated(&mut self, pair: &Pair, states: &[State]) -> Lit {
        let all = (0..states.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        self.some_pair(pair, states, all)
    }

    /// A path, of which `taken` tells whether the player has come to its end, has no pair: at least none of those that
    /// were demanded.
    pub(super) fn unrepeated(&mut self, pair: Pair, states: &[State], taken: Lit, scope: Scope) -> Lit {
        if !self.demands.lazily {
            return !self.repeated(&pair, states);
        }
        let demanded = self.demands.pairs.get(&scope).cloned().unwrap_or_default();
        let within = demanded.into_iter().map(|(later, earlier)| (earlier, later)).filter(|pair| pair.1 < states.len());
        let some = self.some_pair(&pair, states, within);
        self.demands.watched.push(Watched { scope, states: states.to_vec(), pair, taken });
        !some
    }

    fn some_pair(&mut self, pair: &Pair, states: &[State], pairs: impl Iterator<Item = (usize, usize)>) -> Lit {
        let mut some = Lit::FALSE;
        for (earlier, later) in pairs {
            let (one, other) = (&states[earlier], &states[later]);
            let cut = match pair {
                Pair::Class(agents) if earlier + 1 < later => self.indistinguishable(agents, one, other),
                Pair::Class(_) | Pair::State => self.equal(one, other),
            };
            some = self.system.circuit.or(some, cut);
        }
        some
    }

    /// After an answer that rests on paths without pairs, found with these values: whether the paths have pairs that
    /// were not demanded to be different. They are demanded from now on, and the question must be asked again.
    pub fn demand(&mut self, found: &Move) -> bool {
        let mut new = false;
        for watched in &self.demands.watched {
            let mut lits: Vec<Lit> = watched.states.iter().flat_map(|state| state.iter().copied()).collect();
            lits.push(watched.taken);
            let values = self.system.circuit.evaluate_all(&lits, |input| found.get(input).unwrap_or(false));
            if values.last() != Some(&true) {
                continue;
            }
            let width = watched.states[0].len();
            let state = |at: usize| &values[at * width..(at + 1) * width];
            let demanded = self.demands.pairs.entry(watched.scope).or_default();
            for later in 0..watched.states.len() {
                for earlier in 0..later {
                    if is_pair(&watched.pair, state(earlier), state(later), earlier + 1 == later) {
                        new |= demanded.insert((later, earlier));
                    }
                }
            }
        }
        new
    }
}

fn is_pair(pair: &Pair, one: &[bool], other: &[bool], neighbours: bool) -> bool {
    match pair {
        Pair::Class(agents) if !neighbours => agents.iter().any(|bits| bits.iter().all(|&bit| one[bit] == other[bit])),
        Pair::Class(_) | Pair::State => one == other,
    }
}
