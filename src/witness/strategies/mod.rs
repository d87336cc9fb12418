//! What a group does to enforce something, and why it cannot: found in the part of the system that play can reach.
//!
//! | file | what it finds |
//! |---|---|
//! | `player` | how play stands, what the group can choose, where that leads |
//! | `perfect` | a choice per global state |
//! | `fair` | a choice per global state, if only fair paths count |
//! | `uniform` | an action per local state of each member |
//! | `uniform_search` | the way through all uniform strategies |
//! | `prevention` | for every choice of the group, what the others can do about it |
//! | `dilemma` | for everything that a group may decide, a play that is lost then |

mod dilemma;
mod fair;
mod perfect;
mod player;
mod prevention;
mod uniform;
mod uniform_search;

pub(super) use dilemma::Loss;
pub(super) use player::{Play, Player};
