//! `qmas-rs fmt`: canonical formatting, in place.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

use clap::Args;

use super::examples;
use super::exit::Exit;
use super::input::{name, read_text, show};
use super::output::out;
use super::work::named_models;
use crate::diagnostic::{Diagnostic, Span};
use crate::ispl::format;
use crate::report::Source;

#[derive(Debug, Args)]
#[command(after_help = examples::FMT)]
pub(super) struct FormatArguments {
    /// The files, or folders with `.ispl` files somewhere below; `-` formats standard input to standard output
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// Change nothing; exit with 1 if something would change
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &FormatArguments) -> Exit {
    let Some((models, _)) = named_models(&arguments.models) else { return Exit::Wrong };
    // All files are looked at; the worst decides.
    models.into_iter().fold(Exit::Success, |worst, found| {
        worst.worse(match found {
            Ok(path) => one(&path, arguments.check),
            Err(complaint) => wrong(&complaint.0, &complaint.1),
        })
    })
}

fn wrong(diagnostic: &Diagnostic, source: &Source) -> Exit {
    show(std::slice::from_ref(diagnostic), source);
    Exit::Wrong
}

fn one(path: &Path, check: bool) -> Exit {
    let text = match read_text(path) {
        Ok(text) => text,
        Err(failure) => return wrong(&failure.0, &failure.1),
    };
    let formatted = match format(&text) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            show(&diagnostics, &Source::new(name(path), text));
            return Exit::Wrong;
        }
    };
    let written = match (check, formatted == text) {
        (true, true) => return Exit::Success,
        (true, false) => {
            out(&format!("{}\n", name(path)));
            return Exit::Fails;
        }
        (false, _) if path == Path::new("-") => {
            out(&formatted);
            return Exit::Success;
        }
        (false, true) => return Exit::Success,
        (false, false) => replace(path, &formatted),
    };
    match written {
        Ok(()) => Exit::Success,
        Err(error) => {
            let message = format!("cannot write `{}`: {error}", name(path));
            wrong(&Diagnostic::error("io", Span::new(0, 0), message), &Source::new(name(path), ""))
        }
    }
}

/// Gives a file another text, all at once: whoever reads it meanwhile sees the old one, and so does a crash.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays one.
    let target = fs::canonicalize(path)?;
    let permissions = fs::metadata(&target)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let file_name = target.file_name().unwrap_or_default().to_string_lossy();
    let folder = target.parent().unwrap_or(Path::new("."));
    let mut draft = Builder::new().prefix(&format!(".{file_name}.")).suffix(".tmp").tempfile_in(folder)?;
    let file = draft.as_file_mut();
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()?;
    draft.persist(&target)?;
    Ok(())
}
