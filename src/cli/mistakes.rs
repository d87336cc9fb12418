//! What is wrong with the formulas of a command line and of files of formulas, kept until all have been read: a file is reported
//! once, with one count of its errors.

use crate::diagnostic::{Diagnostic, Span};
use crate::report::Source;

/// Mistakes, by source and in order.
#[derive(Default)]
pub(super) struct Mistakes(Vec<Mistaken>);

struct Mistaken {
    from: String,
    /// As much of the source as its mistakes are in, with all line ends.
    text: String,
    diagnostics: Vec<Diagnostic>,
}

impl Mistakes {
    /// Adds what is wrong with a formula. Line ends in front of it say on which line of its file it stands.
    pub(super) fn add(&mut self, from: &str, text: &str, mut diagnostics: Vec<Diagnostic>) {
        let line = |text: &str| text.bytes().filter(|&byte| byte == b'\n').count();
        let formula = text.trim_start_matches('\n');
        let ends = text.len() - formula.len();
        match self.0.last_mut().filter(|last| last.from == from && line(&last.text) < ends) {
            Some(last) => {
                last.text += &"\n".repeat(ends - line(&last.text));
                last.text += formula;
                let further = last.text.len() - text.len();
                diagnostics.iter_mut().for_each(|diagnostic| moved(diagnostic, further));
                last.diagnostics.append(&mut diagnostics);
            }
            None => self.0.push(Mistaken { from: from.to_owned(), text: text.to_owned(), diagnostics }),
        }
    }

    /// Tells all of them, if there are any.
    pub(super) fn told(self, mut say: impl FnMut(&[Diagnostic], &Source)) -> bool {
        let any = !self.0.is_empty();
        for Mistaken { from, text, diagnostics } in self.0 {
            say(&diagnostics, &Source::new(from, text));
        }
        any
    }
}

/// The same, so many bytes later.
fn moved(diagnostic: &mut Diagnostic, by: usize) {
    let later = |span: &mut Span| *span = Span::new(span.start + by, span.end + by);
    diagnostic.labels.iter_mut().for_each(|label| later(&mut label.span));
    diagnostic.fix.iter_mut().for_each(|replacement| later(&mut replacement.span));
}
