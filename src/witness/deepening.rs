//! The shortest path on which a path formula is true, where few states matter: paths of one state, of two, of three.
//!
//! A walk through the product with an automaton is short, not shortest: the automaton may ask for detours before it accepts
//! (Schuppan and Biere, "Shortest counterexamples for symbolic model checking of LTL with past", TACAS 2005). What a walk
//! has found is the length to beat. A beginning is given up as soon as the formula is false on whatever may follow.

use super::fragment::Fragment;
use super::search::run;
use super::sets::Sets;
use super::word::{Word, may_begin};
use crate::engine::{GaveUp, Traces};
use crate::logic::{FormulaId, Formulas};
use crate::run::Run;

/// How much a piece of evidence may cost in all: positions times parts of formulas.
pub(super) const PATIENCE: usize = 1 << 20;
/// What it costs to find the successors of one more state.
const STATE: usize = 1 << 10;

/// What a path has to satisfy.
pub(super) struct Wanted<'a, S: Sets> {
    pub(super) formulas: &'a Formulas,
    pub(super) path: FormulaId,
    /// How many formulas it is made of.
    pub(super) size: usize,
    /// Its state formulas and where they are true.
    pub(super) leaves: Vec<(FormulaId, S::Set)>,
    pub(super) traces: Traces,
}

/// A shortest path from one of `starts` with fewer than `most` states. None if there is none, or if it would cost more
/// than `patience`.
pub(super) fn shorter<S: Sets>(
    sets: &S,
    wanted: &Wanted<'_, S>,
    starts: &S::Set,
    most: usize,
    patience: &mut usize,
) -> Result<Option<Run>, GaveUp> {
    let universe = sets.universe();
    let mut fragment = Fragment::new(sets, &universe);
    let Some(starts) = fragment.add_all(starts)? else { return Ok(None) };
    let fairness = if wanted.traces == Traces::Infinite { sets.fairness() } else { Vec::new() };
    let mut deepening = Deepening { fragment, wanted, fairness, says: Vec::new(), path: Vec::new(), patience };
    for length in 1..most {
        match deepening.of_length(&starts, length)? {
            Found::Path(back_to) => {
                let Deepening { fragment, path, .. } = deepening;
                let states = path.into_iter().map(|number| fragment.state(number).clone()).collect();
                return run(sets, states, back_to).map(Some);
            }
            Found::Nothing => {}
            Found::NoPatience => return Ok(None),
        }
    }
    Ok(None)
}

/// What a search found: a path, and where it goes back to.
enum Found {
    Path(Option<usize>),
    Nothing,
    NoPatience,
}

struct Deepening<'a, S: Sets> {
    fragment: Fragment<'a, S>,
    wanted: &'a Wanted<'a, S>,
    fairness: Vec<S::Set>,
    /// By state, which leaves are true.
    says: Vec<Vec<bool>>,
    path: Vec<usize>,
    patience: &'a mut usize,
}

impl<S: Sets> Deepening<'_, S> {
    /// A path of so many states: depth first, without recursion.
    fn of_length(&mut self, starts: &[usize], length: usize) -> Result<Found, GaveUp> {
        self.path.clear();
        let mut choices: Vec<Vec<usize>> = vec![starts.iter().rev().copied().collect()];
        while let Some(left) = choices.last_mut() {
            let Some(state) = left.pop() else {
                choices.pop();
                self.path.pop();
                continue;
            };
            self.path.push(state);
            if !self.pay(self.wanted.size * self.path.len()) {
                return Ok(Found::NoPatience);
            }
            self.look(state)?;
            if self.path.len() < length {
                if self.may_go_on() {
                    let Some(next) = self.successors(state)? else { return Ok(Found::NoPatience) };
                    choices.push(next.into_iter().rev().collect());
                    continue;
                }
            } else if self.wanted.traces == Traces::Finite {
                if self.is_true(None) {
                    return Ok(Found::Path(None));
                }
            } else {
                let Some(next) = self.successors(state)? else { return Ok(Found::NoPatience) };
                for back in 0..length {
                    if next.contains(&self.path[back]) && self.is_fair(back)? && self.is_true(Some(back)) {
                        return Ok(Found::Path(Some(back)));
                    }
                }
            }
            self.path.pop();
        }
        Ok(Found::Nothing)
    }

    fn pay(&mut self, price: usize) -> bool {
        let left = self.patience.checked_sub(price);
        *self.patience = left.unwrap_or(0);
        left.is_some()
    }

    fn successors(&mut self, state: usize) -> Result<Option<Vec<usize>>, GaveUp> {
        let known = self.fragment.len();
        let found = self.fragment.successors(state)?;
        Ok(found.filter(|_| self.pay((self.fragment.len() - known) * STATE)))
    }

    /// Finds out what is true in a state and in those with smaller numbers.
    fn look(&mut self, state: usize) -> Result<(), GaveUp> {
        while self.says.len() <= state {
            let number = self.says.len();
            let leaves = self.wanted.leaves.iter();
            let says = leaves.map(|(_, set)| self.fragment.is_in(number, set)).collect::<Result<_, _>>()?;
            self.says.push(says);
        }
        Ok(())
    }

    fn says(&self, leaf: FormulaId, at: usize) -> Option<bool> {
        let number = self.wanted.leaves.iter().position(|(id, _)| *id == leaf)?;
        Some(self.says[self.path[at]][number])
    }

    /// Whether the formula may be true on a path that begins like this. Finite traces are not given up early: that
    /// they may end anywhere makes for other rules.
    fn may_go_on(&self) -> bool {
        let Wanted { formulas, path, traces, .. } = *self.wanted;
        traces == Traces::Finite || may_begin(self.path.len(), formulas, path, |leaf, at| self.says(leaf, at))
    }

    fn is_true(&self, back_to: Option<usize>) -> bool {
        let word = Word { len: self.path.len(), back_to };
        word.satisfies(self.wanted.formulas, self.wanted.path, |leaf, at| self.says(leaf, at))
    }

    /// Whether the loop meets every fairness constraint.
    fn is_fair(&self, back: usize) -> Result<bool, GaveUp> {
        for constraint in &self.fairness {
            let mut met = false;
            for &state in &self.path[back..] {
                met = met || self.fragment.is_in(state, constraint)?;
            }
            if !met {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
