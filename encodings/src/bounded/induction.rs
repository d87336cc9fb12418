//! A(φ R ψ), and so AG ψ, by induction on the length of paths, which often ends long before all paths repeat a state.
//!
//! Sheeran, Singh, Stålmarck: "Checking safety properties using induction and a SAT-solver" (FMCAD 2000). The *step* at
//! bound k says that ψ is true at the end of every path of k + 1 steps through different states, wherever it starts
//! among the states that may be reachable, and, if ψ has no operators, as long as ψ is true before. Once it is proved,
//! A(φ R ψ) is *settled*: from whatever state, in whatever formula, only paths of k steps have to be looked at. For let
//! w be reachable and A(φ R ψ) be false there: some path from w leads through states with ¬φ to one with ¬ψ. Take a
//! shortest one. Its states differ, for otherwise it could be cut; before its end ψ is true, for otherwise it could end
//! there. If it had more than k steps, its last k + 1 steps would contradict the step. So it has at most k, and
//! Enc_k, which looks at these, is not true without the end of its paths being looked at. The paper's base, that ψ is true
//! in all states within k steps, is the question itself, asked of a settled formula.
//!
//! The start of the path is reachable, so any superset of the reachable states may be taken for it, and Enc_k in place of
//! ψ at its end, which implies ψ. Where ψ has operators the assumption on the states before is dropped, which only
//! asks for more. What is settled at k is settled at every larger bound: a longer path ends with one of k + 1 steps.
//!
//! # Automata
//! The same for A of an automaton that ∀ has to find accepted, if its accepting states accept whatever follows, as for ¬G
//! f, or on finite traces. The step at k says: from no node, a state that may be reached with a state of the automaton, a
//! path of k + 1 steps through different nodes leads to an accepting one, or to one where a run may end, as its first. If
//! A is false at w, some path leads from (w, initial) through other nodes to the first that accepts. One that repeats no
//! node does, and by the step has at most k steps, as above. From there the path goes on for ever, or ends. So ∀ has, as
//! `path_formula` shows, a lasso or a path without repetition of which the accepting node is one of the first k + 1: the
//! part before it and the part from it on, in which all nodes are accepting, share no node. Of k steps without repetition
//! that end in another state of the automaton nothing has to be feared; on finite traces of none at all.
//!
//! That no node before may accept is said where labels are literals: who can make a claim need not make it.

use super::automaton::{Acceptance, PathAutomaton};
use super::encoder::{Encoded, Encoder, Reachable};
use super::formula::{Formula, FormulaId, Temporal};
use super::repetition::Pair;
use super::run::Run;
use super::scope::{Part, Scope};
use super::state::{ChosenState, Path};
use crate::circuit::Lit;
use crate::hash::FastMap;
use crate::qbf::{Qbf, Quantifier};
use crate::sat::Stop;

impl Encoder {
    /// The parts A(φ R ψ) and A of automata of a formula whose steps are plain SAT and that are not settled.
    #[must_use]
    pub fn unsettled(&self, root: FormulaId) -> Vec<FormulaId> {
        let waits = |id: &FormulaId| match self.formulas.get(*id) {
            Formula::Path(Quantifier::Forall, operator @ Temporal::Release(_, ends)) => {
                self.formulas.is_universal(*ends) && !self.settled.contains(operator)
            }
            Formula::Automaton(Quantifier::Forall, automaton) => {
                automaton.is_decided_early()
                    && automaton.letters.iter().all(|letter| self.formulas.is_universal(letter.formula))
                    && !self.settled_runs.contains(id)
            }
            _ => false,
        };
        self.formulas.below(root).into_iter().filter(waits).collect()
    }

    /// Takes note that the step was proved.
    pub fn settle(&mut self, part: FormulaId) {
        match self.formulas.get(part) {
            Formula::Path(_, operator) => {
                self.settled.insert(*operator);
            }
            Formula::Automaton(..) => {
                self.settled_runs.insert(part);
            }
            Formula::State(_) | Formula::And(..) | Formula::Or(..) | Formula::Strategic(..) | Formula::Related(..) => {}
        }
    }

    /// The step for A(φ R ψ) or for A of an automaton at a bound; true for a formula of another kind.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn step_of(&mut self, part: FormulaId, bound: usize, reachable: Reachable) -> Result<Qbf, Stop> {
        (self.bound, self.reachable) = (bound, reachable);
        self.demands.start(self.savings.lazy);
        let scope = self.names.part(Scope::ROOT, Part::Step(part.index()));
        let proved = match self.formulas.get(part).clone() {
            Formula::Path(_, Temporal::Release(_, ends)) => self.step_of_release(ends, scope)?,
            Formula::Automaton(_, automaton) => self.step_of_runs(&automaton, scope)?,
            Formula::State(_)
            | Formula::And(..)
            | Formula::Or(..)
            | Formula::Path(..)
            | Formula::Strategic(..)
            | Formula::Related(..) => Encoded::plain(Lit::TRUE),
        };
        Ok(Qbf { prefix: proved.prefix.into_blocks(), matrix: proved.lit }.normalised(&self.system.circuit))
    }

    /// Any state that may be reached.
    fn anywhere(&mut self, scope: Scope) -> ChosenState {
        let (state, inputs) = self.fresh(scope, &FastMap::default());
        let valid = match self.reachable {
            Reachable::Exactly(reachable) => self.holds(reachable, &state),
            Reachable::Unknown | Reachable::Within(_) => self.domain(&state),
        };
        ChosenState { state, valid, inputs }
    }

    fn step_of_release(&mut self, ends: FormulaId, scope: Scope) -> Result<Encoded, Stop> {
        let bound = self.bound;
        let ChosenState { state: start, valid: may_be_reached, inputs } = self.anywhere(scope);
        let Path { states, paths, inputs: steps } = self.path(&start, scope, bound + 1)?;
        let mut assumed = vec![may_be_reached, paths[bound + 1]];
        if let Some(lit) = self.formulas.as_state(ends) {
            for state in &states[..=bound] {
                assumed.push(self.holds(lit, state));
            }
        }
        let assumed = self.system.circuit.and_all(assumed);
        let unrepeated = self.unrepeated(Pair::State, &states, assumed, scope);
        let assumed = self.system.circuit.and(assumed, unrepeated);
        let inner = self.names.part(scope, Part::Each(bound + 1));
        let holds = self.encode(ends, &states[bound + 1], inner)?;
        let holds = holds.or(Encoded::plain(!assumed), &mut self.system.circuit);
        Ok(holds.within(Quantifier::Forall, inputs).within(Quantifier::Forall, steps))
    }

    fn step_of_runs(&mut self, automaton: &PathAutomaton, scope: Scope) -> Result<Encoded, Stop> {
        let side = Quantifier::Forall;
        let ChosenState { state: start, valid: may_be_reached, inputs } = self.anywhere(scope);
        let path = self.path(&start, scope, self.bound + 1)?;
        let (code, codes) = self.any_code(automaton, (scope, 0));
        let run = self.run_on(automaton, &path, Some(code), scope)?;
        let accepts = self.accepts_at_last(automaton, &run);
        let taken = self.system.circuit.and_all([may_be_reached, run.reached[self.bound + 1], accepts]);
        let unrepeated = self.unrepeated(Pair::State, &run.nodes, taken, scope);
        let spoils = self.system.circuit.and(taken, unrepeated);
        let claims = self.claims(side, automaton, &path, &run, scope)?;
        let spoils = Encoded::plain(spoils).and(claims, &mut self.system.circuit);
        let chosen = inputs.into_iter().chain(path.inputs).chain(codes).chain(run.inputs);
        Ok(spoils.within(side, chosen.collect()).seen_by(side))
    }

    /// The last node of a run of k + 1 steps accepts, and, as far as that is said, none before.
    fn accepts_at_last(&mut self, automaton: &PathAutomaton, run: &Run) -> Lit {
        let (last, plain) = (self.bound + 1, automaton.letters.is_empty());
        let circuit = &mut self.system.circuit;
        match &automaton.acceptance {
            Acceptance::End(_) => {
                let before = if plain { circuit.or_all(run.ends[..last].iter().copied()) } else { Lit::FALSE };
                circuit.and(run.ends[last], !before)
            }
            Acceptance::Often(accepting) => {
                let mut early = vec![run.is_one_of(accepting, self.bound, circuit)];
                if plain {
                    for (is, labels) in run.is.iter().zip(&run.labels).take(self.bound) {
                        let accepts = automaton.edges.iter().zip(labels).filter(|(edge, _)| accepting[edge.to]);
                        early.extend(
                            accepts.map(|(edge, &label)| circuit.and(is[edge.from], label)).collect::<Vec<_>>(),
                        );
                    }
                }
                let (now, early) = (run.is_one_of(accepting, last, circuit), circuit.or_all(early));
                circuit.and(now, !early)
            }
        }
    }
}
