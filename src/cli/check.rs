//! `qmas-rs MODEL`: checks every formula of one model and reports.

use std::path::Path;

use super::Exit;
use super::args::{Atl, CheckArguments, Engine, ModelCheck, OrderChoice, QueryChoice, ReachChoice, RepetitionChoice};
use super::evidence::EvidenceWriter;
use super::input::read;
use super::progress::Progress;
use super::reporting::Reporting;
use super::selection::{Selection, Wanted, select_wanted};
use crate::automata::Size;
use crate::bounded::{BoundedOptions, Query, Reach, Repetition, Savings};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::{
    AutoOptions, Cancel, Defect, EngineChoice, GaveUp, Learnt, Limits, Options, Order, Strategies, Traces, Unsupported,
    Verdict,
};
use crate::portfolio::{check_telling, count_states};
use crate::report::{CheckReport, Report, Source, Stated};
use crate::solver::Proof;
use crate::solver::qbf::QbfChoice;

/// What the arguments mean.
pub(super) struct Plan<'a> {
    arguments: &'a CheckArguments,
    options: Options,
    user: Cancel,
}

impl<'a> Plan<'a> {
    /// The plan for a round of checks: `cancel` ends it, and so does `user`, who then wants to see what is known.
    ///
    /// # Errors
    /// If memory cannot be watched here.
    pub(super) fn new(arguments: &'a CheckArguments, cancel: &Cancel, user: &Cancel) -> Result<Self, Unsupported> {
        let budget = &arguments.budget;
        Ok(Self {
            arguments,
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

    /// The options for one of the models: nothing has been learnt about it.
    ///
    /// # Errors
    /// What cannot be done as it was asked for.
    fn options(&self) -> Result<Options, Box<Diagnostic>> {
        let arguments = self.arguments;
        let impossible =
            |code: &'static str, message: String| Box::new(Diagnostic::error(code, Span::new(0, 0), message));
        let mut options = self.options.clone();
        options.limits.learnt = Learnt::default();
        if let Some(folder) = &arguments.proof {
            let cannot = |error| format!("--proof: cannot write to `{}`: {error}", folder.display());
            options.proofs = Some(Proof::folder(folder).map_err(|error| impossible("io", cannot(error)))?);
        }
        options.qbf = arguments.qbf.choice().map_err(|missing| impossible("usage", format!("--qbf: {missing}")))?;
        Ok(options)
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

/// Checks one model, and says what becomes known as it becomes known.
pub(super) fn run(
    path: &Path,
    wanted: &[Wanted],
    plan: &Plan<'_>,
    reporting: &Reporting,
    evidence: &mut EvidenceWriter,
) -> (Report, Exit) {
    let arguments = plan.arguments;
    let mut input = read(path, &arguments.strictness);
    let mut report = Report::new(input.source.name());
    reporting.complain(&input.loaded.diagnostics, &input.source, &mut report);
    let Some(model) = input.loaded.model.take() else { return (report, Exit::Wrong) };
    let say = |diagnostics: &[Diagnostic], source: &Source| reporting.complain(diagnostics, source, &mut report);
    let Some(selection) = select_wanted(wanted, model, &input.loaded.texts, &arguments.strictness, say) else {
        return (report, Exit::Wrong);
    };
    let options = match plan.options() {
        Ok(options) => options,
        Err(impossible) => {
            reporting.complain(&[*impossible], &nowhere(&report), &mut report);
            return (report, Exit::Wrong);
        }
    };
    let Some(check) = checked(&report.file, selection, &options, plan, reporting) else {
        return (report, Exit::Interrupted);
    };
    let exit = match evidence.add(&arguments.evidence, path, &check) {
        Ok(()) => exit(&check),
        Err(failure) => {
            reporting.complain(&[failure.diagnostic], &nowhere(&report), &mut report);
            failure.exit
        }
    };
    report.add_check(check);
    (report, exit)
}

/// For what is said of no place in the file.
pub(super) fn nowhere(report: &Report) -> Source {
    Source::new(report.file.clone(), "")
}

/// What is found out about the formulas that were chosen; nothing if nobody will read it.
fn checked(
    file: &str,
    selection: Selection,
    options: &Options,
    plan: &Plan<'_>,
    reporting: &Reporting,
) -> Option<CheckReport> {
    let Selection { model, texts, indices } = selection;
    let stated = Stated::all(&model, &texts, &indices);
    let verdicts = reporting.verdicts(file, &stated);
    let budget = &plan.arguments.budget;
    let progress = Progress::start(budget.quiet, budget.limits.timeout, &options.limits, &indices);
    let mut checked = check_telling(&model, options.engine, options, &verdicts.listener());
    progress.end();
    if plan.superseded() {
        return None;
    }
    verdicts.rest(&checked.outcomes);
    if checked.states.is_none() && reporting.reporter().wants_states() {
        checked.states = count_states(&model, options);
    }
    Some(CheckReport::new(file, model, stated, checked, &options.defects))
}

/// What an argument asks for.
fn trouble(check: ModelCheck) -> Defect {
    match check {
        ModelCheck::Deadlock => Defect::Deadlock,
        ModelCheck::Overflow => Defect::Overflow,
    }
}

fn exit(check: &CheckReport) -> Exit {
    if !check.faults.is_empty() {
        return Exit::Internal;
    }
    let any = |wanted: fn(&Verdict) -> bool| check.formulas.iter().any(|formula| wanted(&formula.outcome.verdict));
    let wrong = check.findings.iter().any(|said| said.severity == Severity::Error);
    let found = check.findings.iter().any(|said| said.asked);
    let unknown =
        |wanted: fn(&GaveUp) -> bool| check.searched.iter().any(|searched| searched.found.as_ref().is_err_and(wanted));
    let interrupted = any(|verdict| matches!(verdict, Verdict::GaveUp(GaveUp::Interrupted)))
        || unknown(|reason| *reason == GaveUp::Interrupted)
        || check.cut_short == Some(GaveUp::Interrupted);
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
