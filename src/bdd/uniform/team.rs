//! The group that plays: what each member sees and can do, and partial strategies as relations between the two.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;
use qmas_encodings::{InputId, SymbolicSystem};

use super::twins::Twins;
use crate::bdd::conjuncts::Conjunct;
use crate::bdd::diagrams::{Bdd, Diagrams};
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
    /// The actions of all members.
    pub(super) actions: Bdd,
    pub(super) twins: Twins,
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
        clusters: &[Conjunct],
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
        let mut team = Self {
            members: Vec::new(),
            hidden: diagrams.cube(hidden.iter().map(|&bit| symbolic.state[bit].now))?,
            actions: diagrams.cube(actions(&|agent| agents.contains(&agent)))?,
            twins: Twins::new(diagrams, symbolic, clusters, &agents)?,
            seen: seen.into_iter().map(|bit| symbolic.state[bit].now).collect(),
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

    /// Settles on one action per local state wherever `good` speaks of it: a relation between states, or what the
    /// members see of them, and joint actions. Best is an action that is good for the member whatever the state, and in
    /// some state even part of `better`. What has been settled before stays. Returns what is left of `good`.
    pub(super) fn settle(
        &self,
        diagrams: &Diagrams,
        moves: &mut Moves,
        good: &Bdd,
        better: &Bdd,
    ) -> Result<Bdd, GaveUp> {
        let mut good = diagrams.and(good, &moves.joint)?;
        let mut better = diagrams.and(better, &good)?;
        for (member, local) in self.members.iter().zip(&mut moves.local) {
            let choice = member.choice(diagrams, &good, &better)?;
            let elsewhere = diagrams.not(&diagrams.exists(&choice, &member.own_actions)?)?;
            let rule = diagrams.or(&elsewhere, &choice)?;
            *local = diagrams.and(local, &rule)?;
            moves.joint = diagrams.and(&moves.joint, &rule)?;
            good = diagrams.and(&good, &rule)?;
            better = diagrams.and(&better, &rule)?;
        }
        Ok(good)
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
    /// One action in every local state that `good` speaks of.
    fn choice(&self, diagrams: &Diagrams, good: &Bdd, better: &Bdd) -> Result<Bdd, GaveUp> {
        let suits = diagrams.exists(good, &self.other_actions)?;
        let states = diagrams.exists(&suits, &self.own_actions)?;
        let somewhere = diagrams.exists(&suits, &self.unseen)?;
        let not_everywhere = diagrams.exists(&diagrams.minus(&states, &suits)?, &self.unseen)?;
        let everywhere = diagrams.minus(&somewhere, &not_everywhere)?;
        let preferred = diagrams.exists(&diagrams.exists(better, &self.other_actions)?, &self.unseen)?;
        let mut choice = diagrams.constant(false);
        for next in [diagrams.and(&everywhere, &preferred)?, everywhere, preferred, somewhere] {
            let open = diagrams.not(&diagrams.exists(&choice, &self.own_actions)?)?;
            choice = diagrams.or(&choice, &diagrams.and(&next, &open)?)?;
        }
        self.first(diagrams, &choice)
    }

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

    /// The actions that `local` leaves in a local state, one by one; what a strategy does that failed comes last.
    pub(super) fn alternatives(
        &self,
        diagrams: &Diagrams,
        local: &Bdd,
        state: &Bdd,
        failed: &Bdd,
    ) -> Result<Vec<Bdd>, GaveUp> {
        let here = diagrams.and(local, state)?;
        let mut left = diagrams.exists(&here, &diagrams.cube(self.seen.iter().copied())?)?;
        let mut actions = Vec::new();
        while let Some(action) = first_of(diagrams, &left, &self.actions)? {
            left = diagrams.minus(&left, &action)?;
            if diagrams.and(&diagrams.and(failed, state)?, &action)?.satisfiable() {
                actions.push(action);
            } else {
                actions.insert(0, action);
            }
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
