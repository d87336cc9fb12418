//! Strategies are replayed by playing them: against everything that the others may do.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::evidence::{Decision, NodeId, StateId, Strategy, Table};
use super::outcome::{Checked, Mismatch, Unseen, wrong};
use super::replayer::Replayer;
use crate::engine::Strategies;
use crate::ir::{ActionId, AgentId, GroupId, State};
use crate::logic::{FormulaId, Temporal};

/// Moves of one state, and states of a play, that are looked at.
pub(super) const MOST: usize = 20_000;

impl Replayer<'_> {
    pub(super) fn strategy(&mut self, id: NodeId, strategy: &Strategy, group: GroupId, operator: Temporal) -> Checked {
        let here = self.get(id)?.state;
        if !strategy.from.contains(&here) {
            return wrong("play does not begin in the state that it is about");
        }
        let members = self.model.system.group(group).members.clone();
        let uniform = matches!(strategy.table, Table::Uniform(_));
        if uniform != (self.evidence.strategies == Strategies::Uniform) {
            return wrong("the strategy is of another kind");
        }
        if uniform {
            self.all_alike(id, strategy, &members)?;
        }
        for &start in &strategy.from {
            if !self.reached.contains(&start) {
                return wrong(format!("state {start} is reached from nowhere"));
            }
        }
        let rows = self.rows(strategy)?;
        let play = if self.fair.is_some() {
            if uniform {
                return wrong("uniform strategies under Fairness cannot be replayed");
            }
            self.fair_play(strategy, &rows, &members, operator)?
        } else {
            let play = self.play(strategy, &rows, &members, operator)?;
            if matches!(operator, Temporal::Finally(_) | Temporal::Until(..)) && !ends(&play) {
                return wrong("play can go on without ever reaching its goal");
            }
            play
        };
        self.same_outcomes(strategy, &play)?;
        self.done.steps += play.values().map(|(_, targets)| targets.len()).sum::<usize>();
        // States along a play are reached, so that what is claimed of them can be looked at.
        let reached: Vec<StateId> = (0..self.evidence.states.len())
            .filter(|&id| play.contains_key(&self.evidence.states[id]) || self.after(&play, id))
            .collect();
        self.reached.extend(reached);
        Ok(())
    }

    /// Whether play goes on where it is said to go on.
    fn same_outcomes(&self, strategy: &Strategy, play: &Play) -> Checked {
        let mut said: BTreeMap<&State, BTreeSet<&State>> = BTreeMap::new();
        for (from, to) in &strategy.outcomes {
            let targets = to.iter().map(|&id| self.state(id)).collect::<Result<BTreeSet<_>, _>>()?;
            if targets.len() != to.len() || said.insert(self.state(*from)?, targets).is_some() {
                return wrong(format!("what comes after state {from} is said twice"));
            }
        }
        let right = play.iter().filter(|(_, (over, _))| !over);
        let right: BTreeMap<&State, BTreeSet<&State>> =
            right.map(|(state, (_, targets))| (state, targets.iter().collect())).collect();
        if said == right { Ok(()) } else { wrong("play does not go on where the strategy says that it does") }
    }

    fn after(&self, play: &Play, id: StateId) -> bool {
        play.values().any(|(_, targets)| targets.contains(&self.evidence.states[id]))
    }

    /// Play must be won from all states that the group cannot tell from this one. That these are all is a universal claim.
    fn all_alike(&mut self, id: NodeId, strategy: &Strategy, members: &[AgentId]) -> Checked {
        let judge = match &self.judge {
            Ok(judge) => judge,
            &Err(why) => {
                self.not_seen(Unseen::Alike(id), why);
                return Ok(());
            }
        };
        let mut starts = BTreeSet::new();
        for &start in &strategy.from {
            starts.insert(self.state(start)?);
        }
        if judge.alike(self.state(self.get(id)?.state)?, members).any(|other| !starts.contains(other)) {
            return wrong("play does not begin in all states that the group cannot tell apart");
        }
        self.done.checked += 1;
        Ok(())
    }

    /// The table, to be looked up; a state or local state has one row.
    fn rows(&self, strategy: &Strategy) -> Result<Rows, Mismatch> {
        let mut rows = Rows::default();
        match &strategy.table {
            Table::Perfect(table) => {
                for (state, actions) in table {
                    if rows.perfect.insert(self.state(*state)?.clone(), actions.clone()).is_some() {
                        return wrong("the strategy has two rows for one state");
                    }
                }
            }
            Table::Uniform(table) => {
                for Decision { agent, sees, action } in table {
                    if rows.uniform.insert((*agent, sees.clone()), *action).is_some() {
                        return wrong("the strategy has two rows for one local state");
                    }
                }
            }
        }
        Ok(rows)
    }

    fn play(
        &self,
        strategy: &Strategy,
        rows: &Rows,
        members: &[AgentId],
        operator: Temporal,
    ) -> Result<Play, Mismatch> {
        let system = &self.model.system;
        let mut play = Play::new();
        let mut queue: VecDeque<State> = self.starts(strategy)?.into();
        while let Some(state) = queue.pop_front() {
            if play.contains_key(&state) {
                continue;
            }
            if play.len() >= MOST {
                return wrong("the play is too large to be replayed");
            }
            match self.stands(strategy, &state, operator) {
                Stands::Lost => return wrong("play comes to a state in which the formula is lost"),
                Stands::Won => {
                    play.insert(state, (true, Vec::new()));
                    continue;
                }
                Stands::Open => {}
            }
            let choice: Option<Vec<ActionId>> = match &strategy.table {
                Table::Perfect(_) => rows.perfect.get(&state).cloned(),
                Table::Uniform(_) => members
                    .iter()
                    .map(|&member| rows.uniform.get(&(member, state.observation(system, member))).copied())
                    .collect(),
            };
            let Some(choice) = choice else { return wrong("the strategy says nothing about a state of the play") };
            let targets = self.outcomes(&state, members, &choice)?;
            if let Temporal::Next(f) = operator {
                if !targets.iter().all(|target| self.said(&strategy.parts, target, f)) {
                    return wrong("the next state need not satisfy the formula");
                }
            } else {
                queue.extend(targets.iter().cloned());
            }
            play.insert(state, (false, targets));
        }
        Ok(play)
    }

    /// Where play begins.
    pub(super) fn starts(&self, strategy: &Strategy) -> Result<Vec<State>, Mismatch> {
        strategy.from.iter().map(|&start| self.state(start).cloned()).collect()
    }

    /// How play stands in a state, by what is shown there.
    pub(super) fn stands(&self, strategy: &Strategy, state: &State, operator: Temporal) -> Stands {
        let says = |f: FormulaId| self.said(&strategy.parts, state, f);
        let (won, fine) = match operator {
            Temporal::Next(_) => (false, true),
            Temporal::Finally(f) => (says(f), true),
            Temporal::Globally(f) => (false, says(f)),
            Temporal::Until(f, g) | Temporal::WeakUntil(f, g) => (says(g), says(g) || says(f)),
            Temporal::Release(f, g) => (says(f) && says(g), says(g)),
        };
        match (won, fine) {
            (true, _) => Stands::Won,
            (false, true) => Stands::Open,
            (false, false) => Stands::Lost,
        }
    }

    /// Where a choice of the members can lead.
    pub(super) fn outcomes(
        &self,
        state: &State,
        members: &[AgentId],
        choice: &[ActionId],
    ) -> Result<Vec<State>, Mismatch> {
        if choice.len() != members.len() {
            return wrong("the strategy has not one action per member");
        }
        if !self.runner.transitions.all_can_act(state) {
            return wrong("an agent has no enabled action: there the group can enforce nothing");
        }
        for (&member, action) in members.iter().zip(choice) {
            if !self.runner.transitions.enabled(state, member).contains(action) {
                let name = &self.model.system.agent(member).name;
                return wrong(format!("the protocol of `{name}` does not allow what the strategy says"));
            }
        }
        let Ok(moves) = self.runner.transitions.moves_within(state, MOST) else {
            return wrong("some state has too many moves to be replayed");
        };
        let agrees = |action: &crate::ir::JointAction| {
            members.iter().zip(choice).all(|(&member, &chosen)| action.get(member) == chosen)
        };
        Ok(moves.successors.into_iter().filter(|next| agrees(&next.action)).map(|next| next.state).collect())
    }

    /// Whether a formula is shown in a state of the play.
    pub(super) fn said(&self, parts: &[(StateId, NodeId)], state: &State, formula: FormulaId) -> bool {
        if self.claim.is_evident(formula) {
            return self.claim.is_true(&self.model.system, formula, state);
        }
        let about = |&(id, part): &(StateId, NodeId)| {
            self.evidence.states.get(id) == Some(state) && self.part(part, id, formula).is_ok()
        };
        parts.iter().any(about)
    }
}

/// Per state of a play, whether it is over there, and what can come next.
pub(super) type Play = BTreeMap<State, (bool, Vec<State>)>;

/// A table, to be looked up.
#[derive(Default)]
pub(super) struct Rows {
    pub(super) perfect: BTreeMap<State, Vec<ActionId>>,
    uniform: BTreeMap<(AgentId, Vec<i64>), ActionId>,
}

/// How play stands in a state.
#[derive(PartialEq, Eq)]
pub(super) enum Stands {
    /// What the group wants has come true.
    Won,
    /// It can still come true, or cease to.
    Open,
    /// It cannot come true any more.
    Lost,
}

/// Whether all play comes to an end.
pub(super) fn ends(play: &Play) -> bool {
    let mut ended: BTreeSet<&State> = BTreeSet::new();
    loop {
        let before = ended.len();
        for (state, (over, targets)) in play {
            if *over || targets.iter().all(|target| ended.contains(target)) {
                ended.insert(state);
            }
        }
        if ended.len() == before {
            return before == play.len();
        }
    }
}
