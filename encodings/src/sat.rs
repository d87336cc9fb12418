//! What this crate needs of an incremental SAT solver, in one small trait.
//!
//! It is our own rather than rustsat's: rustsat's traits are generic in the clause type, so that they make no trait
//! objects, spread one question over six of them (solve, assume, core, terminate, limit, value), and bring file access
//! and error types with them, whereas this crate has no dependency at all. The main crate implements it once, for
//! every rustsat solver.

use std::fmt;
use std::ops::Not;
use std::sync::Arc;

/// A variable of a SAT solver, numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SatVar(u32);

impl SatVar {
    /// The variable of that number.
    #[must_use]
    pub fn new(index: u32) -> Self {
        Self(index)
    }

    /// Its number.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true where the variable has this value.
    #[must_use]
    pub fn lit(self, value: bool) -> SatLit {
        SatLit(self.0 << 1 | u32::from(!value))
    }
}

/// A variable of a SAT solver or its complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SatLit(u32);

impl SatLit {
    /// Its variable.
    #[must_use]
    pub fn var(self) -> SatVar {
        SatVar(self.0 >> 1)
    }

    /// Whether it is complemented.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal in DIMACS: its variable counted from 1, negative if complemented.
    #[must_use]
    pub fn dimacs(self) -> i64 {
        let var = i64::from(self.0 >> 1) + 1;
        if self.is_negated() { -var } else { var }
    }
}

impl Not for SatLit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A satisfying assignment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SatModel(Vec<bool>);

impl SatModel {
    /// The assignment with these values, by variable.
    #[must_use]
    pub fn new(values: Vec<bool>) -> Self {
        Self(values)
    }

    /// The value of a literal; a variable without one may have any and is false.
    #[must_use]
    pub fn value(&self, lit: SatLit) -> bool {
        self.0.get(lit.var().index()).copied().unwrap_or(false) != lit.is_negated()
    }
}

/// The answer of a SAT solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SatAnswer {
    /// Satisfiable, by this assignment.
    Sat(SatModel),
    /// Unsatisfiable, already under these of the assumptions.
    Unsat(Vec<SatLit>),
    /// No answer, and why.
    Unknown(Stop),
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Somebody asked to stop.
    Interrupted,
    /// A SAT solver used up its conflicts.
    Conflicts,
    /// More instantiations than allowed.
    Instantiations,
    /// More gates than allowed.
    Gates,
    /// More quantifier blocks than can be played.
    Blocks,
    /// A solver failed or contradicted the circuit that it was asked about; the text says how.
    Broken(String),
    /// A solver outside took too long for one question; the text says which and how long.
    Slow(String),
    /// A solver outside gave no answer; the text says which and why.
    Failed(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Conflicts => f.write_str("conflict limit"),
            Self::Instantiations => f.write_str("instantiation limit"),
            Self::Gates => f.write_str("gate limit"),
            Self::Blocks => f.write_str("too many quantifier alternations"),
            Self::Broken(how) => write!(f, "internal error: {how}"),
            Self::Slow(why) | Self::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Stop {}

/// Asked several times a second whether to stop.
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// Stops when `asked` returns true.
    pub fn new(asked: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(asked))
    }

    /// Whether to stop.
    #[must_use]
    pub fn asked(&self) -> bool {
        (self.0)()
    }

    /// Nothing, or [`Stop::Interrupted`].
    ///
    /// # Errors
    /// If it was asked to stop.
    pub fn check(&self) -> Result<(), Stop> {
        if self.asked() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

impl Default for Interrupt {
    /// Never stops.
    fn default() -> Self {
        Self::new(|| false)
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt")
    }
}

/// How far one call of a SAT solver may go.
#[derive(Debug, Clone, Default)]
pub struct SatLimits {
    /// About how many conflicts.
    pub conflicts: Option<u64>,
    /// Who may interrupt.
    pub interrupt: Interrupt,
}

/// Where clauses go: a solver, or a file.
pub trait ClauseSink {
    /// A variable that was not used before.
    fn new_var(&mut self) -> SatVar;

    /// Adds a clause.
    fn add_clause(&mut self, clause: &[SatLit]);
}

/// An incremental SAT solver.
pub trait SatSolver: ClauseSink {
    /// Whether the clauses have a model in which the assumptions are true.
    fn solve(&mut self, assumptions: &[SatLit], limits: &SatLimits) -> SatAnswer;
}

/// Makes SAT solvers.
pub trait SatFactory {
    /// A solver without clauses.
    fn solver(&self) -> Box<dyn SatSolver>;
}

impl<F: Fn() -> Box<dyn SatSolver>> SatFactory for F {
    fn solver(&self) -> Box<dyn SatSolver> {
        self()
    }
}

/// Collects clauses, for writers and tests.
#[derive(Debug, Clone, Default)]
pub struct ClauseList {
    /// How many variables there are.
    pub vars: u32,
    /// The clauses.
    pub clauses: Vec<Vec<SatLit>>,
}

impl ClauseSink for ClauseList {
    fn new_var(&mut self) -> SatVar {
        self.vars += 1;
        SatVar(self.vars - 1)
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        self.clauses.push(clause.to_vec());
    }
}
