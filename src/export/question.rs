//! One question about one formula at one bound.

use std::fmt::Write;

use qmas_encodings::qcir::Qcir;
use qmas_encodings::qdimacs::Qdimacs;
use qmas_encodings::{InputId, Qbf, Quantifier};

use crate::bounded::Question;
use crate::check::{NamedQuestion, bounded_question};
use crate::engine::{GaveUp, Options};
use crate::logic::Specification;
use crate::model::Model;

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
    /// Variables, those of gates included.
    pub variables: usize,
    /// Clauses, or gates.
    pub size: usize,
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
    let verb = match question {
        Question::Prove => "proved",
        Question::Refute => "refuted",
    };
    let head = format!("qmas-rs {}: {title}, bound {bound}", env!("CARGO_PKG_VERSION"));
    let alternations = posed.qbf.prefix.len().saturating_sub(1);
    match format {
        QuestionFormat::Qdimacs => {
            let meaning = format!("true iff the formula is {verb} at this bound");
            let file = Qdimacs::new(&posed.circuit, &posed.qbf);
            let comments = comments("c ", &[&head, &meaning], &posed, &posed.qbf);
            let (variables, size) = (file.clauses.vars as usize, file.clauses.clauses.len());
            Ok(Written { text: format!("{comments}{file}"), alternations, variables, size })
        }
        QuestionFormat::Qcir => {
            let meaning = format!("true iff the formula is {verb} at this bound");
            let file = Qcir::new(&posed.circuit, &posed.qbf).to_string();
            // The format wants its first line first.
            let (first, rest) = file.split_once('\n').unwrap_or((&file, ""));
            let comments = comments("# ", &[&head, &meaning], &posed, &posed.qbf);
            let size = rest.lines().filter(|line| line.contains('=')).count();
            let variables = size + posed.qbf.prefix.iter().map(|block| block.inputs.len()).sum::<usize>();
            Ok(Written { text: format!("{first}\n{comments}{rest}"), alternations, variables, size })
        }
        QuestionFormat::Dimacs => {
            let (qbf, meaning) = match posed.qbf.prefix.as_slice() {
                [] => (posed.qbf.clone(), format!("satisfiable iff the formula is {verb} at this bound")),
                [block] if block.quantifier == Quantifier::Exists => {
                    (posed.qbf.clone(), format!("satisfiable iff the formula is {verb} at this bound"))
                }
                [block] => {
                    let opposite = Qbf::new(!posed.qbf.matrix).with(Quantifier::Exists, block.inputs.iter().copied());
                    (opposite, format!("unsatisfiable iff the formula is {verb} at this bound"))
                }
                blocks => {
                    let why = format!("DIMACS has no quantifiers, and this question has {} blocks", blocks.len());
                    return Err(GaveUp::Declined(format!("{why}; use `--format qdimacs` or `--format qcir`")));
                }
            };
            let mut file = Qdimacs::new(&posed.circuit, &qbf);
            file.prefix.clear();
            let comments = comments("c ", &[&head, &meaning], &posed, &qbf);
            let (variables, size) = (file.clauses.vars as usize, file.clauses.clauses.len());
            Ok(Written { text: format!("{comments}{file}"), alternations, variables, size })
        }
    }
}

/// What the file is about, and what its quantified variables stand for; their numbers count from 1.
fn comments(mark: &str, head: &[&str], posed: &NamedQuestion, qbf: &Qbf) -> String {
    let mut out = String::new();
    for line in head.iter().flat_map(|text| text.lines()) {
        let _ = writeln!(out, "{mark}{line}");
    }
    let qbf = qbf.normalised(&posed.circuit);
    let inputs = qbf.prefix.iter().flat_map(|block| block.inputs.iter());
    for (number, input) in (1..).zip(inputs) {
        let name = name(posed, *input);
        let _ = writeln!(out, "{mark}{number} {name}");
    }
    out
}

fn name(posed: &NamedQuestion, input: InputId) -> &str {
    posed.names.get(&input).map_or("?", String::as_str)
}
