//! `qmas-rs MODEL`: checks every formula of one model and reports.

use std::path::Path;

use super::bless;
use super::check_args::CheckArguments;
use super::evidence::EvidenceWriter;
use super::exit::Exit;
use super::input::read;
use super::progress::{Line, Progress};
use super::reporting::{Reporting, Round};
use super::selection::{Selection, Wanted, select_wanted};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{Cancel, GaveUp, Learnt, Unsupported, Verdict};
use crate::options::Options;
use crate::portfolio::{check_telling, count_states};
use crate::report::{CheckReport, FormulaReport, Report, Source, Stated};

/// What the arguments mean.
pub(super) struct Plan<'a> {
    arguments: &'a CheckArguments,
    options: Options,
    round: Round,
}

impl<'a> Plan<'a> {
    /// The plan for a round of checks: `cancel` ends it, and so does `user`, who then wants to see what is known.
    ///
    /// # Errors
    /// If memory cannot be watched here.
    pub(super) fn new(arguments: &'a CheckArguments, cancel: &Cancel, user: &Cancel) -> Result<Self, Unsupported> {
        let round = Round { own: cancel.clone(), user: user.clone() };
        Ok(Self { arguments, round, options: arguments.options(cancel)? })
    }

    /// The options for one of the models: nothing has been learnt about it.
    ///
    /// # Errors
    /// What cannot be done as it was asked for.
    fn options(&self) -> Result<Options, Box<Diagnostic>> {
        let mut options = self.options.clone();
        options.limits.learnt = Learnt::default();
        options.bounded = self.arguments.bounded.options()?;
        Ok(options)
    }

    /// Whether another round was wanted before this one had ended: nobody reads what it knows.
    pub(super) fn superseded(&self) -> bool {
        self.round.superseded()
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
    let Some(mut selection) = select_wanted(wanted, model, &input.loaded, say) else {
        return (report, Exit::Wrong);
    };
    if arguments.work.bless {
        // They are being written.
        selection.notes.iter_mut().for_each(|note| note.expected = None);
    }
    let options = match plan.options() {
        Ok(options) => options,
        Err(impossible) => {
            reporting.complain(&[*impossible], &nowhere(&report), &mut report);
            return (report, Exit::Wrong);
        }
    };
    let Some(mut check) = checked(&report.file, selection, &options, plan, reporting) else {
        return (report, Exit::Interrupted);
    };
    check.settle(&input.loaded.levels);
    let exit = match evidence.add(&arguments.evidence, path, &check) {
        Ok(()) => exit(&check, arguments.work.bless),
        Err(failure) => {
            reporting.complain(&[*failure.diagnostic], &nowhere(&report), &mut report);
            failure.exit
        }
    };
    let blessed = match arguments.work.bless && exit != Exit::Interrupted {
        true => bless::write(path, input.source.text(), &input.loaded, &check),
        false => Ok(()),
    };
    report.add_check(check);
    if let Err(failure) = blessed {
        reporting.complain(&[*failure], &nowhere(&report), &mut report);
        return (report, exit.worse(Exit::Wrong));
    }
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
    let Selection { model, texts, notes, indices } = selection;
    let mut stated = Stated::all(&model, &texts, &indices);
    for (stated, note) in stated.iter_mut().zip(notes) {
        stated.note = note;
    }
    let verdicts = reporting.verdicts(file, &stated, &plan.round);
    let budget = &plan.arguments.budget;
    let line = Line::new(budget.limits.timeout, &options.limits, &indices, verdicts.count());
    let progress = Progress::start(budget.quiet, plan.arguments.bounded.qbf.is_external(), line);
    let mut checked = check_telling(&model, options.engine, options, &verdicts.listener());
    progress.end();
    if plan.superseded() {
        return None;
    }
    if checked.states.is_none() && reporting.reporter().wants_states() {
        checked.states = count_states(&model, options);
    }
    Some(CheckReport::new(file, model, stated, checked, &options.defects))
}

/// What came of a check; what is blessed is as expected.
fn exit(check: &CheckReport, blessed: bool) -> Exit {
    if !check.faults.is_empty() {
        return Exit::Internal;
    }
    let unexpected = check.formulas.iter().any(|formula| formula.as_expected() == Some(false));
    let unasked_failure = |formula: &FormulaReport| {
        matches!(formula.outcome.verdict, Verdict::Fails) && formula.as_expected().is_none() && !blessed
    };
    let any = |wanted: fn(&Verdict) -> bool| check.formulas.iter().any(|formula| wanted(&formula.outcome.verdict));
    let wrong = check.findings.iter().any(|said| said.severity == Severity::Error && !said.asked);
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
    } else if unexpected {
        Exit::Unexpected
    } else if found || check.formulas.iter().any(unasked_failure) {
        Exit::Fails
    } else if any(|verdict| matches!(verdict, Verdict::OpenUpTo(_) | Verdict::GaveUp(_))) || unknown(|_| true) {
        Exit::Open
    } else {
        Exit::Success
    }
}
