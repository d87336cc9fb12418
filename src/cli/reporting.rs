//! The reporter of a run: made for the format that was asked for, and told things by whoever learns them first. Nobody else
//! looks at the format.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::check_args::CheckArguments;
use super::formats::ReportFormat;
use super::input::colours;
use super::output::Standard;
use crate::diagnostic::Diagnostic;
use crate::options::Shows;
use crate::outcome::Outcome;
use crate::portfolio::Listener;
use crate::report::{
    JsonReporter, JunitReporter, LinesReporter, McmasReporter, Report, Reporter, Source, Stated, TextOptions,
    TextReporter,
};

/// The reporter of a run. Engines tell it their verdicts from threads of their own.
#[derive(Clone)]
pub(super) struct Reporting(Arc<Mutex<Box<dyn Reporter>>>);

impl Reporting {
    /// The reporter for what was typed; `several` models are reported otherwise than one.
    pub(super) fn new(arguments: &CheckArguments, several: bool) -> Self {
        let to = Box::new(Standard);
        let reporter: Box<dyn Reporter> = match arguments.format {
            ReportFormat::Text => Box::new(TextReporter::new(to, text(arguments, several))),
            ReportFormat::Json => Box::new(JsonReporter::new(to, several)),
            ReportFormat::Jsonl => Box::new(LinesReporter::new(to)),
            ReportFormat::Junit => Box::new(JunitReporter::new(to, arguments.evidence.full)),
            ReportFormat::Mcmas => Box::new(McmasReporter::new(to, colours())),
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

    /// For the verdicts on these formulas of a file.
    pub(super) fn verdicts(&self, file: &str, stated: &[Stated]) -> Verdicts {
        let told = Mutex::new(vec![false; stated.len()]);
        let formulas = Formulas { reporting: self.clone(), file: file.to_owned(), stated: stated.to_vec(), told };
        Verdicts(Arc::new(formulas))
    }
}

/// How people want to see it.
fn text(arguments: &CheckArguments, several: bool) -> TextOptions {
    TextOptions {
        several,
        style: arguments.evidence.style(),
        colours: colours(),
        // They are a kind of evidence.
        runs: arguments.evidence.evidence != Shows::Nothing || arguments.stats,
        statistics: arguments.stats,
    }
}

/// Passes the verdict on each formula to the reporter, once.
pub(super) struct Verdicts(Arc<Formulas>);

struct Formulas {
    reporting: Reporting,
    file: String,
    stated: Vec<Stated>,
    told: Mutex<Vec<bool>>,
}

impl Verdicts {
    /// For verdicts that become known while engines are at work.
    pub(super) fn listener(&self) -> Listener {
        let formulas = Arc::clone(&self.0);
        Listener::new(move |number, outcome| formulas.tell(number, outcome))
    }

    /// All verdicts are known.
    pub(super) fn rest(&self, outcomes: &[Outcome]) {
        outcomes.iter().enumerate().for_each(|(number, outcome)| self.0.tell(number, outcome));
    }
}

impl Formulas {
    fn tell(&self, number: usize, outcome: &Outcome) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut told[number], true) {
            self.reporting.reporter().verdict(&self.file, &self.stated[number], outcome);
        }
    }
}
