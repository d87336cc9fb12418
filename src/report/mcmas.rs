//! The lines that MCMAS prints, so that scripts written for it keep working.
//!
//! The wording is that of MCMAS 1.3.0: a line per formula, fully parenthesised with `&&`, `||` and `!`, then how many
//! there were, the time and the number of reachable states. Ours: a formula without a verdict is UNKNOWN, where MCMAS
//! would still be running; the number of states is exact and written in full; the banner and the names of MCMAS's
//! phases are left out, since these phases do not exist here.

use std::fmt::Write;

use super::content::{CheckReport, FormulaReport, Report};
use super::diagnostics::{Colours, Source};
use super::evidence::Style;
use super::reporter::{Reporter, Sink};
use super::text::{results, warnings};
use super::warnings::{Detail, render_with};
use crate::diagnostic::Diagnostic;
use crate::engine::Verdict;
use crate::logic::{Formula, FormulaId, Knowledge, Modality, Quantifier, Regex, RegexId, Specification, Temporal};
use crate::model::Model;

/// Reports in the words of MCMAS.
pub struct McmasReporter {
    to: Box<dyn Sink>,
    colours: Colours,
    detail: Detail,
}

impl McmasReporter {
    /// Writes to `to`; diagnostics may have colours, and warnings are told in this detail.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, colours: Colours, detail: Detail) -> Self {
        Self { to, colours, detail }
    }
}

impl Reporter for McmasReporter {
    fn diagnostics(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        self.to.err(&render_with(self.detail, diagnostics, source, self.colours));
    }

    /// Scripts read that line.
    fn wants_states(&self) -> bool {
        true
    }

    fn model(&mut self, report: &Report) {
        if let Some(check) = &report.check {
            let all = Style { full: true, ..Style::default() };
            results(self.to.as_ref(), check, all);
            warnings(self.to.as_ref(), check, all);
            self.to.out(&lines(&report.file, check));
        }
    }
}

/// What MCMAS would print for one model.
fn lines(file: &str, check: &CheckReport) -> String {
    let mut out = format!("{file} has been parsed successfully.\nChecking formulae...\nVerifying properties...\n");
    for FormulaReport { stated, outcome, .. } in &check.formulas {
        let verdict = match outcome.verdict {
            Verdict::Holds => "TRUE",
            Verdict::Fails => "FALSE",
            Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => "UNKNOWN",
        };
        let formula = mcmas_formula(&check.model, stated.specification);
        let _ = writeln!(out, "  Formula number {}: {formula}, is {verdict} in the model", stated.index);
    }
    let _ = writeln!(out, "done, {} formulae successfully read and checked", check.formulas.len());
    let outcomes = || check.formulas.iter().map(|formula| &formula.outcome);
    let time = match outcomes().filter(|outcome| outcome.in_preparation).map(|outcome| outcome.time).max() {
        // Everything that was done is part of it.
        Some(time) => time,
        None => outcomes().fold(check.preparation, |sum, outcome| sum + outcome.time),
    };
    let _ = writeln!(out, "execution time = {:.3}", time.as_secs_f64());
    if let Some(states) = &check.states {
        let _ = writeln!(out, "number of reachable states = {states}");
    }
    out
}

/// What is still to be written.
enum Pending<'a> {
    Text(&'a str),
    Formula(FormulaId),
    Regex(RegexId),
}
use Pending::{Formula as Sub, Regex as Part, Text};

/// A formula as MCMAS writes it.
#[must_use]
pub fn mcmas_formula(model: &Model, specification: Specification) -> String {
    let mut out = String::new();
    let mut work = vec![Sub(specification.formula)];
    // LTL and LDL have one path quantifier in front of everything; it is not written.
    let hidden = matches!(specification.logic, crate::logic::Logic::Ltl | crate::logic::Logic::Ldl);
    while let Some(pending) = work.pop() {
        match pending {
            Text(text) => out.push_str(text),
            Sub(id) => work.extend(formula(model, id, hidden).into_iter().rev()),
            Part(id) => work.extend(regex(model, id).into_iter().rev()),
        }
    }
    out
}

fn formula(model: &Model, id: FormulaId, hidden: bool) -> Vec<Pending<'_>> {
    let system = &model.system;
    match model.formulas.get(id) {
        Formula::True => vec![Text("TRUE")],
        Formula::False => vec![Text("FALSE")],
        Formula::Atom(atom) => vec![Text(&system.atom(atom).name)],
        Formula::Red(agent) => vec![Text(&system.agent(agent).name), Text(".RedStates")],
        Formula::Not(f) => match model.formulas.get(f) {
            Formula::Red(agent) => vec![Text(&system.agent(agent).name), Text(".GreenStates")],
            _ => vec![Text("(! "), Sub(f), Text(")")],
        },
        Formula::And(f, g) => binary(f, " && ", g),
        Formula::Or(f, g) => binary(f, " || ", g),
        Formula::Implies(f, g) => binary(f, " -> ", g),
        Formula::Branching(quantifier, operator) => {
            let quantifier = quantifier_text(quantifier);
            match operator.operands() {
                (f, None) => vec![Text("("), Text(quantifier), Text(word(operator)), Text(" "), Sub(f), Text(")")],
                (f, Some(g)) => with_prefix(vec![Text(quantifier)], binary(f, between(operator), g)),
            }
        }
        Formula::Strategic(group, operator) => {
            let name = system.group(group).name.as_str();
            match operator.operands() {
                (f, None) => {
                    vec![Text("(<"), Text(name), Text(">"), Text(word(operator)), Text(" "), Sub(f), Text(")")]
                }
                (f, Some(g)) => with_prefix(vec![Text("<"), Text(name), Text(">")], binary(f, between(operator), g)),
            }
        }
        Formula::Quantified(_, f) if hidden => vec![Sub(f)],
        Formula::Quantified(quantifier, f) => {
            vec![Text("("), Text(quantifier_text(quantifier)), Text(" "), Sub(f), Text(")")]
        }
        Formula::Linear(operator) => match operator.operands() {
            (f, None) => vec![Text("("), Text(word(operator)), Text(" "), Sub(f), Text(")")],
            (f, Some(g)) => binary(f, between(operator), g),
        },
        Formula::Dynamic(Modality::Diamond, rho, f) => vec![Text("<"), Part(rho), Text(">"), Sub(f)],
        Formula::Dynamic(Modality::Box, rho, f) => vec![Text("["), Part(rho), Text("]"), Sub(f)],
        Formula::Knows(knowledge, f) => knows(model, knowledge, vec![Sub(f)]),
        Formula::Considers(knowledge, f) => {
            let inner = knows(model, knowledge, vec![Text("(! "), Sub(f), Text(")")]);
            with_suffix(with_prefix(vec![Text("(! ")], inner))
        }
        Formula::Obliged(agent, f) => {
            vec![Text("O("), Text(&system.agent(agent).name), Text(", "), Sub(f), Text(")")]
        }
        Formula::Permitted(agent, f) => {
            vec![Text("(! O("), Text(&system.agent(agent).name), Text(", (! "), Sub(f), Text(")))")]
        }
    }
}

fn regex(model: &Model, id: RegexId) -> Vec<Pending<'_>> {
    match model.formulas.regex(id) {
        Regex::Step(f) => vec![Sub(f)],
        Regex::Test(f) => vec![Sub(f), Text("?")],
        Regex::Choice(left, right) => vec![Text("("), Part(left), Text(" + "), Part(right), Text(")")],
        Regex::Sequence(left, right) => vec![Text("("), Part(left), Text(" ; "), Part(right), Text(")")],
        Regex::Star(inner) => vec![Text("("), Part(inner), Text(")*")],
    }
}

fn knows<'a>(model: &'a Model, knowledge: Knowledge, body: Vec<Pending<'a>>) -> Vec<Pending<'a>> {
    let (operator, who) = match knowledge {
        Knowledge::Agent(agent) => ("K(", &model.system.agent(agent).name),
        Knowledge::Everyone(group) => ("GK(", &model.system.group(group).name),
        Knowledge::Common(group) => ("GCK(", &model.system.group(group).name),
        Knowledge::Distributed(group) => ("DK(", &model.system.group(group).name),
    };
    with_suffix(with_prefix(vec![Text(operator), Text(who), Text(", ")], body))
}

fn binary<'a>(left: FormulaId, operator: &'static str, right: FormulaId) -> Vec<Pending<'a>> {
    vec![Text("("), Sub(left), Text(operator), Sub(right), Text(")")]
}

fn with_prefix<'a>(mut prefix: Vec<Pending<'a>>, rest: Vec<Pending<'a>>) -> Vec<Pending<'a>> {
    prefix.extend(rest);
    prefix
}

fn with_suffix(mut pending: Vec<Pending<'_>>) -> Vec<Pending<'_>> {
    pending.push(Text(")"));
    pending
}

fn quantifier_text(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "E",
        Quantifier::Forall => "A",
    }
}

fn word(operator: Temporal) -> &'static str {
    match operator {
        Temporal::Next(_) => "X",
        Temporal::Finally(_) => "F",
        Temporal::Globally(_) => "G",
        Temporal::Until(..) => "U",
        Temporal::Release(..) => "R",
        Temporal::WeakUntil(..) => "W",
    }
}

fn between(operator: Temporal) -> &'static str {
    match operator {
        Temporal::Release(..) => " R ",
        Temporal::WeakUntil(..) => " W ",
        Temporal::Until(..) | Temporal::Next(_) | Temporal::Finally(_) | Temporal::Globally(_) => " U ",
    }
}
