//! Two runs that look the same at their ends: side by side where there is room, one below the other where there is not.

use super::fill::Line;
use super::runs::Words;
use crate::ir::VarId;
use crate::run::Run;

/// Stands between two runs.
const BETWEEN: &str = " │ ";

/// The lines of a row, left and right.
type Row = [Vec<Line>; 2];

impl Words<'_> {
    /// The variables that two runs have something to say about: they change, or differ from the start.
    fn telling(self, runs: [&Run; 2]) -> Vec<VarId> {
        let start = &runs[0].states[0];
        let same = |id: VarId| runs.iter().flat_map(|run| &run.states).all(|state| state.get(id) == start.get(id));
        let mut telling: Vec<VarId> = self.system.var_ids().filter(|&id| self.full || !same(id)).collect();
        self.nearest_first(&mut telling, |id| *id);
        telling
    }

    /// Two runs under two headings, the second of which has a shorter form. They end on the same line if they stand side by
    /// side.
    pub(super) fn two_runs(self, [left, right, short]: [&str; 3], runs: [&Run; 2]) -> Vec<String> {
        let telling = self.telling(runs);
        let half = self.room(BETWEEN.chars().count()) / 2;
        let headings = |room: usize| [left, if right.chars().count() <= room { right } else { short }];
        let mut rows = self.rows(runs, &telling, half);
        let fits = rows.iter().flatten().flatten().all(|(plain, _)| plain.chars().count() <= half);
        let mut lines = if fits {
            rows.insert(0, headings(half).map(|heading| vec![(heading.to_owned(), self.paint.bold(heading))]));
            beside(&rows, half)
        } else {
            self.stacked(headings(self.room(0)), runs, &telling)
        };
        if telling.len() < self.system.variables.len() {
            lines.push(self.paint.dim("all other values are the same in both and do not change"));
        }
        lines
    }

    /// State by state and step by step. The shorter run starts later.
    fn rows(self, runs: [&Run; 2], telling: &[VarId], width: usize) -> Vec<Row> {
        let longest = runs[0].states.len().max(runs[1].states.len());
        let mut rows = Vec::new();
        for row in 0..longest {
            let column = |run: &Run| {
                let at = (row + run.states.len()).checked_sub(longest);
                at.map_or_else(Default::default, |at| self.step(run, at, telling, width))
            };
            let (left, right) = (column(runs[0]), column(runs[1]));
            rows.push([left.0, right.0]);
            rows.push([left.1, right.1]);
        }
        rows
    }

    /// A state of a run, and what is done there.
    fn step(self, run: &Run, at: usize, telling: &[VarId], width: usize) -> (Vec<Line>, Vec<Line>) {
        let before = at.checked_sub(1).map(|before| &run.states[before]);
        let state = self.column_lines(&self.column(&run.states[at], before, telling), width);
        let doing = run.actions.get(at).map_or_else(Vec::new, |action| self.doing(action, width.saturating_sub(2)));
        (state, doing.into_iter().map(|(plain, painted)| (format!("↓ {plain}"), format!("↓ {painted}"))).collect())
    }

    /// One run below the other.
    fn stacked(self, headings: [&str; 2], runs: [&Run; 2], telling: &[VarId]) -> Vec<String> {
        let mut lines = Vec::new();
        for (heading, run) in headings.into_iter().zip(runs) {
            lines.push(self.paint.bold(heading));
            for at in 0..run.states.len() {
                let (state, doing) = self.step(run, at, telling, self.room(2));
                lines.extend(state.into_iter().chain(doing).map(|(_, painted)| format!("  {painted}")));
            }
        }
        lines
    }
}

/// Rows with a bar between left and right.
fn beside(rows: &[Row], half: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for [left, right] in rows {
        for number in 0..left.len().max(right.len()) {
            let (plain, painted) = left.get(number).cloned().unwrap_or_default();
            let padding = " ".repeat(half.saturating_sub(plain.chars().count()));
            let other = right.get(number).map_or("", |(_, painted)| painted.as_str());
            lines.push(format!("{painted}{padding}{BETWEEN}{other}").trim_end().to_owned());
        }
    }
    lines
}
