//! Lassos: paths that come back, for what goes on forever.
//!
//! Where few states matter, the shortest lasso of all is looked for: breadth first to every state, and from there breadth
//! first back to it, keeping in mind which fairness constraints have been met. Otherwise the loop goes from one
//! constraint to the next and then home (Clarke, Grumberg, McMillan and Zhao, DAC 1995).

use std::collections::{BTreeSet, VecDeque};

use super::fragment::{FEW, Fragment};
use super::search::{LONGEST, run, shortest, too_long};
use super::sets::Sets;
use crate::engine::GaveUp;
use crate::ir::State;
use crate::run::Run;

/// Up to how many fairness constraints the shortest lasso is looked for.
const FEW_CONSTRAINTS: usize = 6;
/// How many states are tried to start from, where the shortest lasso is not looked for.
const FEW_STARTS: usize = 8;

/// A lasso from one of these states that stays in `within`, from all states of which one can stay there forever on a
/// fair path. None if there is nothing to start from.
pub(super) fn lasso<S: Sets>(sets: &S, from: &S::Set, within: &S::Set) -> Result<Option<Run>, GaveUp> {
    let mut left = sets.and(from, within)?;
    if let Some((states, back_to)) = shortest_lasso(sets, &left, within)? {
        return run(sets, states, Some(back_to)).map(Some);
    }
    let mut best: Option<Run> = None;
    for _ in 0..FEW_STARTS {
        let Some(start) = sets.some(&left)? else { break };
        left = sets.minus(&left, &sets.single(&start)?)?;
        let found = some_lasso(sets, &start, within)?;
        if best.as_ref().is_none_or(|best| found.states.len() < best.states.len()) {
            best = Some(found);
        }
    }
    Ok(best)
}

fn some_lasso<S: Sets>(sets: &S, from: &State, within: &S::Set) -> Result<Run, GaveUp> {
    let constraints = sets.fairness();
    let mut path = vec![from.clone()];
    loop {
        let start = path.len() - 1;
        for constraint in &constraints {
            let mut met = false;
            for state in &path[start..] {
                met |= sets.contains(constraint, state)?;
            }
            if !met {
                let goal = sets.and(constraint, within)?;
                path.extend(onwards(sets, &path[path.len() - 1], within, &goal)?.unwrap_or_default());
            }
        }
        let home = sets.single(&path[start])?;
        if let Some(mut way) = onwards(sets, &path[path.len() - 1], within, &home)? {
            way.pop();
            path.extend(way);
            return run(sets, path, Some(start));
        }
        if path.len() - 1 == start {
            path.extend(onwards(sets, &path[start], within, within)?.unwrap_or_default());
        }
        if path.len() > LONGEST {
            return Err(too_long());
        }
    }
}

/// A shortest path of at least one step, without its first state.
fn onwards<S: Sets>(sets: &S, here: &State, within: &S::Set, goal: &S::Set) -> Result<Option<Vec<State>>, GaveUp> {
    let starts = sets.and(&sets.after(&sets.single(here)?)?, within)?;
    shortest(sets, &starts, within, goal)
}

/// Which constraints have been met, a bit each.
type Met = u8;

/// A search for loops among few states.
struct Loops<'a, S: Sets> {
    fragment: Fragment<'a, S>,
    constraints: Vec<S::Set>,
    /// By state, the constraints that it meets.
    met: Vec<Met>,
}

/// A place of a breadth-first search: a state, what has been met on the way, the distance, and the place before.
#[derive(Clone, Copy)]
struct Place {
    state: usize,
    met: Met,
    distance: usize,
    before: Option<usize>,
}

/// The states on the way to a place.
fn way(places: &[Place], mut at: usize) -> Vec<usize> {
    let mut states = vec![places[at].state];
    while let Some(before) = places[at].before {
        states.push(places[before].state);
        at = before;
    }
    states.reverse();
    states
}

impl<S: Sets> Loops<'_, S> {
    fn met(&mut self, state: usize) -> Result<Met, GaveUp> {
        while self.met.len() <= state {
            let mut met = 0;
            for (bit, constraint) in self.constraints.iter().enumerate() {
                met |= Met::from(self.fragment.is_in(self.met.len(), constraint)?) << bit;
            }
            self.met.push(met);
        }
        Ok(self.met[state])
    }

    /// All states, nearest ones first; none if there are too many.
    fn nearest(&mut self, starts: Vec<usize>) -> Result<Option<Vec<Place>>, GaveUp> {
        let mut places: Vec<Place> =
            starts.into_iter().map(|state| Place { state, met: 0, distance: 0, before: None }).collect();
        let mut seen: BTreeSet<usize> = places.iter().map(|place| place.state).collect();
        let mut queue: VecDeque<usize> = (0..places.len()).collect();
        while let Some(at) = queue.pop_front() {
            let Some(successors) = self.fragment.successors(places[at].state)? else { return Ok(None) };
            for state in successors {
                if seen.insert(state) {
                    queue.push_back(places.len());
                    places.push(Place { state, met: 0, distance: places[at].distance + 1, before: Some(at) });
                }
            }
        }
        Ok(Some(places))
    }

    /// A shortest fair cycle through a state of fewer than `most` steps, as its states.
    fn cycle(&mut self, root: usize, most: usize) -> Result<Option<Vec<usize>>, GaveUp> {
        let all = (1 << self.constraints.len()) - 1;
        let mut places = vec![Place { state: root, met: self.met(root)?, distance: 0, before: None }];
        let mut seen = BTreeSet::from([(root, places[0].met)]);
        let mut at = 0;
        while let Some(&Place { state, met, distance, .. }) = places.get(at) {
            if distance + 1 >= most {
                break;
            }
            let successors = self.fragment.successors(state)?;
            for next in successors.unwrap_or_else(|| unreachable!("all states are known by now")) {
                if next == root && met == all {
                    return Ok(Some(way(&places, at)));
                }
                let met = met | self.met(next)?;
                if seen.insert((next, met)) {
                    places.push(Place { state: next, met, distance: distance + 1, before: Some(at) });
                }
            }
            at += 1;
        }
        Ok(None)
    }
}

/// The shortest lasso of all, if the part of the system that matters is small.
fn shortest_lasso<S: Sets>(sets: &S, from: &S::Set, within: &S::Set) -> Result<Option<(Vec<State>, usize)>, GaveUp> {
    let constraints = sets.fairness();
    if constraints.len() > FEW_CONSTRAINTS {
        return Ok(None);
    }
    let mut loops = Loops { fragment: Fragment::new(sets, within), constraints, met: Vec::new() };
    let Some(starts) = loops.fragment.add_all(from)? else { return Ok(None) };
    let Some(places) = loops.nearest(starts)? else { return Ok(None) };
    let mut best: Option<(Vec<usize>, usize)> = None;
    let longest = (FEW << FEW_CONSTRAINTS) + FEW;
    for (at, &Place { state, distance, .. }) in places.iter().enumerate() {
        let most = best.as_ref().map_or(longest, |(states, _)| states.len());
        if distance + 1 >= most {
            break;
        }
        if let Some(cycle) = loops.cycle(state, most - distance)? {
            let mut states = way(&places, at);
            states.pop();
            states.extend(cycle);
            best = Some((states, distance));
        }
    }
    let state = |number| loops.fragment.state(number).clone();
    Ok(best.map(|(states, back_to)| (states.into_iter().map(state).collect(), back_to)))
}
