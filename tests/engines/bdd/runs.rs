//! Runs that show path formulas: each is replayed on the system, step by step, and the formula is evaluated on it by its
//! definition. What holds of single states comes from the oracle, which also says whether there is a run at all.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use crate::common::oracle::{Oracle, StateSet};
use qmas::Model;
use qmas::automata::{Grain, PathFormula, Propositions};
use qmas::bdd::BddEngine;
use qmas::engine::Traces;
use qmas::ir::{State, Transitions};
use qmas::logic::{Formula, FormulaId, Quantifier, Sign, Specification};
use qmas::options::Options;
use qmas::run::Run;

use crate::bdd::{FAIR, options};
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use crate::common::words::{ATOMS, Word};

/// The oracle's view of a model.
struct Judge<'m> {
    model: &'m Model,
    explicit: Oracle<'m>,
    numbers: HashMap<State, usize>,
}

impl<'m> Judge<'m> {
    fn new(model: &'m Model, options: &Options) -> Result<Self, String> {
        let explicit = Oracle::new(model, &options.terms()).map_err(|reason| reason.to_string())?;
        let numbers = (0..explicit.space().len()).map(|number| (explicit.space().state(number), number)).collect();
        Ok(Self { model, explicit, numbers })
    }

    fn satisfying(&mut self, specification: Specification) -> Result<StateSet, String> {
        self.explicit.satisfying_specification(specification).map_err(|reason| reason.to_string())
    }

    fn number(&self, state: &State) -> Result<usize, String> {
        self.numbers.get(state).copied().ok_or_else(|| format!("{state:?} is not reachable"))
    }

    /// In which positions of a run a state formula holds.
    fn positions(&mut self, specification: Specification, run: &Run) -> Result<Vec<bool>, String> {
        let set = self.satisfying(specification)?;
        run.states.iter().map(|state| Ok(set.contains(self.number(state)?))).collect()
    }

    /// Whether the run is one of the system: from an initial state, by enabled actions, to states that these lead to.
    fn replay(&self, run: &Run) -> Result<(), String> {
        let system = &self.model.system;
        let transitions = Transitions::new(system);
        if !self.explicit.space().initial_states().contains(self.number(&run.states[0])?) {
            return Err("the run does not begin in an initial state".to_owned());
        }
        if run.actions.len() != run.states.len() - usize::from(run.back_to.is_none()) {
            return Err(format!("{} actions for {} states", run.actions.len(), run.states.len()));
        }
        for (position, action) in run.actions.iter().enumerate() {
            let here = &run.states[position];
            let Some(next) = run.next(position) else { return Err("an action after the end".to_owned()) };
            if system.agent_ids().any(|agent| !transitions.enabled(here, agent).contains(&action.get(agent))) {
                return Err(format!("position {position}: the protocol does not allow {action:?}"));
            }
            if !transitions.evolve(here, action).contains(&run.states[next]) {
                return Err(format!("position {position}: {action:?} does not lead to position {next}"));
            }
        }
        Ok(())
    }

    /// Whether a path formula is true on a run, by the definitions.
    fn satisfied(&mut self, logic: qmas::logic::Logic, path: PathFormula, run: &Run) -> Result<bool, String> {
        let formulas = &self.model.formulas;
        let mut given: BTreeMap<FormulaId, Vec<bool>> = BTreeMap::new();
        for &formula in Propositions::of(formulas, path.formula, Grain::Whole).formulas() {
            given.insert(formula, self.positions(Specification { logic, formula }, run)?);
        }
        let word = Word { letters: vec![[false; ATOMS]; run.states.len()], back: run.back_to };
        Ok(word.satisfies_given(&self.model.formulas, path.formula, &given) == (path.sign == Sign::Plain))
    }
}

/// Whether a lasso meets all demands of fairness again and again; these are read in a system without demands.
fn is_fair(drawn: &RandomModel, run: &Run) -> Result<bool, String> {
    let mut free = drawn.with_formulas(drawn.fairness.iter().map(|demand| demand.clone().spec(Logic::Ctl)).collect());
    free.fairness = Vec::new();
    let model = loaded(&free)?;
    let mut oracle = Judge::new(&model, &Options::default())?;
    let Some(start) = run.back_to else { return Ok(false) };
    for &demand in &model.specifications {
        if !oracle.positions(demand, run)?[start..].contains(&true) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// What a specification is shown with: a run on which this is true, if there is one.
fn evidence(model: &Model, specification: Specification) -> Option<PathFormula> {
    match model.formulas.get(specification.formula) {
        Formula::Quantified(Quantifier::Exists, path) => Some(PathFormula::plain(path)),
        Formula::Quantified(Quantifier::Forall, path) => Some(!PathFormula::plain(path)),
        _ => None,
    }
}

fn every_run_is_right(drawn: &RandomModel, traces: Traces) -> Result<(), String> {
    let model = loaded(drawn)?;
    let options = options(Options { traces, ..Options::default() });
    let mut oracle = Judge::new(&model, &options)?;
    let mut bdd = BddEngine::new(&model, &options.bdd_terms()).map_err(|reason| reason.to_string())?;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let Some(path) = evidence(&model, specification) else { continue };
        let complain = |what: String| format!("formula {}: {what}", number + 1);
        let true_in = oracle.satisfying(specification)?;
        let universe = oracle.explicit.universe(specification.logic);
        let initial = oracle.explicit.space().initial_states().and(universe);
        let expected = initial.iter().any(|state| true_in.contains(state) == (path.sign == Sign::Plain));
        let run = bdd.run(specification.logic, path, None).map_err(|reason| complain(reason.to_string()))?;
        if run.is_some() != expected {
            return Err(complain(format!("{run:?}, but there is one: {expected}")));
        }
        let Some(run) = run else { continue };
        oracle.replay(&run).map_err(complain)?;
        if !oracle.satisfied(specification.logic, path, &run)? {
            return Err(complain(format!("the formula is false on {run:?}")));
        }
        if traces == Traces::Infinite && !is_fair(drawn, &run)? {
            return Err(complain(format!("{run:?} is not fair")));
        }
    }
    Ok(())
}

fn runs(seeds: Range<u64>, logic: Logic, traces: Traces) {
    let wishes = |seed: u64| if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    forall(seeds, |seed| draw(seed, wishes(seed), logic, 8), |model| every_run_is_right(model, traces));
}

#[test]
fn runs_of_linear_time() {
    runs(80_000..80_150, Logic::Ltl, Traces::Infinite);
}

#[test]
fn runs_of_path_quantifiers() {
    runs(80_200..80_350, Logic::CtlStar, Traces::Infinite);
}

#[test]
fn runs_of_dynamic_logic() {
    runs(80_400..80_550, Logic::Ldl, Traces::Infinite);
    runs(80_600..80_750, Logic::CdlStar, Traces::Infinite);
}

#[test]
fn runs_on_finite_traces() {
    runs(80_800..80_950, Logic::Ldl, Traces::Finite);
    runs(81_000..81_150, Logic::CdlStar, Traces::Finite);
}
