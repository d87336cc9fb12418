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
//!
//! # What can be switched
//! None of these changes a verdict: a random test per switch compares with the oracle. Most of them can change the bound at
//! which it comes. `cargo bench --bench bounded -- switches` measures what each of them gives.
//!
//! **Cone of influence** (`--no-cone`). Only the part of the system is looked at that the formula depends on. Sound
//! because every run of the part extends to a run of the whole and the reachable states of the part are those of the
//! whole, projected: see [`qmas_encodings::cone`].
//!
//! **Selectors** (`--no-selectors`). A formula that must be true somewhere on a path is encoded once, in a state z that
//! equals some state of the path, not once per state. Sound because both say that there is such a position; z belongs to
//! the player who would choose the position, so nobody learns more or less than before. See `position` of the encodings.
//!
//! **Lazy repetitions** (`--no-lazy`). Who must show a path without repetition (AR, GCK, inductions, long runs) is told
//! which pairs of states must differ when it has shown a path on which they do not. Sound because what it cannot do under
//! fewer demands it cannot do under all, and because what it does is believed only when no pair is left that nobody
//! demanded. Plain SAT questions only. See `repetition` of the encodings.
//!
//! **Symmetry of runs** (`--no-symmetry`). A run of at most k steps to a reachable state rests at its end, not in between.
//! Sound because leaving out rests in between leads to the same state. See `reach` of the encodings.
//!
//! **Induction** (`--no-induction`). The step of an induction for an A(φ R ψ) inside the formula makes it enough to look
//! at paths of k steps, whether or not they repeat a state. Sound because a shortest path that violates it would end
//! with a violation of the step: see `induction` of the encodings.
//!
//! **Classes** (`--repetition state`). A path of common knowledge can be cut where two states that are not neighbours look
//! the same to some agent. Sound because a shortest path has no such pair: see `repetition` of the encodings.
//!
//! **Reachable states** (`--reach`). Where ∃ chooses a reachable state it shows a run, where ∀ does it may take a superset,
//! until decision diagrams know the set or all longer runs repeat a state. Sound by polarity: see `reach` of the encodings.
//!
//! # What is checked again
//! Models of SAT solvers are evaluated on the circuit. With `--proof` every plain SAT question whose answer is that there
//! is no model leaves its clauses and a DRAT proof, made by a new solver from these clauses alone. Questions with
//! alternations leave none, nor do the questions whether a mover ever has a choice and whether there is an initial state.

mod asker;
mod engine;
mod exclusive;
mod options;
mod row;
mod translate;

pub use asker::Cost;
pub use engine::{Answered, ExactStates, Posed, check, has_initial_state, question};
pub(crate) use exclusive::exclusive_choices;
pub use options::{BoundedOptions, Query, Reach};
pub use qmas_encodings::bounded::{Question, Repetition, Savings};
pub use row::{Asked, BoundRow, answered_no};
