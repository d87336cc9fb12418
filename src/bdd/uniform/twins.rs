//! Pairs of states that look the same and come about together: a bound from above for all classes at once.
//!
//! One state alone often leaves the group a good action, but a class seldom consists of one state, and the group has to
//! do the same in all of it. Here it plays on two boards at once and sees both. As long as they look the same to it, it
//! has to do the same on both; once they look different, or one has come to a good end, it goes on with perfect
//! information. Who loses on some pair of states of a class has no uniform strategy there. With s, t in one class:
//!
//! > lost(s, t) iff every joint action that is safe for both can lead to (s′, t′) in one class with lost(s′, t′)
//!
//! as a greatest fixpoint where the group has to get somewhere and as a least one where it has to avoid something.
//! Under fairness the former would be wrong, since others may not go round for ever as they like.
//!
//! The second board has state variables of its own, next to the first ones in the order.

use std::collections::BTreeSet;

use oxidd::Subst;
use qmas_encodings::{Gate, InputId, SymbolicSystem};

use super::{Play, Uniform};
use crate::bdd::diagrams::{Bdd, Diagrams};
use crate::bdd::pieces::{Piece, Product};
use crate::engine::GaveUp;
use crate::logic::Temporal;

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
    to_twin: Subst<Bdd>,
    /// Both boards one step later.
    to_next: Subst<Bdd>,
    /// From next states of the second board to states and actions of the group that can lead there.
    leads: Product,
    /// Both look the same.
    same: Bdd,
    /// The states of the second board.
    cube: Bdd,
}

impl Twins {
    pub(super) fn new(
        diagrams: &Diagrams,
        symbolic: &SymbolicSystem,
        clusters: &[Piece],
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
        for piece in clusters {
            let support = piece.support.iter().map(|&input| of_twin(input)).collect();
            second.push(Piece { bdd: diagrams.rename(&piece.bdd, &renaming)?, support, bits: Vec::new() });
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
    // They came last. A part of a larger system has inputs that are nobody's.
    let inputs = (0..symbolic.circuit.len()).filter_map(|number| match symbolic.circuit.gate(number) {
        Gate::Input(input) => Some(input),
        _ => None,
    });
    let inputs: Vec<InputId> = inputs.collect();
    let second = &inputs[inputs.len() - 2 * symbolic.state.len()..];
    second.chunks_exact(2).map(|twin| (twin[0], twin[1])).collect()
}

impl Uniform<'_> {
    /// The states in whose class the group loses on some pair.
    pub(super) fn lost_on_pairs(&self, play: &Play) -> Result<Bdd, GaveUp> {
        let diagrams = self.diagrams();
        let twins = &self.team.twins;
        let both = |set: &Bdd| diagrams.and(&diagrams.and(set, &twins.same)?, &diagrams.rename(set, &twins.to_twin)?);
        let (pairs, safe) = (both(&play.states)?, both(&play.safe)?);
        let somewhere = matches!(self.operator, Temporal::Finally(_) | Temporal::Until(..));
        let mut lost =
            if somewhere && self.world.universe.fairness.is_empty() { pairs.clone() } else { diagrams.constant(false) };
        loop {
            let later = diagrams.rename(&lost, &twins.to_next)?;
            let leads = twins.leads.apply(diagrams, &self.player.leads.apply(diagrams, &later)?)?;
            let kept = diagrams.and_exists(&safe, &diagrams.not(&leads)?, &self.team.actions)?;
            let next = diagrams.minus(&pairs, &kept)?;
            if next == lost {
                break;
            }
            lost = next;
        }
        let classes = diagrams.exists(&diagrams.exists(&lost, &twins.cube)?, &self.team.hidden)?;
        diagrams.and(&classes, &self.world.universe.states)
    }
}
