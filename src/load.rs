//! From the bytes of a file to a model: parse, resolve, and everything there is to say, in the order of the file.

mod rivals;
mod text;

use crate::annotations::{self, Note};
use crate::diagnostic::{Code, Diagnostic, Severity, Span};
use crate::ir::{AgentId, InitialStates, InterpretedSystem};
use crate::ispl;
use crate::lints::{Level, Levels};
use crate::logic::Specification;
use crate::model::Model;
use crate::resolve::{TACIT_EXTENSION, resolve, resolve_formula};
use text::one_line;

/// Whether what MCMAS does not accept is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Strictness {
    /// Extensions get a warning.
    #[default]
    Lenient,
    /// Extensions are errors.
    Strict,
}

/// A file that has been read.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Absent if there was an error.
    pub model: Option<Model>,
    /// The formulas as they stand in the file, in order.
    pub texts: Vec<String>,
    /// Where these stand in the file.
    pub places: Vec<Span>,
    /// What comments say about them.
    pub notes: Vec<Note>,
    /// Errors and warnings, in the order of the file.
    pub diagnostics: Vec<Diagnostic>,
    /// What is made of each kind of warnings, by what the file says as well.
    pub levels: Levels,
    /// How it was read.
    pub strictness: Strictness,
}

impl Loaded {
    /// Whether anything of that severity was found.
    #[must_use]
    pub fn has(&self, severity: Severity) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity == severity)
    }

    /// Reads one more formula for the model as this file was read, with its warnings.
    ///
    /// # Errors
    /// What is wrong with it; places refer to `text`.
    pub fn formula(&self, text: &str, model: &mut Model) -> Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>> {
        load_formula_with(text, model, self.strictness, &self.levels)
    }
}

/// Reads a model.
#[must_use]
pub fn load(source: &str, strictness: Strictness) -> Loaded {
    load_with(source, strictness, &Levels::default())
}

/// Reads a model, where others than the file have said what is made of warnings.
#[must_use]
pub fn load_with(source: &str, strictness: Strictness, levels: &Levels) -> Loaded {
    let parsed = ispl::parse(source);
    let resolved = resolve(&parsed.file);
    let mut diagnostics = parsed.diagnostics;
    // Where a part of the file could not be read, what looks unused or idle may not be.
    let syntax_error = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let worth_saying = |diagnostic: &Diagnostic| !syntax_error || diagnostic.severity == Severity::Error;
    diagnostics.extend(resolved.diagnostics.into_iter().filter(worth_saying));
    if let (Some(model), Some(init)) = (&resolved.model, &parsed.file.init)
        && !syntax_error
        && has_no_initial_state(&model.system)
    {
        let message = "no state satisfies InitStates";
        let diagnostic = Diagnostic::error("no-initial-state", init.span(), message).here("never true");
        diagnostics.push(diagnostic.hint("without an initial state every formula would hold"));
    }
    let mut levels = levels.clone();
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    diagnostics.extend(annotations::read(&parsed.annotations, &mut levels));
    if let Some(model) = &resolved.model
        && !failed
        && levels.of(rivals::KIND) != Level::Allow
    {
        diagnostics.extend(rivals::warnings(source, &parsed.file, &model.system));
    }
    let places: Vec<Span> = parsed.file.formulae.iter().map(|formula| formula.span).collect();
    let (notes, wrong) = annotations::notes(source, &parsed.annotations, &places);
    if !syntax_error {
        diagnostics.extend(wrong);
    }
    finish(&mut diagnostics, strictness, &levels);
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let texts = parsed.file.formulae.iter().map(|formula| one_line(&source[formula.span.range()])).collect();
    Loaded { model: resolved.model.filter(|_| !failed), texts, places, notes, diagnostics, levels, strictness }
}

/// Whether InitStates is surely unsatisfiable; a large search is given up.
fn has_no_initial_state(system: &InterpretedSystem) -> bool {
    const STEPS: u64 = 2_000_000;
    InitialStates::new(system, STEPS).next().is_none()
}

/// Reads a formula given apart from its model, which grows by what the formula needs.
///
/// # Errors
/// What is wrong with it; places refer to `text`.
pub fn load_formula(
    text: &str,
    model: &mut Model,
    strictness: Strictness,
) -> Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>> {
    load_formula_with(text, model, strictness, &Levels::default())
}

/// Reads a formula as [`load_formula`] does, where somebody has said what is made of warnings.
///
/// # Errors
/// What is wrong with it; places refer to `text`.
pub fn load_formula_with(
    text: &str,
    model: &mut Model,
    strictness: Strictness,
    levels: &Levels,
) -> Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>> {
    let system = &model.system;
    let names = |members: &[AgentId]| -> Vec<String> {
        members.iter().map(|&member| system.agent(member).name.clone()).collect()
    };
    let groups: Vec<_> = system.groups.iter().map(|group| (group.name.clone(), names(&group.members))).collect();
    let (parsed, mut diagnostics) = ispl::parse_formula_among(text, &groups)?;
    let resolved = resolve_formula(model, &parsed);
    let specification = match resolved {
        Ok((specification, warnings)) => {
            diagnostics.extend(warnings);
            Some(specification)
        }
        Err(errors) => {
            diagnostics.extend(errors);
            None
        }
    };
    finish(&mut diagnostics, strictness, levels);
    let failed = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    match specification.filter(|_| !failed) {
        Some(specification) => Ok((specification, diagnostics)),
        None => Err(diagnostics),
    }
}

fn finish(diagnostics: &mut Vec<Diagnostic>, strictness: Strictness, levels: &Levels) {
    let tacit = |diagnostic: &Diagnostic| diagnostic.code.0 == TACIT_EXTENSION;
    match strictness {
        Strictness::Lenient => diagnostics.retain(|diagnostic| !tacit(diagnostic)),
        Strictness::Strict => {
            for diagnostic in diagnostics.iter_mut().filter(|found| found.code.0 == "extension" || tacit(found)) {
                diagnostic.code = Code("extension");
                diagnostic.severity = Severity::Error;
            }
        }
    }
    levels.apply(diagnostics);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span(), diagnostic.severity, diagnostic.message.clone()));
    diagnostics.dedup();
}

/// The text of a file, or why it is not text.
///
/// # Errors
/// The place of the first byte that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        Diagnostic::error("source", Span::new(at, at), format!("the file is not UTF-8 text: byte {at} is invalid"))
            .hint("ISPL models are plain text; save the file as UTF-8")
    })
}
