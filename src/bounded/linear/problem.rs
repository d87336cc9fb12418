//! Which formulas are answered by lassos, and what is looked for.

use qmas_encodings::linear::Product;
use qmas_encodings::{SatLimits, SymbolicSystem};

use super::automaton::over_states;
use super::single::{asks_for_a_path, automaton};
use crate::automata::{Grain, PathAutomaton, PathFormula, Propositions, Translator};
use crate::bounded::exclusive::exclusive;
use crate::bounded::labels::SIZE;
use crate::bounded::options::BoundedOptions;
use crate::bounded::translate::{both_signs, state_literal};
use crate::engine::{Declined, GaveUp, Strategies, Terms, Traces};
use crate::logic::{Ctlk, Formula, FormulaId, FormulaKind, Formulas, Quantifier, Specification};
use crate::model::Model;

/// What is looked for, and what that says.
pub(super) struct Problem {
    /// System and automaton.
    pub(super) product: Product,
    /// A: an accepting lasso refutes the formula. E: there must be one from every initial state.
    pub(super) quantifier: Quantifier,
    /// Whether the system may rest at the end of a path, when all has been said.
    pub(super) rests: bool,
}

/// `A φ` or `E φ`, with the path formula that lassos have to satisfy: ¬φ or φ.
fn shape(formulas: &Formulas, root: FormulaId) -> Option<(Quantifier, PathFormula)> {
    let (mut id, mut negated) = (root, false);
    while let Formula::Not(inner) = formulas.get(id) {
        (id, negated) = (inner, !negated);
    }
    let Formula::Quantified(quantifier, path) = formulas.get(id) else { return None };
    let path = PathFormula::plain(path);
    let sought = if quantifier == Quantifier::Forall { !path } else { path };
    Some((if negated { quantifier.dual() } else { quantifier }, sought))
}

/// Whether a formula is one of those: a path quantifier at its root, below it nothing but temporal operators, Boolean ones
/// and atoms; on infinite paths; and with Fairness, constraints over atoms, and A.
pub(crate) fn is_linear(model: &Model, specification: Specification, traces: Traces) -> bool {
    let formulas = &model.formulas;
    let Some((quantifier, path)) = shape(formulas, specification.formula) else { return false };
    let plain = |formula: Formula| match formula.kind() {
        FormulaKind::Constant | FormulaKind::Atomic | FormulaKind::Connective | FormulaKind::Path => true,
        FormulaKind::Branching
        | FormulaKind::Strategic
        | FormulaKind::Quantified
        | FormulaKind::Epistemic
        | FormulaKind::Deontic => false,
    };
    let fair = model.fairness.iter().all(|&constraint| formulas.is_propositional(constraint));
    traces == Traces::Infinite
        && !formulas.any_below(path.formula, |formula| !plain(formula))
        && fair
        && (quantifier == Quantifier::Forall || model.fairness.is_empty())
}

/// The paths that a formula of CTL is about, if it is about single ones.
pub(crate) struct Single {
    /// A: such a path refutes the formula. E: one must begin in every initial state.
    quantifier: Quantifier,
    /// What the path has to show.
    sought: Ctlk,
    /// The part of the model that the formula depends on.
    system: SymbolicSystem,
}

impl Single {
    /// None if the formula is not about single paths, or if there is Fairness.
    pub(crate) fn new(model: &Model, system: &SymbolicSystem, specification: Specification) -> Option<Self> {
        let (quantifier, sought) = about_a_path(model, specification)?;
        Some(Self { quantifier, sought, system: system.clone() })
    }
}

/// The paths that a formula of CTL is about: what would refute it, or what shows it.
pub(crate) fn about_a_path(model: &Model, specification: Specification) -> Option<(Quantifier, Ctlk)> {
    let terms = (Traces::Infinite, Strategies::default());
    let [formula, negation] = both_signs(model, specification, terms).ok()?;
    let sought = [(Quantifier::Forall, negation), (Quantifier::Exists, formula)];
    sought.into_iter().find(|(_, sought)| asks_for_a_path(sought))
}

impl Problem {
    /// The paths that a formula of CTL is about.
    ///
    /// # Errors
    /// If the automaton would be too large.
    pub(super) fn of_ctl(single: &Single, options: &Terms<BoundedOptions>, sat: &SatLimits) -> Result<Self, GaveUp> {
        let mut system = single.system.clone();
        let Some(automaton) = automaton(&single.sought, &mut system) else {
            return Err(Declined::BoundedAutomaton(SIZE.states).into());
        };
        let exclusive = exclusive(&mut system, &options.own, sat);
        let product = Product::new(system, &exclusive, &automaton, &[]);
        Ok(Self { product, quantifier: single.quantifier, rests: true })
    }

    /// What is looked for on `system`, a part of the model that the formula depends on.
    ///
    /// # Errors
    /// Why the engine does not do this.
    pub(super) fn new(
        model: &Model,
        system: &SymbolicSystem,
        specification: Specification,
        options: &Terms<BoundedOptions>,
        sat: &SatLimits,
    ) -> Result<Self, GaveUp> {
        let declined = || GaveUp::from(Declined::BoundedLogic);
        let traces = options.traces_of(specification.logic);
        let (quantifier, path) = shape(&model.formulas, specification.formula)
            .filter(|_| is_linear(model, specification, traces))
            .ok_or_else(declined)?;
        let mut system = system.clone();
        let mut literal = |formula| state_literal(model, &mut system, formula).ok_or_else(declined);
        let fairness = model.fairness.iter().map(|&constraint| literal(constraint)).collect::<Result<Vec<_>, _>>()?;
        let propositions = Propositions::of(&model.formulas, path.formula, Grain::Whole);
        let letters = propositions.formulas().iter().map(|&formula| literal(formula)).collect::<Result<Vec<_>, _>>()?;
        let translator = Translator {
            formulas: &model.formulas,
            propositions: &propositions,
            traces,
            size: SIZE,
            limits: &options.limits,
        };
        let PathAutomaton::Buchi(buchi) = translator.translate(path)? else {
            return Err(Declined::BoundedAutomaton(SIZE.states).into());
        };
        let automaton = over_states(&buchi, &mut system.circuit, |proposition| letters[proposition.index()]);
        let exclusive = exclusive(&mut system, &options.own, sat);
        let product = Product::new(system, &exclusive, &automaton, &fairness);
        Ok(Self { product, quantifier, rests: false })
    }
}
