//! What is to be done: which models, which formulas, in which form it is reported, once or again and again.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::input::read_text;
use super::selection::Wanted;
use crate::diagnostic::{Diagnostic, Span, did_you_mean};
use crate::report::Source;

#[derive(Debug, Args)]
pub(super) struct WorkArguments {
    /// Check the formulas of this file, one per line, as `--formula` takes them (may be repeated)
    #[arg(long, value_name = "FILE")]
    pub(super) formulas: Vec<PathBuf>,
    /// Check again whenever a model or a file of formulas is saved; Ctrl-C ends it
    #[arg(long)]
    pub(super) watch: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people
    Text,
    /// For programs: one report at the end
    Json,
    /// For programs: a line per formula as soon as it is known, and a summary
    Jsonl,
    /// For CI systems: JUnit XML
    Junit,
    /// For scripts that read the output of MCMAS
    Mcmas,
}

/// What is wrong with what was asked, and the text that shows it.
pub(super) type Complaint = Box<(Diagnostic, Source)>;

/// The models among files and folders, in the order in which they were named; those of a folder by name.
///
/// # Errors
/// The first folder that cannot be read or has no models in it.
pub(super) fn models(named: &[PathBuf], commands: &[&str]) -> Result<Vec<PathBuf>, Complaint> {
    let mut found = Vec::new();
    for (number, path) in named.iter().enumerate() {
        if path.is_dir() {
            let before = found.len();
            below(path, &mut found)?;
            if found.len() == before {
                let message = format!("there is no `.ispl` file below `{}`", path.display());
                return Err(complaint(path, message));
            }
        } else if number == 0
            && !path.exists()
            && let Some(near) = did_you_mean(&path.to_string_lossy(), commands.iter().copied())
        {
            let message = format!("there is neither a file nor a command `{}`", path.display());
            let mut complaint = complaint(path, message);
            complaint.0.hint = Some(format!("did you mean `qmas-rs {near}`?"));
            return Err(complaint);
        } else {
            found.push(path.clone());
        }
    }
    Ok(found)
}

/// Adds the models of a folder and of the folders in it; hidden ones are left alone.
fn below(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Complaint> {
    let cannot = |error: std::io::Error| complaint(folder, format!("cannot read `{}`: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        entries.push((entry.path(), entry.file_type().map_err(cannot)?, entry.file_name()));
    }
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    for (path, kind, name) in entries {
        if name.to_string_lossy().starts_with('.') {
            continue;
        }
        // A link to a folder may lead back here; a link to a file is a file.
        if kind.is_dir() {
            below(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "ispl") && path.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

fn complaint(path: &Path, message: String) -> Complaint {
    Box::new((Diagnostic::error("io", Span::new(0, 0), message), Source::new(path.display().to_string(), "")))
}

/// The formulas of the command line, then those of files.
///
/// # Errors
/// The first file that cannot be read.
pub(super) fn formulas(typed: &[String], files: &[PathBuf]) -> Result<Vec<Wanted>, Complaint> {
    let mut wanted: Vec<Wanted> = typed.iter().map(|text| Wanted::typed(text)).collect();
    for file in files {
        let text = read_text(file)?;
        let before = wanted.len();
        for (number, line) in text.lines().enumerate() {
            let line = line.split("--").next().unwrap_or_default().trim_end();
            if !line.trim().is_empty() {
                // Line breaks in front keep the places of what is wrong where they are in the file.
                let text = "\n".repeat(number) + line;
                wanted.push(Wanted { from: super::input::name(file), text });
            }
        }
        if wanted.len() == before {
            return Err(complaint(file, format!("there is no formula in `{}`", file.display())));
        }
    }
    Ok(wanted)
}
