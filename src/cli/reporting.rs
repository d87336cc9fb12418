//! The reporter of a run: made for the format that was asked for, and told things by whoever learns them first. Nobody else
//! looks at the format.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::check_args::CheckArguments;
use super::formats::ReportFormat;
use super::input::colours;
use super::output::{ForPeople, Standard};
use crate::diagnostic::Diagnostic;
use crate::engine::Cancel;
use crate::options::Shows;
use crate::outcome::{Checked, Outcome};
use crate::portfolio::{Listener, Told};
use crate::report::{
    Detail, FormulaReport, JsonReporter, JunitReporter, LinesReporter, McmasReporter, Report, Reporter, Source, Stated,
    TextOptions, TextReporter,
};

/// The reporter of a run. Engines tell it their verdicts from threads of their own.
#[derive(Clone)]
pub(super) struct Reporting(Arc<Mutex<Box<dyn Reporter>>>);

impl Reporting {
    /// The reporter for what was typed; `several` models are reported otherwise than one.
    pub(super) fn new(arguments: &CheckArguments, several: bool) -> Self {
        let to = Box::new(Standard);
        let reporter: Box<dyn Reporter> = match arguments.format {
            ReportFormat::Text => Box::new(TextReporter::new(Box::new(ForPeople), text(arguments, several))),
            ReportFormat::Json => Box::new(JsonReporter::new(to, several)),
            ReportFormat::Jsonl => Box::new(LinesReporter::new(to)),
            ReportFormat::Junit => Box::new(JunitReporter::new(to, arguments.evidence.full)),
            ReportFormat::Mcmas => {
                Box::new(McmasReporter::new(to, colours(), arguments.strictness.detail(Detail::Counted)))
            }
        };
        Self(Arc::new(Mutex::new(reporter)))
    }

    /// To tell it something.
    pub(super) fn reporter(&self) -> MutexGuard<'_, Box<dyn Reporter>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what is wrong at once, and keeps it in the report.
    pub(super) fn complain(&self, diagnostics: &[Diagnostic], source: &Source, report: &mut Report) {
        report.add_diagnostics(diagnostics, source);
        self.reporter().diagnostics(diagnostics, source);
    }

    /// For the verdicts on these formulas of a file, which are answered in a round of checks.
    pub(super) fn verdicts(&self, file: &str, stated: &[Stated], round: &Round) -> Verdicts {
        self.reporter().formulas(stated);
        let told = Mutex::new(vec![false; stated.len()]);
        let (reporting, round) = (self.clone(), round.clone());
        let formulas = Formulas { reporting, round, file: file.to_owned(), stated: stated.to_vec(), told };
        Verdicts(Arc::new(formulas))
    }
}

/// How people want to see it.
fn text(arguments: &CheckArguments, several: bool) -> TextOptions {
    TextOptions {
        several,
        style: arguments.evidence.style(),
        colours: colours(),
        warnings: arguments.strictness.detail(Detail::Counted),
        // They are a kind of evidence.
        runs: arguments.evidence.shows() != Shows::Nothing || arguments.stats,
        statistics: arguments.stats,
    }
}

/// A round of checks: a saved file or the user ends it.
#[derive(Clone)]
pub(super) struct Round {
    pub(super) own: Cancel,
    pub(super) user: Cancel,
}

impl Round {
    /// Whether another round was wanted before this one had ended: nobody reads what it knows.
    pub(super) fn superseded(&self) -> bool {
        self.own.is_cancelled() && !self.user.is_cancelled()
    }
}

/// Passes the verdict on each formula to the reporter, once.
pub(super) struct Verdicts(Arc<Formulas>);

struct Formulas {
    reporting: Reporting,
    round: Round,
    file: String,
    stated: Vec<Stated>,
    told: Mutex<Vec<bool>>,
}

impl Verdicts {
    /// For verdicts that become known while engines are at work.
    pub(super) fn listener(&self) -> Listener {
        let formulas = Arc::clone(&self.0);
        Listener::new(move |told| match told {
            Told::Verdict(number, outcome) => formulas.verdict(number, outcome),
            Told::Answered(checked) => formulas.rest(checked),
        })
    }

    /// How many formulas there are, and how many have been answered so far.
    pub(super) fn count(&self) -> Answered {
        Answered(Arc::clone(&self.0))
    }
}

/// How far the formulas of a model have come.
pub(super) struct Answered(Arc<Formulas>);

impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.0.told();
        match told.iter().filter(|told| **told).count() {
            all if all == told.len() => f.write_str("all answered, looking for reasons"),
            some => write!(f, "{some} of {} answered", told.len()),
        }
    }
}

impl Formulas {
    fn told(&self) -> MutexGuard<'_, Vec<bool>> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A formula has been proved or refuted.
    fn verdict(&self, number: usize, outcome: &Outcome) {
        self.tell(number, || FormulaReport::answered(self.stated[number].clone(), outcome.clone()));
    }

    /// All others will have no verdict; nobody wants to read that if they are checked again.
    fn rest(&self, checked: &Checked) {
        if self.round.superseded() {
            return;
        }
        for (number, stated) in self.stated.iter().enumerate() {
            self.tell(number, || FormulaReport::new(number, stated.clone(), checked));
        }
    }

    fn tell(&self, number: usize, formula: impl FnOnce() -> FormulaReport) {
        let mut told = self.told();
        if !std::mem::replace(&mut told[number], true) {
            self.reporting.reporter().verdict(&self.file, number, &formula());
        }
    }
}
