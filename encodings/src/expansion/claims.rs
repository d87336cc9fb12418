//! The innermost game: goals that one player wants true, by choosing all inputs that are still open.

use super::context::Context;
use crate::circuit::Lit;
use crate::cnf::Cnf;
use crate::qbf::Move;
use crate::sat::{SatAnswer, SatLit, SatSolver, Stop};

/// Goals and the SAT solver that knows them.
#[derive(Default)]
pub(super) struct Claims {
    goals: Vec<Lit>,
    /// How many of the goals the solver knows.
    asserted: usize,
    cnf: Cnf,
    solver: Option<Box<dyn SatSolver>>,
}

impl Claims {
    /// Adds a goal.
    pub(super) fn add(&mut self, goal: Lit) {
        if goal != Lit::TRUE {
            self.goals.push(goal);
        }
    }

    /// Values for open inputs that make all goals true, given the moves so far; for inputs that it does not mention,
    /// any value does.
    pub(super) fn solve(&mut self, context: &mut Context<'_>) -> Result<Option<Move>, Stop> {
        context.options.sat.interrupt.check()?;
        if self.goals.is_empty() {
            return Ok(Some(Move::default()));
        }
        let solver = self.solver.get_or_insert_with(|| context.factory.solver());
        for &goal in &self.goals[self.asserted..] {
            self.cnf.assert(&context.circuit, goal, solver.as_mut());
        }
        self.asserted = self.goals.len();
        let made = self.cnf.inputs().iter().filter_map(|&(input, var)| Some(var.lit(context.value(input)?)));
        let assumptions: Vec<SatLit> = made.collect();
        context.sat_calls += 1;
        match solver.solve(&assumptions, &context.options.sat) {
            SatAnswer::Unsat(_) => Ok(None),
            SatAnswer::Unknown(stop) => Err(stop),
            SatAnswer::Sat(model) => {
                let open = self.cnf.inputs().iter().filter(|&&(input, _)| context.value(input).is_none());
                let found: Move = open.map(|&(input, var)| (input, model.value(var.lit(true)))).collect();
                if context.satisfies(&self.goals, self.cnf.gates(), &found) {
                    Ok(Some(found))
                } else {
                    Err(Stop::Broken("a SAT solver's model is none".to_owned()))
                }
            }
        }
    }
}
