//! Evaluation: every subformula once, subformulas first, without recursion.
//!
//! A [`Reading`] is a universe with what is already known in it. There are several because the same formula can mean
//! different things: fairness formulas speak of all reachable states, specifications of the fair ones, and LDL and CDL*
//! on finite traces ignore fairness and quantify over other paths.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::atl::Player;
use super::game::{Detail, Game};
use super::knowledge::{Partition, Partitions};
use super::obligation;
use super::paths::{self, Paths, Walk};
use super::set::StateSet;
use super::space::Space;
use super::uniform::Uniform;
use super::world::World;
use crate::engine::{GaveUp, Limits, Strategies, Terms, Traces};
use crate::ir::{AgentId, GroupId};
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Sign, Temporal};

/// Results beyond this many bytes are forgotten as soon as the formula at hand needs them no more.
const KEEP: usize = 1 << 28;

/// A universe, what its path quantifiers range over, and the formulas that have been evaluated there.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) universe: StateSet,
    pub(super) fairness: Vec<StateSet>,
    traces: Traces,
    known: HashMap<FormulaId, StateSet>,
}

impl Reading {
    pub(super) fn new(universe: StateSet, fairness: Vec<StateSet>, traces: Traces) -> Self {
        Self { universe, fairness, traces, known: HashMap::new() }
    }

    fn world<'a>(&'a self, space: &'a Space<'_>, limits: &'a Limits) -> World<'a> {
        World { graph: space.graph(), universe: &self.universe, fairness: &self.fairness, limits }
    }

    fn too_much_known(&self) -> bool {
        self.known.len() * self.universe.bytes() > KEEP
    }
}

/// What evaluation needs besides a reading, and what it keeps from one formula to the next.
pub(super) struct Evaluator<'m> {
    pub(super) space: Space<'m>,
    pub(super) options: Terms,
    /// The model's formulas, and negations of path formulas.
    formulas: Formulas,
    /// How many of them are the model's.
    given: usize,
    partitions: Partitions,
    games: HashMap<(GroupId, Detail), Rc<Game>>,
}

impl<'m> Evaluator<'m> {
    /// What these agents together can tell apart.
    pub(super) fn partition(&mut self, agents: &[AgentId]) -> Rc<Partition> {
        self.partitions.of(&self.space, agents)
    }

    pub(super) fn new(space: Space<'m>, formulas: Formulas, options: Terms) -> Self {
        let given = formulas.len();
        Self { space, options, formulas, given, partitions: Partitions::default(), games: HashMap::new() }
    }

    /// From now on the model has these formulas: those that it had, and more. What is known of the former stays.
    pub(super) fn learn<'r>(&mut self, formulas: Formulas, readings: impl IntoIterator<Item = &'r mut Reading>) {
        for reading in readings {
            reading.known.retain(|id, _| id.index() < self.given);
        }
        self.given = formulas.len();
        self.formulas = formulas;
    }

    /// The states of the reading's universe in which `root` holds.
    pub(super) fn evaluate(&mut self, reading: &mut Reading, root: FormulaId) -> Result<StateSet, GaveUp> {
        let needed = self.needed(reading, root);
        let mut uses: HashMap<FormulaId, usize> = HashMap::new();
        for &operand in needed.values().flatten() {
            *uses.entry(operand).or_default() += 1;
        }
        for (id, operands) in needed {
            self.options.limits.check()?;
            let result = self.apply(reading, id)?;
            reading.known.insert(id, result);
            for operand in operands {
                let left = uses.get_mut(&operand).expect("every use was counted");
                *left -= 1;
                if *left == 0 && reading.too_much_known() {
                    reading.known.remove(&operand);
                }
            }
        }
        Ok(reading.known[&root].clone())
    }

    /// The formulas that have to be evaluated to know `root`, each with the formulas that its value is made of.
    fn needed(&self, reading: &Reading, root: FormulaId) -> BTreeMap<FormulaId, Vec<FormulaId>> {
        let mut needed = BTreeMap::new();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if reading.known.contains_key(&id) || needed.contains_key(&id) {
                continue;
            }
            let operands = match self.formulas.get(id) {
                Formula::Quantified(_, path) => paths::state_subformulas(&self.formulas, path),
                _ => self.formulas.children(id),
            };
            work.extend_from_slice(&operands);
            needed.insert(id, operands);
        }
        needed
    }

    /// One operator, applied to operands that are known.
    fn apply(&mut self, reading: &Reading, id: FormulaId) -> Result<StateSet, GaveUp> {
        let world = reading.world(&self.space, &self.options.limits);
        let of = |f: FormulaId| &reading.known[&f];
        Ok(match self.formulas.get(id) {
            Formula::True => world.universe.clone(),
            Formula::False => world.nowhere(),
            Formula::Atom(atom) => self.space.satisfying(self.space.system().atom(atom).condition).and(world.universe),
            Formula::Red(agent) => obligation::red(&self.space, agent).and(world.universe),
            Formula::Not(f) => world.complement(of(f)),
            Formula::And(f, g) => of(f).and(of(g)),
            Formula::Or(f, g) => of(f).or(of(g)),
            Formula::Implies(f, g) => world.complement(of(f)).or(of(g)),
            Formula::Branching(quantifier, operator) => world.branching(quantifier, operator, of)?,
            Formula::Strategic(group, operator) => self.strategic(reading, group, operator)?,
            Formula::Quantified(quantifier, path) => self.quantified(reading, quantifier, path)?,
            Formula::Linear(_) | Formula::Dynamic(..) => {
                unreachable!("resolve puts path formulas below path quantifiers only")
            }
            Formula::Knows(knowledge, f) => {
                world.knows(knowledge, &self.partitions.behind(&self.space, knowledge), of(f))?
            }
            Formula::Considers(knowledge, f) => {
                world.considers(knowledge, &self.partitions.behind(&self.space, knowledge), of(f))?
            }
            Formula::Obliged(agent, f) => world.obliged(&obligation::red(&self.space, agent), of(f)),
            Formula::Permitted(agent, f) => world.permitted(&obligation::red(&self.space, agent), of(f)),
        })
    }

    fn strategic(&mut self, reading: &Reading, group: GroupId, operator: Temporal) -> Result<StateSet, GaveUp> {
        let detail = match self.options.strategies {
            Strategies::PerfectInformation => Detail::Outcomes,
            Strategies::Uniform => Detail::Actions,
        };
        let game = self.game(group, detail)?;
        let world = reading.world(&self.space, &self.options.limits);
        let of = |f: FormulaId| &reading.known[&f];
        match self.options.strategies {
            Strategies::PerfectInformation => Player::new(world, &game, None).enforces(operator, of),
            Strategies::Uniform => {
                let together = self.partitions.of(&self.space, game.members());
                let local: Vec<_> =
                    game.members().iter().map(|&member| self.partitions.of(&self.space, &[member])).collect();
                Uniform { world, game: &game, local: &local, together: &together }.enforces(operator, of)
            }
        }
    }

    fn game(&mut self, group: GroupId, detail: Detail) -> Result<Rc<Game>, GaveUp> {
        if let Some(game) = self.games.get(&(group, detail)) {
            return Ok(Rc::clone(game));
        }
        let members = &self.space.system().group(group).members;
        let game = Rc::new(Game::new(&self.space, members, detail, &self.options.limits)?);
        self.games.insert((group, detail), Rc::clone(&game));
        Ok(game)
    }

    /// E path, or A path = ¬E ¬path.
    fn quantified(&mut self, reading: &Reading, quantifier: Quantifier, path: FormulaId) -> Result<StateSet, GaveUp> {
        match quantifier {
            Quantifier::Exists => self.some_path(reading, path),
            Quantifier::Forall => {
                let negated = self.formulas.intern(Formula::Not(path));
                Ok(reading.universe.minus(&self.some_path(reading, negated)?))
            }
        }
    }

    fn some_path(&self, reading: &Reading, path: FormulaId) -> Result<StateSet, GaveUp> {
        Ok(self.paths(reading, &reading.known).exists(path)?.and(&reading.universe))
    }

    fn paths<'a>(&'a self, reading: &'a Reading, labels: &'a HashMap<FormulaId, StateSet>) -> Paths<'a> {
        Paths {
            graph: self.space.graph(),
            traces: reading.traces,
            fairness: &reading.fairness,
            formulas: &self.formulas,
            labels,
            limits: &self.options.limits,
        }
    }

    /// A path from one of the states `from` on which `path`, or its negation, is true; a short one.
    pub(super) fn walk(
        &mut self,
        reading: &mut Reading,
        (sign, path): (Sign, FormulaId),
        from: &StateSet,
    ) -> Result<Option<Walk>, GaveUp> {
        let path = match sign {
            Sign::Plain => path,
            Sign::Negated => self.formulas.intern(Formula::Not(path)),
        };
        let mut labels = HashMap::new();
        for formula in paths::state_subformulas(&self.formulas, path) {
            labels.insert(formula, self.evaluate(reading, formula)?);
        }
        self.paths(reading, &labels).walk(path, from)
    }
}
