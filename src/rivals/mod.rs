//! Rival lines: two evolution lines of one agent that assign different variables and can be enabled by the same move. Under
//! MultiAssignment only one of them is executed, whichever; people who write two such lines mostly mean both.
//!
//! A pair counts as rival if in some reachable state some joint action enables both, either would change something, they
//! assign no variable in common, and no third line that is enabled does the work of both. Lines that share a variable are
//! plainly alternatives, so is a line that changes nothing, and an author who wrote the joint line as well has thought of it.
//!
//! | file | holds |
//! |---|---|
//! | `suspects` | agents that may have rival lines, by what is written |
//! | `watch` | which lines of an agent are rivals in a state |
//! | `moves` | joint actions, all of them or enough |
//! | `near` | a search near the start that costs next to nothing |
//! | `pairs` | the pairs of lines that a search in sets of states asks for |
//! | `listed` | a complete search in states that are listed |
//! | `words` | where and how two lines meet, in words |

mod listed;
mod moves;
mod near;
mod pairs;
mod suspects;
mod watch;
mod words;

pub use listed::Hunt;
pub use near::near_the_start;
pub use pairs::{MOST_FOUND, Pair, Pairs, Search};
pub use watch::{Meeting, Watch};

use crate::ir::{AgentId, JointAction, State};

/// Two lines of an agent of which one keeps the other from being executed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rivals {
    /// Whose lines they are.
    pub agent: AgentId,
    /// One of them, from 0.
    pub first: usize,
    /// The other one, which comes later in the file.
    pub second: usize,
    /// A reachable state.
    pub state: State,
    /// What enables both there.
    pub action: JointAction,
}
