//! Steps of knowledge: the agents cannot tell the two states apart, and both are reached.

use super::super::evidence::{Jump, NodeId};
use super::outcome::{Checked, Unseen, wrong};
use super::replayer::Replayer;
use crate::ir::AgentId;
use crate::logic::FormulaId;

impl Replayer<'_> {
    pub(super) fn jump(
        &mut self,
        id: NodeId,
        jump: &Jump,
        relations: &[Vec<AgentId>],
        common: bool,
        f: FormulaId,
    ) -> Checked {
        if jump.steps.is_empty() || jump.steps.len() > 1 && !common {
            return wrong("this kind of knowledge has one step");
        }
        let mut here = self.get(id)?.state;
        for (agents, there) in &jump.steps {
            if !relations.contains(agents) {
                return wrong("these agents are not the ones that the formula speaks of");
            }
            if !self.reached.contains(there) {
                return wrong(format!("state {there} is reached from nowhere"));
            }
            let (left, right) = (self.state(here)?, self.state(*there)?);
            for &agent in agents {
                if left.observation(&self.model.system, agent) != right.observation(&self.model.system, agent) {
                    let name = &self.model.system.agent(agent).name;
                    return wrong(format!("`{name}` can tell state {here} from state {there}"));
                }
            }
            self.done.jumps += 1;
            here = *there;
        }
        self.part(jump.part, here, f)?;
        self.fair_start(jump.part)?;
        self.fair_on_the_way(id, jump)
    }

    /// With fairness, all states that an agent considers possible have a fair path, those on the way to the last included.
    fn fair_on_the_way(&mut self, id: NodeId, jump: &Jump) -> Checked {
        let on_the_way = &jump.steps[..jump.steps.len() - 1];
        if self.fair.is_none() || on_the_way.is_empty() {
            return Ok(());
        }
        match &self.judge {
            Ok(judge) => {
                for &(_, there) in on_the_way {
                    if !judge.speaks_of(self.state(there)?) {
                        return wrong(format!("state {there} has no fair path"));
                    }
                }
            }
            &Err(why) => self.not_seen(Unseen::FairOnTheWay(id), why),
        }
        Ok(())
    }
}
