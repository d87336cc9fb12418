//! The reachable states and the steps between them as a drawing for Graphviz.
//!
//! A node per state with its number, its values and the atoms that hold; initial states have two borders, deadlocks are
//! grey. An edge per step with the joint actions that make it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::invariant::one_line;
use crate::engine::{FormatGap, GaveUp};
use crate::explicit::Space;
use crate::ir::{InterpretedSystem, JointAction, Program, Transitions};
use crate::model::Model;
use crate::options::Options;

/// How many joint actions of a step are named.
const MOST_ACTIONS: usize = 6;

/// The graph of a system with at most as many states as the limits allow. `title` names it.
///
/// # Errors
/// The limit that was reached.
pub fn dot(model: &Model, title: &str, options: &Options) -> Result<String, GaveUp> {
    let system = &model.system;
    let space = explored(model, options)?;
    let atoms: Vec<(&str, Program)> =
        system.atoms.iter().map(|atom| (atom.name.as_str(), Program::compile(&system.exprs, atom.condition))).collect();
    let mut out = format!("digraph {} {{\n  node [shape=box, fontname=\"monospace\"];\n", quoted(&one_line(title)));
    let (initial, deadlocks) = (space.initial_states(), space.graph().deadlocks());
    for number in 0..space.len() {
        let state = space.state(number);
        let mut lines = vec![number.to_string()];
        for id in system.var_ids() {
            lines.push(format!("{}={}", system.qualified(id), system.show_value(id, state.get(id))));
        }
        let holding: Vec<&str> = atoms.iter().filter(|(_, p)| p.holds(&state)).map(|(name, _)| *name).collect();
        if !holding.is_empty() {
            lines.push(format!("{{{}}}", holding.join(", ")));
        }
        let borders = if initial.contains(number) { ", peripheries=2" } else { "" };
        let colour = if deadlocks.contains(number) { ", style=filled, fillcolor=lightgrey" } else { "" };
        let _ = writeln!(out, "  s{number} [label={}{borders}{colour}];", quoted(&lines.join("\n")));
    }
    for GraphStep { from, to, actions } in steps(&space) {
        let mut words: Vec<String> = actions.iter().take(MOST_ACTIONS).map(|action| joint(system, action)).collect();
        if actions.len() > MOST_ACTIONS {
            words.push(format!("and {} others", actions.len() - MOST_ACTIONS));
        }
        let _ = writeln!(out, "  s{from} -> s{to} [label={}];", quoted(&words.join("\n")));
    }
    out.push_str("}\n");
    Ok(out)
}

/// The reachable states; if there are too many, what to do about it.
pub(super) fn explored<'m>(model: &'m Model, options: &Options) -> Result<Space<'m>, GaveUp> {
    Space::explore(&model.system, &options.limits).map_err(|reason| match reason {
        GaveUp::States(limit) => FormatGap::States(limit).into(),
        reason => reason,
    })
}

/// A step between two states, by their numbers.
pub(super) struct GraphStep {
    pub(super) from: usize,
    pub(super) to: usize,
    /// The joint actions that lead there.
    pub(super) actions: Vec<JointAction>,
}

/// All steps in the order of their states.
pub(super) fn steps(space: &Space<'_>) -> Vec<GraphStep> {
    let mut all = Vec::new();
    let transitions = Transitions::new(space.system());
    for from in 0..space.len() {
        let mut targets: BTreeMap<usize, Vec<JointAction>> = BTreeMap::new();
        for step in transitions.moves(&space.state(from)).successors {
            if let Some(to) = space.find(&step.state) {
                targets.entry(to).or_default().push(step.action);
            }
        }
        all.extend(targets.into_iter().map(|(to, actions)| GraphStep { from, to, actions }));
    }
    all
}

/// `Train1.leave Train2.wait`; an Environment that does nothing is not mentioned.
fn joint(system: &InterpretedSystem, action: &JointAction) -> String {
    let words =
        system.agents.iter().zip(action.actions()).map(|(agent, action)| (agent, &agent.actions[action.index()]));
    let words = words.filter(|(_, action)| *action != InterpretedSystem::SILENT);
    words.map(|(agent, action)| format!("{}.{action}", agent.name)).collect::<Vec<_>>().join(" ")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
