//! What the player that chooses a path has to show on it; the rows of U and R for both quantifiers are instances.
//!
//! The player keeps to one formula until it stops at a state with another one, or all along a path of length k with some
//! property. U and R differ in whether the first formula is also kept in the state of the stop, E and A in whose formulas
//! these are.

use super::encoder::{Encoded, Encoder};
use super::formula::FormulaId;
use super::position::Positions;
use super::repetition::Pair;
use super::scope::{Part, Role, Scope};
use super::state::{ChosenState, Path, State};
use crate::circuit::Lit;
use crate::qbf::Quantifier;
use crate::sat::Stop;

/// Where the first formula is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeps {
    /// Before the stop.
    Before,
    /// Up to and including the stop.
    UpTo,
}

/// What a path of length k without a stop needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// It does not do.
    Never,
    /// Nothing.
    Always,
    /// A state that occurs twice: it can go on forever.
    Repeated,
    /// No state that occurs twice: it is not known yet how it goes on.
    Unrepeated,
}

/// A player's claim about a path of its own.
pub(super) struct Claim {
    pub(super) side: Quantifier,
    pub(super) kept: FormulaId,
    pub(super) keeps: Keeps,
    pub(super) stop: FormulaId,
    pub(super) full: Full,
}

impl Encoder {
    /// EX φ / AX φ: ∃u. T(w,u) ∧ Enc(φ,u) / ∀u. T(w,u) → Enc(φ,u): one step is enough.
    pub(super) fn next(&mut self, side: Quantifier, f: FormulaId, at: &State, scope: Scope) -> Result<Encoded, Stop> {
        let ChosenState { state: to, valid, inputs } = self.step(at, scope, 0)?;
        let inner = self.names.part(scope, Part::Left);
        self.shown.path((side, scope), &[at.clone(), to.clone()], &[Lit::TRUE, valid]);
        let wins = self.encode(f, &to, inner)?.seen_by(side);
        let wins = wins.and(Encoded::plain(valid), &mut self.system.circuit);
        Ok(wins.within(side, inputs).seen_by(side))
    }

    /// Whether the claim can be made good from a state, as an encoding.
    pub(super) fn claim(&mut self, claim: &Claim, at: &State, scope: Scope) -> Result<Encoded, Stop> {
        let path = self.path(at, scope, self.bound)?;
        self.shown.path((claim.side, scope), &path.states, &path.paths);
        let wins = match self.formulas.as_state(claim.kept) {
            Some(lit) => self.with_plain_kept(claim, &path, lit, scope)?,
            None => self.with_stops(claim, &path, scope)?,
        };
        Ok(wins.within(claim.side, path.inputs).seen_by(claim.side))
    }

    /// The kept formula has no operators: where it is kept is a literal.
    fn with_plain_kept(&mut self, claim: &Claim, path: &Path, kept: Lit, scope: Scope) -> Result<Encoded, Stop> {
        let mut counts = Vec::with_capacity(path.states.len());
        let mut so_far = Lit::TRUE;
        for (state, &reached) in path.states.iter().zip(&path.paths) {
            let here = self.holds(kept, state).negated_if(claim.side == Quantifier::Forall);
            let after = self.system.circuit.and(so_far, here);
            let before = if claim.keeps == Keeps::Before { so_far } else { after };
            counts.push(self.system.circuit.and(reached, before));
            so_far = after;
        }
        let full = self.full(claim.full, path, so_far, scope);
        let positions = Positions { states: &path.states, counts: &counts };
        self.stopped(claim, &positions, full, scope)
    }

    /// The kept formula has operators: the player says where it stops.
    fn with_stops(&mut self, claim: &Claim, path: &Path, scope: Scope) -> Result<Encoded, Stop> {
        let mut inputs = Vec::new();
        let (mut counts, mut kept) = (Vec::new(), Vec::new());
        let mut going = Lit::TRUE;
        let never = self.never(claim);
        for (frame, &reached) in path.paths.iter().enumerate() {
            let stops = if never {
                Lit::FALSE
            } else {
                let (id, lit) = self.names.input(&mut self.system.circuit, (scope, Role::Stop), frame, 0);
                inputs.push(id);
                lit
            };
            let here = self.system.circuit.and(going, stops);
            let on = self.system.circuit.and(going, !stops);
            kept.push(if claim.keeps == Keeps::Before { on } else { going });
            counts.push(self.system.circuit.and(here, reached));
            going = on;
        }
        let full = self.full(claim.full, path, going, scope);
        let positions = Positions { states: &path.states, counts: &counts };
        let stopped = self.stopped(claim, &positions, full, scope)?;
        let positions = Positions { states: &path.states, counts: &kept };
        let left = self.names.part(scope, Part::Left);
        let kept = self.all_positions(claim.side, &positions, claim.kept, left)?;
        Ok(kept.and(stopped, &mut self.system.circuit).within(claim.side, inputs))
    }

    /// Whether no stop is any good.
    fn never(&self, claim: &Claim) -> bool {
        let wins = self.formulas.as_state(claim.stop).map(|lit| lit.negated_if(claim.side == Quantifier::Forall));
        wins == Some(Lit::FALSE)
    }

    /// The player stops where it counts, or goes on to the end.
    fn stopped(&mut self, claim: &Claim, positions: &Positions<'_>, full: Lit, scope: Scope) -> Result<Encoded, Stop> {
        let right = self.names.part(scope, Part::Right);
        let stops = self.some_position(claim.side, positions, claim.stop, right)?;
        Ok(stops.or(Encoded::plain(full), &mut self.system.circuit))
    }

    /// The player gets to the end of the path, having kept to its formula, and that is enough.
    fn full(&mut self, full: Full, path: &Path, kept: Lit, scope: Scope) -> Lit {
        let taken = self.system.circuit.and(kept, path.paths[self.bound]);
        let enough = match full {
            Full::Never => Lit::FALSE,
            Full::Always => Lit::TRUE,
            Full::Repeated => self.repeated(&Pair::State, &path.states),
            Full::Unrepeated => self.unrepeated(Pair::State, &path.states, taken, scope),
        };
        self.system.circuit.and(taken, enough)
    }
}
