//! The lowest layer of qmas-rs: circuits, arithmetic on words of bits, and systems described by circuits.
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

pub mod circuit;
pub mod cone;
pub mod exhaust;
pub mod system;
pub mod word;

pub use circuit::{Circuit, Gate, InputId, Lit};
pub use cone::Cone;
pub use system::{Choice, Mover, StateBit, SymbolicAgent, SymbolicSystem};
pub use word::Word;
