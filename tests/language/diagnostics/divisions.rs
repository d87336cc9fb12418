//! Regression: `c > n/2` and `c <= n/2` are both false where n is odd, and nobody was told.

use qmas::engine::Verdict;
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options};

use crate::diagnostics::{Case, cases, edit, init};

/// The base with another condition of an evolution line of the Sender.
fn condition(text: &str) -> Case {
    edit("and sent < 5;", &format!("and {text};"))
}

/// The base with another condition, and with a variable that is never zero.
fn with_positive(text: &str) -> Case {
    condition(text).edit("sent : 0..5;", "sent : 0..5;\n    share : 2..3;")
}

/// The base with another condition, and with a range that is too large to be enumerated.
fn with_large(text: &str) -> Case {
    condition(text).edit("sent : 0..5;", "sent : 0..2000000000;")
}

cases! {
    in_evolution: condition("Environment.timer > sent/2");
    in_protocol: edit("and Environment.timer < 2 :", "and Environment.timer < sent / 2 :");
    in_redstates: edit("state = busy and Environment.light = red;", "sent/2 <= 1 or sent/2 > 1;");
    in_evaluation: edit("late if Environment.timer > 2 or", "late if !(Environment.timer > Sender.sent/2) or");
    in_initstates: init("Environment.timer = Sender.sent/2");
    in_assigned_condition: edit("wet = true if", "wet = (timer < timer/2) if");
    assigned_value_is_not_a_condition: edit("timer = timer + 1 if", "timer = timer/2 if");
    of_sums: condition("(sent + Environment.timer)/2 >= sent - 1");
    on_both_sides: condition("sent/2 <> Environment.timer/3");
    part_of_a_side: condition("sent > Environment.timer/2 + 1");
    inside_another: condition("sent > Environment.timer/2/3");
    by_something_positive: with_positive("sent < Environment.timer/share");
    by_a_variable: condition("sent/Environment.timer = 1");
    by_zero: condition("sent/0 = 1");
    by_a_negative_number: condition("sent/-2 < 0");
    of_constants: condition("sent < 5/2");
    of_many_variables: edit("sent : 0..5;", "sent : 0..5;\n    a : 0..1; b : 0..1; c : 0..1; d : 0..1; e : 0..1;").edit("and sent < 5;", "and (2*a + 4*b + c + d + e)/2 > sent;");
    of_a_large_range: with_large("(4*sent + Environment.timer)/4 > 1");
    of_a_long_sum: condition("sent < (sent + sent + sent + sent + sent + sent + sent + sent + sent + sent + sent)/2");
    always_exact: condition("sent/1 > 4/2 and (sent*sent + sent)/2 < 10 and 2*sent/2 = 3 and sent*0/7 = 0");
    always_exact_in_a_large_range: with_large("(sent*sent + sent)/2 > 1");
}

/// A committee of n, of whom c agree. The first pair is what people write, the second what they are told to write.
const MAJORITY: &str = "
Agent Committee
  Vars: c : 0..5; n : 0..5; end Vars
  Actions = {vote};
  Protocol: Other : {vote}; end Protocol
  Evolution: c = c + 1 if Action = vote; end Evolution
end Agent
Evaluation
  majority if Committee.c > Committee.n/2;
  minority if Committee.c <= Committee.n/2;
  not_majority if !(Committee.c > Committee.n/2);
  more if 2*Committee.c > Committee.n;
  less if 2*Committee.c <= Committee.n;
end Evaluation
InitStates Committee.c = 0 and Committee.n = SIZE; end InitStates
Formulae
  AG (majority or minority);
  EF majority;
  AG not_majority;
  AG (more or less);
  EF more;
  AG !(more and less);
end Formulae
";

/// The verdicts for a committee of `size`, which every engine finds.
fn verdicts(size: u32) -> Vec<bool> {
    let loaded = load(&MAJORITY.replace("SIZE", &size.to_string()), Strictness::Lenient);
    let warnings = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.code.0 == "inexact-division").count();
    assert_eq!(warnings, 3, "{:?}", loaded.diagnostics);
    let model = loaded.model.expect("warnings only");
    let by = |engine| -> Vec<bool> {
        let checked = qmas::check(&model, &Options { engine, ..Options::default() });
        let verdicts = checked.outcomes.into_iter().map(|outcome| outcome.verdict);
        verdicts
            .map(|verdict| match verdict {
                Verdict::Holds => true,
                Verdict::Fails => false,
                other => panic!("{other:?} by {engine:?}"),
            })
            .collect()
    };
    let found = by(EngineChoice::Explicit);
    for engine in [EngineChoice::Bdd, EngineChoice::Bounded] {
        assert_eq!(by(engine), found, "{engine:?}");
    }
    found
}

/// MCMAS's verdicts stay: with five members nobody is in the majority, nor in the minority.
#[test]
fn products_say_what_quotients_do_not() {
    assert_eq!(verdicts(5), [false, false, true, true, true, true]);
    assert_eq!(verdicts(4), [true, true, false, true, true, true]);
}
