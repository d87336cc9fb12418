//! A group that has something to enforce: how play stands in a state, what it can choose there, and where that leads.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use super::super::evidence::{Decision, StateId, Table};
use super::super::sets::Sets;
use crate::engine::{EvidenceGap, GaveUp, Limits};
use crate::ir::{ActionId, AgentId, Choice, InterpretedSystem, OutOfBudget, State, Successor, Transitions};
use crate::logic::{FormulaId, Temporal};

/// States that play may reach.
pub(super) const MOST_STATES: usize = 5_000;
/// Moves that one state may have.
pub(super) const MOST_MOVES: usize = 20_000;
pub(super) fn too_large() -> GaveUp {
    EvidenceGap::Strategy.into()
}

/// A strategy, before its states have numbers.
pub(in super::super) enum Choices {
    Perfect(Vec<(State, Vec<ActionId>)>),
    Uniform(Vec<Decision>),
}

impl Choices {
    pub(in super::super) fn numbered(self, mut number: impl FnMut(&State) -> StateId) -> Table {
        match self {
            Self::Perfect(rows) => {
                Table::Perfect(rows.into_iter().map(|(state, actions)| (number(&state), actions)).collect())
            }
            Self::Uniform(rows) => Table::Uniform(rows),
        }
    }
}

/// How a group plays.
pub(in super::super) struct Play {
    /// From where.
    pub(in super::super) from: Vec<State>,
    /// What it does.
    pub(in super::super) table: Choices,
    /// Where play can go on to.
    pub(in super::super) outcomes: Vec<(State, Vec<State>)>,
    /// What is true where play comes along.
    pub(in super::super) states: Vec<(State, FormulaId)>,
}

/// A group that has something to enforce.
pub(in super::super) struct Player<'a, S: Sets> {
    pub(super) system: &'a InterpretedSystem,
    pub(super) transitions: Transitions<'a>,
    pub(super) members: &'a [AgentId],
    pub(super) operator: Temporal,
    /// Where the operands are true.
    pub(super) first: S::Set,
    pub(super) second: Option<S::Set>,
    pub(super) limits: &'a Limits,
}

/// Where play stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is over, and won.
    Won,
    /// It goes on.
    Open,
    /// It is lost.
    Lost,
}

/// A choice and where it can lead.
pub(super) type Options = BTreeMap<Vec<ActionId>, Vec<State>>;

impl<'a, S: Sets> Player<'a, S> {
    pub(in super::super) fn new(
        system: &'a InterpretedSystem,
        members: &'a [AgentId],
        operator: Temporal,
        (first, second): (S::Set, Option<S::Set>),
        limits: &'a Limits,
    ) -> Self {
        Self { system, transitions: Transitions::new(system), members, operator, first, second, limits }
    }

    /// Whether only the first step matters.
    pub(super) fn is_next(&self) -> bool {
        matches!(self.operator, Temporal::Next(_))
    }

    /// Where play stands in a state.
    pub(super) fn standing(&self, sets: &S, state: &State) -> Result<Standing, GaveUp> {
        let first = sets.contains(&self.first, state)?;
        let second = self.second.as_ref().map_or(Ok(false), |set| sets.contains(set, state))?;
        let if_true = |value: bool, standing: Standing| if value { standing } else { Standing::Lost };
        Ok(match self.operator {
            Temporal::Next(_) => Standing::Open,
            Temporal::Finally(_) if first => Standing::Won,
            Temporal::Finally(_) => Standing::Open,
            Temporal::Globally(_) => if_true(first, Standing::Open),
            Temporal::Until(..) | Temporal::WeakUntil(..) if second => Standing::Won,
            Temporal::Until(..) | Temporal::WeakUntil(..) => if_true(first, Standing::Open),
            Temporal::Release(..) if first && second => Standing::Won,
            Temporal::Release(..) => if_true(second, Standing::Open),
        })
    }

    /// Whether play must come to an end to be won.
    pub(super) fn must_end(&self) -> bool {
        matches!(self.operator, Temporal::Finally(_) | Temporal::Until(..))
    }

    /// What is true in a state where play stands so.
    fn claim(&self, standing: Standing) -> Option<FormulaId> {
        match (self.operator, standing) {
            (Temporal::Finally(f), Standing::Won) => Some(f),
            (Temporal::Globally(f) | Temporal::Until(f, _) | Temporal::WeakUntil(f, _), Standing::Open) => Some(f),
            (Temporal::Until(_, g) | Temporal::WeakUntil(_, g), Standing::Won) => Some(g),
            (Temporal::Release(_, g), Standing::Open | Standing::Won) => Some(g),
            _ => None,
        }
    }

    /// What the group can choose in a state, in lexicographic order, and where that can lead.
    ///
    /// # Errors
    /// If that is too much.
    pub(super) fn choices(&self, sets: &S, state: &State) -> Result<Vec<Choice>, OutOfBudget> {
        if let Some(choices) = sets.choices(state, self.members, MOST_MOVES) {
            return choices;
        }
        let all = self.transitions.choices_within(state, self.members, MOST_MOVES)?;
        let mut leads_to: BTreeMap<Vec<ActionId>, Vec<Successor>> =
            all.into_iter().map(|actions| (actions, Vec::new())).collect();
        let mut seen: HashSet<(Vec<ActionId>, State)> = HashSet::new();
        for successor in self.transitions.moves_within(state, MOST_MOVES)?.successors {
            let actions: Vec<ActionId> = self.members.iter().map(|&member| successor.action.get(member)).collect();
            if seen.insert((actions.clone(), successor.state.clone())) {
                leads_to.entry(actions).or_default().push(successor);
            }
        }
        Ok(leads_to.into_iter().map(|(actions, leads_to)| Choice { actions, leads_to }).collect())
    }

    /// The same without what the others do.
    pub(super) fn options(&self, sets: &S, state: &State) -> Result<Options, GaveUp> {
        let choices = self.choices(sets, state).map_err(|_| too_large())?;
        let states = |leads_to: Vec<Successor>| leads_to.into_iter().map(|successor| successor.state).collect();
        Ok(choices.into_iter().map(|choice| (choice.actions, states(choice.leads_to))).collect())
    }

    /// What is true in a state of the play.
    pub(super) fn note(&self, standing: Standing, state: &State, states: &mut Vec<(State, FormulaId)>) {
        states.extend(self.claim(standing).map(|claim| (state.clone(), claim)));
        if let (Temporal::Release(f, _), Standing::Won) = (self.operator, standing) {
            states.push((state.clone(), f));
        }
    }

    /// All that can happen from a state on: `look` says what there is to know of a state, and where play can go on to.
    /// Nothing if there are too many states, or if `look` has nothing to say.
    pub(super) fn graph<T>(
        &self,
        here: &State,
        mut look: impl FnMut(&State) -> Result<Option<(T, Vec<State>)>, GaveUp>,
    ) -> Result<Option<HashMap<State, T>>, GaveUp> {
        let mut graph = HashMap::new();
        let mut queue = VecDeque::from([here.clone()]);
        while let Some(state) = queue.pop_front() {
            if graph.contains_key(&state) {
                continue;
            }
            self.limits.check()?;
            if graph.len() >= MOST_STATES {
                return Ok(None);
            }
            let Some((known, next)) = look(&state)? else { return Ok(None) };
            queue.extend(next);
            graph.insert(state, known);
        }
        Ok(Some(graph))
    }

    /// The states that the members together cannot tell from this one.
    pub(super) fn starts(&self, sets: &mut S, here: &State) -> Result<Vec<State>, GaveUp> {
        let mut left = sets.alike(&sets.single(here)?, self.members)?;
        let mut from = Vec::new();
        while let Some(state) = sets.some(&left)? {
            left = sets.minus(&left, &sets.single(&state)?)?;
            from.push(state);
            if from.len() > MOST_STATES {
                return Err(too_large());
            }
        }
        Ok(from)
    }
}
