//! The bounded engine: full CTLK, ATL with perfect information, obligation and path formulas inside them by incremental bounds,
//! SAT and QBF; and path formulas over atoms, by lassos and invariants.
//!
//! The encodings (crate `qmas-encodings`, module `bounded`) make a quantified formula of each question; questions with one
//! quantifier are plain SAT and share one incremental solver over all bounds, the others go to counterexample-guided
//! expansion, or to a QBF solver outside (`--qbf`).
//!
//! | file | holds |
//! |---|---|
//! | `engine` | the loop over bounds, and what is known of the reachable states |
//! | `question` | one question at one bound |
//! | `limits` | limits as solvers take them |
//! | `asker` | one question from bound to bound |
//! | `exclusive` | which movers never have a choice |
//! | `row` | what was asked, for reports |
//! | `translate` | formulas as the encoding takes them |
//! | `path_formulas`, `labels` | the same of quantifiers over path formulas, by automata |
//! | `linear` | path formulas over atoms |
//! | `turns` | formulas of CTL about single paths, in both ways |
//! | `search` | the search for one formula, whichever way it takes |
//! | `options` | what a user can choose |
//!
//! # What can be switched
//! None of these changes a verdict: a random test per switch compares with the oracle. Most of them can change the bound at
//! which it comes. What they give is what `cargo bench --bench bounded -- switches` found on fifteen questions, as the
//! time without them over the time with them; between 0.5 and 2 on short questions is noise.
//!
//! **Cone of influence** (`--no-cone`). Only the part of the system is looked at that the formula depends on. Sound
//! because every run of the part extends to a run of the whole and the reachable states of the part are those of the
//! whole, projected: see [`qmas_encodings::cone`]. Gives 7 to 230 on types (1,500) and (2,500), whose Booleans do not
//! matter, and nothing where everything does.
//!
//! **Selectors** (`--no-selectors`). A formula that must be true somewhere on a path is encoded once, in a state z that
//! equals some state of the path, not once per state. Sound because both say that there is such a position; z belongs to
//! the player who would choose the position, so nobody learns more or less than before. See `position` of the encodings.
//! Gives 25 where a GCK stands under an AG, 4 and 9 where a K does, and nothing where refutations are shallow.
//!
//! **Lazy repetitions** (`--no-lazy`). Who must show a path without repetition (AR, GCK, inductions, long runs) is told
//! which pairs of states must differ when it has shown a path on which they do not. Sound because what it cannot do under
//! fewer demands it cannot do under all, and because what it does is believed only when no pair is left that nobody
//! demanded. Plain SAT questions only. See `repetition` of the encodings. Gives 3.6 on paths of 20 states of 64 bits, 1.4
//! on states of 500 bits, and nothing on small ones, where a second round costs as much as the pairs do.
//!
//! **Symmetry of runs** (`--no-symmetry`). A run of at most k steps to a reachable state rests at its end, not in between.
//! Sound because leaving out rests in between leads to the same state. See `reach` of the encodings. Gives hardly more
//! than noise, 2.6 at best: SAT solvers do not often go astray among rests.
//!
//! **Induction** (`--no-induction`). The step of an induction for an A(φ R ψ) inside the formula, or for an A over a path formula that
//! is violated at some step or not at all, makes it enough to look
//! at paths of k steps, whether or not they repeat a state. Sound because a shortest path that violates it would end
//! with a violation of the step: see `induction` of the encodings. Gives 240 on go-back-N's first formula and more than 690
//! on AX AG of type (1,500), the second of which has no answer without it; costs a factor of 4 at
//! most where a bug is found anyway.
//!
//! **Classes** (`--repetition state`). A path of common knowledge can be cut where two states that are not neighbours look
//! the same to some agent. Sound because a shortest path has no such pair: see `repetition` of the encodings.
//!
//! **Reachable states** (`--reach`). Where ∃ chooses a reachable state it shows a run, where ∀ does it may take a superset,
//! until decision diagrams know the set or all longer runs repeat a state. Sound by polarity: see `reach` of the encodings.
//!
//! **Counting** (`--no-counting`). Path formulas are proved by an invariant that bounds how often a path can be accepting. For
//! why that is sound see `linear` of the encodings. Without it only
//! formulas are proved whose violating paths all end: `F p` may be, `G F p` never is.
//!
//! **Stable literals** (`--no-stabilizing`). Counting looks only at steps in which nothing changes that cannot change back. Sound
//! because in the loop of a lasso nothing else happens: see `stable` of `linear` in the encodings. Gives 8 on 16 phases in a
//! row, more than 6 on a grid of nine cells and more than 10 on four counters that are refilled, the last two of which have no answer
//! without it in that time.
//!
//! **Single paths** (`--no-paths`). Formulas of CTL that are refuted or shown by one path, like AF p, are looked at as path
//! formulas are, in turns with their own encoding. Sound because the automaton says when a finite path is enough: see
//! `linear::single`. Gives answers to AF p where the paths without p are too long to be unrolled; costs about as much again
//! where their own encoding is better. Where proofs are wanted it is off: searches for lassos leave none.
//!
//! # What is checked again
//! Models of SAT solvers are evaluated on the circuit, but for those of IC3, which decide nothing alone. With `--proof` every plain SAT
//! question of the encoding with players whose answer is that there is no model leaves its clauses and a DRAT proof, made by a new solver from these
//! clauses alone. Questions with alternations leave none, nor do those of lassos and counting, and the questions whether a mover
//! ever has a choice and whether there is an initial state.

mod asker;
mod engine;
mod exclusive;
mod labels;
mod limits;
mod linear;
mod options;
mod path_formulas;
mod question;
mod row;
mod search;
mod translate;
mod turns;

pub use asker::Cost;
pub use engine::{Answered, BoundedEngine, ExactStates};
pub(crate) use exclusive::exclusive_choices;
pub use linear::lasso;
pub use options::{BoundedOptions, Paths, Query, Reach};
pub use qmas_encodings::bounded::{Question, Repetition, Savings};
pub use question::{Posed, has_initial_state, question, visited};
pub use row::{Asked, BoundRow, answered_no};
pub use search::{Search, can_answer, check, is_about_a_path, plays_on_paths};
pub use translate::state_literal;
