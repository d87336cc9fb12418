//! A multi-agent system as circuits: what every symbolic engine starts from.
//!
//! State bits x, action bits a, next-state bits x′. A joint action is one code per agent; agents evolve by [`Mover`]s,
//! each of which governs some of the state bits and executes exactly one of its enabled choices.

use crate::circuit::{Circuit, InputId, Lit};

/// A bit of the state: its input now and in the next state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateBit {
    /// x
    pub now: InputId,
    /// x as a literal
    pub now_lit: Lit,
    /// x′
    pub next: InputId,
    /// x′ as a literal
    pub next_lit: Lit,
}

/// A way to change some bits.
#[derive(Debug, Clone)]
pub struct Choice {
    /// When it may be taken; over x and a.
    pub enabled: Lit,
    /// Whether its result exists: in range, exact division. Over x. An enabled choice without a result is dropped,
    /// but keeps others from staying as they are.
    pub fits: Lit,
    /// The new values of the bits that it changes, over x; other bits of the mover keep theirs.
    pub updates: Vec<(usize, Lit)>,
}

/// Governs state bits: one enabled choice is executed; without any, the bits stay.
#[derive(Debug, Clone)]
pub struct Mover {
    /// The agent that moves.
    pub agent: usize,
    /// The state bits that it governs.
    pub bits: Vec<usize>,
    /// What it may do.
    pub choices: Vec<Choice>,
    /// Whether it is certain that every choice that the agent's protocol lets be enabled has a result.
    pub never_blocks: bool,
}

/// An agent as circuits.
#[derive(Debug, Clone)]
pub struct SymbolicAgent {
    /// Its action bits.
    pub actions: Vec<InputId>,
    /// How many actions there are; codes from there on are no actions.
    pub action_count: usize,
    /// Where its protocol allows the coded action; over x and its action bits.
    pub protocol: Lit,
    /// Whether it is certain that the protocol allows some action in every state.
    pub never_stuck: bool,
    /// The state bits that it observes, ascending.
    pub observes: Vec<usize>,
    /// Where it is red; over x.
    pub red: Lit,
}

/// The whole system.
#[derive(Debug, Clone)]
pub struct SymbolicSystem {
    /// All gates.
    pub circuit: Circuit,
    /// The bits of a state.
    pub state: Vec<StateBit>,
    /// Where codes are values; one conjunct per variable that needs one. Over x.
    pub domain: Vec<Lit>,
    /// The initial states; over x.
    pub init: Lit,
    /// The agents, the environment first.
    pub agents: Vec<SymbolicAgent>,
    /// How bits change; every state bit belongs to exactly one mover.
    pub movers: Vec<Mover>,
    /// The atoms; over x.
    pub atoms: Vec<Lit>,
}

impl SymbolicSystem {
    /// The inputs of state bits, now and next, and of actions.
    pub fn inputs(&self) -> impl Iterator<Item = InputId> {
        let bits = self.state.iter().flat_map(|bit| [bit.now, bit.next]);
        bits.chain(self.agents.iter().flat_map(|agent| agent.actions.iter().copied()))
    }
}
