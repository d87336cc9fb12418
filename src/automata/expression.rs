//! Labels as text: `!`, `&`, `|`, in this order of binding.

use super::labels::{Cases, Label, Labels};
use super::propositions::Proposition;

/// How constants and propositions are written.
pub(super) struct Words<'a> {
    pub(super) constants: [&'a str; 2],
    pub(super) name: &'a dyn Fn(Proposition) -> String,
}

enum LabelPart {
    Text(String),
    Label(Label),
    /// In parentheses if it is a disjunction.
    Factor(Label),
}

impl Labels {
    /// The text of a label.
    pub(super) fn text(&self, label: Label, words: &Words<'_>) -> String {
        self.write(LabelPart::Label(label), words)
    }

    /// The text of a label as one of several factors.
    pub(super) fn factor_text(&self, label: Label, words: &Words<'_>) -> String {
        self.write(LabelPart::Factor(label), words)
    }

    fn write(&self, piece: LabelPart, words: &Words<'_>) -> String {
        let mut text = String::new();
        let mut work = vec![piece];
        while let Some(piece) = work.pop() {
            match piece {
                LabelPart::Text(part) => text.push_str(&part),
                LabelPart::Factor(label) if self.is_disjunction(label) => {
                    work.extend([
                        LabelPart::Text(")".to_owned()),
                        LabelPart::Label(label),
                        LabelPart::Text("(".to_owned()),
                    ]);
                }
                LabelPart::Factor(label) | LabelPart::Label(label) => {
                    work.extend(self.pieces(label, words).into_iter().rev())
                }
            }
        }
        text
    }

    fn is_disjunction(&self, label: Label) -> bool {
        self.cases(label).is_some_and(|cases| cases.high != Label::FALSE && cases.low != Label::FALSE)
    }

    fn pieces(&self, label: Label, words: &Words<'_>) -> Vec<LabelPart> {
        let Some(Cases { proposition, high, low }) = self.cases(label) else {
            return vec![LabelPart::Text(words.constants[usize::from(label == Label::TRUE)].to_owned())];
        };
        let name = (words.name)(proposition);
        match (high, low) {
            (Label::TRUE, Label::FALSE) => vec![LabelPart::Text(name)],
            (Label::FALSE, Label::TRUE) => vec![LabelPart::Text(format!("!{name}"))],
            (_, Label::FALSE) => vec![LabelPart::Text(format!("{name} & ")), LabelPart::Factor(high)],
            (Label::FALSE, _) => vec![LabelPart::Text(format!("!{name} & ")), LabelPart::Factor(low)],
            (Label::TRUE, _) => vec![LabelPart::Text(format!("{name} | ")), LabelPart::Label(low)],
            (_, Label::TRUE) => vec![LabelPart::Text(format!("!{name} | ")), LabelPart::Label(high)],
            _ => vec![
                LabelPart::Text(format!("{name} & ")),
                LabelPart::Factor(high),
                LabelPart::Text(format!(" | !{name} & ")),
                LabelPart::Factor(low),
            ],
        }
    }
}
