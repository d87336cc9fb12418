//! Searches along long cycles of model and automaton: by squaring, as for the model alone (see `squaring`). The members of
//! the component are numbers in a few more variables.

use oxidd::VarNo;

use super::super::branching::World;
use super::super::diagrams::{Bdd, Diagrams};
use super::super::squaring::Places;
use super::pairs::{ProductSet, Step};
use crate::engine::GaveUp;

/// The members of a component as numbers.
struct Code {
    places: Vec<Places>,
}

impl Code {
    fn new(diagrams: &Diagrams, members: usize) -> Self {
        let bits = members.next_power_of_two().trailing_zeros();
        let first = diagrams.more_levels(3 * bits as usize);
        let place =
            |bit: VarNo| Places { now: first + 3 * bit, middle: first + 3 * bit + 1, next: first + 3 * bit + 2 };
        Self { places: (0..bits).map(place).collect() }
    }

    /// The number of a member, in the variables that `of` chooses.
    fn number(&self, diagrams: &Diagrams, member: usize, of: fn(&Places) -> VarNo) -> Result<Bdd, GaveUp> {
        let mut cube = diagrams.constant(true);
        for (bit, place) in self.places.iter().enumerate().rev() {
            let variable = diagrams.at_level(of(place))?;
            cube = match member >> bit & 1 {
                1 => diagrams.and(&variable, &cube)?,
                _ => diagrams.minus(&cube, &variable)?,
            };
        }
        Ok(cube)
    }
}

/// μZ. goals ∨ (within ∧ Pre Z) for product sets, by member; none if the relation is too large.
pub(super) fn until(
    world: &World<'_>,
    steps: &[Vec<Step>],
    within: &[Bdd],
    goals: &[Bdd],
) -> Result<Option<ProductSet>, GaveUp> {
    let (diagrams, relation) = (world.diagrams, world.relation);
    let code = Code::new(diagrams, goals.len());
    let mut moves = diagrams.constant(false);
    let mut set = diagrams.constant(false);
    for (member, goal) in goals.iter().enumerate() {
        let here = code.number(diagrams, member, |place| place.now)?;
        set = diagrams.or(&set, &diagrams.and(goal, &here)?)?;
        for (from, target) in &steps[member] {
            let from = diagrams.and(&diagrams.and(from, &within[member])?, &here)?;
            let there = code.number(diagrams, *target, |place| place.next)?;
            moves = diagrams.or(&moves, &diagrams.and(&from, &there)?)?;
        }
    }
    let squaring = relation.squaring_with(diagrams, code.places.clone())?;
    let step = diagrams.and(&relation.steps(diagrams)?, &moves)?;
    let Some(closure) = squaring.closure(diagrams, &step)? else { return Ok(None) };
    let reached = diagrams.or(&set, &squaring.before(diagrams, &closure, &set)?)?;
    let member = |member: usize| {
        let here = code.number(diagrams, member, |place| place.now)?;
        diagrams.restrict(&reached, &here)
    };
    (0..goals.len()).map(member).collect::<Result<ProductSet, GaveUp>>().map(Some)
}
