//! Writes expectations into a text: a word is replaced where there is one, and a comment of its own put above a formula where
//! there is none. Nothing else changes.

use super::note::Expected;
use crate::diagnostic::Span;

/// What became of a formula of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The formula.
    pub formula: Span,
    /// What is expected of it so far, if anything is written there.
    pub place: Option<Span>,
    /// What is to be expected.
    pub expected: Expected,
}

/// The text with these expectations.
#[must_use]
pub fn bless(text: &str, verdicts: &[Verdict]) -> String {
    let line_end = if text.split('\n').next().is_some_and(|line| line.ends_with('\r')) { "\r\n" } else { "\n" };
    let mut edits: Vec<(Span, String)> = verdicts.iter().map(|verdict| edit(text, line_end, *verdict)).collect();
    edits.sort_by_key(|(span, _)| *span);
    let (mut blessed, mut read) = (String::with_capacity(text.len()), 0);
    for (span, new) in edits {
        blessed.push_str(&text[read..span.start]);
        blessed.push_str(&new);
        read = span.end;
    }
    blessed + &text[read..]
}

/// What is written instead of what.
fn edit(text: &str, line_end: &str, verdict: Verdict) -> (Span, String) {
    let Verdict { formula, place, expected } = verdict;
    if let Some(place) = place {
        return (place, expected.name().to_owned());
    }
    let here = Span::new(formula.start, formula.start);
    let line = text[..formula.start].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..formula.start];
    let blanks: String = before.chars().take_while(|c| c.is_whitespace()).collect();
    let comment = format!("-- @expect {expected}{line_end}{blanks}");
    // Behind another formula, the comment would be about that one.
    let own_line = before.trim().is_empty();
    (here, if own_line { comment } else { format!("{line_end}{blanks}{comment}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: &str, formula: &str, place: Option<&str>, expected: Expected) -> Verdict {
        let span = |part: &str| {
            let start = text.find(part).expect("it is there");
            Span::new(start, start + part.len())
        };
        Verdict { formula: span(formula), place: place.map(span), expected }
    }

    #[test]
    fn a_line_above_or_another_word() {
        let text = "  -- @expect holds\n  AG p;\n\n\tEF q; -- why\n";
        let verdicts =
            [verdict(text, "AG p", Some("holds"), Expected::Fails), verdict(text, "EF q", None, Expected::Holds)];
        let blessed = "  -- @expect fails\n  AG p;\n\n\t-- @expect holds\n\tEF q; -- why\n";
        assert_eq!(bless(text, &verdicts), blessed);
    }

    #[test]
    fn line_ends_stay_and_formulas_may_share_a_line() {
        let text = "Formulae\r\n  a; b;\r\nend Formulae";
        let verdicts = [verdict(text, "b", None, Expected::Fails), verdict(text, "a;", None, Expected::Holds)];
        let blessed = "Formulae\r\n  -- @expect holds\r\n  a; \r\n  -- @expect fails\r\n  b;\r\nend Formulae";
        assert_eq!(bless(text, &verdicts), blessed);
    }
}
