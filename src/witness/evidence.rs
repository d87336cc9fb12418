//! What evidence is made of: states, and obligations with the reasons why they are met.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use crate::engine::{Strategies, Traces};
use crate::ir::{ActionId, AgentId, InterpretedSystem, JointAction, State};
use crate::logic::{Formula, FormulaId, Formulas};
use crate::model::Model;
use crate::run::{Run, Step};
use crate::slice::Slice;

/// A state of the evidence.
pub type StateId = usize;
/// An obligation of the evidence.
pub type NodeId = usize;

/// What evidence shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conclusion {
    /// The formula is true in an initial state.
    Holds,
    /// The formula is false in an initial state.
    Fails,
}

/// Why a formula is true, or false, in an initial state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// What it shows.
    pub shown: Conclusion,
    /// How path quantifiers are read.
    pub traces: Traces,
    /// How strategies are read.
    pub strategies: Strategies,
    /// The states, equal ones once.
    pub states: Vec<State>,
    /// The obligations; the first one is the whole.
    pub nodes: Vec<Node>,
    /// How states that no path leads to can be reached: a shortest run from an initial state.
    pub origins: BTreeMap<StateId, Run>,
    /// The formulas that the obligations speak of.
    pub formulas: Formulas,
    /// What universal claims were checked on; nothing if the states were not all known, and then there are none.
    pub universe: Option<Universe>,
    /// The slice of the model that it speaks of, if other variables have been left out. States and actions are those of
    /// the slice.
    pub slice: Option<Arc<Slice>>,
}

/// The states that formulas speak of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Universe {
    /// How many there are.
    pub states: BigUint,
    /// How many of them are initial states. What holds, holds in all of them, though one is shown.
    pub initial: BigUint,
    /// Whether they are the reachable states with a fair path, not all reachable ones.
    pub fair: bool,
}

/// A formula in negation normal form that is true in a state, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Where.
    pub state: StateId,
    /// What.
    pub formula: FormulaId,
    /// Why.
    pub reason: Reason,
    /// With fairness: why there is a fair path from here, where that does not follow from the rest.
    pub fair: Option<NodeId>,
}

/// Why a formula is true in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The values of the state say so.
    Evident,
    /// Both parts are true.
    Both(NodeId, NodeId),
    /// This part is true.
    Either(NodeId),
    /// A path: for CTL's E and for path quantifiers.
    Path(Path),
    /// An agent cannot tell in which of several states it is.
    Jump(Jump),
    /// A green state somewhere: permission.
    Elsewhere(NodeId),
    /// A group has a strategy.
    Strategy(Strategy),
    /// A group cannot enforce something, whatever it does.
    Prevention(Prevention),
    /// A group has no uniform strategy, whatever it decides.
    Dilemma(Dilemma),
    /// A universal claim: it holds on all paths, or in all states that an agent considers possible. An engine has
    /// checked it; what follows for this state is shown.
    Checked(Vec<NodeId>),
}

impl Reason {
    /// The obligations that it rests on.
    #[must_use]
    pub fn parts(&self) -> Vec<NodeId> {
        match self {
            Self::Evident => Vec::new(),
            &Self::Both(left, right) => vec![left, right],
            &Self::Either(part) | &Self::Elsewhere(part) | &Self::Jump(Jump { part, .. }) => vec![part],
            Self::Path(Path { parts, .. })
            | Self::Strategy(Strategy { parts, .. })
            | Self::Prevention(Prevention { parts, .. })
            | Self::Dilemma(Dilemma { parts, .. }) => parts.iter().map(|&(_, part)| part).collect(),
            Self::Checked(parts) => parts.clone(),
        }
    }
}

/// States in a row with what is true in them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The states; the first one is that of the obligation.
    pub states: Vec<StateId>,
    /// What was done in each state to come to the next.
    pub actions: Vec<JointAction>,
    /// The position that follows the last one; none if the path ends there.
    pub back_to: Option<usize>,
    /// What is true where, by position.
    pub parts: Vec<(usize, NodeId)>,
    /// Which constraint of the Fairness section is met at which position of the loop.
    pub fair: Vec<(usize, usize)>,
}

/// From one state to others that some agents cannot tell apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jump {
    /// Each step: the agents whose local states agree, taken together, and where it leads.
    pub steps: Vec<(Vec<AgentId>, StateId)>,
    /// What is true at the end.
    pub part: NodeId,
}

/// What a group does to enforce something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strategy {
    /// Where play starts: the state itself, or all that the group cannot tell from it.
    pub from: Vec<StateId>,
    /// What is done where.
    pub table: Table,
    /// Where play can go on to, from each state in which it is not over.
    pub outcomes: Vec<(StateId, Vec<StateId>)>,
    /// What is true where, as far as it is needed.
    pub parts: Vec<(StateId, NodeId)>,
}

/// Why a group cannot enforce something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prevention {
    /// In a state, what all do, and where that leads: a row for every choice of the group.
    pub rows: Vec<Step<StateId>>,
    /// What is true where, as far as it is needed.
    pub parts: Vec<(StateId, NodeId)>,
}

/// What an agent does in a local state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The agent.
    pub agent: AgentId,
    /// The local state: the values that it observes.
    pub sees: Vec<i64>,
    /// What it does then.
    pub action: ActionId,
}

/// Why no uniform strategy of a group wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dilemma {
    /// For everything that may be decided, a play that is lost then.
    pub tries: Vec<Try>,
    /// What is true where, as far as it is needed.
    pub parts: Vec<(StateId, NodeId)>,
}

/// What members do in what they see, and a play that is lost then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Try {
    /// Per member and local state, its action, in the order in which play comes across them.
    pub decisions: Vec<Decision>,
    /// The states of the play; the first one looks to the group like that of the obligation.
    pub states: Vec<StateId>,
    /// What was done in each state to come to the next.
    pub actions: Vec<JointAction>,
    /// The position that follows the last one, if play goes on forever.
    pub back_to: Option<usize>,
}

/// A strategy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Table {
    /// Per global state, the action of each member.
    Perfect(Vec<(StateId, Vec<ActionId>)>),
    /// Per member and local state (the values that it observes), its action.
    Uniform(Vec<Decision>),
}

impl Evidence {
    /// Whether anything is shown but the initial state and what was checked.
    #[must_use]
    pub fn is_substantial(&self) -> bool {
        let shows = |node: &Node| {
            matches!(
                node.reason,
                Reason::Path(_)
                    | Reason::Jump(_)
                    | Reason::Elsewhere(_)
                    | Reason::Strategy(_)
                    | Reason::Prevention(_)
                    | Reason::Dilemma(_)
            )
        };
        self.nodes.iter().any(shows)
    }

    /// What the members of a group do in a state by their strategy, each with its action.
    #[must_use]
    pub fn choice(
        &self,
        system: &InterpretedSystem,
        node: &Node,
        strategy: &Strategy,
        state: StateId,
    ) -> Vec<(AgentId, ActionId)> {
        let Formula::Strategic(group, _) = self.formulas.get(node.formula) else { return Vec::new() };
        let members = system.group(group).members.iter().copied();
        match &strategy.table {
            Table::Perfect(rows) => {
                let row = rows.iter().find(|(at, _)| *at == state);
                row.map_or_else(Vec::new, |(_, actions)| members.zip(actions.iter().copied()).collect())
            }
            Table::Uniform(rows) => members
                .filter_map(|member| {
                    let local = self.states[state].observation(system, member);
                    let row = rows.iter().find(|row| row.agent == member && row.sees == local);
                    row.map(|row| (member, row.action))
                })
                .collect(),
        }
    }

    /// The model that it speaks of: a slice, or the whole.
    #[must_use]
    pub fn model<'a>(&'a self, whole: &'a Model) -> &'a Model {
        self.slice.as_ref().map_or(whole, |slice| &slice.model)
    }

    /// The system that it speaks of: that of a slice, or the whole.
    #[must_use]
    pub fn system<'a>(&'a self, whole: &'a InterpretedSystem) -> &'a InterpretedSystem {
        self.slice.as_ref().map_or(whole, |slice| &slice.model.system)
    }

    /// The universal claims.
    pub fn claims(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| matches!(node.reason, Reason::Checked(_)))
    }

    /// How many steps the temporal part of the first obligation takes, loops included.
    #[must_use]
    pub fn length(&self) -> Option<usize> {
        match &self.nodes[0].reason {
            Reason::Path(path) => Some(path.actions.len()),
            _ => None,
        }
    }
}
