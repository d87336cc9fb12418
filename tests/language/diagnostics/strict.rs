//! What MCMAS does not accept: a warning, and an error with `--strict`.

use crate::diagnostics::{cases, edit, formula, init};

cases! {
    bang_equal: edit("timer < 3 and", "timer != 3 and");
    bang_equal_strict: edit("timer < 3 and", "timer != 3 and").strict();
    bang_equal_in_formula: formula("AG Sender.sent != 3");
    bare_boolean: edit("wet = false : {tick, rain};", "!wet : {tick, rain};");
    bare_boolean_strict: edit("wet = false : {tick, rain};", "!wet : {tick, rain};").strict();
    bare_constant: edit("colour = blue : {confirm};", "true : {confirm};");
    condition_assigned: edit("wet = true if", "wet = (timer < 2) if");
    condition_assigned_strict: edit("wet = true if", "wet = (timer < 2) if").strict();
    own_variable_qualified_strict: edit("and sent < 5;", "and Sender.sent < 5;").strict();
    constant_in_formula: formula("AG (busy or true)");
    constant_in_formula_strict: formula("AG (busy or true)").strict();
    // Regression: each `tt` and `true` of a dynamic formula got a warning of its own, and `tt` an error.
    paper_constants_in_dynamic_logic: formula("LDL [tt*]<(busy; tt)* + ff?>(late or ff)").edit("<both>F busy;", "CDL* A [true*](E <tt*>busy);");
    paper_constants_in_dynamic_logic_strict: formula("LDL <tt*>(late or ff)").strict();
    constant_in_dynamic_logic_strict: formula("CDL* E <true*>late").strict();
    paper_constants_elsewhere: formula("AG (busy or tt);\n  LTL G !ff;\n  CTL* A G tt");
    paper_constant_elsewhere_strict: formula("AG (busy or tt)").strict();
    paper_constant_is_an_atom_strict: formula("LDL <tt*>busy").edit("busy if Sender", "tt if Environment.wet = true;\n  busy if Sender").strict();
    comparison_in_formula: formula("AG Sender.sent <= 4");
    comparison_in_formula_strict: formula("AG Sender.sent <= 4").strict();
    agent_as_group: formula("GK(Sender, busy)");
    agent_as_group_strict: formula("<Sender>F busy").strict();
    release: formula("LTL busy R late");
    weak_until_strict: formula("A(busy W late)").strict();
    quantifier_and_operator_apart: formula("A G busy");
    quantifier_and_operator_together: formula("CTL* AG busy");
    no_formulas_strict: edit("  AG (busy -> EF !busy);\n  K(Sender, eager) or GK(both, late);\n  <both>F busy;\n", "").strict();
    dynamic_logic_strict: formula("LDL [(!busy)*]!busy").strict();
    initstates_less_than: init("Environment.timer < 2");
    initstates_less_than_strict: init("Environment.timer < 2").strict();
    initstates_different: init("Environment.light <> green");
    initstates_arithmetic: init("Environment.timer + 1 = 1");
    initstates_bits: init("Sender.eager = (Environment.wet & true)");
    initstates_constant_first: init("red = Environment.light");
    initstates_bare_boolean: init("Sender.eager");
}
