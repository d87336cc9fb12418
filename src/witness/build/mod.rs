//! Evidence from sets of states: one obligation after the other, from the formula down, without recursion.
//!
//! | file | what it does |
//! |---|---|
//! | `builder` | numbers states and obligations, each once |
//! | `start` | chooses a state from which little has to be shown |
//! | `paths` | paths, and what has to be known along them |
//! | `strategic` | what a group can enforce, and why it cannot |
//! | `universal` | examples for what is true everywhere |

mod builder;
mod paths;
mod start;
mod strategic;
mod universal;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::claim::{Claim, relations};
use super::deepening::PATIENCE;
use super::evidence::{Conclusion, Evidence, Jump, Node, Reason, StateId, Universe};
use super::lasso::lasso;
use super::search::{Layers, knowledge_path, run};
use super::sets::Sets;
use crate::engine::{EvidenceGap, GaveUp, Terms, Traces};
use crate::ir::{AgentId, State};
use crate::logic::{Formula, FormulaId, Knowledge, Quantifier, Specification, Temporal};
use crate::model::Model;
use builder::{Builder, missing};
use start::DEEP;

/// Why `specification` is true, or false, in an initial state.
///
/// The model must have been [`prepared`](super::prepared), and the verdict must be right.
///
/// # Errors
/// Why there is no evidence: a limit.
pub fn build<S: Sets>(
    sets: &mut S,
    model: &Model,
    specification: Specification,
    shown: Conclusion,
    options: &Terms,
) -> Result<Evidence, GaveUp> {
    let claim = Claim::new(model, specification, shown);
    let unprepared = || GaveUp::from(EvidenceGap::Unprepared);
    let engine = model.formulas.find_all(&claim.formulas).ok_or_else(unprepared)?;
    let traces = options.traces_of(specification.logic);
    let layers = Layers::new(sets)?;
    let fair = (traces == Traces::Infinite && !model.fairness.is_empty()).then_some(claim.fair);
    let universe = if sets.is_complete() {
        let initial = sets.count(&sets.initial()?);
        Some(Universe { states: sets.count(&sets.universe()), initial, fair: fair.is_some() })
    } else {
        None
    };
    let mut builder = Builder {
        sets,
        model,
        options,
        layers,
        fair,
        engine,
        evidence: Evidence {
            shown,
            traces,
            strategies: options.strategies,
            states: Vec::new(),
            nodes: Vec::new(),
            origins: BTreeMap::new(),
            formulas: claim.formulas.clone(),
            universe,
            slice: None,
        },
        numbers: HashMap::new(),
        known: HashMap::new(),
        to_be_fair: BTreeSet::new(),
        work: Vec::new(),
        patience: PATIENCE,
        claim,
    };
    builder.root()?;
    builder.finish()?;
    Ok(builder.evidence)
}

impl<S: Sets> Builder<'_, S> {
    /// The first obligation, in the initial state from which least has to be shown.
    fn root(&mut self) -> Result<(), GaveUp> {
        let root = self.claim.root;
        let initial = self.sets.initial()?;
        let reason = match self.claim.formulas.get(root) {
            Formula::Branching(Quantifier::Exists, Temporal::Finally(g)) => {
                let path = self.reach(None, g, &initial)?;
                Some(run(self.sets, path, None)?)
            }
            Formula::Branching(Quantifier::Exists, Temporal::Until(f, g)) => {
                let path = self.reach(Some(f), g, &initial)?;
                Some(run(self.sets, path, None)?)
            }
            Formula::Branching(Quantifier::Exists, Temporal::Globally(_)) => {
                let staying = self.satisfying(root)?;
                lasso(self.sets, &initial, &staying)?
            }
            Formula::Quantified(Quantifier::Exists, path) => match self.sets.run(self.path_formula(path), None)? {
                Some(run) => Some(self.shortest_word(path, &initial, run)?),
                None => None,
            },
            _ => None,
        };
        let start = match &reason {
            Some(run) => run.states[0].clone(),
            None => {
                let satisfying = self.satisfying(root)?;
                let among = self.sets.and(&initial, &satisfying)?;
                let best = self.best(&among, root, DEEP)?;
                best.ok_or(EvidenceGap::NoInitialState)?
            }
        };
        let state = self.state(&start);
        let node = self.fair_node(state, root)?;
        if let Some(run) = reason {
            self.work.pop();
            self.evidence.nodes[node].reason = self.path(root, run)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), GaveUp> {
        loop {
            while let Some(id) = self.work.pop() {
                let Node { state, formula, .. } = self.evidence.nodes[id];
                self.evidence.nodes[id].reason = self.reason(state, formula)?;
            }
            let Some(fair) = self.fair else { return Ok(()) };
            for id in std::mem::take(&mut self.to_be_fair) {
                if !matches!(self.evidence.nodes[id].reason, Reason::Path(_)) {
                    self.evidence.nodes[id].fair = Some(self.node(self.evidence.nodes[id].state, fair)?);
                }
            }
            if self.work.is_empty() && self.to_be_fair.is_empty() {
                return Ok(());
            }
        }
    }

    fn reason(&mut self, state: StateId, formula: FormulaId) -> Result<Reason, GaveUp> {
        if self.is_evident(formula) {
            return Ok(Reason::Evident);
        }
        let here = self.evidence.states[state].clone();
        match self.claim.formulas.get(formula) {
            Formula::And(f, g) => Ok(Reason::Both(self.node(state, f)?, self.node(state, g)?)),
            Formula::Or(f, g) => {
                let (first, second) = if self.is_evident(g) { (g, f) } else { (f, g) };
                let part = if self.holds(state, first)? { first } else { second };
                Ok(Reason::Either(self.node(state, part)?))
            }
            Formula::Branching(Quantifier::Exists, operator) => {
                let run = self.branching(&here, formula, operator)?;
                self.path(formula, run)
            }
            Formula::Quantified(Quantifier::Exists, path) => {
                let run = self.sets.run(self.path_formula(path), Some(&here))?;
                let run = run.ok_or_else(|| missing("a path"))?;
                let start = self.sets.single(&here)?;
                let run = self.shortest_word(path, &start, run)?;
                self.path(formula, run)
            }
            Formula::Considers(knowledge, f) => self.jump(&here, knowledge, f),
            Formula::Permitted(agent, f) => self.elsewhere(agent, f),
            Formula::Strategic(..) => match self.strategy(&here, formula)? {
                Some(strategy) => Ok(Reason::Strategy(strategy)),
                None => Ok(Reason::Checked(Vec::new())),
            },
            Formula::Not(f) => match self.prevention(&here, f)? {
                Some(reason) => Ok(reason),
                None => Ok(Reason::Checked(Vec::new())),
            },
            _ => self.checked(state, formula),
        }
    }

    fn jump(&mut self, here: &State, knowledge: Knowledge, f: FormulaId) -> Result<Reason, GaveUp> {
        let goal = self.satisfying(f)?;
        let (relations, common) = relations(&self.model.system, knowledge);
        let found = knowledge_path((self.sets, &mut self.layers), here, &relations, common, &goal)?;
        let found = found.ok_or_else(|| missing("a state"))?;
        let mut steps = Vec::with_capacity(found.len());
        for (agents, state) in found {
            let number = self.arrive(&state, here)?;
            steps.push((agents, number));
        }
        let part = self.fair_node(steps[steps.len() - 1].1, f)?;
        Ok(Reason::Jump(Jump { steps, part }))
    }

    fn elsewhere(&mut self, agent: AgentId, f: FormulaId) -> Result<Reason, GaveUp> {
        let red = self.satisfying(self.claim.number(Formula::Red(agent)))?;
        let satisfying = self.satisfying(f)?;
        let run = self.layers.nearest(self.sets, &self.sets.minus(&satisfying, &red)?)?;
        let run = run.ok_or_else(|| missing("a state"))?;
        let number = self.state(&run.states[run.states.len() - 1].clone());
        self.evidence.origins.insert(number, run);
        Ok(Reason::Elsewhere(self.fair_node(number, f)?))
    }
}
