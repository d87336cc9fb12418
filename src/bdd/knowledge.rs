//! Knowledge by quantifying away what an agent does not see. Raimondi and Lomuscio (2005), algorithms for K and C.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;
use qmas_encodings::SymbolicSystem;

use super::branching::World;
use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;
use crate::ir::{AgentId, InterpretedSystem};
use crate::logic::Knowledge;

/// Per relation of indistinguishability, the variables that it does not look at.
pub(super) struct Hidden {
    cubes: Vec<Bdd>,
    /// Several relations at once: one step of any of them.
    common: bool,
}

impl Hidden {
    /// The relations behind a kind of knowledge.
    pub(super) fn behind(
        diagrams: &Diagrams,
        symbolic: &SymbolicSystem,
        system: &InterpretedSystem,
        knowledge: Knowledge,
    ) -> Result<Self, GaveUp> {
        let hidden = |agents: &[AgentId]| {
            let seen: BTreeSet<usize> =
                agents.iter().flat_map(|agent| symbolic.agents[agent.index()].observes.iter().copied()).collect();
            let unseen = (0..symbolic.state.len()).filter(|bit| !seen.contains(bit));
            diagrams.cube(unseen.map(|bit| symbolic.state[bit].now))
        };
        let cubes = match knowledge {
            Knowledge::Agent(agent) => vec![hidden(&[agent])?],
            Knowledge::Distributed(group) => vec![hidden(&system.group(group).members)?],
            Knowledge::Everyone(group) | Knowledge::Common(group) => {
                system.group(group).members.iter().map(|&agent| hidden(&[agent])).collect::<Result<_, _>>()?
            }
        };
        Ok(Self { cubes, common: matches!(knowledge, Knowledge::Common(_)) })
    }
}

impl World<'_> {
    /// The states in which a state of `set` is considered possible.
    pub(super) fn considers(&self, hidden: &Hidden, set: &Bdd) -> Result<Bdd, GaveUp> {
        let step = |from: &Bdd| {
            let mut all = self.diagrams.constant(false);
            for cube in &hidden.cubes {
                all = self.diagrams.or(&all, &self.diagrams.exists(from, cube)?)?;
            }
            self.diagrams.and(&all, &self.universe.states)
        };
        let mut considered = step(set)?;
        if hidden.common {
            let mut frontier = considered.clone();
            while frontier.satisfiable() {
                frontier = self.diagrams.minus(&step(&frontier)?, &considered)?;
                considered = self.diagrams.or(&considered, &frontier)?;
            }
        }
        Ok(considered)
    }

    /// The states in which no state outside `set` is considered possible.
    pub(super) fn knows(&self, hidden: &Hidden, set: &Bdd) -> Result<Bdd, GaveUp> {
        let doubtful = self.considers(hidden, &self.complement(set)?)?;
        self.complement(&doubtful)
    }
}
