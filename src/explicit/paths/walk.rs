//! One path through the product that satisfies the path formula: what E φ is shown with, and A φ refuted.
//!
//! Breadth first to the nearest place where a finite trace may end, or from which an infinite path can go round fairly
//! and leave nothing undone. There, inside its strongly connected component, from one set that must be met to the next
//! and back to where the loop began, each time by a shortest way. Short, not shortest.

use std::collections::{HashMap, VecDeque};

use rustc_hash::FxBuildHasher;

use super::super::StateSet;
use super::super::components::recurrent_components;
use super::super::edges::Edges;
use super::super::pulse::Pulse;
use super::product::Product;
use crate::engine::{GaveUp, Limits};

/// A path, by the numbers of its states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Walk {
    /// The states; there always is one.
    pub(in super::super) states: Vec<usize>,
    /// The position that follows the last one; none on a finite trace.
    pub(in super::super) back_to: Option<usize>,
}

impl Product<'_> {
    /// A shortest trace from a start to where it may end.
    pub(super) fn finite_walk(&self, limits: &Limits) -> Result<Option<Walk>, GaveUp> {
        let everywhere = StateSet::full(self.size());
        let found = shortest(self, self.starts(), &everywhere, &self.accepting, limits)?;
        Ok(found.map(|way| Walk { states: self.places_of(&way), back_to: None }))
    }

    /// A path from a start that goes round forever and meets each of `sets` there.
    pub(super) fn infinite_walk(&self, sets: &[StateSet], limits: &Limits) -> Result<Option<Walk>, GaveUp> {
        let everywhere = StateSet::full(self.size());
        let components = recurrent_components(self, &everywhere, sets, limits)?;
        let cores = self.set(components.iter().flatten().copied());
        let Some(mut path) = shortest(self, self.starts(), &everywhere, &cores, limits)? else {
            return Ok(None);
        };
        let start = path.len() - 1;
        let component = components.into_iter().find(|component| component.contains(&path[start]));
        let inside = self.set(component.expect("the way leads into one of the components"));
        let home = self.set([path[start]]);
        // At least one step, also where the goal is met already: a loop has one.
        let onwards = |here: usize, goal: &StateSet| {
            let next = self.after(here).filter(|&next| inside.contains(next));
            let way = shortest(self, next, &inside, goal, limits)?;
            Ok::<_, GaveUp>(way.expect("a component meets all sets, and there is a way to all of it"))
        };
        for set in sets {
            if !path[start..].iter().any(|&state| set.contains(state)) {
                path.extend(onwards(path[path.len() - 1], set)?);
            }
        }
        path.extend(onwards(path[path.len() - 1], &home)?);
        path.pop(); // home again
        Ok(Some(Walk { states: self.places_of(&path), back_to: Some(start) }))
    }

    fn set(&self, states: impl IntoIterator<Item = usize>) -> StateSet {
        let mut set = StateSet::empty(self.size());
        for state in states {
            set.insert(state);
        }
        set
    }
}

/// A shortest way through `within` from one of the starts, which are in there, to one of `goals`.
fn shortest(
    graph: &impl Edges,
    starts: impl Iterator<Item = usize>,
    within: &StateSet,
    goals: &StateSet,
    limits: &Limits,
) -> Result<Option<Vec<usize>>, GaveUp> {
    let mut before: HashMap<usize, Option<usize>, FxBuildHasher> = HashMap::default();
    let mut queue = VecDeque::new();
    for start in starts {
        if before.insert(start, None).is_none() {
            queue.push_back(start);
        }
    }
    let mut pulse = Pulse::new(limits);
    while let Some(state) = queue.pop_front() {
        pulse.check()?;
        if goals.contains(state) {
            let mut way = vec![state];
            while let Some(previous) = before[&way[way.len() - 1]] {
                way.push(previous);
            }
            way.reverse();
            return Ok(Some(way));
        }
        for next in graph.after(state).filter(|&next| within.contains(next)) {
            before.entry(next).or_insert_with(|| {
                queue.push_back(next);
                Some(state)
            });
        }
    }
    Ok(None)
}
