//! What questions and systems have in common when they become files.

use std::io::{ErrorKind, Write};
use std::path::Path;

use super::export_args::ExportArguments;
use super::input::{read, show_with};
use super::selection::{Selection, select};
use crate::bounded::{BoundedOptions, Savings};
use crate::diagnostic::Diagnostic;
use crate::engine::{GaveUp, Limits};
use crate::options::Options;
use crate::report::{Detail, Source};

/// Why nothing was written.
pub(super) enum Failure {
    Gave(GaveUp),
    Wrong(String),
    /// What has been said already.
    Said,
}

impl From<GaveUp> for Failure {
    fn from(reason: GaveUp) -> Self {
        match reason {
            // The formula or the format is not for this. Engines cannot be chosen here.
            GaveUp::Declined(why) => Self::Wrong(match why.instead() {
                Some(_) => format!("there is no question for this formula: {}", why.reason()),
                None => why.to_string(),
            }),
            reason => Self::Gave(reason),
        }
    }
}

/// The formulas of a model that are asked about; what is wrong is said.
pub(super) fn chosen(arguments: &ExportArguments, path: &Path) -> Option<Selection> {
    let mut input = read(path, &arguments.strictness);
    let detail = arguments.strictness.detail(Detail::Counted);
    input.show(detail);
    let model = input.loaded.model.take()?;
    let say = |said: &[Diagnostic], source: &Source| show_with(detail, said, source);
    select(&arguments.formula, model, &input.loaded, say)
}

pub(super) fn options(arguments: &ExportArguments, limits: &Limits) -> Options {
    let bounded = BoundedOptions {
        reach: arguments.reach,
        repetition: arguments.repetition,
        savings: Savings { selectors: !arguments.no_selectors, ..Savings::default() },
        ..BoundedOptions::default()
    };
    Options { bounded, limits: limits.clone(), whole_system: arguments.no_cone, ..Options::default() }
}

/// Half a file is worse than none: here even standard output can fail, unless its reader has had enough.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        let mut out = std::io::stdout().lock();
        return match out.write_all(bytes).and_then(|()| out.flush()) {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                Err(Failure::Wrong(format!("cannot write to standard output: {error}")))
            }
            _ => Ok(()),
        };
    }
    std::fs::write(path, bytes).map_err(|error| cannot_write(path, &error))
}

pub(super) fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Wrong(format!("cannot write `{}`: {error}", path.display()))
}
