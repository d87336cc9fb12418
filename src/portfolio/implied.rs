//! What answers say about other formulas: nobody needs to look at these any more.
//!
//! A verdict speaks of all initial states. Two things follow without any look at the model: what Boolean connectives and
//! some modalities make of the verdicts of their operands, and what becomes of a formula in which invariants (f of a
//! settled AG f) are true everywhere. Universe: the reachable states; under fairness those with a fair path, of which
//! there may be none, so that f and !f may both hold.

use std::collections::BTreeMap;

use crate::engine::Verdict;
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Temporal};

/// Verdicts of formulas over infinite paths.
#[derive(Debug, Default)]
pub(super) struct Implied {
    /// Whether they hold.
    verdicts: BTreeMap<FormulaId, bool>,
    /// True in all states of the universe.
    invariants: Vec<FormulaId>,
}

impl Implied {
    /// Takes note of an exact answer.
    pub(super) fn insert(&mut self, formulas: &Formulas, formula: FormulaId, holds: bool) {
        if self.verdicts.insert(formula, holds).is_none()
            && holds
            && let Formula::Branching(Quantifier::Forall, Temporal::Globally(invariant)) = formulas.get(formula)
        {
            self.invariants.push(invariant);
        }
    }

    /// What is true in all states of the universe, in the order in which that was found out.
    pub(super) fn invariants(&self) -> &[FormulaId] {
        &self.invariants
    }

    /// The verdict of a formula, if it follows. `inhabited`: there certainly is an initial state.
    pub(super) fn verdict(&self, formulas: &Formulas, root: FormulaId, inhabited: bool) -> Option<Verdict> {
        if self.verdicts.is_empty() {
            return None;
        }
        let mut known: BTreeMap<FormulaId, Known> = BTreeMap::new();
        for id in formulas.below(root) {
            let found = self.known(formulas.get(id), id, &known, inhabited);
            known.insert(id, found);
        }
        let verdict = known.get(&root)?.verdict?;
        Some(if verdict { Verdict::Holds } else { Verdict::Fails })
    }

    fn known(&self, formula: Formula, id: FormulaId, known: &BTreeMap<FormulaId, Known>, inhabited: bool) -> Known {
        let of = |f: FormulaId| known.get(&f).copied().unwrap_or_default();
        let everywhere = if self.invariants.contains(&id) { Some(true) } else { constant(formula, of) };
        let implied = match everywhere {
            Some(true) => Some(true),
            Some(false) if inhabited => Some(false),
            _ => None,
        };
        let found = self.verdicts.get(&id).copied();
        Known { everywhere, verdict: found.or(implied).or_else(|| initially(formula, of, inhabited)) }
    }
}

/// What is known of a formula.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// Its value, if that is the same in all states of the universe.
    everywhere: Option<bool>,
    /// Whether it holds in all initial states.
    verdict: Option<bool>,
}

/// The value of a formula, if it is the same in all states because of its operands' values.
fn constant(formula: Formula, of: impl Fn(FormulaId) -> Known) -> Option<bool> {
    let of = |f| of(f).everywhere;
    match formula {
        Formula::True => Some(true),
        Formula::False => Some(false),
        Formula::Not(f) => of(f).map(|value| !value),
        Formula::And(f, g) => conjunction(of(f), of(g)),
        Formula::Or(f, g) => disjunction(of(f), of(g)),
        Formula::Implies(f, g) => disjunction(of(f).map(|value| !value), of(g)),
        Formula::Knows(_, f) | Formula::Branching(Quantifier::Forall, Temporal::Globally(f)) => of(f),
        Formula::Branching(Quantifier::Exists, Temporal::Finally(f)) => of(f),
        Formula::Branching(Quantifier::Forall, Temporal::Next(f)) | Formula::Obliged(_, f) => {
            of(f).filter(|&value| value)
        }
        _ => None,
    }
}

/// Whether a formula holds in all initial states because its operands do, or do not.
fn initially(formula: Formula, of: impl Fn(FormulaId) -> Known, inhabited: bool) -> Option<bool> {
    let of = |f| of(f).verdict;
    match formula {
        // An initial state that spoils one of them spoils both together.
        Formula::And(f, g) => conjunction(of(f), of(g)),
        Formula::Or(f, g) if of(f) == Some(true) || of(g) == Some(true) => Some(true),
        Formula::Implies(_, g) if of(g) == Some(true) => Some(true),
        Formula::Implies(f, g) if of(f) == Some(true) => of(g),
        Formula::Not(f) if inhabited && of(f) == Some(true) => Some(false),
        // What is so now is so some time; what is not so now is neither always so nor known.
        Formula::Branching(_, Temporal::Finally(f)) => of(f).filter(|&holds| holds),
        Formula::Branching(_, Temporal::Globally(f)) | Formula::Knows(_, f) => of(f).filter(|&holds| !holds),
        _ => None,
    }
}

fn conjunction(f: Option<bool>, g: Option<bool>) -> Option<bool> {
    match (f, g) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn disjunction(f: Option<bool>, g: Option<bool>) -> Option<bool> {
    conjunction(f.map(|value| !value), g.map(|value| !value)).map(|value| !value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Strictness, load};

    /// Verdicts of the formulas after the first, given those of the first few.
    fn verdicts(formulas: &str, given: &[bool], inhabited: bool) -> Vec<Option<bool>> {
        let text = format!(
            "Agent One Vars: x : boolean; end Vars Actions = {{a}}; Protocol: Other : {{a}}; end Protocol
             Evolution: x = true if Action = a; end Evolution end Agent
             Evaluation p if One.x = true; q if One.x = false; end Evaluation
             InitStates One.x = false; end InitStates Formulae {formulas} end Formulae"
        );
        let model = load(&text, Strictness::Lenient).model.expect("it is right");
        let mut settled = Implied::default();
        for (specification, &holds) in model.specifications.iter().zip(given) {
            settled.insert(&model.formulas, specification.formula, holds);
        }
        let rest = model.specifications[given.len()..].iter();
        let verdict =
            |formula| settled.verdict(&model.formulas, formula, inhabited).map(|found| found == Verdict::Holds);
        rest.map(|specification| verdict(specification.formula)).collect()
    }

    #[test]
    fn from_an_invariant() {
        let formulas = "AG p; p; !p; AG(q -> p); AG K(One, p); EF p; AX p; EX p; q; A(q U p); AG !p;";
        let [yes, no, open] = [Some(true), Some(false), None];
        let expected = [yes, no, yes, yes, yes, yes, open, open, open, no];
        assert_eq!(verdicts(formulas, &[true], true), expected);
        // Without an initial state everything may hold.
        let expected = [yes, open, yes, yes, yes, yes, open, open, open, open];
        assert_eq!(verdicts(formulas, &[true], false), expected);
    }

    #[test]
    fn from_the_initial_states() {
        let formulas = "p; q; p and q; p or q; q -> p; p -> q; AG p; AF q; K(One, p); !p; !q; EG q;";
        let [yes, no, open] = [Some(true), Some(false), None];
        // The first fails in some initial state, perhaps not in all; the second holds in all.
        assert_eq!(verdicts(formulas, &[false, true], true), [no, yes, no, yes, no, yes, no, open, no, open]);
        assert_eq!(verdicts(formulas, &[false, true], false), [no, yes, no, yes, no, yes, no, open, open, open]);
        assert_eq!(verdicts(formulas, &[], true), [None; 12]);
    }
}
