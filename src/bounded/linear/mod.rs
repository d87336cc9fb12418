//! Linear time by SAT: `A φ` and `E φ` for path formulas φ over atoms, and formulas of CTL about single paths, by lassos and by
//! counting.
//!
//! The system is multiplied with the Büchi automaton of ¬φ, or of φ for E (crate `qmas-encodings`, module `linear`). Lassos of
//! growing length are looked for in the product; beside that it is looked for reasons why there are none. Whoever is ready
//! first has the answer: there either is an accepting lasso or there is none.
//!
//! | file | holds |
//! |---|---|
//! | `problem` | which formulas these are, and what is looked for |
//! | `automaton` | automata over circuits |
//! | `single` | formulas of CTL that ask for a single path |
//! | `hunt` | the search for a lasso, and for a reason why there is none |
//! | `engine` | what follows for the formula |
//!
//! # What proves that there is no lasso
//! **Ends.** No path of the product has k steps: then none is infinite. Asked beside the lasso of k steps, of the same
//! unrolling.
//!
//! **Counting** (`--no-counting`). IC3 finds an invariant that bounds how often all acceptance sets are visited in steps in which nothing changes
//! that cannot change back (`--no-stabilizing`: in all steps; Claessen and Sörensson 2012, Bradley 2011). See [`qmas_encodings::linear`] and
//! [`qmas_encodings::ic3`] for why that is sound. On formulas like `G p` the bound is 0 and it is an invariant of the system.
//!
//! Both are about all states of the domain, which may be smaller than all codes: what is true in all reachable states may
//! be assumed. With Fairness, what is true in all states of fair paths may: lassos consist of such states.
//!
//! # Initial states
//! `A φ` is about all initial states at once: a lasso from any of them refutes it. `E φ` must be true in each of them, and a
//! lasso shows it for one: they are taken one after the other, not more than [`engine::MOST_STARTS`]. With Fairness, initial
//! states without fair path do not count. For `A φ` that makes no difference, as nothing is wrong with them; for `E φ`
//! it does, and we leave that to others.

mod automaton;
mod engine;
mod hunt;
mod problem;
mod single;

pub(super) use engine::LinearEngine;
pub use engine::lasso;
pub(super) use problem::{Single, about_a_path, is_linear};
