//! Sizes and times for people: what `--stats` shows.

use std::fmt::Write;

use super::content::CheckReport;
use crate::bounded::BoundRow;

/// What `--stats` shows.
pub(super) fn statistics(checked: &CheckReport, width: Option<usize>) -> String {
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
            out.push_str(&bounds(formula.stated.index, rows, width));
        }
    }
    out
}

/// What the bounded engine asked about the formula of that number: a line per question, or one in each of several tables if there is no room.
fn bounds(index: usize, rows: &[BoundRow], width: Option<usize>) -> String {
    let heads = [
        "bound",
        "question",
        "reachable",
        "yes",
        "rounds",
        "alternations",
        "variables",
        "clauses",
        "gates",
        "instantiations",
        "time",
    ];
    let cells = rows.iter().map(|row| {
        [
            row.bound.to_string(),
            row.asked.name().to_owned(),
            if row.exact { "exact" } else { "-" }.to_owned(),
            if row.yes { "yes" } else { "no" }.to_owned(),
            row.cost.rounds.to_string(),
            row.cost.alternations.to_string(),
            row.cost.variables.to_string(),
            row.cost.clauses.to_string(),
            row.cost.gates.to_string(),
            row.cost.instantiations.to_string(),
            format!("{:.3} s", row.time.as_secs_f64()),
        ]
    });
    let cells: Vec<[String; 11]> = std::iter::once(heads.map(str::to_owned)).chain(cells).collect();
    let widths: [usize; 11] = std::array::from_fn(|at| cells.iter().map(|row| row[at].len()).max().unwrap_or(0));
    let mut out = format!("formula {index}\n");
    for columns in tables(&widths, width) {
        for row in &cells {
            let row = columns.iter().map(|&at| match at {
                WORDS_FROM..WORDS_TO => format!("{:<1$}", row[at], widths[at]),
                _ => format!("{:>1$}", row[at], widths[at]),
            });
            let _ = writeln!(out, "  {}", row.collect::<Vec<_>>().join("  ").trim_end());
        }
    }
    out
}

/// The columns with words, which begin on the left.
const WORDS_FROM: usize = 1;
const WORDS_TO: usize = 4;

/// Which columns stand in which table: the first two in each, so that rows can be told apart.
fn tables(widths: &[usize; 11], width: Option<usize>) -> Vec<Vec<usize>> {
    let taken = |columns: &[usize]| columns.iter().map(|&at| widths[at] + 2).sum::<usize>();
    let mut tables = vec![vec![0, 1]];
    for at in 2..widths.len() {
        let mut last = tables.pop().unwrap_or_default();
        last.push(at);
        if width.is_some_and(|width| taken(&last) > width) && last.len() > 3 {
            last.pop();
            tables.extend([last, vec![0, 1, at]]);
        } else {
            tables.push(last);
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_are_too_wide_become_several() {
        let widths = [5, 8, 9, 3, 6, 12, 9, 7, 5, 14, 7];
        assert_eq!(tables(&widths, None).len(), 1);
        for width in [40, 60, 80] {
            let several = tables(&widths, Some(width));
            let mut all: Vec<usize> = several.iter().flat_map(|columns| columns[2..].to_vec()).collect();
            all.dedup();
            assert_eq!(all, (2..11).collect::<Vec<_>>());
            for columns in several {
                assert!(columns.iter().map(|&at| widths[at] + 2).sum::<usize>() <= width, "{columns:?}");
            }
        }
    }
}
