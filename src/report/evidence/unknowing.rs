//! Why an agent does not know: two runs side by side, what it sees, and what it does not.

use super::phrases::{names, verb};
use super::runs::Words;
use super::style::Style;
use crate::ir::{InterpretedSystem, State};
use crate::run::Run;
use crate::witness::{Missing, Unknowing};

/// Why an agent, or several together, do not know.
#[must_use]
pub fn unknowing(system: &InterpretedSystem, why: &Unknowing, style: Style) -> String {
    let lines = unknowing_lines(Words { system, paint: style.paint, full: style.full }, why);
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

/// The lines of it.
pub(super) fn unknowing_lines(words: Words<'_>, why: &Unknowing) -> Vec<String> {
    let (system, paint) = (words.system, words.paint);
    let end = |run: &Run| run.states[run.states.len() - 1].clone();
    let (real, other) = (end(&why.real), end(&why.other));
    let who = names(system, &why.agents);
    let possible = format!("what {who} {} possible", verb(&why.agents, "considers", "consider"));
    let mut lines = words.side_by_side(["what happened", &possible], [&why.real, &why.other]);
    let seen = why.seen.iter().map(|&id| paint.same(&words.value(&real, id)));
    lines.push(format!("{who} {} in both:", verb(&why.agents, "sees", "see")));
    lines.extend(words.list(seen).into_iter().map(|line| format!("  {line}")));
    let different = why.different.iter().map(|&id| {
        let value = |state: &State| system.show_value(id, state.get(id));
        paint.different(&format!("{}={}/{}", system.qualified(id), value(&real), value(&other)))
    });
    lines.push("what differs, unseen:".to_owned());
    lines.extend(words.list(different).into_iter().map(|line| format!("  {line}")));
    match &why.missing {
        Missing::Unknown => {}
        Missing::False => lines.push("the formula is false in what happened, so that nobody can know it".to_owned()),
        Missing::Variables { variables, smallest } => {
            let variables: Vec<String> = variables.iter().map(|&id| system.qualified(id)).collect();
            let enough = if *smallest { "it would be enough" } else { "it would be enough (perhaps more than needed)" };
            lines.push(format!("{enough} to see besides: {}", paint.bold(&variables.join(", "))));
        }
    }
    lines
}
