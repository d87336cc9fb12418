//! What a replay found out: what was looked at, what was not and why, or the first thing that is wrong.

use std::fmt;

use super::super::evidence::NodeId;

/// What a replay found out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Replayed {
    /// Steps that were executed.
    pub steps: usize,
    /// Pairs of states that an agent cannot tell apart, looked at.
    pub jumps: usize,
    /// Universal claims that were looked at in all reachable states.
    pub checked: usize,
    /// What was not looked at: the word of whoever made the evidence. The verdict rests on it.
    pub open: Vec<Open>,
}

/// Something that was not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Open {
    /// What it is.
    pub what: Unseen,
    /// Why it was not.
    pub why: Beyond,
}

/// What may be left to whoever made the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unseen {
    /// That the universal claim of this part is true.
    Claim(NodeId),
    /// That a fairness constraint, counted from 0, is met on the loop of this part.
    Constraint(NodeId, usize),
    /// That the states on the way to what this part considers possible have a fair path.
    FairOnTheWay(NodeId),
    /// That the uniform strategy of this part is played from all states that the group cannot tell apart.
    Alike(NodeId),
    /// That the formula holds in the other initial states as well.
    OtherInitialStates,
}

impl Unseen {
    /// The part that it belongs to, if it belongs to one.
    #[must_use]
    pub fn node(self) -> Option<NodeId> {
        match self {
            Self::Claim(node) | Self::Constraint(node, _) | Self::FairOnTheWay(node) | Self::Alike(node) => Some(node),
            Self::OtherInitialStates => None,
        }
    }
}

/// Why something was not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beyond {
    /// Nobody asked for it.
    NotAsked,
    /// There are more reachable states than this.
    States(usize),
    /// There are too many moves to list.
    Moves,
    /// The path formula is too large.
    Formula,
    /// The states together with what is left of a path formula are too many.
    Product,
    /// There are too many strategies to try.
    Strategies,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked => f.write_str("nobody asked for it"),
            Self::States(most) => write!(f, "there are more than {most} states"),
            Self::Moves => f.write_str("there are too many moves"),
            Self::Formula => f.write_str("the path formula is too large"),
            Self::Product => f.write_str("the states and what is left of the path formula there are too many"),
            Self::Strategies => f.write_str("there are too many strategies"),
        }
    }
}

/// The first thing that is wrong with evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The obligation, if it is about one.
    pub node: Option<NodeId>,
    /// The position on a path, if it is about one.
    pub position: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(node) = self.node {
            write!(f, "part {node}")?;
            if let Some(position) = self.position {
                write!(f, ", position {position}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Mismatch {}

/// Nothing, or what is wrong.
pub type Checked = Result<(), Mismatch>;

pub(super) fn wrong<T>(what: impl Into<String>) -> Result<T, Mismatch> {
    Err(Mismatch { node: None, position: None, what: what.into() })
}
