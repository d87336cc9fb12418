//! One path on which model and automaton accept: what E φ is shown with, and A φ refuted.
//!
//! The stem is as short as the way to a place where both can accept: backwards from there in layers, then forwards, one
//! state after the other. On infinite paths a loop follows, from one constraint to the next and back to where it began.
//! Where there is no way back, that was no cycle; what is left of the path is one component further, and the search
//! begins anew there (Clarke, Grumberg, McMillan and Zhao, "Efficient generation of counterexamples and witnesses in
//! symbolic model checking", DAC 1995).

use oxidd::BooleanFunction;

use super::super::branching::World;
use super::super::diagrams::Bdd;
use super::pairs::{ProductSet, Step};
use crate::engine::{GaveUp, Traces};

/// States of the model, each as a set of its own.
pub(in super::super) struct Walk {
    pub(in super::super) states: Vec<Bdd>,
    /// The position that follows the last one.
    pub(in super::super) back_to: Option<usize>,
}

#[derive(Clone)]
struct Position {
    /// A single state of the model.
    state: Bdd,
    /// The state of the automaton.
    automaton: usize,
}

/// What is known of a product.
pub(super) struct Walker<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) traces: Traces,
    /// The edges of the automaton.
    pub(super) steps: Vec<Vec<Step>>,
    /// Where a finite trace may end, or where one can stay in a component forever and accept.
    pub(super) cores: ProductSet,
    /// Whether a state of the automaton must be met again and again by paths that stay in its component.
    pub(super) recurring: Vec<bool>,
    /// The component of each state of the automaton.
    pub(super) components: Vec<usize>,
}

impl Walker<'_> {
    /// A path from one of these states of the model, with the automaton in state `initial`.
    pub(super) fn walk(&self, from: &Bdd, initial: usize) -> Result<Option<Walk>, GaveUp> {
        let mut starts = self.nowhere();
        starts[initial] = from.clone();
        let everywhere = vec![self.world.universe.states.clone(); self.steps.len()];
        let Some(stem) = self.shortest(&starts, &everywhere, &self.cores)? else { return Ok(None) };
        let (positions, back_to) = match self.traces {
            Traces::Finite => (stem, None),
            Traces::Infinite => self.closed(stem)?,
        };
        Ok(Some(Walk { states: positions.into_iter().map(|position| position.state).collect(), back_to }))
    }

    /// A path that goes on in a loop.
    fn closed(&self, mut path: Vec<Position>) -> Result<(Vec<Position>, Option<usize>), GaveUp> {
        loop {
            let start = path.len() - 1;
            let component = self.components[path[start].automaton];
            let core = self.part(&self.cores, |state| self.components[state] == component);
            for constraint in self.constraints(component) {
                if self.meets(&path[start..], &constraint)? {
                    continue;
                }
                let goals = self.both(&core, &constraint)?;
                path.extend(self.onwards(&path[path.len() - 1], &core, &goals)?.unwrap_or_default());
            }
            let mut home = self.nowhere();
            home[path[start].automaton] = path[start].state.clone();
            if let Some(mut way) = self.onwards(&path[path.len() - 1], &core, &home)? {
                way.pop();
                path.extend(way);
                return Ok((path, Some(start)));
            }
            if path.len() - 1 == start {
                path.extend(self.onwards(&path[start], &core, &core)?.unwrap_or_default());
            }
        }
    }

    /// What a loop within a component must meet.
    fn constraints(&self, component: usize) -> Vec<ProductSet> {
        let fairness = self.world.universe.fairness.iter();
        let mut constraints: Vec<ProductSet> = fairness.map(|set| vec![set.clone(); self.steps.len()]).collect();
        let members = || (0..self.steps.len()).filter(|&state| self.components[state] == component);
        if members().any(|state| !self.recurring[state]) {
            let everywhere = vec![self.world.universe.states.clone(); self.steps.len()];
            constraints.push(self.part(&everywhere, |state| self.recurring[state]));
        }
        constraints
    }

    fn meets(&self, path: &[Position], set: &[Bdd]) -> Result<bool, GaveUp> {
        for position in path {
            if self.world.diagrams.and(&position.state, &set[position.automaton])?.satisfiable() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A shortest path of at least one step, without its first position.
    fn onwards(&self, here: &Position, within: &[Bdd], goals: &[Bdd]) -> Result<Option<Vec<Position>>, GaveUp> {
        let after = self.world.relation.after(self.world.diagrams, &here.state)?;
        let mut starts = self.nowhere();
        for (from, target) in &self.steps[here.automaton] {
            if self.world.diagrams.and(&here.state, from)?.satisfiable() {
                starts[*target] = self.world.diagrams.and(&after, &within[*target])?;
            }
        }
        self.shortest(&starts, within, goals)
    }

    /// A shortest path from `starts` to `goals` that stays in `within`.
    fn shortest(&self, starts: &[Bdd], within: &[Bdd], goals: &[Bdd]) -> Result<Option<Vec<Position>>, GaveUp> {
        let mut layers = vec![self.both(goals, within)?];
        let mut seen = layers[0].clone();
        let mut position = loop {
            let last = &layers[layers.len() - 1];
            if let Some(start) = self.pick(&self.both(starts, last)?)? {
                break start;
            }
            let mut layer = self.both(&self.before(last)?, within)?;
            for (set, seen) in layer.iter_mut().zip(&mut seen) {
                *set = self.world.diagrams.minus(set, seen)?;
                *seen = self.world.diagrams.or(seen, set)?;
            }
            if !layer.iter().any(BooleanFunction::satisfiable) {
                return Ok(None);
            }
            layers.push(layer);
        };
        layers.pop();
        let mut path = vec![position.clone()];
        for layer in layers.iter().rev() {
            position = self.step_into(&position, layer)?;
            path.push(position.clone());
        }
        Ok(Some(path))
    }

    /// The next position, which is in `layer`.
    fn step_into(&self, here: &Position, layer: &[Bdd]) -> Result<Position, GaveUp> {
        let after = self.world.relation.after(self.world.diagrams, &here.state)?;
        let mut next = self.nowhere();
        for (from, target) in &self.steps[here.automaton] {
            if self.world.diagrams.and(&here.state, from)?.satisfiable() {
                next[*target] = self.world.diagrams.and(&after, &layer[*target])?;
            }
        }
        Ok(self.pick(&next)?.unwrap_or_else(|| unreachable!("a layer is one step before the next one")))
    }

    /// One step before `set`.
    fn before(&self, set: &[Bdd]) -> Result<ProductSet, GaveUp> {
        let mut before = Vec::with_capacity(set.len());
        for states in set {
            let some = states.satisfiable();
            before.push(if some { self.world.exists_next(states)? } else { states.clone() });
        }
        let mut all = self.nowhere();
        for (state, steps) in self.steps.iter().enumerate() {
            for (from, target) in steps.iter().filter(|(_, target)| before[*target].satisfiable()) {
                let step = self.world.diagrams.and(from, &before[*target])?;
                all[state] = self.world.diagrams.or(&all[state], &step)?;
            }
        }
        Ok(all)
    }

    fn pick(&self, set: &[Bdd]) -> Result<Option<Position>, GaveUp> {
        for (automaton, states) in set.iter().enumerate() {
            if let Some(state) = self.world.relation.some_state(self.world.diagrams, states)? {
                return Ok(Some(Position { state, automaton }));
            }
        }
        Ok(None)
    }

    fn both(&self, left: &[Bdd], right: &[Bdd]) -> Result<ProductSet, GaveUp> {
        left.iter().zip(right).map(|(left, right)| self.world.diagrams.and(left, right)).collect()
    }

    fn part(&self, set: &[Bdd], of: impl Fn(usize) -> bool) -> ProductSet {
        let nothing = self.world.diagrams.constant(false);
        set.iter().enumerate().map(|(state, set)| if of(state) { set.clone() } else { nothing.clone() }).collect()
    }

    fn nowhere(&self) -> ProductSet {
        vec![self.world.diagrams.constant(false); self.steps.len()]
    }
}
