//! The temporal part of evidence is as short as any: breadth first on all states says how short that is.

use std::collections::{BTreeMap, VecDeque};

use qmas::Model;
use qmas::bdd::BddEngine;
use qmas::bounded::{BoundedOptions, can_answer};
use qmas::engine::{Strategies, Traces, Verdict};
use qmas::explain::Listed;
use qmas::explicit::{Explicit, StateSet};
use qmas::logic::{Formula, Quantifier, Specification, Temporal};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::{Backing, Checked};
use qmas::portfolio::check_with;
use qmas::witness::{Conclusion, Evidence, Reason, build, prepared};
use qmas_models::models;

use crate::common::effort;
use crate::common::random::{
    Formula as Drawn, FormulaShape, Logic, Prng, RandomModel, Temporal as DrawnTemporal, UnaryTemporal, Wishes, draw,
    forall, loaded, random_formula,
};
use crate::library;
use crate::random::{FAIR, options, shown};

/// The most states of a model of the library that are looked at.
const MOST_STATES: usize = 3_000;

/// Distances from a state within a set, one step at least.
fn distances(explicit: &Explicit<'_>, from: usize, within: &dyn Fn(usize) -> bool) -> BTreeMap<usize, usize> {
    let graph = explicit.space().graph();
    let mut found = BTreeMap::new();
    let mut queue: VecDeque<(usize, usize)> = graph.successors(from).map(|next| (next, 1)).collect();
    while let Some((state, distance)) = queue.pop_front() {
        if within(state) && !found.contains_key(&state) {
            found.insert(state, distance);
            queue.extend(graph.successors(state).map(|next| (next, distance + 1)));
        }
    }
    found
}

/// How many steps the shortest path from an initial state takes, loops included.
fn shortest(explicit: &mut Explicit<'_>, operator: Temporal, logic: qmas::logic::Logic) -> Option<usize> {
    let mut set = |formula| {
        explicit.satisfying_specification(Specification { logic, formula }).expect("random systems are small")
    };
    let initial: Vec<usize> = {
        let sets: Vec<_> = match operator {
            Temporal::Finally(g) => vec![set(g)],
            Temporal::Until(f, g) | Temporal::Release(f, g) => vec![set(f), set(g)],
            Temporal::Globally(f) | Temporal::Next(f) => vec![set(f)],
            Temporal::WeakUntil(..) => return None,
        };
        let starts: Vec<usize> = explicit.space().initial_states().iter().collect();
        let lengths: Vec<usize> = starts
            .into_iter()
            .filter_map(|start| match operator {
                Temporal::Next(_) => {
                    explicit.space().graph().successors(start).any(|next| sets[0].contains(next)).then_some(1)
                }
                Temporal::Finally(_) => to_goal(explicit, start, &|_| true, &|state| sets[0].contains(state)),
                Temporal::Until(..) => {
                    to_goal(explicit, start, &|state| sets[0].contains(state), &|state| sets[1].contains(state))
                }
                Temporal::Globally(_) => {
                    lasso(explicit, start, &|state| sets[0].contains(state), explicit.fairness(logic))
                }
                Temporal::Release(..) | Temporal::WeakUntil(..) => None,
            })
            .collect();
        lengths
    };
    initial.into_iter().min()
}

fn to_goal(
    explicit: &Explicit<'_>,
    start: usize,
    within: &dyn Fn(usize) -> bool,
    goal: &dyn Fn(usize) -> bool,
) -> Option<usize> {
    if goal(start) {
        return Some(0);
    }
    if !within(start) {
        return None;
    }
    let all = distances(explicit, start, &|state| within(state) || goal(state));
    // A goal state may be passed only as the last one: paths through it are longer anyway.
    all.into_iter().filter(|&(state, _)| goal(state)).map(|(_, distance)| distance).min()
}

/// A way to a state, and from there through a state of each constraint, in any order, back to it.
fn lasso(
    explicit: &Explicit<'_>,
    start: usize,
    within: &dyn Fn(usize) -> bool,
    fairness: &[StateSet],
) -> Option<usize> {
    if !within(start) {
        return None;
    }
    let mut to: BTreeMap<usize, usize> = distances(explicit, start, within);
    to.insert(start, 0);
    let all: BTreeMap<usize, BTreeMap<usize, usize>> =
        to.keys().map(|&state| (state, distances(explicit, state, within))).collect();
    let far = |from: usize, to: usize| if from == to { Some(0) } else { all[&from].get(&to).copied() };
    let meets = |constraint: usize| to.keys().copied().filter(move |&state| fairness[constraint].contains(state));
    let cycles = to.iter().filter_map(|(&home, &distance)| {
        let round = match fairness.len() {
            0 => Some(0),
            1 => meets(0).filter_map(|one| Some(far(home, one)? + far(one, home)?)).min(),
            2 => meets(0)
                .flat_map(|one| meets(1).flat_map(move |two| [(one, two), (two, one)]))
                .filter_map(|(one, two)| Some(far(home, one)? + far(one, two)? + far(two, home)?))
                .min(),
            _ => unreachable!("no more than two constraints are drawn"),
        };
        // Who stays at home all the time still takes a step.
        let round = if round? == 0 { *all[&home].get(&home)? } else { round? };
        Some(distance + round)
    });
    cycles.min()
}

fn length(evidence: &Evidence) -> Option<usize> {
    match &evidence.nodes[0].reason {
        Reason::Path(path) => Some(path.actions.len()),
        _ => None,
    }
}

fn operator(model: &Model, specification: Specification, shown: Conclusion) -> Option<Temporal> {
    let mut formulas = model.formulas.clone();
    let goal = match shown {
        Conclusion::Holds => formulas.negation_normal_form(specification.formula),
        Conclusion::Fails => formulas.negated_normal_form(specification.formula),
    };
    match formulas.get(goal) {
        Formula::Branching(Quantifier::Exists, operator) if goal.index() < model.formulas.len() => Some(operator),
        _ => None,
    }
}

/// Compares the engines with the shortest path there is; how many comparisons there were.
fn as_short_as_any(drawn: &RandomModel) -> Result<usize, String> {
    let plain = loaded(drawn)?;
    let model = prepared(&plain);
    let options = options(Options { evidence: Shows::Everything, ..Options::default() });
    let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut bdd = BddEngine::new(&model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    if explicit.space().initial_states().and(explicit.universe(qmas::logic::Logic::Ctl)).is_empty() {
        return Ok(0);
    }
    // Some formulas need bounds that take long: their paths are not compared.
    let few = BoundedOptions { max: Some(8), ..BoundedOptions::default() };
    let bounded = check_with(&plain, EngineChoice::Bounded, &Options { bounded: few, ..options.clone() });
    for (number, outcome) in bounded.outcomes.iter().enumerate() {
        if matches!(outcome.backing, Backing::Missing(_) | Backing::Broken { .. }) {
            return Err(format!("formula {}, bounded: {:?}", number + 1, outcome.backing));
        }
        if outcome.verdict == Verdict::Fails && !matches!(outcome.backing, Backing::Evidence { .. }) {
            return Err(format!("formula {}, bounded: no evidence", number + 1));
        }
    }
    let mut compared = 0;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let verdict = explicit.check(specification);
        let shown = shown(&verdict)?;
        let Some(operator) = operator(&model, specification, shown) else { continue };
        let Some(expected) = shortest(&mut explicit, operator, specification.logic) else { continue };
        let mut listed = Listed::new(&mut explicit, &options, specification.logic);
        let by_explicit =
            build(&mut listed, &model, specification, shown, &options.terms()).map_err(|reason| reason.to_string())?;
        let by_bdd = bdd
            .with_sets(specification.logic, |sets| build(sets, &model, specification, shown, &options.terms()))
            .map_err(|reason| reason.to_string())?;
        let mut all = vec![("explicit", length(&by_explicit)), ("bdd", length(&by_bdd))];
        // Runs to states that an agent considers possible are no longer than the bound: a shorter path may need longer
        // ones.
        if let Backing::Evidence { evidence, .. } = &bounded.outcomes[number].backing
            && !evidence.nodes.iter().any(|node| matches!(node.reason, Reason::Jump(_) | Reason::Elsewhere(_)))
        {
            all.push(("bounded", length(evidence)));
        }
        for (engine, found) in all {
            if found != Some(expected) {
                return Err(format!("formula {}, {engine}: {found:?} steps instead of {expected}", number + 1));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// Whether the evidence for formulas that fail is no longer than it must be; how many could be compared.
pub(crate) fn as_short_as_can_be(plain: &Model, checked: &Checked, options: &Options) -> Result<usize, String> {
    let model = prepared(plain);
    let Ok(mut explicit) = Explicit::new(&model, &options.terms()) else { return Ok(0) };
    // On many states breadth first from each of them takes too long.
    if explicit.space().len() > MOST_STATES {
        return Ok(0);
    }
    let mut compared = 0;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let Backing::Evidence { evidence, .. } = &checked.outcomes[number].backing else { continue };
        let Some(operator) = operator(&model, specification, Conclusion::Fails) else { continue };
        if explicit.fairness(specification.logic).len() > 2 {
            continue;
        }
        let Some(expected) = shortest(&mut explicit, operator, specification.logic) else { continue };
        let found = length(evidence);
        if found != Some(expected) {
            return Err(format!("formula {}: {found:?} steps instead of {expected}", number + 1));
        }
        compared += 1;
    }
    Ok(compared)
}

#[test]
fn of_the_library() {
    let mut compared = 0;
    for model in models() {
        let (loaded, options) = (library::loaded(&model), library::options(&model));
        for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
            let checked = check_with(&loaded, engine, &options);
            let found = as_short_as_can_be(&loaded, &checked, &options);
            compared += found.unwrap_or_else(|why| panic!("{}, {engine:?}, {why}", model.name));
        }
    }
    assert!(compared > 50, "only {compared} lengths were compared");
}

#[test]
fn temporal_parts_are_shortest() {
    let compared = std::cell::Cell::new(0);
    let wishes = |seed: u64| if seed.is_multiple_of(4) { FAIR } else { Wishes::default() };
    let seeds = 112_000..112_800;
    forall(
        seeds.clone(),
        |seed| draw(seed, wishes(seed), Logic::Ctl, 8),
        |model| {
            compared.set(compared.get() + as_short_as_any(model)?);
            Ok(())
        },
    );
    assert!(compared.get() > effort::share(1_500, seeds), "only {} paths were compared", compared.get());
}

/// `LTL F p` is refuted by a lasso without p. On the whole system the bound is its length, and so is that of the evidence.
fn lassos_as_short_as_any(drawn: &RandomModel) -> Result<usize, String> {
    let model = loaded(drawn)?;
    let options = Options { evidence: Shows::Failures, whole_system: true, ..options(Options::default()) };
    let found = check_with(&model, EngineChoice::Bounded, &options);
    let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut compared = 0;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let Formula::Quantified(_, path) = model.formulas.get(specification.formula) else { continue };
        let Formula::Linear(Temporal::Finally(p)) = model.formulas.get(path) else { continue };
        // Not with constraints that speak of more than atoms.
        if !can_answer(&model, specification, Traces::Infinite, Strategies::default()) {
            continue;
        }
        let outcome = &found.outcomes[number];
        let goal = explicit
            .satisfying_specification(Specification { formula: p, ..specification })
            .map_err(|reason| reason.to_string())?;
        let fairness = explicit.fairness(specification.logic).to_vec();
        let starts: Vec<usize> = explicit.space().initial_states().iter().collect();
        let without = |state: usize| !goal.contains(state);
        let expected = starts.iter().filter_map(|&start| lasso(&explicit, start, &without, &fairness)).min();
        let evidence = match &outcome.backing {
            Backing::Evidence { evidence, .. } => length(evidence),
            _ => None,
        };
        let bound = outcome.bound.filter(|_| outcome.verdict == Verdict::Fails);
        if starts.is_empty() || (bound, evidence) == (expected, expected) {
            compared += usize::from(expected.is_some() && !starts.is_empty());
        } else {
            return Err(format!("formula {}: bound {bound:?}, {evidence:?} steps instead of {expected:?}", number + 1));
        }
    }
    Ok(compared)
}

#[test]
fn lassos_are_shortest() {
    let compared = std::cell::Cell::new(0);
    let seeds = 113_000..113_800;
    let draw = |seed: u64| {
        let wishes = if seed.is_multiple_of(2) { FAIR } else { Wishes::default() };
        let (model, mut prng) = (RandomModel::random(seed, wishes), Prng::new(!seed));
        let eventually = |prng: &mut Prng| {
            let p = random_formula(prng, &model, FormulaShape::of(Logic::Ltl, 0));
            Drawn::Linear(DrawnTemporal::Unary(UnaryTemporal::Finally, Box::new(p))).spec(Logic::Ltl)
        };
        let formulas = (0..4).map(|_| eventually(&mut prng)).collect();
        model.with_formulas(formulas)
    };
    forall(seeds.clone(), draw, |model| {
        compared.set(compared.get() + lassos_as_short_as_any(model)?);
        Ok(())
    });
    assert!(compared.get() > effort::share(600, seeds), "only {} lassos were compared", compared.get());
}
