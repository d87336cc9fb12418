//! Verdicts, statistics and findings for people.

use std::fmt::Write;

use super::evidence::{Style, backing, emptiness, interesting};
use crate::bounded::{BoundRow, Question, answered_no};
use crate::engine::Verdict;
use crate::ir::InterpretedSystem;
use crate::model::Model;
use crate::outcome::{Checked, Finding, Searched};
use crate::run::Run;

/// The longest formula that is shown whole.
const LONGEST: usize = 160;

/// One line per formula, aligned, and a summary.
#[must_use]
pub fn verdicts(model: &Model, texts: &[String], indices: &[usize], checked: &Checked, style: Style) -> String {
    let mut out = String::new();
    let width = indices.iter().max().map_or(1, |index| index.to_string().len());
    for (number, ((outcome, text), index)) in checked.outcomes.iter().zip(texts).zip(indices).enumerate() {
        let (verdict, note) = match &outcome.verdict {
            Verdict::Holds => ("holds", outcome.bound.map(|bound| format!("proved at bound {bound}"))),
            Verdict::Fails => ("fails", outcome.bound.map(|bound| format!("refuted at bound {bound}"))),
            Verdict::OpenUpTo(bound) => ("open", Some(format!("neither proved nor refuted up to bound {bound}"))),
            Verdict::GaveUp(reason) => ("gave up", Some(format!("{reason}{}", learnt(checked, number)))),
        };
        let engine = outcome.engine.map_or("-", |engine| engine.name());
        let seconds = outcome.time.as_secs_f64();
        let _ = writeln!(out, "{index:>width$}  {verdict:<7}  {engine:<8}  {seconds:>7.3} s  {}", shorten(text));
        if let Some(note) = note {
            let _ = writeln!(out, "{:width$}  ({note})", "");
        }
        let why = emptiness(model, &outcome.vacuity)
            + &backing(model, &outcome.backing, style)
            + &interesting(model, &outcome.interesting, style);
        for line in why.lines() {
            let _ = writeln!(out, "{:width$}{line}", "");
        }
    }
    out.push_str(&summary(checked));
    out
}

/// What was found out about a formula, or about the model, before an engine gave up.
fn learnt(checked: &Checked, number: usize) -> String {
    let mut text = String::new();
    let outcome = &checked.outcomes[number];
    if let Some(learnt) = checked.learnt.as_ref().filter(|_| outcome.in_preparation || outcome.engine.is_none()) {
        let _ = write!(text, "; {learnt}");
    }
    let rows = checked.bounds.iter().find(|(formula, _)| *formula == number).map_or(&[][..], |(_, rows)| rows);
    for (question, word) in [(Question::Prove, "proved"), (Question::Refute, "refuted")] {
        if let Some(bound) = answered_no(rows, question) {
            let _ = write!(text, "; not {word} up to bound {bound}");
        }
    }
    text
}

fn summary(checked: &Checked) -> String {
    let count = |wanted: fn(&Verdict) -> bool| checked.outcomes.iter().filter(|o| wanted(&o.verdict)).count();
    let counts = [
        (count(|verdict| matches!(verdict, Verdict::Holds)), "holds", "hold"),
        (count(|verdict| matches!(verdict, Verdict::Fails)), "fails", "fail"),
        (count(|verdict| matches!(verdict, Verdict::OpenUpTo(_))), "open", "open"),
        (count(|verdict| matches!(verdict, Verdict::GaveUp(_))), "gave up", "gave up"),
    ];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }))
        .collect();
    let total = checked.outcomes.len();
    let noun = if total == 1 { "formula" } else { "formulas" };
    let separator = if parts.is_empty() { "" } else { ": " };
    format!("{total} {noun}{separator}{}\n", parts.join(", "))
}

/// What `--stats` shows.
#[must_use]
pub fn statistics(model: &Model, checked: &Checked) -> String {
    let mut out = String::new();
    let system = &model.system;
    let _ = writeln!(out, "agents             {}", system.agents.len());
    let _ = writeln!(out, "variables          {}", system.variables.len());
    if let Some(statistics) = checked.statistics {
        let _ = writeln!(out, "initial states     {}", statistics.initial_states);
        let _ = writeln!(out, "reachable states   {}", statistics.states);
        let _ = writeln!(out, "transitions        {}", statistics.transitions);
        let _ = writeln!(out, "joint moves        {}", statistics.moves);
        let _ = writeln!(out, "deadlocks          {}", statistics.deadlocks);
        let _ = writeln!(out, "dropped choices    {}", statistics.dropped_choices);
        if !model.fairness.is_empty() {
            let _ = writeln!(out, "fair states        {}", statistics.fair_states);
        }
    }
    for diagrams in &checked.diagrams {
        let _ = writeln!(out, "state bits         {}", diagrams.bits);
        let _ = writeln!(out, "initial states     {}", diagrams.initial_states);
        let _ = writeln!(out, "reachable states   {}", diagrams.states);
        let _ = writeln!(out, "BDD variables      {}", diagrams.variables);
        let _ = writeln!(out, "order              {}", diagrams.order);
        let _ = writeln!(out, "events             {}", diagrams.events);
        let _ = writeln!(out, "search rounds      {}", diagrams.rounds);
        let _ = writeln!(out, "nodes              {} live, {} at the peak", diagrams.live_nodes, diagrams.peak_nodes);
        let _ = writeln!(out, "relation           {:.3} s", diagrams.relation_time.as_secs_f64());
        let _ = writeln!(out, "reachability       {:.3} s", diagrams.reachability_time.as_secs_f64());
    }
    let _ = writeln!(out, "preparation        {:.3} s", checked.preparation.as_secs_f64());
    for (number, rows) in &checked.bounds {
        out.push_str(&bounds(*number, rows));
    }
    out
}

/// What the bounded engine asked about a formula: a line per question.
fn bounds(number: usize, rows: &[BoundRow]) -> String {
    let mut out = format!(
        "formula {}\n  bound  question   reachable  yes  rounds  alternations  variables  clauses    gates  instantiations     time\n",
        number + 1
    );
    for row in rows {
        let question = row.asked.name();
        let _ = writeln!(
            out,
            "  {:>5}  {question:<9}  {:<9}  {:<3}  {:>6}  {:>12}  {:>9}  {:>7}  {:>7}  {:>14}  {:>5.3} s",
            row.bound,
            if row.exact { "exact" } else { "-" },
            if row.yes { "yes" } else { "no" },
            row.cost.rounds,
            row.cost.alternations,
            row.cost.variables,
            row.cost.clauses,
            row.cost.gates,
            row.cost.instantiations,
            row.time.as_secs_f64()
        );
    }
    out
}

/// A search that found nothing, or came to no end; what was found is a finding.
#[must_use]
pub fn searched(searched: &Searched) -> Option<String> {
    let name = searched.defect.name();
    match &searched.found {
        Ok(true) => None,
        Ok(false) => Some(format!("{name}: none can be reached")),
        Err(reason) => Some(format!("{name}: gave up: {reason}")),
    }
}

/// A finding as a warning with its trace. The first line is the message.
#[must_use]
pub fn finding(system: &InterpretedSystem, finding: &Finding) -> (&'static str, String, String) {
    match finding {
        Finding::Deadlock(run) => {
            let message = format!("a deadlock can be reached in {}", steps(run));
            ("deadlock", message, trace(system, run))
        }
        Finding::Overflow(dropped, run) => {
            let line = dropped.line + 1;
            let agent = &system.agent(dropped.agent).name;
            let variable = &system.variable(dropped.variable).name;
            let message = match dropped.value {
                Some(value) => format!(
                    "evolution line {line} of `{agent}` gives `{variable}` the value {value}, out of its range, \
                     {} from the start; the choice is dropped",
                    steps(run)
                ),
                None => format!(
                    "evolution line {line} of `{agent}` divides inexactly for `{variable}`, {} from the start; \
                     the choice is dropped",
                    steps(run)
                ),
            };
            ("overflow", message, trace(system, run))
        }
        Finding::DeadlockSomewhere => {
            ("deadlock", "a deadlock can be reached; there was no room to look for a way".to_owned(), String::new())
        }
        Finding::OverflowSomewhere(agent, line) => {
            let (line, agent) = (line + 1, &system.agent(*agent).name);
            let message = format!(
                "evolution line {line} of `{agent}` can leave a range or divide inexactly, and its choice is dropped \
                 then; there was no room to look for a way"
            );
            ("overflow", message, String::new())
        }
        Finding::NoFairPath => {
            let message = "no state has a fair path: every formula holds for an empty reason".to_owned();
            ("no-fair-path", message, String::new())
        }
        Finding::FairnessIgnored => {
            let message = "formulas on finite traces do not look at the Fairness section".to_owned();
            ("fairness-ignored", message, String::new())
        }
        Finding::NoInitialState => {
            ("no-initial-state", "no state satisfies InitStates: there is nothing to check".to_owned(), String::new())
        }
    }
}

fn steps(run: &Run) -> String {
    match run.actions.len() {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    }
}

/// The states of a run: all values of the first, then what changes.
#[must_use]
pub fn trace(system: &InterpretedSystem, run: &Run) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "  0  {}", values(system, system.var_ids().collect::<Vec<_>>().as_slice(), run.first()));
    let mut previous = run.first();
    for (number, (action, state)) in run.steps().enumerate() {
        let actions: Vec<String> = system
            .agent_ids()
            .map(|id| (id, system.agent(id)))
            .map(|(id, agent)| (&agent.name, &agent.actions[action.get(id).index()]))
            .filter(|(_, action)| *action != InterpretedSystem::SILENT)
            .map(|(agent, action)| format!("{agent}.{action}"))
            .collect();
        let changed: Vec<_> = system.var_ids().filter(|&id| state.get(id) != previous.get(id)).collect();
        let effect = if changed.is_empty() { "nothing changes".to_owned() } else { values(system, &changed, state) };
        let _ = writeln!(out, "     {}", actions.join(" "));
        let _ = writeln!(out, "  {}  {effect}", number + 1);
        previous = state;
    }
    out
}

fn values(system: &InterpretedSystem, variables: &[crate::ir::VarId], state: &crate::ir::State) -> String {
    let shown: Vec<String> = variables
        .iter()
        .map(|&id| format!("{}={}", system.qualified(id), system.show_value(id, state.get(id))))
        .collect();
    shown.join(" ")
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}… ({} characters)", &text[..at], text.chars().count()),
        None => text.to_owned(),
    }
}
