//! Rival lines: two lines of one agent of which a step executes only one. A warning where that is probably a mistake, with a
//! state and a move that are what it says; none where lines are plainly alternatives.

use std::time::Instant;

use qmas::diagnostic::Diagnostic;
use qmas::load::{Strictness, load};

/// A phone with two Boolean variables and these lines. The Environment calls it or does not.
fn phone(semantics: &str, protocol: &str, lines: &str) -> String {
    format!(
        "Semantics = {semantics};
         Agent Environment
           Actions = {{call, none}}; Protocol: Other : {{call, none}}; end Protocol
           Evolution: end Evolution
         end Agent
         Agent Phone
           Vars: a : boolean; b : boolean; n : 0..3; end Vars
           Actions = {{lift, wait}}; Protocol: {protocol} end Protocol
           Evolution: {lines} end Evolution
         end Agent
         Evaluation p if Phone.a = true or Phone.b = true or Phone.n > 0; end Evaluation
         InitStates Phone.a = false and Phone.b = false and Phone.n = 0; end InitStates
         Formulae AG p; end Formulae"
    )
}

fn rivals(source: &str) -> Vec<Diagnostic> {
    let loaded = load(source, Strictness::Lenient);
    assert!(loaded.model.is_some(), "{:?}", loaded.diagnostics);
    loaded.diagnostics.into_iter().filter(|diagnostic| diagnostic.code.0 == "rival-lines").collect()
}

fn warned(lines: &str) -> Option<String> {
    let source = phone("MultiAssignment", "Other : {lift, wait};", lines);
    let mut found = rivals(&source);
    assert!(found.len() < 2, "one warning for an agent");
    let found = found.pop()?;
    let places: Vec<&str> = found.labels.iter().map(|label| &source[label.span.range()]).collect();
    Some(format!("{} | {}", places.join(" | "), found.hint.unwrap_or_default()))
}

#[test]
fn lines_that_are_meant_together() {
    let text = warned("a = true if Environment.Action = call; b = true if Environment.Action = call;");
    let text = text.expect("a warning");
    for part in [
        "a = true if Environment.Action = call",
        "b = true if Environment.Action = call",
        "with Phone.a = false and Phone.b = false, which can be reached, Environment.Action = call enables both",
        "`a = true and b = true if Environment.Action = call;`",
        "Semantics = SingleAssignment",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// That they meet is seen after three steps only.
#[test]
fn conditions_need_not_be_the_same() {
    let lines = "n = n + 1 if n < 3 and Action = lift; a = true if n = 3 and Action = lift; b = true if n > 2;";
    let text = warned(lines).expect("a warning");
    assert!(text.contains("a = true if n = 3 and Action = lift"), "{text}");
    assert!(text.contains("Phone.n = 3, which can be reached, Phone.Action = lift enables both"), "{text}");
    assert!(text.contains("join their assignments by `and` on one line"), "{text}");
}

#[test]
fn what_is_plainly_meant() {
    let quiet = [
        ("one variable, two values", "n = 1 if Action = lift; n = 2 if Action = lift; a = true if Action = wait;"),
        ("a variable in common", "(a = true and n = 1) if Action = lift; (b = true and n = 2) if Action = lift;"),
        ("a part of the other", "(a = true and b = true) if Action = lift; a = true if Action = lift;"),
        ("different actions", "a = true if Action = lift; b = true if Action = wait;"),
        ("different values", "a = true if n = 0; b = true if n = 1; n = 1 if n = 2;"),
        ("no state in which both are enabled", "a = true if n < 1; n = 2 if n > 1 and Action = lift;"),
        ("nothing happens", "a = true if Action = lift; b = b if Action = lift;"),
        ("one changes nothing here", "a = true if Action = lift; b = false if Action = lift;"),
        (
            "the joint line is there, too",
            "a = true if Action = lift; b = true if Action = lift; (a = true and b = true) if Action = lift;",
        ),
        ("out of range, and dropped", "a = true if Action = lift; n = 7 - 2 if Action = lift;"),
    ];
    for (why, lines) in quiet {
        assert_eq!(warned(lines), None, "{why}");
    }
}

#[test]
fn the_protocol_counts() {
    let lines = "a = true if Action = lift; b = true if Action = lift or n = 3;";
    let never = phone("MultiAssignment", "n > 0 : {lift}; Other : {wait};", lines);
    assert_eq!(rivals(&never).len(), 0);
    let at_once = phone("MultiAssignment", "n = 0 : {lift}; Other : {wait};", lines);
    assert_eq!(rivals(&at_once).len(), 1);
}

#[test]
fn single_assignment_has_none() {
    let lines = "a = true if Action = lift; b = true if Action = lift;";
    assert_eq!(rivals(&phone("SingleAssignment", "Other : {lift, wait};", lines)).len(), 0);
    assert_eq!(rivals(&phone("MultiAssignment", "Other : {lift, wait};", lines)).len(), 1);
}

/// Pairs of lines used to be looked at one by one: 2,000 lines took 30 s and 3.3 GB.
#[test]
fn thousands_of_lines_cost_next_to_nothing() {
    let many = |semantics: &str, condition: &dyn Fn(usize) -> String| {
        let variables: String = (0..3_000).map(|number| format!("v{number} : boolean; ")).collect();
        let lines: String = (0..3_000).map(|number| format!("v{number} = true if {}; ", condition(number))).collect();
        let start: Vec<String> = (0..3_000).map(|number| format!("Phone.v{number} = false")).collect();
        phone(semantics, "Other : {lift, wait};", &lines)
            .replace("n : 0..3;", &format!("n : 0..3; {variables}"))
            .replace("Phone.n = 0;", &format!("Phone.n = 0 and {};", start.join(" and ")))
    };
    let seconds = |text: &str| {
        let begun = Instant::now();
        let found = rivals(text).len();
        (found, begun.elapsed().as_secs_f64())
    };
    let together = |_: usize| "Action = lift".to_owned();
    let apart = |number: usize| format!("Action = lift and v{} = true", (number + 1) % 3_000);
    let (_, without) = seconds(&many("SingleAssignment", &together));
    for (condition, expected) in [(&together as &dyn Fn(usize) -> String, 1), (&apart, 0)] {
        let (found, with) = seconds(&many("MultiAssignment", condition));
        assert_eq!(found, expected);
        assert!(with < 2.0 * without + 1.0, "{with} s instead of {without} s");
    }
}
