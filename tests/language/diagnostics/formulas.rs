//! The syntax of formulas.

use crate::diagnostics::{cases, edit, formula};

cases! {
    unknown_atom: formula("AG buzy");
    unknown_atom_far_from_all: formula("AG nothing");
    unknown_agent: formula("K(Sendr, busy)");
    unknown_agent_far_from_all: formula("K(Nobody, busy)");
    unknown_group: formula("GK(bth, busy)");
    unknown_group_far_from_all: formula("GK(everyone, busy)");
    group_as_agent: formula("K(both, busy)");
    group_in_angle_brackets_unknown: formula("<all>F busy");
    atom_is_a_variable: formula("AG timer");
    comma_missing: formula("K(Sender busy)");
    parenthesis_missing_after_k: formula("K Sender, busy");
    agent_missing: formula("K(, busy)");
    formula_missing_in_k: formula("K(Sender, )");
    comma_out_of_place: formula("AG (busy, late)");
    parenthesis_not_closed: formula("AG (busy -> late");
    parenthesis_not_opened: formula("AG busy -> late)");
    parenthesis_closed_by_bracket: formula("AG (busy -> late]");
    operator_missing: formula("AG busy late");
    operand_missing: formula("AG (busy and )");
    operand_missing_at_the_end: formula("AG");
    nothing_at_all: formula("");
    number: formula("AG 3");
    ampersand: formula("AG (busy & late)");
    double_arrow: formula("AG (busy <-> late)");
    equal_sign: formula("AG (busy = late)");
    environment_alone: formula("AG Environment");
    dot_without_word: formula("AG Sender.");
    variable_without_comparison: formula("AG Sender.eager");
    action_in_formula: formula("AG Sender.Action = send");
    comparison_with_variable: formula("AG Sender.sent = Environment.timer");
    comparison_without_value: formula("AG Sender.sent = ");
    comparison_out_of_range: formula("AG Sender.sent < 6");
    comparison_of_another_type: formula("AG Sender.sent = true");
    comparison_with_unknown_value: formula("AG Sender.state = bussy");
    comparison_with_name_of_no_enumeration: formula("AG Sender.sent = many");
    comparison_of_unordered: formula("AG Sender.state < busy");
    comparison_of_unknown_variable: formula("AG Sender.stat = busy");
    comparison_with_number_too_large: formula("AG Sender.sent = 99999999999");
    words_run_together: formula("AGbusy");
    release_of_other_tools: formula("LTL busy V late");
    strong_release_of_other_tools: formula("LTL busy M late");
    double_equal_of_formulas: formula("AG (busy == late)");
    two_formulas_side_by_side: formula("AG (busy) AF (late)");
    group_not_closed: formula("<both F busy");
    group_missing: formula("<>F busy");
    two_agents_in_angle_brackets: formula("<Sender, Receiver>F busy");
    condition_keyword: formula("AG busy if late");
    red_states_of_unknown: formula("AG Sendr.RedStates");
    green_states_of_unknown: formula("AG Nobody.GreenStates");
    error_in_fairness: edit("  !busy;", "  !buzy;\n  late and;");
}
