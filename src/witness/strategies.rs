//! What a group does to enforce something, as a table, found in the part of the system that play can reach.
//!
//! With perfect information: choices that keep all outcomes among the states where the group wins; to reach a goal, those
//! that bring it nearer. Uniform: one action per local state of each member, by backtracking in the order in which play
//! comes across local states.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::evidence::{StateId, Table};
use super::sets::Sets;
use crate::engine::{GaveUp, Limits};
use crate::ir::{ActionId, AgentId, InterpretedSystem, State, Transitions};
use crate::logic::{FormulaId, Temporal};

/// States that play may reach.
pub(super) const MOST_STATES: usize = 5_000;
/// Moves that one state may have.
pub(super) const MOST_MOVES: usize = 20_000;
/// Uniform strategies that may be tried.
const MOST_STRATEGIES: usize = 20_000;

pub(super) fn too_large() -> GaveUp {
    GaveUp::Declined("its strategy would be too large to show".to_owned())
}

/// A strategy, before its states have numbers.
pub(super) enum Choices {
    Perfect(Vec<(State, Vec<ActionId>)>),
    Uniform(Vec<(AgentId, Vec<i64>, ActionId)>),
}

impl Choices {
    pub(super) fn numbered(self, mut number: impl FnMut(&State) -> StateId) -> Table {
        match self {
            Self::Perfect(rows) => {
                Table::Perfect(rows.into_iter().map(|(state, actions)| (number(&state), actions)).collect())
            }
            Self::Uniform(rows) => Table::Uniform(rows),
        }
    }
}

/// How a group plays.
pub(super) struct Play {
    /// From where.
    pub(super) from: Vec<State>,
    /// What it does.
    pub(super) table: Choices,
    /// Where play can go on to.
    pub(super) outcomes: Vec<(State, Vec<State>)>,
    /// What is true where play comes along.
    pub(super) states: Vec<(State, FormulaId)>,
}

/// A group that has something to enforce.
pub(super) struct Player<'a, S: Sets> {
    system: &'a InterpretedSystem,
    transitions: Transitions<'a>,
    members: &'a [AgentId],
    operator: Temporal,
    /// Where the operands are true.
    first: S::Set,
    second: Option<S::Set>,
    limits: &'a Limits,
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
    pub(super) fn new(
        system: &'a InterpretedSystem,
        members: &'a [AgentId],
        operator: Temporal,
        (first, second): (S::Set, Option<S::Set>),
        limits: &'a Limits,
    ) -> Self {
        Self { system, transitions: Transitions::new(system), members, operator, first, second, limits }
    }

    pub(super) fn system(&self) -> &'a InterpretedSystem {
        self.system
    }

    pub(super) fn members(&self) -> &[AgentId] {
        self.members
    }

    pub(super) fn operator(&self) -> Temporal {
        self.operator
    }

    pub(super) fn transitions(&self) -> &Transitions<'a> {
        &self.transitions
    }

    pub(super) fn limits(&self) -> &Limits {
        self.limits
    }

    /// Where the first operand is true.
    pub(super) fn first(&self) -> &S::Set {
        &self.first
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

    /// What the group can choose in a state, and where that can lead.
    pub(super) fn options(&self, state: &State) -> Result<Options, GaveUp> {
        let choices = self.transitions.choices_within(state, self.members, MOST_MOVES).map_err(|_| too_large())?;
        let mut options: Options = choices.into_iter().map(|choice| (choice, Vec::new())).collect();
        let moves = self.transitions.moves_within(state, MOST_MOVES).map_err(|_| too_large())?;
        for successor in moves.successors {
            let choice: Vec<ActionId> = self.members.iter().map(|&member| successor.action.get(member)).collect();
            options.entry(choice).or_default().push(successor.state);
        }
        Ok(options)
    }

    /// A choice per global state, for a group that wins in the states `winning`.
    pub(super) fn perfect(&self, sets: &S, here: &State, winning: &S::Set) -> Result<Play, GaveUp> {
        let graph = self.explore(sets, here, winning)?;
        let chosen = self.nearer(&graph)?;
        let mut states = Vec::new();
        let mut table = Vec::new();
        let mut outcomes = Vec::new();
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([here.clone()]);
        while let Some(state) = queue.pop_front() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let position = &graph[&state];
            self.note(position.standing, &state, &mut states);
            if position.standing == Standing::Open {
                let choice = chosen.get(&state).ok_or_else(too_large)?;
                let targets: BTreeSet<&State> = position.options[choice].iter().collect();
                match self.operator {
                    Temporal::Next(f) => states.extend(targets.iter().map(|&next| (next.clone(), f))),
                    _ => queue.extend(targets.iter().copied().cloned()),
                }
                outcomes.push((state.clone(), targets.into_iter().cloned().collect()));
                table.push((state, choice.clone()));
            }
        }
        Ok(Play { from: vec![here.clone()], table: Choices::Perfect(table), outcomes, states })
    }

    /// What is true in a state of the play.
    pub(super) fn note(&self, standing: Standing, state: &State, states: &mut Vec<(State, FormulaId)>) {
        states.extend(self.claim(standing).map(|claim| (state.clone(), claim)));
        if let (Temporal::Release(f, _), Standing::Won) = (self.operator, standing) {
            states.push((state.clone(), f));
        }
    }

    /// Everything that can happen while the group stays where it wins.
    fn explore(&self, sets: &S, here: &State, winning: &S::Set) -> Result<HashMap<State, Position>, GaveUp> {
        let mut graph: HashMap<State, Position> = HashMap::new();
        let mut queue = VecDeque::from([here.clone()]);
        while let Some(state) = queue.pop_front() {
            if graph.contains_key(&state) {
                continue;
            }
            self.limits.check()?;
            if graph.len() >= MOST_STATES {
                return Err(too_large());
            }
            let standing = self.standing(sets, &state)?;
            let options = if standing == Standing::Open { self.options(&state)? } else { Options::new() };
            let good = if self.is_next() { &self.first } else { winning };
            let mut kept = Options::new();
            'options: for (choice, targets) in options {
                for target in &targets {
                    if !sets.contains(good, target)? {
                        continue 'options;
                    }
                }
                if !self.is_next() {
                    queue.extend(targets.iter().cloned());
                }
                kept.insert(choice, targets);
            }
            graph.insert(state, Position { standing, options: kept });
        }
        Ok(graph)
    }

    /// In every state a choice; if play must end, one all of whose outcomes are nearer to the end.
    fn nearer(&self, graph: &HashMap<State, Position>) -> Result<BTreeMap<State, Vec<ActionId>>, GaveUp> {
        let open: BTreeMap<&State, &Position> =
            graph.iter().filter(|(_, position)| position.standing == Standing::Open).collect();
        let mut chosen = BTreeMap::new();
        if !self.must_end() {
            for (state, position) in open {
                chosen.extend(position.options.keys().next().map(|choice| (state.clone(), choice.clone())));
            }
            return Ok(chosen);
        }
        loop {
            self.limits.check()?;
            let done = |target: &State| graph[target].standing == Standing::Won || chosen.contains_key(target);
            let mut found = Vec::new();
            for (&state, position) in open.iter().filter(|(state, _)| !chosen.contains_key(**state)) {
                let good = position.options.iter().find(|(_, targets)| targets.iter().all(done));
                found.extend(good.map(|(choice, _)| (state.clone(), choice.clone())));
            }
            if found.is_empty() {
                return Ok(chosen);
            }
            chosen.extend(found);
        }
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

    /// One action per local state of each member, from all states that the members together cannot tell from this one.
    pub(super) fn uniform(&self, sets: &mut S, here: &State) -> Result<Play, GaveUp> {
        let from = self.starts(sets, here)?;
        let mut search = UniformSearch::default();
        for _ in 0..MOST_STRATEGIES {
            self.limits.check()?;
            match self.outcomes(sets, &from, &search.strategy)? {
                Outcomes::Undecided(local, actions) => search.decide(local, actions),
                Outcomes::Lost => {}
                Outcomes::Won { states, outcomes } => {
                    let rows = search.strategy.into_iter();
                    let table = rows.map(|((member, local), action)| (member, local, action)).collect();
                    return Ok(Play { from, table: Choices::Uniform(table), outcomes, states });
                }
            }
            if !search.advance() {
                break;
            }
        }
        Err(too_large())
    }

    /// What happens under a partial uniform strategy.
    fn outcomes(&self, sets: &S, from: &[State], strategy: &Decided) -> Result<Outcomes, GaveUp> {
        let mut graph: HashMap<State, (Standing, Vec<State>)> = HashMap::new();
        let mut queue: VecDeque<State> = from.iter().cloned().collect();
        let mut states = Vec::new();
        let mut outcomes = Vec::new();
        while let Some(state) = queue.pop_front() {
            if graph.contains_key(&state) {
                continue;
            }
            if graph.len() >= MOST_STATES {
                return Err(too_large());
            }
            let standing = self.standing(sets, &state)?;
            if standing == Standing::Lost {
                return Ok(Outcomes::Lost);
            }
            self.note(standing, &state, &mut states);
            let mut targets = Vec::new();
            if standing == Standing::Open {
                let mut choice = Vec::with_capacity(self.members.len());
                for &member in self.members {
                    let local = (member, state.observation(self.system, member));
                    match strategy.get(&local) {
                        Some(&action) => choice.push(action),
                        None => return Ok(Outcomes::Undecided(local, self.transitions.enabled(&state, member))),
                    }
                }
                let Some(after) = self.options(&state)?.remove(&choice) else { return Ok(Outcomes::Lost) };
                let after: Vec<State> = after.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
                if let Temporal::Next(f) = self.operator {
                    for target in &after {
                        if !sets.contains(&self.first, target)? {
                            return Ok(Outcomes::Lost);
                        }
                        states.push((target.clone(), f));
                    }
                } else {
                    queue.extend(after.iter().cloned());
                }
                outcomes.push((state.clone(), after.clone()));
                targets = after;
            }
            graph.insert(state, (standing, targets));
        }
        if self.must_end() && !all_end(&graph) {
            return Ok(Outcomes::Lost);
        }
        Ok(Outcomes::Won { states, outcomes })
    }
}

/// A state of the play: how it stands, and what the group can choose without losing.
struct Position {
    standing: Standing,
    options: Options,
}

/// What an agent sees.
pub(super) type Local = (AgentId, Vec<i64>);
/// What was decided.
pub(super) type Decided = BTreeMap<Local, ActionId>;

enum Outcomes {
    /// What is true where, and where play can go on to.
    Won {
        states: Vec<(State, FormulaId)>,
        outcomes: Vec<(State, Vec<State>)>,
    },
    Lost,
    Undecided(Local, Vec<ActionId>),
}

/// Whether all play comes to an end: no state can be left out when ends are collected backwards.
fn all_end(graph: &HashMap<State, (Standing, Vec<State>)>) -> bool {
    let mut ended: BTreeSet<&State> = BTreeSet::new();
    loop {
        let before = ended.len();
        for (state, (standing, targets)) in graph {
            if *standing == Standing::Won || targets.iter().all(|target| ended.contains(target)) {
                ended.insert(state);
            }
        }
        if ended.len() == before {
            return before == graph.len();
        }
    }
}

/// Uniform strategies, one decision after the other.
#[derive(Default)]
pub(super) struct UniformSearch {
    strategy: Decided,
    /// What was decided, and what else could have been.
    decisions: Vec<(Local, Vec<ActionId>)>,
}

impl UniformSearch {
    pub(super) fn strategy(&self) -> &Decided {
        &self.strategy
    }

    /// What was decided, in the order in which it was.
    pub(super) fn decided(&self) -> Vec<(AgentId, Vec<i64>, ActionId)> {
        let decisions = self.decisions.iter();
        decisions.map(|(local, _)| (local.0, local.1.clone(), self.strategy[local])).collect()
    }

    /// One more local state to decide; [`UniformSearch::advance`] makes the first choice.
    pub(super) fn decide(&mut self, local: Local, mut actions: Vec<ActionId>) {
        actions.reverse();
        self.decisions.push((local, actions));
    }

    /// The next strategy; false if there is none.
    pub(super) fn advance(&mut self) -> bool {
        while let Some((local, untried)) = self.decisions.last_mut() {
            if let Some(action) = untried.pop() {
                self.strategy.insert(local.clone(), action);
                return true;
            }
            self.strategy.remove(local);
            self.decisions.pop();
        }
        false
    }
}
