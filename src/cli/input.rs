//! Reads model files and shows what there is to say about them.

use std::io::Read;
use std::path::Path;

use super::bug::keep;
use super::interrupt::reading;
use super::output::err;
use super::strictness::StrictnessArguments;
use super::terminal::Stream;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::load::{Loaded, decode, load};
use crate::report::{Colours, Source, render_all};

/// A file that was read, successfully or not.
pub(super) struct Input {
    pub(super) source: Source,
    pub(super) loaded: Loaded,
}

impl Input {
    /// Nothing, and why.
    pub(super) fn unreadable((diagnostic, source): (Diagnostic, Source)) -> Self {
        Self { source, loaded: Loaded { model: None, texts: Vec::new(), diagnostics: vec![diagnostic] } }
    }
}

/// Reads and resolves a model. What cannot be read at all becomes a diagnostic as well.
pub(super) fn read(path: &Path, strictness: &StrictnessArguments) -> Input {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(failure) => return Input::unreadable(*failure),
    };
    keep(&name(path), &text);
    let mut loaded = load(&text, strictness.strictness());
    if strictness.denies_warnings() {
        for diagnostic in &mut loaded.diagnostics {
            diagnostic.severity = Severity::Error;
        }
    }
    if loaded.has(Severity::Error) {
        loaded.model = None;
    }
    Input { source: Source::new(name(path), text), loaded }
}

/// The text of a file.
///
/// # Errors
/// Why it cannot be read, and as much of it as is needed to show that.
pub(super) fn read_text(path: &Path) -> Result<String, Box<(Diagnostic, Source)>> {
    let name = name(path);
    let bytes = read_bytes(path).map_err(|error| {
        let message = format!("cannot read `{name}`: {error}");
        Box::new((Diagnostic::error("io", Span::new(0, 0), message), Source::new(name.clone(), "")))
    })?;
    match decode(&bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(diagnostic) => {
            let readable = String::from_utf8_lossy(&bytes[..diagnostic_prefix(&bytes)]).into_owned();
            Err(Box::new((diagnostic, Source::new(name, readable))))
        }
    }
}

/// The valid part of a text that is not UTF-8: enough to show where it ends.
fn diagnostic_prefix(bytes: &[u8]) -> usize {
    std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len)
}

pub(super) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

pub(super) fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        reading(|| std::io::stdin().lock().read_to_end(&mut bytes))?;
        Ok(bytes)
    } else {
        std::fs::read(path)
    }
}

/// Prints diagnostics to standard error.
pub(super) fn show(diagnostics: &[Diagnostic], source: &Source) {
    err(&render_all(diagnostics, source, colours()));
}

/// Those of diagnostics.
pub(super) fn colours() -> Colours {
    if Stream::Err.colourful() { Colours::On } else { Colours::Off }
}
