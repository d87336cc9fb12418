//! A model and an automaton walking together: for every state of the automaton, the states of the model from which both
//! can accept. No variables are needed for the automaton.
//!
//! The strongly connected components of the automaton are visited from the last to the first. What comes after a
//! component is known by then; so a state that is on no cycle costs one preimage, and only a component that mixes
//! accepting and other states needs recurrence (Bloem, Ravi and Somenzi, "Efficient decision procedures for model
//! checking of linear time logic properties", CAV 1999).

use oxidd::BooleanFunction;

use super::super::branching::World;
use super::super::diagrams::Bdd;
use super::component::Component;
use super::labels::LabelSets;
use super::pairs::Step;
use super::walk::{Walk, Walker};
use crate::automata::{Buchi, Graph, Nfa, Proposition};
use crate::engine::{GaveUp, Traces};

/// How a state of the automaton takes part in acceptance.
struct Role {
    /// States of the model in which the walk may end here.
    ending: Bdd,
    /// Whether a walk that comes here again and again accepts.
    recurring: bool,
    /// Whether nothing else than `ending` has to be looked at.
    settled: bool,
}

/// The product.
pub(super) struct Product<'a> {
    world: &'a World<'a>,
    graph: &'a Graph,
    traces: Traces,
    steps: Vec<Vec<Step>>,
    roles: Vec<Role>,
    /// By state of the automaton: from where both accept. Known for the components that have been visited.
    accepted: Vec<Option<Bdd>>,
    /// By state of the automaton: where a finite trace may end, or from where one can stay in the component and accept.
    cores: Vec<Bdd>,
    /// One step before those from where both accept, where it was asked for.
    before: Vec<Option<Bdd>>,
}

impl<'a> Product<'a> {
    /// Over infinite fair paths.
    pub(super) fn infinite(
        world: &'a World<'a>,
        automaton: &'a Buchi,
        of: impl Fn(Proposition) -> &'a Bdd,
    ) -> Result<Self, GaveUp> {
        let graph = automaton.graph();
        let states = 0..graph.len();
        // Where everything is accepted, any fair path will do.
        let going_on = match states.clone().any(|state| automaton.is_sink(state)) {
            true => world.endless()?,
            false => world.diagrams.constant(false),
        };
        let nowhere = world.diagrams.constant(false);
        let role = |state: usize| {
            let settled = automaton.is_sink(state);
            let ending = if settled { going_on.clone() } else { nowhere.clone() };
            Role { ending, recurring: automaton.is_accepting(state), settled }
        };
        let roles = states.map(role).collect();
        let mut sets = LabelSets::new(world, graph.labels(), of);
        Self::new(world, (graph, Traces::Infinite), roles, &mut sets)
    }

    /// Over finite traces.
    pub(super) fn finite(
        world: &'a World<'a>,
        automaton: &'a Nfa,
        of: impl Fn(Proposition) -> &'a Bdd,
    ) -> Result<Self, GaveUp> {
        let graph = automaton.graph();
        let mut sets = LabelSets::new(world, graph.labels(), of);
        let mut roles = Vec::with_capacity(graph.len());
        for state in 0..graph.len() {
            roles.push(Role { ending: sets.get(automaton.last(state))?, recurring: false, settled: false });
        }
        Self::new(world, (graph, Traces::Finite), roles, &mut sets)
    }

    fn new<F: Fn(Proposition) -> &'a Bdd>(
        world: &'a World<'a>,
        (graph, traces): (&'a Graph, Traces),
        roles: Vec<Role>,
        sets: &mut LabelSets<'a, F>,
    ) -> Result<Self, GaveUp> {
        let mut steps = Vec::with_capacity(graph.len());
        for (state, role) in roles.iter().enumerate() {
            let edges = if role.settled { &[] } else { graph.edges(state) };
            let labelled = edges.iter().map(|edge| Ok((sets.get(edge.label)?, edge.target)));
            steps.push(labelled.collect::<Result<Vec<Step>, GaveUp>>()?);
        }
        let (accepted, before) = (vec![None; graph.len()], vec![None; graph.len()]);
        let cores = roles.iter().map(|role| role.ending.clone()).collect();
        let mut product = Self { world, graph, traces, steps, roles, accepted, cores, before };
        for members in graph.components() {
            product.visit(members)?;
        }
        Ok(product)
    }

    /// The states of the model from which both accept, the automaton starting in its initial state.
    pub(super) fn accepting(&self) -> Bdd {
        let initial = self.accepted[Graph::INITIAL].clone();
        initial.unwrap_or_else(|| unreachable!("every state is in some component"))
    }

    /// A path from one of these states on which both accept.
    pub(super) fn walk(&self, from: &Bdd) -> Result<Option<Walk>, GaveUp> {
        let from = self.world.diagrams.and(from, &self.accepting())?;
        if !from.satisfiable() {
            return Ok(None);
        }
        let mut components = vec![0; self.graph.len()];
        for (number, members) in self.graph.components().into_iter().enumerate() {
            members.into_iter().for_each(|state| components[state] = number);
        }
        let mut steps = self.steps.clone();
        for (state, steps) in steps.iter_mut().enumerate().filter(|(state, _)| self.roles[*state].settled) {
            steps.push((self.world.universe.states.clone(), state));
        }
        let recurring = self.roles.iter().map(|role| role.recurring).collect();
        let (world, traces, cores) = (self.world, self.traces, self.cores.clone());
        Walker { world, traces, steps, cores, recurring, components }.walk(&from, Graph::INITIAL)
    }

    /// Everything that the edges of `members` lead to is known, or in `members`.
    fn visit(&mut self, members: Vec<usize>) -> Result<(), GaveUp> {
        let mut goals = Vec::with_capacity(members.len());
        for &state in &members {
            let mut goal = self.roles[state].ending.clone();
            for position in 0..self.steps[state].len() {
                let target = self.steps[state][position].1;
                if let Some(before) = self.one_step_before(target)? {
                    let step = self.world.diagrams.and(&self.steps[state][position].0, &before)?;
                    goal = self.world.diagrams.or(&goal, &step)?;
                }
            }
            goals.push(goal);
        }
        let component = Component::new(self.world, &members, &self.steps);
        if component.is_cyclic() {
            let recurring: Vec<bool> = members.iter().map(|&state| self.roles[state].recurring).collect();
            // What comes to a place where it can stay forever could have stayed before: no search is needed for that.
            let closed = !recurring.contains(&false) && !goals.iter().any(BooleanFunction::satisfiable);
            for ((goal, recurs), &state) in goals.iter_mut().zip(component.recurring(&recurring)?).zip(&members) {
                *goal = self.world.diagrams.or(goal, &recurs)?;
                self.cores[state] = self.world.diagrams.or(&self.cores[state], &recurs)?;
            }
            if !closed {
                goals = component.reaching(&goals)?;
            }
        }
        for (state, states) in members.into_iter().zip(goals) {
            self.accepted[state] = Some(states);
        }
        Ok(())
    }

    /// The states of the model before those that accept with the automaton in `target`, if these are known.
    fn one_step_before(&mut self, target: usize) -> Result<Option<Bdd>, GaveUp> {
        if self.before[target].is_none()
            && let Some(accepted) = &self.accepted[target]
        {
            // A state that can go on comes before one that can.
            let settled = self.roles[target].settled;
            self.before[target] = Some(if settled { accepted.clone() } else { self.world.exists_next(accepted)? });
        }
        Ok(self.before[target].clone())
    }
}
