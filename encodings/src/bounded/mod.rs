//! Bounded semantics of full CTLK as quantified formulas, right in deadlocks as well.
//!
//! The qMAS paper (bounded semantics of CTLK and its QBF encoding), Table 3. `Enc_k(φ, w)` true implies
//! φ true at w; it only grows with k; for some k it is exact. A bound asks two questions, [`Question::Prove`] and
//! [`Question::Refute`]; at most one of them has the answer yes, and at some bound one of them has.
//!
//! | file | row |
//! |---|---|
//! | `temporal_exists`, `temporal_forall` on `path` | EX, EU, ER; AX, AU, AR |
//! | `knowledge`, `common` | K, DK, GK, O and duals; GCK and its dual |
//! | `repetition` | rs and rc, all at once or lazily |
//! | `reach` | S, by polarity |
//! | `induction` | AR, before all paths repeat a state |
//! | `position` | a formula somewhere or everywhere on a path, encoded once |
//! | `step` | T |
//! | `encoder` | connectives, dispatch, the two questions |
//! | `prefix`, `scope` | prenexing; inputs that keep their names from bound to bound |
//! | `formula` | what is encoded |
//!
//! # The train controller (section 5.1 of the paper)
//! ψ1 = AG(t1tunnel → K₁ ¬t2tunnel) is universal: its proof is one block ∀ (initial state, path, stop, the state that
//! train 1 considers possible), so plain SAT on its complement. It needs k = 7: s0 s3 s6 s2 s7 s1 s4 repeats no state.
//! ψ2 = EF K₁(t1tunnel ∧ ¬K₂ t1tunnel) is ∃ path ∀u ∃v, proved at k = 2 by s0 s1 s4.
//!
//! # The dining cryptographers (section 5.2)
//! ψ1 = AF(K₁ nsa ∨ K₁ ¬nsa) is one block ∀ with a copy of the two K per position, at k = 2. ψ2 = AG ¬K₁ pay₂ is ∀∃, at
//! k = 3, when all paths repeat a state. ψ3 = AG ¬K₁ nsa is refuted by ∃ path ∀u at k = 2. ψ4 = AG ¬C nsa is refuted by
//! ∃ path ∀ knowledge path; with rs on states at k = 4, when every knowledge path within the four leaves repeats one.

mod common;
mod encoder;
mod formula;
mod induction;
mod knowledge;
mod path;
mod position;
mod prefix;
mod reach;
mod repetition;
mod scope;
mod step;
mod temporal_exists;
mod temporal_forall;

pub use encoder::{Encoder, EncoderLimits, Question, Reachable, Repetition, Savings};
pub use formula::{Formula, FormulaId, Formulas, Relation, Temporal};
