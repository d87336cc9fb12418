//! A line of source and what stands beneath it: if what is pointed at is too far to the right, it moves to the left with all
//! that points at it. Words that point at nothing, as a hint does, stay where they are and are broken as other text is.

use super::breaking::broken;
use super::row::{Row, is_drawing};

/// Stands for what has been left out of a line of source.
const CUT: &str = "...";
/// A label that has less room behind what leads to it gets a line of its own.
const ROOM: usize = 24;

/// What stands beneath a line of source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Beneath {
    /// Lines that mark what is meant, or lead to it.
    Marks,
    /// What is said of it, from this column on, behind what leads there.
    Label(usize),
    /// Words that point at nothing.
    Words,
}

/// Draws a line of source with the lines beneath it in `width` columns.
pub(super) fn draw(rows: &[Row<'_>], width: usize, out: &mut String) {
    let margin = rows[0].margin() + 1;
    let shift = shift(rows, margin, width);
    let moved = |row: &Row<'_>, source: bool| moved(row, margin, shift, source) + row.end();
    let source = moved(&rows[0], true);
    let source = Row::read(&source);
    if source.width() > width {
        cut(&source, width, CUT, out);
    } else {
        broken(&source, width, out);
    }
    for row in &rows[1..] {
        if beneath(row, margin) == Beneath::Words {
            broken(row, width, out);
            continue;
        }
        let text = moved(row, false);
        let row = Row::read(&text);
        match beneath(&row, margin) {
            Beneath::Marks if row.width() > width => cut(&row, width, "", out),
            Beneath::Label(begins) if row.width() > width && begins + ROOM > width => {
                let said: String =
                    row.cells().iter().filter(|cell| cell.column >= begins).map(|cell| cell.whole).collect();
                broken(&Row::read(&(row.before(margin) + "  " + &said + row.end())), width, out);
            }
            Beneath::Marks | Beneath::Label(_) | Beneath::Words => broken(&row, width, out),
        }
    }
}

fn beneath(row: &Row<'_>, margin: usize) -> Beneath {
    let first = row.first(|at, c| at >= margin && c != ' ');
    match row.first(|at, c| at >= margin && c != ' ' && !is_drawing(c)) {
        None => Beneath::Marks,
        word if word == first => Beneath::Words,
        Some(word) => Beneath::Label(word),
    }
}

/// What fits of a line, and a word for the rest.
fn cut(row: &Row<'_>, width: usize, rest: &str, out: &mut String) {
    let kept = row.cells().iter().take_while(|cell| cell.column + cell.width + rest.len() <= width);
    out.extend(kept.map(|cell| cell.whole));
    out.push_str(rest);
    out.push_str(row.end());
}

/// By how many columns everything moves to the left: what is pointed at must be seen, and there should be room for what is
/// said of it.
fn shift(rows: &[Row<'_>], margin: usize, width: usize) -> usize {
    let cut = if rows[0].width() > width { CUT.len() } else { 0 };
    let (mut left, mut right) = (usize::MAX, 0);
    for row in &rows[1..] {
        right = right.max(match beneath(row, margin) {
            Beneath::Words => continue,
            Beneath::Marks => row.width() + cut,
            Beneath::Label(_) => row.width(),
        });
        left = left.min(row.first(|at, c| at >= margin && c != ' ').unwrap_or(usize::MAX));
    }
    right.saturating_sub(width).min(left.saturating_sub(margin + CUT.len()))
}

/// A row without so many columns behind the margin.
fn moved(row: &Row<'_>, margin: usize, shift: usize, source: bool) -> String {
    if shift == 0 {
        return row.cells().iter().map(|cell| cell.whole).collect();
    }
    let cut = if source { CUT.len() } else { 0 };
    let mut text = String::new();
    let mut marked = !source;
    for cell in row.cells() {
        if cell.column < margin {
            text.push_str(cell.whole);
        } else if cell.column >= margin + shift + cut {
            if !std::mem::replace(&mut marked, true) {
                text.push_str(CUT);
            }
            text.push_str(cell.whole);
        } else {
            // Colours go on.
            text.push_str(cell.whole.trim_end_matches(cell.shown));
        }
    }
    text
}
