//! Programs of other people on what we write: DepQBF, CaDiCaL, minisat and ABC, each against our own answer. A test whose
//! program is not installed is skipped, which `untested` says at the end; CI installs all of them.

use std::cell::Cell;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::oracle::Oracle;
use qmas::bounded::{BoundedOptions, Reach};
use qmas::engine::{Terms, Verdict};
use qmas::export::{QuestionFormat, aiger, question};
use qmas::load::{Strictness, load_formula};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;
use qmas::solver::qbf::QbfChoice;
use tempfile::TempDir;

use crate::common::effort;
use crate::common::random::{forall, loaded};
use crate::common::skipped::installed;
use crate::export::agreement::tiny;
use crate::export::{QUESTIONS, drawn, options};

/// The answer of a program that reads standard input and exits with 10 or 20.
fn answer(program: &str, arguments: &[&str], text: &str) -> Result<bool, String> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    child.stdin.take().expect("it was piped").write_all(text.as_bytes()).map_err(|error| error.to_string())?;
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    match output.status.code() {
        Some(10) => Ok(true),
        Some(20) => Ok(false),
        other => Err(format!("{program}: {other:?}: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// What DepQBF (Lonsing and Egly, CADE 2017) says.
pub(crate) fn depqbf(text: &str) -> Result<bool, String> {
    answer("depqbf", &[], text)
}

/// Questions with one quantifier, written as clauses.
fn clauses(mut solve: impl FnMut(&str) -> Result<bool, String>) {
    let seen = Cell::new([0, 0]);
    let solve = std::cell::RefCell::new(&mut solve);
    forall(20_000..20_100, drawn, |drawn| {
        let model = loaded(drawn)?;
        for &specification in &model.specifications {
            for asked in QUESTIONS {
                let how = (QuestionFormat::Dimacs, "a random model");
                // More than one block is said to be an error: see `command`.
                let Ok(written) = question(&model, (specification, asked), 2, how, &options()) else { continue };
                let theirs = (solve.borrow_mut())(&written.text)?;
                let ours = written.truth().ok_or("no answer of our own")?;
                if theirs != ours {
                    return Err(format!("{asked:?}: satisfiable is {theirs}, and we say {ours}"));
                }
                let mut counts = seen.get();
                counts[usize::from(ours)] += 1;
                seen.set(counts);
            }
        }
        Ok(())
    });
    let seen = seen.get();
    assert!(seen[0] > 30 && seen[1] > 30, "{seen:?}");
}

#[test]
fn cadical_reads_our_clauses() {
    if installed("cadical") {
        clauses(|text| answer("cadical", &["-q"], text));
    }
}

#[test]
fn minisat_reads_our_clauses() {
    if installed("minisat") {
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("question.cnf");
        clauses(|text| {
            std::fs::write(&path, text).map_err(|error| error.to_string())?;
            answer("minisat", &["-verb=0", &path.display().to_string()], "")
        });
    }
}

/// ABC's property directed reachability: whether no bad state is reached.
fn abc_proves(folder: &TempDir, bytes: &[u8]) -> Result<bool, String> {
    let path = folder.path().join("system.aig");
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let script = format!("&r {}; &put; pdr", path.display());
    let output = Command::new("berkeley-abc").args(["-c", &script]).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match (text.contains("Property proved"), text.contains("was asserted in frame")) {
        (true, false) => Ok(true),
        (false, true) => Ok(false),
        _ => Err(format!("ABC says neither: {text}")),
    }
}

#[test]
fn abc_proves_what_holds() {
    if !installed("berkeley-abc") {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let seen = Cell::new([0, 0]);
    forall(30_000..30_060, drawn, |drawn| {
        let mut model = loaded(drawn)?;
        let name = model.system.atoms[0].name.clone();
        for text in [format!("AG {name}"), format!("AG !{name}")] {
            let (specification, _) =
                load_formula(&text, &mut model, Strictness::Lenient).map_err(|errors| format!("{errors:?}"))?;
            let written = aiger(&model, &[(specification, text.clone())], &Options::default());
            let proved = abc_proves(&folder, &written.map_err(|reason| reason.to_string())?.binary())?;
            let mut oracle = Oracle::new(&model, &Terms::default()).map_err(|reason| reason.to_string())?;
            if proved != (oracle.check(specification) == Verdict::Holds) {
                return Err(format!("{text}: ABC proves it: {proved}"));
            }
            let mut counts = seen.get();
            counts[usize::from(proved)] += 1;
            seen.set(counts);
        }
        Ok(())
    });
    let seen = seen.get();
    assert!(seen[0] > 30 && seen[1] > 5, "{seen:?}");
}

/// The bounded engine with DepQBF in place of the expansion, by standard input and by files: the oracle's verdicts.
#[test]
fn the_engine_asks_depqbf() {
    if !installed("depqbf") {
        return;
    }
    let decided = Cell::new([0, 0, 0]);
    for (seeds, solver) in [(40_000..40_200, "depqbf"), (41_000..41_200, "depqbf:{}")] {
        let qbf: QbfChoice = solver.parse().expect("it names a program");
        forall(
            seeds,
            |seed| tiny(seed, 2),
            |drawn| {
                let model = loaded(drawn)?;
                let mut oracle = Oracle::new(&model, &Terms::default()).map_err(|reason| reason.to_string())?;
                // Larger bounds are for solvers that work on circuits.
                let bounded =
                    BoundedOptions { max: Some(3), induction: false, reach: Reach::Bdd, ..BoundedOptions::default() };
                let options = Options { bounded: BoundedOptions { qbf: qbf.clone(), ..bounded }, ..Options::default() };
                let checked = check_with(&model, EngineChoice::Bounded, &options);
                for (outcome, &specification) in checked.outcomes.iter().zip(&model.specifications) {
                    let expected = oracle.check(specification);
                    if outcome.verdict != expected && outcome.verdict != Verdict::OpenUpTo(3) {
                        return Err(format!("{:?} instead of {expected:?}", outcome.verdict));
                    }
                }
                let mut counts = decided.get();
                let alternating =
                    checked.bounds.iter().flat_map(|(_, rows)| rows).filter(|row| row.cost.alternations > 0);
                counts[0] += alternating.count();
                let answered = checked.outcomes.iter().filter(|o| o.verdict != Verdict::OpenUpTo(3));
                counts[2] += answered.count();
                // What a winning move shows was found by the oracle's transitions: a run that begins where runs begin.
                let runs = checked.outcomes.iter().filter_map(|outcome| outcome.run.as_ref());
                for run in runs {
                    let space = oracle.space();
                    let first = run.states.first().and_then(|state| space.find(state));
                    if !first.is_some_and(|first| space.initial_states().contains(first)) {
                        return Err("a run does not begin in an initial state".to_owned());
                    }
                    counts[1] += 1;
                }
                decided.set(counts);
                Ok(())
            },
        );
    }
    let [asked, runs, verdicts] = decided.get();
    let least = |often| effort::share(often, 40_000..40_200);
    assert!(
        asked > least(200) && runs > least(20) && verdicts > least(600),
        "{asked} alternating questions, {runs} runs, {verdicts} verdicts"
    );
}

/// A manifest says what a solver must say of each file of a family.
#[test]
fn manifests_know_the_answers() {
    if !(installed("depqbf") && installed("cadical")) {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let mut seen = [0, 0];
    for (name, format, formula) in [
        ("train-controller", "dimacs", "1"),
        ("train-controller", "qdimacs", "2"),
        ("dining-cryptographers-qmas", "qdimacs", "2"),
    ] {
        let model = format!("{}/models/library/{name}/model.ispl", env!("CARGO_MANIFEST_DIR"));
        let path = folder.path().join(format!("{name}-{format}"));
        let status = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
            .args(["export", &model, "--formula", formula, "--format", format])
            .args(["--all-bounds", "1..2", "--directory"])
            .arg(&path)
            .status()
            .expect("it runs");
        assert!(status.success(), "{name} {format}");
        let manifest = std::fs::read_to_string(path.join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        for entry in manifest.as_array().expect("a list") {
            let text = std::fs::read_to_string(path.join(entry["file"].as_str().expect("a name"))).expect("a file");
            let program = if format == "dimacs" { "cadical" } else { "depqbf" };
            let theirs = answer(program, if format == "dimacs" { &["-q"] } else { &[] }, &text).expect("an answer");
            let expected = if theirs { 10 } else { 20 };
            assert_eq!(entry["exit_status"].as_u64(), Some(expected), "{entry}");
            seen[usize::from(theirs)] += 1;
        }
    }
    assert_eq!(seen.iter().sum::<usize>(), 6, "{seen:?}");
}
