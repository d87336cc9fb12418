//! The random systems themselves: the same from the same seed, accepted by the front end, varied, and shrinkable.

use crate::common::naive::Naive;
use crate::common::random::{
    Formula, FormulaShape, Knowledge, Logic, Prng, RandomModel, Reached, Semantics, Wishes, forall, loaded,
    random_formula, shrink,
};

/// A seed's system with two formulas of every logic.
fn draw(seed: u64) -> RandomModel {
    let model = RandomModel::random(seed, Wishes { fairness: 2, ..Wishes::default() });
    let mut prng = Prng::new(!seed);
    let mut formulas = Vec::new();
    for logic in [Logic::ALL, Logic::ALL].concat() {
        formulas.push(random_formula(&mut prng, &model, FormulaShape::of(logic, 4)).spec(logic));
    }
    model.with_formulas(formulas)
}

#[test]
fn the_front_end_accepts_what_is_drawn() {
    forall(0..400, draw, |model| loaded(model).map(drop));
}

#[test]
fn a_seed_decides_everything() {
    for seed in 0..40 {
        assert_eq!(draw(seed).to_string(), draw(seed).to_string(), "seed {seed}");
    }
    assert_ne!(draw(0).to_string(), draw(1).to_string());
}

#[test]
fn systems_are_varied() {
    let models: Vec<RandomModel> = (0..200).map(draw).collect();
    let reached: Vec<Reached> = models.iter().map(|model| model.reached(200).expect("as wished")).collect();
    let models_with = |wanted: &dyn Fn(&RandomModel) -> bool| models.iter().filter(|model| wanted(model)).count();
    let reached_with = |wanted: &dyn Fn(&Reached) -> bool| reached.iter().filter(|one| wanted(one)).count();
    assert!(reached_with(&|reached| reached.states.len() >= 8) > 100, "most systems are tiny");
    assert!((20..180).contains(&reached_with(&Reached::is_total)), "deadlocks are rare or everywhere");
    assert!(reached_with(&|reached| !reached.is_never_blocked()) > 50, "few joint actions are blocked");
    assert!(reached_with(&|reached| reached.initial > 1) > 50, "few systems have several initial states");
    assert!((50..150).contains(&models_with(&|model| model.semantics == Semantics::Single)));
    let fair = models.iter().zip(&reached).filter(|(model, reached)| {
        let universe = Naive::new(model, reached).universe;
        !model.fairness.is_empty() && universe.contains(&true) && universe.contains(&false)
    });
    assert!(fair.count() > 10, "fairness says yes or no to all states");
    for word in ["/ ", "~", "^", "Lobsvars", "Obsvars", "RedStates:", "Other", "<> ", "Environment.Action", "-1"] {
        assert!(models_with(&|model| model.to_string().contains(word)) > 10, "{word} is rare");
    }
}

#[test]
fn wishes_are_granted() {
    for seed in 0..60 {
        let wishes = Wishes { total: true, never_blocked: true, most_states: 50, ..Wishes::default() };
        let reached = RandomModel::random(seed, wishes).reached(50).expect("few states");
        assert!(reached.is_total() && reached.is_never_blocked(), "seed {seed}");
    }
}

#[test]
fn shrinking_leaves_what_matters() {
    fn has_common_knowledge(formula: &Formula) -> bool {
        match formula {
            Formula::Knows(Knowledge::Common(_), _) => true,
            Formula::Knows(_, f) | Formula::Not(f) => has_common_knowledge(f),
            Formula::And(f, g) | Formula::Or(f, g) => has_common_knowledge(f) || has_common_knowledge(g),
            _ => false,
        }
    }
    let fails = |model: &RandomModel| model.formulas.iter().any(|one| has_common_knowledge(&one.formula));
    let large = (0..).map(draw).find(fails).expect("some seed draws it");
    let small = shrink(large.clone(), fails);
    assert!(fails(&small) && loaded(&small).is_ok());
    assert_eq!((small.formulas.len(), small.agents.len(), small.groups.len(), small.atoms.len()), (1, 1, 1, 1));
    assert!(small.fairness.is_empty() && small.agents[0].evolution.len() == 1 && small.agents[0].variables.len() == 1);
    assert!(small.to_string().len() < large.to_string().len() / 2);
}
