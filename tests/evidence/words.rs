//! Paths of path formulas are as short as any: all shorter ones are tried, by an evaluator that shares nothing with ours.

use std::collections::BTreeMap;

use qmas::Model;
use qmas::bdd::BddEngine;
use qmas::engine::Traces;
use qmas::explain::Listed;
use qmas::explicit::{Explicit, StateSet};
use qmas::logic::{Formula, FormulaId, Quantifier, Specification};
use qmas::options::Options;
use qmas::witness::{Evidence, Reason, build, prepared};

use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use crate::common::words::{ATOMS, Word};
use crate::random::{FAIR, on_finite_traces, options, shown};

/// More paths than these are not tried.
const MOST_TRIES: usize = 20_000;

/// The formulas of a path formula that speak of single states.
fn leaves(model: &Model, path: FormulaId) -> Vec<FormulaId> {
    let mut found = Vec::new();
    let mut work = vec![path];
    while let Some(id) = work.pop() {
        match model.formulas.get(id) {
            Formula::Not(_)
            | Formula::And(..)
            | Formula::Or(..)
            | Formula::Implies(..)
            | Formula::Linear(_)
            | Formula::Dynamic(..) => work.extend(model.formulas.children(id)),
            Formula::True | Formula::False => {}
            _ if found.contains(&id) => {}
            _ => found.push(id),
        }
    }
    found
}

/// Everything that is needed to try paths.
struct Trial<'a> {
    model: &'a Model,
    path: FormulaId,
    successors: Vec<Vec<usize>>,
    leaves: Vec<(FormulaId, StateSet)>,
    fairness: Vec<StateSet>,
    finite: bool,
    tries: usize,
}

impl Trial<'_> {
    fn is_true(&self, states: &[usize], back: Option<usize>) -> bool {
        let word = Word { letters: vec![[false; ATOMS]; states.len()], back };
        let given: BTreeMap<FormulaId, Vec<bool>> = self
            .leaves
            .iter()
            .map(|(leaf, set)| (*leaf, states.iter().map(|&state| set.contains(state)).collect()))
            .collect();
        word.satisfies_given(&self.model.formulas, self.path, &given)
    }

    fn is_good(&self, states: &[usize]) -> bool {
        if self.finite {
            return self.is_true(states, None);
        }
        let ahead = &self.successors[states[states.len() - 1]];
        (0..states.len()).any(|back| {
            ahead.contains(&states[back])
                && self.fairness.iter().all(|set| states[back..].iter().any(|&state| set.contains(state)))
                && self.is_true(states, Some(back))
        })
    }

    /// Whether some path with at most `most` states that begins so is good; `None` if there are too many.
    fn any(&mut self, states: &mut Vec<usize>, most: usize) -> Option<bool> {
        self.tries += 1;
        if self.tries > MOST_TRIES {
            return None;
        }
        if self.is_good(states) {
            return Some(true);
        }
        if states.len() < most {
            for next in self.successors[states[states.len() - 1]].clone() {
                states.push(next);
                let found = self.any(states, most)?;
                states.pop();
                if found {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

/// Whether there is a shorter path than that of the whole evidence; `None` if that is too much to try, or if there is no
/// path.
fn too_long(
    explicit: &mut Explicit<'_>,
    model: &Model,
    logic: qmas::logic::Logic,
    evidence: &Evidence,
) -> Option<bool> {
    let Reason::Path(found) = &evidence.nodes[0].reason else { return None };
    let Formula::Quantified(Quantifier::Exists, path) = evidence.formulas.get(evidence.nodes[0].formula) else {
        return None;
    };
    let path = model.formulas.find_all(&evidence.formulas).expect("prepared")[path.index()];
    let mut set = |formula| {
        explicit.satisfying_specification(Specification { logic, formula }).expect("random systems are small")
    };
    let leaves: Vec<(FormulaId, StateSet)> = leaves(model, path).into_iter().map(|leaf| (leaf, set(leaf))).collect();
    let universe = explicit.universe(logic).clone();
    let graph = explicit.space().graph();
    let successors =
        (0..graph.len()).map(|state| graph.successors(state).filter(|&next| universe.contains(next)).collect());
    let finite = evidence.traces == Traces::Finite;
    let mut trial = Trial {
        model,
        path,
        successors: successors.collect(),
        leaves,
        fairness: explicit.fairness(logic).to_vec(),
        finite,
        tries: 0,
    };
    if found.states.len() == 1 {
        return Some(false);
    }
    for start in explicit.space().initial_states().and(&universe).iter() {
        if trial.any(&mut vec![start], found.states.len() - 1)? {
            return Some(true);
        }
    }
    Some(false)
}

/// How many paths were as short as any.
fn as_short_as_any(drawn: &RandomModel, options: &Options) -> Result<usize, String> {
    let model = prepared(&loaded(drawn)?);
    let options = self::options(options.clone());
    let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut bdd = BddEngine::new(&model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    let mut compared = 0;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let verdict = explicit.check(specification);
        if explicit.space().initial_states().and(explicit.universe(specification.logic)).is_empty() {
            continue;
        }
        let shown = shown(&verdict)?;
        let mut listed = Listed::new(&mut explicit, &options, specification.logic);
        let by_explicit =
            build(&mut listed, &model, specification, shown, &options.terms()).map_err(|reason| reason.to_string())?;
        let by_bdd = bdd
            .with_sets(specification.logic, |sets| build(sets, &model, specification, shown, &options.terms()))
            .map_err(|reason| reason.to_string())?;
        for (engine, evidence) in [("explicit", by_explicit), ("bdd", by_bdd)] {
            match too_long(&mut explicit, &model, specification.logic, &evidence) {
                Some(true) => return Err(format!("formula {}, {engine}: there is a shorter path", number + 1)),
                Some(false) => compared += 1,
                None => {}
            }
        }
    }
    Ok(compared)
}

fn shortest(logic: Logic, seeds: u64, options: &Options) -> usize {
    let compared = std::cell::Cell::new(0);
    let wishes = |seed: u64| if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    forall(
        seeds..seeds + 80,
        |seed| draw(seed, wishes(seed), logic, 8),
        |model| {
            compared.set(compared.get() + as_short_as_any(model, options)?);
            Ok(())
        },
    );
    compared.get()
}

#[test]
fn lassos_of_path_formulas_are_shortest() {
    let logics = [Logic::Ltl, Logic::CtlStar, Logic::Ldl, Logic::CdlStar];
    let compared: usize = logics
        .into_iter()
        .zip([113_000, 114_000, 115_000, 116_000])
        .map(|(logic, seeds)| shortest(logic, seeds, &Options::default()))
        .sum();
    assert!(compared > 800, "only {compared} paths were compared");
}

#[test]
fn finite_traces_are_shortest() {
    let compared =
        shortest(Logic::Ldl, 117_000, &on_finite_traces()) + shortest(Logic::CdlStar, 118_000, &on_finite_traces());
    assert!(compared > 300, "only {compared} traces were compared");
}
