//! How evidence is shown and where it is written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::budget::time;
use super::bug::folder;
use super::choices::choices;
use super::exit::Exit;
use super::input::name;
use super::terminal::Stream;
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::Verdict;
use crate::model::Model;
use crate::options::{Allowance, Shows};
use crate::outcome::{Backing, Outcome};
use crate::report::evidence::{LEFT_OUT, Page, PageFormula, Paint, Style, dot, emptiness, html, near};
use crate::report::{CheckReport, FormulaReport, to_json};
use crate::witness::{Evidence, EvidenceFile, Mismatch};

#[derive(Debug, Args)]
#[command(next_help_heading = "Evidence")]
pub(super) struct EvidenceArguments {
    /// For which formulas to show why
    ///
    /// However long that takes; by default for those that fail, as far as there is time.
    #[arg(long, value_parser = choices::<Shows>(), value_name = "WHICH")]
    evidence: Option<Shows>,
    /// How long evidence and empty reasons may take together when all is answered. By default half of the time that verdicts
    /// took and 0.2 s, and no limit for what `--evidence`, a file or `--vacuity` asks for
    #[arg(long, value_name = "TIME", value_parser = time, hide_short_help = true)]
    evidence_timeout: Option<Duration>,
    /// Show all of the evidence, however long it is
    ///
    /// All values of all states, not only what changes, and variables that do not matter to the formula.
    #[arg(long)]
    pub(super) full: bool,
    /// Write the evidence of all formulas as one page for a browser
    ///
    /// Of several models as well.
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write the evidence of each formula as a graph for Graphviz: FOLDER/formula-N.dot, or
    /// FOLDER/MODEL/formula-N.dot if there are several models
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    pub(super) dot: Option<PathBuf>,
    /// Write the evidence of each formula as a file for `qmas-rs replay`: FOLDER/formula-N.json, or
    /// FOLDER/MODEL/formula-N.json if there are several models
    #[arg(long, value_name = "FOLDER", hide_short_help = true)]
    pub(super) evidence_files: Option<PathBuf>,
    /// Ask whether formulas hold for an empty reason, however long that takes
    #[arg(long, hide_short_help = true)]
    vacuity: bool,
    /// Do not ask whether formulas hold for an empty reason
    #[arg(long, conflicts_with = "vacuity", hide_short_help = true)]
    no_vacuity: bool,
}

impl EvidenceArguments {
    /// For which formulas evidence is wanted.
    pub(super) fn shows(&self) -> Shows {
        self.evidence.unwrap_or(Shows::Failures)
    }

    /// Whether empty reasons are wanted.
    pub(super) fn vacuity(&self) -> bool {
        !self.no_vacuity
    }

    /// Whether evidence goes elsewhere than into the report.
    pub(super) fn is_written(&self) -> bool {
        self.html.is_some() || self.dot.is_some() || self.evidence_files.is_some()
    }

    /// What should not take long: what nobody asked for, or all of it if the user says so.
    pub(super) fn allowance(&self) -> Allowance {
        let time = self.evidence_timeout;
        let evidence = self.evidence.is_none() && !self.is_written();
        Allowance { evidence: time.is_some() || evidence, vacuity: time.is_some() || !self.vacuity, time }
    }

    pub(super) fn style(&self) -> Style {
        style(self.full)
    }
}

/// As the terminal is.
pub(super) fn style(full: bool) -> Style {
    Style { full, paint: Paint(Stream::Out.colourful()), width: Stream::Out.width() }
}

/// Why evidence is not where it should be.
pub(super) struct Failure {
    pub(super) exit: Exit,
    pub(super) diagnostic: Box<Diagnostic>,
}

impl Failure {
    fn new(exit: Exit, code: &'static str, message: String) -> Self {
        Self { exit, diagnostic: Box::new(Diagnostic::error(code, Span::new(0, 0), message)) }
    }

    fn cannot_write(path: &Path, error: &std::io::Error) -> Self {
        Self::new(Exit::Wrong, "io", format!("cannot write `{}`: {error}", path.display()))
    }
}

/// Writes the evidence of all models of a run: files of several models to a folder each, and all on one page.
pub(super) struct EvidenceWriter {
    several: bool,
    /// The folders that were given away, in small letters: some file systems know no others.
    folders: BTreeSet<String>,
    models: usize,
    page: Page,
}

impl EvidenceWriter {
    pub(super) fn new(several: bool) -> Self {
        let page = Page { model: String::new(), formulas: Vec::new() };
        Self { several, folders: BTreeSet::new(), models: 0, page }
    }

    /// Writes the files that were asked for, and keeps what goes on the page; says so if evidence of ours is wrong.
    pub(super) fn add(
        &mut self,
        arguments: &EvidenceArguments,
        path: &Path,
        check: &CheckReport,
    ) -> Result<(), Failure> {
        let name = name(path);
        let below = self.several.then(|| self.folder(path));
        let within = |folder: &Path| below.as_ref().map_or(folder.to_owned(), |below| folder.join(below));
        let label = |index: String| if self.several { format!("{name}: {index}") } else { index };
        let mut entries = Vec::new();
        let model = &check.model;
        for FormulaReport { stated, outcome, .. } in &check.formulas {
            let index = stated.index;
            let shown = match &outcome.backing {
                Backing::Evidence { evidence, unknowing, .. } => Some((evidence, unknowing)),
                Backing::Broken { evidence, file, mismatch } => return Err(broken(index, evidence, file, mismatch)),
                Backing::Nothing | Backing::Missing(_) | Backing::LeftOut => None,
            };
            let specification = stated.specification;
            let wanted = arguments.html.is_some() || arguments.evidence_files.is_some();
            let file = shown
                .filter(|_| wanted)
                .map(|(evidence, unknowing)| EvidenceFile::new(evidence, unknowing, model, specification));
            if let (Some(file), Some(folder)) = (&file, &arguments.evidence_files) {
                put(&within(folder), &format!("formula-{index}.json"), &to_json(file))?;
            }
            if let (Some((evidence, _)), Some(folder)) = (shown, &arguments.dot) {
                put(&within(folder), &format!("formula-{index}.dot"), &dot(&model.system, evidence))?;
            }
            entries.push(PageFormula {
                number: label(index.to_string()),
                text: stated.text.clone(),
                verdict: word(outcome).to_owned(),
                near: shown.map_or_else(Vec::new, |(evidence, _)| near(model, evidence)),
                evidence: file,
                notes: notes(arguments.shows(), model, outcome),
            });
            for case in &outcome.interesting {
                let antecedent = model.formulas.show_start(&model.system, case.antecedent, 80);
                entries.push(PageFormula {
                    number: label(format!("{index}, a case")),
                    text: format!("not for an empty reason: {antecedent}"),
                    verdict: word(outcome).to_owned(),
                    near: near(model, &case.evidence),
                    evidence: Some(case.file.as_ref().clone()),
                    notes: Vec::new(),
                });
            }
        }
        self.models += 1;
        self.page.model = if self.several { format!("{} models", self.models) } else { name };
        if arguments.html.is_some() {
            self.page.formulas.extend(entries);
        }
        Ok(())
    }

    /// A folder for a model, named after its file: `name`, or `name-2` if another model has that.
    fn folder(&mut self, path: &Path) -> String {
        let stem = path.file_stem().filter(|stem| *stem != "-").map(|stem| stem.to_string_lossy().into_owned());
        let stem = stem.unwrap_or_else(|| "standard-input".to_owned());
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        let free = std::iter::once(stem.clone()).chain(numbered).find(|name| self.folders.insert(name.to_lowercase()));
        free.unwrap_or(stem)
    }

    /// Writes the page, if it was asked for and there is something to write.
    pub(super) fn finish(&self, arguments: &EvidenceArguments) -> Result<(), Failure> {
        match &arguments.html {
            Some(path) if self.models > 0 => {
                std::fs::write(path, html(&self.page)).map_err(|error| Failure::cannot_write(path, &error))
            }
            _ => Ok(()),
        }
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome.verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::OpenUpTo(_) => "open",
        Verdict::GaveUp(_) => "gave up",
    }
}

/// What a page says of a formula besides: why there is no evidence, and for which empty reasons it holds.
fn notes(asked: Shows, model: &Model, outcome: &Outcome) -> Vec<String> {
    let why_nothing = match (&outcome.verdict, &outcome.backing) {
        (_, Backing::Evidence { .. } | Backing::Broken { .. }) => None,
        (_, Backing::Missing(why)) => Some(format!("no evidence: {why}")),
        (_, Backing::LeftOut) => Some(format!("no evidence: {LEFT_OUT}")),
        (Verdict::OpenUpTo(bound), Backing::Nothing) => {
            Some(format!("no evidence: neither proved nor refuted up to bound {bound}"))
        }
        (Verdict::GaveUp(reason), Backing::Nothing) => Some(format!("no evidence: {reason}")),
        (Verdict::Holds, Backing::Nothing) if asked != Shows::Everything => {
            Some("not asked for: --evidence all shows why formulas hold".to_owned())
        }
        (Verdict::Fails, Backing::Nothing) if asked == Shows::Nothing => {
            Some("not asked for: --evidence fails shows why formulas fail".to_owned())
        }
        (Verdict::Holds | Verdict::Fails, Backing::Nothing) if outcome.interesting.is_empty() => {
            Some("nothing to show: it was checked everywhere".to_owned())
        }
        (Verdict::Holds | Verdict::Fails, Backing::Nothing) => Some("nothing to show but this:".to_owned()),
    };
    let reasons = emptiness(model, &outcome.vacuity);
    why_nothing.into_iter().chain(reasons.lines().map(|line| line.trim().to_owned())).collect()
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
    written.map_err(|error| Failure::cannot_write(&path, &error))
}

/// An engine is wrong. What we need to find out why is put into a folder.
fn broken(index: usize, evidence: &Evidence, file: &EvidenceFile, mismatch: &Mismatch) -> Failure {
    let folder = folder();
    let version = format!("qmas-rs {}\n{mismatch}\n{evidence:#?}\n", env!("CARGO_PKG_VERSION"));
    let _ = put(&folder, "evidence.json", &to_json(file));
    let _ = put(&folder, "report.txt", &version);
    let message = format!(
        "internal error: the evidence for formula {index} does not replay: {mismatch}\n\
         The verdict cannot be relied upon. Please report this with the model and the files in {}",
        folder.display()
    );
    Failure::new(Exit::Internal, "internal", message)
}
