//! The embedded expansion against DepQBF (Lonsing and Egly, CADE 2017; Debian package `depqbf`) on the same formulas, which
//! DepQBF gets as QDIMACS.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use qmas::bounded::{BoundedOptions, Question, Reach};
use qmas::export::{NamedQuestion, bounded_question};
use qmas::options::Options;
use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::qdimacs::Qdimacs;
use qmas_encodings::{Answer, Circuit, ExpansionOptions, Interrupt, Qbf, SatLimits};

use crate::measure::{Watch, load_family};

/// What a solver may take.
const LIMIT: Duration = Duration::from_secs(10);

/// Family, size, formula, question, bounds; the reachable states are exact.
const QUESTIONS: [(&str, usize, usize, Question, std::ops::RangeInclusive<usize>); 9] = [
    ("train-controller", 0, 2, Question::Prove, 1..=3),
    ("train-controller-booleans", 1, 1, Question::Refute, 1..=3),
    ("train-controller-booleans", 1, 4, Question::Prove, 1..=3),
    ("dining-cryptographers-qmas", 0, 2, Question::Prove, 1..=3),
    ("dining-cryptographers-qmas", 0, 3, Question::Refute, 1..=2),
    ("dining-cryptographers-qmas", 0, 4, Question::Refute, 1..=4),
    ("dining-cryptographers-booleans", 1, 4, Question::Prove, 1..=2),
    ("muddy-children", 3, 3, Question::Prove, 2..=4),
    ("dining-cryptographers", 4, 6, Question::Prove, 1..=3),
];

/// A row per formula with an alternation.
pub(crate) fn table() {
    println!(
        "| family | n | formula | question | bound | alternations | answer | expansion, s | DepQBF, s | DepQBF / expansion |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for (family, n, formula, question, bounds) in QUESTIONS {
        let model = load_family(family, n);
        let bounded = BoundedOptions { reach: Reach::Bdd, ..BoundedOptions::default() };
        let options = Options { bounded, ..Options::default() };
        for bound in bounds {
            let specification = model.specifications[formula - 1];
            let Ok(NamedQuestion { circuit, qbf, .. }) =
                bounded_question(&model, (specification, question), bound, &options)
            else {
                println!("| {family} | {n} | {formula} | {} | {bound} | declined | | | | |", question.name());
                continue;
            };
            if qbf.prefix.len() < 2 {
                continue;
            }
            let (ours, ours_took) = expansion(&circuit, &qbf);
            let (theirs, theirs_took) = depqbf(&Qdimacs::new(&circuit, &qbf).to_string());
            if let (Some(ours), Some(theirs)) = (ours, theirs) {
                assert_eq!(ours, theirs, "{family} {n}, formula {formula}, bound {bound}: the solvers disagree");
            }
            let answer = ours.or(theirs).map_or("?", |yes| if yes { "true" } else { "false" });
            let times = theirs_took / ours_took.max(1e-6);
            println!(
                "| {family} | {n} | {formula} | {} | {bound} | {} | {answer} | {} | {} | {}{times:.1} |",
                question.name(),
                qbf.prefix.len() - 1,
                shown(ours, ours_took),
                shown(theirs, theirs_took),
                if theirs.is_some() { "" } else { "> " },
            );
        }
    }
}

fn shown(answer: Option<bool>, took: f64) -> String {
    let limit = if answer.is_some() { "" } else { "> " };
    format!("{limit}{took:.3}")
}

fn expansion(circuit: &Circuit, qbf: &Qbf) -> (Option<bool>, f64) {
    let start = Instant::now();
    let watch = Watch::start();
    let sat = SatLimits { interrupt: Interrupt::new(move || start.elapsed() > LIMIT), ..SatLimits::default() };
    let options = ExpansionOptions { sat, ..ExpansionOptions::default() };
    let answer = match solve(circuit, qbf, &[], &options, &SatChoice::Auto).answer {
        Answer::True(_) => Some(true),
        Answer::False(_) => Some(false),
        Answer::Unknown(_) => None,
    };
    (answer, watch.seconds())
}

/// Exit status 10 is true, 20 is false; nothing else is an answer. The time is that of the wall, with the process.
fn depqbf(text: &str) -> (Option<bool>, f64) {
    let mut file = tempfile::Builder::new().suffix(".qdimacs").tempfile().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("it can be written");
    let start = Instant::now();
    let seconds = LIMIT.as_secs().to_string();
    let status =
        Command::new("depqbf").arg(file.path()).arg(seconds).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let took = start.elapsed().as_secs_f64();
    let answer = match status.ok().and_then(|status| status.code()) {
        Some(10) => Some(true),
        Some(20) => Some(false),
        _ => None,
    };
    (answer, took)
}
