//! Execution of evidence on the system: protocols, evolutions, observations, every state reached from an initial one.
//!
//! Nothing here is used by an engine, and nothing of an engine is used here: what is wrong with evidence is found out,
//! whoever made it. Universal claims cannot be executed: where there are few states they can be looked at in all of them,
//! otherwise they are counted.

mod dilemma;
mod fair;
mod path;
mod prevention;
mod runner;
mod strategy;
mod universal;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::claim::{Claim, relations};
use super::evidence::{Evidence, Jump, Node, NodeId, Reason, StateId};
use super::word::leaves;
use crate::engine::Traces;
use crate::ir::{AgentId, Program, State, Transitions};
use crate::logic::{Formula, FormulaId, Formulas, Logic, Quantifier, Specification};
use crate::model::Model;
use crate::run::Run;
use runner::Runner;
pub use runner::replay_unknowing;
use universal::Whole;

/// What a replay found out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replayed {
    /// Steps that were executed.
    pub steps: usize,
    /// Pairs of states that somebody cannot tell apart, looked at.
    pub jumps: usize,
    /// Universal claims that were looked at in all reachable states.
    pub checked: usize,
    /// Universal claims that are left to the engine that made them.
    pub claims: usize,
}

/// The first thing that is wrong with evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The obligation, if it is about one.
    pub node: Option<NodeId>,
    /// The position on a path, if it is about one.
    pub position: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(node) = self.node {
            write!(f, "part {node}")?;
            if let Some(position) = self.position {
                write!(f, ", position {position}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Mismatch {}

/// Nothing, or what is wrong.
pub type Checked = Result<(), Mismatch>;

fn wrong<T>(what: impl Into<String>) -> Result<T, Mismatch> {
    Err(Mismatch { node: None, position: None, what: what.into() })
}

/// Executes evidence for a specification of `model`.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(evidence: &Evidence, model: &Model, specification: Specification) -> Result<Replayed, Mismatch> {
    replay_within(evidence, model, specification, 0)
}

/// The same; universal claims are looked at as well, if there are at most so many reachable states.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay_within(
    evidence: &Evidence,
    model: &Model,
    specification: Specification,
    most: usize,
) -> Result<Replayed, Mismatch> {
    if evidence.traces == Traces::Finite && !matches!(specification.logic, Logic::Ldl | Logic::CdlStar) {
        return wrong("only LDL and CDL* are read on finite traces");
    }
    let claim = Claim::new(model, specification, evidence.shown);
    let runner = Runner { model, transitions: Transitions::new(&model.system) };
    let mut replay = Replay {
        evidence,
        model,
        whole: if most > 0 { Whole::enumerate(&runner.transitions, most) } else { None },
        runner,
        fair: (evidence.traces == Traces::Infinite && !model.fairness.is_empty()).then_some(claim.fair),
        claim,
        reached: BTreeSet::new(),
        done: Replayed { steps: 0, jumps: 0, checked: 0, claims: 0 },
    };
    replay.whole()?;
    Ok(replay.done)
}

struct Replay<'a> {
    evidence: &'a Evidence,
    model: &'a Model,
    runner: Runner<'a>,
    /// All states, if they are few and somebody asked for them.
    whole: Option<Whole<'a>>,
    fair: Option<FormulaId>,
    claim: Claim,
    /// States that have been reached from an initial one.
    reached: BTreeSet<StateId>,
    done: Replayed,
}

impl Replay<'_> {
    fn whole(&mut self) -> Checked {
        let Some(first) = self.evidence.nodes.first() else { return wrong("there is nothing in it") };
        if first.formula != self.claim.root {
            return wrong("it is evidence for another formula");
        }
        let mut known: BTreeMap<&State, StateId> = BTreeMap::new();
        for (number, state) in self.evidence.states.iter().enumerate() {
            self.runner.in_domain(number, state)?;
            if let Some(other) = known.insert(state, number) {
                return wrong(format!("states {other} and {number} are the same"));
            }
        }
        self.universe()?;
        for (&end, run) in &self.evidence.origins {
            self.origin(end, run)?;
        }
        self.runner.initial(self.state(first.state)?)?;
        self.reached.insert(first.state);
        self.fair_start(0)?;
        // From the first obligation to its parts: what stands on no path is not reached, and not looked at.
        let mut seen = BTreeSet::new();
        let mut work = vec![0];
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let parts = self.node(id).map_err(|mismatch| Mismatch { node: mismatch.node.or(Some(id)), ..mismatch })?;
            work.extend(parts);
        }
        if seen.len() != self.evidence.nodes.len() {
            return wrong("some of its parts belong to nothing");
        }
        if let Some(state) = (0..self.evidence.states.len()).find(|state| !self.reached.contains(state)) {
            return wrong(format!("state {state} is reached from nowhere"));
        }
        Ok(())
    }

    /// How many states there are is the engine's word, unless there are few.
    fn universe(&self) -> Checked {
        let Some(universe) = &self.evidence.universe else { return Ok(()) };
        if universe.fair != self.fair.is_some() {
            return wrong("it is not about the states that formulas speak of");
        }
        let right = match self.whole.as_ref().filter(|_| !universe.fair).map(Whole::size) {
            Some((states, initial)) => universe.states == states.into() && universe.initial == initial.into(),
            // Play may leave the states that have a fair path.
            None => universe.fair || universe.states >= self.evidence.states.len().into(),
        };
        if right { Ok(()) } else { wrong("there are not so many states") }
    }

    fn state(&self, id: StateId) -> Result<&State, Mismatch> {
        match self.evidence.states.get(id) {
            Some(state) => Ok(state),
            None => wrong(format!("there is no state {id}")),
        }
    }

    fn get(&self, id: NodeId) -> Result<&Node, Mismatch> {
        match self.evidence.nodes.get(id) {
            Some(node) => Ok(node),
            None => wrong(format!("there is no part {id}")),
        }
    }

    fn origin(&mut self, end: StateId, run: &Run) -> Checked {
        if run.states.last() != Some(self.state(end)?) {
            return wrong(format!("the run to state {end} leads elsewhere"));
        }
        self.runner
            .run(run)
            .map_err(|mismatch| Mismatch { what: format!("run to state {end}: {}", mismatch.what), ..mismatch })?;
        self.done.steps += run.actions.len();
        self.reached.insert(end);
        Ok(())
    }

    /// Whether a part says what it has to.
    fn part(&self, id: NodeId, state: StateId, formula: FormulaId) -> Checked {
        let node = self.get(id)?;
        if node.state != state {
            return wrong(format!("part {id} is about another state"));
        }
        if node.formula != formula {
            return wrong(format!("part {id} is about another formula"));
        }
        Ok(())
    }

    /// Whether a state with this obligation has a fair path.
    fn fair_start(&self, id: NodeId) -> Checked {
        let Some(fair) = self.fair else { return Ok(()) };
        let node = self.get(id)?;
        match (&node.reason, node.fair) {
            (Reason::Path(_), _) => Ok(()),
            (_, Some(part)) => self.part(part, node.state, fair),
            (_, None) => wrong(format!("part {id}: no fair path is shown")),
        }
    }

    /// Looks at one obligation; what it rests on.
    fn node(&mut self, id: NodeId) -> Result<Vec<NodeId>, Mismatch> {
        let node = self.get(id)?.clone();
        let state = self.state(node.state)?.clone();
        if !self.reached.contains(&node.state) {
            return wrong(format!("state {} is reached from nowhere", node.state));
        }
        if node.formula.index() >= self.claim.formulas.len() {
            return wrong("there is no such formula");
        }
        let mut parts: Vec<NodeId> = node.fair.into_iter().collect();
        if let (Some(part), Some(fair)) = (node.fair, self.fair) {
            self.part(part, node.state, fair)?;
        }
        match (&node.reason, self.claim.formulas.get(node.formula)) {
            (Reason::Evident, _) if self.claim.is_evident(node.formula) => {
                if !self.claim.is_true(&self.model.system, node.formula, &state) {
                    return wrong(format!("the formula is false in state {}", node.state));
                }
            }
            (&Reason::Both(left, right), Formula::And(f, g)) => {
                self.part(left, node.state, f)?;
                self.part(right, node.state, g)?;
                parts.extend([left, right]);
            }
            (&Reason::Either(part), Formula::Or(f, g)) => {
                self.part(part, node.state, f).or_else(|_| self.part(part, node.state, g))?;
                parts.push(part);
            }
            (Reason::Path(path), Formula::Branching(Quantifier::Exists, operator)) => {
                self.path(node.state, path)?;
                self.branching(path, operator)?;
                parts.extend(path.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Path(path), Formula::Quantified(Quantifier::Exists, inner)) => {
                self.path(node.state, path)?;
                self.quantified(path, inner)?;
                parts.extend(path.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Jump(jump), Formula::Considers(knowledge, f)) => {
                let (relations, common) = relations(&self.model.system, knowledge);
                self.jump(node.state, jump, &relations, common, f)?;
                parts.push(jump.part);
            }
            (&Reason::Elsewhere(part), Formula::Permitted(agent, f)) => {
                let there = self.get(part)?.state;
                self.part(part, there, f)?;
                self.fair_start(part)?;
                let red = self.model.system.agent(agent).red;
                let green = self.state(there)?;
                if red.is_some_and(|red| Program::compile(&self.model.system.exprs, red).holds(green)) {
                    return wrong(format!("state {there} is not green"));
                }
                parts.push(part);
            }
            (Reason::Strategy(strategy), Formula::Strategic(group, operator)) => {
                self.strategy(node.state, strategy, group, operator)?;
                parts.extend(strategy.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Prevention(prevention), Formula::Not(enforced)) => {
                let Formula::Strategic(group, operator) = self.claim.formulas.get(enforced) else {
                    return wrong("such a formula is not shown in this way");
                };
                self.prevention(node.state, prevention, group, operator)?;
                parts.extend(prevention.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Dilemma(dilemma), Formula::Not(enforced)) => {
                let Formula::Strategic(group, operator) = self.claim.formulas.get(enforced) else {
                    return wrong("such a formula is not shown in this way");
                };
                self.dilemma(node.state, dilemma, group, operator)?;
                parts.extend(dilemma.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Checked(examples), formula) if is_universal(&self.claim.formulas, formula) => {
                self.universal(&state, node.formula)?;
                let about = operands(&self.claim.formulas, formula);
                for &example in examples {
                    if !about.contains(&self.get(example)?.formula) {
                        return wrong(format!("part {example} is about another formula"));
                    }
                }
                parts.extend(examples);
            }
            _ => return wrong("such a formula is not shown in this way"),
        }
        Ok(parts)
    }

    /// Looks at a universal claim in all states, or counts it.
    fn universal(&mut self, state: &State, formula: FormulaId) -> Checked {
        let whole = self.whole.as_ref().filter(|_| self.fair.is_none());
        match whole.and_then(|whole| whole.is_true(&self.claim.formulas, formula, state)) {
            Some(true) => self.done.checked += 1,
            Some(false) => return wrong("a universal claim is false"),
            None => self.done.claims += 1,
        }
        Ok(())
    }

    fn jump(&mut self, from: StateId, jump: &Jump, relations: &[Vec<AgentId>], common: bool, f: FormulaId) -> Checked {
        if jump.steps.is_empty() || jump.steps.len() > 1 && !common {
            return wrong("this kind of knowledge has one step");
        }
        let mut here = from;
        for (agents, there) in &jump.steps {
            if !relations.contains(agents) {
                return wrong("these agents are not the ones that the formula speaks of");
            }
            if !self.reached.contains(there) {
                return wrong(format!("state {there} is reached from nowhere"));
            }
            let (left, right) = (self.state(here)?, self.state(*there)?);
            for &agent in agents {
                if left.observation(&self.model.system, agent) != right.observation(&self.model.system, agent) {
                    let name = &self.model.system.agent(agent).name;
                    return wrong(format!("`{name}` can tell state {here} from state {there}"));
                }
            }
            self.done.jumps += 1;
            here = *there;
        }
        self.part(jump.part, here, f)?;
        self.fair_start(jump.part)
    }
}

/// What a universal claim says of single states.
fn operands(formulas: &Formulas, formula: Formula) -> Vec<FormulaId> {
    match formula {
        Formula::Knows(_, f) | Formula::Obliged(_, f) => vec![f],
        Formula::Branching(_, operator) => {
            let (f, g) = operator.operands();
            std::iter::once(f).chain(g).collect()
        }
        Formula::Quantified(_, path) => leaves(formulas, path),
        _ => Vec::new(),
    }
}

/// Whether a formula makes a claim about all of something.
fn is_universal(formulas: &Formulas, formula: Formula) -> bool {
    match formula {
        Formula::Knows(..)
        | Formula::Obliged(..)
        | Formula::Branching(Quantifier::Forall, _)
        | Formula::Quantified(Quantifier::Forall, _)
        | Formula::Strategic(..) => true,
        Formula::Not(f) => matches!(formulas.get(f), Formula::Strategic(..)),
        _ => false,
    }
}
