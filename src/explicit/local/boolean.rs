//! Boolean combinations of what a state says by itself and of what games say, of which not all need be known.

use super::super::steps::Condition;
use super::super::words::Packing;
use crate::ir::InterpretedSystem;
use crate::logic::{Formula, FormulaId, Formulas};

/// A game: its place among the games of a formula.
pub(super) type GameId = usize;

/// An operation; operands are results of earlier ones.
#[derive(Debug)]
enum Operation {
    Constant(bool),
    Tests(Condition),
    /// What a game says.
    Game(GameId),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Implies(usize, usize),
}

/// A formula down to its games. The last operation is its value.
#[derive(Debug)]
pub(super) struct Boolean(Vec<Operation>);

impl Boolean {
    /// `None` if there is anything but Boolean connectives, what a state says by itself, and games.
    pub(super) fn compile(
        (system, formulas): (&InterpretedSystem, &Formulas),
        root: FormulaId,
        packing: &Packing,
        game: impl Fn(FormulaId) -> Option<GameId>,
    ) -> Option<Self> {
        let nodes = nodes(formulas, root);
        let place = |id: FormulaId| nodes.binary_search(&id).expect("operands are among the nodes");
        let condition = |condition| Condition::compile(&system.exprs, condition, packing);
        let operation = |&id: &FormulaId| {
            Some(match formulas.get(id) {
                Formula::True => Operation::Constant(true),
                Formula::False => Operation::Constant(false),
                Formula::Atom(atom) => Operation::Tests(condition(system.atom(atom).condition)),
                Formula::Red(agent) => match system.agent(agent).red {
                    Some(red) => Operation::Tests(condition(red)),
                    None => Operation::Constant(false),
                },
                Formula::Not(f) => Operation::Not(place(f)),
                Formula::And(f, g) => Operation::And(place(f), place(g)),
                Formula::Or(f, g) => Operation::Or(place(f), place(g)),
                Formula::Implies(f, g) => Operation::Implies(place(f), place(g)),
                Formula::Strategic(..) => Operation::Game(game(id)?),
                Formula::Branching(..)
                | Formula::Quantified(..)
                | Formula::Linear(_)
                | Formula::Dynamic(..)
                | Formula::Knows(..)
                | Formula::Considers(..)
                | Formula::Obliged(..)
                | Formula::Permitted(..) => return None,
            })
        };
        nodes.iter().map(operation).collect::<Option<Vec<_>>>().map(Self)
    }

    /// `true` or `false`.
    pub(super) fn constant(value: bool) -> Self {
        Self(vec![Operation::Constant(value)])
    }

    /// The value in a state as far as games are known.
    ///
    /// # Errors
    /// A game that has to be known first.
    pub(super) fn value(&self, words: &[u64], game: impl Fn(GameId) -> Option<bool>) -> Result<bool, GameId> {
        let mut values: Vec<Option<bool>> = Vec::with_capacity(self.0.len());
        let mut scratch = Vec::new();
        for operation in &self.0 {
            values.push(match *operation {
                Operation::Constant(value) => Some(value),
                Operation::Tests(ref condition) => Some(condition.admits(words, &mut scratch)),
                Operation::Game(id) => game(id),
                Operation::Not(f) => values[f].map(|value| !value),
                Operation::And(f, g) => not(either(not(values[f]), not(values[g]))),
                Operation::Or(f, g) => either(values[f], values[g]),
                Operation::Implies(f, g) => either(not(values[f]), values[g]),
            });
        }
        let root = self.0.len() - 1;
        values[root].ok_or_else(|| self.unknown(root, &values))
    }

    /// A game that keeps an operation from having a value.
    fn unknown(&self, mut at: usize, values: &[Option<bool>]) -> GameId {
        loop {
            at = match self.0[at] {
                Operation::Game(id) => return id,
                Operation::Not(f) => f,
                Operation::And(f, g) | Operation::Or(f, g) | Operation::Implies(f, g) => {
                    if values[f].is_none() {
                        f
                    } else {
                        g
                    }
                }
                Operation::Constant(_) | Operation::Tests(_) => unreachable!("these always have a value"),
            };
        }
    }
}

fn not(value: Option<bool>) -> Option<bool> {
    value.map(|value| !value)
}

fn either(left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (left, right) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

/// The formulas that the value of `root` is made of, down to games: operands before what they are operands of.
fn nodes(formulas: &Formulas, root: FormulaId) -> Vec<FormulaId> {
    let mut nodes = std::collections::BTreeSet::new();
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        if nodes.insert(id) && !matches!(formulas.get(id), Formula::Strategic(..)) {
            work.extend(formulas.children(id));
        }
    }
    nodes.into_iter().collect()
}
