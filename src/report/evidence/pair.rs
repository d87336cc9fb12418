//! Two runs that look the same at their ends: side by side where there is room, one below the other where there is not.

use super::cap::wanted;
use super::fill::Line;
use super::runs::Words;
use crate::ir::VarId;
use crate::run::Run;

/// Stands between two runs.
const BETWEEN: &str = " │ ";

/// Instead of lines that are the same in both, and instead of the first state of the second of two runs below each other.
const SAME: &str = "… the same in both";
const ABOVE: &str = "… as above";
/// The rows at the end: the last state, and what is done in it, which is nothing.
const END: usize = 2;
/// Two runs with more lines than this do not show what is the same in both.
const LONG: usize = 12;

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

    /// Two runs under two headings, the second of which has shorter forms. They end on the same line if they stand side by
    /// side.
    pub(super) fn two_runs(self, [left, right @ ..]: [&str; 4], runs: [&Run; 2]) -> Vec<String> {
        let telling = self.telling(runs);
        let half = self.room(BETWEEN.chars().count()) / 2;
        let headings = |room: usize| {
            let fits = right.iter().find(|form| form.chars().count() <= room);
            [left, fits.unwrap_or(&right[right.len() - 1])]
        };
        let mut rows = self.rows(runs, &telling, half);
        let fits = rows.iter().flatten().flatten().all(|(plain, _)| plain.chars().count() <= half);
        let long = !self.full && rows.iter().map(height).sum::<usize>() > LONG;
        let mut lines = if fits {
            if long {
                rows = self.differing(rows);
            }
            rows.insert(0, headings(half).map(|heading| vec![(heading.to_owned(), self.paint.bold(heading))]));
            beside(&rows, half)
        } else {
            self.stacked(headings(self.room(0)), runs, &telling, long)
        };
        if telling.len() < self.system.variables.len() {
            lines.push(self.paint.dim("all other values are the same in both and do not change"));
        }
        lines.iter().map(|line| wanted(line)).collect()
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

    /// One run below the other. If they are long, the second shows what is not as in the first.
    fn stacked(self, headings: [&str; 2], runs: [&Run; 2], telling: &[VarId], long: bool) -> Vec<String> {
        let mut rows = self.rows(runs, telling, self.room(2));
        if long {
            rows = self.differing(rows);
            if let Some(start) = rows.first_mut().filter(|row| is_same(row)) {
                start[1] = vec![self.word(ABOVE)];
            }
        }
        let mut lines = Vec::new();
        for (side, heading) in headings.into_iter().enumerate() {
            lines.push(self.paint.bold(heading));
            lines.extend(rows.iter().flat_map(|row| &row[side]).map(|(_, painted)| format!("  {painted}")));
        }
        lines
    }

    /// Rows without what is the same in both, but for how they begin and how they end.
    fn differing(self, rows: Vec<Row>) -> Vec<Row> {
        let last = rows.len().saturating_sub(END);
        let mut differing: Vec<Row> = Vec::new();
        let mut repeated = false;
        for (number, row) in rows.into_iter().enumerate() {
            let same = number > 0 && number < last && height(&row) > 0 && is_same(&row);
            if !same {
                differing.push(row);
            } else if !repeated {
                differing.push([vec![self.word(SAME)], vec![self.word(SAME)]]);
            }
            repeated = same;
        }
        differing
    }

    /// Instead of lines.
    fn word(self, text: &str) -> Line {
        (text.to_owned(), self.paint.dim(text))
    }
}

/// How many lines a row takes side by side.
fn height(row: &Row) -> usize {
    row[0].len().max(row[1].len())
}

/// Whether left and right are the same, colours apart.
fn is_same([left, right]: &Row) -> bool {
    left.iter().map(|(plain, _)| plain).eq(right.iter().map(|(plain, _)| plain))
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
