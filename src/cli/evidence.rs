//! How evidence is shown and where it is written.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::Exit;
use super::check::to_json;
use super::output::err;
use super::selection::Selection;
use crate::check::{Backing, Checked, Outcome};
use crate::engine::{Shows, Verdict};
use crate::report::evidence::{Page, Paint, Style, dot, html};
use crate::witness::{Evidence, EvidenceFile, Mismatch};

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EvidenceChoice {
    /// For no formula
    None,
    /// For formulas that fail
    Fails,
    /// For formulas that hold as well, where there is something to see
    All,
}

#[derive(Debug, Args)]
pub(super) struct EvidenceArguments {
    /// For which formulas to show why
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = EvidenceChoice::Fails)]
    pub(super) evidence: EvidenceChoice,
    /// Show all values of all states, not only what changes
    #[arg(long)]
    pub(super) full: bool,
    /// Write the evidence of all formulas as one page for a browser
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write the evidence of each formula as a graph for Graphviz: FOLDER/formula-N.dot
    #[arg(long, value_name = "FOLDER")]
    pub(super) dot: Option<PathBuf>,
    /// Write the evidence of each formula as a file for `qmas-rs replay`: FOLDER/formula-N.json
    #[arg(long, value_name = "FOLDER")]
    pub(super) evidence_files: Option<PathBuf>,
    /// Do not ask whether formulas hold for an empty reason
    #[arg(long)]
    pub(super) no_vacuity: bool,
}

impl EvidenceArguments {
    pub(super) fn shows(&self) -> Shows {
        match self.evidence {
            EvidenceChoice::None => Shows::Nothing,
            EvidenceChoice::Fails => Shows::Failures,
            EvidenceChoice::All => Shows::Everything,
        }
    }

    pub(super) fn style(&self) -> Style {
        style(self.full)
    }
}

/// Colours where there is a terminal.
pub(super) fn style(full: bool) -> Style {
    Style { full, paint: Paint(std::io::stdout().is_terminal()) }
}

/// Writes what was asked for; says so if evidence of ours is wrong.
pub(super) fn write(
    arguments: &EvidenceArguments,
    model: &str,
    selection: &Selection,
    checked: &Checked,
) -> Result<(), Exit> {
    let items = || checked.outcomes.iter().zip(&selection.indices).zip(&selection.model.specifications);
    let mut page = Page { model: model.to_owned(), formulas: Vec::new() };
    for (number, ((outcome, &index), &specification)) in items().enumerate() {
        let evidence = match &outcome.backing {
            Backing::Shown { evidence, .. } => Some(evidence),
            Backing::Broken { evidence, file, mismatch } => return Err(broken(index, evidence, file, mismatch)),
            Backing::Nothing | Backing::Missing(_) => None,
        };
        let file = evidence.map(|evidence| EvidenceFile::new(evidence, &selection.model, specification));
        if let (Some(file), Some(folder)) = (&file, &arguments.evidence_files) {
            put(folder, &format!("formula-{index}.json"), &to_json(file))?;
        }
        if let (Some(evidence), Some(folder)) = (evidence, &arguments.dot) {
            put(folder, &format!("formula-{index}.dot"), &dot(&selection.model.system, evidence))?;
        }
        page.formulas.push((index.to_string(), selection.texts[number].clone(), word(outcome).to_owned(), file));
        for case in &outcome.interesting {
            let system = &selection.model.system;
            let antecedent = selection.model.formulas.show_start(system, case.antecedent, 80);
            let text = format!("not for an empty reason: {antecedent}");
            page.formulas.push((
                format!("{index}, a case"),
                text,
                word(outcome).to_owned(),
                Some(case.file.as_ref().clone()),
            ));
        }
    }
    if let Some(path) = &arguments.html {
        std::fs::write(path, html(&page)).map_err(|error| cannot_write(path, &error))?;
    }
    Ok(())
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::OpenUpTo(_) => "open",
        Verdict::GaveUp(_) => "gave up",
    }
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), Exit> {
    let path = folder.join(name);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    written.map_err(|error| cannot_write(&path, &error))
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Exit {
    err(&format!("error: cannot write `{}`: {error}\n", path.display()));
    Exit::Wrong
}

/// An engine is wrong. What we need to find out why is put into a folder.
fn broken(index: usize, evidence: &Evidence, file: &EvidenceFile, mismatch: &Mismatch) -> Exit {
    let folder = std::env::temp_dir().join(format!("qmas-rs-bug-{}", std::process::id()));
    err(&format!(
        "internal error: the evidence for formula {index} does not replay: {mismatch}\n\
         The verdict cannot be relied upon. Please report this with the model and the files in {}\n",
        folder.display()
    ));
    let version = format!("qmas-rs {}\n{mismatch}\n{evidence:#?}\n", env!("CARGO_PKG_VERSION"));
    let _ = put(&folder, "evidence.json", &to_json(file));
    let _ = put(&folder, "report.txt", &version);
    Exit::Internal
}
