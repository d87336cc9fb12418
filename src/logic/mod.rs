//! Formulas of every logic that qmas-rs speaks, in one hash-consed graph.
//!
//! | logic | in this module |
//! |---|---|
//! | CTLK, ATL, O | [`Formula::Branching`], [`Formula::Strategic`], [`Formula::Knows`], [`Formula::Obliged`] |
//! | LTLK | [`Formula::Quantified`] over [`Formula::Linear`]: `LTL f` is `A f`, `K(i,f)` inside it is `K(i, A f)` |
//! | CTL*K | [`Formula::Quantified`] anywhere |
//! | LDLK, CDL*K | the same with [`Formula::Dynamic`] |
//!
//! CTL's quantifiers and those of CTL* are different operators on purpose: in a deadlock `EF p` of CTL is `p`, while
//! `E F p` of CTL* speaks of infinite paths and is false.
//!
//! Children have smaller ids than their parents, also through regular expressions, so every pass is a loop over ids.

mod arena;
mod ctlk;
mod fragment;
mod import;
mod kind;
mod nnf;
mod print;
mod sign;

pub use arena::{
    Formula, FormulaId, Formulas, Knowledge, Logic, Modality, Quantifier, Regex, RegexId, Specification, Temporal,
};
pub use ctlk::{Ctlk, CtlkId, CtlkNode, CtlkPath};
pub use fragment::{Features, Fragment};
pub use kind::FormulaKind;
pub use print::FormulaText;
pub use sign::Sign;
