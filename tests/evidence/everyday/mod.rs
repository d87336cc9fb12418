//! Formulas as people write them every day, on every engine, with evidence and vacuity.
//!
//! Random formulas seldom are a recurrence beside something about the present; people write little else. One that had that
//! shape, `LTL ((G F p) and p) -> q`, was a panic: the recurrence became a fairness constraint, and the rest a state
//! formula that nobody had labelled. The lists are `paths.txt` and `states.txt`; every line runs on a system where all is
//! fair and possible, on one with Fairness, and on one with deadlocks.
//!
//! What is expected has reasons of its own: two forms of a property have the same verdict, `LTL f` is `CTL* A(f)`, `E(f)`
//! is not `A(!f)` in the only initial state, and the oracle agrees.

use qmas::Model;
use qmas::bounded::can_answer;
use qmas::engine::{Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
use qmas::logic::{Formula, FormulaKind};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::{Backing, Checked};

/// Ann turns p on and off; Bob hears of it if nothing disturbs them; the Environment shows q, and r may come once.
const AGENTS: &str = "
Agent Environment
  Obsvars: q : boolean; end Obsvars
  Vars: r : boolean; end Vars
  Actions = {stay, flip, ring};
  Protocol: Other : {stay, flip, ring}; end Protocol
  Evolution:
    q = ~q if Action = flip;
    r = true if Action = ring and Ann.Action = tell;
  end Evolution
end Agent
Agent Ann
  Vars: p : boolean; end Vars
  RedStates: p = true and Environment.q = false; end RedStates
  Actions = {on, off, tell};
  Protocol: p = true : {off, tell}; Other : {on, tell}; end Protocol
  Evolution: p = true if Action = on; p = false if Action = off; end Evolution
end Agent
Agent Bob
  Vars: heard : {nothing, yes}; end Vars
  Actions = {listen, sleep};
  Protocol: BOB end Protocol
  Evolution:
    heard = yes if Action = listen and Ann.Action = tell and Environment.Action = stay;
    heard = nothing if Action = sleep;
  end Evolution
end Agent
Evaluation p if Ann.p = true; q if Environment.q = true; r if Environment.r = true; end Evaluation
InitStates Environment.q = false and Environment.r = false and Ann.p = true and Bob.heard = nothing; end InitStates
Groups both = {Ann, Bob}; end Groups
";

/// Bob's protocol and the Fairness section.
const SYSTEMS: [(&str, &str); 3] = [
    ("Other : {listen, sleep};", ""),
    ("Other : {listen, sleep};", "Fairness q; !p; end Fairness"),
    // An agent that has heard it and sees q is done, and so are all others.
    ("heard = nothing : {listen, sleep}; Environment.q = false : {sleep};", ""),
];

/// A line of `paths.txt`.
struct Row {
    linear: &'static str,
    dynamic: &'static str,
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with("--"))
}

fn rows() -> Vec<Row> {
    let row = |line: &'static str| {
        let (linear, dynamic) = line.split_once(" | ").expect("a line has two forms");
        Row { linear, dynamic }
    };
    lines(include_str!("paths.txt")).map(row).collect()
}

/// The forms of a row, in the order in which [`same_property`] reads their verdicts.
fn forms(Row { linear, dynamic }: &Row) -> [String; 8] {
    [
        format!("LTL {linear}"),
        format!("LDL {dynamic}"),
        format!("CTL* A({linear})"),
        format!("CDL* A({dynamic})"),
        format!("LTL !({linear})"),
        format!("LDL !({dynamic})"),
        format!("CTL* E({linear})"),
        format!("CDL* E({dynamic})"),
    ]
}

fn model(system: (&str, &str), formulas: &[String]) -> Model {
    let (bob, fairness) = system;
    let agents = AGENTS.replace("BOB", bob);
    let formulas: String = formulas.iter().map(|formula| format!("  {formula};\n")).collect();
    let loaded = load(&format!("{agents}{fairness}\nFormulae\n{formulas}end Formulae\n"), Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Everything is asked for: evidence for all verdicts, vacuity.
fn checked(model: &Model, engine: EngineChoice, traces: Traces) -> Checked {
    let mut options = Options { engine, traces, evidence: Shows::Everything, vacuity: true, ..Options::default() };
    options.bounded.max = Some(12);
    let checked = qmas::check(model, &options);
    assert_eq!(checked.faults, [], "{engine:?}");
    for (number, outcome) in checked.outcomes.iter().enumerate() {
        let broken = matches!(outcome.backing, Backing::Broken { .. });
        assert!(!broken, "{engine:?}, formula {}: {:?}", number + 1, outcome.backing);
    }
    checked
}

fn verdicts(checked: &Checked) -> Vec<&Verdict> {
    checked.outcomes.iter().map(|outcome| &outcome.verdict).collect()
}

/// The verdicts of the oracle, after all engines have agreed with it. The bounded engine answers all that is about paths, but
/// for Fairness.
fn agreed(system: (&str, &str), formulas: &[String], traces: Traces) -> Vec<bool> {
    let model = model(system, formulas);
    let oracle = checked(&model, EngineChoice::Explicit, traces);
    for engine in [EngineChoice::Bdd, EngineChoice::Auto] {
        let checked = checked(&model, engine, traces);
        for ((found, expected), text) in verdicts(&checked).iter().zip(verdicts(&oracle)).zip(formulas) {
            assert_eq!(*found, expected, "{engine:?}: {text}, {system:?}");
        }
    }
    let bounded = checked(&model, EngineChoice::Bounded, traces);
    for ((found, expected), text) in verdicts(&bounded).iter().zip(verdicts(&oracle)).zip(formulas) {
        let about_paths = ["LTL", "LDL", "CTL*", "CDL*"].iter().any(|prefix| text.starts_with(prefix));
        let must = about_paths && system.1.is_empty();
        let silent = matches!(found, Verdict::OpenUpTo(_) | Verdict::GaveUp(_)) && !must;
        assert!(silent || *found == expected, "bounded: {text}, {system:?}: {found:?}");
    }
    let exact = |verdict: &Verdict| match verdict {
        Verdict::Holds => true,
        Verdict::Fails => false,
        other => panic!("the oracle has no answer: {other:?}"),
    };
    verdicts(&oracle).into_iter().map(exact).collect()
}

/// What the forms of one property must have to do with each other, by their verdicts.
fn same_property([ltl, ldl, ctl_star, cdl_star, not_ltl, not_ldl, some_ctl, some_cdl]: [bool; 8]) -> bool {
    let universal = [ldl, ctl_star, cdl_star].iter().all(|&other| other == ltl);
    let negated = not_ldl == not_ltl;
    let existential = [some_ctl, some_cdl].iter().all(|&some| some != not_ltl);
    universal && negated && existential
}

#[test]
fn what_people_say_about_paths() {
    let rows = rows();
    assert!(rows.len() * 4 >= 150, "a list of at least 150 formulas, each property in four logics");
    for system in SYSTEMS {
        for row in &rows {
            let forms = forms(row);
            let verdicts = agreed(system, &forms, Traces::Infinite);
            let verdicts: [bool; 8] = verdicts.try_into().expect("one for each form");
            assert!(same_property(verdicts), "{}: {verdicts:?}, {system:?}", row.linear);
        }
    }
}

/// Lassos and counting answer all of it, without any limit on bounds, but for knowledge, and E with Fairness; and whatever
/// fails has a path to show.
#[test]
fn what_people_say_about_paths_by_sat() {
    let mut answered = 0;
    for system in SYSTEMS {
        for row in rows() {
            let mut model = model(system, &forms(&row));
            // With knowledge in it a formula is no matter of single paths: players answer it, as `agreed` has seen.
            let formulas = model.formulas.clone();
            let known = |formula: Formula| formula.kind() == FormulaKind::Epistemic;
            model.specifications.retain(|specification| !formulas.any_below(specification.formula, known));
            let expected = qmas::check(&model, &Options { engine: EngineChoice::Explicit, ..Options::default() });
            let options = Options { evidence: Shows::Failures, engine: EngineChoice::Bounded, ..Options::default() };
            let found = qmas::check(&model, &options);
            for (number, &specification) in model.specifications.iter().enumerate() {
                if !can_answer(&model, specification, Traces::Infinite, Strategies::default()) {
                    continue;
                }
                let outcome = &found.outcomes[number];
                assert_eq!(outcome.verdict, expected.outcomes[number].verdict, "{}, {system:?}", row.linear);
                let shown = matches!(outcome.backing, Backing::Evidence { .. });
                assert!(shown || outcome.verdict == Verdict::Holds, "{:?}: {}", outcome.backing, row.linear);
                answered += 1;
            }
        }
    }
    assert!(answered >= 500, "only {answered} formulas were answered");
}

#[test]
fn what_people_say_about_finite_traces() {
    for system in SYSTEMS {
        for row in rows() {
            let forms = forms(&row);
            let [ldl, all, not, some] = [1, 3, 5, 7];
            let asked = [ldl, all, not, some].map(|form| forms[form].clone());
            let verdicts = agreed(system, &asked, Traces::Finite);
            assert_eq!((verdicts[0], verdicts[2]), (verdicts[1], !verdicts[3]), "{}, {system:?}", row.dynamic);
        }
    }
}

#[test]
fn what_people_say_about_states() {
    let formulas: Vec<String> = lines(include_str!("states.txt")).map(str::to_owned).collect();
    for system in SYSTEMS {
        let verdicts = agreed(system, &formulas, Traces::Infinite);
        let negated: Vec<String> = formulas.iter().map(|formula| format!("!({formula})")).collect();
        let opposite = agreed(system, &negated, Traces::Infinite);
        for ((formula, holds), not) in formulas.iter().zip(verdicts).zip(opposite) {
            assert_ne!(holds, not, "{formula} in the only initial state of {system:?}");
        }
    }
}
