//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | `<g>`X φ | can(w) ∧ ∃a. P_g(w,a) ∧ ∀b. T(w,a,b,u) → Enc(φ,u) |
//! | `<g>`(φ U ψ) | W_0(w), W_i(u_i) = Enc(ψ,u_i) ∨ (Enc(φ,u_i) ∧ `<g>`X W_{i+1}), nothing after ψ in W_k |
//! | `<g>`(φ R ψ) | W_0(w), W_i(u_i) = Enc(ψ,u_i) ∧ (Enc(φ,u_i) ∨ rs_i ∨ `<g>`X W_{i+1}), no step in W_k |
//! | duals | the same rows with ∃ and ∀ changed: can(w) → ∀a. P_g(w,a) → ∃b. T(w,a,b,u) ∧ Enc(φ,u) |
//!
//! Alur, Henzinger and Kupferman, "Alternating-time temporal logic" (J. ACM 2002): `<g>`(φ U ψ) = μY. ψ ∨ (φ ∧ `<g>`X Y)
//! and `<g>`(φ R ψ) = νY. ψ ∧ (φ ∨ `<g>`X Y), and the same for duals. The strategies know the state.
//!
//! A round has two blocks: a, the actions of the members of g, and b, the actions of all others and the codes by which movers
//! choose among lines, those of members included. P_g says that the protocols of the members allow a, can(w) that every
//! agent outside has some enabled action. So where anybody is stuck, `<g>`X is false, and where all can act but every
//! evolution is dropped it is true. u is a function of w, a and b; b comes after a, so a cannot depend on it.
//!
//! # Until
//! W_0 with k rounds is the (k+1)st step towards the least fixpoint: true only within it, more with every k, and all of it
//! at the number of states, with operands that are exact. Nothing is gained by a round that leads back.
//!
//! # Release
//! rs_i says that u_i is one of u_0 … u_{i-1}: there a branch of the tree of plays may stop and counts as won. *Sound:* let
//! W_0(w) be true, and fix the choices that make it true in a tree of rounds. Let Z be the ends of those branches that
//! repeat no state. Each has ψ, and φ or a choice after which every next state has W true; that one ends a branch
//! without repetition, or is the end of an earlier part of the same branch: it is in Z. So Z ⊆ ψ ∧ (φ ∨ `<g>`X Z), and
//! by coinduction Z lies within the greatest fixpoint, and w with it. It matters that the state occurs on the *same* branch:
//! what occurs elsewhere in the tree may have been left. *Growing:* W_k with a round more is a disjunct more. *Exact at some
//! k:* whoever is within the greatest fixpoint can stay there until φ, and a branch of as many rounds as there are
//! states repeats one. For U a repetition counts for nothing, since there the players could go on like that for ever.
//!
//! # Operands with operators
//! A disjunction is ∃'s choice and a conjunction is ∀'s, whoever leads. So ∃ says by a bit per state whether it shows ψ (of U,
//! or φ of R) here, and ∀ whether it doubts φ (ψ of R) here; the operand is encoded once, in the first state that was chosen, and
//! its blocks come after all rounds. That is as good as a copy in every state, since what is true in a state does not depend on
//! what is chosen later: who chooses well does so where the operand is true, or false, and who chooses another state loses by it
//! alone. In the last state nobody has to choose.
//!
//! None of this asks whose lead it is: the dual of X is monotone as well, and its fixpoints are those of the duals of U and R.

use super::encoder::{Encoded, Encoder};
use super::formula::{FormulaId, Temporal};
use super::prefix::Prefix;
use super::scope::{Part, Role, Scope};
use super::state::{ChosenState, State};
use crate::circuit::{InputId, Lit};
use crate::qbf::Quantifier;
use crate::sat::Stop;

/// Who leads, ∃ or ∀, and the agents whose actions the leader chooses.
type Leader<'a> = (Quantifier, &'a [usize]);

/// One round: the leader chooses actions, the opponent the rest.
struct Round {
    leader: Quantifier,
    /// Where it leads.
    to: State,
    /// Whether the leader may choose these actions: everybody can act, and the members' protocols allow them.
    allowed: Lit,
    /// Whether all choices together are a step.
    valid: Lit,
    /// What the leader chooses.
    actions: Vec<InputId>,
    /// What the opponent chooses.
    rest: Vec<InputId>,
}

/// U or R.
#[derive(Clone, Copy)]
enum Goal {
    Until,
    Release,
}

/// What stands before or after U or R, in the states of a play.
enum Operand {
    /// A copy for every state.
    Copies(FormulaId, Scope),
    /// One, in a state that this player chooses by these inputs, or else the last one.
    Once(Quantifier, Lit, Vec<InputId>),
}

impl Encoder {
    /// What a group can enforce, or cannot avoid.
    pub(super) fn strategic(
        &mut self,
        leader: Leader<'_>,
        operator: Temporal,
        at: &State,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        match operator {
            Temporal::Next(f) => {
                let round = self.round(leader, at, scope, 0)?;
                let inner = self.names.part(scope, Part::Left);
                let next = self.encode(f, &round.to, inner)?;
                Ok(self.led(round, next))
            }
            Temporal::Until(f, g) => self.play(leader, (Goal::Until, f, g), at, scope),
            Temporal::Release(f, g) => self.play(leader, (Goal::Release, f, g), at, scope),
        }
    }

    /// As many rounds as the bound allows.
    fn play(
        &mut self,
        leader: Leader<'_>,
        (goal, f, g): (Goal, FormulaId, FormulaId),
        at: &State,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let (mut states, mut rounds) = (vec![at.clone()], Vec::with_capacity(self.bound));
        for frame in 0..self.bound {
            let round = self.round(leader, &states[frame], scope, frame)?;
            states.push(round.to.clone());
            rounds.push(round);
        }
        let [chooses_f, chooses_g] = match goal {
            Goal::Until => [Quantifier::Forall, Quantifier::Exists],
            Goal::Release => [Quantifier::Exists, Quantifier::Forall],
        };
        let [left, right] = [Part::Left, Part::Right].map(|part| self.names.part(scope, part));
        let (f, below_f) = self.operand(f, chooses_f, &states, left)?;
        let (g, below_g) = self.operand(g, chooses_g, &states, right)?;
        let mut won = self.unfolded(goal, [&f, &g], &states, None)?;
        while let Some(round) = rounds.pop() {
            let next = self.led(round, won);
            won = self.unfolded(goal, [&f, &g], &states[..=rounds.len()], Some(next))?;
        }
        Ok(Encoded { lit: won.lit, prefix: won.prefix.around(below_f.beside(below_g)) })
    }

    /// How an operand is looked at in these states, and what is quantified when all rounds have been played.
    fn operand(
        &mut self,
        formula: FormulaId,
        chooses: Quantifier,
        states: &[State],
        scope: Scope,
    ) -> Result<(Operand, Prefix), Stop> {
        if self.formulas.as_state(formula).is_some() || !self.savings.selectors {
            return Ok((Operand::Copies(formula, scope), Prefix::default()));
        }
        let (last, earlier) = states.split_last().unwrap_or_else(|| unreachable!("a play begins in a state"));
        let circuit = &mut self.system.circuit;
        let stop = |frame| self.names.input(circuit, (scope, Role::Stop), frame, 0);
        let stops: Vec<(InputId, Lit)> = (0..earlier.len()).map(stop).collect();
        let mut chosen = last.clone();
        for (state, &(_, here)) in earlier.iter().zip(&stops).rev() {
            chosen = state.iter().zip(chosen.iter()).map(|(&this, &later)| circuit.ite(here, this, later)).collect();
        }
        let inner = self.names.part(scope, Part::Chosen);
        let Encoded { lit, prefix } = self.encode(formula, &chosen, inner)?;
        Ok((Operand::Once(chooses, lit, stops.into_iter().map(|(input, _)| input).collect()), prefix))
    }

    /// An operand in a state of a play, which is the last one if nobody can choose another.
    fn at_frame(&mut self, operand: &Operand, frame: usize, state: &State) -> Result<Encoded, Stop> {
        match operand {
            Operand::Copies(formula, scope) => {
                let scope = self.names.part(*scope, Part::Each(frame));
                self.encode(*formula, state, scope)
            }
            Operand::Once(chooses, lit, stops) => {
                let Some(&stop) = stops.get(frame) else { return Ok(Encoded::plain(*lit)) };
                let circuit = &mut self.system.circuit;
                let here = circuit.input_lit(stop);
                let lit = match chooses {
                    Quantifier::Exists => circuit.and(here, *lit),
                    Quantifier::Forall => circuit.implies(here, *lit),
                };
                Ok(Encoded::plain(lit).within(*chooses, vec![stop]))
            }
        }
    }

    /// W_i in the last of these states; `next` is what follows if there is one more round.
    fn unfolded(
        &mut self,
        goal: Goal,
        [f, g]: [&Operand; 2],
        states: &[State],
        next: Option<Encoded>,
    ) -> Result<Encoded, Stop> {
        let (at, earlier) = states.split_last().unwrap_or_else(|| unreachable!("a play begins in a state"));
        let g = self.at_frame(g, earlier.len(), at)?;
        match (goal, next) {
            (Goal::Until, None) => Ok(g),
            (Goal::Until, Some(next)) => {
                let f = self.at_frame(f, earlier.len(), at)?;
                let circuit = &mut self.system.circuit;
                Ok(f.and(next, circuit).or(g, circuit))
            }
            (Goal::Release, next) => {
                let f = self.at_frame(f, earlier.len(), at)?;
                let again: Vec<Lit> = earlier.iter().map(|state| self.equal(state, at)).collect();
                let circuit = &mut self.system.circuit;
                let mut enough = f.or(Encoded::plain(circuit.or_all(again)), circuit);
                if let Some(next) = next {
                    enough = enough.or(next, circuit);
                }
                Ok(enough.and(g, circuit))
            }
        }
    }

    /// What is won by a round, if `next` is what is won in the state after it.
    fn led(&mut self, round: Round, next: Encoded) -> Encoded {
        let Round { leader, allowed, valid, actions, rest, .. } = round;
        let circuit = &mut self.system.circuit;
        let whatever = next.seen_by(leader).or(Encoded::plain(!valid), circuit).within(!leader, rest);
        whatever.and(Encoded::plain(allowed), circuit).within(leader, actions).seen_by(leader)
    }

    /// A round from a state with the inputs of a frame.
    fn round(&mut self, (leader, group): Leader<'_>, from: &State, scope: Scope, frame: usize) -> Result<Round, Stop> {
        let ChosenState { state: to, valid, inputs } = self.step(from, scope, frame)?;
        let chosen: Vec<Lit> = inputs.iter().map(|&input| self.system.circuit.input_lit(input)).collect();
        let leads = |number: usize| self.step.actor(number).is_some_and(|agent| group.contains(&agent));
        let (actions, rest): (Vec<_>, Vec<_>) = inputs.into_iter().enumerate().partition(|&(number, _)| leads(number));
        let ids = |numbered: Vec<(usize, InputId)>| numbered.into_iter().map(|(_, input)| input).collect();
        let mut conditions = Vec::with_capacity(self.system.agents.len());
        for agent in 0..self.system.agents.len() {
            conditions.push(if group.contains(&agent) {
                let protocol = self.system.agents[agent].protocol;
                let cone = self.cone(protocol);
                self.step.renaming(from, &chosen).apply(&mut self.system.circuit, &cone, protocol)
            } else {
                let able = self.able(agent);
                self.holds(able, from)
            });
        }
        let allowed = self.system.circuit.and_all(conditions);
        Ok(Round { leader, to, allowed, valid, actions: ids(actions), rest: ids(rest) })
    }
}
