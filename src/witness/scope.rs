//! What universal claims were checked on, in words. This is the engine's word: nobody can replay all paths.

use super::evidence::{Evidence, Node};
use crate::engine::Strategies;
use crate::ir::{AgentId, InterpretedSystem};
use crate::logic::{Formula, Knowledge, Quantifier, Temporal};

impl Evidence {
    /// What a universal claim was checked on: which states or paths, by what, among how many states.
    #[must_use]
    pub fn scope(&self, system: &InterpretedSystem, node: &Node) -> String {
        let here = format!("s{}", node.state);
        let what = match self.formulas.get(node.formula) {
            Formula::Knows(knowledge, _) => known(system, knowledge, &here),
            Formula::Obliged(agent, _) => format!("in all states that are green for {}", system.agent(agent).name),
            Formula::Branching(Quantifier::Forall, Temporal::Next(_)) => format!("in all successors of {here}"),
            Formula::Branching(..) => "on all paths, by a fixpoint".to_owned(),
            Formula::Quantified(..) => "on all paths, by an automaton and a fixpoint".to_owned(),
            // A group can enforce something, or cannot.
            _ => match self.strategies {
                Strategies::PerfectInformation => "for all moves, by a fixpoint".to_owned(),
                Strategies::Uniform => "for all uniform strategies, by fixpoints".to_owned(),
            },
        };
        match &self.universe {
            Some(universe) => {
                let fair = if universe.fair { " with a fair path" } else { "" };
                let states = if universe.states == 1_u32.into() { "state" } else { "states" };
                let part = if self.slice.is_some() { ", by the variables that matter" } else { "" };
                format!("{what}, among {} reachable {states}{fair}{part}", universe.states)
            }
            None => what,
        }
    }
}

fn known(system: &InterpretedSystem, knowledge: Knowledge, here: &str) -> String {
    let names = |agents: &[AgentId], between: &str| {
        agents.iter().map(|&agent| system.agent(agent).name.as_str()).collect::<Vec<_>>().join(between)
    };
    let members = |group| system.group(group).members.as_slice();
    match knowledge {
        Knowledge::Agent(agent) => format!("in all states that {} cannot tell from {here}", names(&[agent], "")),
        Knowledge::Everyone(group) => {
            format!("in all states that {} cannot tell from {here}", names(members(group), " or "))
        }
        Knowledge::Distributed(group) => {
            format!("in all states that {} together cannot tell from {here}", names(members(group), " and "))
        }
        Knowledge::Common(group) => {
            format!("in all states that doubts of {} lead to from {here}", names(members(group), " and "))
        }
    }
}
