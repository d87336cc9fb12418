//! What a path carries along, and what each letter makes of it.
//!
//! Miyano and Hayashi (1984): besides all obligations, a product state remembers which eventual ones are owed since
//! the last breakpoint, that is since nothing was owed. A path is good iff it has infinitely many breakpoints.
//! Where one step leaves over less than another, in both respects, the other one is dropped: whatever can be done
//! with more can be done with less, and no later. A load and a letter decide all that, so it is found out once for both.

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use super::super::graph::Rows;
use super::choices::{Choice, Choices, Position, conjoin, is_subset, minimal, union};
use super::obligation::Obligations;
use crate::engine::{GaveUp, Limits, Traces};
use crate::logic::FormulaId;

/// What a path carries along.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Load {
    all: Choice,
    /// Those eventual ones that have been put off since the last breakpoint; empty on finite traces.
    owed: Choice,
}

impl Load {
    fn union(&self, other: &Self) -> Self {
        Self { all: union(&self.all, &other.all), owed: union(&self.owed, &other.owed) }
    }

    fn is_part_of(&self, other: &Self) -> bool {
        is_subset(&self.owed, &other.owed) && is_subset(&self.all, &other.all)
    }
}

/// What becomes of a load under a letter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    /// The row of loads that it can become.
    pub(super) next: u32,
    /// Infinite paths: nothing is owed. Finite traces: they may end here.
    pub(super) accepts: bool,
}

/// All loads that were met.
pub(super) struct Loads<'a> {
    obligations: Obligations<'a>,
    traces: Traces,
    limits: &'a Limits,
    list: Vec<Rc<Load>>,
    numbers: HashMap<Rc<Load>, u32, FxBuildHasher>,
    /// By load and letter.
    outcomes: HashMap<(u32, u32), Outcome, FxBuildHasher>,
    next: Rows,
}

impl<'a> Loads<'a> {
    /// The first load is the obligation to satisfy `path`.
    pub(super) fn new(
        mut obligations: Obligations<'a>,
        (path, traces): (FormulaId, Traces),
        limits: &'a Limits,
    ) -> Self {
        let start = Rc::new(Load { all: vec![obligations.of(path)], owed: Choice::new() });
        let numbers = HashMap::from_iter([(Rc::clone(&start), 0)]);
        let (outcomes, next) = (HashMap::default(), Rows::new());
        Self { obligations, traces, limits, list: vec![start], numbers, outcomes, next }
    }

    /// What becomes of a load under a letter, which `state` has.
    pub(super) fn outcome(&mut self, load: u32, (letter, state): (u32, usize)) -> Result<Outcome, GaveUp> {
        if let Some(&known) = self.outcomes.get(&(load, letter)) {
            return Ok(known);
        }
        let from = Rc::clone(&self.list[load as usize]);
        let accepts = match self.traces {
            Traces::Infinite => from.owed.is_empty(),
            Traces::Finite => may_end(&from, state, &mut self.obligations, self.limits)?,
        };
        let mut next = Vec::new();
        for load in step(&from, state, self.traces, &mut self.obligations, self.limits)? {
            next.push(*self.numbers.entry(Rc::new(load)).or_insert_with_key(|new| {
                self.list.push(Rc::clone(new));
                number(self.list.len() - 1)
            }));
        }
        let outcome = Outcome { next: number(self.next.len()), accepts };
        self.next.push(&next);
        self.outcomes.insert((load, letter), outcome);
        Ok(outcome)
    }

    /// A row of loads.
    pub(super) fn next(&self, row: u32) -> &[u32] {
        self.next.row(row as usize)
    }

    /// The loads that become a load under a letter, for all of them.
    pub(super) fn reversed(&self) -> HashMap<(u32, u32), Vec<u32>, FxBuildHasher> {
        let mut before: HashMap<(u32, u32), Vec<u32>, FxBuildHasher> = HashMap::default();
        for (&(load, letter), outcome) in &self.outcomes {
            for &next in self.next(outcome.next) {
                before.entry((next, letter)).or_default().push(load);
            }
        }
        before
    }
}

/// The loads after one step from `state`; none if the obligations cannot be met there.
fn step(
    load: &Load,
    state: usize,
    traces: Traces,
    obligations: &mut Obligations<'_>,
    limits: &Limits,
) -> Result<Vec<Load>, GaveUp> {
    let mut offered = Vec::new();
    let mut choices = Choices::at(state, Position::Inner, obligations, limits);
    for &id in &load.all {
        offered.push((id, choices.of(id)?.to_vec()));
    }
    // Where there is but one choice, there is nothing to multiply out.
    let mut forced = Load::default();
    let mut open: Vec<Vec<Load>> = Vec::new();
    for (id, choices) in offered {
        let owes = traces == Traces::Infinite && (load.owed.is_empty() || load.owed.binary_search(&id).is_ok());
        let mut alternatives: Vec<Load> = Vec::new();
        for all in choices {
            let owed = all.iter().copied().filter(|&next| owes && obligations.is_eventual(next)).collect();
            alternatives.push(Load { all, owed });
        }
        match alternatives.as_mut_slice() {
            [] => return Ok(Vec::new()),
            [only] => {
                forced.all.append(&mut only.all);
                forced.owed.append(&mut only.owed);
            }
            _ => open.push(alternatives),
        }
    }
    let mut loads = vec![forced.union(&Load::default())]; // ascending, without repetition
    for alternatives in open {
        loads = conjoin(&loads, &alternatives, Load::union, limits)?;
        loads = minimal(loads, Load::is_part_of, limits)?;
    }
    Ok(loads)
}

/// Whether a trace that carries `load` may have its last position at `state`.
fn may_end(load: &Load, state: usize, obligations: &mut Obligations<'_>, limits: &Limits) -> Result<bool, GaveUp> {
    let mut choices = Choices::at(state, Position::Last, obligations, limits);
    for &id in &load.all {
        if choices.of(id)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).expect("memory ends before 2^32 product states")
}
