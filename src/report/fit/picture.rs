//! A line of source and what stands beneath it: if what is pointed at is too far to the right, all of it moves to the left.

use super::breaking::broken;
use super::row::{Row, is_drawing};

/// Stands for what has been left out of a line of source.
const CUT: &str = "...";
/// As many columns stay to the right of what is pointed at, for words.
const BESIDE: usize = 16;

/// Draws a line of source with the lines beneath it in `width` columns.
pub(super) fn draw(rows: &[Row<'_>], width: usize, out: &mut String) {
    let margin = rows[0].margin() + 1;
    let shift = shift(rows, margin, width);
    for (number, row) in rows.iter().enumerate() {
        let moved: String = moved(row, margin, shift, number == 0) + row.end();
        let moved = Row::read(&moved);
        if number > 0 || moved.width() <= width {
            broken(&moved, width, out);
        } else {
            let kept = moved.cells().iter().take_while(|cell| cell.column + cell.width + CUT.len() <= width);
            out.extend(kept.map(|cell| cell.whole));
            out.push_str(CUT);
            out.push_str(moved.end());
        }
    }
}

/// By how many columns everything moves to the left: what is pointed at must be seen.
fn shift(rows: &[Row<'_>], margin: usize, width: usize) -> usize {
    let (mut left, mut right) = (usize::MAX, 0);
    for row in &rows[1..] {
        let drawn = row.cells().iter().skip_while(|cell| cell.column < margin);
        let drawn =
            drawn.take_while(|cell| cell.shown == ' ' || is_drawing(cell.shown)).filter(|cell| cell.shown != ' ');
        for cell in drawn {
            left = left.min(cell.column);
            right = right.max(cell.column + 1);
        }
    }
    let room = width.saturating_sub(BESIDE);
    if right <= room { 0 } else { (right - room).min(left.saturating_sub(margin + CUT.len())) }
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
