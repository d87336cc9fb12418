//! What every format of `health` can do: it is told what becomes known of one model after the other.

use super::content::HealthReport;
use crate::diagnostic::Diagnostic;
use crate::report::diagnostics::Source;

/// A format of what is said about the health of models.
pub trait HealthReporter {
    /// A model begins, with what there is to say of its file.
    fn begin(&mut self, diagnostics: &[Diagnostic], source: &Source);

    /// What was found out about it.
    fn health(&mut self, report: &HealthReport<'_>);

    /// Why nothing was found out about it.
    fn gave_up(&mut self, why: &str);

    /// All models are done.
    fn finish(&mut self) {}
}
