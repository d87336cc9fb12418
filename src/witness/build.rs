//! Evidence from sets of states: one obligation after the other, from the formula down, without recursion.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::evidence::{Evidence, Jump, Node, NodeId, Path, Reason, Shown, StateId, Strategy};
use super::search::{Layers, knowledge_path, lasso, run, shortest};
use super::sets::Sets;
use super::strategies::{Play, Player};
use super::word::{Word, leaves};
use crate::automata::PathFormula;
use crate::engine::{GaveUp, Options, Strategies, Traces};
use crate::ir::{AgentId, InterpretedSystem, Program, State};
use crate::logic::{Formula, FormulaId, Formulas, Knowledge, Quantifier, Specification, Temporal};
use crate::model::Model;
use crate::run::Run;

/// Evidence with more obligations is of no use to a reader.
const MOST_NODES: usize = 50_000;
/// How many successors, or initial states, are shown or tried one by one.
const FEW: usize = 8;

/// The model with the normal forms of its formulas and of their negations, and whatever else evidence speaks of.
#[must_use]
pub fn prepared(model: &Model) -> Model {
    let mut model = model.clone();
    let mut work: Vec<FormulaId> = Vec::new();
    for specification in &model.specifications {
        work.push(model.formulas.negation_normal_form(specification.formula));
        work.push(model.formulas.negated_normal_form(specification.formula));
    }
    let truth = model.formulas.intern(Formula::True);
    model.formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Globally(truth)));
    let mut seen = BTreeSet::new();
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        work.extend(model.formulas.children(id));
        match model.formulas.get(id) {
            Formula::Quantified(_, path) => {
                for leaf in leaves(&model.formulas, path) {
                    work.push(model.formulas.negated_normal_form(leaf));
                }
            }
            Formula::Permitted(agent, _) => {
                model.formulas.intern(Formula::Red(agent));
            }
            Formula::Branching(Quantifier::Exists, Temporal::Release(_, g)) => {
                model.formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Globally(g)));
            }
            _ => {}
        }
    }
    model
}

/// Why `specification` is true, or false, in an initial state.
///
/// The model must have been [`prepared`], and the verdict must be right.
///
/// # Errors
/// Why there is no evidence: a limit.
pub fn build<S: Sets>(
    sets: &mut S,
    model: &Model,
    specification: Specification,
    shown: Shown,
    options: &Options,
) -> Result<Evidence, GaveUp> {
    let mut formulas = model.formulas.clone();
    let root = goal(&mut formulas, specification.formula, shown);
    let layers = Layers::new(sets)?;
    let traces = options.traces_of(specification.logic);
    let truth = formulas.intern(Formula::True);
    let fair = formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Globally(truth)));
    let mut builder = Builder {
        sets,
        model,
        options,
        layers,
        fair: (traces == Traces::Infinite && !model.fairness.is_empty()).then_some(fair),
        evident: evident(&formulas),
        evidence: Evidence {
            shown,
            traces,
            strategies: options.strategies,
            states: Vec::new(),
            nodes: Vec::new(),
            origins: BTreeMap::new(),
            formulas,
        },
        numbers: HashMap::new(),
        known: HashMap::new(),
        to_be_fair: BTreeSet::new(),
        work: Vec::new(),
    };
    builder.root(root)?;
    builder.finish()?;
    Ok(builder.evidence)
}

/// What has to be true in an initial state.
pub(super) fn goal(formulas: &mut Formulas, formula: FormulaId, shown: Shown) -> FormulaId {
    match shown {
        Shown::Holds => formulas.negation_normal_form(formula),
        Shown::Fails => formulas.negated_normal_form(formula),
    }
}

/// The formulas that the values of a state decide, by their position in the arena.
pub(super) fn evident(formulas: &Formulas) -> Vec<bool> {
    let mut evident: Vec<bool> = Vec::with_capacity(formulas.len());
    for id in formulas.ids() {
        let children = || formulas.children(id).iter().all(|child| evident[child.index()]);
        let value = match formulas.get(id) {
            Formula::True | Formula::False | Formula::Atom(_) | Formula::Red(_) => true,
            Formula::Not(_) | Formula::And(..) | Formula::Or(..) | Formula::Implies(..) => children(),
            _ => false,
        };
        evident.push(value);
    }
    evident
}

/// Whether a formula that the values of a state decide is true there.
pub(super) fn is_true(system: &InterpretedSystem, formulas: &Formulas, formula: FormulaId, state: &State) -> bool {
    let mut known: BTreeMap<FormulaId, bool> = BTreeMap::new();
    for id in formulas.below(formula) {
        let of = |f: FormulaId| known.get(&f).copied().unwrap_or(false);
        let holds = |condition| Program::compile(&system.exprs, condition).holds(state);
        let value = match formulas.get(id) {
            Formula::True => true,
            Formula::Atom(atom) => holds(system.atom(atom).condition),
            Formula::Red(agent) => system.agent(agent).red.is_some_and(holds),
            Formula::Not(f) => !of(f),
            Formula::And(f, g) => of(f) && of(g),
            Formula::Or(f, g) => of(f) || of(g),
            Formula::Implies(f, g) => !of(f) || of(g),
            _ => false,
        };
        known.insert(id, value);
    }
    known[&formula]
}

/// The relations behind a kind of knowledge, each by the agents that it belongs to, and whether steps may follow steps.
pub(super) fn relations(system: &InterpretedSystem, knowledge: Knowledge) -> (Vec<Vec<AgentId>>, bool) {
    let each = |group| system.group(group).members.iter().map(|&member| vec![member]).collect();
    match knowledge {
        Knowledge::Agent(agent) => (vec![vec![agent]], false),
        Knowledge::Distributed(group) => (vec![system.group(group).members.clone()], false),
        Knowledge::Everyone(group) => (each(group), false),
        Knowledge::Common(group) => (each(group), true),
    }
}

struct Builder<'a, S: Sets> {
    sets: &'a mut S,
    model: &'a Model,
    options: &'a Options,
    layers: Layers<S>,
    /// What a state with a fair path satisfies, if that has to be shown.
    fair: Option<FormulaId>,
    evident: Vec<bool>,
    evidence: Evidence,
    numbers: HashMap<State, StateId>,
    known: HashMap<(StateId, FormulaId), NodeId>,
    to_be_fair: BTreeSet<NodeId>,
    work: Vec<NodeId>,
}

impl<S: Sets> Builder<'_, S> {
    /// The first obligation, in the initial state from which least has to be shown.
    fn root(&mut self, root: FormulaId) -> Result<(), GaveUp> {
        let initial = self.sets.initial()?;
        let reason = match self.evidence.formulas.get(root) {
            Formula::Branching(Quantifier::Exists, Temporal::Finally(_) | Temporal::Until(..)) => {
                let path = self.until(root, &initial)?;
                Some(run(self.sets, path, None)?)
            }
            Formula::Branching(Quantifier::Exists, Temporal::Globally(_)) => {
                let staying = self.sets.satisfying(root)?;
                let mut left = self.sets.and(&initial, &staying)?;
                let mut best: Option<Run> = None;
                for _ in 0..FEW {
                    let Some(start) = self.sets.some(&left)? else { break };
                    left = self.sets.minus(&left, &self.sets.single(&start)?)?;
                    let found = lasso(self.sets, &start, &staying)?;
                    if best.as_ref().is_none_or(|best| found.states.len() < best.states.len()) {
                        best = Some(found);
                    }
                }
                best
            }
            Formula::Quantified(Quantifier::Exists, path) => self.sets.run(PathFormula::plain(path), None)?,
            _ => None,
        };
        let start = match &reason {
            Some(run) => run.states[0].clone(),
            None => {
                let satisfying = self.sets.satisfying(root)?;
                let some = self.sets.some(&self.sets.and(&initial, &satisfying)?)?;
                some.ok_or_else(|| GaveUp::Declined("no initial state bears the verdict out".to_owned()))?
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
        self.evident[formula.index()]
    }

    fn holds(&mut self, state: StateId, formula: FormulaId) -> Result<bool, GaveUp> {
        if self.is_evident(formula) {
            let state = &self.evidence.states[state];
            return Ok(is_true(&self.model.system, &self.evidence.formulas, formula, state));
        }
        let set = self.sets.satisfying(formula)?;
        self.sets.contains(&set, &self.evidence.states[state])
    }

    fn reason(&mut self, state: StateId, formula: FormulaId) -> Result<Reason, GaveUp> {
        if self.is_evident(formula) {
            return Ok(Reason::Evident);
        }
        let here = self.evidence.states[state].clone();
        match self.evidence.formulas.get(formula) {
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
                let run = self.sets.run(PathFormula::plain(path), Some(&here))?;
                let run = run.ok_or_else(|| GaveUp::Declined("a path that must be there was not found".to_owned()))?;
                self.path(formula, run)
            }
            Formula::Considers(knowledge, f) => self.jump(&here, knowledge, f),
            Formula::Permitted(agent, f) => self.elsewhere(agent, f),
            Formula::Strategic(..) => match self.strategy(&here, formula)? {
                Some(strategy) => Ok(Reason::Strategy(strategy)),
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
                let goal = self.sets.satisfying(f)?;
                let next = self.sets.some(&self.sets.and(&self.sets.after(&start)?, &goal)?)?;
                run(self.sets, std::iter::once(here.clone()).chain(next).collect(), None)
            }
            Temporal::Finally(_) | Temporal::Until(..) => {
                let path = self.until(formula, &start)?;
                run(self.sets, path, None)
            }
            Temporal::Globally(_) => {
                let staying = self.sets.satisfying(formula)?;
                lasso(self.sets, here, &staying)
            }
            Temporal::Release(f, g) => {
                let (f, g_set) = (self.sets.satisfying(f)?, self.sets.satisfying(g)?);
                let goal = self.sets.and(&f, &g_set)?;
                if let Some(path) = shortest(self.sets, &start, &g_set, &goal)? {
                    return run(self.sets, path, None);
                }
                let forever = Formula::Branching(Quantifier::Exists, Temporal::Globally(g));
                let forever = self.evidence.formulas.intern(forever);
                let staying = self.sets.satisfying(forever)?;
                lasso(self.sets, here, &staying)
            }
            Temporal::WeakUntil(..) => unreachable!("normal forms have none outside strategies"),
        }
    }

    /// A shortest path for EF or EU from one of these states.
    fn until(&mut self, formula: FormulaId, from: &S::Set) -> Result<Vec<State>, GaveUp> {
        let (within, goal) = match self.evidence.formulas.get(formula) {
            Formula::Branching(_, Temporal::Finally(g)) => (self.sets.universe(), self.sets.satisfying(g)?),
            Formula::Branching(_, Temporal::Until(f, g)) => (self.sets.satisfying(f)?, self.sets.satisfying(g)?),
            _ => unreachable!("only EF and EU are asked for"),
        };
        let path = shortest(self.sets, from, &within, &goal)?;
        path.ok_or_else(|| GaveUp::Declined("a path that must be there was not found".to_owned()))
    }

    /// A run as a reason, with obligations where they are needed.
    fn path(&mut self, formula: FormulaId, run: Run) -> Result<Reason, GaveUp> {
        let states: Vec<StateId> = run.states.iter().map(|state| self.state(state)).collect();
        let last = states.len() - 1;
        let mut parts = Vec::new();
        let claims: Vec<(usize, FormulaId)> = match self.evidence.formulas.get(formula) {
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
        for leaf in leaves(&self.evidence.formulas, path) {
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
            if !word.satisfies(&self.evidence.formulas, path, says) {
                known.insert((leaf, at), value);
                let claim = if value { leaf } else { self.evidence.formulas.negated_normal_form(leaf) };
                claims.push((at, claim));
            }
        }
        self.evident = evident(&self.evidence.formulas);
        Ok(claims)
    }

    fn jump(&mut self, here: &State, knowledge: Knowledge, f: FormulaId) -> Result<Reason, GaveUp> {
        let goal = self.sets.satisfying(f)?;
        let (relations, common) = relations(&self.model.system, knowledge);
        let found = knowledge_path((self.sets, &mut self.layers), here, &relations, common, &goal)?;
        let found = found.ok_or_else(|| GaveUp::Declined("a state that must be there was not found".to_owned()))?;
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
        let red = self.evidence.formulas.intern(Formula::Red(agent));
        let red = self.sets.satisfying(red)?;
        let satisfying = self.sets.satisfying(f)?;
        let run = self.layers.nearest(self.sets, &self.sets.minus(&satisfying, &red)?)?;
        let run = run.ok_or_else(|| GaveUp::Declined("a state that must be there was not found".to_owned()))?;
        let number = self.state(&run.states[run.states.len() - 1].clone());
        self.evidence.origins.insert(number, run);
        Ok(Reason::Elsewhere(self.fair_node(number, f)?))
    }

    fn strategy(&mut self, here: &State, formula: FormulaId) -> Result<Option<Strategy>, GaveUp> {
        let Formula::Strategic(group, operator) = self.evidence.formulas.get(formula) else { return Ok(None) };
        if self.fair.is_some() || self.evidence.traces == Traces::Finite {
            return Ok(None);
        }
        let members = &self.model.system.group(group).members;
        let player = Player::new(self.sets, &self.model.system, members, operator, &self.options.limits)?;
        let Play { from, table, states } = match self.options.strategies {
            Strategies::PerfectInformation => player.perfect(self.sets, here, formula)?,
            Strategies::Uniform => player.uniform(self.sets, here)?,
        };
        let mut parts = Vec::new();
        for (state, claim) in states {
            let number = self.state(&state);
            if !self.is_evident(claim) {
                parts.push((number, self.node(number, claim)?));
            }
        }
        let mut starts = Vec::with_capacity(from.len());
        for state in &from {
            starts.push(self.arrive(state, here)?);
        }
        Ok(Some(Strategy { from: starts, table: table.numbered(|state| self.state(state)), parts }))
    }

    /// A universal claim, with what it says of this state if that has to be shown.
    fn checked(&mut self, state: StateId, formula: FormulaId) -> Result<Reason, GaveUp> {
        let mut parts = Vec::new();
        let here = match self.evidence.formulas.get(formula) {
            Formula::Knows(_, f) | Formula::Branching(_, Temporal::Globally(f) | Temporal::Release(_, f)) => Some(f),
            _ => None,
        };
        if let Some(f) = here.filter(|&f| self.asks_for_something(f)) {
            parts.push(self.node(state, f)?);
        }
        if let Formula::Branching(Quantifier::Forall, Temporal::Next(f)) = self.evidence.formulas.get(formula)
            && self.asks_for_something(f)
        {
            parts = self.successors(state, f)?;
        }
        Ok(Reason::Checked(parts))
    }

    /// An obligation in each successor of a state, if there are few.
    fn successors(&mut self, state: StateId, f: FormulaId) -> Result<Vec<NodeId>, GaveUp> {
        let here = self.evidence.states[state].clone();
        let mut left = self.sets.after(&self.sets.single(&here)?)?;
        let mut found = Vec::new();
        while let Some(next) = self.sets.some(&left)? {
            if found.len() == FEW {
                return Ok(Vec::new());
            }
            left = self.sets.minus(&left, &self.sets.single(&next)?)?;
            found.push(next);
        }
        found
            .iter()
            .map(|next| {
                let number = self.arrive(next, &here)?;
                self.node(number, f)
            })
            .collect()
    }

    /// Whether something existential is part of a formula.
    fn asks_for_something(&self, formula: FormulaId) -> bool {
        self.evidence.formulas.below(formula).into_iter().any(|id| {
            matches!(
                self.evidence.formulas.get(id),
                Formula::Branching(Quantifier::Exists, _)
                    | Formula::Quantified(Quantifier::Exists, _)
                    | Formula::Considers(..)
                    | Formula::Permitted(..)
                    | Formula::Strategic(..)
            )
        })
    }
}
