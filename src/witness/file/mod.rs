//! Evidence as JSON, with names instead of numbers wherever a person may look, and back.
//!
//! States are lists of values in the order of `variables`, joint actions lists of names in the order of `agents`. A part
//! is a formula that is true in a state; `kind` says why. The first part is the whole.

mod doubts;
mod names;
mod read;
mod write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of this shape: fields are added, never renamed or removed, within a version.
const VERSION: u32 = 1;
/// Formulas are written for people: as much as they want to read.
const LONGEST: usize = 400;

/// Why a file is no evidence for a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError(pub String);

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FileError {}

fn wrong<T>(what: impl Into<String>) -> Result<T, FileError> {
    Err(FileError(what.into()))
}

/// Evidence as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceFile {
    /// The version of this shape.
    pub version: u32,
    /// The formula, with the prefix of its logic.
    pub formula: String,
    /// `holds` or `fails`: what is shown, for the first state.
    pub shows: String,
    /// `infinite` or `finite`: how path quantifiers are read.
    pub traces: String,
    /// `perfect` or `uniform`: how strategies are read.
    pub strategies: String,
    /// The names of the agents, the Environment first.
    pub agents: Vec<String>,
    /// Per agent, the variables that it sees, by their positions.
    pub sees: Vec<Vec<usize>>,
    /// The names of the variables; of those that matter, if others are left out.
    pub variables: Vec<String>,
    /// What is left out, since it does not matter to the formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<FileLeftOut>,
    /// The formulas that parts speak of.
    pub formulas: Vec<String>,
    /// The states that parts speak of.
    pub states: Vec<Vec<String>>,
    /// The obligations.
    pub parts: Vec<FilePart>,
    /// How states that no path leads to are reached.
    pub origins: Vec<FileOrigin>,
    /// What universal claims were checked on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub universe: Option<FileUniverse>,
    /// Why an agent does not know: for the first steps of knowledge, two runs to compare.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<FileDoubt>,
}

/// What does not matter to a formula.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileLeftOut {
    /// How many variables.
    pub variables: usize,
    /// The agents whose actions are left out: what they do is not said.
    pub agents: Vec<String>,
}

/// The states that formulas speak of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileUniverse {
    /// How many there are: a number that may be very large.
    pub states: String,
    /// How many of them are initial states.
    pub initial: String,
    /// Whether they are the reachable states with a fair path, not all reachable ones.
    pub fair: bool,
}

/// A formula that is true in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FilePart {
    /// Which state.
    pub state: usize,
    /// Which formula.
    pub formula: usize,
    /// Which part shows that there is a fair path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fair: Option<usize>,
    /// Why.
    pub reason: FileReason,
}

/// Why a formula is true in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FileReason {
    /// The values of the state say so.
    Evident,
    /// Both parts are true.
    Both {
        /// The parts.
        parts: [usize; 2],
    },
    /// One part is true.
    Either {
        /// The part.
        part: usize,
    },
    /// There is a path.
    Path {
        /// Its states.
        states: Vec<usize>,
        /// What was done between them.
        actions: Vec<Vec<String>>,
        /// The position after the last one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back_to: Option<usize>,
        /// What is true where: position and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
        /// Which fairness constraint is met where.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        fair: Vec<(usize, usize)>,
        /// Follows from the path: from which positions each temporal or dynamic part of a path formula is true.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        holds: Vec<(usize, Vec<usize>)>,
        /// Follows from the path: how regular expressions are read.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        reads: Vec<FileReading>,
    },
    /// Some agents cannot tell.
    Jump {
        /// The agents that cannot tell, and where it leads.
        steps: Vec<(Vec<String>, usize)>,
        /// What is true there.
        part: usize,
    },
    /// A green state somewhere.
    Elsewhere {
        /// What is true there.
        part: usize,
    },
    /// A strategy per global state.
    Strategy {
        /// Where play begins.
        from: Vec<usize>,
        /// Per state, the action of each member.
        table: Vec<(usize, Vec<String>)>,
        /// Where play can go on to, from each state in which it is not over.
        outcomes: Vec<(usize, Vec<usize>)>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
        /// The members.
        members: Vec<String>,
    },
    /// A strategy per local state.
    UniformStrategy {
        /// Where play begins.
        from: Vec<usize>,
        /// Per member and local state, the action.
        table: Vec<(String, Vec<String>, String)>,
        /// Where play can go on to, from each state in which it is not over.
        outcomes: Vec<(usize, Vec<usize>)>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
    },
    /// A group cannot enforce something.
    Prevention {
        /// In a state, what all do, and where that leads: a row for every choice of the group.
        rows: Vec<(usize, Vec<String>, usize)>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
    },
    /// A group has no uniform strategy.
    Dilemma {
        /// For everything that may be decided, a play that is lost then.
        tries: Vec<FileTry>,
        /// What is true where: state and part.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<(usize, usize)>,
    },
    /// An engine has checked it.
    Checked {
        /// What follows for this state.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<usize>,
        /// On what, in words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
    },
}

/// What members do in what they see, and a play that is lost then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileTry {
    /// Per member and local state, its action.
    pub decisions: Vec<(String, Vec<String>, String)>,
    /// The states of the play.
    pub states: Vec<usize>,
    /// What was done between them.
    pub actions: Vec<Vec<String>>,
    /// The position after the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<usize>,
}

/// How a dynamic part of a path formula is read along a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileReading {
    /// The part.
    pub formula: usize,
    /// The position where reading starts.
    pub from: usize,
    /// For a diamond, a shortest match: position and what is read or tested there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<(usize, usize)>,
    /// Where the match ends; for a box, where matches can end.
    pub ends: Vec<usize>,
}

/// A run from an initial state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileOrigin {
    /// Where it leads.
    pub state: usize,
    /// The states on the way, the last one included.
    pub states: Vec<Vec<String>>,
    /// What was done.
    pub actions: Vec<Vec<String>>,
}

/// Why an agent does not know: two runs that look the same to it at their ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileDoubt {
    /// The part that it belongs to, a step of knowledge.
    pub part: usize,
    /// The agents that do not know; several put what they see together.
    pub agents: Vec<String>,
    /// What happened: a run to the state of the part.
    pub real: FileRun,
    /// What they consider possible: a run to the state that the part leads to.
    pub other: FileRun,
    /// The variables that differ at the ends, which they do not see, by their positions.
    pub different: Vec<usize>,
    /// The variables that it would be enough to see besides, by their positions; the engine's word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enough: Option<Vec<usize>>,
    /// Whether no smaller set would be enough.
    #[serde(default)]
    pub smallest: bool,
    /// Whether the formula is false in what happened, so that no agent can know it.
    #[serde(default)]
    pub untrue: bool,
}

/// States in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileRun {
    /// The states, an initial one first.
    pub states: Vec<Vec<String>>,
    /// What was done between them.
    pub actions: Vec<Vec<String>>,
}
