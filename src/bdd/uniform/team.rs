//! Who plays: what each member sees and can do, and partial strategies as relations between the two.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;
use qmas_encodings::{InputId, SymbolicSystem};

use crate::bdd::diagrams::{Bdd, Diagrams};
use crate::bdd::relation::{Piece, Product};
use crate::engine::GaveUp;
use crate::ir::AgentId;

/// A member of the group. Cubes are for quantification.
pub(super) struct Member {
    /// The state variables that make its local state.
    pub(super) seen: Vec<InputId>,
    /// The other state variables.
    unseen: Bdd,
    actions: Vec<InputId>,
    own_actions: Bdd,
    other_actions: Bdd,
    /// Its actions in its local states.
    protocol: Bdd,
}

/// The group.
pub(in crate::bdd) struct Team {
    pub(super) members: Vec<Member>,
    /// The state variables that some member sees.
    pub(super) seen: Vec<InputId>,
    /// Those that no member sees.
    pub(super) hidden: Bdd,
    /// The same in the next state.
    pub(super) hidden_next: Bdd,
    /// The actions of all members.
    pub(super) actions: Bdd,
    /// What members see and do.
    pub(super) seen_and_done: Bdd,
    /// From states to what members see and do there, and where that can lead.
    pub(super) steps: Product,
}

/// What is left to the group.
#[derive(Clone)]
pub(super) struct Moves {
    /// Per member, actions in local states: a strategy if there is one action in each.
    pub(super) local: Vec<Bdd>,
    /// All of these at once, less what is known to lose.
    pub(super) joint: Bdd,
}

impl Team {
    pub(in crate::bdd) fn new(
        diagrams: &mut Diagrams,
        symbolic: &SymbolicSystem,
        clusters: &[Piece],
        members: &[AgentId],
    ) -> Result<Self, GaveUp> {
        let agents: Vec<usize> = members.iter().map(|member| member.index()).collect();
        let actions = |of: &dyn Fn(usize) -> bool| -> BTreeSet<InputId> {
            let chosen = symbolic.agents.iter().enumerate().filter(|(index, _)| of(*index));
            chosen.flat_map(|(_, agent)| agent.actions.iter().copied()).collect()
        };
        let bits = 0..symbolic.state.len();
        let seen: BTreeSet<usize> =
            agents.iter().flat_map(|&agent| symbolic.agents[agent].observes.iter().copied()).collect();
        let hidden: Vec<usize> = bits.clone().filter(|bit| !seen.contains(bit)).collect();
        let seen: Vec<InputId> = seen.into_iter().map(|bit| symbolic.state[bit].now).collect();
        let outside: BTreeSet<InputId> = actions(&|agent| !agents.contains(&agent))
            .into_iter()
            .chain(hidden.iter().map(|&bit| symbolic.state[bit].now))
            .collect();
        let mut team = Self {
            members: Vec::new(),
            hidden: diagrams.cube(hidden.iter().map(|&bit| symbolic.state[bit].now))?,
            hidden_next: diagrams.cube(hidden.iter().map(|&bit| symbolic.state[bit].next))?,
            actions: diagrams.cube(actions(&|agent| agents.contains(&agent)))?,
            seen_and_done: diagrams.cube(actions(&|agent| agents.contains(&agent)).into_iter().chain(seen.clone()))?,
            steps: Product::new(diagrams, clusters, &outside)?,
            seen,
        };
        for &index in &agents {
            let agent = &symbolic.agents[index];
            let unseen = bits.clone().filter(|bit| !agent.observes.contains(bit));
            team.members.push(Member {
                seen: agent.observes.iter().map(|&bit| symbolic.state[bit].now).collect(),
                unseen: diagrams.cube(unseen.map(|bit| symbolic.state[bit].now))?,
                actions: agent.actions.clone(),
                own_actions: diagrams.cube(agent.actions.iter().copied())?,
                other_actions: diagrams.cube(actions(&|other| other != index && agents.contains(&other)))?,
                protocol: diagrams.build(&symbolic.circuit, agent.protocol)?,
            });
        }
        Ok(team)
    }

    /// Everything that the protocols allow.
    pub(super) fn all_moves(&self, diagrams: &Diagrams) -> Result<Moves, GaveUp> {
        let local: Vec<Bdd> = self.members.iter().map(|member| member.protocol.clone()).collect();
        Ok(Moves { joint: together(diagrams, &local)?, local })
    }

    /// Settles on one action per local state for all that `wanted`, joint actions by what the members see, speaks of:
    /// one that suits the member wherever it is in that local state, otherwise one that suits it somewhere. What has
    /// been settled stays. Returns what is left of `wanted`.
    pub(super) fn settle(&self, diagrams: &Diagrams, moves: &mut Moves, wanted: &Bdd) -> Result<Bdd, GaveUp> {
        let mut wanted = diagrams.and(wanted, &moves.joint)?;
        for (member, local) in self.members.iter().zip(&mut moves.local) {
            let suits = diagrams.exists(&wanted, &member.other_actions)?;
            let where_wanted = diagrams.exists(&suits, &member.own_actions)?;
            let somewhere = diagrams.exists(&suits, &member.unseen)?;
            let not_everywhere = diagrams.exists(&diagrams.minus(&where_wanted, &suits)?, &member.unseen)?;
            let everywhere = diagrams.minus(&somewhere, &not_everywhere)?;
            let settled = diagrams.exists(&everywhere, &member.own_actions)?;
            let rest = diagrams.minus(&somewhere, &settled)?;
            let choice = member.first(diagrams, &diagrams.or(&everywhere, &rest)?)?;
            let elsewhere = diagrams.not(&diagrams.exists(&somewhere, &member.own_actions)?)?;
            let rule = diagrams.or(&elsewhere, &choice)?;
            *local = diagrams.and(local, &rule)?;
            moves.joint = diagrams.and(&moves.joint, &rule)?;
            wanted = diagrams.and(&wanted, &rule)?;
        }
        Ok(wanted)
    }

    /// The strategy that takes the first of all actions that are left.
    pub(super) fn complete(&self, diagrams: &Diagrams, moves: &Moves) -> Result<Bdd, GaveUp> {
        let local: Vec<Bdd> = self
            .members
            .iter()
            .zip(&moves.local)
            .map(|(member, local)| member.first(diagrams, local))
            .collect::<Result<_, _>>()?;
        together(diagrams, &local)
    }
}

fn together(diagrams: &Diagrams, local: &[Bdd]) -> Result<Bdd, GaveUp> {
    let mut joint = diagrams.constant(true);
    for moves in local {
        joint = diagrams.and(&joint, moves)?;
    }
    Ok(joint)
}

impl Member {
    /// One action, the first, of those that a relation leaves in each local state.
    fn first(&self, diagrams: &Diagrams, relation: &Bdd) -> Result<Bdd, GaveUp> {
        let mut relation = relation.clone();
        for &bit in self.actions.iter().rev() {
            let bit = diagrams.variable(bit)?;
            let possible = diagrams.exists(&diagrams.minus(&relation, &bit)?, &self.own_actions)?;
            relation = diagrams.minus(&relation, &diagrams.and(&possible, &bit)?)?;
        }
        Ok(relation)
    }

    /// The local states in which there is more than one action.
    pub(super) fn undecided(&self, diagrams: &Diagrams, local: &Bdd) -> Result<Bdd, GaveUp> {
        let others = diagrams.minus(local, &self.first(diagrams, local)?)?;
        diagrams.exists(&others, &self.own_actions)
    }

    /// The actions that `local` leaves in a local state, one by one.
    pub(super) fn alternatives(&self, diagrams: &Diagrams, local: &Bdd, state: &Bdd) -> Result<Vec<Bdd>, GaveUp> {
        let here = diagrams.and(local, state)?;
        let mut left = diagrams.exists(&here, &diagrams.cube(self.seen.iter().copied())?)?;
        let mut actions = Vec::new();
        while let Some(action) = first_of(diagrams, &left, &self.actions)? {
            left = diagrams.minus(&left, &action)?;
            actions.push(action);
        }
        Ok(actions)
    }
}

/// The first valuation of some variables that occurs in a set: a conjunction of literals.
pub(super) fn first_of(diagrams: &Diagrams, set: &Bdd, variables: &[InputId]) -> Result<Option<Bdd>, GaveUp> {
    if !set.satisfiable() {
        return Ok(None);
    }
    let mut rest = set.clone();
    let mut valuation = diagrams.constant(true);
    for &variable in variables.iter().rev() {
        let positive = diagrams.variable(variable)?;
        let negative = diagrams.not(&positive)?;
        let without = diagrams.and(&rest, &negative)?;
        let literal = if without.satisfiable() { negative } else { positive };
        rest = diagrams.and(&rest, &literal)?;
        valuation = diagrams.and(&valuation, &literal)?;
    }
    Ok(Some(valuation))
}
