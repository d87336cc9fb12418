//! Questions and systems as files for other tools.
//!
//! | format | what | file |
//! |---|---|---|
//! | QDIMACS | a question of the bounded engine, as clauses | `question` |
//! | QCIR | the same as a circuit | `question` |
//! | DIMACS | the same without quantifiers, where one player makes all choices | `question` |
//! | AIGER | the system with its propositional invariants | `system` |
//!
//! The same command gives the same bytes. What a format cannot say is an error.

mod names;
mod question;
mod system;

pub use question::{QuestionFormat, Written, question};
pub use system::aiger;

pub(crate) use names::{described, input_names};
