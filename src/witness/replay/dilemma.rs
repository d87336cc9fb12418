//! That no uniform strategy wins is replayed by executing a lost play for everything that may be decided.

use std::collections::BTreeMap;

use super::super::evidence::{Decision, Dilemma, StateId, Try};
use super::outcome::{Checked, Mismatch, wrong};
use super::replayer::Replayer;
use crate::engine::Strategies;
use crate::ir::{ActionId, AgentId, GroupId, State};
use crate::logic::{FormulaId, Temporal};

/// An agent and what it sees.
type Local = (AgentId, Vec<i64>);

fn local(decision: &Decision) -> Local {
    (decision.agent, decision.sees.clone())
}

impl Replayer<'_> {
    pub(super) fn dilemma(&mut self, here: StateId, dilemma: &Dilemma, group: GroupId, operator: Temporal) -> Checked {
        if self.fair.is_some() || self.evidence.strategies != Strategies::Uniform {
            return wrong("this does not show what a group cannot enforce");
        }
        let members = self.model.system.group(group).members.clone();
        // What members can do depends on what they see: by local states, as plays come across them.
        let mut enabled: BTreeMap<Local, Vec<ActionId>> = BTreeMap::new();
        for attempt in &dilemma.tries {
            self.lost(here, dilemma, attempt, &members, operator)?;
            for &at in &attempt.states {
                let state = self.state(at)?;
                for &member in &members {
                    let local = (member, state.observation(&self.model.system, member));
                    enabled.entry(local).or_insert_with(|| self.runner.transitions.enabled(state, member));
                }
            }
        }
        let tries: Vec<&[Decision]> = dilemma.tries.iter().map(|attempt| attempt.decisions.as_slice()).collect();
        all_decided(&tries, &enabled)?;
        for attempt in &dilemma.tries {
            self.done.steps += attempt.actions.len();
            self.reached.extend(&attempt.states);
        }
        Ok(())
    }

    /// Whether a play is one of what was decided, begins where the group may be, and is lost.
    fn lost(
        &self,
        here: StateId,
        dilemma: &Dilemma,
        attempt: &Try,
        members: &[AgentId],
        operator: Temporal,
    ) -> Checked {
        let system = &self.model.system;
        let Some(&start) = attempt.states.first() else { return wrong("a play has no state") };
        let alike = |&member: &AgentId| -> Result<bool, Mismatch> {
            Ok(self.state(start)?.observation(system, member) == self.state(here)?.observation(system, member))
        };
        if !self.reached.contains(&start) {
            return wrong(format!("state {start} is reached from nowhere"));
        }
        for member in members {
            if !alike(member)? {
                return wrong(format!("the group can tell state {start} from state {here}"));
            }
        }
        let loops = attempt.back_to.is_some();
        if attempt.back_to.is_some_and(|back| back >= attempt.states.len())
            || attempt.actions.len() + usize::from(!loops) != attempt.states.len()
        {
            return wrong("a play has not as many actions as steps");
        }
        let decided: BTreeMap<Local, ActionId> =
            attempt.decisions.iter().map(|decision| (local(decision), decision.action)).collect();
        for (at, action) in attempt.actions.iter().enumerate() {
            let next = attempt.states.get(at + 1).copied().or(attempt.back_to.map(|back| attempt.states[back]));
            let (from, to) = (self.state(attempt.states[at])?, self.state(next.unwrap_or(start))?);
            let step = self.runner.step(from, action, to);
            step.map_err(|mismatch| Mismatch { position: Some(at), ..mismatch })?;
            for &member in members {
                if decided.get(&(member, from.observation(system, member))) != Some(&action.get(member)) {
                    let name = &system.agent(member).name;
                    return wrong(format!("`{name}` does something else than was decided"));
                }
            }
        }
        let states = attempt.states.iter().map(|&id| self.state(id)).collect::<Result<Vec<_>, _>>()?;
        if self.is_loss(dilemma, &states, loops, operator) { Ok(()) } else { wrong("a play is not lost") }
    }

    fn is_loss(&self, dilemma: &Dilemma, states: &[&State], loops: bool, operator: Temporal) -> bool {
        let denies = |state: &State, f: FormulaId| {
            self.claim.negation(f).is_some_and(|negation| self.said(&dilemma.parts, state, negation))
        };
        let (last, before) = (states[states.len() - 1], &states[..states.len() - 1]);
        let all = |f: FormulaId| states.iter().all(|state| denies(state, f));
        let stuck = !self.runner.transitions.all_can_act(last);
        match operator {
            Temporal::Next(f) => states.len() == 2 && denies(last, f) || states.len() == 1 && stuck,
            Temporal::Finally(f) => all(f) && (loops || stuck),
            Temporal::Globally(f) => denies(last, f) || stuck,
            Temporal::Until(f, g) => all(g) && (loops || stuck || denies(last, f)),
            Temporal::WeakUntil(f, g) => all(g) && (stuck || denies(last, f)),
            Temporal::Release(f, g) => {
                before.iter().all(|state| denies(state, f)) && (denies(last, g) || stuck && denies(last, f))
            }
        }
    }
}

/// Whether there is a play for everything that may be decided: in each local state whatever its agent can do.
fn all_decided(tries: &[&[Decision]], enabled: &BTreeMap<Local, Vec<ActionId>>) -> Checked {
    let mut work = vec![tries.to_vec()];
    while let Some(tries) = work.pop() {
        let Some(first) = tries.first() else { return wrong("there is no play for something that may be decided") };
        let Some((first, _)) = first.split_first() else { continue };
        let Some(actions) = enabled.get(&local(first)) else {
            return wrong("something is decided that no play comes across");
        };
        for action in actions {
            let mut left = Vec::new();
            for &attempt in &tries {
                match attempt.split_first() {
                    Some((next, rest)) if next.agent == first.agent && next.sees == first.sees => {
                        if next.action == *action {
                            left.push(rest);
                        }
                    }
                    _ => return wrong("decisions are not taken in the same order"),
                }
            }
            work.push(left);
        }
    }
    Ok(())
}
