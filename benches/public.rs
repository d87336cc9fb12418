//! Files that other people wrote: `cargo bench --bench public` checks every file of the corpus, where that lies beside the
//! project, as a user types it, and by the explicit and the BDD engine, each in a process of its own: CPU seconds of all
//! threads and the most memory. With `MCMAS=path` in the environment that program runs in the same run, otherwise the
//! seconds that the corpus has on record are shown. The aim: at most a tenth of MCMAS's time where that is 0.3 s or more,
//! never more than it, and at most 50 MiB more memory where it takes up to 10 s. Rows that miss it are marked and counted.
//! `-- --limit SECONDS` is what one run may take (60), `-- --corpus FOLDER` takes files from elsewhere, `-- WORD` keeps
//! the files whose names contain the word.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "common/child.rs"]
mod child;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use child::{Report, done_once};

/// What one run may take, in seconds, if nothing else is said.
const SECONDS: u64 = 60;
/// MCMAS's time from which on ours should be a tenth of it.
const WORTH_COMPARING: f64 = 0.3;
/// The factor that is aimed at.
const AIM: f64 = 10.0;
/// Times below this are noise.
const NOISE: f64 = 0.02;

/// What a run took, and what it answered: T and F, in the order of the formulas.
#[derive(Debug, Clone)]
struct Measured {
    wall: f64,
    seconds: f64,
    mib: u64,
    verdicts: String,
    states: Option<f64>,
}

fn main() {
    // Without the one that cargo adds.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if done_once(&arguments) {
        return;
    }
    let mut limit = SECONDS;
    let mut corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let mut words = Vec::new();
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--limit" => limit = rest.next().and_then(|text| text.parse().ok()).expect("--limit takes seconds"),
            "--corpus" => corpus = rest.next().expect("--corpus takes a folder").into(),
            _ => words.push(argument),
        }
    }
    let files = files(&corpus);
    if files.is_empty() {
        println!("skipped: there is no corpus beside the project");
        return;
    }
    let recorded = recorded(&corpus.join("public/verdicts.tsv"));
    let other = std::env::var("MCMAS").ok();
    println!(
        "| file | states | MCMAS, s | MiB | explicit, s | bdd, s | default, s | wall, s | MiB | answered | MCMAS / default | |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|");
    let (mut rows, mut missed) = (0, 0);
    for file in files {
        let name = file.strip_prefix(&corpus).unwrap_or(&file).display().to_string();
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        rows += 1;
        missed += usize::from(!show(&name, &file, other.as_deref(), &recorded, limit));
    }
    println!("\n{missed} of {rows} rows miss the aim.");
}

/// Measures and prints one row; whether it meets the aim.
fn show(name: &str, file: &Path, other: Option<&str>, recorded: &BTreeMap<String, f64>, limit: u64) -> bool {
    let ours = |engine: &str| {
        let path = file.display().to_string();
        measured(limit, &[env!("CARGO_BIN_EXE_qmas-rs"), "--format", "json", "--engine", engine, &path])
    };
    let (explicit, bdd, default) = (ours("explicit"), ours("bdd"), ours("auto"));
    let mcmas = other.map(|program| measured(limit, &[program, &file.display().to_string()]));
    let theirs = match &mcmas {
        Some(run) if run.verdicts.is_empty() => None,
        Some(run) => Some(run.seconds),
        None => recorded.get(file.file_name().and_then(|name| name.to_str()).unwrap_or_default()).copied(),
    };
    let mut remarks = Vec::new();
    if default.verdicts.is_empty() {
        remarks.push("no answer".to_owned());
    }
    for other in [&explicit, &bdd].into_iter().chain(&mcmas) {
        if !other.verdicts.is_empty()
            && other.verdicts.len() == default.verdicts.len()
            && other.verdicts != default.verdicts
        {
            remarks.push(format!("VERDICTS DIFFER: {} {}", other.verdicts, default.verdicts));
        }
    }
    if let Some(theirs) = theirs {
        let aim = if theirs >= WORTH_COMPARING { theirs / AIM } else { theirs.max(NOISE) };
        if default.seconds > aim.max(NOISE) {
            remarks.push("slow".to_owned());
        }
    }
    if let Some(run) = &mcmas
        && !run.verdicts.is_empty()
        && run.seconds <= 10.0
        && default.mib > run.mib + 50
    {
        remarks.push("memory".to_owned());
    }
    let seconds = |run: &Measured| {
        if run.verdicts.is_empty() { format!("({:.1})", run.seconds) } else { format!("{:.2}", run.seconds) }
    };
    let text = |value: Option<String>| value.unwrap_or_else(|| "–".to_owned());
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {:.2} | {} | {} | {} | {} |",
        text(default.states.or(explicit.states).or(bdd.states).map(|states| if states < 1e7 {
            states.to_string()
        } else {
            format!("{states:.1e}")
        })),
        text(theirs.map(|theirs| format!("{theirs:.2}"))),
        text(mcmas.as_ref().map(|run| run.mib.to_string())),
        seconds(&explicit),
        seconds(&bdd),
        seconds(&default),
        default.wall,
        default.mib,
        default.verdicts.len(),
        text(theirs.map(|theirs| format!("{:.1}", theirs / default.seconds.max(NOISE / 2.0)))),
        remarks.join(", "),
    );
    remarks.is_empty()
}

/// All ISPL files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut work = vec![folder.to_owned()];
    while let Some(folder) = work.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ispl") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// MCMAS's CPU seconds that are on record, by the names of files; those that gave no answer are left out.
fn recorded(table: &Path) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(table).unwrap_or_default();
    let mut lines = text.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let Some(seconds) = columns.iter().position(|column| *column == "mcmas_cpu_seconds") else {
        return BTreeMap::new();
    };
    let entry = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        Some((cells.first()?.to_string(), cells.get(seconds)?.parse().ok()?))
    };
    lines.filter_map(entry).collect()
}

/// One run, whose verdicts count only if it ended by itself.
fn measured(limit: u64, command: &[&str]) -> Measured {
    let run = child::measured(limit, command);
    let said = || run.report().unwrap_or_else(|| in_words_of_mcmas(&run.stdout));
    let Report { verdicts, states } = if run.ended { said() } else { Report::default() };
    Measured { wall: run.wall, seconds: run.cpu, mib: run.mib, verdicts, states }
}

fn in_words_of_mcmas(text: &str) -> Report {
    let verdict = |line: &str| match line {
        line if line.contains("is TRUE in the model") => Some('T'),
        line if line.contains("is FALSE in the model") => Some('F'),
        _ => None,
    };
    Report { verdicts: text.lines().filter_map(verdict).collect(), states: None }
}
