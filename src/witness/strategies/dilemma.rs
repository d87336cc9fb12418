//! Why no uniform strategy of a group wins: for everything that it may decide, a play that is lost.
//!
//! What members do in local states is decided one by one, in the order in which play comes across them; a branch ends as
//! soon as what was decided loses, from one of the states that the group cannot tell apart at the start.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::evidence::Decision;
use super::super::sets::Sets;
use super::player::{MOST_MOVES, MOST_STATES, Player, Standing, too_large};
use super::uniform_search::{Decided, Local, UniformSearch};
use crate::engine::GaveUp;
use crate::ir::{ActionId, JointAction, State, Successor};
use crate::logic::{FormulaId, Temporal};
use crate::run::Run;

/// More plays than these tell nobody anything.
const MOST_TRIES: usize = 100;
/// So many moves are remembered.
const MOST_REMEMBERED: usize = 200_000;

/// What was decided, and a play that loses then.
pub(in super::super) struct Loss {
    pub(in super::super) decisions: Vec<Decision>,
    pub(in super::super) play: Run,
}

/// What comes of what has been decided so far.
enum Attempt {
    Lost(Run),
    Undecided(Local, Vec<ActionId>),
    Won,
}

/// A state that play comes to, and where it goes on to.
struct Visit {
    before: Option<State>,
    targets: Vec<(JointAction, State)>,
}

/// What one attempt has found out about states, for the next: most of them come to the same ones.
#[derive(Default)]
struct Memory {
    standings: BTreeMap<State, Standing>,
    moves: BTreeMap<State, Vec<Successor>>,
    remembered: usize,
}

impl<S: Sets> Player<'_, S> {
    /// A lost play for every way to decide; nothing if there are too many, or if the group can win.
    pub(in super::super) fn dilemma(&self, sets: &mut S, here: &State) -> Result<Option<Vec<Loss>>, GaveUp> {
        let from = self.starts(sets, here)?;
        let mut search = UniformSearch::default();
        let mut memory = Memory::default();
        let mut losses = Vec::new();
        while losses.len() < MOST_TRIES {
            self.limits.check()?;
            match self.attempt(sets, &from, search.strategy(), &mut memory)? {
                Attempt::Undecided(local, actions) => search.decide(local, actions),
                Attempt::Lost(play) => losses.push(Loss { decisions: search.decided(), play }),
                Attempt::Won => return Ok(None),
            }
            if !search.advance() {
                return Ok(Some(self.needed(losses, 0)));
            }
        }
        Ok(None)
    }

    /// Leaves out decisions that do not matter: where no play of some choice comes across what was decided, the plays of
    /// that choice are lost whatever is decided there. All losses share their first `depth` decisions.
    fn needed(&self, losses: Vec<Loss>, depth: usize) -> Vec<Loss> {
        let mut choices: BTreeMap<ActionId, Vec<Loss>> = BTreeMap::new();
        for loss in losses {
            match loss.decisions.get(depth) {
                Some(decision) => choices.entry(decision.action).or_default().push(loss),
                None => return vec![loss],
            }
        }
        let mut all = Vec::new();
        for (_, losses) in choices {
            let mut losses = self.needed(losses, depth + 1);
            if !losses.iter().any(|loss| self.uses(loss, depth)) {
                losses.iter_mut().for_each(|loss| {
                    loss.decisions.remove(depth);
                });
                return losses;
            }
            all.extend(losses);
        }
        all
    }

    /// Whether a play comes across what was decided in this place.
    fn uses(&self, loss: &Loss, depth: usize) -> bool {
        let Decision { agent, sees, .. } = &loss.decisions[depth];
        let acting = loss.play.states.iter().zip(&loss.play.actions);
        acting.into_iter().any(|(state, _)| state.observation(self.system, *agent) == *sees)
    }

    /// Looks for a loss first, then for something to decide.
    fn attempt(&self, sets: &S, from: &[State], strategy: &Decided, memory: &mut Memory) -> Result<Attempt, GaveUp> {
        let mut visits: BTreeMap<State, Visit> = BTreeMap::new();
        let mut order = Vec::new();
        let mut undecided = None;
        let mut queue: VecDeque<(State, Option<State>)> = from.iter().map(|state| (state.clone(), None)).collect();
        while let Some((state, before)) = queue.pop_front() {
            if visits.contains_key(&state) {
                continue;
            }
            if visits.len() >= MOST_STATES {
                return Err(too_large());
            }
            let standing = match memory.standings.get(&state) {
                Some(&standing) => standing,
                None => self.standing(sets, &state)?,
            };
            memory.standings.insert(state.clone(), standing);
            visits.insert(state.clone(), Visit { before, targets: Vec::new() });
            match standing {
                Standing::Won => continue,
                Standing::Lost => return Ok(Attempt::Lost(run(&visits, &state))),
                Standing::Open => {}
            }
            if !self.transitions.all_can_act(&state) {
                return Ok(Attempt::Lost(run(&visits, &state)));
            }
            let mut choice = Vec::with_capacity(self.members.len());
            for &member in self.members {
                let enabled = self.transitions.enabled(&state, member);
                let local = (member, state.observation(self.system, member));
                match strategy.get(&local) {
                    Some(&action) => choice.push(action),
                    None => undecided = undecided.or(Some((local, enabled))),
                }
            }
            if choice.len() < self.members.len() {
                continue;
            }
            let targets = self.targets(&state, &choice, memory)?;
            if self.is_next() {
                for (action, target) in &targets {
                    if !sets.contains(&self.first, target)? {
                        let states = vec![state, target.clone()];
                        return Ok(Attempt::Lost(Run { states, actions: vec![action.clone()], back_to: None }));
                    }
                }
                continue;
            }
            queue.extend(targets.iter().map(|(_, target)| (target.clone(), Some(state.clone()))));
            order.push(state.clone());
            visits.entry(state).and_modify(|visit| visit.targets = targets);
        }
        if self.must_end()
            && let Some(play) = endless(&visits, &order)
        {
            return Ok(Attempt::Lost(play));
        }
        Ok(undecided.map_or(Attempt::Won, |(local, actions)| Attempt::Undecided(local, actions)))
    }

    /// Where a choice of the group can lead, and by what.
    fn targets(
        &self,
        state: &State,
        choice: &[ActionId],
        memory: &mut Memory,
    ) -> Result<Vec<(JointAction, State)>, GaveUp> {
        let chosen = |action: &JointAction| {
            self.members.iter().zip(choice).all(|(&member, &chosen)| action.get(member) == chosen)
        };
        let among = |moves: &[Successor]| {
            let successors = moves.iter().filter(|successor| chosen(&successor.action)).cloned();
            let targets: BTreeMap<State, JointAction> =
                successors.map(|successor| (successor.state, successor.action)).collect();
            targets.into_iter().map(|(state, action)| (action, state)).collect()
        };
        if let Some(moves) = memory.moves.get(state) {
            return Ok(among(moves));
        }
        let moves = self.transitions.moves_within(state, MOST_MOVES).map_err(|_| too_large())?.successors;
        let targets = among(&moves);
        if memory.remembered + moves.len() <= MOST_REMEMBERED {
            memory.remembered += moves.len();
            memory.moves.insert(state.clone(), moves);
        }
        Ok(targets)
    }

    /// What is false in the states of a lost play, by position.
    pub(in super::super) fn missed(&self, sets: &S, play: &Run) -> Result<Vec<(State, FormulaId)>, GaveUp> {
        if let Temporal::Next(f) = self.operator {
            return Ok(play.states.iter().skip(1).map(|state| (state.clone(), f)).collect());
        }
        let mut missed = Vec::new();
        for state in &play.states {
            let claims = self.against(self.standing(sets, state)?);
            missed.extend(claims.into_iter().map(|claim| (state.clone(), claim)));
        }
        Ok(missed)
    }
}

/// The way to a state.
fn run(visits: &BTreeMap<State, Visit>, end: &State) -> Run {
    let mut run = Run { states: vec![end.clone()], actions: Vec::new(), back_to: None };
    let mut here = end.clone();
    while let Some(before) = &visits[&here].before {
        let step = visits[before].targets.iter().find(|(_, target)| *target == here);
        run.actions.extend(step.map(|(action, _)| action.clone()));
        run.states.push(before.clone());
        here = before.clone();
    }
    run.states.reverse();
    run.actions.reverse();
    run
}

/// A play that goes on forever, if there is one.
fn endless(visits: &BTreeMap<State, Visit>, order: &[State]) -> Option<Run> {
    let mut left: BTreeSet<&State> = order.iter().collect();
    loop {
        let ends = |state: &&State| !visits[*state].targets.iter().any(|(_, target)| left.contains(target));
        let ending: Vec<&State> = left.iter().copied().filter(ends).collect();
        if ending.is_empty() {
            break;
        }
        ending.into_iter().for_each(|state| {
            left.remove(state);
        });
    }
    let mut play = run(visits, order.iter().find(|state| left.contains(state))?);
    loop {
        let here = &play.states[play.states.len() - 1];
        let (action, target) = visits[here].targets.iter().find(|(_, target)| left.contains(target))?;
        play.actions.push(action.clone());
        if let Some(back) = play.states.iter().position(|state| state == target) {
            play.back_to = Some(back);
            return Some(play);
        }
        play.states.push(target.clone());
    }
}
