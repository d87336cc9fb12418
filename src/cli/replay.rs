//! `qmas-rs replay EVIDENCE MODEL`: executes evidence from anywhere.

use std::path::PathBuf;

use clap::Args;

use super::args::StrictnessArguments;
use super::input::{read, read_bytes, show};
use super::output::{err, out};
use super::{Exit, examples};
use crate::load::load_formula;
use crate::report::Source;
use crate::witness::{EvidenceFile, Reason, Replayed, replay_within};

/// Up to how many reachable states universal claims are looked at.
const MOST_STATES: usize = 20_000;

#[derive(Debug, Args)]
#[command(after_help = examples::REPLAY)]
pub(super) struct ReplayArguments {
    /// The evidence: a file of `--evidence-files`, or the `evidence` of a formula in a JSON report
    #[arg(value_name = "EVIDENCE")]
    evidence: PathBuf,
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

pub(super) fn run(arguments: &ReplayArguments) -> Exit {
    let mut input = read(&arguments.model, &arguments.strictness);
    show(&input.loaded.diagnostics, &input.source);
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
    let specification = match load_formula(&file.formula, &mut model, arguments.strictness.strictness()) {
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
    match replayed.and_then(said) {
        Ok(Replayed { steps, jumps, checked, claims }) => {
            // A claim about all paths or all states that nobody has looked at shows nothing.
            let open = matches!(evidence.nodes[0].reason, Reason::Checked(_)) && claims > 0;
            let word = match claims {
                0 => "right",
                _ if open => "open: nothing speaks against it, but that is all",
                _ => "right as far as it can be replayed",
            };
            out(&format!(
                "{word}: `{}` {} in the first state\n\
                 steps executed: {steps}; pairs of states that somebody cannot tell apart: {jumps}; \
                 universal claims looked at in all states: {checked}; left to whoever made them: {claims}\n",
                file.formula, file.shows
            ));
            if open { Exit::Open } else { Exit::Success }
        }
        Err(what) => {
            out(&format!("wrong: {what}\n"));
            Exit::Fails
        }
    }
}
