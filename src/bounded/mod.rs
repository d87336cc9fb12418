//! The bounded engine: full CTLK and obligation by incremental bounds, SAT and QBF.
//!
//! The encodings (crate `qmas-encodings`, module `bounded`) make a quantified formula of each question; questions with one
//! quantifier are plain SAT and share one incremental solver over all bounds, the others go to counterexample-guided
//! expansion.
//!
//! | file | holds |
//! |---|---|
//! | `engine` | the loop over bounds, and what is known of the reachable states |
//! | `asker` | one question from bound to bound |
//! | `exclusive` | which movers never have a choice |
//! | `row` | what was asked, for reports |
//! | `translate` | formulas as the encoding takes them |
//! | `options` | what a user can choose |

mod asker;
mod engine;
mod exclusive;
mod options;
mod row;
mod translate;

pub use asker::Cost;
pub use engine::{Answered, ExactStates, check, has_initial_state, question};
pub use options::{BoundedOptions, Query, Reach};
pub use qmas_encodings::bounded::{Question, Repetition, Savings};
pub use row::{Asked, BoundRow, answered_no};
