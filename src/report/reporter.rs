//! What every format can do: it is told what becomes known as it becomes known, and says it in its own time.

use super::content::{Report, Stated};
use super::diagnostics::Source;
use crate::diagnostic::Diagnostic;
use crate::outcome::Outcome;

/// Where a reporter writes.
pub trait Sink: Send {
    /// Results.
    fn out(&self, text: &str);
    /// Errors and warnings.
    fn err(&self, text: &str);
}

/// A format of reports. For every model: it begins, things are said about it, formulas get their verdicts, the model is
/// done. When all are done, that is the end.
pub trait Reporter: Send {
    /// Work on a model begins that was named like this.
    fn begin(&mut self, _named: &str) {}

    /// Something is wrong or suspicious.
    fn diagnostics(&mut self, _diagnostics: &[Diagnostic], _source: &Source) {}

    /// A formula of a file has its verdict; why it is so will be known when the model is done.
    fn verdict(&mut self, _file: &str, _stated: &Stated, _outcome: &Outcome) {}

    /// Whether a report should say how many states can be reached even if no engine had to know.
    fn wants_states(&self) -> bool {
        false
    }

    /// Everything is known about a model that was checked or could not be.
    fn model(&mut self, _report: &Report) {}

    /// All models are done.
    fn finish(&mut self, _reports: &[Report], _exit_status: u8) {}
}
