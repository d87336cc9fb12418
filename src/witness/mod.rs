//! Evidence: why a verdict is what it is, as something that can be checked without believing any engine.
//!
//! A verdict about a formula says that its normal form, or that of its negation, is true in some initial state. Evidence
//! takes that apart: every existential operator comes with the path, the states or the strategy that it asks for, every
//! universal one with a word on what was checked. The temporal parts are shortest paths; equal states and equal
//! obligations are written once.
//!
//! | file | what it does |
//! |---|---|
//! | `evidence` | what evidence is made of |
//! | `claim` | what has to be shown, in an arena of its own |
//! | `sets` | what an engine must be able to do so that evidence can be built: sets of states |
//! | `search` | shortest paths and knowledge paths, over sets |
//! | `lasso` | paths that come back |
//! | `deepening` | shortest paths for path formulas |
//! | `fragment` | a few states, one by one |
//! | `build` | one operator after the other, from the formula down |
//! | `strategies` | what a group does, and why it cannot enforce something, as tables and lost plays |
//! | `word` | path formulas on one path, by their definition |
//! | `thompson` | regular expressions as automata, for reading one path |
//! | `along` | where a path formula stands along its path |
//! | `replay` | execution of evidence on the system, with code that no engine uses |
//! | `sliced` | which model evidence is executed on |
//! | `scope` | what universal claims were checked on |
//! | `file` | evidence as JSON, and back |
//! | `unknowing` | why an agent does not know |
//! | `visited` | states and steps from what a SAT solver shows |
//! | `winning` | a run from what the winner of a game of quantifiers shows |
//! | `vacuity` | formulas that hold for an empty reason |
//!
//! Clarke, Grumberg, McMillan and Zhao, "Efficient generation of counterexamples and witnesses in symbolic model
//! checking" (DAC 1995); for knowledge, Lomuscio, Qu and Raimondi (2017), section on witnesses.

mod along;
mod build;
mod claim;
mod constants;
mod deepening;
mod evidence;
mod file;
mod fragment;
mod lasso;
mod replay;
mod scope;
mod search;
mod sets;
mod sliced;
mod strategies;
mod thompson;
mod unknowing;
mod vacuity;
mod visited;
mod winning;
mod word;

pub use build::build;
pub use claim::{is_existential, prepare, prepared};
pub use constants::{Operand, Place, atoms, operands};
pub use evidence::{
    Conclusion, Decision, Dilemma, Evidence, Jump, Node, NodeId, Path, Prevention, Reason, StateId, Strategy, Table,
    Try, Universe,
};
pub use file::{EvidenceFile, FileError, FileReason};
pub use replay::{Beyond, Checked as ReplayResult, Mismatch, Open, Replayed, Unseen, replay_unknowing};
pub use search::nearest;
pub use sets::Sets;
pub use sliced::{replay, replay_within};
pub use unknowing::{Missing, Unknowing, unknowing};
pub use vacuity::{VacuityQuestion, vacuity_questions};
pub use visited::{Decoded, decoded};
pub use winning::winning_run;
pub use word::Reading;
