//! Fixpoints inside a strongly connected component of an automaton, on one set of states of the model per member.
//!
//! | name | fixpoint over product sets |
//! |---|---|
//! | `until` | μZ. goals ∨ (within ∧ Pre Z) |
//! | `forever` | νZ. Pre Z |
//! | `recurring` | νZ. ⋀_C Pre until(Z, Z ∧ C): Emerson and Lei, LICS 1986 |
//!
//! A member that has changed is looked at again by those with an edge to it. Walks along a loop of the automaton are
//! walks of the model alone: the searches of the relation do them, with all that makes these fast.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;

use super::super::branching::World;
use super::super::diagrams::Bdd;
use super::super::squaring;
use super::far;
use super::pairs::{ProductSet, Step};
use crate::engine::GaveUp;

/// A component of the automaton; members are numbered from 0.
pub(super) struct Component<'a> {
    world: &'a World<'a>,
    /// Edges to other members.
    steps: Vec<Vec<Step>>,
    /// Edges from a member to itself; nowhere if there is none.
    loops: Vec<Bdd>,
    /// By member, the others that have an edge to it.
    predecessors: Vec<Vec<usize>>,
}

impl<'a> Component<'a> {
    /// The component with these members, by ascending number, of an automaton with these steps.
    pub(super) fn new(world: &'a World<'a>, members: &[usize], all: &[Vec<Step>]) -> Self {
        let nowhere = world.diagrams.constant(false);
        let mut component = Self {
            world,
            steps: vec![Vec::new(); members.len()],
            loops: vec![nowhere; members.len()],
            predecessors: vec![Vec::new(); members.len()],
        };
        for (number, &state) in members.iter().enumerate() {
            for (set, target) in &all[state] {
                match members.binary_search(target) {
                    Ok(same) if same == number => component.loops[number] = set.clone(),
                    Ok(target) => {
                        component.steps[number].push((set.clone(), target));
                        component.predecessors[target].push(number);
                    }
                    Err(_) => {}
                }
            }
        }
        component
    }

    /// Whether it can be stayed in.
    pub(super) fn is_cyclic(&self) -> bool {
        self.steps.len() > 1 || self.loops[0].satisfiable()
    }

    /// From where one can come to `goals` without leaving the component.
    pub(super) fn reaching(&self, goals: &[Bdd]) -> Result<ProductSet, GaveUp> {
        self.until(&vec![self.world.universe.states.clone(); self.steps.len()], goals)
    }

    /// From where one can stay in the component forever, fairly, and come to members of `recurring` again and again.
    pub(super) fn recurring(&self, recurring: &[bool]) -> Result<ProductSet, GaveUp> {
        let diagrams = self.world.diagrams;
        if !recurring.contains(&true) {
            return Ok(vec![diagrams.constant(false); self.steps.len()]);
        }
        if let [alone] = &self.loops[..] {
            return Ok(vec![self.world.exists_globally(alone)?]);
        }
        let everywhere = vec![self.world.universe.states.clone(); self.steps.len()];
        let mut constraints: Vec<ProductSet> =
            self.world.universe.fairness.iter().map(|set| vec![set.clone(); self.steps.len()]).collect();
        if recurring.contains(&false) {
            let part = |&member: &bool| if member { everywhere[0].clone() } else { diagrams.constant(false) };
            constraints.push(recurring.iter().map(part).collect());
        }
        if constraints.is_empty() {
            return self.forever(everywhere);
        }
        let mut states = everywhere;
        loop {
            let mut fewer = states.clone();
            for constraint in &constraints {
                fewer = self.towards_again(fewer, constraint)?;
            }
            if fewer == states {
                return Ok(states);
            }
            states = fewer;
        }
    }

    /// νZ. set ∧ Pre until(Z, Z ∧ constraint)
    fn towards_again(&self, mut set: ProductSet, constraint: &[Bdd]) -> Result<ProductSet, GaveUp> {
        loop {
            let goals = self.both(&set, constraint)?;
            let towards = self.until(&set, &goals)?;
            let fewer = self.both(&towards, &self.before(&towards)?)?;
            if fewer == set {
                return Ok(set);
            }
            set = fewer;
        }
    }

    fn both(&self, left: &[Bdd], right: &[Bdd]) -> Result<ProductSet, GaveUp> {
        left.iter().zip(right).map(|(left, right)| self.world.diagrams.and(left, right)).collect()
    }

    /// One step before `set`, inside the component.
    fn before(&self, set: &[Bdd]) -> Result<ProductSet, GaveUp> {
        let mut next = Next::new(self.world, set.len());
        (0..set.len())
            .map(|member| {
                let others = self.through_others(member, set, &mut next)?;
                let again = self.world.diagrams.and(&self.loops[member], next.of(member, set)?)?;
                self.world.diagrams.or(&others, &again)
            })
            .collect()
    }

    /// One step before `set` by edges to other members.
    fn through_others(&self, member: usize, set: &[Bdd], next: &mut Next<'_>) -> Result<Bdd, GaveUp> {
        let mut before = self.world.diagrams.constant(false);
        for (from, target) in &self.steps[member] {
            let step = self.world.diagrams.and(from, next.of(*target, set)?)?;
            before = self.world.diagrams.or(&before, &step)?;
        }
        Ok(before)
    }

    fn until(&self, within: &[Bdd], goals: &[Bdd]) -> Result<ProductSet, GaveUp> {
        let diagrams = self.world.diagrams;
        let mut reached = goals.to_vec();
        let mut closed = vec![false; goals.len()];
        let mut next = Next::new(self.world, goals.len());
        let mut work: BTreeSet<usize> = (0..goals.len()).collect();
        let mut rounds = 0;
        while let Some(member) = work.pop_first() {
            rounds += 1;
            if rounds == squaring::ROUNDS * goals.len()
                && goals.len() > 1
                && let Some(all) = far::until(self.world, &self.all_steps(), within, &reached)?
            {
                return Ok(all);
            }
            let step = diagrams.and(&within[member], &self.through_others(member, &reached, &mut next)?)?;
            let more = diagrams.or(&reached[member], &step)?;
            if std::mem::replace(&mut closed[member], true) && more == reached[member] {
                continue;
            }
            let along = diagrams.and(&within[member], &self.loops[member])?;
            let more = if along.satisfiable() { self.world.exists_until(&along, &more)? } else { more };
            if more != reached[member] {
                reached[member] = more;
                next.forget(member);
                work.extend(&self.predecessors[member]);
            }
        }
        Ok(reached)
    }

    /// The edges, those from a member to itself included.
    fn all_steps(&self) -> Vec<Vec<Step>> {
        let mut steps = self.steps.clone();
        for (member, (steps, again)) in steps.iter_mut().zip(&self.loops).enumerate() {
            steps.push((again.clone(), member));
        }
        steps
    }

    fn forever(&self, mut states: ProductSet) -> Result<ProductSet, GaveUp> {
        let diagrams = self.world.diagrams;
        let mut next = Next::new(self.world, states.len());
        let mut work: BTreeSet<usize> = (0..states.len()).collect();
        while let Some(member) = work.pop_first() {
            let others = diagrams.and(&states[member], &self.through_others(member, &states, &mut next)?)?;
            let along = diagrams.and(&states[member], &self.loops[member])?;
            let fewer = match along.satisfiable() {
                true => {
                    let leaving = self.world.exists_until(&along, &others)?;
                    diagrams.or(&leaving, &self.world.relation.forever(diagrams, &along)?)?
                }
                false => others,
            };
            if fewer != states[member] {
                states[member] = fewer;
                next.forget(member);
                work.extend(&self.predecessors[member]);
            }
        }
        Ok(states)
    }
}

/// The states of the model one step before each part of a product set, as far as they were asked for.
struct Next<'a> {
    world: &'a World<'a>,
    known: Vec<Option<Bdd>>,
}

impl<'a> Next<'a> {
    fn new(world: &'a World<'a>, members: usize) -> Self {
        Self { world, known: vec![None; members] }
    }

    fn of(&mut self, member: usize, set: &[Bdd]) -> Result<&Bdd, GaveUp> {
        let before = match self.known[member].take() {
            Some(before) => before,
            None => self.world.exists_next(&set[member])?,
        };
        Ok(self.known[member].insert(before))
    }

    fn forget(&mut self, member: usize) {
        self.known[member] = None;
    }
}
