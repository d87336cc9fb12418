//! A graph and the obligations of a path formula, walking together.
//!
//! Miyano and Hayashi (1984): besides all obligations, a product state remembers which eventual ones are owed since
//! the last breakpoint, that is since nothing was owed. A path is good iff it has infinitely many breakpoints.
//! Where one step leaves over less than another, in both respects, the other one is dropped: whatever can be done
//! with more can be done with less, and no later.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::{Graph, StateSet};
use super::choices::{Choice, Choices, Position, conjoin, is_subset, minimal, union};
use super::obligation::Obligations;
use super::size::within;
use qmas::engine::{GaveUp, Limits, Traces};
use qmas::logic::FormulaId;

/// What a path carries along.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Load {
    all: Choice,
    /// Those eventual ones that have been put off since the last breakpoint; empty on finite traces.
    owed: Choice,
}

impl Load {
    fn union(&self, other: &Self) -> Self {
        Self { all: union(&self.all, &other.all), owed: union(&self.owed, &other.owed) }
    }

    fn is_part_of(&self, other: &Self) -> bool {
        is_subset(&self.owed, &other.owed) && is_subset(&self.all, &other.all)
    }
}

/// The reachable product.
#[derive(Debug)]
pub(super) struct Product {
    /// Its own states and steps.
    pub(super) graph: Graph,
    /// Infinite paths: breakpoints. Finite traces: where the trace may end.
    pub(super) accepting: StateSet,
    /// The state of the graph that each product state stands at.
    places: Vec<u32>,
    /// How many states the graph has.
    size: usize,
    /// So many first states of the product are the starts.
    starts: usize,
}

impl Product {
    /// All that is reachable when the obligation to satisfy `path` is taken up at any state of `starts`.
    pub(super) fn explore(
        graph: &Graph,
        obligations: &mut Obligations<'_>,
        (path, traces): (FormulaId, Traces),
        starts: &StateSet,
        limits: &Limits,
    ) -> Result<Self, GaveUp> {
        let start = Rc::new(Load { all: vec![obligations.of(path)], owed: Choice::new() });
        let mut loads = vec![Rc::clone(&start)];
        let mut load_ids = HashMap::from([(start, 0)]);
        let mut list: Vec<(u32, u32)> = starts.iter().map(|state| (number(state), 0)).collect();
        let mut ids: HashMap<(u32, u32), u32> = list.iter().copied().zip(0..).collect();
        let starts = list.len();
        let mut steps = Vec::new();
        let mut accepting = Vec::new();
        while let Some(&(place, load)) = list.get(steps.len()) {
            limits.check()?;
            within(limits, list.len())?;
            let state = place as usize;
            let load = Rc::clone(&loads[load as usize]);
            accepting.push(match traces {
                Traces::Infinite => load.owed.is_empty(),
                Traces::Finite => may_end(&load, state, obligations, limits)?,
            });
            let mut targets = Vec::new();
            for next_load in step(&load, state, traces, obligations, limits)? {
                let next_load = *load_ids.entry(Rc::new(next_load)).or_insert_with_key(|new| {
                    loads.push(Rc::clone(new));
                    number(loads.len() - 1)
                });
                targets.extend(graph.successors(state).map(|next| {
                    *ids.entry((number(next), next_load)).or_insert_with_key(|&new| {
                        list.push(new);
                        number(list.len() - 1)
                    })
                }));
            }
            steps.push(targets);
        }
        Ok(Self {
            accepting: StateSet::collect(accepting.len(), |state| accepting[state]),
            graph: Graph::new(steps),
            places: list.into_iter().map(|(place, _)| place).collect(),
            size: graph.len(),
            starts,
        })
    }

    /// The product states that stand in `set`.
    pub(super) fn lift(&self, set: &StateSet) -> StateSet {
        StateSet::collect(self.places.len(), |state| set.contains(self.places[state] as usize))
    }

    /// The states of the graph whose start is in `set`.
    pub(super) fn project(&self, set: &StateSet) -> StateSet {
        let mut states = StateSet::empty(self.size);
        for start in self.starts().filter(|&start| set.contains(start)) {
            states.insert(self.places[start] as usize);
        }
        states
    }

    /// The product states in which the obligation is taken up.
    pub(super) fn starts(&self) -> std::ops::Range<usize> {
        0..self.starts
    }
}

/// The loads after one step from `state`; none if the obligations cannot be met there.
fn step(
    load: &Load,
    state: usize,
    traces: Traces,
    obligations: &mut Obligations<'_>,
    limits: &Limits,
) -> Result<Vec<Load>, GaveUp> {
    let mut offered = Vec::new();
    let mut choices = Choices::at(state, Position::Inner, obligations, limits);
    for &id in &load.all {
        offered.push((id, choices.of(id)?.to_vec()));
    }
    // Where there is but one choice, there is nothing to multiply out.
    let mut forced = Load::default();
    let mut open: Vec<Vec<Load>> = Vec::new();
    for (id, choices) in offered {
        let owes = traces == Traces::Infinite && (load.owed.is_empty() || load.owed.binary_search(&id).is_ok());
        let mut alternatives: Vec<Load> = Vec::new();
        for all in choices {
            let owed = all.iter().copied().filter(|&next| owes && obligations.is_eventual(next)).collect();
            alternatives.push(Load { all, owed });
        }
        match alternatives.as_mut_slice() {
            [] => return Ok(Vec::new()),
            [only] => {
                forced.all.append(&mut only.all);
                forced.owed.append(&mut only.owed);
            }
            _ => open.push(alternatives),
        }
    }
    let mut loads = vec![forced.union(&Load::default())]; // ascending, without repetition
    for alternatives in open {
        loads = conjoin(&loads, &alternatives, Load::union, limits)?;
        loads = minimal(loads, Load::is_part_of, limits)?;
    }
    Ok(loads)
}

/// Whether a trace that carries `load` may have its last position at `state`.
fn may_end(load: &Load, state: usize, obligations: &mut Obligations<'_>, limits: &Limits) -> Result<bool, GaveUp> {
    let mut choices = Choices::at(state, Position::Last, obligations, limits);
    for &id in &load.all {
        if choices.of(id)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("memory ends before 2^32 product states")
}
