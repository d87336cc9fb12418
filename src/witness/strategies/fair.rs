//! What a group does to enforce something on all fair paths, as a table, with perfect information.
//!
//! A group may also win by making paths unfair: from some moment on a constraint of the Fairness section is never met
//! again. So it aims at what it wants, or at states from which it can see to that; both take one choice per state (the
//! group's aim is a Rabin condition). Busard, Pecheur, Qu and Raimondi (SR 2013) say what is enforced, Emerson and Jutla,
//! "The complexity of tree automata and logics of programs" (FOCS 1988), why choices need no memory.
//!
//! Without fairness (`perfect`) a group stays where it wins, which the engine says. With it, a group that makes paths
//! unfair may leave these states, so where it wins is found anew, on numbered states; with no constraint at all there
//! would be nothing to avoid here. The two share how play stands and what can be chosen.

use std::collections::{BTreeSet, VecDeque};

use indexmap::IndexSet;

use super::super::sets::Sets;
use super::player::{Choices, MOST_STATES, Play, Player, Standing, too_large};
use crate::engine::GaveUp;
use crate::ir::{ActionId, State};
use crate::logic::Temporal;

/// All that can happen from a state on, as far as there are fair paths.
struct Game {
    states: IndexSet<State>,
    /// By state, what the group can choose, and where that can lead.
    options: Vec<Vec<(Vec<ActionId>, Vec<usize>)>>,
    /// By state, whether it has a fair path; what happens elsewhere is of no concern.
    inside: Vec<bool>,
    standing: Vec<Standing>,
    /// By constraint and state, whether it is met.
    met: Vec<Vec<bool>>,
}

/// By state, the choice to take, if there is a reason to take one.
type Chosen = Vec<Option<usize>>;

impl<S: Sets> Player<'_, S> {
    /// A choice per state so that what the group wants comes true on all fair paths from `here`; none if the group cannot
    /// enforce it.
    pub(in super::super) fn fair(&self, sets: &S, here: &State) -> Result<Option<Play>, GaveUp> {
        let game = self.game(sets, here)?;
        let unfair = game.unfair();
        let mut chosen = self.aim(sets, &game, &unfair)?;
        let mut play = Play {
            from: vec![here.clone()],
            table: Choices::Perfect(Vec::new()),
            outcomes: Vec::new(),
            states: Vec::new(),
        };
        for (mine, for_unfairness) in chosen.iter_mut().zip(&unfair) {
            *mine = for_unfairness.or(*mine);
        }
        let mut rows = Vec::new();
        // A state, and whether what the group wants is lost there: then all that follows must be unfair.
        let mut queue = VecDeque::from([(0, false)]);
        let mut seen = BTreeSet::new();
        let mut written = BTreeSet::new();
        while let Some((state, mut lost)) = queue.pop_front() {
            if !game.inside[state] || !seen.insert((state, lost)) {
                continue;
            }
            if !lost && !self.is_next() {
                self.note(game.standing[state], &game.states[state], &mut play.states);
                if game.standing[state] == Standing::Won {
                    continue;
                }
                lost = game.standing[state] == Standing::Lost;
            }
            let Some(choice) = chosen[state] else { return Ok(None) };
            let (actions, targets) = &game.options[state][choice];
            for &target in targets {
                match self.operator {
                    Temporal::Next(f) if !lost && sets.contains(&self.first, &game.states[target])? => {
                        play.states.push((game.states[target].clone(), f));
                    }
                    Temporal::Next(_) => queue.push_back((target, true)),
                    _ => queue.push_back((target, lost)),
                }
            }
            if written.insert(state) {
                let named: BTreeSet<&State> = targets.iter().map(|&target| &game.states[target]).collect();
                play.outcomes.push((game.states[state].clone(), named.into_iter().cloned().collect()));
                rows.push((game.states[state].clone(), actions.clone()));
            }
        }
        play.states.sort();
        play.states.dedup();
        play.table = Choices::Perfect(rows);
        Ok(Some(play))
    }

    fn game(&self, sets: &S, here: &State) -> Result<Game, GaveUp> {
        let constraints = sets.fairness();
        let mut game = Game {
            states: IndexSet::from([here.clone()]),
            options: Vec::new(),
            inside: Vec::new(),
            standing: Vec::new(),
            met: vec![Vec::new(); constraints.len()],
        };
        let universe = sets.universe();
        while game.options.len() < game.states.len() {
            self.limits.check()?;
            if game.states.len() > MOST_STATES {
                return Err(too_large());
            }
            let state = game.states[game.options.len()].clone();
            let inside = sets.contains(&universe, &state)?;
            let mut options = Vec::new();
            if inside {
                for (choice, targets) in self.options(sets, &state)? {
                    let targets: BTreeSet<State> = targets.into_iter().collect();
                    options
                        .push((choice, targets.into_iter().map(|target| game.states.insert_full(target).0).collect()));
                }
            }
            game.standing.push(if inside { self.standing(sets, &state)? } else { Standing::Open });
            for (met, constraint) in game.met.iter_mut().zip(&constraints) {
                met.push(inside && sets.contains(constraint, &state)?);
            }
            game.inside.push(inside);
            game.options.push(options);
        }
        Ok(game)
    }

    /// Choices that lead to what the group wants, or to states where it can make all paths unfair.
    fn aim(&self, sets: &S, game: &Game, unfair: &Chosen) -> Result<Chosen, GaveUp> {
        let done: Vec<bool> =
            (0..game.states.len()).map(|state| !game.inside[state] || unfair[state].is_some()).collect();
        let open: Vec<bool> =
            (0..done.len()).map(|state| !done[state] && game.standing[state] == Standing::Open).collect();
        if let Temporal::Next(_) = self.operator {
            let mut good = done;
            for (state, good) in good.iter_mut().enumerate().filter(|(state, _)| game.inside[*state]) {
                *good = *good || sets.contains(&self.first, &game.states[state])?;
            }
            let mut chosen = vec![None; good.len()];
            chosen[0] = game.option(0, &good);
            return Ok(chosen);
        }
        let good: Vec<bool> =
            done.iter().zip(&game.standing).map(|(done, standing)| *done || *standing == Standing::Won).collect();
        Ok(if self.must_end() { game.stages(good, &open) } else { game.staying(good, &open) })
    }
}

impl Game {
    /// A choice all of whose outcomes are in a set.
    fn option(&self, state: usize, within: &[bool]) -> Option<usize> {
        self.options[state].iter().position(|(_, targets)| targets.iter().all(|&target| within[target]))
    }

    /// Choices that make all paths unfair.
    fn unfair(&self) -> Chosen {
        let outside = self.inside.iter().map(|inside| !inside).collect();
        self.stages(outside, &self.inside)
    }

    /// Choices on `open` states that lead to `good` ones, or to paths on which some constraint is not met any more: stage
    /// by stage, in each of which one constraint is avoided for as long as no earlier stage is reached.
    fn stages(&self, mut good: Vec<bool>, open: &[bool]) -> Chosen {
        let mut chosen = vec![None; good.len()];
        loop {
            let before = good.iter().filter(|good| **good).count();
            for met in &self.met {
                let avoiding: Vec<bool> = open.iter().zip(met).map(|(open, met)| *open && !met).collect();
                let stay = self.kept(&good, &avoiding);
                let news: Vec<(usize, usize)> = (0..good.len())
                    .filter(|&state| open[state] && !good[state])
                    .filter_map(|state| self.option(state, &stay).map(|choice| (state, choice)))
                    .collect();
                for (state, choice) in news {
                    good[state] = true;
                    chosen[state] = Some(choice);
                }
            }
            if good.iter().filter(|good| **good).count() == before {
                return chosen;
            }
        }
    }

    /// Choices on `open` states that never leave these but for `good` ones.
    fn staying(&self, good: Vec<bool>, open: &[bool]) -> Chosen {
        let kept = self.kept(&good, open);
        let choice = |state: usize| if good[state] || !kept[state] { None } else { self.option(state, &kept) };
        (0..good.len()).map(choice).collect()
    }

    /// The `good` states, and those of `open` from which the group can stay among all these.
    fn kept(&self, good: &[bool], open: &[bool]) -> Vec<bool> {
        let mut kept: Vec<bool> = good.iter().zip(open).map(|(good, open)| *good || *open).collect();
        loop {
            let leaving: Vec<usize> = (0..kept.len())
                .filter(|&state| kept[state] && !good[state] && self.option(state, &kept).is_none())
                .collect();
            if leaving.is_empty() {
                return kept;
            }
            leaving.into_iter().for_each(|state| kept[state] = false);
        }
    }
}
