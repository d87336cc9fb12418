//! The evolution lines that were executed in a step, in words: what tells two steps apart in which all agents do the same.

use crate::ir::{AgentId, JointAction, Semantics, State, Transitions};

/// Which agents' lines are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Those of agents that had a choice between several lines.
    Chosen,
    /// All.
    All,
}

/// "line 2 of Environment", for each agent that has executed a line; lines are counted from 1 in their Evolution, as `health`
/// counts them.
#[must_use]
pub(super) fn executed(
    transitions: &Transitions<'_>,
    (from, action, to): (&State, &JointAction, &State),
    named: Named,
) -> Vec<String> {
    let system = transitions.system();
    let shown = |agent: &AgentId| named == Named::All || has_choice(transitions, from, action, *agent);
    let words = |agent: AgentId| {
        let lines = transitions.executed(from, action, to, agent);
        let numbers: Vec<String> = lines.iter().map(|line| (line + 1).to_string()).collect();
        let (noun, joint) = match (system.semantics, numbers.len()) {
            (_, 0) => return None,
            (_, 1) => ("line", ""),
            // Either has the same effect here.
            (Semantics::MultiAssignment, _) => ("line", " or "),
            (Semantics::SingleAssignment, _) => ("lines", ", "),
        };
        Some(format!("{noun} {} of {}", numbers.join(joint), system.agent(agent).name))
    };
    system.agent_ids().filter(shown).filter_map(words).collect()
}

/// Whether an agent's enabled lines leave open what happens.
fn has_choice(transitions: &Transitions<'_>, from: &State, action: &JointAction, agent: AgentId) -> bool {
    let lines = transitions.executable_lines(from, action, agent);
    match transitions.system().semantics {
        Semantics::MultiAssignment => lines.len() > 1,
        Semantics::SingleAssignment => lines.iter().enumerate().any(|(number, (_, updates))| {
            let others = lines[..number].iter().flat_map(|(_, updates)| updates);
            let differs =
                |(variable, value): &(_, _)| updates.iter().any(|(own, result)| own == variable && result != value);
            others.into_iter().any(differs)
        }),
    }
}
