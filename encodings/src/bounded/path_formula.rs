//! | φ | Enc_k(φ, w) |
//! |---|---|
//! | E of an automaton | ∃u, q, c. u_0=w ∧ q_0=initial ∧ ⋀_j (T(u_j,u_{j+1}) ∧ Δ(q_j,u_j,c_j,q_{j+1}) ∧ won(c_j)) ∧ lasso(u,q) |
//! | A that there is none | ∀u, q, c. the same but for lasso → ¬lasso(u,q) ∧ rs(u,q) |
//!
//! No row of the qMAS paper: it has no path formulas. E φ is the row of ∃ for an automaton of φ (Vardi and Wolper, LICS
//! 1986), A φ the row of ∀ for one of ¬φ: this player spoils. Either one has a path u_0 … u_k, a run q_0 … q_k of the
//! automaton on it by its edges Δ, and, where labels speak of formulas with operators, claims c_j: "this is so at u_j",
//! or "it is not so". Every claim that is made must be won where it is made, like any formula of the same player; a label
//! is true if it follows from what is claimed. lasso: (u_k,q_k) = (u_l,q_l) for some l<k, with an accepting q_j, l ≤ j <
//! k (Biere, Cimatti, Clarke and Zhu, TACAS 1999). rs: some (u_j,q_j) occurs twice.
//!
//! # Why that is right
//! Which claims a player can win at u is a matter of u and of k alone. So at every k there is one graph, the *product*:
//! its nodes are the pairs of a state and a state of the automaton, its edges the steps in which the player can win
//! claims that make a label true.
//!
//! ∃ can win true claims only. A lasso of the product is therefore an infinite path with an accepting run of the
//! automaton on it, and E φ is true. With k the claims that can be won become more, and a lasso of k steps becomes one of
//! k + 1 by another step round its loop, in which an accepting state is visited as before: the encoding grows with k.
//! Where all claims can be won that are true, and k is as large as the product, it is exact.
//!
//! ∀ can win all true claims, and perhaps others. If A φ is false at w, the product has a cycle through an accepting node
//! that can be reached from (w, initial). Let C be a shortest one: no node occurs twice on it. Some path that repeats no
//! node leads to C and has only its last node in common with it; with all of C but the last step it is one path without
//! repetition. If that has k steps or more, its first k are a path that spoils: k steps without a repetition. Otherwise
//! path and C have at most k steps together, and spoil as a lasso, going round until there are k. So what neither spoils
//! is true. Nothing is lost from k to k + 1 either: what ∀ can claim becomes less, so the product of k has all that the
//! one of k + 1 has. If this has a path of k + 1 steps without repetition, the other has its first k steps; if it has an
//! accepting cycle, so has the other, and by the argument above ∀ spoils there.
//!
//! Paths are infinite. Where the system or the automaton cannot go on, ∃ has no path, and ∀ has none either once k is
//! larger than what is left.
//!
//! # Finite traces
//! Here a run is accepted at a position j ≤ k if the last letter, u_j with c_j, may be read in q_j. No loop is needed:
//! ⋁_j accepted(j) takes the place of lasso. For ∃ that is the definition. For ∀: a shortest accepted run from (w,
//! initial) repeats no node, for otherwise it could be cut. If it has k steps or fewer it spoils by itself, otherwise by
//! its first k steps.

use super::automaton::{Acceptance, PathAutomaton};
use super::encoder::{Encoded, Encoder};
use super::formula::FormulaId;
use super::position::Positions;
use super::repetition::Pair;
use super::run::Run;
use super::scope::{Part, Scope};
use super::state::{Path, State};
use crate::circuit::Lit;
use crate::qbf::Quantifier;
use crate::sat::Stop;

impl Encoder {
    /// E of an automaton, or A that there is no accepted run of it: `formula`, which is that.
    pub(super) fn automaton(
        &mut self,
        (formula, side): (FormulaId, Quantifier),
        automaton: &PathAutomaton,
        at: &State,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let path = self.path(at, scope, self.bound)?;
        let run = self.run_on(automaton, &path, None, scope)?;
        self.shown.path((side, scope), &path.states, &run.reached);
        let mut wins = match &automaton.acceptance {
            Acceptance::Often(accepting) => self.returns(&run, accepting),
            Acceptance::End(_) => self.system.circuit.or_all(run.ends.iter().copied()),
        };
        if side == Quantifier::Forall {
            let open = self.open(automaton, &run, self.settled_runs.contains(&formula), scope);
            wins = self.system.circuit.or(wins, open);
        }
        let claims = self.claims(side, automaton, &path, &run, scope)?;
        let wins = Encoded::plain(wins).and(claims, &mut self.system.circuit);
        Ok(wins.within(side, run.inputs).within(side, path.inputs).seen_by(side))
    }

    /// A path and run of k steps without a repetition: it is not known yet how they go on. Settled, see `induction`, that
    /// must not matter any more.
    fn open(&mut self, automaton: &PathAutomaton, run: &Run, settled: bool, scope: Scope) -> Lit {
        let mut taken = run.reached[self.bound];
        match &automaton.acceptance {
            _ if !settled => {}
            Acceptance::Often(accepting) => {
                let accepts = run.is_one_of(accepting, self.bound, &mut self.system.circuit);
                taken = self.system.circuit.and(taken, accepts);
            }
            Acceptance::End(_) => return Lit::FALSE,
        }
        let unrepeated = self.unrepeated(Pair::State, &run.nodes, taken, scope);
        self.system.circuit.and(taken, unrepeated)
    }

    /// The player wins all that it claims.
    pub(super) fn claims(
        &mut self,
        side: Quantifier,
        automaton: &PathAutomaton,
        path: &Path,
        run: &Run,
        scope: Scope,
    ) -> Result<Encoded, Stop> {
        let mut all = Encoded::plain(Lit::TRUE);
        for (number, letter) in automaton.letters.iter().enumerate() {
            let claimed: Vec<Lit> = run.claims.iter().map(|claims| claims[number]).collect();
            let positions = Positions { states: &path.states[..claimed.len()], counts: &claimed };
            let inner = self.names.part(scope, Part::Letter(number));
            let won = self.all_positions(side, &positions, letter.formula, inner)?;
            all = all.and(won, &mut self.system.circuit);
        }
        Ok(all)
    }

    /// The end of a run is a node where it was before, with an accepting state in between.
    fn returns(&mut self, run: &Run, accepting: &[bool]) -> Lit {
        let last = &run.nodes[self.bound];
        let (mut visited, mut returns) = (Lit::FALSE, Lit::FALSE);
        for before in (0..self.bound).rev() {
            let accepts = run.is_one_of(accepting, before, &mut self.system.circuit);
            visited = self.system.circuit.or(visited, accepts);
            let same = self.equal(&run.nodes[before], last);
            let loops = self.system.circuit.and(same, visited);
            returns = self.system.circuit.or(returns, loops);
        }
        self.system.circuit.and(run.reached[self.bound], returns)
    }
}
