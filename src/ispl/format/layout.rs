//! Text: lines that are folded where they would become too long.
//!
//! Oppen, "Prettyprinting" (TOPLAS 1980), without its queue, because a line is known as a whole: a fold becomes the end
//! of a line if what follows, up to the next fold that is no worse, does not fit any more; or if what precedes, down
//! to the last fold that is no worse, takes several lines already.

use super::comments::{Comment, CommentedToken};
use super::spacing::{Anchor, BEST, Bracket, Cell, Gap, WORST, before_all};

/// Lines are folded to be no longer, where they can.
const WIDTH: usize = 100;
/// How much further the rest of a folded line is indented.
const HANG: usize = 2;
/// No line is indented further: brackets may be nested 100,000 deep.
const DEEPEST: usize = 40;

/// Whether an empty line is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Blank {
    Keep,
    Drop,
}

impl From<bool> for Blank {
    fn from(blank: bool) -> Self {
        if blank { Self::Keep } else { Self::Drop }
    }
}

/// The text written so far.
pub(super) struct Page {
    text: String,
    /// Characters on the current line; tokens are ASCII.
    column: usize,
    /// The indentation of the current line.
    indent: usize,
    /// The number of the current line.
    line: usize,
}

impl Page {
    pub(super) fn with_capacity(bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), column: 0, indent: 0, line: 0 }
    }

    /// The whole text; it ends with one line break.
    pub(super) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }

    /// Goes to the next line.
    pub(super) fn new_line(&mut self, indent: usize, blank: Blank) {
        if blank == Blank::Keep {
            self.text.push('\n');
        }
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
        (self.column, self.indent) = (indent, indent);
        self.line += 1;
    }

    /// Writes a comment, beside what was written last or on its own line.
    pub(super) fn comment(&mut self, comment: &Comment<'_>, indent: usize, blank: Blank) {
        if comment.beside {
            self.text.push_str("  ");
        } else if !self.text.is_empty() {
            self.new_line(indent, blank);
        }
        self.text.push_str(comment.text);
    }

    fn token(&mut self, text: &str) {
        self.text.push_str(text);
        self.column += text.len();
    }

    /// Writes a line; what stands in front of its first token has been written.
    pub(super) fn line(
        &mut self,
        tokens: &[CommentedToken<'_>],
        comments: &[Comment<'_>],
        cells: &[Cell],
        indent: usize,
    ) {
        let widths = widths(tokens, cells);
        // Per open bracket, where lines inside it start.
        let mut starts = vec![indent + HANG];
        let mut operands = Operands(vec![(BEST, self.line)]);
        for (at, (token, cell)) in tokens.iter().zip(cells).enumerate() {
            let start = *starts.last().expect("brackets match in a file without errors");
            let mut first_of_line = at == 0;
            if at > 0 {
                match cell.before {
                    _ if !token.comments.is_empty() => {
                        for comment in &comments[token.comments.clone()] {
                            self.comment(comment, start, Blank::Drop);
                        }
                        first_of_line = true;
                    }
                    Gap::Nothing => {}
                    Gap::Blank => self.token(" "),
                    Gap::Fold(rank) => {
                        let fits = self.column + 1 + widths[at] <= WIDTH;
                        first_of_line = !fits || operands.line(rank).is_some_and(|line| line < self.line);
                        if !first_of_line {
                            self.token(" ");
                        }
                    }
                }
                if first_of_line {
                    self.new_line(start, Blank::Drop);
                }
                if let Gap::Fold(rank) = cell.before {
                    operands.start(rank, self.line);
                }
            }
            self.token(token.text);
            match cell.bracket {
                Bracket::Opens => {
                    operands.start(before_all(starts.len()), self.line);
                    starts.push(self.inside(self.column));
                }
                Bracket::Closes if starts.len() > 1 => drop(starts.pop()),
                Bracket::Closes | Bracket::No => {}
            }
            if cell.anchor == Anchor::Always || cell.anchor == Anchor::FirstOfLine && first_of_line {
                let start = self.inside(self.column + 1);
                *starts.last_mut().expect("just seen") = start;
            }
        }
    }

    /// Where lines start that line up with `column`, unless that is too far to the right.
    fn inside(&self, column: usize) -> usize {
        if column <= DEEPEST { column } else { (self.indent + HANG).min(DEEPEST) }
    }
}

/// The operands that are being written: the rank of the fold in front of each, ascending, and the line it starts on.
struct Operands(Vec<(usize, usize)>);

impl Operands {
    /// The line on which the operand starts that a fold of that rank ends.
    fn line(&mut self, rank: usize) -> Option<usize> {
        // Such a fold ends no operand.
        if rank == WORST {
            return None;
        }
        while self.0.last().is_some_and(|&(other, _)| other > rank) {
            self.0.pop();
        }
        self.0.last().map(|&(_, line)| line)
    }

    /// An operand starts behind a fold of that rank.
    fn start(&mut self, rank: usize, line: usize) {
        while self.0.last().is_some_and(|&(other, _)| other >= rank) {
            self.0.pop();
        }
        if rank != WORST {
            self.0.push((rank, line));
        }
    }
}

/// For each fold, the width of what follows it up to the next fold that is no worse; 0 elsewhere.
fn widths(tokens: &[CommentedToken<'_>], cells: &[Cell]) -> Vec<usize> {
    let mut widths = vec![0; tokens.len()];
    // Folds to the right that are better than all between here and them, the nearest last: their rank, and the width
    // from their blank to the end.
    let mut better: Vec<(usize, usize)> = Vec::new();
    // The width from here to the end, on one line.
    let mut rest = 0;
    for (at, (token, cell)) in tokens.iter().zip(cells).enumerate().rev() {
        rest += token.text.len();
        let from_here = rest;
        rest += usize::from(cell.before != Gap::Nothing);
        let rank = match cell.before {
            // A comment ends the line in any case.
            _ if !token.comments.is_empty() => BEST,
            Gap::Fold(rank) => rank,
            Gap::Blank | Gap::Nothing => continue,
        };
        while better.last().is_some_and(|&(other, _)| other > rank) {
            better.pop();
        }
        widths[at] = from_here - better.last().map_or(0, |&(_, width)| width);
        better.push((rank, rest));
    }
    widths
}
