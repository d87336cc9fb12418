//! One question about one formula at one bound.

use std::fmt::Write;

use qmas_encodings::expansion::solve;
use qmas_encodings::qcir::Qcir;
use qmas_encodings::qdimacs::Qdimacs;
use qmas_encodings::{Answer, Circuit, ExpansionOptions, InputId, Qbf, Quantifier, SatLimits};

use super::posed::{NamedQuestion, bounded_question};
use crate::bounded::Question;
use crate::engine::{FormatGap, GaveUp};
use crate::logic::Specification;
use crate::model::Model;
use crate::options::Options;
use crate::solver::SatChoice;

/// What the embedded expansion may spend on the answer of a file: not seconds, so that it does not depend on the machine.
const INSTANTIATIONS: usize = 3_000;
const CONFLICTS: u64 = 20_000;

/// How a question is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuestionFormat {
    /// Clauses under quantifiers.
    Qdimacs,
    /// A circuit under quantifiers.
    Qcir,
    /// Clauses.
    Dimacs,
}

/// A file and what is in it.
#[derive(Debug, Clone)]
pub struct Written {
    /// The file.
    pub text: String,
    /// Changes of the quantifier.
    pub alternations: usize,
    /// Variables, those of definitions included.
    pub variables: usize,
    /// Clauses, if it has any.
    pub clauses: Option<usize>,
    /// Gates, if it is a circuit.
    pub gates: Option<usize>,
    circuit: Circuit,
    /// What is in the file.
    qbf: Qbf,
    /// Whether that is the negation of the question.
    negated: bool,
}

impl Written {
    /// Whether what is in the file is true, if that is easy to say. For DIMACS, whether it is satisfiable.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        let sat = SatLimits { conflicts: Some(CONFLICTS), ..SatLimits::default() };
        let options = ExpansionOptions { max_instantiations: INSTANTIATIONS, sat, ..ExpansionOptions::default() };
        match solve(&self.circuit, &self.qbf, &[], &options, &SatChoice::Auto).answer {
            Answer::True(_) => Some(true),
            Answer::False(_) => Some(false),
            Answer::Unknown(_) => None,
        }
    }

    /// Whether the question has the answer yes if the truth of the file is `truth`.
    #[must_use]
    pub fn answer(&self, truth: bool) -> bool {
        truth != self.negated
    }
}

/// Writes a question. `title` says in a line which model and formula it is about.
///
/// # Errors
/// Why the bounded engine has no such question, or why the format cannot say it.
pub fn question(
    model: &Model,
    (specification, question): (Specification, Question),
    bound: usize,
    (format, title): (QuestionFormat, &str),
    options: &Options,
) -> Result<Written, GaveUp> {
    let posed = bounded_question(model, (specification, question), bound, options)?;
    let head = format!("qmas-rs {}: {title}, bound {bound}", env!("CARGO_PKG_VERSION"));
    let done = match question {
        Question::Prove => "proved",
        Question::Refute => "refuted",
    };
    match format {
        QuestionFormat::Qdimacs => {
            let meaning = format!("true iff the formula is {done} at this bound");
            let file = Qdimacs::new(&posed.circuit, &posed.qbf);
            let comments = comments("c ", [&head, &meaning], &posed, &file.inputs, file.clauses.vars as usize);
            Ok(clauses(posed.circuit, posed.qbf, &file, &comments))
        }
        QuestionFormat::Qcir => {
            let meaning = format!("true iff the formula is {done} at this bound");
            let file = Qcir::new(&posed.circuit, &posed.qbf);
            let variables = file.inputs.len() + file.gate_count();
            let comments = comments("# ", [&head, &meaning], &posed, &file.inputs, variables);
            let text = file.to_string();
            // The format wants its first line first.
            let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
            Ok(Written {
                text: format!("{first}\n{comments}{rest}"),
                alternations: file.prefix.len().saturating_sub(1),
                variables,
                clauses: None,
                gates: Some(file.gate_count()),
                circuit: posed.circuit,
                qbf: posed.qbf,
                negated: false,
            })
        }
        QuestionFormat::Dimacs => {
            let (qbf, negated) = without_quantifiers(&posed.qbf)?;
            let word = if negated { "unsatisfiable" } else { "satisfiable" };
            let meaning = format!("{word} iff the formula is {done} at this bound");
            let mut file = Qdimacs::new(&posed.circuit, &qbf);
            file.prefix.clear();
            let comments = comments("c ", [&head, &meaning], &posed, &file.inputs, file.clauses.vars as usize);
            Ok(Written { negated, ..clauses(posed.circuit, qbf, &file, &comments) })
        }
    }
}

fn clauses(circuit: Circuit, qbf: Qbf, file: &Qdimacs, comments: &str) -> Written {
    Written {
        text: format!("{comments}{file}"),
        alternations: file.prefix.len().saturating_sub(1),
        variables: file.clauses.vars as usize,
        clauses: Some(file.clauses.clauses.len()),
        gates: None,
        circuit,
        qbf,
        negated: false,
    }
}

/// A formula of which only satisfiability is in question, and whether it is the negation of the given one.
fn without_quantifiers(qbf: &Qbf) -> Result<(Qbf, bool), GaveUp> {
    match qbf.prefix.as_slice() {
        [] => Ok((qbf.clone(), false)),
        [block] if block.quantifier == Quantifier::Exists => Ok((qbf.clone(), false)),
        [block] => {
            let opposite = Qbf::new(!qbf.matrix).with(Quantifier::Exists, block.inputs.iter().copied());
            Ok((opposite, true))
        }
        blocks => Err(FormatGap::Quantifiers(blocks.len()).into()),
    }
}

/// What the file is about, and what its variables stand for; their numbers count from 1.
fn comments(mark: &str, head: [&String; 2], posed: &NamedQuestion, inputs: &[InputId], variables: usize) -> String {
    let mut out = String::new();
    for line in head.iter().flat_map(|text| text.lines()) {
        let _ = writeln!(out, "{mark}{line}");
    }
    let _ = writeln!(out, "{mark}variable = path, frame, agent.variable[bit]");
    for line in &posed.patterns {
        let _ = writeln!(out, "{mark}{line}");
    }
    for (number, input) in (1..).zip(inputs) {
        let name = posed.names.get(input).map_or("?", String::as_str);
        let _ = writeln!(out, "{mark}{number} = {name}");
    }
    if variables > inputs.len() {
        let _ = writeln!(out, "{mark}{}..{variables} = definitions", inputs.len() + 1);
    }
    out
}
