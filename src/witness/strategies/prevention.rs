//! Why a group cannot enforce something: for every choice that it has, what the others can do about it.
//!
//! With perfect information, and without fairness: the dual of a strategy's table. What must never come about is avoided
//! forever; what must come to an end (the negations of G, W and R) comes nearer with every step.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::super::sets::Sets;
use super::player::{Player, Standing};
use crate::engine::GaveUp;
use crate::ir::{State, Successor};
use crate::logic::{FormulaId, Temporal};
use crate::run::Step;

/// What can happen, before its states have numbers.
pub(in super::super) struct Answers {
    /// In a state, what all do, and where that leads: a row for every choice of the group.
    pub(in super::super) rows: Vec<Step<State>>,
    /// What is false where.
    pub(in super::super) states: Vec<(State, FormulaId)>,
}

/// A state in which the group loses: how play stands, and per choice of the group what the others can do.
struct Losing {
    standing: Standing,
    answers: Vec<Vec<Successor>>,
}

impl<S: Sets> Player<'_, S> {
    /// What can happen whatever the group does, if it wins in the states `winning` only; nothing if that is too much to
    /// be shown.
    pub(in super::super) fn prevented(
        &self,
        sets: &S,
        here: &State,
        winning: &S::Set,
    ) -> Result<Option<Answers>, GaveUp> {
        let Some(graph) = self.losing(sets, here, winning)? else { return Ok(None) };
        let near = self.near(&graph)?;
        let mut answers = Answers { rows: Vec::new(), states: Vec::new() };
        let mut seen = BTreeSet::from([here.clone()]);
        let mut queue = VecDeque::from([here.clone()]);
        while let Some(state) = queue.pop_front() {
            let Some(losing) = graph.get(&state) else { return Ok(None) };
            let claims = self.against(losing.standing);
            answers.states.extend(claims.into_iter().map(|claim| (state.clone(), claim)));
            for choice in &losing.answers {
                // What play has come across already, if that will do: the table stays small.
                let is_near = |next: &State| near.as_ref().is_none_or(|near| near[next] < near[&state]);
                let mut fitting = choice.iter().filter(|next| self.is_next() || is_near(&next.state));
                let first = fitting.clone().next();
                let Some(Successor { action, state: next }) = fitting.find(|next| seen.contains(&next.state)).or(first)
                else {
                    return Ok(None);
                };
                answers.rows.push(Step { from: state.clone(), action: action.clone(), to: next.clone() });
                if let Temporal::Next(f) = self.operator {
                    answers.states.push((next.clone(), f));
                } else if seen.insert(next.clone()) {
                    queue.push_back(next.clone());
                }
            }
        }
        Ok(Some(answers))
    }

    /// What is false in a state where play stands so and the group does not win.
    pub(super) fn against(&self, standing: Standing) -> Vec<FormulaId> {
        match (self.operator, standing) {
            (Temporal::Finally(f) | Temporal::Release(f, _), Standing::Open)
            | (Temporal::Globally(f) | Temporal::Release(_, f), Standing::Lost)
            | (Temporal::Until(_, f) | Temporal::WeakUntil(_, f), Standing::Open) => vec![f],
            (Temporal::Until(f, g) | Temporal::WeakUntil(f, g), Standing::Lost) => vec![f, g],
            _ => Vec::new(),
        }
    }

    /// Everything that can happen where the group loses.
    fn losing(&self, sets: &S, here: &State, winning: &S::Set) -> Result<Option<HashMap<State, Losing>>, GaveUp> {
        let won = if self.is_next() { &self.first } else { winning };
        self.graph(here, |state| {
            let standing = self.standing(sets, state)?;
            let mut answers = Vec::new();
            let mut next = Vec::new();
            if standing == Standing::Open {
                let Ok(choices) = self.choices(sets, state) else { return Ok(None) };
                for choice in choices {
                    let mut kept = Vec::new();
                    for successor in choice.leads_to {
                        if !sets.contains(won, &successor.state)? {
                            kept.push(successor);
                        }
                    }
                    if !self.is_next() {
                        next.extend(kept.iter().map(|successor| successor.state.clone()));
                    }
                    answers.push(kept);
                }
            }
            Ok(Some((Losing { standing, answers }, next)))
        })
    }

    /// How many steps it takes at most until the group has lost, if it has to come to that.
    fn near(&self, graph: &HashMap<State, Losing>) -> Result<Option<HashMap<State, usize>>, GaveUp> {
        if self.must_end() || self.is_next() {
            return Ok(None);
        }
        let mut near: HashMap<State, usize> = HashMap::new();
        for round in 0.. {
            self.limits.check()?;
            let reached = |next: &Successor| near.contains_key(&next.state);
            let ends = |losing: &Losing| {
                losing.standing == Standing::Lost || losing.answers.iter().all(|choice| choice.iter().any(reached))
            };
            let found: Vec<State> = graph
                .iter()
                .filter(|(state, losing)| !near.contains_key(*state) && ends(losing))
                .map(|(state, _)| state.clone())
                .collect();
            if found.is_empty() {
                break;
            }
            near.extend(found.into_iter().map(|state| (state, round)));
        }
        // Where the group may go on forever is nothing that play must come to.
        let far = graph.keys().filter(|state| !near.contains_key(*state)).cloned().collect::<Vec<_>>();
        near.extend(far.into_iter().map(|state| (state, usize::MAX)));
        Ok(Some(near))
    }
}
