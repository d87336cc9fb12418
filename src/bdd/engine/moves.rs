//! Which choices of evolution the moves of reachable states can take, and which of them have no result.

use oxidd::BooleanFunction;
use qmas_encodings::{Lit, Mover, SymbolicSystem};

use super::super::diagrams::Bdd;
use super::BddEngine;
use crate::engine::GaveUp;
use crate::logic::FormulaId;

/// What becomes of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChoiceUse {
    /// Whether some move of a reachable state enables it.
    pub(crate) enabled: bool,
    /// Whether it is then without a result in some of them.
    pub(crate) dropped: bool,
}

impl BddEngine {
    /// What becomes of every choice of these movers of the whole system, in their order. The engine itself may have left
    /// out those that change nothing; it must have been made from the same circuits. From now on the formula `without`
    /// is true on finite traces where the first choice without a result has none: no formula can say that.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn choices(&mut self, movers: &[Mover], without: FormulaId) -> Result<Vec<Vec<ChoiceUse>>, GaveUp> {
        self.growing(|engine| engine.look_at_choices(movers, without))
    }

    fn look_at_choices(&mut self, movers: &[Mover], without: FormulaId) -> Result<Vec<Vec<ChoiceUse>>, GaveUp> {
        let symbolic = self.symbolic.clone();
        let (alive, protocols) = self.who_may_act(&symbolic)?;
        let mut all = Vec::new();
        let mut first = None;
        for mover in movers {
            let mut uses = Vec::new();
            for choice in &mover.choices {
                let (enabled, dropped) = self.look_at(&symbolic, (&alive, &protocols), choice.enabled, choice.fits)?;
                uses.push(ChoiceUse { enabled, dropped: dropped.satisfiable() });
                first = first.or(dropped.satisfiable().then_some(dropped));
            }
            all.push(uses);
        }
        if let Some(moves) = first {
            let actions = self.diagrams.cube(symbolic.agents.iter().flat_map(|agent| agent.actions.iter().copied()))?;
            let states = self.diagrams.exists(&moves, &actions)?;
            self.finite.known.insert(without, states);
        }
        Ok(all)
    }

    /// The reachable states in which every agent has an action, since elsewhere the system does not move; and the protocols.
    pub(super) fn who_may_act(&mut self, symbolic: &SymbolicSystem) -> Result<(Bdd, Vec<Bdd>), GaveUp> {
        let mut alive = self.finite.universe.states.clone();
        let mut protocols = Vec::new();
        for agent in &symbolic.agents {
            let protocol = self.diagrams.build(&symbolic.circuit, agent.protocol)?;
            let cube = self.diagrams.cube(agent.actions.iter().copied())?;
            alive = self.diagrams.and(&alive, &self.diagrams.exists(&protocol, &cube)?)?;
            protocols.push(protocol);
        }
        Ok((alive, protocols))
    }

    /// Whether some move enables a choice, and the moves in which it then has no result.
    fn look_at(
        &mut self,
        symbolic: &SymbolicSystem,
        (alive, protocols): (&Bdd, &[Bdd]),
        enabled: Lit,
        fits: Lit,
    ) -> Result<(bool, Bdd), GaveUp> {
        let enabled_set = self.diagrams.build(&symbolic.circuit, enabled)?;
        let mut moves = self.diagrams.and(alive, &enabled_set)?;
        let support = symbolic.circuit.support([enabled]);
        for (agent, protocol) in symbolic.agents.iter().zip(protocols) {
            if agent.actions.iter().any(|action| support.contains(action)) {
                moves = self.diagrams.and(&moves, protocol)?;
            }
        }
        let fits = self.diagrams.build(&symbolic.circuit, fits)?;
        Ok((moves.satisfiable(), self.diagrams.minus(&moves, &fits)?))
    }
}
