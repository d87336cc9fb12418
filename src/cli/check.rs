//! `qmas-rs MODEL`: checks every formula of one model and reports.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use super::Exit;
use super::args::{Atl, CheckArguments, Engine, ModelCheck, OrderChoice, QueryChoice, ReachChoice, RepetitionChoice};
use super::evidence::Shelf;
use super::input::{read, show};
use super::output::{err, out};
use super::progress::Progress;
use super::selection::{Selection, Wanted, select_wanted};
use super::work::ReportFormat;
use crate::automata::Size;
use crate::bounded::{BoundedOptions, Query, Reach, Repetition, Savings};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::{
    AutoOptions, Cancel, Defect, EngineChoice, GaveUp, Learnt, Limits, Options, Order, Shows, Strategies, Traces,
    Unsupported, Verdict,
};
use crate::model::Model;
use crate::outcome::{Checked, Finding, Outcome};
use crate::portfolio::{Listener, check_telling, count_states};
use crate::report::{
    JsonCheckLine, JsonDiagnostic, JsonEvidenceLine, JsonFormula, JsonFormulaLine, JsonLine, JsonReport, Source,
    finding, logics, mcmas, runs, searched, statistics, verdicts,
};
use crate::solver::Proof;
use crate::solver::qbf::QbfChoice;

/// What the arguments mean.
pub(super) struct Plan {
    options: Options,
    user: Cancel,
}

impl Plan {
    /// The plan for a round of checks: `cancel` ends it, and so does `user`, who then wants to see what is known.
    ///
    /// # Errors
    /// If memory cannot be watched here.
    pub(super) fn new(arguments: &CheckArguments, cancel: &Cancel, user: &Cancel) -> Result<Self, Unsupported> {
        let budget = &arguments.budget;
        Ok(Self {
            user: user.clone(),
            options: Options {
                engine: engine(arguments.engine),
                auto: AutoOptions { jobs: budget.jobs, ..AutoOptions::default() },
                formula_timeout: budget.formula_timeout,
                traces: if arguments.finite_traces { Traces::Finite } else { Traces::Infinite },
                strategies: match arguments.atl {
                    Atl::Perfect => Strategies::PerfectInformation,
                    Atl::Uniform => Strategies::Uniform,
                },
                limits: Limits {
                    max_states: arguments.max_states,
                    max_nodes: arguments.max_nodes,
                    ..budget.limits.limits(cancel)?
                },
                automata: Size::default(),
                whole_system: arguments.no_cone,
                order: match arguments.order {
                    OrderChoice::Auto => Order::Auto,
                    OrderChoice::Static => Order::Static,
                    OrderChoice::Supports => Order::Supports,
                    OrderChoice::Values => Order::Values,
                },
                evidence: arguments.evidence.shows(),
                vacuity: !arguments.evidence.no_vacuity,
                defects: arguments.check.iter().copied().map(trouble).collect(),
                bounded: bounded(arguments),
                proofs: None,
                qbf: QbfChoice::default(),
            },
        })
    }

    /// Whether another round was wanted before this one had ended: nobody reads what it knows.
    pub(super) fn superseded(&self) -> bool {
        self.options.limits.cancel.is_cancelled() && !self.user.is_cancelled()
    }
}

fn bounded(arguments: &CheckArguments) -> BoundedOptions {
    BoundedOptions {
        start: arguments.bound_start,
        max: arguments.bound_max,
        step: arguments.bound_step,
        query: match arguments.query {
            QueryChoice::Both => Query::Both,
            QueryChoice::Prove => Query::Prove,
            QueryChoice::Refute => Query::Refute,
        },
        reach: match arguments.reach {
            ReachChoice::Auto => Reach::Auto,
            ReachChoice::Unroll => Reach::Unroll,
            ReachChoice::Bdd => Reach::Bdd,
        },
        repetition: match arguments.repetition {
            RepetitionChoice::Class => Repetition::Class,
            RepetitionChoice::State => Repetition::State,
        },
        induction: !arguments.no_induction,
        savings: Savings {
            selectors: !arguments.no_selectors,
            lazy: !arguments.no_lazy,
            symmetry: !arguments.no_symmetry,
        },
        sat: arguments.sat,
        conflicts: None,
    }
}

/// The engine that was asked for.
pub(super) fn engine(choice: Engine) -> EngineChoice {
    match choice {
        Engine::Auto => EngineChoice::Auto,
        Engine::Explicit => EngineChoice::Explicit,
        Engine::Bdd => EngineChoice::Bdd,
        Engine::Bounded => EngineChoice::Bounded,
    }
}

/// Checks one model. Text and lines are printed here, as soon as they are known; reports are for the caller to print.
pub(super) fn run(
    path: &Path,
    wanted: &[Wanted],
    plan: &Plan,
    arguments: &CheckArguments,
    shelf: &mut Shelf,
) -> (JsonReport, Exit) {
    let mut input = read(path, &arguments.strictness);
    let mut report = JsonReport::new(input.source.name());
    complain(arguments, &input.loaded.diagnostics, &input.source, &mut report);
    let Some(model) = input.loaded.model.take() else { return (report, Exit::Wrong) };
    let say = |diagnostics: &[Diagnostic], source: &Source| complain(arguments, diagnostics, source, &mut report);
    let Some(selection) = select_wanted(wanted, model, &input.loaded.texts, &arguments.strictness, say) else {
        return (report, Exit::Wrong);
    };
    let mut options =
        Options { limits: Limits { learnt: Learnt::default(), ..plan.options.limits.clone() }, ..plan.options.clone() };
    if let Some(folder) = &arguments.proof {
        match Proof::folder(folder) {
            Ok(proofs) => options.proofs = Some(proofs),
            Err(error) => {
                let message = format!("--proof: cannot write to `{}`: {error}", folder.display());
                return (impossible(arguments, "io", message, report), Exit::Wrong);
            }
        }
    }
    match arguments.qbf.choice() {
        Ok(choice) => options.qbf = choice,
        Err(missing) => {
            return (impossible(arguments, "usage", format!("--qbf: {missing}"), report), Exit::Wrong);
        }
    }
    let lines = Arc::new(Lines::new(&report.file, &selection));
    let listener = match arguments.format {
        ReportFormat::Jsonl => {
            let lines = Arc::clone(&lines);
            Listener::new(move |number, outcome| lines.tell(number, outcome))
        }
        _ => Listener::default(),
    };
    let budget = &arguments.budget;
    let progress = Progress::start(budget.quiet, budget.limits.timeout, &options.limits, &selection.indices);
    let mut checked = check_telling(&selection.model, options.engine, &options, &listener);
    progress.end();
    if plan.superseded() {
        return (report, Exit::Interrupted);
    }
    if arguments.format == ReportFormat::Jsonl {
        checked.outcomes.iter().enumerate().for_each(|(number, outcome)| lines.tell(number, outcome));
    }
    let exit = match shelf.add(&arguments.evidence, path, &selection, &checked) {
        Ok(()) => exit(arguments, &checked),
        Err(failure) => {
            complain(arguments, &[failure.diagnostic], &Source::new(report.file.clone(), ""), &mut report);
            failure.exit
        }
    };
    match arguments.format {
        ReportFormat::Text => {
            show_findings(arguments, &selection.model, &checked);
            let style = arguments.evidence.style();
            let mut text = verdicts(&selection.model, &selection.texts, &selection.indices, &checked, style);
            // They are a kind of evidence.
            if options.evidence != Shows::Nothing || arguments.stats {
                text.push_str(&runs(&selection.model.system, &selection.indices, &checked));
            }
            if arguments.stats {
                text.push_str(&statistics(&selection.model, &checked));
            }
            out(&text);
        }
        ReportFormat::Mcmas => {
            show_findings(arguments, &selection.model, &checked);
            checked.states = checked.states.or_else(|| count_states(&selection.model, &options));
            out(&mcmas(&report.file, &selection.model, &selection.indices, &checked));
        }
        ReportFormat::Json | ReportFormat::Jsonl | ReportFormat::Junit => {}
    }
    add_findings(arguments, &selection.model, &checked, &mut report);
    report.add_check(&selection.model, &selection.texts, &selection.indices, &checked);
    if arguments.format == ReportFormat::Junit {
        report.show_evidence(&selection.model, &checked, arguments.evidence.full);
    }
    if arguments.format == ReportFormat::Jsonl {
        for check in &report.checks {
            line(&JsonLine::Check(JsonCheckLine { file: report.file.clone(), check: check.clone() }));
        }
        JsonEvidenceLine::all(&report).for_each(|said| line(&JsonLine::Evidence(Box::new(said))));
    }
    (report, exit)
}

/// `--format jsonl`: a line per formula, once.
struct Lines {
    file: String,
    texts: Vec<String>,
    indices: Vec<usize>,
    logics: Vec<&'static str>,
    told: Mutex<Vec<bool>>,
}

impl Lines {
    fn new(file: &str, selection: &Selection) -> Self {
        Self {
            file: file.to_owned(),
            texts: selection.texts.clone(),
            indices: selection.indices.clone(),
            logics: logics(&selection.model),
            told: Mutex::new(vec![false; selection.texts.len()]),
        }
    }

    fn tell(&self, number: usize, outcome: &Outcome) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut told[number], true) {
            let formula = JsonFormula::new(outcome, &self.texts[number], self.indices[number], self.logics[number]);
            line(&JsonLine::Formula(Box::new(JsonFormulaLine { file: self.file.clone(), formula })));
        }
    }
}

/// Prints a line of `--format jsonl`.
pub(super) fn line(line: &JsonLine) {
    out(&(serde_json::to_string(line).expect("reports have string keys and finite numbers only") + "\n"));
}

/// What was noticed of the model, for reports.
fn add_findings(arguments: &CheckArguments, model: &Model, checked: &Checked, report: &mut JsonReport) {
    for item in &checked.findings {
        let (code, message, trace) = finding(&model.system, item);
        let diagnostic = JsonDiagnostic {
            severity: severity(item),
            code: code.to_owned(),
            message,
            file: report.file.clone(),
            line: None,
            column: None,
            hint: (!trace.is_empty()).then_some(trace),
            asked: asked(arguments, item),
        };
        if arguments.format == ReportFormat::Jsonl {
            line(&JsonLine::Diagnostic(diagnostic.clone()));
        }
        report.diagnostics.push(diagnostic);
    }
    for fault in &checked.faults {
        let diagnostic = JsonDiagnostic {
            severity: Severity::Error.name(),
            code: "internal".to_owned(),
            message: fault.to_string(),
            file: report.file.clone(),
            line: None,
            column: None,
            hint: None,
            asked: false,
        };
        if arguments.format == ReportFormat::Jsonl {
            line(&JsonLine::Diagnostic(diagnostic.clone()));
        }
        report.diagnostics.push(diagnostic);
    }
}

/// A report as a text that ends its last line.
pub(super) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("reports have string keys and finite numbers only") + "\n"
}

/// The report of a model that cannot be checked as it was asked for.
fn impossible(arguments: &CheckArguments, code: &'static str, message: String, mut report: JsonReport) -> JsonReport {
    let source = Source::new(report.file.clone(), "");
    complain(arguments, &[Diagnostic::error(code, Span::new(0, 0), message)], &source, &mut report);
    report
}

/// Diagnostics go to standard error for people, and into the report for programs.
pub(super) fn complain(
    arguments: &CheckArguments,
    diagnostics: &[Diagnostic],
    source: &Source,
    report: &mut JsonReport,
) {
    let before = report.diagnostics.len();
    report.add_diagnostics(diagnostics, source);
    match arguments.format {
        ReportFormat::Text | ReportFormat::Mcmas => show(diagnostics, source),
        ReportFormat::Jsonl => {
            report.diagnostics[before..].iter().for_each(|said| line(&JsonLine::Diagnostic(said.clone())));
        }
        ReportFormat::Json | ReportFormat::Junit => {}
    }
}

fn severity(finding: &Finding) -> &'static str {
    match finding {
        Finding::NoInitialState => "error",
        Finding::Deadlock(_)
        | Finding::DeadlockSomewhere
        | Finding::Overflow(..)
        | Finding::OverflowSomewhere(..)
        | Finding::NoFairPath
        | Finding::FairnessIgnored => "warning",
    }
}

/// Warnings about the model go to standard error; what was asked for with `--check` goes with the results.
fn show_findings(arguments: &CheckArguments, model: &Model, checked: &Checked) {
    for item in &checked.findings {
        let (code, message, trace) = finding(&model.system, item);
        if asked(arguments, item) {
            out(&format!("{code}: {message}\n{trace}"));
        } else {
            err(&format!("{} [{code}]: {message}\n{trace}", severity(item)));
        }
    }
    checked.searched.iter().filter_map(searched).for_each(|said| out(&(said + "\n")));
}

/// What an argument asks for.
fn trouble(check: ModelCheck) -> Defect {
    match check {
        ModelCheck::Deadlock => Defect::Deadlock,
        ModelCheck::Overflow => Defect::Overflow,
    }
}

fn asked(arguments: &CheckArguments, finding: &Finding) -> bool {
    finding.defect().is_some_and(|found| arguments.check.iter().any(|&check| trouble(check) == found))
}

fn exit(arguments: &CheckArguments, checked: &Checked) -> Exit {
    if !checked.faults.is_empty() {
        return Exit::Internal;
    }
    let any = |wanted: fn(&Verdict) -> bool| checked.outcomes.iter().any(|outcome| wanted(&outcome.verdict));
    let wrong = checked.findings.iter().any(|finding| severity(finding) == Severity::Error.name());
    let found = checked.findings.iter().any(|finding| asked(arguments, finding));
    let unknown = |wanted: fn(&GaveUp) -> bool| {
        checked.searched.iter().any(|searched| searched.found.as_ref().is_err_and(wanted))
    };
    let interrupted = any(|verdict| matches!(verdict, Verdict::GaveUp(GaveUp::Interrupted)))
        || unknown(|reason| *reason == GaveUp::Interrupted)
        || checked.cut_short == Some(GaveUp::Interrupted);
    if wrong {
        Exit::Wrong
    } else if interrupted {
        Exit::Interrupted
    } else if found || any(|verdict| matches!(verdict, Verdict::Fails)) {
        Exit::Fails
    } else if any(|verdict| matches!(verdict, Verdict::OpenUpTo(_) | Verdict::GaveUp(_))) || unknown(|_| true) {
        Exit::Open
    } else {
        Exit::Success
    }
}
