//! What is said of rival lines (`crate::rivals`) where a file is read: both lines, a state and a move in which they meet, and
//! how to write either meaning.

use std::collections::BTreeSet;

use super::text::one_line;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Expr, InterpretedSystem, VarId};
use crate::ispl::ast;
use crate::rivals::{Rivals, near_the_start};

/// Values of more variables than these are not named.
const NAMED: usize = 6;
/// Longer lines are not repeated.
const LONGEST: usize = 80;

/// A warning for each agent that has rival lines near the start of a model without errors.
pub(super) fn warnings(source: &str, file: &ast::File<'_>, system: &InterpretedSystem) -> Vec<Diagnostic> {
    let found = near_the_start(system);
    found.iter().filter_map(|rivals| warning(source, file, system, rivals)).collect()
}

fn warning(source: &str, file: &ast::File<'_>, system: &InterpretedSystem, rivals: &Rivals) -> Option<Diagnostic> {
    let name = &system.agent(rivals.agent).name;
    let agent = file.agents.iter().find(|agent| agent.name.text == name)?;
    let lines = &agent.evolution.as_ref()?.items;
    let (first, second) = (lines.get(rivals.first)?, lines.get(rivals.second)?);
    let message = format!("of these two lines of `{name}` a step executes only one");
    let diagnostic = Diagnostic::warning("rival-lines", first.span, message).here("either this one");
    let hint = format!(
        "{}; if both are meant, {}, or begin the file with `Semantics = SingleAssignment;`: then each variable follows \
         its own lines",
        meeting(system, rivals),
        joined(source, first, second)
    );
    Some(diagnostic.label(second.span, "or this one").hint(hint))
}

/// "with Phone.rings = false, which can be reached, Caller.Action = call enables both"
fn meeting(system: &InterpretedSystem, rivals: &Rivals) -> String {
    let evolution = &system.agent(rivals.agent).evolution;
    let mut variables: BTreeSet<VarId> = BTreeSet::new();
    let mut actors = BTreeSet::new();
    let both = [&evolution[rivals.first], &evolution[rivals.second]];
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
    let value = |&id: &VarId| format!("{} = {}", system.qualified(id), system.show_value(id, rivals.state.get(id)));
    let mut values: Vec<String> = variables.iter().take(NAMED).map(value).collect();
    if variables.len() > NAMED {
        values.push(format!("{} others", variables.len() - NAMED));
    }
    let actions: Vec<String> = actors
        .iter()
        .take(NAMED)
        .map(|&actor| {
            let agent = system.agent(actor);
            format!("{}.Action = {}", agent.name, agent.actions[rivals.action.get(actor).index()])
        })
        .collect();
    let enabled = match actions.len() {
        0 => "both are enabled".to_owned(),
        1 => format!("{} enables both", actions[0]),
        _ => format!("{} enable both", listed(&actions)),
    };
    format!("with {}, which can be reached, {enabled}", listed(&values))
}

fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// How both lines are written as one.
fn joined(source: &str, first: &ast::EvolutionLine<'_>, second: &ast::EvolutionLine<'_>) -> String {
    let text = |span: Span| one_line(source.get(span.range()).unwrap_or_default());
    let condition = text(first.condition.span());
    if condition == text(second.condition.span()) {
        let assignments = |line: &ast::EvolutionLine<'_>| {
            let front = text(Span::new(line.span.start, line.condition.span().start));
            front.trim_end_matches('(').trim_end().trim_end_matches("if").trim_end().to_owned()
        };
        let line = format!("{} and {} if {condition};", assignments(first), assignments(second));
        if line.len() <= LONGEST {
            return format!("write `{line}`");
        }
    }
    "join their assignments by `and` on one line".to_owned()
}
