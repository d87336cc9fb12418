//! The transition of a state as a list of alternatives: a label, and the states asked for at the next position.
//!
//! These are the critical sets of Kong and Lomuscio (IJCAI 2017) for all operators at once: where one alternative asks
//! for less than another on the same letters, the other one is not needed there. What is left is as deterministic as
//! it can be made without looking further.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::alternating::Alternating;
use super::budget::{Budget, Stop};
use super::labels::{Label, Labels};
use super::transition::{Transition, TransitionId};
use crate::logic::Sign;

/// Ascending numbers. A smaller set asks for less.
pub(super) type Set = Vec<u32>;

/// One alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) label: Label,
    pub(super) next: Set,
}

/// Alternatives for every transition that was asked for. Strong and weak next are the same here: there is a next
/// position.
#[derive(Debug)]
pub(super) struct Moves<'a> {
    automaton: &'a Alternating,
    known: HashMap<TransitionId, Rc<[Move]>>,
}

impl<'a> Moves<'a> {
    pub(super) fn new(automaton: &'a Alternating) -> Self {
        Self { automaton, known: HashMap::new() }
    }

    pub(super) fn of(
        &mut self,
        root: TransitionId,
        labels: &mut Labels,
        budget: &mut Budget<'_>,
    ) -> Result<Rc<[Move]>, Stop> {
        let mut work = vec![root];
        while let Some(&id) = work.last() {
            if self.known.contains_key(&id) {
                work.pop();
                continue;
            }
            let parts = self.parts(id);
            let before = work.len();
            work.extend(parts.iter().filter(|part| !self.known.contains_key(part)));
            if work.len() == before {
                let moves = self.combine(id, &parts, labels, budget)?;
                self.known.insert(id, moves.into());
                work.pop();
            }
        }
        Ok(Rc::clone(&self.known[&root]))
    }

    /// The parts of a conjunction or disjunction, nested ones of the same kind opened.
    fn parts(&self, root: TransitionId) -> Vec<TransitionId> {
        let conjunction = match self.automaton.transition(root) {
            Transition::And(..) => true,
            Transition::Or(..) => false,
            _ => return Vec::new(),
        };
        let mut parts = Vec::new();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            match self.automaton.transition(id) {
                Transition::And(f, g) if conjunction => work.extend([g, f]),
                Transition::Or(f, g) if !conjunction => work.extend([g, f]),
                _ => parts.push(id),
            }
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn combine(
        &self,
        id: TransitionId,
        parts: &[TransitionId],
        labels: &mut Labels,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Move>, Stop> {
        Ok(match self.automaton.transition(id) {
            Transition::True => vec![Move { label: Label::TRUE, next: Set::new() }],
            Transition::False => Vec::new(),
            Transition::Letter(sign, proposition) => {
                let literal = labels.literal(proposition)?;
                let label = if sign == Sign::Plain { literal } else { !literal };
                vec![Move { label, next: Set::new() }]
            }
            Transition::Next(state) | Transition::WeakNext(state) => {
                vec![Move { label: Label::TRUE, next: vec![state.0] }]
            }
            Transition::And(..) => {
                let parts: Vec<&[Move]> = parts.iter().map(|part| &*self.known[part]).collect();
                all_of(&parts, labels, budget)?
            }
            Transition::Or(..) => {
                let moves = parts.iter().flat_map(|part| self.known[part].iter().cloned()).collect();
                needed(moves, labels, budget)?
            }
        })
    }
}

/// One alternative of each part, in every combination that some letter allows.
pub(super) fn all_of(parts: &[&[Move]], labels: &mut Labels, budget: &mut Budget<'_>) -> Result<Vec<Move>, Stop> {
    // Where there is but one alternative, there is nothing to multiply out.
    let single: Vec<&Move> =
        parts.iter().filter_map(|part| if let [only] = part { Some(only) } else { None }).collect();
    let asked: Vec<Label> = single.iter().map(|only| only.label).collect();
    let mut forced =
        Move { label: labels.all(&asked)?, next: single.iter().flat_map(|only| only.next.iter().copied()).collect() };
    budget.spend(parts.len() + forced.next.len())?;
    forced.next.sort_unstable();
    forced.next.dedup();
    let mut moves = if forced.label == Label::FALSE { Vec::new() } else { vec![forced] };
    for part in parts.iter().filter(|part| part.len() != 1) {
        let mut pairs = Vec::new();
        for left in &moves {
            for right in *part {
                budget.spend(1 + left.next.len() + right.next.len())?;
                let label = labels.and(left.label, right.label)?;
                if label != Label::FALSE {
                    pairs.push(Move { label, next: union(&left.next, &right.next) });
                }
            }
        }
        moves = needed(pairs, labels, budget)?;
    }
    Ok(moves)
}

/// Alternatives that accept what `moves` do: one for each set, for those letters only on which no smaller set will do.
fn needed(moves: Vec<Move>, labels: &mut Labels, budget: &mut Budget<'_>) -> Result<Vec<Move>, Stop> {
    let mut by_set: BTreeMap<(usize, Set), Vec<Label>> = BTreeMap::new();
    for Move { label, next } in moves {
        by_set.entry((next.len(), next)).or_default().push(label);
    }
    let mut kept: Vec<Move> = Vec::with_capacity(by_set.len());
    for ((_, next), offered) in by_set {
        let mut label = labels.any(&offered)?;
        for smaller in &kept {
            budget.spend(1 + smaller.next.len())?;
            if is_subset(&smaller.next, &next) {
                label = labels.and(label, !smaller.label)?;
            }
        }
        if label != Label::FALSE {
            kept.push(Move { label, next });
        }
    }
    Ok(kept)
}

fn union(left: &[u32], right: &[u32]) -> Set {
    let mut all = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(&&l), Some(&&r)) = (left.peek(), right.peek()) {
        all.push(l.min(r));
        if l <= r {
            left.next();
        }
        if r <= l {
            right.next();
        }
    }
    all.extend(left);
    all.extend(right);
    all
}

fn is_subset(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large.iter();
    small.iter().all(|number| rest.any(|other| other == number))
}
