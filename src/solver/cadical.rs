//! CaDiCaL behind rustsat's traits, through the bindings of `cadical-sys`.
//!
//! Not through `rustsat-cadical`, which would save us this file: it generates its bindings while it is built and needs
//! libclang for that, which few machines have. These bindings need a C++ compiler and nothing else.

use anyhow::bail;
use cadical_sys::{CaDiCal, Status, Terminator};
use rustsat::solvers::{ControlSignal, LimitConflicts, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Clause, Lit, TernaryVal};

use super::proof::{Proof, ProofError};

/// The solver and its last answer.
pub struct Cadical {
    solver: CaDiCal,
    vars: u32,
    conflicts: Option<u32>,
    answer: Option<Answer>,
}

enum Answer {
    Model(Vec<bool>),
    /// The clause over negated assumptions that follows.
    Core(Vec<Lit>),
}

struct Callback<F>(F);

impl<F: FnMut() -> ControlSignal> Terminator for Callback<F> {
    fn terminated(&mut self) -> bool {
        (self.0)() == ControlSignal::Terminate
    }
}

impl Cadical {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        let mut solver = CaDiCal::new();
        // Extension variables would take numbers that are ours.
        solver.set("factor", 0);
        Self { solver, vars: 0, conflicts: None, answer: None }
    }

    /// Its version.
    #[must_use]
    pub fn version() -> String {
        CaDiCal::version()
    }

    /// A solver that writes a proof of all that it derives; it ends with the empty clause if the clauses alone are
    /// unsatisfiable.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn with_proof(proof: &Proof) -> Result<Self, ProofError> {
        let mut cadical = Self::new();
        cadical.solver.set("binary", 0);
        let path = proof.path.to_str().ok_or(ProofError::Path)?;
        if !cadical.solver.trace_proof2(path) {
            return Err(ProofError::Refused(proof.path.clone()));
        }
        Ok(cadical)
    }

    fn run(&mut self, assumptions: &[Lit]) -> SolverResult {
        self.answer = None;
        for lit in assumptions {
            self.vars = self.vars.max(lit.vidx32() + 1);
            self.solver.assume(lit.to_ipasir());
        }
        if let Some(limit) = self.conflicts {
            self.solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        match self.solver.solve() {
            Status::SATISFIABLE => {
                let value = |var: u32| self.solver.val(Lit::positive(var).to_ipasir()) > 0;
                self.answer = Some(Answer::Model((0..self.vars).map(value).collect()));
                SolverResult::Sat
            }
            Status::UNSATISFIABLE => {
                let failed = assumptions.iter().filter(|lit| self.solver.failed(lit.to_ipasir()));
                self.answer = Some(Answer::Core(failed.map(|&lit| !lit).collect()));
                SolverResult::Unsat
            }
            Status::UNKNOWN => SolverResult::Interrupted,
        }
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl Extend<Clause> for Cadical {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| self.push(&clause));
    }
}

impl<'a> Extend<&'a Clause> for Cadical {
    fn extend<T: IntoIterator<Item = &'a Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| self.push(clause));
    }
}

impl Cadical {
    fn push(&mut self, clause: &Cl) {
        self.answer = None;
        for lit in clause.iter() {
            self.vars = self.vars.max(lit.vidx32() + 1);
            self.solver.add(lit.to_ipasir());
        }
        self.solver.add(0);
    }
}

impl Solve for Cadical {
    fn signature(&self) -> &'static str {
        "CaDiCaL"
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        Ok(self.run(&[]))
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        let Some(Answer::Model(values)) = &self.answer else { bail!("CaDiCaL has no model") };
        Ok(values.get(lit.vidx()).map_or(TernaryVal::DontCare, |&value| (value == lit.is_pos()).into()))
    }

    fn add_clause_ref<C: AsRef<Cl> + ?Sized>(&mut self, clause: &C) -> anyhow::Result<()> {
        self.push(clause.as_ref());
        Ok(())
    }
}

impl SolveIncremental for Cadical {
    fn solve_assumps(&mut self, assumptions: &[Lit]) -> anyhow::Result<SolverResult> {
        Ok(self.run(assumptions))
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        let Some(Answer::Core(core)) = &self.answer else { bail!("CaDiCaL has no core") };
        Ok(core.clone())
    }
}

impl Terminate<'static> for Cadical {
    fn attach_terminator<F: FnMut() -> ControlSignal + 'static>(&mut self, callback: F) {
        self.solver.connect_terminator(Callback(callback));
    }

    fn detach_terminator(&mut self) {
        self.solver.disconnect_terminator();
    }
}

impl LimitConflicts for Cadical {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.conflicts = limit;
        Ok(())
    }
}
