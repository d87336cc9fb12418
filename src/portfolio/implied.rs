//! What answers say about other formulas: nobody needs to look at these any more.
//!
//! A verdict speaks of all initial states. Two things follow without any look at the model: what Boolean connectives and
//! some modalities make of the verdicts of their operands, and what becomes of a formula in which invariants (f of a
//! settled AG f) are true everywhere. Universe: the reachable states; under fairness those with a fair path, of which
//! there may be none, so that f and !f may both hold.

use crate::engine::Verdict;
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Temporal};

/// Verdicts of formulas over infinite paths, and what follows. Every answer is passed on to what contains the formula, once:
/// what is known of a formula only grows.
#[derive(Debug, Default)]
pub(super) struct Implied {
    /// By position: what is known of each formula, and which ones contain it.
    known: Vec<Known>,
    parents: Vec<Vec<FormulaId>>,
    /// True in all states of the universe.
    invariants: Vec<FormulaId>,
}

impl Implied {
    /// Takes note of an exact answer. The formulas whose verdicts are known now and were not before, in the order in which
    /// they were found. `inhabited`: there certainly is an initial state.
    pub(super) fn insert(
        &mut self,
        formulas: &Formulas,
        formula: FormulaId,
        holds: bool,
        inhabited: bool,
    ) -> Vec<FormulaId> {
        let mut work: Vec<FormulaId> = Vec::new();
        if self.known.is_empty() {
            self.known = vec![Known::default(); formulas.len()];
            self.parents = vec![Vec::new(); formulas.len()];
            for id in formulas.ids() {
                for child in formulas.children(id) {
                    self.parents[child.index()].push(id);
                }
                if matches!(formulas.get(id), Formula::True | Formula::False) {
                    work.push(id);
                }
            }
        }
        let mut found = Vec::new();
        self.learn(formula, Known { verdict: Some(holds), everywhere: None }, &mut work, &mut found);
        let mut next = 0;
        while let Some(&id) = work.get(next) {
            next += 1;
            let looked_at = formulas.get(id);
            let now = self.follows(looked_at, id, inhabited);
            self.learn(id, now, &mut work, &mut found);
            if let (Formula::Branching(Quantifier::Forall, Temporal::Globally(invariant)), Some(true)) =
                (looked_at, self.known[id.index()].verdict)
                && self.known[invariant.index()].everywhere.is_none()
            {
                self.invariants.push(invariant);
                self.learn(invariant, Known { verdict: None, everywhere: Some(true) }, &mut work, &mut found);
                work.push(invariant);
            }
        }
        found
    }

    /// Adds to what is known of a formula. If that is news, those that contain it, and itself, are looked at again.
    fn learn(&mut self, id: FormulaId, news: Known, work: &mut Vec<FormulaId>, found: &mut Vec<FormulaId>) {
        let known = &mut self.known[id.index()];
        let before = *known;
        known.everywhere = known.everywhere.or(news.everywhere);
        known.verdict = known.verdict.or(news.verdict);
        if before.verdict.is_none() && known.verdict.is_some() {
            found.push(id);
        }
        if before != *known {
            work.push(id);
            work.extend(&self.parents[id.index()]);
        }
    }

    /// What is true in all states of the universe, in the order in which that was found out.
    pub(super) fn invariants(&self) -> &[FormulaId] {
        &self.invariants
    }

    /// The verdict of a formula, if it follows.
    pub(super) fn verdict(&self, formula: FormulaId) -> Option<Verdict> {
        let holds = self.known.get(formula.index())?.verdict?;
        Some(if holds { Verdict::Holds } else { Verdict::Fails })
    }

    /// What follows for a formula from what is known of it and its operands.
    fn follows(&self, formula: Formula, id: FormulaId, inhabited: bool) -> Known {
        let of = |f: FormulaId| self.known[f.index()];
        let everywhere = of(id).everywhere.or_else(|| constant(formula, of));
        let implied = match everywhere {
            Some(true) => Some(true),
            Some(false) if inhabited => Some(false),
            _ => None,
        };
        Known { everywhere, verdict: implied.or_else(|| initially(formula, of, inhabited)) }
    }
}

/// What is known of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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
            settled.insert(&model.formulas, specification.formula, holds, inhabited);
        }
        let rest = model.specifications[given.len()..].iter();
        let verdict = |formula| settled.verdict(formula).map(|found| found == Verdict::Holds);
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
