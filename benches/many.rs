//! Many variables that no formula depends on: `cargo bench --bench many` prints a table of seconds and memory by shape and
//! size, as a user types it: verdicts, evidence and vacuity. Twice the variables should take twice the time. Every row is
//! a process of its own, so that the memory is its own. `-- SHAPE` runs one shape.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::fmt::Write;
use std::time::Instant;

use common::{LIMIT, arguments, source};

use qmas::engine::{Limits, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::{Options, Shows};
use qmas::outcome::Backing;

const SIZES: [usize; 5] = [500, 1_000, 2_000, 4_000, 10_000];
/// The train controller, with an agent more: how its variables change.
const SHAPES: [(&str, &str); 6] = [
    ("one at random", "MultiAssignment"),
    ("all at random", "SingleAssignment"),
    ("chain", "SingleAssignment"),
    ("counters", "SingleAssignment"),
    ("agents", "MultiAssignment"),
    ("formulas", "SingleAssignment"),
];

fn main() {
    let arguments = arguments();
    if let [mode, shape, n] = arguments.as_slice()
        && mode == "--row"
    {
        row(shape, n.parse().expect("a number"));
        return;
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    println!("| shape | n | formulas | answered | shown | seconds | MiB |");
    println!("|---|---|---|---|---|---|---|");
    for (shape, _) in SHAPES {
        for n in SIZES.iter().filter(|_| wanted.is_empty() || wanted.iter().any(|name| *name == shape)) {
            let status = common::row(&[shape, &n.to_string()]).status();
            if !status.is_ok_and(|status| status.success()) {
                println!("| {shape} | {n} | the process ended early | | | | |");
            }
        }
    }
}

/// One line of the table.
fn row(shape: &str, n: usize) {
    let text = model(shape, n);
    let start = Instant::now();
    let model = load(&text, Strictness::Lenient).model.expect("it is written here");
    let limits = Limits { deadline: Instant::now().checked_add(LIMIT), ..Limits::default() };
    let options = Options { evidence: Shows::Failures, vacuity: true, limits, ..Options::default() };
    let checked = qmas::check(&model, &options);
    let seconds = start.elapsed().as_secs_f64();
    let count = |wanted: fn(&qmas::Outcome) -> bool| checked.outcomes.iter().filter(|outcome| wanted(outcome)).count();
    let answered = count(|outcome| matches!(outcome.verdict, Verdict::Holds | Verdict::Fails));
    let shown = count(|outcome| matches!(outcome.backing, Backing::Evidence { .. }));
    let formulas = model.specifications.len();
    println!("| {shape} | {n} | {formulas} | {answered} | {shown} | {seconds:.2} | {} |", common::memory());
}

/// The text of a model.
fn model(shape: &str, n: usize) -> String {
    let (_, semantics) = SHAPES.into_iter().find(|(name, _)| *name == shape).expect("a shape of the table");
    let small = source("train-controller", 0);
    let (agents, rest) = small.split_once("Evaluation\n").expect("every model has one");
    let (_, agents) = agents.split_once("Agent T1").expect("the train controller has it");
    let (evaluation, _) = rest.split_once("end Evaluation").expect("it ends");
    let [mut variables, mut lines, mut atoms, mut formulas, mut more, mut init] = [const { String::new() }; 6];
    for i in 0..n {
        let previous = i.saturating_sub(1);
        let (domain, changes) = match shape {
            "counters" => ("0..3", format!("x{i}=x{i}+1 if x{i}<3; x{i}=0 if Action=a;")),
            "chain" if i > 0 => ("boolean", format!("x{i}=x{previous} if Action=a;")),
            _ => ("boolean", format!("x{i}=true if Action=a; x{i}=false if Action=a;")),
        };
        let start = if shape == "counters" { "0" } else { "false" };
        if shape == "agents" {
            let _ = write!(more, "{}", agent(&format!("N{i}"), &format!("x{i}: {domain};"), &changes));
            let _ = write!(init, " and N{i}.x{i}={start}");
        } else {
            let _ = writeln!(variables, "x{i}: {domain};");
            let _ = writeln!(lines, "{changes}");
            let _ = write!(init, " and Noise.x{i}={start}");
        }
        if shape == "formulas" {
            let _ = writeln!(atoms, "p{i} if Noise.x{i}=true;");
            let _ = writeln!(formulas, "AG EF p{i};");
        }
    }
    if shape != "agents" {
        more = agent("Noise", &variables, &lines);
    }
    format!(
        "Semantics={semantics}; Agent T1{agents}{more}Evaluation\n{evaluation}{atoms}end Evaluation
         InitStates T1.place=away and Controller.light=green and T2.place=away{init}; end InitStates
         Formulae AG(!K(T1, !t2tunnel)); AG K(T1, t1tunnel and !K(T2, t1tunnel)); AF K(T1, t1tunnel);
         AF(!K(T1, !t2tunnel)); AG K(T1, t2tunnel); {formulas} end Formulae"
    )
}

fn agent(name: &str, variables: &str, lines: &str) -> String {
    format!(
        "Agent {name} Vars: {variables} end Vars Actions = {{a}}; Protocol: Other: {{a}}; end Protocol
         Evolution: {lines} end Evolution end Agent\n"
    )
}
