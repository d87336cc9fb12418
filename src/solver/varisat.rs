//! varisat behind rustsat's traits.
//!
//! varisat 0.2.2 is its last release, and not a young one. The only wrong answers of it that our tests found are failed
//! cores that are satisfiable; so every core is asked about once more, and contradictory assumptions are not left to it.
//!
//! It has assumptions and failed cores, but neither a conflict limit nor a way to interrupt it. What it has is a proof
//! stream: an error there ends the search. So we listen to the stream, and end it when time is up or when it grew as
//! long as that many conflicts make it. Such a solver is of no further use; the next call starts a new one with the
//! same clauses. The stream comes in pieces of 8 KiB, about a hundred conflicts each: so often we look at the clock.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::rc::Rc;

use anyhow::bail;
use rustsat::solvers::{ControlSignal, LimitConflicts, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Clause, Lit, TernaryVal};
use varisat::ExtendFormula;
use varisat::solver::SolverError;

use super::proof::{Proof, ProofError};

/// What a conflict adds to the proof stream, rounded up: 60 to 105 bytes on pigeon holes and random 3-SAT. Writing it
/// costs a tenth of the time, give or take.
const BYTES_PER_CONFLICT: u64 = 100;

/// The solver, its clauses and its last answer.
pub struct Varisat {
    solver: varisat::Solver<'static>,
    /// Whether the search was ended, so that the solver must be replaced.
    ended: bool,
    /// All clauses, one after the other.
    lits: Vec<Lit>,
    /// Where clauses end in `lits`.
    ends: Vec<usize>,
    watch: Rc<RefCell<Watch>>,
    conflicts: Option<u32>,
    answer: Option<Answer>,
    /// Whether it writes a proof, and has solved already.
    proof: Option<Used>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Used {
    Fresh,
    Solved,
}

enum Answer {
    Model(Vec<TernaryVal>),
    /// The clause over negated assumptions that follows.
    Core(Vec<Lit>),
}

/// Who listens to the proof stream.
#[derive(Default)]
struct Watch {
    /// While solving: what may still be written.
    bytes: Option<u64>,
    solving: bool,
    terminator: Option<Box<dyn FnMut() -> ControlSignal>>,
    file: Option<File>,
}

struct Tap(Rc<RefCell<Watch>>);

impl Write for Tap {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let watch = &mut *self.0.borrow_mut();
        if watch.solving {
            if let Some(left) = &mut watch.bytes {
                *left = left.checked_sub(bytes.len() as u64).ok_or_else(|| io::Error::other("conflict limit"))?;
            }
            if watch.terminator.as_mut().is_some_and(|asked| asked() == ControlSignal::Terminate) {
                return Err(io::Error::other("interrupted"));
            }
        }
        match &mut watch.file {
            Some(file) => file.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().file.as_mut().map_or(Ok(()), File::flush)
    }
}

fn outward(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.vidx(), lit.is_pos())
}

fn inward(lit: varisat::Lit) -> Lit {
    Lit::new(u32::try_from(lit.index()).expect("it came from rustsat"), lit.is_negative())
}

/// A literal that is assumed together with its complement.
fn contradiction(assumptions: &[Lit]) -> Option<Lit> {
    let mut sorted = assumptions.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).find(|pair| pair[0] == !pair[1]).map(|pair| pair[0])
}

impl Varisat {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        let mut varisat = Self {
            solver: varisat::Solver::new(),
            ended: false,
            lits: Vec::new(),
            ends: Vec::new(),
            watch: Rc::default(),
            conflicts: None,
            answer: None,
            proof: None,
        };
        varisat.restart();
        varisat
    }

    /// A solver that writes a proof; only for one call without assumptions, after all clauses were added.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn with_proof(proof: &Proof) -> Result<Self, ProofError> {
        let file = File::create(&proof.path).map_err(|error| ProofError::Io(proof.path.clone(), error))?;
        let mut varisat = Self::new();
        varisat.solver = varisat::Solver::new();
        varisat.watch.borrow_mut().file = Some(file);
        varisat.solver.write_proof(Tap(Rc::clone(&varisat.watch)), varisat::ProofFormat::Drat);
        varisat.proof = Some(Used::Fresh);
        Ok(varisat)
    }

    /// All clauses that were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        self.ends.iter().scan(0, |start, &end| {
            let clause = &self.lits[*start..end];
            *start = end;
            Some(clause)
        })
    }

    /// A new solver with the same clauses.
    fn restart(&mut self) {
        let mut solver = varisat::Solver::new();
        solver.write_proof(Tap(Rc::clone(&self.watch)), varisat::ProofFormat::Varisat);
        let mut clause = Vec::new();
        for lits in self.clauses() {
            clause.clear();
            clause.extend(lits.iter().map(|&lit| outward(lit)));
            solver.add_clause(&clause);
        }
        self.solver = solver;
        self.ended = false;
    }

    fn push(&mut self, clause: &Cl) -> anyhow::Result<()> {
        if self.proof == Some(Used::Solved) {
            bail!("varisat proves no clauses that come after the first call");
        }
        self.answer = None;
        self.lits.extend(clause.iter());
        self.ends.push(self.lits.len());
        if !self.ended {
            let clause: Vec<varisat::Lit> = clause.iter().map(|&lit| outward(lit)).collect();
            self.solver.add_clause(&clause);
        }
        Ok(())
    }

    fn run(&mut self, assumptions: &[Lit]) -> anyhow::Result<SolverResult> {
        self.answer = None;
        // varisat's failed core would lack one of them.
        if let Some(lit) = contradiction(assumptions) {
            self.answer = Some(Answer::Core(vec![lit, !lit]));
            return Ok(SolverResult::Unsat);
        }
        match &mut self.proof {
            None if self.ended => self.restart(),
            None => {}
            Some(used) if *used == Used::Fresh && assumptions.is_empty() => *used = Used::Solved,
            Some(_) => bail!("varisat proves the answer of one call without assumptions"),
        }
        match self.ask(assumptions) {
            Ok(true) => {
                self.answer = Some(Answer::Model(self.model()));
                Ok(SolverResult::Sat)
            }
            Ok(false) => {
                let core = self.checked_core(assumptions);
                self.answer = Some(Answer::Core(core.into_iter().map(|lit| !lit).collect()));
                Ok(SolverResult::Unsat)
            }
            Err(SolverError::Interrupted | SolverError::ProofIoError { .. }) => {
                self.ended = true;
                Ok(SolverResult::Interrupted)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the clauses can be satisfied together with some assumptions.
    fn ask(&mut self, assumptions: &[Lit]) -> Result<bool, SolverError> {
        if self.proof.is_none() {
            let assumptions: Vec<varisat::Lit> = assumptions.iter().map(|&lit| outward(lit)).collect();
            self.solver.assume(&assumptions);
        }
        if let Some(limit) = self.conflicts {
            self.watch.borrow_mut().bytes = Some(u64::from(limit) * BYTES_PER_CONFLICT);
        }
        self.watch.borrow_mut().solving = true;
        let result = self.solver.solve();
        let mut watch = self.watch.borrow_mut();
        (watch.solving, watch.bytes) = (false, None);
        result
    }

    /// The failed assumptions of the last question, or all of them: where one follows from others, varisat's core may lack these.
    fn checked_core(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        let core: Vec<Lit> = self.solver.failed_core().unwrap_or_default().iter().map(|&lit| inward(lit)).collect();
        if core.len() == assumptions.len() || self.proof.is_some() {
            return core;
        }
        match self.ask(&core) {
            Ok(false) => core,
            Ok(true) => assumptions.to_vec(),
            Err(_) => {
                self.ended = true;
                assumptions.to_vec()
            }
        }
    }

    fn model(&self) -> Vec<TernaryVal> {
        let mut values = Vec::new();
        for lit in self.solver.model().unwrap_or_default() {
            if values.len() <= lit.index() {
                values.resize(lit.index() + 1, TernaryVal::DontCare);
            }
            values[lit.index()] = lit.is_positive().into();
        }
        values
    }
}

impl Default for Varisat {
    fn default() -> Self {
        Self::new()
    }
}

impl Extend<Clause> for Varisat {
    fn extend<T: IntoIterator<Item = Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| self.push(&clause).expect("no proof is written"));
    }
}

impl<'a> Extend<&'a Clause> for Varisat {
    fn extend<T: IntoIterator<Item = &'a Clause>>(&mut self, clauses: T) {
        clauses.into_iter().for_each(|clause| self.push(clause).expect("no proof is written"));
    }
}

impl Solve for Varisat {
    fn signature(&self) -> &'static str {
        "varisat"
    }

    fn solve(&mut self) -> anyhow::Result<SolverResult> {
        self.run(&[])
    }

    fn lit_val(&self, lit: Lit) -> anyhow::Result<TernaryVal> {
        let Some(Answer::Model(values)) = &self.answer else { bail!("varisat has no model") };
        let value = values.get(lit.vidx()).copied().unwrap_or(TernaryVal::DontCare);
        Ok(if lit.is_neg() { !value } else { value })
    }

    fn add_clause_ref<C: AsRef<Cl> + ?Sized>(&mut self, clause: &C) -> anyhow::Result<()> {
        self.push(clause.as_ref())
    }
}

impl SolveIncremental for Varisat {
    fn solve_assumps(&mut self, assumptions: &[Lit]) -> anyhow::Result<SolverResult> {
        self.run(assumptions)
    }

    fn core(&mut self) -> anyhow::Result<Vec<Lit>> {
        let Some(Answer::Core(core)) = &self.answer else { bail!("varisat has no core") };
        Ok(core.clone())
    }
}

impl Terminate<'static> for Varisat {
    fn attach_terminator<F: FnMut() -> ControlSignal + 'static>(&mut self, callback: F) {
        self.watch.borrow_mut().terminator = Some(Box::new(callback));
    }

    fn detach_terminator(&mut self) {
        self.watch.borrow_mut().terminator = None;
    }
}

impl LimitConflicts for Varisat {
    fn limit_conflicts(&mut self, limit: Option<u32>) -> anyhow::Result<()> {
        self.conflicts = limit;
        Ok(())
    }
}
