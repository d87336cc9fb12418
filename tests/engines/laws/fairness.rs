//! Fairness: asking for nothing changes nothing, and what is asked for happens.

use crate::common::random::{
    AtomId, Condition, Expr, Formula, FormulaShape, Knowledge, Logic, Prng, RandomModel, Wishes, forall, random_formula,
};
use crate::laws::build::{Exists, Forall, a, e, finally, globally, path, truth};
use crate::laws::{EVERYBODY, Law, check, satisfying, valid, with_groups};
use qmas::engine::Strategies;
use qmas::options::Options;

/// A constraint that is always met, on systems in which every joint action leads somewhere.
#[test]
fn an_empty_demand_changes_nothing() {
    let wishes = Wishes { total: true, never_blocked: true, most_states: 40, ..Wishes::default() };
    let draw = |seed| {
        let mut model = RandomModel::random(seed, wishes);
        model.atoms.push((AtomId(50), Condition::Bare(Expr::Bool(true))));
        let mut prng = Prng::new(!seed);
        let formulas =
            Logic::ALL.map(|logic| random_formula(&mut prng, &model, FormulaShape::of(logic, 3)).spec(logic));
        model.with_formulas(formulas.to_vec())
    };
    forall(0..120, draw, |model| {
        if !wishes.granted(model) || !model.atoms.iter().any(|(id, _)| *id == AtomId(50)) {
            return Ok(());
        }
        for strategies in [Strategies::PerfectInformation, Strategies::Uniform] {
            let options = Options { strategies, ..Options::default() };
            let free = satisfying(model, &options)?;
            let mut demanding = model.clone();
            demanding.fairness = vec![Formula::Atom(AtomId(50)), Formula::Constant(true)];
            let fair = satisfying(&demanding, &options)?;
            if let Some(index) = (0..free.len()).find(|&index| free[index] != fair[index]) {
                return Err(format!("{} changes ({strategies:?})", model.show(&model.formulas[index])));
            }
        }
        Ok(())
    });
}

/// The demands are about atoms: those mean the same with and without fairness.
fn of_demands(model: &RandomModel) -> Vec<Law> {
    let mut laws = vec![
        valid("EG true", e(globally(truth())).spec(Logic::Ctl)),
        valid("E true", truth().quantified(Exists).spec(Logic::CtlStar)),
    ];
    for demand in &model.fairness {
        let again = || path(globally(path(finally(demand.clone()))));
        laws.push(valid("AG AF fair", a(globally(a(finally(demand.clone())))).spec(Logic::Ctl)));
        laws.push(valid("LTL G F fair", again().spec(Logic::Ltl)));
        laws.push(valid("CTL* A G F fair", again().quantified(Forall).spec(Logic::CtlStar)));
        let known = a(finally(demand.clone())).knows(Knowledge::Common(EVERYBODY));
        laws.push(valid("GCK AF fair", known.spec(Logic::Ctl)));
    }
    laws
}

#[test]
fn demands_are_met() {
    let draw = |seed| {
        let mut model = RandomModel::random(seed, Wishes::default());
        model.fairness = model.atoms.iter().take(2).map(|(id, _)| Formula::Atom(*id)).collect();
        model
    };
    forall(200..320, draw, |model| {
        if model.groups.is_empty() {
            return Ok(());
        }
        let model = with_groups(model);
        // Vacuous where no state is fair: as "true" is true nowhere then, the laws hold, too.
        let laws = of_demands(&model);
        check(&model, &laws, &Options::default())
    });
}
