//! The rules by which path quantifiers avoid automata, or much of the work on them: `G F p` below E is a fairness
//! constraint; `A G f` asks about all states; the class of an automaton says how much has to be computed.

use crate::common::oracle::Oracle;
use qmas::automata::{Class, Grain, PathAutomaton, PathFormula, Propositions, Size, Translator};
use qmas::bdd::BddEngine;
use qmas::engine::{GaveUp, Limits, Terms, Traces, Verdict};
use qmas::logic;
use qmas::options::Options;

use crate::bdd::{FAIR, agree_with, options};
use crate::common::random::{
    Formula, FormulaShape, Logic, Prng, Quantifier, RandomModel, Regex, Specification, Temporal, UnaryTemporal, Wishes,
    draw, forall, loaded, random_formula,
};

fn finally(f: Formula) -> Formula {
    Formula::Linear(Temporal::unary(UnaryTemporal::Finally, f))
}

fn globally(f: Formula) -> Formula {
    Formula::Linear(Temporal::unary(UnaryTemporal::Globally, f))
}

fn any_steps() -> Regex {
    Regex::step(Formula::Constant(true)).star()
}

fn often(f: &Formula) -> Formula {
    globally(finally(f.clone()))
}

/// Where modalities are, `<` and `>` are brackets: such formulas need leaves that LDL has.
fn leaves(prng: &mut Prng, model: &RandomModel) -> [Formula; 2] {
    [0; 2].map(|_| random_formula(prng, model, FormulaShape::of(Logic::Ldl, 0)))
}

/// What an automaton would be made of if `G F p` were not a constraint.
fn constraints_only(p: &Formula, q: &Formula) -> Vec<Specification> {
    let boxed = |f: &Formula| f.clone().diamond(any_steps()).boxed(any_steps());
    vec![
        often(p).quantified(Quantifier::Exists).spec(Logic::CtlStar),
        often(p).and(often(q)).quantified(Quantifier::Exists).spec(Logic::CtlStar),
        often(p).implies(finally(globally(q.clone()))).spec(Logic::Ltl),
        finally(globally(p.clone())).or(finally(globally(q.clone())).not().not()).spec(Logic::Ltl),
        boxed(p).and(boxed(q)).quantified(Quantifier::Exists).spec(Logic::CdlStar),
        boxed(p).not().or(boxed(q).not()).spec(Logic::Ldl),
        // The same below other operators.
        often(p).quantified(Quantifier::Exists).not().spec(Logic::CtlStar),
    ]
}

fn without_automata(drawn: &RandomModel) -> Result<(), String> {
    agree_with(drawn, Options::default())?;
    let model = loaded(drawn)?;
    let mut bdd =
        BddEngine::new(&model, &options(Options::default()).bdd_terms()).map_err(|reason| reason.to_string())?;
    for (number, &specification) in model.specifications.iter().enumerate() {
        bdd.count_satisfying(specification).map_err(|reason| reason.to_string())?;
        let states = bdd.statistics().automaton_states;
        if states > 0 {
            return Err(format!("formula {} made an automaton with {states} states", number + 1));
        }
    }
    Ok(())
}

/// These are right, and no automaton is made.
#[test]
fn infinitely_often_needs_no_automaton() {
    for (seeds, wishes) in [(70_000..70_120, Wishes::default()), (70_200..70_320, FAIR)] {
        let draw = |seed| {
            let model = RandomModel::random(seed, wishes);
            let [p, q] = leaves(&mut Prng::new(!seed), &model);
            model.with_formulas(constraints_only(&p, &q))
        };
        forall(seeds, draw, without_automata);
    }
}

/// How many states satisfy the formulas of a model.
fn counts(drawn: &RandomModel) -> Result<Vec<String>, String> {
    let model = loaded(drawn)?;
    let count = || -> Result<Vec<String>, GaveUp> {
        let mut bdd = BddEngine::new(&model, &options(Options::default()).bdd_terms())?;
        model.specifications.iter().map(|&one| Ok(bdd.count_satisfying(one)?.to_string())).collect()
    };
    count().map_err(|reason| reason.to_string())
}

/// `E(G F p and f)` holds in a system where `E f` holds if the system asks for p.
#[test]
fn constraints_of_a_formula_are_those_of_a_system() {
    let draw = |seed| {
        let model = RandomModel::random(seed, Wishes::default());
        let mut prng = Prng::new(!seed);
        let [p, _] = leaves(&mut prng, &model);
        // K would speak of other states once the system is a fair one.
        let shape = FormulaShape { knowledge: false, ..FormulaShape::of(Logic::Ltl, 3) };
        let f = random_formula(&mut prng, &model, shape);
        model.with_formulas(vec![p.spec(Logic::Ltl), f.spec(Logic::Ltl)])
    };
    forall(70_400..70_700, draw, |model| {
        let [p, f] = &model.formulas[..] else { return Ok(()) };
        let (p, f) = (p.formula.clone(), f.formula.clone());
        let exists = |f: Formula| vec![f.quantified(Quantifier::Exists).spec(Logic::CtlStar)];
        let asked = counts(&model.with_formulas(exists(often(&p).and(f.clone()))))?;
        let mut fair = model.with_formulas(exists(f));
        fair.fairness = vec![p];
        let granted = counts(&fair)?;
        if asked == granted { Ok(()) } else { Err(format!("{asked:?} states, {granted:?} in the fair system")) }
    });
}

/// Whether `A G f` and its kin hold is asked without looking at initial states; it is the same as in each of these.
#[test]
fn always_asks_about_all_states() {
    let forms = |f: &Formula| {
        let boxed = f.clone().boxed(any_steps());
        vec![
            globally(f.clone()).spec(Logic::Ltl),
            finally(f.clone().not()).not().quantified(Quantifier::Forall).spec(Logic::CtlStar),
            globally(finally(f.clone())).spec(Logic::Ltl),
            globally(globally(f.clone())).and(globally(f.clone().or(globally(f.clone())))).spec(Logic::Ltl),
            boxed.clone().spec(Logic::Ldl),
            boxed.boxed(any_steps()).quantified(Quantifier::Forall).spec(Logic::CdlStar),
        ]
    };
    for (seeds, wishes) in [(71_000..71_120, Wishes::default()), (71_200..71_320, FAIR)] {
        let draw = |seed| {
            let model = RandomModel::random(seed, wishes);
            let [f, _] = leaves(&mut Prng::new(!seed), &model);
            model.with_formulas(forms(&f))
        };
        forall(seeds.clone(), draw, |model| agree_with(model, Options::default()));
        forall(seeds, draw, |model| agree_with(model, Options { traces: Traces::Finite, ..Options::default() }));
    }
}

/// The class of the automaton that a specification `A f` is refuted with, if that is a single one.
fn class(model: &qmas::Model, specification: logic::Specification) -> Option<Class> {
    let logic::Formula::Quantified(logic::Quantifier::Forall, path) = model.formulas.get(specification.formula) else {
        return None;
    };
    let limits = Limits::default();
    let propositions = Propositions::of(&model.formulas, path, Grain::Whole);
    let translator = Translator {
        formulas: &model.formulas,
        propositions: &propositions,
        traces: Traces::Infinite,
        size: Size::default(),
        limits: &limits,
    };
    match translator.translate(!PathFormula::plain(path)) {
        Ok(PathAutomaton::Buchi(automaton)) => Some(automaton.class()),
        _ => None,
    }
}

/// Safety, co-safety, weak and other automata, each often enough, give the verdicts of the oracle.
#[test]
fn every_class_is_decided_rightly() {
    let mut seen = [[0; 2]; 4];
    for (logic, seeds) in [(Logic::Ltl, 72_000..72_150), (Logic::Ldl, 72_200..72_350)] {
        for seed in seeds {
            let wishes = if seed % 2 == 0 { Wishes::default() } else { FAIR };
            let drawn = draw(seed, wishes, logic, 10);
            let model = loaded(&drawn).expect("what is drawn is accepted");
            let mut bdd = BddEngine::new(&model, &options(Options::default()).bdd_terms()).expect("no limit is near");
            let mut explicit = Oracle::new(&model, &Terms::default()).expect("no limit is near");
            for &specification in &model.specifications {
                let Some(class) = class(&model, specification) else { continue };
                let expected = explicit.check(specification);
                assert_eq!(bdd.check(specification), expected, "seed {seed}, {class:?}\n{drawn}");
                seen[class as usize][usize::from(expected == Verdict::Holds)] += 1;
            }
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 30), "some class is too rare: {seen:?}");
}
