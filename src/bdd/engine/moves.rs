//! Which choices of evolution the moves of reachable states can take, and which of them have no result.

use oxidd::BooleanFunction;
use qmas_encodings::{Lit, Mover, SymbolicSystem};

use super::super::diagrams::Bdd;
use super::BddEngine;
use crate::engine::GaveUp;

/// What becomes of a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChoiceUse {
    /// Whether some move of a reachable state enables it.
    pub(crate) enabled: bool,
    /// Whether it is then without a result in some of them.
    pub(crate) dropped: bool,
}

impl BddEngine<'_> {
    /// What becomes of every choice of these movers of the whole system, in their order. The engine itself may have left
    /// out those that change nothing; it must have been made from the same circuits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn choices(&mut self, movers: &[Mover]) -> Result<Vec<Vec<ChoiceUse>>, GaveUp> {
        self.growing(|engine| engine.look_at_choices(movers))
    }

    fn look_at_choices(&mut self, movers: &[Mover]) -> Result<Vec<Vec<ChoiceUse>>, GaveUp> {
        let symbolic = self.symbolic.clone();
        // Where somebody has no action, nobody moves.
        let mut alive = self.finite.universe.states.clone();
        let mut protocols = Vec::new();
        for agent in &symbolic.agents {
            let protocol = self.diagrams.build(&symbolic.circuit, agent.protocol)?;
            let cube = self.diagrams.cube(agent.actions.iter().copied())?;
            alive = self.diagrams.and(&alive, &self.diagrams.exists(&protocol, &cube)?)?;
            protocols.push(protocol);
        }
        let mut all = Vec::new();
        for mover in movers {
            let mut uses = Vec::new();
            for choice in &mover.choices {
                uses.push(self.look_at(&symbolic, (&alive, &protocols), choice.enabled, choice.fits)?);
            }
            all.push(uses);
        }
        Ok(all)
    }

    fn look_at(
        &mut self,
        symbolic: &SymbolicSystem,
        (alive, protocols): (&Bdd, &[Bdd]),
        enabled: Lit,
        fits: Lit,
    ) -> Result<ChoiceUse, GaveUp> {
        let enabled_set = self.diagrams.build(&symbolic.circuit, enabled)?;
        let mut moves = self.diagrams.and(alive, &enabled_set)?;
        let support = symbolic.circuit.support([enabled]);
        for (agent, protocol) in symbolic.agents.iter().zip(protocols) {
            if agent.actions.iter().any(|action| support.contains(action)) {
                moves = self.diagrams.and(&moves, protocol)?;
            }
        }
        let fits = self.diagrams.build(&symbolic.circuit, fits)?;
        let dropped = self.diagrams.minus(&moves, &fits)?.satisfiable();
        Ok(ChoiceUse { enabled: moves.satisfiable(), dropped })
    }
}
