//! Evidence from sets of states: one obligation after the other, from the formula down, without recursion.

mod start;
mod strategic;
mod universal;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::claim::{Claim, relations};
use super::deepening::{PATIENCE, Wanted, shorter};
use super::evidence::{Evidence, Jump, Node, NodeId, Path, Reason, Shown, StateId, Universe};
use super::lasso::lasso;
use super::search::{Layers, knowledge_path, run, shortest};
use super::sets::Sets;
use super::word::{Word, leaves, size};
use crate::automata::PathFormula;
use crate::engine::{GaveUp, Terms, Traces};
use crate::ir::{AgentId, State};
use crate::logic::{Formula, FormulaId, Knowledge, Quantifier, Specification, Temporal};
use crate::model::Model;
use crate::run::Run;
use start::DEEP;

/// Evidence with more obligations is of no use to a reader.
const MOST_NODES: usize = 50_000;

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
    shown: Shown,
    options: &Terms,
) -> Result<Evidence, GaveUp> {
    let claim = Claim::new(model, specification, shown);
    let unprepared = || GaveUp::Declined("the model was not prepared for evidence".to_owned());
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

/// Something that follows from a verdict is not there.
fn missing(what: &str) -> GaveUp {
    GaveUp::Declined(format!("{what} that must be there was not found"))
}

struct Builder<'a, S: Sets> {
    sets: &'a mut S,
    model: &'a Model,
    options: &'a Terms,
    layers: Layers<S>,
    /// What a state with a fair path satisfies, if that has to be shown.
    fair: Option<FormulaId>,
    claim: Claim,
    /// The engine's ids of the claim's formulas.
    engine: Vec<FormulaId>,
    evidence: Evidence,
    numbers: HashMap<State, StateId>,
    known: HashMap<(StateId, FormulaId), NodeId>,
    to_be_fair: BTreeSet<NodeId>,
    work: Vec<NodeId>,
    /// How much the search for shortest paths of path formulas may still cost.
    patience: usize,
}

impl<S: Sets> Builder<'_, S> {
    /// The first obligation, in the initial state from which least has to be shown.
    fn root(&mut self) -> Result<(), GaveUp> {
        let root = self.claim.root;
        let initial = self.sets.initial()?;
        let reason = match self.claim.formulas.get(root) {
            Formula::Branching(Quantifier::Exists, Temporal::Finally(_) | Temporal::Until(..)) => {
                let path = self.until(root, &initial)?;
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
                best.ok_or_else(|| GaveUp::Declined("no initial state bears the verdict out".to_owned()))?
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

    fn state(&mut self, state: &State) -> StateId {
        if let Some(&number) = self.numbers.get(state) {
            return number;
        }
        let number = self.evidence.states.len();
        self.evidence.states.push(state.clone());
        self.numbers.insert(state.clone(), number);
        number
    }

    fn node(&mut self, state: StateId, formula: FormulaId) -> Result<NodeId, GaveUp> {
        if let Some(&node) = self.known.get(&(state, formula)) {
            return Ok(node);
        }
        let node = self.evidence.nodes.len();
        if node >= MOST_NODES {
            return Err(GaveUp::Declined(format!("it would have more than {MOST_NODES} parts")));
        }
        self.evidence.nodes.push(Node { state, formula, reason: Reason::Evident, fair: None });
        self.known.insert((state, formula), node);
        self.work.push(node);
        Ok(node)
    }

    /// An obligation in a state that must have a fair path.
    fn fair_node(&mut self, state: StateId, formula: FormulaId) -> Result<NodeId, GaveUp> {
        let node = self.node(state, formula)?;
        if self.fair.is_some() {
            self.to_be_fair.insert(node);
        }
        Ok(node)
    }

    fn is_evident(&self, formula: FormulaId) -> bool {
        self.claim.is_evident(formula)
    }

    fn satisfying(&mut self, formula: FormulaId) -> Result<S::Set, GaveUp> {
        self.sets.satisfying(self.engine[formula.index()])
    }

    fn path_formula(&self, path: FormulaId) -> PathFormula {
        PathFormula::plain(self.engine[path.index()])
    }

    fn holds(&mut self, state: StateId, formula: FormulaId) -> Result<bool, GaveUp> {
        if self.is_evident(formula) {
            return Ok(self.claim.is_true(&self.model.system, formula, &self.evidence.states[state]));
        }
        let set = self.satisfying(formula)?;
        self.sets.contains(&set, &self.evidence.states[state])
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

    /// The run that CTL's E asks for.
    fn branching(&mut self, here: &State, formula: FormulaId, operator: Temporal) -> Result<Run, GaveUp> {
        let start = self.sets.single(here)?;
        match operator {
            Temporal::Next(f) => {
                let goal = self.satisfying(f)?;
                let among = self.sets.and(&self.sets.after(&start)?, &goal)?;
                let next = self.best(&among, f, DEEP)?;
                run(self.sets, std::iter::once(here.clone()).chain(next).collect(), None)
            }
            Temporal::Finally(_) | Temporal::Until(..) => {
                let path = self.until(formula, &start)?;
                run(self.sets, path, None)
            }
            Temporal::Globally(_) => {
                let staying = self.satisfying(formula)?;
                lasso(self.sets, &start, &staying)?.ok_or_else(|| missing("a path"))
            }
            Temporal::Release(f, g) => {
                let (f, g_set) = (self.satisfying(f)?, self.satisfying(g)?);
                let goal = self.sets.and(&f, &g_set)?;
                if let Some(path) = shortest(self.sets, &start, &g_set, &goal)? {
                    return run(self.sets, path, None);
                }
                let forever = Formula::Branching(Quantifier::Exists, Temporal::Globally(g));
                let forever = self.claim.formulas.find(&forever).unwrap_or_else(|| unreachable!("the claim is closed"));
                let staying = self.satisfying(forever)?;
                lasso(self.sets, &start, &staying)?.ok_or_else(|| missing("a path"))
            }
            Temporal::WeakUntil(..) => unreachable!("normal forms have none outside strategies"),
        }
    }

    /// A shortest path for EF or EU from one of these states.
    fn until(&mut self, formula: FormulaId, from: &S::Set) -> Result<Vec<State>, GaveUp> {
        let (within, goal) = match self.claim.formulas.get(formula) {
            Formula::Branching(_, Temporal::Finally(g)) => (self.sets.universe(), self.satisfying(g)?),
            Formula::Branching(_, Temporal::Until(f, g)) => (self.satisfying(f)?, self.satisfying(g)?),
            _ => unreachable!("only EF and EU are asked for"),
        };
        let path = shortest(self.sets, from, &within, &goal)?;
        path.ok_or_else(|| missing("a path"))
    }

    /// A path on which a path formula is true from one of these states, no longer than the one that was found; a shortest
    /// one where few states matter.
    fn shortest_word(&mut self, path: FormulaId, from: &S::Set, found: Run) -> Result<Run, GaveUp> {
        let mut true_in = Vec::new();
        for leaf in leaves(&self.claim.formulas, path) {
            true_in.push((leaf, self.satisfying(leaf)?));
        }
        let formulas = &self.claim.formulas;
        let wanted =
            Wanted { formulas, path, size: size(formulas, path), leaves: true_in, traces: self.evidence.traces };
        let shorter = shorter(self.sets, &wanted, from, found.states.len(), &mut self.patience)?;
        Ok(shorter.unwrap_or(found))
    }

    /// A run as a reason, with obligations where they are needed.
    fn path(&mut self, formula: FormulaId, run: Run) -> Result<Reason, GaveUp> {
        let states: Vec<StateId> = run.states.iter().map(|state| self.state(state)).collect();
        let last = states.len() - 1;
        let mut parts = Vec::new();
        let claims: Vec<(usize, FormulaId)> = match self.claim.formulas.get(formula) {
            Formula::Quantified(_, path) => self.claims(path, &states, run.back_to)?,
            Formula::Branching(_, operator) => {
                let before = |f: FormulaId, to: usize| (0..to).map(move |at| (at, f));
                match operator {
                    Temporal::Next(f) | Temporal::Finally(f) => vec![(last, f)],
                    Temporal::Until(f, g) => before(f, last).chain([(last, g)]).collect(),
                    Temporal::Globally(f) => before(f, last + 1).collect(),
                    Temporal::Release(f, g) | Temporal::WeakUntil(g, f) => {
                        let end = run.back_to.is_none().then_some((last, f));
                        before(g, last + 1).chain(end).collect()
                    }
                }
            }
            _ => unreachable!("only path quantifiers have paths"),
        };
        for (at, claim) in claims {
            if !self.is_evident(claim) {
                parts.push((at, self.node(states[at], claim)?));
            }
        }
        if run.back_to.is_none()
            && let Some(fair) = self.fair
        {
            parts.push((last, self.node(states[last], fair)?));
        }
        let fair = self.constraints(&run)?;
        Ok(Reason::Path(Path { states, actions: run.actions, back_to: run.back_to, parts, fair }))
    }

    /// Where the loop of a run meets each constraint of the Fairness section.
    fn constraints(&self, run: &Run) -> Result<Vec<(usize, usize)>, GaveUp> {
        let mut met = Vec::new();
        let (Some(start), Some(_)) = (run.back_to, self.fair) else { return Ok(met) };
        for (number, constraint) in self.sets.fairness().iter().enumerate() {
            for (at, state) in run.states.iter().enumerate().skip(start) {
                if self.sets.contains(constraint, state)? {
                    met.push((number, at));
                    break;
                }
            }
        }
        Ok(met)
    }

    /// What has to be known of single states so that a path formula is true on a path; nothing that could be left out.
    fn claims(
        &mut self,
        path: FormulaId,
        states: &[StateId],
        back_to: Option<usize>,
    ) -> Result<Vec<(usize, FormulaId)>, GaveUp> {
        let mut known: BTreeMap<(FormulaId, usize), bool> = BTreeMap::new();
        let mut optional = Vec::new();
        for leaf in leaves(&self.claim.formulas, path) {
            for (at, &state) in states.iter().enumerate() {
                known.insert((leaf, at), self.holds(state, leaf)?);
                if !self.is_evident(leaf) {
                    optional.push((leaf, at));
                }
            }
        }
        let word = Word { len: states.len(), back_to };
        let mut claims = Vec::new();
        for (leaf, at) in optional {
            let Some(value) = known.remove(&(leaf, at)) else { continue };
            let says = |leaf: FormulaId, at: usize| known.get(&(leaf, at)).copied();
            if !word.satisfies(&self.claim.formulas, path, says) {
                known.insert((leaf, at), value);
                claims.extend(if value { Some(leaf) } else { self.claim.negation(leaf) }.map(|claim| (at, claim)));
            }
        }
        Ok(claims)
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

    /// A state that no path leads to, with a run that does.
    fn arrive(&mut self, state: &State, here: &State) -> Result<StateId, GaveUp> {
        let number = self.state(state);
        if state != here && !self.evidence.origins.contains_key(&number) {
            let run = self.layers.nearest(self.sets, &self.sets.single(state)?)?;
            let run = run.ok_or_else(|| GaveUp::Declined("a state cannot be reached".to_owned()))?;
            self.evidence.origins.insert(number, run);
        }
        Ok(number)
    }

    fn elsewhere(&mut self, agent: AgentId, f: FormulaId) -> Result<Reason, GaveUp> {
        let red = self.claim.formulas.find(&Formula::Red(agent)).unwrap_or_else(|| unreachable!("the claim is closed"));
        let red = self.satisfying(red)?;
        let satisfying = self.satisfying(f)?;
        let run = self.layers.nearest(self.sets, &self.sets.minus(&satisfying, &red)?)?;
        let run = run.ok_or_else(|| missing("a state"))?;
        let number = self.state(&run.states[run.states.len() - 1].clone());
        self.evidence.origins.insert(number, run);
        Ok(Reason::Elsewhere(self.fair_node(number, f)?))
    }
}
