//! ATL: fixpoints, coalitions, and what uniform strategies add.

use crate::common::random::{Formula, Knowledge, Logic, RandomModel, Specification, Temporal, Wishes, forall};
use crate::laws::build::{a, can, e, finally, globally, next, truth, until};
use crate::laws::{EVERYBODY, Law, Laws, OTHERS, implies, same, satisfying, with_groups};
use qmas::engine::Strategies;
use qmas::options::Options;

fn spec(formula: Formula) -> Specification {
    formula.spec(Logic::Atl)
}

fn operators(f: &Formula, g: &Formula) -> [Temporal; 4] {
    [next(f.clone()), finally(f.clone()), globally(f.clone()), until(f.clone(), g.clone())]
}

fn of_fixpoints(model: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let group = model.groups[0].id;
    let f = || f.clone();
    let g = || g.clone();
    let can = |operator| can(group, operator);
    let law = |name, left: Formula, right: Formula| same(name, spec(left), spec(right));
    vec![
        law("<g>F f = f or <g>X<g>F f", can(finally(f())), f().or(can(next(can(finally(f())))))),
        law("<g>G f = f and <g>X<g>G f", can(globally(f())), f().and(can(next(can(globally(f())))))),
        law("<g>(f U h) unfolds", can(until(f(), g())), g().or(f().and(can(next(can(until(f(), g()))))))),
        law("<g>F f = <g>(true U f)", can(finally(f())), can(until(truth(), f()))),
        implies("<g>X(f and h) -> <g>X f", spec(can(next(f().and(g())))), spec(can(next(f())))),
        implies("<g>(f U h) -> <g>F h", spec(can(until(f(), g()))), spec(can(finally(g())))),
    ]
}

#[test]
fn fixpoints() {
    Laws::new(0..100, Logic::Atl, 2).hold(of_fixpoints);
}

/// Where every joint action leads somewhere: no group wins by bringing the system to a halt.
fn of_coalitions(model: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let group = model.groups[0].id;
    let mut laws = Vec::new();
    let branching: [fn(Temporal) -> Formula; 2] = [a, e];
    for operator in operators(f, g) {
        let [all, some] = branching.map(|quantified| quantified(operator.clone()));
        laws.push(implies("A -> <g>", spec(all), spec(can(group, operator.clone()))));
        laws.push(implies("<g> -> <all>", spec(can(group, operator.clone())), spec(can(EVERYBODY, operator.clone()))));
        laws.push(implies("<all> -> E", spec(can(EVERYBODY, operator)), spec(some)));
    }
    if model.group(OTHERS).is_some() {
        let no = |f: &Formula| f.clone().not();
        let against = |mine: Temporal, theirs: Temporal| {
            implies("both cannot win", spec(can(group, mine)), spec(can(OTHERS, theirs).not()))
        };
        laws.push(against(next(f.clone()), next(no(f))));
        laws.push(against(globally(f.clone()), finally(no(f))));
        laws.push(against(finally(f.clone()), globally(no(f))));
        let (mine, theirs) = (can(group, next(f.clone())), can(OTHERS, next(g.clone())));
        let both = can(EVERYBODY, next(f.clone().and(g.clone())));
        laws.push(implies("together", spec(mine.and(theirs)), spec(both)));
    }
    laws
}

#[test]
fn coalitions() {
    let wishes = Wishes { never_blocked: true, ..Wishes::default() };
    Laws { wishes, ..Laws::new(200..300, Logic::Ctl, 1) }.hold(of_coalitions);
}

fn uniform() -> Options {
    Options { strategies: Strategies::Uniform, ..Options::default() }
}

/// What a uniform strategy achieves, the members know together.
#[test]
fn uniform_strategies_are_known() {
    let wishes = Wishes { most_states: 30, ..Wishes::default() };
    Laws { wishes, options: uniform(), ..Laws::new(400..460, Logic::Ctl, 1) }.hold(|model, f, g| {
        let group = model.groups[0].id;
        let law = |operator| {
            let able = can(group, operator);
            same("<g> = DK(g, <g>)", spec(able.clone()), spec(able.knows(Knowledge::Distributed(group))))
        };
        operators(f, g).into_iter().map(law).collect()
    });
}

/// A uniform strategy is a strategy; for an agent that sees everything every strategy is uniform.
#[test]
fn uniform_strategies_are_strategies() {
    let wishes = Wishes { most_states: 30, fairness: 1, ..Wishes::default() };
    let laws = Laws { wishes, ..Laws::new(600..660, Logic::Ctl, 1) };
    forall(
        laws.seeds.clone(),
        |seed| laws.draw(seed),
        |model| {
            let [f, g] = &model.formulas[..] else { return Ok(()) };
            if model.groups.is_empty() {
                return Ok(());
            }
            let model = with_groups(model);
            // With fairness a strategy may need memory, which uniform ones do not have.
            let [first, others @ ..] = &model.groups[0].members[..] else { return Ok(()) };
            let sees_all = model.observed(*first).len() == model.variables().count();
            let seeing = sees_all && others.is_empty() && model.fairness.is_empty();
            let able = |operator| spec(can(model.groups[0].id, operator));
            let model = model.with_formulas(operators(&f.formula, &g.formula).map(able).to_vec());
            let (blind, sighted) = (satisfying(&model, &uniform())?, satisfying(&model, &Options::default())?);
            for ((blind, sighted), formula) in blind.iter().zip(&sighted).zip(&model.formulas) {
                let agree = if seeing { blind == sighted } else { blind.is_subset(sighted) };
                if !agree {
                    return Err(format!("{}: uniform strategies win elsewhere", model.show(formula)));
                }
            }
            Ok(())
        },
    );
}
