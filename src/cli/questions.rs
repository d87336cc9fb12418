//! Questions of the bounded engine as files: one, or those of models, formulas and bounds with a manifest.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use serde::Serialize;

use super::export_args::ExportArguments;
use super::export_common::{Failure, cannot_write, chosen, options, write};
use super::input::{name, show_with};
use super::output::err;
use super::selection::Selection;
use super::work::Found;
use crate::bounded::Question;
use crate::engine::{GaveUp, Limits};
use crate::export::{QuestionFormat, Written, question};
use crate::options::Options;
use crate::report::{Detail, to_json};

/// What the manifest says of a file.
#[derive(Serialize)]
struct Entry {
    file: String,
    model: String,
    formula: String,
    /// The smallest logic that it belongs to.
    logic: &'static str,
    bound: usize,
    query: &'static str,
    alternations: usize,
    variables: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    clauses: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gates: Option<usize>,
    /// Whether the question has the answer yes, if that was easy to find out.
    answer: Option<bool>,
    /// What a solver for this file must exit with, then.
    exit_status: Option<u8>,
}

/// What is asked of one formula of a model.
struct Asked<'a> {
    model: String,
    selection: &'a Selection,
    /// Which of its formulas.
    number: usize,
    query: Question,
    format: QuestionFormat,
    options: &'a Options,
}

impl Asked<'_> {
    fn text(&self) -> String {
        self.selection.texts[self.number].split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn index(&self) -> usize {
        self.selection.indices[self.number]
    }

    fn logic(&self) -> &'static str {
        let model = &self.selection.model;
        model.formulas.fragments([model.specifications[self.number].formula])[0].name()
    }

    fn at(&self, bound: usize) -> Result<Written, GaveUp> {
        let title = format!("{}, formula {}: {}", self.model, self.index(), self.text());
        let specification = self.selection.model.specifications[self.number];
        question(&self.selection.model, (specification, self.query), bound, (self.format, &title), self.options)
    }

    fn file(&self, bound: usize) -> String {
        let ending = match self.format {
            QuestionFormat::Qdimacs => "qdimacs",
            QuestionFormat::Qcir => "qcir",
            QuestionFormat::Dimacs => "cnf",
        };
        format!("formula-{}-{}-{bound}.{ending}", self.index(), self.query.name())
    }
}

/// The question about one formula at one bound.
pub(super) fn one(
    arguments: &ExportArguments,
    limits: &Limits,
    (path, selection): (&Path, &Selection),
    format: QuestionFormat,
) -> Result<Vec<u8>, Failure> {
    if selection.texts.len() != 1 {
        let count = selection.texts.len();
        return Err(Failure::Wrong(format!(
            "a question is about one formula, not {count}; choose one with --formula N"
        )));
    }
    let options = &options(arguments, limits);
    let query = arguments.query.unwrap_or(Question::Prove);
    let asked = Asked { model: name(path), selection, number: 0, query, format, options };
    Ok(asked.at(arguments.bound)?.text.into_bytes())
}

/// A folder of questions with a manifest, as it is made.
struct Collection<'a> {
    folder: &'a Path,
    bounds: (usize, usize),
    /// The folders of models, so that no two share one.
    taken: BTreeSet<PathBuf>,
    entries: Vec<Entry>,
    /// Formulas without questions.
    declined: usize,
}

/// Writes questions about models to a folder: each formula that is asked about, both queries unless one is chosen, every
/// bound. What ended early is said; the manifest has what is there.
pub(super) fn collect(
    arguments: &ExportArguments,
    (limits, format): (&Limits, QuestionFormat),
    (models, several): (Vec<Found>, bool),
    folder: &Path,
) -> Result<(), Failure> {
    let bounds = arguments.all_bounds.unwrap_or((arguments.bound, arguments.bound));
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let mut collection = Collection { folder, bounds, taken: BTreeSet::new(), entries: Vec::new(), declined: 0 };
    let mut end = Ok(());
    for found in models {
        let done = match found {
            Ok(path) => match chosen(arguments, &path) {
                Some(selection) => {
                    let below = several.then(|| collection.below(&path));
                    let options = options(arguments, limits);
                    collection.add(arguments.query, format, &options, (&path, below, &selection))
                }
                None => Err(Failure::Said),
            },
            Err(complaint) => {
                let detail = arguments.strictness.detail(Detail::Counted);
                show_with(detail, std::slice::from_ref(&complaint.0), &complaint.1);
                Err(Failure::Said)
            }
        };
        end = end.and(done);
        if limits.check().is_err() {
            break;
        }
    }
    let Collection { entries, declined, .. } = collection;
    if several || declined > 0 {
        let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let without = if declined == 0 {
            String::new()
        } else {
            format!("; {} without questions of the bounded engine", count(declined, "formula"))
        };
        err(&format!("{}{without}\n", count(entries.len(), "file")));
    }
    let end = if entries.is_empty() && declined > 0 { end.and(Err(Failure::Said)) } else { end };
    write(&folder.join("manifest.json"), to_json(&entries).as_bytes()).and(end)
}

impl Collection<'_> {
    /// Questions about one model, in a folder of its own if there are several.
    fn add(
        &mut self,
        query: Option<Question>,
        format: QuestionFormat,
        options: &Options,
        (path, below, selection): (&Path, Option<PathBuf>, &Selection),
    ) -> Result<(), Failure> {
        let all = selection.texts.len() > 1 || below.is_some();
        let folder = below.unwrap_or_default();
        std::fs::create_dir_all(self.folder.join(&folder))
            .map_err(|error| cannot_write(&self.folder.join(&folder), &error))?;
        let queries = match query {
            Some(query) => vec![query],
            None if all => vec![Question::Prove, Question::Refute],
            None => vec![Question::Prove],
        };
        let mut end = Ok(());
        for number in 0..selection.texts.len() {
            let mut declined = false;
            for &query in &queries {
                let asked = Asked { model: name(path), selection, number, query, format, options };
                match self.series(&asked, &folder, all) {
                    // Among others it is enough to say how many there are.
                    Err(Failure::Gave(GaveUp::Declined(_))) if all => declined = true,
                    Err(Failure::Gave(GaveUp::Declined(why))) => end = end.and(Err(GaveUp::Declined(why).into())),
                    done => end = end.and(done),
                }
                if options.limits.check().is_err() {
                    return end;
                }
            }
            self.declined += usize::from(declined);
        }
        end
    }

    /// Where the questions about a model go: to a folder of its name, in the folders that it is in; with a number, if `..` makes
    /// two of them one.
    fn below(&mut self, path: &Path) -> PathBuf {
        let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
        let name = parts.collect::<PathBuf>().with_extension("");
        let numbered = |number: usize| if number == 1 { name.clone() } else { name.with_extension(number.to_string()) };
        let free = (1..).map(numbered).find(|folder| !self.taken.contains(folder)).unwrap_or_default();
        self.taken.insert(free.clone());
        free
    }

    /// The questions about one formula, bound by bound. Among `many` files one is left out that asks what the one before it
    /// does: without temporal operators nothing depends on the bound.
    fn series(&mut self, asked: &Asked<'_>, folder: &Path, many: bool) -> Result<(), Failure> {
        let (first, last) = self.bounds;
        let mut before = None;
        for bound in first..=last {
            let written = match asked.at(bound) {
                Ok(written) => written,
                Err(reason @ GaveUp::Declined(_)) => return Err(Failure::Gave(reason)),
                Err(reason) => {
                    // What is there is right, and the manifest says what is there.
                    let (index, model) = (asked.index(), &asked.model);
                    err(&format!("formula {index} of {model}: the files end before bound {bound}\n"));
                    return Err(Failure::Gave(reason));
                }
            };
            let question = without_comments(&written.text);
            if many && before.as_ref() == Some(&question) {
                continue;
            }
            before = Some(question);
            let file = folder.join(asked.file(bound));
            write(&self.folder.join(&file), written.text.as_bytes())?;
            let truth = written.truth();
            self.entries.push(Entry {
                file: file.display().to_string(),
                model: asked.model.clone(),
                formula: asked.text(),
                logic: asked.logic(),
                bound,
                query: asked.query.name(),
                alternations: written.alternations,
                variables: written.variables,
                clauses: written.clauses,
                gates: written.gates,
                answer: truth.map(|truth| written.answer(truth)),
                exit_status: truth.map(|truth| if truth { 10 } else { 20 }),
            });
        }
        Ok(())
    }
}

/// What is asked, in QDIMACS, DIMACS or QCIR.
fn without_comments(text: &str) -> String {
    let says = |line: &&str| !line.starts_with("c ") && (!line.starts_with('#') || line.starts_with("#QCIR"));
    text.lines().filter(says).flat_map(|line| [line, "\n"]).collect()
}
