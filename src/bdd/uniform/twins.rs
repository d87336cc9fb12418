//! A second board to play on: state variables of its own, next to the first ones in the order, and what leads from one
//! state to the next on it. `pairs` plays on both.

use std::collections::BTreeSet;

use oxidd::Subst;
use qmas_encodings::{Gate, InputId, SymbolicSystem};

use crate::bdd::conjuncts::{Conjunct, Product};
use crate::bdd::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// Adds the variables of a second board, and gives them places in every order.
pub(in crate::bdd) fn with_twins<'a>(system: &mut SymbolicSystem, orders: impl Iterator<Item = &'a mut Vec<InputId>>) {
    let mut twin = std::collections::BTreeMap::new();
    for bit in &system.state {
        twin.insert(bit.now, system.circuit.input().0);
        twin.insert(bit.next, system.circuit.input().0);
    }
    for order in orders {
        *order = order.iter().flat_map(|input| [Some(*input), twin.get(input).copied()]).flatten().collect();
    }
}

/// The second board.
pub(super) struct Twins {
    /// From states of the first board.
    pub(super) to_twin: Subst<Bdd>,
    /// Both boards one step later.
    pub(super) to_next: Subst<Bdd>,
    /// From next states of the second board to states and actions of the group that can lead there.
    pub(super) leads: Product,
    /// Both look the same.
    pub(super) same: Bdd,
    /// The states of the second board.
    pub(super) cube: Bdd,
}

impl Twins {
    pub(super) fn new(
        diagrams: &Diagrams,
        symbolic: &SymbolicSystem,
        clusters: &[Conjunct],
        agents: &[usize],
    ) -> Result<Self, GaveUp> {
        let twins = second_board(symbolic);
        let boards = || symbolic.state.iter().zip(&twins);
        let to_twin: Vec<_> = boards().map(|(bit, twin)| (bit.now, twin.0)).collect();
        let steps: Vec<_> = boards().flat_map(|(bit, twin)| [(bit.now, twin.0), (bit.next, twin.1)]).collect();
        let to_next: Vec<_> = boards().flat_map(|(bit, twin)| [(bit.now, bit.next), (twin.0, twin.1)]).collect();
        let renaming = diagrams.renaming(&steps)?;
        let of_twin = |input: InputId| steps.iter().find(|(from, _)| *from == input).map_or(input, |(_, to)| *to);
        let mut second = Vec::new();
        for conjunct in clusters {
            let support = conjunct.support.iter().map(|&input| of_twin(input)).collect();
            second.push(Conjunct { bdd: diagrams.rename(&conjunct.bdd, &renaming)?, support, bits: Vec::new() });
        }
        let outsiders = symbolic.agents.iter().enumerate().filter(|(index, _)| !agents.contains(index));
        let mut gone: BTreeSet<InputId> = outsiders.flat_map(|(_, agent)| agent.actions.iter().copied()).collect();
        gone.extend(twins.iter().map(|twin| twin.1));
        let mut same = diagrams.constant(true);
        let seen: BTreeSet<usize> =
            agents.iter().flat_map(|&agent| symbolic.agents[agent].observes.iter().copied()).collect();
        // From the bottom of most orders up.
        for &bit in seen.iter().rev() {
            let different =
                diagrams.xor(&diagrams.variable(symbolic.state[bit].now)?, &diagrams.variable(twins[bit].0)?)?;
            same = diagrams.minus(&same, &different)?;
        }
        Ok(Self {
            to_twin: diagrams.renaming(&to_twin)?,
            to_next: diagrams.renaming(&to_next)?,
            leads: Product::new(diagrams, &second, &gone)?,
            same,
            cube: diagrams.cube(twins.iter().map(|twin| twin.0))?,
        })
    }
}

/// The variables of the second board, now and next, by state bit.
fn second_board(symbolic: &SymbolicSystem) -> Vec<(InputId, InputId)> {
    // They came last. A part of a larger system has inputs that are of no bit and no agent.
    let inputs = (0..symbolic.circuit.len()).filter_map(|number| match symbolic.circuit.gate(number) {
        Gate::Input(input) => Some(input),
        _ => None,
    });
    let inputs: Vec<InputId> = inputs.collect();
    let second = &inputs[inputs.len() - 2 * symbolic.state.len()..];
    second.chunks_exact(2).map(|twin| (twin[0], twin[1])).collect()
}
