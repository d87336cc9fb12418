//! The lowest layer of qmas-rs: circuits, arithmetic on words of bits, systems described by circuits, and what turns
//! questions about circuits into clauses and expansions.
//!
//! It knows no ISPL, no files and no solvers, and imports nothing else of the project.
//!
//! | module | holds |
//! |---|---|
//! | [`circuit`] | hash-consed gates with constant propagation |
//! | [`word`] | integers as signed words: adders, comparators, exact division |
//! | [`exhaust`] | small questions answered by truth tables |
//! | [`cone`] | the part of a system that a formula depends on |
//! | [`system`] | a multi-agent system as circuits over state, action and next-state bits |
//! | [`substitute`] | cofactors and renamed copies |
//! | [`sat`] | what we need of a SAT solver |
//! | [`cnf`] | clauses for a growing circuit |
//! | [`qbf`] | quantifier prefixes over circuits |
//! | [`qdimacs`], [`qcir`] | quantified formulas as files |
//! | [`aiger`] | transition systems as files |
//! | [`expansion`] | counterexample-guided expansion of quantifiers |
//! | [`bounded`] | bounded semantics of CTLK as quantified formulas |
//! | [`linear`] | products with automata, lassos in them, liveness as safety |
//! | [`ic3`] | invariants without unrolling |

pub mod aiger;
pub mod bounded;
pub mod circuit;
pub mod cnf;
pub mod cone;
pub mod exhaust;
pub mod expansion;
mod hash;
pub mod ic3;
pub mod linear;
pub mod qbf;
pub mod qcir;
pub mod qdimacs;
pub mod sat;
pub mod substitute;
pub mod system;
pub mod word;

pub use circuit::{Circuit, Gate, InputId, Lit};
pub use cnf::{Cnf, Polarity};
pub use cone::Cone;
pub use expansion::{Answer, ExpansionOptions, ExpansionStatistics, Solution};
pub use qbf::{Block, Move, Qbf, Quantifier};
pub use sat::{
    ClauseList, ClauseSink, Interrupt, SatAnswer, SatFactory, SatLimits, SatLit, SatModel, SatSolver, SatVar, Stop,
};
pub use system::{Choice, Mover, StateBit, SymbolicAgent, SymbolicSystem};
pub use word::Word;
