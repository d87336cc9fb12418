//! What obligations at a state leave over for the next position: the transition function of the alternating automaton
//! as a disjunction of sets, only the minimal ones (the critical sets of Kong and Lomuscio, "Model checking
//! multi-agent systems against LDLK specifications", IJCAI 2017, for all operators at once).

use std::collections::HashMap;

use super::obligation::{Duty, ObligationId, Obligations};
use super::size::within;
use qmas::engine::{GaveUp, Limits};

/// Obligations at the next position that together discharge one at this position; ascending.
pub(super) type Choice = Vec<ObligationId>;

/// Whether a path goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// There is a next position.
    Inner,
    /// This is the last position of a finite trace.
    Last,
}

/// The choices at one state, remembered.
#[derive(Debug)]
pub(super) struct Choices<'c, 'a> {
    obligations: &'c mut Obligations<'a>,
    state: usize,
    position: Position,
    limits: &'c Limits,
    done: HashMap<ObligationId, Vec<Choice>>,
}

impl<'c, 'a> Choices<'c, 'a> {
    pub(super) fn at(
        state: usize,
        position: Position,
        obligations: &'c mut Obligations<'a>,
        limits: &'c Limits,
    ) -> Self {
        Self { obligations, state, position, limits, done: HashMap::new() }
    }

    /// All minimal choices for `root`: none if it is false here, the empty one if it is true.
    pub(super) fn of(&mut self, root: ObligationId) -> Result<&[Choice], GaveUp> {
        let mut work = vec![root];
        while let Some(&id) = work.last() {
            self.limits.check()?;
            if self.done.contains_key(&id) {
                work.pop();
                continue;
            }
            let unfolded = self.obligations.unfold(id, self.state);
            let before = work.len();
            work.extend(unfolded.iter().flatten().filter_map(|&duty| match duty {
                Duty::Now(now) if !self.done.contains_key(&now) => Some(now),
                Duty::Now(_) | Duty::Next(_) | Duty::WeakNext(_) => None,
            }));
            if work.len() == before {
                let mut choices = Vec::new();
                for conjunction in &unfolded {
                    choices.extend(self.discharge(conjunction)?);
                }
                self.done.insert(id, minimal(choices, is_subset, self.limits)?);
                work.pop();
            }
        }
        Ok(&self.done[&root])
    }

    /// The choices for a conjunction of duties, those of its parts being known.
    fn discharge(&self, conjunction: &[Duty]) -> Result<Vec<Choice>, GaveUp> {
        let mut choices = vec![Choice::new()];
        for &duty in conjunction {
            choices = match (duty, self.position) {
                (Duty::Now(id), _) => conjoin(&choices, &self.done[&id], |a, b| union(a, b), self.limits)?,
                (Duty::Next(id) | Duty::WeakNext(id), Position::Inner) => {
                    choices.iter().map(|choice| union(choice, &[id])).collect()
                }
                (Duty::Next(_), Position::Last) => Vec::new(),
                (Duty::WeakNext(_), Position::Last) => choices,
            };
        }
        Ok(choices)
    }
}

/// Every pair of an alternative on the left and one on the right.
pub(super) fn conjoin<L, R>(
    left: &[L],
    right: &[R],
    pair: impl Fn(&L, &R) -> L,
    limits: &Limits,
) -> Result<Vec<L>, GaveUp> {
    within(limits, left.len().saturating_mul(right.len()))?;
    let mut pairs = Vec::with_capacity(left.len() * right.len());
    for l in left {
        limits.check()?;
        pairs.extend(right.iter().map(|r| pair(l, r)));
    }
    Ok(pairs)
}

/// The alternatives that no other one implies; equal ones once.
pub(super) fn minimal<T>(
    alternatives: Vec<T>,
    implied_by: impl Fn(&T, &T) -> bool,
    limits: &Limits,
) -> Result<Vec<T>, GaveUp> {
    let mut kept: Vec<T> = Vec::new();
    for new in alternatives {
        limits.check()?;
        if kept.iter().any(|old| implied_by(old, &new)) {
            continue;
        }
        kept.retain(|old| !implied_by(&new, old));
        kept.push(new);
    }
    Ok(kept)
}

/// The union of two ascending lists.
pub(super) fn union(left: &[ObligationId], right: &[ObligationId]) -> Choice {
    let mut all = [left, right].concat();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether `small` is part of `large`; both ascending.
pub(super) fn is_subset(small: &Choice, large: &Choice) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|id| rest.any(|other| other == id))
}
