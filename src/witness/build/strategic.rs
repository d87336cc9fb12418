//! What a group can enforce, and why it cannot, as obligations and tables.

use super::super::evidence::{Dilemma, NodeId, Prevention, Reason, StateId, Strategy, Try};
use super::super::sets::Sets;
use super::super::strategies::{Loss, Play, Player};
use super::builder::Builder;
use crate::engine::{GaveUp, Strategies, Traces};
use crate::ir::State;
use crate::logic::{Formula, FormulaId};
use crate::run::Step;

impl<S: Sets> Builder<'_, S> {
    /// What a group does to enforce something, if that can be shown.
    pub(super) fn strategy(&mut self, here: &State, formula: FormulaId) -> Result<Option<Strategy>, GaveUp> {
        let Formula::Strategic(group, operator) = self.claim.formulas.get(formula) else { return Ok(None) };
        let fair = self.fair.is_some();
        // Nobody can replay that a constraint which is not about single states is met.
        let replayable = self.claim.constraints.iter().all(|&constraint| self.is_evident(constraint));
        let uniform = self.options.strategies == Strategies::Uniform;
        if fair && (uniform || !replayable) || self.evidence.traces == Traces::Finite {
            return Ok(None);
        }
        let members = &self.model.system.group(group).members;
        let (f, g) = operator.operands();
        let operands = (self.satisfying(f)?, g.map(|g| self.satisfying(g)).transpose()?);
        let player = Player::new(&self.model.system, members, operator, operands, &self.options.limits);
        let Play { from, table, outcomes, states } = match self.options.strategies {
            Strategies::PerfectInformation if fair => match player.fair(self.sets, here)? {
                Some(play) => play,
                None => return Ok(None),
            },
            Strategies::PerfectInformation => {
                let winning = self.satisfying(formula)?;
                player.perfect(self.sets, here, &winning)?
            }
            Strategies::Uniform => player.uniform(self.sets, here)?,
        };
        let mut starts = Vec::with_capacity(from.len());
        for state in &from {
            starts.push(self.arrive(state, here)?);
        }
        let mut numbered = Vec::with_capacity(outcomes.len());
        for (from, to) in &outcomes {
            numbered.push((self.state(from), to.iter().map(|state| self.state(state)).collect()));
        }
        let mut parts = Vec::new();
        for (state, claim) in states {
            if !self.is_evident(claim) {
                let number = self.state(&state);
                parts.push((number, self.node(number, claim)?));
            }
        }
        let table = table.numbered(|state| self.state(state));
        Ok(Some(Strategy { from: starts, table, outcomes: numbered, parts }))
    }

    /// Why a group cannot enforce something, if that can be shown.
    pub(super) fn prevention(&mut self, here: &State, formula: FormulaId) -> Result<Option<Reason>, GaveUp> {
        let Formula::Strategic(group, operator) = self.claim.formulas.get(formula) else { return Ok(None) };
        if self.fair.is_some() {
            return Ok(None);
        }
        let members = &self.model.system.group(group).members;
        let (f, g) = operator.operands();
        let operands = (self.satisfying(f)?, g.map(|g| self.satisfying(g)).transpose()?);
        let player = Player::new(&self.model.system, members, operator, operands, &self.options.limits);
        if self.options.strategies == Strategies::Uniform {
            let Some(losses) = player.dilemma(self.sets, here)? else { return Ok(None) };
            let mut missed = Vec::new();
            for loss in &losses {
                missed.extend(player.missed(self.sets, &loss.play)?);
            }
            return Ok(Some(Reason::Dilemma(self.tries(here, losses, missed)?)));
        }
        let winning = self.satisfying(formula)?;
        let Some(answers) = player.prevented(self.sets, here, &winning)? else { return Ok(None) };
        let parts = self.denied(answers.states)?;
        let row =
            |Step { from, action, to }: Step<State>| Step { from: self.state(&from), action, to: self.state(&to) };
        Ok(Some(Reason::Prevention(Prevention { rows: answers.rows.into_iter().map(row).collect(), parts })))
    }

    /// Obligations for what is false in states.
    fn denied(&mut self, states: Vec<(State, FormulaId)>) -> Result<Vec<(StateId, NodeId)>, GaveUp> {
        let mut parts = Vec::new();
        for (state, claim) in states {
            let negation = self
                .claim
                .negation(claim)
                .unwrap_or_else(|| unreachable!("`close` negates what a group cannot enforce"));
            if !self.is_evident(negation) {
                let number = self.state(&state);
                parts.push((number, self.node(number, negation)?));
            }
        }
        parts.sort_unstable();
        parts.dedup();
        Ok(parts)
    }

    fn tries(&mut self, here: &State, losses: Vec<Loss>, missed: Vec<(State, FormulaId)>) -> Result<Dilemma, GaveUp> {
        let mut tries = Vec::with_capacity(losses.len());
        for Loss { decisions, play } in losses {
            self.arrive(play.first(), here)?;
            let states = play.states.iter().map(|state| self.state(state)).collect();
            tries.push(Try { decisions, states, actions: play.actions, back_to: play.back_to });
        }
        Ok(Dilemma { tries, parts: self.denied(missed)? })
    }
}
