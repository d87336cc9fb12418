//! Formulas as ISPL text: read back, the text gives the same formula. Written without recursion.

use std::fmt;

use super::arena::{
    Formula, FormulaId, Formulas, Knowledge, Logic, Modality, Quantifier, Regex, RegexId, Specification, Temporal,
};
use crate::ir::InterpretedSystem;

/// Shows a specification with its prefix.
pub struct FormulaText<'a> {
    formulas: &'a Formulas,
    system: &'a InterpretedSystem,
    specification: Specification,
}

/// Takes so many characters and no more.
struct Limited {
    text: String,
    left: usize,
}

impl fmt::Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}

impl Formulas {
    /// A formula as text, for people: a long one is cut off.
    #[must_use]
    pub fn show_start(&self, system: &InterpretedSystem, formula: FormulaId, most: usize) -> String {
        let mut limited = Limited { text: String::new(), left: most };
        let shown = self.show(system, Specification { logic: Logic::Ctl, formula });
        match fmt::write(&mut limited, format_args!("{shown}")) {
            Ok(()) => limited.text,
            Err(_) => limited.text + "…",
        }
    }

    /// The specification as ISPL text.
    #[must_use]
    pub fn show<'a>(&'a self, system: &'a InterpretedSystem, specification: Specification) -> FormulaText<'a> {
        FormulaText { formulas: self, system, specification }
    }
}

enum TextPart<'a> {
    Text(&'a str),
    Formula(FormulaId),
    Regex(RegexId),
}

impl fmt::Display for FormulaText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = self.specification.logic.prefix();
        if !prefix.is_empty() {
            write!(f, "{prefix} ")?;
        }
        let mut work = vec![TextPart::Formula(self.specification.formula)];
        while let Some(piece) = work.pop() {
            match piece {
                TextPart::Text(text) => f.write_str(text)?,
                TextPart::Formula(id) => work.extend(self.formula(id).into_iter().rev()),
                TextPart::Regex(id) => work.extend(self.regex(id).into_iter().rev()),
            }
        }
        Ok(())
    }
}

impl<'a> FormulaText<'a> {
    fn formula(&self, id: FormulaId) -> Vec<TextPart<'a>> {
        use TextPart::{Formula as Sub, Text};
        match self.formulas.get(id) {
            Formula::True => vec![Text("true")],
            Formula::False => vec![Text("false")],
            Formula::Atom(atom) => vec![Text(&self.system.atom(atom).name)],
            Formula::Red(agent) => vec![Text(&self.system.agent(agent).name), Text(".RedStates")],
            Formula::Not(f) => vec![Text("!"), Sub(f)],
            Formula::And(f, g) => vec![Text("("), Sub(f), Text(" and "), Sub(g), Text(")")],
            Formula::Or(f, g) => vec![Text("("), Sub(f), Text(" or "), Sub(g), Text(")")],
            Formula::Implies(f, g) => vec![Text("("), Sub(f), Text(" -> "), Sub(g), Text(")")],
            Formula::Branching(quantifier, operator) => {
                let mut pieces = vec![Text(quantifier_text(quantifier))];
                pieces.extend(temporal(operator));
                pieces
            }
            Formula::Strategic(group, operator) => {
                let mut pieces = vec![Text("<"), Text(&self.system.group(group).name), Text(">")];
                pieces.extend(temporal(operator));
                pieces
            }
            Formula::Quantified(quantifier, f) => match self.specification.logic {
                // The quantifier is implied at the top and below K.
                Logic::Ltl | Logic::Ldl => vec![Sub(f)],
                Logic::Ctl | Logic::CtlStar | Logic::CdlStar if self.in_parentheses(f) => {
                    vec![Text(quantifier_text(quantifier)), Sub(f)]
                }
                Logic::Ctl | Logic::CtlStar | Logic::CdlStar => {
                    vec![Text(quantifier_text(quantifier)), Text("("), Sub(f), Text(")")]
                }
            },
            Formula::Linear(operator) => match operator.operands() {
                (f, None) => vec![Text("("), Text(unary_text(operator)), Sub(f), Text(")")],
                // LTL and CTL* read `!f U g` as `!(f U g)`.
                (f, Some(g)) if self.starts_with_negation(f) => {
                    vec![Text("(("), Sub(f), Text(")"), Text(binary_text(operator)), Sub(g), Text(")")]
                }
                (_, Some(_)) => temporal(operator),
            },
            Formula::Dynamic(modality, rho, f) => {
                let (open, close) = match modality {
                    Modality::Diamond => ("<", ">"),
                    Modality::Box => ("[", "]"),
                };
                vec![Text(open), TextPart::Regex(rho), Text(close), Sub(f)]
            }
            Formula::Knows(knowledge, f) => self.knowledge(knowledge, vec![Sub(f)]),
            Formula::Considers(knowledge, f) => {
                let mut pieces = vec![Text("!")];
                pieces.extend(self.knowledge(knowledge, self.negated(f)));
                pieces
            }
            Formula::Obliged(agent, f) => {
                vec![Text("O("), Text(&self.system.agent(agent).name), Text(", "), Sub(f), Text(")")]
            }
            Formula::Permitted(agent, f) => {
                let mut pieces = vec![Text("!O("), Text(&self.system.agent(agent).name), Text(", ")];
                pieces.extend(self.negated(f));
                pieces.push(Text(")"));
                pieces
            }
        }
    }

    /// The negation of a formula, without a double one: that of `AG !f` is `EF f`.
    fn negated(&self, id: FormulaId) -> Vec<TextPart<'a>> {
        match self.formulas.get(id) {
            Formula::Not(inner) => vec![TextPart::Formula(inner)],
            Formula::Branching(quantifier, operator) if self.dual(operator).is_some() => {
                let other = match quantifier {
                    Quantifier::Forall => Quantifier::Exists,
                    Quantifier::Exists => Quantifier::Forall,
                };
                let mut pieces = vec![TextPart::Text(quantifier_text(other))];
                pieces.extend(self.dual(operator).into_iter().flat_map(temporal));
                pieces
            }
            _ => vec![TextPart::Text("!"), TextPart::Formula(id)],
        }
    }

    /// The operator that is left when a negation is taken through one over a negation.
    fn dual(&self, operator: Temporal) -> Option<Temporal> {
        let inner = |f: FormulaId| match self.formulas.get(f) {
            Formula::Not(inner) => Some(inner),
            _ => None,
        };
        match operator {
            Temporal::Next(f) => inner(f).map(Temporal::Next),
            Temporal::Finally(f) => inner(f).map(Temporal::Globally),
            Temporal::Globally(f) => inner(f).map(Temporal::Finally),
            Temporal::Until(..) | Temporal::Release(..) | Temporal::WeakUntil(..) => None,
        }
    }

    /// Whether the text of a formula starts with its own parenthesis.
    fn in_parentheses(&self, id: FormulaId) -> bool {
        matches!(self.formulas.get(id), Formula::And(..) | Formula::Or(..) | Formula::Implies(..) | Formula::Linear(_))
    }

    fn starts_with_negation(&self, id: FormulaId) -> bool {
        matches!(self.formulas.get(id), Formula::Not(_) | Formula::Considers(..) | Formula::Permitted(..))
    }

    fn knowledge(&self, knowledge: Knowledge, body: Vec<TextPart<'a>>) -> Vec<TextPart<'a>> {
        let (operator, who) = match knowledge {
            Knowledge::Agent(agent) => ("K(", &self.system.agent(agent).name),
            Knowledge::Everyone(group) => ("GK(", &self.system.group(group).name),
            Knowledge::Common(group) => ("GCK(", &self.system.group(group).name),
            Knowledge::Distributed(group) => ("DK(", &self.system.group(group).name),
        };
        let mut pieces = vec![TextPart::Text(operator), TextPart::Text(who), TextPart::Text(", ")];
        pieces.extend(body);
        pieces.push(TextPart::Text(")"));
        pieces
    }

    fn regex(&self, id: RegexId) -> Vec<TextPart<'a>> {
        use TextPart::{Formula as Sub, Regex as Part, Text};
        match self.formulas.regex(id) {
            Regex::Step(f) => vec![Sub(f)],
            Regex::Test(f) => vec![Sub(f), Text("?")],
            Regex::Choice(left, right) => vec![Text("("), Part(left), Text(" + "), Part(right), Text(")")],
            Regex::Sequence(left, right) => vec![Text("("), Part(left), Text(" ; "), Part(right), Text(")")],
            Regex::Star(inner) => vec![Text("("), Part(inner), Text(")*")],
        }
    }
}

fn quantifier_text(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "E",
        Quantifier::Forall => "A",
    }
}

fn temporal<'a>(operator: Temporal) -> Vec<TextPart<'a>> {
    use TextPart::{Formula as Sub, Text};
    match operator.operands() {
        (f, None) => vec![Text(unary_text(operator)), Sub(f)],
        (f, Some(g)) => vec![Text("("), Sub(f), Text(binary_text(operator)), Sub(g), Text(")")],
    }
}

/// The operator in front of its operand.
fn unary_text(operator: Temporal) -> &'static str {
    match operator {
        Temporal::Next(_) => "X ",
        Temporal::Finally(_) => "F ",
        Temporal::Globally(_) => "G ",
        Temporal::Until(..) | Temporal::Release(..) | Temporal::WeakUntil(..) => "",
    }
}

/// The operator between its operands.
fn binary_text(operator: Temporal) -> &'static str {
    match operator {
        Temporal::Until(..) => " U ",
        Temporal::Release(..) => " R ",
        Temporal::WeakUntil(..) => " W ",
        Temporal::Next(_) | Temporal::Finally(_) | Temporal::Globally(_) => "",
    }
}
