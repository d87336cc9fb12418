//! Whether two choices of a mover can be taken in one move: a reachable state and a joint action that enable both.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;
use qmas_encodings::{Choice, InputId, Lit, Mover, SymbolicSystem};

use super::super::diagrams::Bdd;
use super::BddEngine;
use crate::engine::GaveUp;
use crate::ir::{JointAction, State};

/// Two choices of a mover.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Together<'a> {
    /// The mover.
    pub(crate) mover: &'a Mover,
    /// Its choices. Each has a result and would change something.
    pub(crate) choices: (usize, usize),
    /// Choices of which none may have a result.
    pub(crate) without: &'a [usize],
}

impl Together<'_> {
    fn both(&self) -> [&Choice; 2] {
        [&self.mover.choices[self.choices.0], &self.mover.choices[self.choices.1]]
    }

    /// The conditions on which it depends.
    fn conditions(&self) -> impl Iterator<Item = Lit> {
        let without = self.without.iter().map(|&choice| &self.mover.choices[choice]);
        self.both().into_iter().chain(without).map(|choice| choice.enabled)
    }
}

/// A move that takes what it is asked for.
pub(crate) type Move = (State, JointAction);

impl BddEngine {
    /// A reachable state and a joint action there for each question that has one, in their order; the search ends when so
    /// many have been found. The engine must have been made from the same circuits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn moves_with(&mut self, questions: &[Together<'_>], most: usize) -> Result<Vec<(usize, Move)>, GaveUp> {
        self.growing(|engine| engine.look_for_moves(questions, most))
    }

    fn look_for_moves(&mut self, questions: &[Together<'_>], most: usize) -> Result<Vec<(usize, Move)>, GaveUp> {
        let symbolic = self.symbolic.clone();
        let (alive, protocols) = self.who_may_act(&symbolic)?;
        let mut found = Vec::new();
        for (number, question) in questions.iter().enumerate() {
            if found.len() == most {
                break;
            }
            self.options.limits.check()?;
            let moves = self.moves_of(&symbolic, question)?;
            // Conditions that contradict each other are seen on small diagrams.
            if !moves.satisfiable() {
                continue;
            }
            let mut moves = self.diagrams.and(&alive, &moves)?;
            let support = symbolic.circuit.support(question.conditions());
            for (agent, protocol) in symbolic.agents.iter().zip(&protocols) {
                if agent.actions.iter().any(|action| support.contains(action)) {
                    moves = self.diagrams.and(&moves, protocol)?;
                }
            }
            if moves.satisfiable() {
                found.push((number, self.some_move(&symbolic, &moves, &protocols)?));
            }
        }
        Ok(found)
    }

    /// The moves that take both choices, whether they can be reached or not.
    fn moves_of(&mut self, symbolic: &SymbolicSystem, question: &Together<'_>) -> Result<Bdd, GaveUp> {
        let circuit = &symbolic.circuit;
        let mut moves = self.diagrams.constant(true);
        for choice in question.both() {
            let mut changes = self.diagrams.constant(false);
            for &(bit, value) in &choice.updates {
                let before = self.diagrams.build(circuit, symbolic.state[bit].now_lit)?;
                let after = self.diagrams.build(circuit, value)?;
                changes = self.diagrams.or(&changes, &self.diagrams.xor(&before, &after)?)?;
            }
            let taken = self.taken(symbolic, choice)?;
            moves = self.diagrams.and(&moves, &self.diagrams.and(&taken, &changes)?)?;
        }
        for &other in question.without {
            let taken = self.taken(symbolic, &question.mover.choices[other])?;
            moves = self.diagrams.minus(&moves, &taken)?;
        }
        Ok(moves)
    }

    /// Where a choice is enabled and has a result.
    fn taken(&mut self, symbolic: &SymbolicSystem, choice: &Choice) -> Result<Bdd, GaveUp> {
        let enabled = self.diagrams.build(&symbolic.circuit, choice.enabled)?;
        let fits = self.diagrams.build(&symbolic.circuit, choice.fits)?;
        self.diagrams.and(&enabled, &fits)
    }

    /// One of these moves; whoever is not asked for does something that it may do.
    fn some_move(&mut self, symbolic: &SymbolicSystem, moves: &Bdd, protocols: &[Bdd]) -> Result<Move, GaveUp> {
        let actions: BTreeSet<InputId> =
            symbolic.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let states = self.diagrams.exists(moves, &self.diagrams.cube(actions)?)?;
        let decoder = self.decoder();
        let state = decoder.state(&states);
        let mut here = self.diagrams.and(moves, &decoder.set(&state)?)?;
        for protocol in protocols {
            here = self.diagrams.and(&here, protocol)?;
        }
        let action = decoder.some_action(&here);
        Ok((state, action))
    }
}
