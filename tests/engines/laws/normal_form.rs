//! Negation normal form means the same, and its negation the opposite, in every state.

use crate::common::random::{FormulaShape, Logic, Prng, RandomModel, Wishes, forall, loaded, random_formula};
use qmas::engine::{Strategies, Traces};
use qmas::explicit::Explicit;
use qmas::logic::{Formula, FormulaId, Formulas, Specification, Temporal};
use qmas::options::Options;

fn draw(seed: u64) -> RandomModel {
    let model = RandomModel::random(seed, Wishes { fairness: 1, most_states: 40, ..Wishes::default() });
    let mut prng = Prng::new(!seed);
    let mut formulas = Vec::new();
    for logic in Logic::ALL {
        for depth in 2..=4 {
            formulas.push(random_formula(&mut prng, &model, FormulaShape::of(logic, depth)).spec(logic));
        }
    }
    model.with_formulas(formulas)
}

/// Negations stand in front of atoms, red states and strategic formulas only; `->` and W are gone.
fn is_normal(formulas: &Formulas, root: FormulaId) -> bool {
    formulas.below(root).into_iter().all(|id| match formulas.get(id) {
        Formula::Not(f) => matches!(formulas.get(f), Formula::Atom(_) | Formula::Red(_) | Formula::Strategic(..)),
        Formula::Implies(..) => false,
        Formula::Branching(_, operator) | Formula::Linear(operator) => !matches!(operator, Temporal::WeakUntil(..)),
        _ => true,
    })
}

fn means_the_same(model: &RandomModel, options: &Options) -> Result<(), String> {
    let mut product = loaded(model)?;
    let specifications = product.specifications.clone();
    let mut forms = Vec::new();
    for specification in &specifications {
        let same = product.formulas.negation_normal_form(specification.formula);
        let opposite = product.formulas.negated_normal_form(specification.formula);
        forms.push((same, opposite));
    }
    let mut explicit = Explicit::new(&product, &options.terms()).map_err(|reason| reason.to_string())?;
    for ((specification, (same, opposite)), drawn) in specifications.into_iter().zip(forms).zip(&model.formulas) {
        let mut states = |formula| {
            let specification = Specification { formula, ..specification };
            explicit.satisfying_specification(specification).map_err(|reason| reason.to_string())
        };
        let (plain, same_states, opposite_states) = (states(specification.formula)?, states(same)?, states(opposite)?);
        let universe = explicit.universe(specification.logic);
        if same_states != plain {
            return Err(format!("{}: another meaning", model.show(drawn)));
        }
        if opposite_states != universe.minus(&plain) {
            return Err(format!("{}: its negation is not the opposite", model.show(drawn)));
        }
        if !is_normal(&product.formulas, same) || !is_normal(&product.formulas, opposite) {
            return Err(format!("{}: not in normal form", model.show(drawn)));
        }
    }
    Ok(())
}

#[test]
fn on_infinite_paths() {
    forall(0..100, draw, |model| means_the_same(model, &Options::default()));
}

#[test]
fn on_finite_traces_and_with_uniform_strategies() {
    let options = Options { traces: Traces::Finite, strategies: Strategies::Uniform, ..Options::default() };
    forall(100..160, draw, |model| means_the_same(model, &options));
}
