//! Sizes and times for people: what `--stats` shows.

use std::fmt::Write;

use super::content::CheckReport;
use crate::bounded::BoundRow;

/// What `--stats` shows.
pub(super) fn statistics(checked: &CheckReport) -> String {
    let mut out = String::new();
    let system = &checked.model.system;
    let _ = writeln!(out, "agents             {}", system.agents.len());
    let _ = writeln!(out, "variables          {}", system.variables.len());
    if let Some(statistics) = checked.statistics {
        let _ = writeln!(out, "initial states     {}", statistics.initial_states);
        let _ = writeln!(out, "reachable states   {}", statistics.states);
        let _ = writeln!(out, "transitions        {}", statistics.transitions);
        let _ = writeln!(out, "joint moves        {}", statistics.moves);
        let _ = writeln!(out, "deadlocks          {}", statistics.deadlocks);
        let _ = writeln!(out, "dropped choices    {}", statistics.dropped_choices);
        if !checked.model.fairness.is_empty() {
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
    for formula in &checked.formulas {
        if let Some(rows) = &formula.bounds {
            out.push_str(&bounds(formula.stated.index, rows));
        }
    }
    out
}

/// What the bounded engine asked about the formula of that number: a line per question.
fn bounds(index: usize, rows: &[BoundRow]) -> String {
    let mut out = format!(
        "formula {index}\n  bound  question   reachable  yes  rounds  alternations  variables  clauses    gates  instantiations     time\n"
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
