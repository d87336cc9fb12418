//! `qmas-rs replay EVIDENCE MODEL`: executes evidence from anywhere, and says what was looked at and what was not.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::examples;
use super::exit::Exit;
use super::formats::Format;
use super::input::{read, read_bytes, show};
use super::output::{err, out, tell};
use super::strictness::StrictnessArguments;
use crate::model::Model;
use crate::report::{Detail, Source, to_json};
use crate::witness::{Conclusion, Evidence, EvidenceFile, Open, Replayed, Unseen, replay_within};

/// Up to how many reachable states universal claims are looked at.
const MOST_STATES: usize = 20_000;
/// How much of a formula is shown.
const LONGEST: usize = 200;

#[derive(Debug, Args)]
#[command(after_help = examples::REPLAY)]
pub(super) struct ReplayArguments {
    /// The evidence: a file of `--evidence-files`, or the `evidence` of a formula in a JSON report
    #[arg(value_name = "EVIDENCE")]
    evidence: PathBuf,
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

/// What a replay found out, for programs.
#[derive(Serialize)]
struct Report<'a> {
    /// `right`, `open` or `wrong`.
    result: &'static str,
    formula: &'a str,
    shows: &'a str,
    traces: &'a str,
    strategies: &'a str,
    /// The first thing that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
    /// What was looked at, unless something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    looked_at: Option<LookedAt>,
    /// What the verdict rests on, but was not looked at.
    not_looked_at: Vec<NotLookedAt>,
}

#[derive(Serialize)]
struct LookedAt {
    steps: usize,
    pairs: usize,
    universal_claims: usize,
}

#[derive(Serialize)]
struct NotLookedAt {
    /// The part of the evidence that it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<usize>,
    what: String,
    why: String,
}

/// Whether a file is JSON, as evidence is and no model: these begin with a word or a comment.
fn is_json(path: &Path) -> bool {
    path != Path::new("-")
        && std::fs::read(path).is_ok_and(|bytes| bytes.trim_ascii_start().first().is_some_and(|&byte| byte == b'{'))
}

pub(super) fn run(arguments: &ReplayArguments) -> Exit {
    if is_json(&arguments.model) && !is_json(&arguments.evidence) {
        let (evidence, model) = (arguments.model.display(), arguments.evidence.display());
        err(&format!("error: the evidence comes first: `qmas-rs replay {evidence} {model}`\n"));
        return Exit::Wrong;
    }
    let mut input = read(&arguments.model, &arguments.strictness);
    input.show(arguments.strictness.detail(Detail::Errors));
    let Some(mut model) = input.loaded.model.take() else { return Exit::Wrong };
    let name = arguments.evidence.display().to_string();
    let wrong = |what: String| {
        err(&format!("error: {name}: {what}\n"));
        Exit::Wrong
    };
    let bytes = match read_bytes(&arguments.evidence) {
        Ok(bytes) => bytes,
        Err(error) => return wrong(format!("cannot be read: {error}")),
    };
    let file: EvidenceFile = match serde_json::from_slice(&bytes) {
        Ok(file) => file,
        Err(error) => return wrong(format!("is no evidence: {error}")),
    };
    let specification = match input.loaded.formula(&file.formula, &mut model) {
        Ok((specification, _)) => specification,
        Err(errors) => {
            show(&errors, &Source::new(format!("{name}, `formula`"), file.formula));
            return Exit::Wrong;
        }
    };
    let evidence = match file.evidence(&model, specification) {
        Ok(evidence) => evidence,
        Err(error) => return wrong(error.to_string()),
    };
    let replayed =
        replay_within(&evidence, &model, specification, MOST_STATES).map_err(|mismatch| mismatch.to_string());
    let said = |replayed: Replayed| {
        let said = file.says_what_follows(&evidence, &model, specification);
        said.map(|()| replayed).map_err(|error| error.to_string())
    };
    let (report, exit) = judged(&file, &evidence, &model, replayed.and_then(said));
    match arguments.format {
        Format::Text => tell(&text(&report, evidence.shown)),
        Format::Json => out(&to_json(&report)),
    }
    exit
}

/// What to report. Evidence is right if everything that the verdict rests on was looked at; short of that it shows
/// nothing.
fn judged<'a>(
    file: &'a EvidenceFile,
    evidence: &Evidence,
    model: &Model,
    replayed: Result<Replayed, String>,
) -> (Report<'a>, Exit) {
    let mut report = Report {
        result: "wrong",
        formula: &file.formula,
        shows: &file.shows,
        traces: &file.traces,
        strategies: &file.strategies,
        wrong: None,
        looked_at: None,
        not_looked_at: Vec::new(),
    };
    match replayed {
        Err(what) => {
            report.wrong = Some(what);
            (report, Exit::Fails)
        }
        Ok(Replayed { steps, jumps, checked, open }) => {
            report.looked_at = Some(LookedAt { steps, pairs: jumps, universal_claims: checked });
            let unseen = |Open { what, why }: Open| NotLookedAt {
                part: what.node(),
                what: unseen(what, evidence, model),
                why: why.to_string(),
            };
            report.not_looked_at = open.into_iter().map(unseen).collect();
            let exit = if report.not_looked_at.is_empty() { Exit::Success } else { Exit::Open };
            report.result = if exit == Exit::Success { "right" } else { "open" };
            (report, exit)
        }
    }
}

/// What was not looked at, as half a sentence.
fn unseen(what: Unseen, evidence: &Evidence, model: &Model) -> String {
    match what {
        Unseen::Claim(node) => {
            let node = &evidence.nodes[node];
            let formula = evidence.formulas.show_start(&model.system, node.formula, LONGEST);
            format!("that `{formula}` is true in state {}", node.state)
        }
        Unseen::Constraint(_, number) => format!("that fairness constraint {} is met on the loop", number + 1),
        Unseen::FairOnTheWay(_) => "that the states on the way have a fair path".to_owned(),
        Unseen::Alike(_) => "that play begins in all states that the group cannot tell apart".to_owned(),
        Unseen::OtherInitialStates => "that the formula holds in the other initial states".to_owned(),
    }
}

fn text(report: &Report<'_>, shown: Conclusion) -> String {
    let Some(LookedAt { steps, pairs, universal_claims }) = &report.looked_at else {
        return format!("wrong: {}\n", report.wrong.as_deref().unwrap_or_default());
    };
    let word = match report.result {
        "right" => "right",
        _ => "open: nothing speaks against it, but not all that the verdict rests on was looked at",
    };
    let place = match shown {
        Conclusion::Holds => "in all initial states",
        Conclusion::Fails => "in the first state",
    };
    let traces = if report.traces == "finite" { ", on finite traces" } else { "" };
    let strategies = if report.strategies == "uniform" { ", with uniform strategies" } else { "" };
    let mut text = format!(
        "{word}: `{}` {} {place}{traces}{strategies}\n\
         steps executed: {steps}; pairs of states that somebody cannot tell apart: {pairs}; \
         universal claims looked at in all states: {universal_claims}; left to whoever made them: {}\n",
        report.formula,
        report.shows,
        report.not_looked_at.len()
    );
    for NotLookedAt { part, what, why } in &report.not_looked_at {
        let part = part.map_or_else(String::new, |part| format!("part {part}, "));
        text += &format!("not looked at: {part}{what}: {why}\n");
    }
    text
}
