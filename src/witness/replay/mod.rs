//! Execution of evidence on the system: protocols, evolutions, observations, every state reached from an initial one.
//!
//! Nothing here is used by an engine, and nothing of an engine is used here: what is wrong with evidence is found out,
//! whoever made it. Universal claims cannot be executed: where there are few states they are looked at in all of them,
//! otherwise it is said that they were not, and the verdict is not shown.

mod dilemma;
mod fair;
mod outcome;
mod path;
mod prevention;
mod runner;
mod strategy;
mod universal;
mod whole;

use std::collections::{BTreeMap, BTreeSet};

use super::claim::{Claim, relations};
use super::evidence::{Evidence, Jump, Node, NodeId, Reason, StateId};
use crate::engine::Traces;
use crate::ir::{AgentId, Program, State, Transitions};
use crate::logic::{Formula, FormulaId, Logic, Quantifier, Specification};
use crate::model::Model;
use crate::run::Run;
use outcome::wrong;
pub use outcome::{Beyond, Checked, Mismatch, Open, Replayed, Unseen};
use runner::Runner;
pub use runner::replay_unknowing;
use universal::{is_universal, operands};
use whole::{Judge, Manner};

/// Executes evidence for a specification of `model`.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(evidence: &Evidence, model: &Model, specification: Specification) -> Result<Replayed, Mismatch> {
    replay_within(evidence, model, specification, 0)
}

/// Executes evidence, and looks at universal claims if there are at most so many reachable states, and at whether what
/// holds does so in all initial states.
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
    let fair = evidence.traces == Traces::Infinite && !model.fairness.is_empty();
    let manner = Manner { traces: evidence.traces, strategies: evidence.strategies, fair };
    let mut replay = Replay {
        evidence,
        model,
        judge: if most > 0 { Judge::new(&model.system, &claim, manner, most) } else { Err(Beyond::NotAsked) },
        runner: Runner { model, transitions: Transitions::new(&model.system) },
        fair: fair.then_some(claim.fair),
        claim,
        reached: BTreeSet::new(),
        done: Replayed::default(),
    };
    replay.whole()?;
    Ok(replay.done)
}

struct Replay<'a> {
    evidence: &'a Evidence,
    model: &'a Model,
    runner: Runner<'a>,
    /// Where formulas are true, if there are few states and somebody asked for them.
    judge: Result<Judge<'a>, Beyond>,
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
        self.other_initial_states()
    }

    /// How many states there are is the engine's word, unless there are few.
    fn universe(&self) -> Checked {
        let Some(universe) = &self.evidence.universe else { return Ok(()) };
        if universe.fair != self.fair.is_some() {
            return wrong("it is not about the states that formulas speak of");
        }
        let right = match self.judge.as_ref().map(Judge::size) {
            Ok((states, initial)) => universe.states == states.into() && universe.initial == initial.into(),
            // Play may leave the states that have a fair path.
            Err(_) => universe.fair || universe.states >= self.evidence.states.len().into(),
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
                self.path(id, node.state, path)?;
                self.branching(path, operator)?;
                parts.extend(path.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Path(path), Formula::Quantified(Quantifier::Exists, inner)) => {
                self.path(id, node.state, path)?;
                self.quantified(path, inner)?;
                parts.extend(path.parts.iter().map(|&(_, part)| part));
            }
            (Reason::Jump(jump), Formula::Considers(knowledge, f)) => {
                let (relations, common) = relations(&self.model.system, knowledge);
                self.jump(id, jump, &relations, common, f)?;
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
                self.strategy(id, strategy, group, operator)?;
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
                self.universal(id, &state, node.formula)?;
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

    fn jump(&mut self, id: NodeId, jump: &Jump, relations: &[Vec<AgentId>], common: bool, f: FormulaId) -> Checked {
        if jump.steps.is_empty() || jump.steps.len() > 1 && !common {
            return wrong("this kind of knowledge has one step");
        }
        let mut here = self.get(id)?.state;
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
        self.fair_start(jump.part)?;
        self.fair_on_the_way(id, jump)
    }

    /// With fairness, all states that somebody considers possible have a fair path, those on the way to the last included.
    fn fair_on_the_way(&mut self, id: NodeId, jump: &Jump) -> Checked {
        let on_the_way = &jump.steps[..jump.steps.len() - 1];
        if self.fair.is_none() || on_the_way.is_empty() {
            return Ok(());
        }
        match &self.judge {
            Ok(judge) => {
                for &(_, there) in on_the_way {
                    if !judge.speaks_of(self.state(there)?) {
                        return wrong(format!("state {there} has no fair path"));
                    }
                }
            }
            &Err(why) => self.not_seen(Unseen::FairOnTheWay(id), why),
        }
        Ok(())
    }
}
