//! A line of text as a terminal shows it: characters with their widths, and colours, which have none.

use unicode_width::UnicodeWidthChar;

/// A character, the escape sequences in front of it included.
#[derive(Clone, Copy)]
pub(super) struct Cell<'t> {
    /// Where it begins and ends in the text of the row.
    pub(super) whole: &'t str,
    pub(super) shown: char,
    /// The column in which it stands, and how many it takes.
    pub(super) column: usize,
    pub(super) width: usize,
}

/// A line, with its end.
pub(super) struct Row<'t> {
    pub(super) text: &'t str,
    cells: Vec<Cell<'t>>,
    /// Escape sequences behind the last character that is no blank, and the end of the line.
    end: String,
}

impl<'t> Row<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        let line = text.trim_end_matches('\n');
        let (mut cells, mut start, mut column) = (Vec::<Cell<'t>>::new(), 0, 0);
        let mut characters = line.char_indices();
        while let Some((at, shown)) = characters.next() {
            if shown == '\u{1b}' {
                // `ESC [ … m`: up to its letter.
                let _ = characters.find(|(_, c)| c.is_ascii_alphabetic());
                continue;
            }
            let (end, width) = (at + shown.len_utf8(), shown.width().unwrap_or(0));
            cells.push(Cell { whole: &line[start..end], shown, column, width });
            (start, column) = (end, column + width);
        }
        let mut end = line[start..].to_owned();
        while let Some(Cell { whole, .. }) = cells.pop_if(|cell| cell.shown == ' ') {
            end.insert_str(0, whole.trim_end_matches(' '));
        }
        end.push_str(&text[line.len()..]);
        Self { text, cells, end }
    }

    pub(super) fn cells(&self) -> &[Cell<'t>] {
        &self.cells
    }

    pub(super) fn end(&self) -> &str {
        &self.end
    }

    /// Without blanks at the end.
    pub(super) fn width(&self) -> usize {
        self.cells.last().map_or(0, |cell| cell.column + cell.width)
    }

    /// The first column with such a character.
    pub(super) fn first(&self, such: impl Fn(usize, char) -> bool) -> Option<usize> {
        self.cells.iter().find(|cell| such(cell.column, cell.shown)).map(|cell| cell.column)
    }

    /// What stands in front of a column.
    pub(super) fn before(&self, column: usize) -> String {
        let cells = self.cells.iter().take_while(|cell| cell.column < column);
        let text: String = cells.map(|cell| cell.whole).collect();
        if text.contains('\u{1b}') { text + "\u{1b}[0m" } else { text }
    }

    /// Where columns begin: behind two blanks or more.
    pub(super) fn columns(&self) -> impl Iterator<Item = usize> {
        let three = self.cells.windows(3);
        three.filter(|of| of[0].shown == ' ' && of[1].shown == ' ' && of[2].shown != ' ').map(|of| of[2].column)
    }

    /// In a picture: the width of the line number and the bar behind it.
    pub(super) fn margin(&self) -> usize {
        self.first(|_, c| is_bar(c)).map_or(0, |bar| bar + 1)
    }

    /// Whether this is a line of source in a picture: a number, a bar, text.
    pub(super) fn is_source(&self) -> bool {
        let margin = self.margin();
        let numbers = self.cells.iter().take_while(|cell| cell.column + 1 < margin);
        margin > 2
            && numbers.clone().all(|cell| cell.shown == ' ' || cell.shown.is_ascii_digit())
            && numbers.last().is_some_and(|cell| cell.shown == ' ')
            && self.first(|at, c| at < margin && c.is_ascii_digit()).is_some()
    }

    /// Whether this stands beneath a line of source, or beside others in a picture.
    pub(super) fn is_beneath(&self) -> bool {
        let margin = self.margin();
        margin > 1 && self.first(|_, c| c != ' ') == Some(margin - 1)
    }

    /// Breaks the line into pieces of limited width between words; all but the first begin in `column`.
    pub(super) fn break_into(&self, width: usize, column: usize, mut piece: impl FnMut(usize, &str)) {
        let (mut start, mut number) = (0, 0);
        while let Some(first) = self.cells.get(start) {
            let indent = if number == 0 { 0 } else { column };
            // At least one character, however narrow it is.
            let room = width.saturating_sub(indent).max(2);
            let fits = |cell: &&Cell<'_>| cell.column + cell.width - first.column <= room;
            let mut end = start + self.cells[start..].iter().take_while(fits).count();
            if end < self.cells.len() {
                let inside = if number == 0 { column } else { 0 };
                let word = (start + 1..=end).rev().find(|&at| self.cells[at].shown == ' ');
                let word = word.filter(|&at| self.cells[at].column > inside.max(first.column));
                end = word.unwrap_or(end).max(start + 1);
            }
            let blanks = self.cells[end..].iter().take_while(|cell| cell.shown == ' ').count();
            let text: String = self.cells[start..end].iter().map(|cell| cell.whole).collect();
            // Colours may end, or begin, with a blank that is not shown.
            let colours = self.cells[end..end + blanks].iter().map(|cell| cell.whole.trim_end_matches(' '));
            piece(number, &(text.trim_end_matches(' ').to_owned() + &colours.collect::<String>()));
            start = end + blanks;
            number += 1;
        }
    }
}

/// The bars at the left of a picture, also as ASCII.
fn is_bar(c: char) -> bool {
    matches!(c, '│' | '┆' | '|' | ':')
}

/// What pictures are drawn with, also as ASCII.
pub(super) fn is_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&c) || matches!(c, '▲' | '▶' | '|' | '-' | '+' | '`' | ',' | '^' | '>' | '\'')
}
