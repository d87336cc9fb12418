//! The automatic choice against every single engine: `cargo bench --bench auto` checks all formulas of a model by each of
//! them in turn, several rounds, every time in a process of its own, and compares the fastest times of the wall. As for who
//! types the command, evidence against formulas that fail and remarks on empty reasons are included; `-- --verdicts` leaves
//! them out. The aim: auto takes at most 30 % and 50 ms more than the best engine that answers as much. Rows that miss it are
//! marked and counted; where no engine answers anything, nothing is compared. `-- --full` adds large sizes, `-- --large` takes
//! them alone with the short limit, `-- WORD` keeps the rows that contain the word. The corpus, with its public
//! half, is included where it lies beside the project. Only an idle machine gives times that mean something.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{LIMIT, arguments, source};
use qmas::engine::{Limits, Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::portfolio::check_with;

/// Family, small and medium sizes, large sizes.
const ROWS: [(&str, &[usize], &[usize]); 24] = [
    ("backdoor", &[4, 8, 12, 16], &[32]),
    ("bit-transmission", &[0], &[]),
    ("bit-transmission-chain", &[8, 100], &[1_000]),
    ("card-duel", &[11, 51], &[101]),
    ("card-ladder", &[4, 8], &[10]),
    ("card-memory", &[3, 6], &[8]),
    ("counter", &[100, 5_000, 100_000], &[1_000_000]),
    ("counter-bits", &[8, 16], &[24]),
    ("dining-cryptographers", &[4, 8, 10, 30], &[100]),
    ("dining-cryptographers-booleans", &[10, 500], &[2_000]),
    ("dining-cryptographers-copied", &[4, 10], &[50]),
    ("dining-cryptographers-forgetful", &[4, 10, 50], &[100]),
    ("dining-cryptographers-iterated", &[3, 6, 12], &[20]),
    ("dining-cryptographers-qmas", &[0], &[]),
    ("english", &[0], &[]),
    ("fair-scheduler", &[0], &[]),
    ("faulty-trains", &[2, 4, 8], &[12]),
    ("go-back-n", &[2, 3], &[4]),
    ("go-back-n-shifted", &[2, 4, 10], &[20]),
    ("muddy-children", &[3, 8, 12], &[16]),
    ("muddy-children-hasty", &[3, 8, 14, 30], &[50]),
    ("prisoners", &[3, 6, 10], &[20]),
    ("train-controller", &[0], &[]),
    ("train-controller-booleans", &[10, 500], &[2_000]),
];

/// Rounds; the fastest counts.
const ROUNDS: usize = 3;
/// Who took longer than this is not asked again.
const LONG: f64 = 2.0;
/// Verdicts alone, or evidence and remarks as well.
const VERDICTS: &str = "verdicts";
const EVERYTHING: &str = "everything";
/// What one engine may take on one model, without `--full`.
const SHORT: Duration = Duration::from_secs(20);

const ENGINES: [(&str, EngineChoice); 4] = [
    ("explicit", EngineChoice::Explicit),
    ("bdd", EngineChoice::Bdd),
    ("bounded", EngineChoice::Bounded),
    ("auto", EngineChoice::Auto),
];

/// The fastest run of an engine.
#[derive(Clone, Copy)]
struct Measured {
    answered: usize,
    seconds: f64,
}

fn main() {
    let arguments = arguments();
    if let [mode, engine, model, n, seconds, wanted] = arguments.as_slice()
        && mode == "--row"
    {
        let limit = Duration::from_secs(seconds.parse().expect("a number"));
        run(engine, model, n.parse().expect("a number"), limit, wanted == EVERYTHING);
        return;
    }
    let full = arguments.iter().any(|argument| argument == "--full");
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let mut models: Vec<(String, usize)> = Vec::new();
    let large = arguments.iter().any(|argument| argument == "--large");
    for (family, sizes, larger) in ROWS {
        let small = if large { &[] } else { sizes };
        let sizes = small.iter().chain(if full || large { larger } else { &[] });
        models.extend(sizes.map(|&n| (family.to_owned(), n)));
    }
    let corpus = if large { Vec::new() } else { corpus() };
    models.extend(corpus.into_iter().map(|path| (path.to_string_lossy().into_owned(), 0)));
    models.retain(|(name, _)| wanted.is_empty() || wanted.iter().any(|word| name.contains(*word)));
    println!("| model | n | explicit, s | bdd, s | bounded, s | auto, s | answered | auto / best | |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let limit = if full { LIMIT } else { SHORT };
    let wanted = if arguments.iter().any(|argument| argument == "--verdicts") { VERDICTS } else { EVERYTHING };
    let missed = models.iter().filter(|(name, n)| !row(name, *n, limit, wanted)).count();
    println!("\n{missed} of {} rows miss the aim.", models.len());
}

/// Files of the corpus, if it is there.
fn corpus() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ispl") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Measures a model, prints its line; whether auto reaches the aim.
fn row(name: &str, n: usize, limit: Duration, wanted: &str) -> bool {
    let mut best: [Option<Measured>; 4] = [None; 4];
    for _ in 0..ROUNDS {
        for ((engine, _), best) in ENGINES.iter().zip(&mut best) {
            if best.is_none_or(|best| best.seconds < LONG)
                && let Some(new) = measure(engine, name, n, limit, wanted)
            {
                let better = best.is_none_or(|old| (new.answered, -new.seconds) > (old.answered, -old.seconds));
                *best = if better { Some(new) } else { *best };
            }
        }
    }
    let auto = best[3].unwrap_or(Measured { answered: 0, seconds: f64::INFINITY });
    let rivals = best[..3].iter().flatten().filter(|rival| rival.answered >= auto.answered);
    let rival = rivals.min_by(|one, other| {
        (other.answered, one.seconds).partial_cmp(&(one.answered, other.seconds)).expect("numbers")
    });
    let (ratio, reached) = match rival {
        _ if best.iter().flatten().all(|one| one.answered == 0) => ("nobody answers".to_owned(), true),
        Some(rival) if rival.answered > auto.answered => ("answers less".to_owned(), false),
        Some(rival) => (format!("{:.2}", auto.seconds / rival.seconds), auto.seconds <= 1.3 * rival.seconds + 0.05),
        None => ("answers more".to_owned(), true),
    };
    let most = best.iter().flatten().map(|one| one.answered).max().unwrap_or(0);
    let cell = |one: &Option<Measured>| match one {
        Some(one) if one.answered == most => format!("{:.3}", one.seconds),
        Some(one) => format!("({} in {:.1})", one.answered, one.seconds),
        None => "ended early".to_owned(),
    };
    let cells: Vec<String> = best.iter().map(cell).collect();
    let short = Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    let mark = if reached { "" } else { "missed" };
    println!("| {short} | {n} | {} | {} | {ratio} | {mark} |", cells.join(" | "), auto.answered);
    reached
}

/// One run in a process of its own.
fn measure(engine: &str, name: &str, n: usize, limit: Duration, wanted: &str) -> Option<Measured> {
    let output = common::row(&[engine, name, &n.to_string(), &limit.as_secs().to_string(), wanted]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let (answered, seconds) = text.trim().split_once(' ')?;
    Some(Measured { answered: answered.parse().ok()?, seconds: seconds.parse().ok()? })
}

/// Checks a model and prints how many formulas were answered, and in how many seconds.
fn run(engine: &str, name: &str, n: usize, limit: Duration, everything: bool) {
    let text = std::fs::read_to_string(name).unwrap_or_else(|_| source(name, n));
    let model = load(&text, Strictness::Lenient).model.expect("models of the library and the corpus are right");
    let expected = qmas_models::find(name).map(|model| model.expected());
    let finite = expected.as_ref().is_some_and(|expected| expected.traces == qmas_models::Traces::Finite);
    let uniform = expected.as_ref().is_some_and(|expected| expected.uniform);
    let (_, engine) = ENGINES.into_iter().find(|(name, _)| *name == engine).expect("an engine");
    let start = Instant::now();
    let options = Options {
        traces: if finite { Traces::Finite } else { Traces::Infinite },
        strategies: if uniform { Strategies::Uniform } else { Strategies::PerfectInformation },
        limits: Limits { deadline: start.checked_add(limit), ..Limits::default() },
        evidence: if everything { Shows::Failures } else { Shows::Nothing },
        vacuity: everything,
        ..Options::default()
    };
    let checked = check_with(&model, engine, &options);
    let seconds = start.elapsed().as_secs_f64();
    let exact = |verdict: &Verdict| matches!(verdict, Verdict::Holds | Verdict::Fails);
    let answered = checked.outcomes.iter().filter(|outcome| exact(&outcome.verdict)).count();
    println!("{answered} {seconds}");
    // Nobody waits for threads that were left behind.
    std::process::exit(0);
}
