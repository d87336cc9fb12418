//! Where engines meet: verdicts, limits and the readings that a user can choose.
//!
//! | file | holds |
//! |---|---|
//! | `verdict` | what an engine answers |
//! | `declined` | what is not done, and why |
//! | `name` | which engines there are |
//! | `terms` | how formulas are read, and what an engine is told besides the model |
//! | `limits` | how far a check may go |
//! | `cancel`, `memory` | who may stop it, and how much room there is |
//! | `turns` | several engines where there is room for one |
//! | `headway` | who is ahead in a race, and who is held back |
//! | `progress` | what engines are doing right now |
//! | `fault`, `supervise` | panics as values, and work in a thread that may be left behind |

mod cancel;
mod declined;
pub mod fault;
mod headway;
mod limits;
mod memory;
mod name;
mod progress;
pub(crate) mod supervise;
mod terms;
mod turns;
mod verdict;

pub use cancel::Cancel;
pub use declined::{Declined, EvidenceGap, FormatGap};
pub use fault::Fault;
pub use headway::Headway;
pub use limits::{Learnt, Limits};
#[cfg(feature = "cli")]
pub(crate) use memory::Watched;
pub use memory::{Memory, Unsupported};
pub use name::EngineName;
pub use progress::{Activity, Board};
pub use terms::{Strategies, Terms, Traces};
pub use turns::Turn;
pub use verdict::{GaveUp, Verdict};
