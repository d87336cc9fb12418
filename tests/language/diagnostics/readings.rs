//! Readings that differ between MCMAS and textbooks: both are shown.

use crate::diagnostics::{cases, edit, formula};

cases! {
    negated_until: formula("LTL !busy U late");
    until_and_until: formula("LTL busy U late U eager");
    next_before_until_is_clear: formula("LTL X busy U late");
    globally_or: formula("CTL* A(G busy or F late)");
    until_and: formula("CTL* E(busy U late and eager)");
    globally_implies: formula("CTL* A G busy -> late");
    negated_exists: formula("CTL* ! E F busy and late");
    swallowed_makes_no_sense: formula("CTL* A G busy -> A F late");
    path_operand_is_clear: formula("CTL* A (F (busy U late) and eager)");
    parentheses_are_clear: formula("CTL* A ((G busy) or (F late))");
    quantifier_and: formula("CTL* A F busy and late");
    inside_knowledge: formula("LTL G K(Sender, !busy U late)");
    long_formula: formula("LTL (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late) and (!busy U late)");
    in_fairness_nothing_is_ambiguous: edit("  !busy;", "  !busy and late;");
}
