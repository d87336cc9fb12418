//! Why an agent does not know: two runs side by side, what it sees, and what it does not.

use super::cap::capped;
use super::like::Said;
use super::phrases::{names, verb};
use super::runs::Words;
use super::style::Style;
use crate::ir::{InterpretedSystem, State};
use crate::run::Run;
use crate::witness::{Missing, Unknowing};

/// Why an agent, or several together, do not know.
#[must_use]
pub fn unknowing(system: &InterpretedSystem, why: &Unknowing, style: Style) -> String {
    let lines = unknowing_lines(Words::new(system, style), why);
    capped(lines.iter().fold(String::new(), |text, line| text + line + "\n"), style)
}

/// The lines of it.
pub(super) fn unknowing_lines(words: Words<'_>, why: &Unknowing) -> Vec<String> {
    let (system, paint) = (words.system, words.paint);
    let end = |run: &Run| run.states[run.states.len() - 1].clone();
    let (real, other) = (end(&why.real), end(&why.other));
    let who = names(system, &why.agents);
    let possible = format!("what {who} {} possible", verb(&why.agents, "considers", "consider"));
    let headings = ["what happened", &possible, "what they consider possible", "what is possible"];
    // Of one state that is its own other one there is nothing to compare.
    let one = why.real.states.len() == 1 && why.real.states == why.other.states && !words.full;
    let mut lines = if one { Vec::new() } else { words.two_runs(headings, [&why.real, &why.other]) };
    let seen = why.seen.iter().map(|&id| words.value(&real, id)).collect();
    lines.push(format!("{who} {} in both:", verb(&why.agents, "sees", "see")));
    lines.extend(words.list(seen, |text| paint.same(text)).into_iter().map(|line| format!("  {line}")));
    let mut different = why.different.clone();
    words.nearest_first(&mut different, |id| *id);
    let different = different.into_iter().map(|id| {
        let value = |state: &State| system.show_value(id, state.get(id));
        Said::value(system, id, &format!("{}/{}", value(&real), value(&other)), true)
    });
    lines.push("what differs, unseen:".to_owned());
    let different = words.list(different.collect(), |text| paint.different(text));
    lines.extend(different.into_iter().map(|line| format!("  {line}")));
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
