//! Invariants by IC3: whether a machine can ever be in a bad state, without unrolling it.
//!
//! Bradley, "SAT-based model checking without unrolling" (VMCAI 2011), in the form of Eén, Mishchenko and Brayton,
//! "Efficient implementation of property directed reachability" (FMCAD 2011): frames as clauses that each belong to the last
//! frame in which they are known, proof obligations in a queue, cubes made smaller by unsatisfiable cores. We have a
//! circuit instead of ternary simulation, so a predecessor is made smaller by a core as well (Chockler, Ivrii, Matsliah,
//! Moran, Nevo, "Incremental formal verification of hardware", FMCAD 2011).
//!
//! | file | holds |
//! |---|---|
//! | `cube` | partial states |
//! | `solvers` | the questions, each to a solver that knows what it needs |
//! | `frames` | what is known of the states of the first steps |
//! | `block` | obligations, and clauses that discharge them |
//!
//! # Why that is right
//! A frame F_i is a set of clauses that are true in every state that can be reached in at most i steps. F_0 are the initial
//! states. A clause ¬c is added to F_1 … F_i only if no initial state is in c, and no step leads from a state of F_{i−1}
//! outside c into c: so if it were false in a state that is reached in at most i steps, it would be false in an initial state, or
//! become false in some step, but both was excluded. F_i has all clauses of F_{i+1}. Should F_i and F_{i+1} be equal, the states of F_i contain the
//! initial ones and are left by no step: they contain all states that can be reached. None of them is bad, since a level
//! is left only when no state of its frame is bad, and frames before it have fewer states. Nothing of this uses that
//! earlier bad states were others: what is bad may change between questions, and latches that no clause speaks of may be
//! added ([`Ic3::add_latch`]), as counters in `linear` do.
//!
//! If an obligation reaches the initial states, there is a path to a bad state: every state of a cube has a step into the
//! next cube, by the choices with which it was made.
//!
//! What is known of all states (`domain`) is assumed of the state before a step only.

mod block;
mod cube;
mod frames;
mod solvers;

use crate::aiger::Machine;
use crate::circuit::{Circuit, InputId, Lit};
use crate::sat::{SatFactory, SatLimits, Stop};

use cube::Cube;
use frames::Frames;
use solvers::Solvers;

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// No bad state can be reached.
    Safe,
    /// A bad state can be reached.
    Reachable,
    /// As many questions were asked as allowed: it can be gone on with.
    Unfinished,
}

/// A search for invariants of one machine. It keeps what it knows from one question to the next.
pub struct Ic3 {
    solvers: Solvers,
    frames: Frames,
    /// How many questions may still be asked, and whether that was too few.
    left: u64,
    limits: SatLimits,
}

/// Why a search stops before its end.
enum Pause {
    /// No more questions.
    Spent,
    Stopped(Stop),
}

impl From<Stop> for Pause {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl Ic3 {
    /// A search on a machine of whose states `domain` is known, with solvers of this kind.
    #[must_use]
    pub fn new(machine: Machine, domain: Lit, factory: Box<dyn SatFactory>) -> Self {
        let solvers = Solvers::new(machine, domain, factory);
        Self { solvers, frames: Frames::new(), left: 0, limits: SatLimits::default() }
    }

    /// All gates.
    pub fn circuit(&mut self) -> &mut Circuit {
        &mut self.solvers.machine.circuit
    }

    /// One more latch, which begins with false and is not part of any question so far.
    pub fn add_latch(&mut self, latch: InputId, next: Lit) {
        self.solvers.add_latch(latch, next);
    }

    /// How many frames there are.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.last()
    }

    /// How many clauses are known.
    #[must_use]
    pub fn clauses(&self) -> usize {
        self.frames.clauses()
    }

    /// Whether a state can be reached in which a step is possible that makes `bad` true, a literal over latches and inputs.
    /// Not more than `questions` are asked, and no frame is looked at after the one with number `most`.
    ///
    /// # Errors
    /// Why a solver stopped.
    pub fn search(&mut self, bad: Lit, questions: u64, most: usize, limits: &SatLimits) -> Result<Found, Stop> {
        self.left = questions;
        self.limits = limits.clone();
        let Machine { circuit, valid, .. } = &mut self.solvers.machine;
        let bad = circuit.and(bad, *valid);
        match self.run(bad, most) {
            Ok(found) => Ok(found),
            Err(Pause::Spent) => Ok(Found::Unfinished),
            Err(Pause::Stopped(stop)) => Err(stop),
        }
    }

    /// How many questions of the last search were not needed.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.left
    }

    fn run(&mut self, bad: Lit, most: usize) -> Result<Found, Pause> {
        while self.frames.last() <= most {
            while let Some(cube) = self.bad_state(bad)? {
                if self.reaches(cube)? {
                    return Ok(Found::Reachable);
                }
            }
            self.frames.extend();
            if self.propagate()? {
                return Ok(Found::Safe);
            }
        }
        Ok(Found::Unfinished)
    }

    /// One more question.
    fn spend(&mut self) -> Result<(), Pause> {
        self.left = self.left.checked_sub(1).ok_or(Pause::Spent)?;
        Ok(())
    }

    /// Some states of the last frame that are bad.
    fn bad_state(&mut self, bad: Lit) -> Result<Option<Cube>, Pause> {
        self.spend()?;
        Ok(self.solvers.bad_state(&self.frames, bad, &self.limits)?)
    }

    /// Clauses of a frame that are true after each of its steps belong to the next one. Whether a frame has all clauses of
    /// the one before it.
    fn propagate(&mut self) -> Result<bool, Pause> {
        for level in 1..self.frames.last() {
            for cube in self.frames.at(level).to_vec() {
                if self.frames.is_dropped(level, &cube) {
                    continue;
                }
                self.spend()?;
                if self.solvers.stays_out(&self.frames, &cube, level, &self.limits)? {
                    self.learn(cube, level + 1);
                }
            }
            if self.frames.at(level).is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A cube is left out of the frames up to a level.
    fn learn(&mut self, cube: Cube, level: usize) {
        self.solvers.exclude(&cube, level);
        self.frames.insert(cube, level);
    }
}
