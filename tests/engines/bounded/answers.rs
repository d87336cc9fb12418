//! What the engine says of the library, what it does without, what it declines, and what it says when it gives up.

use qmas::bounded::{Asked, BoundedOptions, Paths, Query, Question, answered_no};
use qmas::engine::{Strategies, Verdict};
use qmas::logic::Logic;
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;
use qmas::report::evidence::Style;
use qmas::report::{CheckReport, JsonReport, Report, Stated, verdicts};
use qmas_models::{ExpectedVerdict, Parameters, Source, models};

use crate::bounded::{ask, library, read};

/// A bug at depth 3 in an agent whose reachable states need not be known: no diagram is made to refute it.
#[test]
fn refutations_need_no_reachable_states() {
    let text = "Agent One Vars: x : 0..2147483647; y : 0..65535; end Vars Actions = {go, stay};
        Protocol: Other : {go, stay}; end Protocol
        Evolution: x = x * x + 3 and y = y + 1 if Action = go and y < 100; end Evolution end Agent
        Agent Two Vars: b : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
        Evolution: b = true if One.Action = go; end Evolution end Agent
        Evaluation far if One.x = 147; end Evaluation
        InitStates One.x = 0 and One.y = 0 and Two.b = false; end InitStates
        Formulae AG(K(Two, !far)); end Formulae";
    let model = read(text);
    let bounded = BoundedOptions { query: Query::Refute, ..BoundedOptions::default() };
    let mut options = Options { bounded, ..Options::default() };
    // Not even one node.
    options.limits.max_nodes = 0;
    let checked = check_with(&model, EngineChoice::Bounded, &options);
    assert_eq!((&checked.outcomes[0].verdict, checked.outcomes[0].bound), (&Verdict::Fails, Some(3)));
    assert!(checked.diagrams.is_empty());
}

#[test]
fn what_is_declined() {
    let text = "Agent One Vars: x : boolean; end Vars Actions = {go}; Protocol: Other : {go}; end Protocol
        Evolution: x = true if Action = go; end Evolution end Agent
        Evaluation p if One.x = true; end Evaluation InitStates One.x = false; end InitStates Groups g = {One}; end Groups ";
    let verdict =
        |rest: &str| ask(&read(&format!("{text}{rest}")), BoundedOptions::default()).outcomes[0].verdict.to_string();
    assert_eq!(verdict("Formulae <g>F p; end Formulae"), "holds");
    let uniform = Options { strategies: Strategies::Uniform, ..Options::default() };
    let model = read(&format!("{text}Formulae <g>F p; AF p; end Formulae"));
    let checked = check_with(&model, EngineChoice::Bounded, &uniform);
    assert!(checked.outcomes[0].verdict.to_string().contains("strategies that know the state, not for uniform ones"));
    assert_eq!(checked.outcomes[1].verdict, Verdict::Holds);
    assert!(
        verdict("Fairness p; end Fairness Formulae AF p; end Formulae")
            .contains("with Fairness, the bounded engine does A over a path")
    );
    assert_eq!(verdict("Formulae AF p; end Formulae"), "holds");
    assert!(
        verdict("Fairness p; end Fairness Formulae <g>F p; end Formulae")
            .contains("with Fairness, the bounded engine does A over a path")
    );
    let deep = "X".repeat(400).replace('X', "AX EX ");
    assert!(verdict(&format!("Formulae {deep} p; end Formulae")).contains("at most 300 operators"));
}

/// A counter of 31 bits: what happens at its end is neither proved nor refuted for a long time.
const LONG: &str = "Agent Clock Vars: x : 0..2147483647; end Vars Actions = {tick};
    Protocol: Other : {tick}; end Protocol
    Evolution: x = x + 1 if Action = tick and x < 2147483647; end Evolution end Agent
    Evaluation late if Clock.x = 2147483647; end Evaluation InitStates Clock.x = 0; end InitStates
    Formulae AF late; end Formulae";

/// The deadline comes while the engine is at work; what it knows by then is in the verdict's line and in JSON.
#[test]
fn what_was_learnt_before_the_time_was_up() {
    let model = read(LONG);
    let mut options = Options::default();
    // As lassos are it is proved: the clock does not go back.
    options.bounded.paths = Paths::Not;
    options.limits.deadline = std::time::Instant::now().checked_add(std::time::Duration::from_millis(1_500));
    let checked = check_with(&model, EngineChoice::Bounded, &options);
    assert_eq!(format!("{:?}", checked.outcomes[0].verdict), "GaveUp(Time)");
    let rows = &checked.bounds[0].1;
    let last = |question| answered_no(rows, question).expect("some bound was answered");
    let (proved, refuted) = (last(Question::Prove), last(Question::Refute));
    assert!(proved >= 1 && refuted >= proved, "{proved} {refuted}");
    let stated = Stated::all(&model, &["AF late".to_owned()], &[1]);
    let check = CheckReport::new("clock.ispl", model, stated, checked, &[]);
    let text = verdicts(&check, Style::default());
    let note = format!("(time limit; not proved up to bound {proved}; not refuted up to bound {refuted})");
    assert!(text.contains(&note), "{text}");
    let mut report = Report::new("clock.ispl");
    report.add_check(check);
    let report = JsonReport::from(&report);
    assert_eq!(report.formulas[0].not_proved_up_to, Some(proved));
    assert_eq!(report.formulas[0].not_refuted_up_to, Some(refuted));
}

/// Every question has a row, inductions and questions about runs included.
#[test]
fn rows_for_all_questions() {
    let checked = ask(&library("train-controller"), BoundedOptions::default());
    let asked = |wanted: fn(&Asked) -> bool| checked.bounds[0].1.iter().any(|row| wanted(&row.asked));
    assert!(asked(|asked| *asked == Asked::Formula(Question::Refute)));
    assert!(asked(|asked| *asked == Asked::Formula(Question::Prove)));
    assert!(asked(|asked| matches!(asked, Asked::Step(_))));
    let unroll = BoundedOptions { reach: qmas::bounded::Reach::Unroll, ..BoundedOptions::default() };
    let checked = ask(&library("train-controller"), unroll);
    assert!(checked.bounds.iter().any(|(_, rows)| rows.iter().any(|row| row.asked == Asked::Runs)));
}

/// The library at its smallest sizes and up to a small bound: verdicts are those that the sources state, or open.
#[test]
fn the_library() {
    let (mut answered, mut open) = (0, 0);
    for entry in models() {
        let text = match entry.source {
            Source::File(text) => text.to_owned(),
            Source::Family { smallest, generate } => generate(Parameters { n: smallest, seed: 1 }),
        };
        let mut model = read(&text);
        let expected = entry.expected();
        let strategies = if expected.uniform { Strategies::Uniform } else { Strategies::PerfectInformation };
        let branching = |logic: Logic| logic == Logic::Ctl && model.fairness.is_empty();
        let kept: Vec<bool> = model.specifications.iter().map(|specification| branching(specification.logic)).collect();
        let mut keep = kept.iter();
        model.specifications.retain(|_| keep.next() == Some(&true));
        let expected = expected.formulas.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(formula, _)| formula);
        let bounded = BoundedOptions { max: Some(3), ..BoundedOptions::default() };
        let mut options = Options { bounded, strategies, ..Options::default() };
        options.limits.deadline = std::time::Instant::now().checked_add(std::time::Duration::from_secs(10));
        let checked = check_with(&model, EngineChoice::Bounded, &options);
        for (outcome, expected) in checked.outcomes.iter().zip(expected) {
            let right = match expected.verdict {
                ExpectedVerdict::Holds => Verdict::Holds,
                ExpectedVerdict::Fails => Verdict::Fails,
            };
            match &outcome.verdict {
                Verdict::OpenUpTo(_) | Verdict::GaveUp(_) => open += 1,
                found => {
                    assert_eq!(*found, right, "{}, formula {}, {}", entry.name, expected.index, expected.name);
                    answered += 1;
                }
            }
        }
    }
    assert!(answered > 60, "{answered} answered, {open} open");
}
