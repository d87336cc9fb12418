//! ATL with perfect information, by the dual "g cannot avoid": the same table as in the explicit engine's `atl`, on
//! diagrams. Alur, Henzinger and Kupferman (2002); with fairness Busard, Pecheur, Qu and Raimondi (2013).

use std::collections::BTreeSet;

use qmas_encodings::{InputId, SymbolicSystem};

use super::branching::World;
use super::conjuncts::{Conjunct, Product};
use super::diagrams::{Bdd, Diagrams};
use super::relation::Relation;
use crate::engine::GaveUp;
use crate::ir::AgentId;
use crate::logic::{FormulaId, Temporal};

/// A group that plays.
pub(super) struct Player {
    /// From next states to states and actions of the group that can lead there.
    pub(super) leads: Product,
    /// The group's protocols.
    pub(super) protocol: Bdd,
    /// Where all other agents have an enabled action: elsewhere the group can enforce nothing.
    pub(super) others_can_act: Bdd,
    /// The group's actions.
    actions: Bdd,
    /// Next states and the actions of all others.
    gone: BTreeSet<InputId>,
}

impl Player {
    pub(super) fn new(
        diagrams: &mut Diagrams,
        symbolic: &SymbolicSystem,
        clusters: &[Conjunct],
        members: &[AgentId],
    ) -> Result<Self, GaveUp> {
        let member = |agent: usize| members.iter().any(|member| member.index() == agent);
        let mut own: BTreeSet<InputId> = BTreeSet::new();
        let mut gone: BTreeSet<InputId> = symbolic.state.iter().map(|bit| bit.next).collect();
        let (mut protocol, mut others_can_act) = (diagrams.constant(true), diagrams.constant(true));
        for (index, agent) in symbolic.agents.iter().enumerate() {
            let allowed = diagrams.build(&symbolic.circuit, agent.protocol)?;
            if member(index) {
                own.extend(&agent.actions);
                protocol = diagrams.and(&protocol, &allowed)?;
            } else {
                gone.extend(&agent.actions);
                let can_act = diagrams.exists(&allowed, &diagrams.cube(agent.actions.iter().copied())?)?;
                others_can_act = diagrams.and(&others_can_act, &can_act)?;
            }
        }
        Ok(Self {
            leads: Product::new(diagrams, clusters, &gone)?,
            protocol,
            others_can_act,
            actions: diagrams.cube(own)?,
            gone,
        })
    }

    /// From now on it is only asked what the group can do in reachable states.
    pub(super) fn restrict(&mut self, diagrams: &Diagrams, relation: &Relation, states: &Bdd) -> Result<(), GaveUp> {
        if let Some(leads) = relation.leading(diagrams, &self.gone)? {
            self.leads = leads;
        }
        self.protocol = diagrams.and(&self.protocol, states)?;
        Ok(())
    }

    /// The states and actions of the group that can lead to `goal`, a set of states.
    pub(super) fn leads_to(&self, world: &World<'_>, goal: &Bdd) -> Result<Bdd, GaveUp> {
        self.leads.apply(world.diagrams, &world.relation.primed(world.diagrams, goal)?)
    }
}

/// A group in a universe, with all its moves or only with some.
pub(super) struct Game<'a> {
    pub(super) world: &'a World<'a>,
    pub(super) player: &'a Player,
    /// What the group may do, among what its protocols allow.
    pub(super) moves: &'a Bdd,
}

impl Game<'_> {
    /// `<g>` and a temporal operator over the sets of its operands.
    pub(super) fn enforces(&self, operator: Temporal, of: impl Fn(FormulaId) -> Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        let not = |f: FormulaId| self.world.complement(&of(f));
        let fair = self.unavoidably_fair()?;
        let nowhere = diagrams.constant(false);
        let unavoidable = match operator {
            Temporal::Next(p) => self.pre(&diagrams.and(&not(p)?, &fair)?)?,
            Temporal::Finally(p) => self.weak_until(&not(p)?, &nowhere)?,
            Temporal::Globally(p) => self.until(&self.world.universe.states, &diagrams.and(&not(p)?, &fair)?)?,
            Temporal::Until(p, q) => {
                let neither = diagrams.and(&not(p)?, &not(q)?)?;
                self.weak_until(&not(q)?, &diagrams.and(&neither, &fair)?)?
            }
            Temporal::Release(p, q) => self.until(&not(p)?, &diagrams.and(&not(q)?, &fair)?)?,
            Temporal::WeakUntil(p, q) => {
                let neither = diagrams.and(&not(p)?, &not(q)?)?;
                self.until(&not(q)?, &diagrams.and(&neither, &fair)?)?
            }
        };
        self.world.complement(&unavoidable)
    }

    /// Where there is a fair path whatever g does: everywhere without fairness.
    pub(super) fn unavoidably_fair(&self) -> Result<Bdd, GaveUp> {
        let states = &self.world.universe.states;
        if self.world.universe.fairness.is_empty() {
            return Ok(states.clone());
        }
        self.weak_until(states, &self.world.diagrams.constant(false))
    }

    /// The states in which every choice of g can lead to `goal`.
    fn pre(&self, goal: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        let safe = diagrams.not(&self.player.leads_to(self.world, goal)?)?;
        let safe = diagrams.and(&safe, &self.player.others_can_act)?;
        let avoidable = diagrams.and_exists(self.moves, &safe, &self.player.actions)?;
        self.world.complement(&avoidable)
    }

    /// μY. q ∨ (p ∧ Pre(Y))
    fn until(&self, p: &Bdd, q: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        let mut states = q.clone();
        loop {
            let more = diagrams.or(&states, &diagrams.and(p, &self.pre(&states)?)?)?;
            if more == states {
                return Ok(states);
            }
            states = more;
        }
    }

    /// νZ. q ∨ (p ∧ ⋀_C Pre(μY. q ∨ (Z ∧ C) ∨ (p ∧ Pre(Y)))); νZ. q ∨ (p ∧ Pre(Z)) without fairness.
    fn weak_until(&self, p: &Bdd, q: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        let mut states = diagrams.or(p, q)?;
        loop {
            let mut fewer = p.clone();
            if self.world.universe.fairness.is_empty() {
                fewer = diagrams.and(&fewer, &self.pre(&states)?)?;
            }
            for constraint in &self.world.universe.fairness {
                let goal = diagrams.or(q, &diagrams.and(&states, constraint)?)?;
                fewer = diagrams.and(&fewer, &self.pre(&self.until(p, &goal)?)?)?;
            }
            let fewer = diagrams.or(q, &fewer)?;
            if fewer == states {
                return Ok(states);
            }
            states = fewer;
        }
    }
}
