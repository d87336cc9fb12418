//! Why a group cannot enforce something: for every choice that it has, what the others can do about it.
//!
//! With perfect information, and without fairness: the dual of a strategy's table. What must never come about is avoided
//! forever; what must come to an end (the negations of G, W and R) comes nearer with every step.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::super::sets::Sets;
use super::player::{MOST_MOVES, Player, Standing};
use crate::engine::GaveUp;
use crate::ir::{ActionId, JointAction, State};
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
    answers: Vec<Vec<(JointAction, State)>>,
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
                let mut fitting = choice.iter().filter(|(_, next)| self.is_next() || is_near(next));
                let first = fitting.clone().next();
                let Some((action, next)) = fitting.find(|(_, next)| seen.contains(next)).or(first) else {
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
                let Some(choices) = self.answers(state) else { return Ok(None) };
                for choice in choices {
                    let mut kept = Vec::new();
                    for (action, target) in choice {
                        if !sets.contains(won, &target)? {
                            kept.push((action, target));
                        }
                    }
                    if !self.is_next() {
                        next.extend(kept.iter().map(|(_, target)| target.clone()));
                    }
                    answers.push(kept);
                }
            }
            Ok(Some((Losing { standing, answers }, next)))
        })
    }

    /// Per choice of the group, what all can do then and where it leads.
    fn answers(&self, state: &State) -> Option<Vec<Vec<(JointAction, State)>>> {
        let choices = self.transitions.choices_within(state, self.members, MOST_MOVES).ok()?;
        let mut answers: BTreeMap<Vec<ActionId>, Vec<(JointAction, State)>> =
            choices.into_iter().map(|choice| (choice, Vec::new())).collect();
        for successor in self.transitions.moves_within(state, MOST_MOVES).ok()?.successors {
            let choice: Vec<ActionId> = self.members.iter().map(|&member| successor.action.get(member)).collect();
            answers.entry(choice).or_default().push((successor.action, successor.state));
        }
        Some(answers.into_values().collect())
    }

    /// How many steps it takes at most until the group has lost, if it has to come to that.
    fn near(&self, graph: &HashMap<State, Losing>) -> Result<Option<HashMap<State, usize>>, GaveUp> {
        if self.must_end() || self.is_next() {
            return Ok(None);
        }
        let mut near: HashMap<State, usize> = HashMap::new();
        for round in 0.. {
            self.limits.check()?;
            let reached = |(_, next): &(JointAction, State)| near.contains_key(next);
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
