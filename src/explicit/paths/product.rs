//! A graph and the loads of a path formula, walking together.
//!
//! Its steps are not listed: what becomes of a load depends on the letter alone, and so they follow from the steps of the
//! graph.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::super::edges::Edges;
use super::super::pulse::Pulse;
use super::super::{Graph, StateSet};
use super::letters::Letters;
use super::loads::Loads;
use super::numbers::Numbers;
use super::size::within;
use crate::engine::{GaveUp, Limits};

/// A state of the product.
#[derive(Debug, Clone, Copy)]
struct Pair {
    /// The state of the graph that it stands at.
    place: u32,
    load: u32,
    /// The row of loads that this one can become here.
    next: u32,
}

/// The reachable product.
pub(super) struct Product<'a> {
    graph: &'a Graph,
    letters: Letters,
    loads: Loads<'a>,
    /// The loads that become a load under a letter.
    before: HashMap<(u32, u32), Vec<u32>, FxBuildHasher>,
    pairs: Vec<Pair>,
    numbers: Numbers,
    /// Infinite paths: breakpoints. Finite traces: where the trace may end.
    pub(super) accepting: StateSet,
    /// So many first states of the product are the starts.
    starts: usize,
}

impl<'a> Product<'a> {
    /// All that is reachable when the first load is taken up at any state of `starts`.
    pub(super) fn explore(
        graph: &'a Graph,
        letters: Letters,
        mut loads: Loads<'a>,
        starts: &StateSet,
        limits: &Limits,
    ) -> Result<Self, GaveUp> {
        let (mut pairs, mut numbers) = (Vec::new(), Numbers::new(graph.len()));
        for state in starts.iter() {
            meet(state, 0, &mut numbers, &mut pairs);
        }
        let (starts, mut done) = (pairs.len(), 0);
        let mut accepting = Vec::new();
        let mut pulse = Pulse::new(limits);
        while let Some(&Pair { place, load, .. }) = pairs.get(done) {
            pulse.check()?;
            within(limits, pairs.len())?;
            let state = place as usize;
            let outcome = loads.outcome(load, (letters.of(state), state))?;
            pairs[done].next = outcome.next;
            accepting.push(outcome.accepts);
            for &next_load in loads.next(outcome.next) {
                for next in graph.successors(state) {
                    meet(next, next_load, &mut numbers, &mut pairs);
                }
            }
            done += 1;
        }
        let accepting = StateSet::collect(accepting.len(), |state| accepting[state]);
        Ok(Self { graph, letters, before: loads.reversed(), loads, pairs, numbers, accepting, starts })
    }

    /// The product states that stand in `set`.
    pub(super) fn lift(&self, set: &StateSet) -> StateSet {
        StateSet::collect(self.pairs.len(), |state| set.contains(self.place(state)))
    }

    /// The states of the graph whose start is in `set`.
    pub(super) fn project(&self, set: &StateSet) -> StateSet {
        let mut states = StateSet::empty(self.graph.len());
        for start in self.starts().filter(|&start| set.contains(start)) {
            states.insert(self.place(start));
        }
        states
    }

    /// The product states in which the obligation is taken up.
    pub(super) fn starts(&self) -> std::ops::Range<usize> {
        0..self.starts
    }

    /// The states of the graph that some product states stand at.
    pub(super) fn places_of(&self, states: &[usize]) -> Vec<usize> {
        states.iter().map(|&state| self.place(state)).collect()
    }

    fn place(&self, state: usize) -> usize {
        self.pairs[state].place as usize
    }

    fn number(&self, place: usize, load: u32) -> usize {
        self.numbers.get(place, load).expect("what follows on a state of the product is one")
    }
}

impl Edges for Product<'_> {
    fn size(&self) -> usize {
        self.pairs.len()
    }

    fn after(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        let Pair { place, next, .. } = self.pairs[state];
        let places = move || self.graph.successors(place as usize);
        self.loads.next(next).iter().flat_map(move |&load| places().map(move |place| self.number(place, load)))
    }

    fn after_at(&self, state: usize, position: usize) -> Option<usize> {
        let Pair { place, next, .. } = self.pairs[state];
        let places = self.graph.row(place as usize);
        let load = *self.loads.next(next).get(position.checked_div(places.len())?)?;
        Some(self.number(places[position % places.len()] as usize, load))
    }

    fn before(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        let Pair { place, load, .. } = self.pairs[state];
        self.graph.predecessors(place as usize).flat_map(move |place| {
            let loads = self.before.get(&(load, self.letters.of(place))).map_or(&[][..], Vec::as_slice);
            loads.iter().filter_map(move |&load| self.numbers.get(place, load))
        })
    }
}

/// A pair, which may be new.
fn meet(place: usize, load: u32, numbers: &mut Numbers, pairs: &mut Vec<Pair>) {
    if let Some(number) = numbers.entry(place, load) {
        *number = u32::try_from(pairs.len()).expect("memory ends before 2^32 product states");
        let place = u32::try_from(place).expect("memory ends before 2^32 states");
        pairs.push(Pair { place, load, next: 0 });
    }
}
