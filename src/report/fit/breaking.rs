//! A line that is too long, in pieces: they go on in its last column, or behind what leads to its text in a picture.

use super::row::{Row, is_drawing};

/// Where a line goes on: behind its last column that begins in so many fifths of the width.
const HANGING: usize = 3;

/// A line in pieces, each but the first behind a margin.
pub(super) fn broken(row: &Row<'_>, width: usize, out: &mut String) {
    let (margin, column) = if row.is_beneath() && row.margin() <= width / 2 {
        beneath(row, width)
    } else {
        (String::new(), hanging(row, width))
    };
    let margin_width = row.margin();
    row.break_into(width, column, |number, piece| {
        if number > 0 {
            out.push('\n');
            out.push_str(&margin);
            out.push_str(&" ".repeat(column.saturating_sub(if margin.is_empty() { 0 } else { margin_width })));
        }
        out.push_str(piece);
    });
    out.push_str(row.end());
}

/// The margin of a line in a picture, and where its text begins, behind what leads to it.
fn beneath(row: &Row<'_>, width: usize) -> (String, usize) {
    let text = row.first(|at, c| at >= row.margin() && !is_drawing(c) && c != ' ');
    (row.before(row.margin()), text.unwrap_or(0).min(width * HANGING / 5).max(row.margin()))
}

/// Where a line goes on: in its last column, or a little further to the right than it begins.
fn hanging(row: &Row<'_>, width: usize) -> usize {
    let begins = row.first(|_, c| c != ' ').unwrap_or(0);
    let most = width * HANGING / 5;
    row.columns().filter(|&column| column <= most && column > begins).last().unwrap_or((begins + 2).min(most))
}
