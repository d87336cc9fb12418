//! Where and how two lines meet, in words: the values and actions that their conditions speak of.

use std::collections::BTreeSet;

use super::Rivals;
use crate::ir::{Expr, InterpretedSystem, VarId};

/// Values of more variables than these are not named.
const NAMED: usize = 6;

impl Rivals {
    /// "with Phone.rings = false, which can be reached, Caller.Action = call enables both"
    #[must_use]
    pub fn meeting(&self, system: &InterpretedSystem) -> String {
        let evolution = &system.agent(self.agent).evolution;
        let mut variables: BTreeSet<VarId> = BTreeSet::new();
        let mut actors = BTreeSet::new();
        let both = [&evolution[self.first], &evolution[self.second]];
        variables.extend(both.iter().flat_map(|line| &line.assignments).map(|assigned| assigned.variable));
        for id in system.exprs.below(both.map(|line| line.condition)) {
            match system.exprs.get(id) {
                Expr::Variable(variable) => {
                    variables.insert(variable);
                }
                Expr::Performs(actor, _) => {
                    actors.insert(actor);
                }
                _ => {}
            }
        }
        let value = |&id: &VarId| format!("{} = {}", system.qualified(id), system.show_value(id, self.state.get(id)));
        let mut values: Vec<String> = variables.iter().take(NAMED).map(value).collect();
        if variables.len() > NAMED {
            values.push(format!("{} others", variables.len() - NAMED));
        }
        let actions: Vec<String> = actors
            .iter()
            .take(NAMED)
            .map(|&actor| {
                let agent = system.agent(actor);
                format!("{}.Action = {}", agent.name, agent.actions[self.action.get(actor).index()])
            })
            .collect();
        let enabled = match actions.len() {
            0 => "both are enabled".to_owned(),
            1 => format!("{} enables both", actions[0]),
            _ => format!("{} enable both", listed(&actions)),
        };
        format!("with {}, which can be reached, {enabled}", listed(&values))
    }
}

fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
