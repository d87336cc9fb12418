//! States and what is left of a path formula, step by step: where some path satisfies it.
//!
//! On infinite paths nothing may be put off forever. Miyano and Hayashi, "Alternating finite automata on ω-words" (1984):
//! what was pending at some moment is watched until all of it has come about, again and again. Finite traces may end
//! wherever what is left is true at the last position. There is no bound on either but a budget.

use std::collections::{BTreeMap, HashMap};

use indexmap::IndexSet;

use super::super::outcome::Beyond;
use super::forever::forever;
use super::judge::World;
use super::obligations::{Obligation, PathFormula, Position, Rest, is_part, union};
use super::{Edges, Set, Whole, number, reversed};
use crate::engine::Traces;
use crate::logic::{FormulaId, Formulas};

/// How many places there may be, and how many steps between them.
const PLACES: usize = 2_000_000;
const STEPS: usize = 20_000_000;

/// What a path carries along.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Load {
    all: Rest,
    /// Those of it that must come about and have been watched since nothing was; empty on finite traces.
    watched: Rest,
}

impl Whole<'_> {
    /// The states of the universe from which some path makes a path formula true, or false: an infinite fair one, or a
    /// finite trace. Where no infinite path starts there is none, whatever the formula says. (Whoever wants `A f` to be f
    /// in such states if f speaks of single states only says so here.)
    pub(super) fn some_path<'s>(
        &self,
        world: &World,
        traces: Traces,
        formulas: &Formulas,
        (path, sign): (FormulaId, bool),
        of: impl Fn(FormulaId) -> &'s Set,
    ) -> Result<Set, Beyond> {
        let formula = PathFormula::new(formulas, path)?;
        let mut walk = Walk::new(self, world, traces, &formula, of);
        walk.explore(Obligation::Is(path, sign))?;
        let goal = match traces {
            Traces::Infinite => walk.infinite(),
            Traces::Finite => walk.finite()?,
        };
        let starts = goal.into_iter().take(self.len());
        Ok(starts.zip(&world.universe).map(|(good, is_there)| good && *is_there).collect())
    }
}

/// A state, and the number of what a path carries there.
type Place = (u32, u32);

struct Walk<'a> {
    whole: &'a Whole<'a>,
    world: &'a World,
    traces: Traces,
    formula: &'a PathFormula<'a>,
    /// By state, which of the `kinds` it is: what leaves say there.
    kind: Vec<usize>,
    kinds: Vec<BTreeMap<FormulaId, bool>>,
    loads: IndexSet<Load>,
    /// By load and kind of state, the loads after a step.
    after: HashMap<(u32, usize), Vec<u32>>,
    places: IndexSet<Place>,
    next: Edges,
}

impl<'a> Walk<'a> {
    fn new<'s>(
        whole: &'a Whole<'a>,
        world: &'a World,
        traces: Traces,
        formula: &'a PathFormula<'a>,
        of: impl Fn(FormulaId) -> &'s Set,
    ) -> Self {
        let mut kinds: IndexSet<Vec<bool>> = IndexSet::new();
        let says = |state: usize| formula.leaves.iter().map(|&leaf| of(leaf)[state]).collect();
        let kind = (0..whole.len()).map(|state| kinds.insert_full(says(state)).0).collect();
        let named = |values: Vec<bool>| formula.leaves.iter().copied().zip(values).collect();
        Self {
            whole,
            world,
            traces,
            formula,
            kind,
            kinds: kinds.into_iter().map(named).collect(),
            loads: IndexSet::new(),
            after: HashMap::new(),
            places: IndexSet::new(),
            next: Vec::new(),
        }
    }

    /// All places that can be come to if the obligation is taken up in any state; these come first, in their order.
    fn explore(&mut self, obligation: Obligation) -> Result<(), Beyond> {
        self.loads.insert(Load { all: vec![obligation], watched: Rest::new() });
        self.places.extend((0..self.whole.len()).map(|state| (number(state), 0)));
        let mut steps = 0;
        while let Some(&(state, load)) = self.places.get_index(self.next.len()) {
            let mut targets = Vec::new();
            if self.world.universe[state as usize] {
                for after in self.after(load, self.kind[state as usize])? {
                    for &to in &self.whole.next[state as usize] {
                        // Fair paths do not leave the universe.
                        if self.world.universe[to as usize] {
                            targets.push(number(self.places.insert_full((to, after)).0));
                        }
                    }
                }
            }
            steps += targets.len();
            if self.places.len() > PLACES || steps > STEPS {
                return Err(Beyond::Product);
            }
            self.next.push(targets);
        }
        Ok(())
    }

    /// What a path may carry along after a step from a state of this kind.
    fn after(&mut self, load: u32, kind: usize) -> Result<Vec<u32>, Beyond> {
        if let Some(after) = self.after.get(&(load, kind)) {
            return Ok(after.clone());
        }
        let Load { all, watched } = self.loads[load as usize].clone();
        let mut loads = vec![Load::default()];
        for &obligation in &all {
            let is_watched = self.traces == Traces::Infinite && (watched.is_empty() || watched.contains(&obligation));
            let mut longer = Vec::new();
            for rest in self.formula.ways(obligation, &self.kinds[kind], Position::Inner)? {
                let pending = rest.iter().copied().filter(|&next| is_watched && self.formula.is_eventual(next));
                let more = Load { watched: pending.collect(), all: rest };
                longer.extend(loads.iter().map(|load| load.union(&more)));
            }
            loads = self.formula.smallest(longer, Load::len, Load::is_part)?;
        }
        let after: Vec<u32> = loads.into_iter().map(|load| number(self.loads.insert_full(load).0)).collect();
        self.after.insert((load, kind), after.clone());
        Ok(after)
    }

    /// From which places a fair path goes on forever on which nothing is put off forever.
    fn infinite(&self) -> Set {
        let nothing = |load: u32| self.loads[load as usize].watched.is_empty();
        let mut sets: Vec<Set> = vec![self.places.iter().map(|&(_, load)| nothing(load)).collect()];
        for fair in &self.world.fairness {
            sets.push(self.places.iter().map(|&(state, _)| fair[state as usize]).collect());
        }
        forever(&self.next, &vec![true; self.places.len()], &sets)
    }

    /// From which places a trace leads to one where it may end.
    fn finite(&self) -> Result<Set, Beyond> {
        let mut ends: HashMap<(u32, usize), bool> = HashMap::new();
        let mut found = Vec::with_capacity(self.places.len());
        for &(state, load) in &self.places {
            let kind = self.kind[state as usize];
            let end = match ends.get(&(load, kind)) {
                Some(&end) => end,
                None => *ends.entry((load, kind)).or_insert(self.may_end(load, kind)?),
            };
            found.push(end);
        }
        let before = reversed(&self.next);
        let mut work: Vec<usize> = (0..found.len()).filter(|&place| found[place]).collect();
        while let Some(place) = work.pop() {
            for &from in &before[place] {
                if !std::mem::replace(&mut found[from as usize], true) {
                    work.push(from as usize);
                }
            }
        }
        Ok(found)
    }

    /// Whether all that a trace carries is true at its last position, in a state of this kind.
    fn may_end(&self, load: u32, kind: usize) -> Result<bool, Beyond> {
        for &obligation in &self.loads[load as usize].all {
            if self.formula.ways(obligation, &self.kinds[kind], Position::Last)?.is_empty() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Load {
    fn len(&self) -> usize {
        self.all.len() + self.watched.len()
    }

    fn is_part(&self, other: &Self) -> bool {
        is_part(&self.all, &other.all) && is_part(&self.watched, &other.watched)
    }

    fn union(&self, other: &Self) -> Self {
        Self { all: union(&self.all, &other.all), watched: union(&self.watched, &other.watched) }
    }
}
