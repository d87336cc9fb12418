//! What lassos, and that there are none, say of a formula.

use qmas_encodings::bounded::{Question, Visited};
use qmas_encodings::linear::{Lasso, Lassos};
use qmas_encodings::{Lit, SatLimits, SymbolicSystem};

use super::hunt::{Hunt, Hunted, Stretch};
use super::problem::{Problem, Single};
use crate::bounded::asker::Asker;
use crate::bounded::limits::{SharedLimits, gave_up, interrupt};
use crate::bounded::options::BoundedOptions;
use crate::bounded::row::{Asked, BoundRow};
use crate::engine::{Declined, EngineName, GaveUp, Limits, Terms, Verdict};
use crate::logic::{Quantifier, Specification};
use crate::model::Model;

/// How many initial states are looked at, one after the other, for `E φ`.
pub(super) const MOST_STARTS: usize = 64;

/// The search for the answer to one formula on its part of the system.
pub(crate) struct LinearEngine {
    problem: Problem,
    options: BoundedOptions,
    limits: SharedLimits,
    sat: SatLimits,
    hunt: Option<Hunt>,
    /// For E: the initial states that are done with.
    starts: Vec<Vec<bool>>,
    /// What was asked about them.
    rows: Vec<BoundRow>,
}

/// What came out: the verdict, at which bound, and what was asked.
pub(crate) type Decided = (Verdict, Option<usize>, Vec<BoundRow>);

impl LinearEngine {
    /// A search that has not begun yet.
    ///
    /// # Errors
    /// Why the engine does not do this.
    pub(crate) fn new(
        model: &Model,
        system: &SymbolicSystem,
        specification: Specification,
        options: &Terms<BoundedOptions>,
    ) -> Result<Self, GaveUp> {
        let (limits, sat) = limited(&options.limits);
        let problem = Problem::new(model, system, specification, options, &sat)?;
        Ok(Self::on(problem, &options.own, limits, sat))
    }

    /// The search for the paths that a formula of CTL is about.
    ///
    /// # Errors
    /// Why the engine does not do this.
    pub(crate) fn of_ctl(single: &Single, options: &Terms<BoundedOptions>) -> Result<Self, GaveUp> {
        let (limits, sat) = limited(&options.limits);
        let problem = Problem::of_ctl(single, options, &sat)?;
        Ok(Self::on(problem, &options.own, limits, sat))
    }

    fn on(problem: Problem, options: &BoundedOptions, limits: SharedLimits, sat: SatLimits) -> Self {
        Self { problem, options: options.clone(), limits, sat, hunt: None, starts: Vec::new(), rows: Vec::new() }
    }

    /// Searches, from where it was last, until there is an answer or a limit is reached.
    pub(crate) fn answer(&mut self, limits: &Limits) -> Decided {
        let (verdict, bound) = match self.run(limits, Stretch::Whole) {
            Ok(found) => found.unwrap_or((Verdict::GaveUp(GaveUp::Interrupted), None)),
            Err(reason) => (Verdict::GaveUp(reason), None),
        };
        (verdict, bound, self.rows())
    }

    /// The same for one round. Nothing, if it was over before there was an answer.
    pub(crate) fn take_turn(&mut self, limits: &Limits) -> Option<Decided> {
        let found = self.run(limits, Stretch::Round).transpose()?;
        let (verdict, bound) = found.unwrap_or_else(|reason| (Verdict::GaveUp(reason), None));
        Some((verdict, bound, self.rows()))
    }

    /// What was asked so far.
    pub(crate) fn rows(&self) -> Vec<BoundRow> {
        let current = self.hunt.iter().flat_map(|hunt| &hunt.rows);
        let rows = self.rows.iter().chain(current).cloned();
        rows.map(|row| BoundRow { bound: self.steps(&row), ..row }).collect()
    }

    /// The bound of a row, in steps of the system: one that rests after all has been said does not count.
    fn steps(&self, row: &BoundRow) -> usize {
        let rests = usize::from(self.problem.rests && row.asked != Asked::Counting);
        row.bound.saturating_sub(rests)
    }

    fn run(&mut self, limits: &Limits, stretch: Stretch) -> Result<Option<(Verdict, Option<usize>)>, GaveUp> {
        self.limits.set(limits);
        limits.board.at(EngineName::Bounded, 1, self.problem.product.machine.circuit.len());
        loop {
            if self.hunt.is_none() && !self.begin()? {
                return Ok(Some((Verdict::Holds, self.rows.last().map(|row| self.steps(row)))));
            }
            let Some(hunt) = &mut self.hunt else { continue };
            let found = hunt.go_on(stretch)?;
            let bound = self.hunt.as_ref().and_then(|hunt| hunt.rows.last()).map(|row| self.steps(row));
            match (self.problem.quantifier, found) {
                (_, Hunted::Paused) => return Ok(None),
                (_, Hunted::Open(bound)) => return Ok(Some((Verdict::OpenUpTo(bound), None))),
                (Quantifier::Forall, Hunted::Lasso(_)) | (Quantifier::Exists, Hunted::Nothing) => {
                    return Ok(Some((Verdict::Fails, bound)));
                }
                (Quantifier::Forall, Hunted::Nothing) => return Ok(Some((Verdict::Holds, bound))),
                (Quantifier::Exists, Hunted::Lasso(_)) => {
                    self.rows.extend(self.hunt.take().into_iter().flat_map(|hunt| hunt.rows));
                }
            }
        }
    }

    /// Turns to all initial states, or, for E, to the next one. False if all are done with.
    fn begin(&mut self) -> Result<bool, GaveUp> {
        let mut product = self.problem.product.clone();
        if self.problem.quantifier == Quantifier::Exists {
            let Some(start) = self.next_start()? else { return Ok(false) };
            if self.starts.len() >= MOST_STARTS {
                return Err(Declined::BoundedStarts(MOST_STARTS).into());
            }
            product.start_in(&start);
            self.starts.push(start);
        }
        let shows = match self.problem.quantifier {
            Quantifier::Forall => Question::Refute,
            Quantifier::Exists => Question::Prove,
        };
        self.hunt = Some(Hunt::new(product, shows, &self.options, &self.limits, &self.sat));
        Ok(true)
    }

    /// An initial state that was not looked at.
    fn next_start(&self) -> Result<Option<Vec<bool>>, GaveUp> {
        let product = &self.problem.product;
        let (latches, mut circuit) = (&product.machine.latches[..product.bits], product.machine.circuit.clone());
        let bits: Vec<Lit> = latches.iter().map(|&(latch, _)| circuit.input_lit(latch)).collect();
        let mut new = product.machine.initial;
        for start in &self.starts {
            let same: Vec<Lit> = bits.iter().zip(start).map(|(&bit, &value)| bit.negated_if(!value)).collect();
            let same = circuit.and_all(same);
            new = circuit.and(new, !same);
        }
        let found = Asker::new(self.options.sat, self.sat.clone()).satisfiable(&circuit, new);
        let found = found.map_err(|stop| self.limits.gave_up(stop))?;
        Ok(found.map(|values| circuit.evaluate_all(&bits, |input| values.get(input).unwrap_or(false))))
    }
}

fn limited(limits: &Limits) -> (SharedLimits, SatLimits) {
    let limits = SharedLimits::new(limits);
    let sat = SatLimits { interrupt: limits.interrupt(), conflicts: None };
    (limits, sat)
}

/// What a shortest accepting lasso of at most `most` steps visits, from some initial state: a path that refutes `A φ`, or
/// shows `E φ` where it begins.
///
/// # Errors
/// Why there is no answer.
pub fn lasso(
    model: &Model,
    system: &SymbolicSystem,
    specification: Specification,
    most: usize,
    options: &Terms<BoundedOptions>,
) -> Result<Option<Visited>, GaveUp> {
    let sat = SatLimits { interrupt: interrupt(&options.limits), conflicts: options.own.conflicts };
    let problem = Problem::new(model, system, specification, options, &sat)?;
    let mut lassos = Lassos::new(problem.product);
    let mut asker = Asker::new(options.own.sat, sat);
    for steps in 1..=most {
        options.limits.check()?;
        let lasso = lassos.lasso(steps);
        let found = asker.satisfiable(lassos.circuit(), lasso).map_err(|stop| gave_up(stop, &options.limits))?;
        if let Some(found) = found {
            let Lasso { steps, .. } = lassos.shown(steps, &found);
            let mut states: Vec<Vec<bool>> = steps.iter().map(|step| step.from.clone()).collect();
            states.sort();
            states.dedup();
            return Ok(Some(Visited { states, steps }));
        }
    }
    Ok(None)
}
