//! Equal formulas are asked once, and nothing wrong follows from answers.

use qmas::bounded::BoundedOptions;
use qmas::engine::{EngineName, Verdict};
use qmas::options::{EngineChoice, Options};
use qmas::outcome::Checked;
use qmas::portfolio::check_with;

use crate::auto::agrees;
use crate::auto::library::read;
use crate::common::random::{
    AgentId, Formula, FormulaShape, Knowledge, Logic, Prng, Quantifier, RandomModel, Temporal, UnaryTemporal, Wishes,
    forall, random_formula,
};

/// A lamp that can only be switched on.
const LAMP: &str = "Agent Lamp Vars: on : boolean; end Vars Actions = {push, wait};
    Protocol: Other : {push, wait}; end Protocol
    Evolution: on = true if Action = push; end Evolution end Agent
    Agent Blind Vars: b : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
    Evolution: b = true if Action = none and b = true; end Evolution end Agent
    Evaluation light if Lamp.on = true; sees if Blind.b = true; end Evaluation
    InitStates Lamp.on = false and Blind.b = true; end InitStates ";

fn bounded(formulas: &str) -> Checked {
    let model = read(&format!("{LAMP} Formulae {formulas} end Formulae"));
    check_with(&model, EngineChoice::Bounded, &Options { bounded: BoundedOptions::default(), ..Options::default() })
}

/// The bounded engine has a row for every question that it asks.
fn asked(checked: &Checked) -> Vec<usize> {
    checked.bounds.iter().map(|(number, _)| *number).collect()
}

#[test]
fn equal_formulas_are_asked_once() {
    let checked = bounded("EF light; EF light; AF sees; EF light;");
    assert!(checked.outcomes.iter().all(|outcome| outcome.verdict == Verdict::Holds));
    assert!(checked.outcomes.iter().all(|outcome| outcome.engine == Some(EngineName::Bounded)));
    assert_eq!(asked(&checked), [0, 2]);
}

/// Formulas that are made of each other, so that something follows from nearly every answer.
fn related(seed: u64, fairness: usize) -> RandomModel {
    let wishes = Wishes { most_states: 30, fairness, ..Wishes::default() };
    let model = RandomModel::random(seed, wishes);
    let mut prng = Prng::new(!seed);
    let shape = FormulaShape::of(Logic::Ctl, 1);
    let mut formulas: Vec<Formula> = (0..3).map(|_| random_formula(&mut prng, &model, shape)).collect();
    for number in 0..12 {
        let mut pick = || formulas[prng.between(0, formulas.len() - 1)].clone();
        let (f, g) = (pick(), pick());
        let branching = |quantifier, operator, f| Formula::Branching(quantifier, Temporal::unary(operator, f));
        formulas.push(match number % 8 {
            0 => f.not(),
            1 => f.and(g),
            2 => f.or(g),
            3 => f.implies(g),
            4 => branching(Quantifier::Forall, UnaryTemporal::Globally, f),
            5 => branching(Quantifier::Exists, UnaryTemporal::Finally, f),
            6 => branching(Quantifier::Forall, UnaryTemporal::Next, f),
            _ => f.knows(Knowledge::Agent(AgentId(0))),
        });
    }
    model.with_formulas(formulas.into_iter().map(|formula| formula.spec(Logic::Ctl)).collect())
}

#[test]
fn nothing_wrong_follows() {
    forall(810_000..810_200, |seed| related(seed, 0), |drawn| agrees(drawn, &Options::default()));
    forall(820_000..820_100, |seed| related(seed, 2), |drawn| agrees(drawn, &Options::default()));
}
