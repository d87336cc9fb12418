//! What formulas are interpreted in, and their evaluation: every subformula once, subformulas first.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::super::claim::Claim;
use super::super::super::word::leaves;
use super::super::outcome::Beyond;
use super::forever::forever;
use super::game::Game;
use super::{Set, Whole, and, or};
use crate::engine::{Strategies, Traces};
use crate::ir::{AgentId, GroupId, InterpretedSystem, State};
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Temporal};

/// How path quantifiers and strategies are read.
#[derive(Clone, Copy)]
pub(in super::super) struct Manner {
    pub(in super::super) traces: Traces,
    pub(in super::super) strategies: Strategies,
    /// Whether only fair paths count, and only states with one.
    pub(in super::super) fair: bool,
}

/// What formulas are interpreted in. All sets lie within the universe.
pub(super) struct World {
    /// The reachable states; with fairness those with a fair path.
    pub(super) universe: Set,
    /// What fair paths meet infinitely often.
    pub(super) fairness: Vec<Set>,
}

impl World {
    /// Whatever of the universe is not in a set.
    pub(super) fn not(&self, set: &Set) -> Set {
        self.universe.iter().zip(set).map(|(is_there, value)| *is_there && !value).collect()
    }

    pub(super) fn nowhere(&self) -> Set {
        vec![false; self.universe.len()]
    }

    fn everywhere_if(&self, condition: bool) -> Set {
        if condition { self.universe.clone() } else { self.nowhere() }
    }
}

/// All states, and where formulas are true.
pub(in super::super) struct Judge<'a> {
    whole: Whole<'a>,
    world: World,
    manner: Manner,
    known: Known,
    games: BTreeMap<GroupId, Result<Rc<Game>, Beyond>>,
}

type Known = BTreeMap<FormulaId, Result<Rc<Set>, Beyond>>;

impl<'a> Judge<'a> {
    /// Enumerates the reachable states, if there are at most so many. Constraints speak of all of them; with fairness all
    /// else speaks of the states with a fair path.
    pub(in super::super) fn new(
        system: &'a InterpretedSystem,
        claim: &Claim,
        manner: Manner,
        most: usize,
    ) -> Result<Self, Beyond> {
        let whole = Whole::enumerate(system, most)?;
        let world = World { universe: vec![true; whole.len()], fairness: Vec::new() };
        let mut judge = Self { whole, world, manner, known: Known::new(), games: BTreeMap::new() };
        if manner.fair {
            let mut fairness = Vec::new();
            for &constraint in &claim.constraints {
                fairness.push(judge.satisfying(&claim.formulas, constraint)?.as_ref().clone());
            }
            let universe = forever(&judge.whole.next, &judge.world.universe, &fairness);
            judge.world = World { universe, fairness };
            judge.known.clear();
        }
        Ok(judge)
    }

    /// How many states formulas speak of, and how many of them are initial.
    pub(in super::super) fn size(&self) -> (usize, usize) {
        let count = |set: &[bool]| set.iter().filter(|is_there| **is_there).count();
        (count(&self.world.universe), count(&self.world.universe[..self.whole.initial]))
    }

    /// Whether formulas speak of a state: it is reachable, and with fairness it has a fair path.
    pub(in super::super) fn speaks_of(&self, state: &State) -> bool {
        self.whole.states.get_index_of(state).is_some_and(|number| self.world.universe[number])
    }

    /// The states of the universe that these agents together cannot tell from this one.
    pub(in super::super) fn alike(&self, state: &State, agents: &[AgentId]) -> impl Iterator<Item = &State> {
        let seen = self.whole.local(state, agents);
        let there = self.whole.states.iter().zip(&self.world.universe).filter(|(_, is_there)| **is_there);
        there.map(|(other, _)| other).filter(move |other| self.whole.local(other, agents) == seen)
    }

    /// Whether a fairness constraint, counted from 0, is true in a state.
    pub(in super::super) fn meets(&self, constraint: usize, state: &State) -> bool {
        self.whole.states.get_index_of(state).is_some_and(|number| self.world.fairness[constraint][number])
    }

    /// Whether a formula is true in a state of the universe.
    pub(in super::super) fn is_true(
        &mut self,
        formulas: &Formulas,
        formula: FormulaId,
        state: &State,
    ) -> Result<bool, Beyond> {
        let set = self.satisfying(formulas, formula)?;
        Ok(self.whole.states.get_index_of(state).is_some_and(|number| set[number]))
    }

    /// Whether a formula is true in all initial states of the universe.
    pub(in super::super) fn is_true_initially(
        &mut self,
        formulas: &Formulas,
        formula: FormulaId,
    ) -> Result<bool, Beyond> {
        let set = self.satisfying(formulas, formula)?;
        Ok((0..self.whole.initial).all(|state| !self.world.universe[state] || set[state]))
    }

    /// The states of the universe in which a formula is true.
    fn satisfying(&mut self, formulas: &Formulas, formula: FormulaId) -> Result<Rc<Set>, Beyond> {
        for id in self.needed(formulas, formula) {
            let found = self.evaluate(formulas, id).map(Rc::new);
            self.known.insert(id, found);
        }
        self.known[&formula].clone()
    }

    /// What has to be evaluated to know a formula, subformulas first.
    fn needed(&self, formulas: &Formulas, formula: FormulaId) -> BTreeSet<FormulaId> {
        let mut needed = BTreeSet::new();
        let mut work = vec![formula];
        while let Some(id) = work.pop() {
            if !self.known.contains_key(&id) && needed.insert(id) {
                work.extend(operands(formulas, id));
            }
        }
        needed
    }

    fn evaluate(&mut self, formulas: &Formulas, id: FormulaId) -> Result<Set, Beyond> {
        for operand in operands(formulas, id) {
            self.known[&operand].as_ref().map_err(|&beyond| beyond)?;
        }
        if let Formula::Strategic(group, operator) = formulas.get(id) {
            return self.strategic(group, operator);
        }
        let (whole, world) = (&self.whole, &self.world);
        let of = |f: FormulaId| look_up(&self.known, f);
        Ok(match formulas.get(id) {
            Formula::True => world.universe.clone(),
            Formula::False => world.nowhere(),
            Formula::Atom(atom) => and(&world.universe, &whole.condition(whole.system().atom(atom).condition)),
            Formula::Red(agent) => and(&world.universe, &whole.red(agent)),
            Formula::Not(f) => world.not(of(f)),
            Formula::And(f, g) => and(of(f), of(g)),
            Formula::Or(f, g) => or(of(f), of(g)),
            Formula::Implies(f, g) => or(&world.not(of(f)), of(g)),
            Formula::Branching(quantifier, operator) => whole.branching(world, quantifier, operator, of),
            Formula::Quantified(Quantifier::Exists, path) => {
                whole.some_path(world, self.manner.traces, formulas, (path, true), of)?
            }
            Formula::Quantified(Quantifier::Forall, path) => {
                world.not(&whole.some_path(world, self.manner.traces, formulas, (path, false), of)?)
            }
            Formula::Knows(knowledge, f) => world.not(&whole.considers(&world.universe, knowledge, &world.not(of(f)))),
            Formula::Considers(knowledge, f) => whole.considers(&world.universe, knowledge, of(f)),
            Formula::Obliged(agent, f) => {
                let bad = world.not(&or(of(f), &whole.red(agent)));
                world.everywhere_if(!bad.contains(&true))
            }
            Formula::Permitted(agent, f) => {
                let red = whole.red(agent);
                world.everywhere_if(of(f).iter().zip(&red).any(|(is_true, red)| *is_true && !red))
            }
            Formula::Strategic(..) | Formula::Linear(_) | Formula::Dynamic(..) => {
                unreachable!("path formulas stand below path quantifiers only, and strategies have been looked at")
            }
        })
    }

    fn strategic(&mut self, group: GroupId, operator: Temporal) -> Result<Set, Beyond> {
        let members = &self.whole.system().group(group).members;
        let (whole, world) = (&self.whole, &self.world);
        let game = self.games.entry(group).or_insert_with(|| Game::new(whole, members).map(Rc::new)).clone()?;
        let of = |f: FormulaId| look_up(&self.known, f);
        match self.manner.strategies {
            Strategies::PerfectInformation => Ok(game.enforces(world, &game.all(), operator, of)),
            Strategies::Uniform => whole.uniform(world, &game, operator, of),
        }
    }
}

fn look_up(known: &Known, formula: FormulaId) -> &Set {
    match &known[&formula] {
        Ok(set) => set,
        Err(_) => unreachable!("operands have been looked at"),
    }
}

/// The state formulas that the value of a formula is made of.
fn operands(formulas: &Formulas, id: FormulaId) -> Vec<FormulaId> {
    match formulas.get(id) {
        Formula::Quantified(_, path) => leaves(formulas, path),
        _ => formulas.children(id),
    }
}
