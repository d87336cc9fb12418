//! What a group cannot enforce is replayed by looking at all that it can do.

use std::collections::{BTreeMap, BTreeSet};

use super::super::evidence::{Prevention, StateId};
use super::outcome::{Checked, wrong};
use super::replayer::Replayer;
use super::strategy::{MOST, Play, ends};
use crate::engine::Traces;
use crate::ir::{ActionId, AgentId, GroupId, JointAction};
use crate::logic::{FormulaId, Temporal};
use crate::run::Step;

impl Replayer<'_> {
    pub(super) fn prevention(
        &mut self,
        here: StateId,
        prevention: &Prevention,
        group: GroupId,
        operator: Temporal,
    ) -> Checked {
        if self.fair.is_some() || self.evidence.traces == Traces::Finite {
            return wrong("with fairness this does not show what a group cannot enforce");
        }
        let members = self.model.system.group(group).members.clone();
        let mut rows: BTreeMap<StateId, Vec<(&JointAction, StateId)>> = BTreeMap::new();
        for Step { from, action, to } in &prevention.rows {
            self.runner.step(self.state(*from)?, action, self.state(*to)?)?;
            rows.entry(*from).or_default().push((action, *to));
        }
        let mut play = Play::new();
        let mut visited = BTreeSet::new();
        let mut work = vec![here];
        while let Some(at) = work.pop() {
            if !visited.insert(at) {
                continue;
            }
            let state = self.state(at)?.clone();
            let denies = |f: FormulaId| {
                self.claim.negation(f).is_some_and(|negation| self.said(&prevention.parts, &state, negation))
            };
            let (over, fine) = match operator {
                Temporal::Next(_) => (false, true),
                Temporal::Finally(f) => (false, denies(f)),
                Temporal::Globally(f) => (denies(f), true),
                Temporal::Until(f, g) | Temporal::WeakUntil(f, g) => (denies(f), denies(g)),
                Temporal::Release(f, g) => (denies(g), denies(g) || denies(f)),
            };
            if !fine {
                return wrong(format!("state {at} need not be lost for the group"));
            }
            if over {
                play.insert(state, (true, Vec::new()));
                continue;
            }
            let answers = rows.get(&at).map_or(&[][..], Vec::as_slice);
            self.all_choices(at, &members, answers)?;
            let targets = answers.iter().map(|&(_, to)| self.state(to).cloned()).collect::<Result<Vec<_>, _>>()?;
            if let Temporal::Next(f) = operator {
                let negation = self.claim.negation(f);
                let denied = |target| negation.is_some_and(|negation| self.said(&prevention.parts, target, negation));
                if !targets.iter().all(denied) {
                    return wrong("the next state may satisfy the formula");
                }
                visited.extend(answers.iter().map(|&(_, to)| to));
            } else {
                work.extend(answers.iter().map(|&(_, to)| to));
            }
            // Should a state have two numbers, it has the answers of both.
            play.entry(state).or_insert_with(|| (false, Vec::new())).1.extend(targets);
        }
        let forever = matches!(operator, Temporal::Next(_) | Temporal::Finally(_) | Temporal::Until(..));
        if !forever && !ends(&play) {
            return wrong("the group can go on without ever losing");
        }
        if rows.keys().any(|from| !visited.contains(from)) {
            return wrong("a row is about a state that play does not come to");
        }
        self.done.steps += prevention.rows.len();
        self.reached.extend(visited);
        Ok(())
    }

    /// Whether there is an answer to everything that the members can do together.
    fn all_choices(&self, at: StateId, members: &[AgentId], answers: &[(&JointAction, StateId)]) -> Checked {
        let Ok(choices) = self.runner.transitions.choices_within(self.state(at)?, members, MOST) else {
            return wrong("some state has too many choices to be replayed");
        };
        let answered: BTreeSet<Vec<ActionId>> =
            answers.iter().map(|(action, _)| members.iter().map(|&member| action.get(member)).collect()).collect();
        if choices.iter().all(|choice| answered.contains(choice)) {
            Ok(())
        } else {
            wrong(format!("state {at}: there is no answer to something that the group can do"))
        }
    }
}
