//! No cliffs: `cargo bench --bench scaling` checks families that are not in the library, written the way others write
//! ISPL, and doubles their sizes (or adds a little where the states double) until a run takes ten seconds or formulas are
//! left unanswered. Each run is the program as a user types it, in a process of its own, evidence included, with a limit
//! of 15 s. A row is marked where time grows faster than the states do, or more than fifty times, which no growth of
//! states excuses (half as much again is noise); where nobody counted the states, beyond a factor of eight. `-- --write FOLDER` writes the models as
//! files and measures nothing, `-- --limit SECONDS` is what one run may take, `-- WORD` keeps the families whose names
//! contain the word.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../common/child.rs"]
mod child;
mod families;
mod family;

use std::path::Path;

use child::{Child, done_once, measured};
use families::FAMILIES;
use family::Family;

/// What one run may take, in seconds.
const SECONDS: u64 = 15;
/// Past the limit, the program still has to write what it knows.
const GRACE: u64 = 5;
/// A family's last row takes longer than this, in seconds.
const ENOUGH: f64 = 10.0;
/// Longer files are not written: what they would measure is reading.
const LONGEST: usize = 4 << 20;
/// As many sizes of a family are written.
const WRITTEN: usize = 8;
/// Times below this, in seconds, are noise, and differences below ...
const NOISE: f64 = 0.05;
/// ... this are not worth a mark.
const NOTICED: f64 = 0.5;
/// How much faster than the states time may grow: the machine is not alone.
const MARGIN: f64 = 1.5;
/// How much time may grow where nobody knows the number of states, ...
const UNKNOWN: f64 = 8.0;
/// ... and however much the states do.
const MOST: f64 = 50.0;

fn main() {
    // Without the one that cargo adds.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if done_once(&arguments) {
        return;
    }
    let mut limit = SECONDS;
    let mut folder = None;
    let mut words = Vec::new();
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--limit" => limit = rest.next().and_then(|text| text.parse().ok()).expect("--limit takes seconds"),
            "--write" => folder = Some(rest.next().expect("--write takes a folder")),
            _ => words.push(argument),
        }
    }
    let wanted = |family: &&Family| words.is_empty() || words.iter().any(|word| family.name.contains(word.as_str()));
    let families = FAMILIES.iter().filter(wanted);
    if let Some(folder) = folder {
        families.for_each(|family| write(family, Path::new(&folder)));
        return;
    }
    println!("| family | n | states | wall, s | CPU, s | MiB | answered | time grew by | states grew by | |");
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let marked: usize = families.map(|family| measure(family, limit)).sum();
    println!("\n{marked} rows are marked.");
}

/// The sizes of a family and their models.
fn models(family: &Family) -> impl Iterator<Item = (usize, String)> {
    let sizes = std::iter::successors(Some(family.start), |&size| Some(family.growth.next(size)));
    sizes.map(|size| (size, (family.generate)(size))).take_while(|(_, text)| text.len() <= LONGEST)
}

fn write(family: &Family, folder: &Path) {
    for (size, text) in models(family).take(WRITTEN) {
        let file = folder.join(format!("{}-{size}.ispl", family.name));
        std::fs::write(&file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

/// What a row is compared with.
struct Row {
    seconds: f64,
    states: Option<f64>,
}

/// Prints the rows of a family; how many are marked.
fn measure(family: &Family, limit: u64) -> usize {
    let mut last: Option<Row> = None;
    let mut marked = 0;
    for (size, text) in models(family) {
        let file = tempfile::NamedTempFile::with_suffix(".ispl").expect("a temporary file");
        std::fs::write(file.path(), &text).expect("a temporary file can be written");
        let (seconds, path) = (limit.to_string(), file.path().display().to_string());
        let program = env!("CARGO_BIN_EXE_qmas-rs");
        let run = measured(limit + GRACE, &[program, "--format", "json", "--timeout", &seconds, &path]);
        let formulas = formulas(&text);
        let report = run.report().unwrap_or_default();
        let counted = report.states;
        let row = Row { seconds: run.wall, states: family.states.map(|states| states(size)).or(counted) };
        let growth = last.as_ref().map(|last| (row.seconds / last.seconds.max(NOISE), states_grew(last, &row)));
        let answered = report.verdicts.len();
        let mut remarks = Vec::new();
        if !run.ended {
            remarks.push("had to be ended");
        }
        if answered < formulas {
            remarks.push("unanswered");
        }
        if let Some((time, states)) = growth
            && row.seconds > NOTICED
            && time > states.map_or(UNKNOWN, |states| MARGIN * states.clamp(1.0, MOST))
        {
            remarks.push("jump");
        }
        if let (Some(known), Some(counted)) = (family.states, counted)
            && (known(size) - counted).abs() > 1e-9 * counted
        {
            remarks.push("ANOTHER NUMBER OF STATES");
        }
        marked += usize::from(!remarks.is_empty());
        print_row(family, size, &row, &run, &format!("{answered}/{formulas}"), growth, &remarks.join(", "));
        let enough = row.seconds > ENOUGH || answered < formulas;
        last = Some(row);
        if enough {
            break;
        }
    }
    marked
}

fn states_grew(last: &Row, row: &Row) -> Option<f64> {
    Some(row.states? / last.states?)
}

fn print_row(
    family: &Family,
    size: usize,
    row: &Row,
    run: &Child,
    answered: &str,
    growth: Option<(f64, Option<f64>)>,
    remarks: &str,
) {
    let number = |value: Option<f64>, digits: usize| match value {
        None => "–".to_owned(),
        Some(value) if value >= 1e7 => format!("{value:.1e}"),
        Some(value) => format!("{value:.digits$}"),
    };
    println!(
        "| {} | {size} | {} | {:.2} | {:.2} | {} | {answered} | {} | {} | {remarks} |",
        family.name,
        number(row.states, 0),
        run.wall,
        run.cpu,
        run.mib,
        number(growth.map(|(time, _)| time), 1),
        number(growth.and_then(|(_, states)| states), 1),
    );
}

/// How many formulas a model asks for.
fn formulas(text: &str) -> usize {
    text.split("Formulae").nth(1).map_or(0, |section| section.matches(';').count())
}
