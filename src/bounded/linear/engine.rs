//! What lassos, and that there are none, say of a formula.

use qmas_encodings::bounded::Visited;
use qmas_encodings::linear::{Lasso, Lassos};
use qmas_encodings::{Lit, SatLimits, SymbolicSystem};

use super::hunt::{Hunt, Hunted};
use super::problem::Problem;
use crate::bounded::asker::Asker;
use crate::bounded::limits::{SharedLimits, gave_up, interrupt};
use crate::bounded::options::BoundedOptions;
use crate::bounded::row::BoundRow;
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
        let limits = SharedLimits::new(&options.limits);
        let sat = SatLimits { interrupt: limits.interrupt(), conflicts: None };
        let problem = Problem::new(model, system, specification, options, &sat)?;
        let options = options.own.clone();
        Ok(Self { problem, options, limits, sat, hunt: None, starts: Vec::new(), rows: Vec::new() })
    }

    /// Searches, from where it was last, until there is an answer or a limit is reached.
    pub(crate) fn answer(&mut self, limits: &Limits) -> Decided {
        self.limits.set(limits);
        limits.board.at(EngineName::Bounded, 1, self.problem.product.machine.circuit.len());
        let (verdict, bound) = match self.run() {
            Ok((verdict, bound)) => (verdict, bound),
            Err(reason) => (Verdict::GaveUp(reason), None),
        };
        let current = self.hunt.as_ref().map_or(Vec::new(), |hunt| hunt.rows.clone());
        (verdict, bound, self.rows.iter().cloned().chain(current).collect())
    }

    fn run(&mut self) -> Result<(Verdict, Option<usize>), GaveUp> {
        loop {
            if self.hunt.is_none() && !self.begin()? {
                return Ok((Verdict::Holds, self.rows.last().map(|row| row.bound)));
            }
            let Some(hunt) = &mut self.hunt else { continue };
            let found = hunt.go_on()?;
            let bound = Some(hunt.bound);
            match (self.problem.quantifier, found) {
                (_, Hunted::Open(bound)) => return Ok((Verdict::OpenUpTo(bound), None)),
                (Quantifier::Forall, Hunted::Lasso(_)) | (Quantifier::Exists, Hunted::Nothing) => {
                    return Ok((Verdict::Fails, bound));
                }
                (Quantifier::Forall, Hunted::Nothing) => return Ok((Verdict::Holds, bound)),
                (Quantifier::Exists, Hunted::Lasso(_)) => {
                    self.rows.append(&mut hunt.rows);
                    self.hunt = None;
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
        self.hunt = Some(Hunt::new(product, &self.options, &self.limits, &self.sat));
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
