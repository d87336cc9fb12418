//! Bounded semantics of full CTLK and ATL and of path formulas as quantified formulas, right in deadlocks as well.
//!
//! The qMAS paper (bounded semantics of CTLK and its QBF encoding), Table 3. `Enc_k(φ, w)` true implies
//! φ true at w; it only grows with k; for some k it is exact. A bound asks two questions, [`Question::Prove`] and
//! [`Question::Refute`]; at most one of them has the answer yes, and at some bound one of them has.
//!
//! | file | row |
//! |---|---|
//! | `temporal_exists`, `temporal_forall` on `path` | EX, EU, ER; AX, AU, AR |
//! | `path_formula` on `run`, `automaton` | E and A of path formulas |
//! | `strategic`, `ability` | ATL: `<g>` of X, U and R, and duals |
//! | `knowledge`, `common` | K, DK, GK, O and duals; GCK and its dual |
//! | `repetition` | rs and rc, all at once or lazily |
//! | `reach` | S, by polarity |
//! | `induction` | AR and A of automata, before all paths repeat a state |
//! | `position` | a formula somewhere or everywhere on a path, encoded once |
//! | `step` | T |
//! | `encoder` | connectives, dispatch, the two questions |
//! | `prefix`, `scope` | prenexing; inputs that keep their names from bound to bound |
//! | `names`, `shown` | what inputs stand for; which path a winning move shows |
//! | `formula` | what is encoded |
//! | `moves` | what an answer visits |
//! | [`walkthrough`] | the paper's examples, question by question |

mod ability;
mod automaton;
mod common;
mod encoder;
mod formula;
mod induction;
mod knowledge;
mod moves;
mod names;
mod path;
mod path_formula;
mod position;
mod prefix;
mod reach;
mod repetition;
mod run;
mod scope;
mod shown;
mod state;
mod step;
mod strategic;
mod temporal_exists;
mod temporal_forall;
#[cfg(test)]
mod tests;
pub mod walkthrough;

pub(crate) use automaton::number;
pub use automaton::{Acceptance, Edge, Letter, PathAutomaton};
pub use encoder::{Encoder, EncoderLimits, Question, Reachable, Repetition, Savings};
pub use formula::{Formula, FormulaId, Formulas, Relation, Temporal};
pub use moves::{Taken, Visited};
pub use names::{InputName, Meaning};
pub use step::machine;
