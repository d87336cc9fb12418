//! Labels as text: `!`, `&`, `|`, in this order of binding.

use super::labels::{Label, Labels};
use super::propositions::Proposition;

/// How constants and propositions are written.
pub(super) struct Words<'a> {
    pub(super) constants: [&'a str; 2],
    pub(super) name: &'a dyn Fn(Proposition) -> String,
}

enum Piece {
    Text(String),
    Label(Label),
    /// In parentheses if it is a disjunction.
    Factor(Label),
}

impl Labels {
    /// The text of a label.
    pub(super) fn text(&self, label: Label, words: &Words<'_>) -> String {
        self.write(Piece::Label(label), words)
    }

    /// The text of a label as one of several factors.
    pub(super) fn factor_text(&self, label: Label, words: &Words<'_>) -> String {
        self.write(Piece::Factor(label), words)
    }

    fn write(&self, piece: Piece, words: &Words<'_>) -> String {
        let mut text = String::new();
        let mut work = vec![piece];
        while let Some(piece) = work.pop() {
            match piece {
                Piece::Text(part) => text.push_str(&part),
                Piece::Factor(label) if self.is_disjunction(label) => {
                    work.extend([Piece::Text(")".to_owned()), Piece::Label(label), Piece::Text("(".to_owned())]);
                }
                Piece::Factor(label) | Piece::Label(label) => work.extend(self.pieces(label, words).into_iter().rev()),
            }
        }
        text
    }

    fn is_disjunction(&self, label: Label) -> bool {
        self.cases(label).is_some_and(|(_, high, low)| high != Label::FALSE && low != Label::FALSE)
    }

    fn pieces(&self, label: Label, words: &Words<'_>) -> Vec<Piece> {
        let Some((proposition, high, low)) = self.cases(label) else {
            return vec![Piece::Text(words.constants[usize::from(label == Label::TRUE)].to_owned())];
        };
        let name = (words.name)(proposition);
        match (high, low) {
            (Label::TRUE, Label::FALSE) => vec![Piece::Text(name)],
            (Label::FALSE, Label::TRUE) => vec![Piece::Text(format!("!{name}"))],
            (_, Label::FALSE) => vec![Piece::Text(format!("{name} & ")), Piece::Factor(high)],
            (Label::FALSE, _) => vec![Piece::Text(format!("!{name} & ")), Piece::Factor(low)],
            (Label::TRUE, _) => vec![Piece::Text(format!("{name} | ")), Piece::Label(low)],
            (_, Label::TRUE) => vec![Piece::Text(format!("!{name} | ")), Piece::Label(high)],
            _ => vec![
                Piece::Text(format!("{name} & ")),
                Piece::Factor(high),
                Piece::Text(format!(" | !{name} & ")),
                Piece::Factor(low),
            ],
        }
    }
}
