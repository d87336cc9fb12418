//! What every format can do: it is told what becomes known as it becomes known, and says it in its own time.

use super::content::{FormulaReport, Report, Stated};
use super::diagnostics::Source;
use crate::diagnostic::Diagnostic;

/// Where a reporter writes.
pub trait Sink: Send {
    /// Results.
    fn out(&self, text: &str);
    /// Errors and warnings.
    fn err(&self, text: &str);
}

/// A format of reports. For every model: it begins, things are said about it, its formulas are named and get their
/// verdicts, the model is done. When all are done, that is the end.
pub trait Reporter: Send {
    /// Work on a model begins that was named like this.
    fn begin(&mut self, _named: &str) {}

    /// Something is wrong or suspicious.
    fn diagnostics(&mut self, _diagnostics: &[Diagnostic], _source: &Source) {}

    /// These are the formulas of a file that will be answered.
    fn formulas(&mut self, _stated: &[Stated]) {}

    /// The formula with this number among them, from 0, has its verdict, or will have none. Verdicts come as they become known,
    /// in any order, each once; why they are so will be known when the model is done.
    fn verdict(&mut self, _file: &str, _number: usize, _formula: &FormulaReport) {}

    /// Whether a report should say how many states can be reached even if no engine had to know.
    fn wants_states(&self) -> bool {
        false
    }

    /// Everything is known about a model that was checked or could not be.
    fn model(&mut self, _report: &Report) {}

    /// All models are done.
    fn finish(&mut self, _reports: &[Report], _exit_status: u8) {}
}
