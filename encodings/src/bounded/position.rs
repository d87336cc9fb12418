//! A formula in one, or in each, of the states of a path, without a copy of the formula for every state.
//!
//! A player that may choose a position chooses a state z instead, which must be one of the path's: the formula is encoded
//! once, in z, and z stays the same from bound to bound. The choice belongs to the block of the player, so it costs no
//! alternation if the block is there already. Where it is not, there are copies, but of games, whose blocks would multiply; and everywhere without
//! [`Savings::selectors`](super::Savings). That there is a position with the formula and that there is a state z, equal to
//! one of a position, with the formula is the same thing.

use super::encoder::{Encoded, Encoder};
use super::formula::FormulaId;
use super::scope::{Part, Scope};
use super::state::{ChosenState, State};
use crate::circuit::Lit;
use crate::hash::FastMap;
use crate::qbf::Quantifier;
use crate::sat::Stop;

/// States, and for each of them whether it counts.
pub(super) struct Positions<'a> {
    pub(super) states: &'a [State],
    pub(super) counts: &'a [Lit],
}

impl Encoder {
    /// `side` wins the formula in some state that counts, of its own choice. The result is what `side` wins.
    pub(super) fn some_position(
        &mut self,
        side: Quantifier,
        positions: &Positions<'_>,
        formula: FormulaId,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        if self.formulas.as_state(formula).is_some() {
            let mut all = Encoded::plain(Lit::FALSE);
            for (state, &counts) in positions.states.iter().zip(positions.counts) {
                let wins = self.encode(formula, state, scope)?.seen_by(side).lit;
                let wins = self.system.circuit.and(counts, wins);
                all.lit = self.system.circuit.or(all.lit, wins);
            }
            return Ok(all);
        }
        if !self.savings.selectors {
            let none = self.all_copies(!side, positions, formula, scope)?;
            return Ok(Encoded { lit: !none.lit, prefix: none.prefix });
        }
        let scope = self.names.part(scope, Part::Chosen);
        let ChosenState { state: chosen, valid: is_one, inputs } = self.chosen(positions, scope);
        let wins = self.encode(formula, &chosen, scope)?.seen_by(side);
        let wins = wins.and(Encoded::plain(is_one), &mut self.system.circuit);
        Ok(wins.within(side, inputs))
    }

    /// `side` wins the formula in every state that counts. The result is what `side` wins.
    pub(super) fn all_positions(
        &mut self,
        side: Quantifier,
        positions: &Positions<'_>,
        formula: FormulaId,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let once = self.savings.selectors && self.formulas.has_rounds(formula);
        if once || self.formulas.leads(formula) == Some(!side) {
            let other = self.some_position(!side, positions, formula, scope)?;
            return Ok(Encoded { lit: !other.lit, prefix: other.prefix });
        }
        self.all_copies(side, positions, formula, scope)
    }

    /// That a formula is true at all positions, with a copy of it for every state.
    fn all_copies(
        &mut self,
        side: Quantifier,
        positions: &Positions<'_>,
        formula: FormulaId,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let mut all = Encoded::plain(Lit::TRUE);
        for (at, (state, &counts)) in positions.states.iter().zip(positions.counts).enumerate() {
            if counts != Lit::FALSE {
                let scope = self.names.part(scope, Part::Each(at));
                let wins = self.encode(formula, state, scope)?.seen_by(side);
                let wins = wins.or(Encoded::plain(!counts), &mut self.system.circuit);
                all = all.and(wins, &mut self.system.circuit);
            }
        }
        Ok(all)
    }

    /// A state of new inputs, which is valid if it is one of those that count.
    fn chosen(&mut self, positions: &Positions<'_>, scope: Scope) -> ChosenState {
        let (chosen, inputs) = self.fresh(scope, &FastMap::default());
        let mut is_one = Lit::FALSE;
        for (state, &counts) in positions.states.iter().zip(positions.counts) {
            if counts != Lit::FALSE {
                let equal = self.equal(&chosen, state);
                let this = self.system.circuit.and(counts, equal);
                is_one = self.system.circuit.or(is_one, this);
            }
        }
        ChosenState { state: chosen, valid: is_one, inputs }
    }
}
