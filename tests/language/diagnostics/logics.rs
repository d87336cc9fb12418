//! Each logic has its own operators; path formulas, state formulas and regular expressions do not mix freely.

use crate::diagnostics::{cases, edit, formula};

cases! {
    temporal_operator_in_ctl: formula("G busy");
    until_in_ctl: formula("AG (busy U late)");
    until_without_brackets: formula("A busy U late");
    two_untils_in_ctl: formula("A(busy U late U eager)");
    quantifier_without_until: formula("A (busy)");
    nested_temporal_in_ctl: formula("AG F busy");
    path_formula_without_quantifier: formula("CTL* G busy");
    path_formula_in_knowledge: formula("CTL* K(Sender, F busy)");
    branching_in_ltl: formula("LTL G (AF busy)");
    quantifier_in_ltl: formula("LTL G (E busy)");
    strategy_in_ltl: formula("LTL G (<both>F busy)");
    obligation_in_ltl: formula("LTL G O(Sender, busy)");
    obligation_in_ctl_star: formula("CTL* A G O(Sender, busy)");
    strategy_in_ctl_star: formula("CTL* A (<both>F busy)");
    strategy_without_operator: formula("<both> busy");
    strategy_with_release: formula("<both>(busy R late)");
    dynamic_in_ctl: formula("[busy*]late");
    diamond_in_ltl: formula("LTL <busy*>late");
    temporal_in_ldl: formula("LDL [true*](F busy)");
    until_in_ldl: formula("LDL busy U late");
    branching_in_ldl: formula("LDL <busy>AG late");
    quantifier_in_ldl: formula("LDL <busy>(A late)");
    temporal_in_cdl_star: formula("CDL* A(G busy)");
    path_formula_in_cdl_star: formula("CDL* <busy>late");
    diamond_not_closed: formula("LDL <busy*late");
    box_not_closed: formula("LDL [busy ; late* eager");
    diamond_closed_by_bracket: formula("LDL <busy]late");
    modality_without_formula: formula("LDL <busy*>");
    modality_without_expression: formula("LDL <>busy");
    star_outside: formula("LDL busy* and late");
    question_mark_outside: formula("LDL busy?");
    plus_outside: formula("LDL busy + late");
    step_is_a_path_formula: formula("LDL <<busy>late>eager");
    expression_as_formula: formula("LDL <(busy ; late) and eager>busy");
    star_in_formula_part: formula("LDL <busy* and late>eager");
    less_than_in_ldl: formula("LDL <Sender.sent < 3>busy");
    prefix_inside: formula("AG LTL busy");
    prefix_twice: formula("LTL LTL F busy");
    prefix_alone: formula("LTL");
    prefix_in_lower_case: formula("ltl F busy");
    prefix_with_blank: formula("CTL * A F busy");
    ldl_in_fairness: edit("  !busy;", "  LDL <busy>late;");
    ltl_in_fairness: edit("  !busy;", "  LTL F busy;");
    path_formula_in_fairness: edit("  !busy;", "  F busy;");
}
