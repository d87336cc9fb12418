//! Reads model files and shows what there is to say about them.

use std::io::Read;
use std::path::Path;

use super::bug::keep;
use super::interrupt::reading;
use super::output::err;
use super::strictness::StrictnessArguments;
use super::terminal::Stream;
use crate::diagnostic::{Diagnostic, Span};
use crate::lints::Levels;
use crate::load::{Loaded, Strictness, decode, load_with};
use crate::report::{Colours, Detail, Source, render_with};

/// A file that was read, successfully or not.
pub(super) struct Input {
    pub(super) source: Source,
    pub(super) loaded: Loaded,
}

impl Input {
    /// Nothing, and why.
    pub(super) fn unreadable((diagnostic, source): (Diagnostic, Source)) -> Self {
        let loaded = Loaded {
            model: None,
            texts: Vec::new(),
            places: Vec::new(),
            notes: Vec::new(),
            diagnostics: vec![diagnostic],
            levels: Levels::default(),
            strictness: Strictness::Lenient,
        };
        Self { source, loaded }
    }

    /// Prints what there is to say about the file.
    pub(super) fn show(&self, detail: Detail) {
        show_with(detail, &self.loaded.diagnostics, &self.source);
    }
}

/// Reads and resolves a model. What cannot be read at all becomes a diagnostic as well.
pub(super) fn read(path: &Path, strictness: &StrictnessArguments) -> Input {
    read_with(path, strictness.strictness(), strictness.levels())
}

/// Reads a model, where this is said of kinds of warnings.
pub(super) fn read_with(path: &Path, strictness: Strictness, levels: &Levels) -> Input {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(failure) => return Input::unreadable(*failure),
    };
    keep(&name(path), &text);
    let loaded = load_with(&text, strictness, levels);
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

/// Prints diagnostics to standard error, each with its place.
pub(super) fn show(diagnostics: &[Diagnostic], source: &Source) {
    show_with(Detail::Each, diagnostics, source);
}

/// Prints diagnostics to standard error, with as much as is said about warnings.
pub(super) fn show_with(detail: Detail, diagnostics: &[Diagnostic], source: &Source) {
    err(&render_with(detail, diagnostics, source, colours()));
}

/// Those of diagnostics.
pub(super) fn colours() -> Colours {
    if Stream::Err.colourful() { Colours::On } else { Colours::Off }
}
