//! What is said of rival lines (`crate::rivals`) where a file is read: both lines, a state and a move in which they meet, and
//! how to write either meaning.

use super::text::one_line;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::InterpretedSystem;
use crate::ispl::ast;
use crate::rivals::{Rivals, near_the_start};

/// Their kind of warnings.
pub(super) const KIND: &str = "rival-lines";

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
    let diagnostic = Diagnostic::warning(KIND, first.span, message).here("either this one");
    let hint = format!(
        "{}; if both are meant, {}, or begin the file with `Semantics = SingleAssignment;`: then each variable follows \
         its own lines",
        rivals.meeting(system),
        joined(source, first, second)
    );
    Some(diagnostic.label(second.span, "or this one").hint(hint))
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
