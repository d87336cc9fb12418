//! Every solver with rustsat's traits is a solver for the encodings.

use qmas_encodings::{ClauseSink, SatAnswer, SatLimits, SatLit, SatModel, SatSolver, SatVar, Stop};
use rustsat::solvers::{ControlSignal, LimitConflicts, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Clause, Lit, TernaryVal, Var};

/// A rustsat solver as a [`SatSolver`].
#[derive(Debug)]
pub struct Bridge<S> {
    solver: S,
    vars: u32,
    /// What went wrong since the last answer.
    failure: Option<anyhow::Error>,
}

impl<S> Bridge<S> {
    /// Wraps a solver without clauses.
    pub fn new(solver: S) -> Self {
        Self { solver, vars: 0, failure: None }
    }

    /// Another solver that knows the same variables.
    pub fn replaced_by<T>(&self, solver: T) -> Bridge<T> {
        Bridge { solver, vars: self.vars, failure: None }
    }

    /// The solver inside.
    pub fn get(&self) -> &S {
        &self.solver
    }
}

fn outward(lit: SatLit) -> Lit {
    Lit::new(lit.var().index() as u32, lit.is_negated())
}

fn inward(lit: Lit) -> SatLit {
    SatVar::new(lit.vidx32()).lit(lit.is_pos())
}

impl<S: Solve> ClauseSink for Bridge<S> {
    fn new_var(&mut self) -> SatVar {
        self.vars += 1;
        SatVar::new(self.vars - 1)
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        let clause: Clause = clause.iter().map(|&lit| outward(lit)).collect();
        if let Err(error) = self.solver.add_clause(clause) {
            self.failure.get_or_insert(error);
        }
    }
}

impl<S> Bridge<S>
where
    S: Solve + SolveIncremental + Terminate<'static> + LimitConflicts,
{
    fn ask(&mut self, assumptions: &[SatLit], limits: &SatLimits) -> anyhow::Result<SatAnswer> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let interrupt = limits.interrupt.clone();
        let signal = move || if interrupt.asked() { ControlSignal::Terminate } else { ControlSignal::Continue };
        self.solver.attach_terminator(signal);
        self.solver.limit_conflicts(limits.conflicts.map(|limit| u32::try_from(limit).unwrap_or(u32::MAX)))?;
        let assumptions: Vec<Lit> = assumptions.iter().map(|&lit| outward(lit)).collect();
        Ok(match self.solver.solve_assumps(&assumptions)? {
            SolverResult::Sat => SatAnswer::Sat(self.model()?),
            SolverResult::Unsat => SatAnswer::Unsat(self.solver.core()?.into_iter().map(|lit| inward(!lit)).collect()),
            SolverResult::Interrupted if limits.interrupt.asked() => SatAnswer::Unknown(Stop::Interrupted),
            SolverResult::Interrupted => SatAnswer::Unknown(Stop::Conflicts),
        })
    }

    fn model(&self) -> anyhow::Result<SatModel> {
        let value = |var| Ok(self.solver.var_val(Var::new(var))? == TernaryVal::True);
        Ok(SatModel::new((0..self.vars).map(value).collect::<anyhow::Result<_>>()?))
    }
}

impl<S> SatSolver for Bridge<S>
where
    S: Solve + SolveIncremental + Terminate<'static> + LimitConflicts,
{
    fn solve(&mut self, assumptions: &[SatLit], limits: &SatLimits) -> SatAnswer {
        self.ask(assumptions, limits).unwrap_or_else(|error| SatAnswer::Unknown(Stop::Broken(format!("{error:#}"))))
    }
}
