//! A strategy with perfect information and without fairness: choices that keep all outcomes among the states where the
//! group wins; to reach a goal, those that bring it nearer. With fairness that is not enough: see `fair`.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::super::sets::Sets;
use super::player::{Choices, Options, Play, Player, Standing, too_large};
use crate::engine::GaveUp;
use crate::ir::{ActionId, State};
use crate::logic::Temporal;

/// A state of the play: how it stands, and what the group can choose without losing.
struct Position {
    standing: Standing,
    options: Options,
}

impl<S: Sets> Player<'_, S> {
    /// A choice per global state, for a group that wins in the states `winning`.
    pub(in super::super) fn perfect(&self, sets: &S, here: &State, winning: &S::Set) -> Result<Play, GaveUp> {
        let graph = self.explore(sets, here, winning)?;
        let chosen = self.nearer(&graph)?;
        let mut states = Vec::new();
        let mut table = Vec::new();
        let mut outcomes = Vec::new();
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([here.clone()]);
        while let Some(state) = queue.pop_front() {
            if !seen.insert(state.clone()) {
                continue;
            }
            let position = &graph[&state];
            self.note(position.standing, &state, &mut states);
            if position.standing == Standing::Open {
                let choice = chosen.get(&state).ok_or_else(too_large)?;
                let targets: BTreeSet<&State> = position.options[choice].iter().collect();
                match self.operator {
                    Temporal::Next(f) => states.extend(targets.iter().map(|&next| (next.clone(), f))),
                    _ => queue.extend(targets.iter().copied().cloned()),
                }
                outcomes.push((state.clone(), targets.into_iter().cloned().collect()));
                table.push((state, choice.clone()));
            }
        }
        Ok(Play { from: vec![here.clone()], table: Choices::Perfect(table), outcomes, states })
    }

    /// Everything that can happen while the group stays where it wins.
    fn explore(&self, sets: &S, here: &State, winning: &S::Set) -> Result<HashMap<State, Position>, GaveUp> {
        let good = if self.is_next() { &self.first } else { winning };
        let graph = self.graph(here, |state| {
            let standing = self.standing(sets, state)?;
            let options = if standing == Standing::Open { self.options(sets, state)? } else { Options::new() };
            let mut kept = Options::new();
            let mut next = Vec::new();
            'options: for (choice, targets) in options {
                for target in &targets {
                    if !sets.contains(good, target)? {
                        continue 'options;
                    }
                }
                if !self.is_next() {
                    next.extend(targets.iter().cloned());
                }
                kept.insert(choice, targets);
            }
            Ok(Some((Position { standing, options: kept }, next)))
        })?;
        graph.ok_or_else(too_large)
    }

    /// In every state a choice; if play must end, one all of whose outcomes are nearer to the end.
    fn nearer(&self, graph: &HashMap<State, Position>) -> Result<BTreeMap<State, Vec<ActionId>>, GaveUp> {
        let open: BTreeMap<&State, &Position> =
            graph.iter().filter(|(_, position)| position.standing == Standing::Open).collect();
        let mut chosen = BTreeMap::new();
        if !self.must_end() {
            for (state, position) in open {
                chosen.extend(position.options.keys().next().map(|choice| (state.clone(), choice.clone())));
            }
            return Ok(chosen);
        }
        loop {
            self.limits.check()?;
            let done = |target: &State| graph[target].standing == Standing::Won || chosen.contains_key(target);
            let mut found = Vec::new();
            for (&state, position) in open.iter().filter(|(state, _)| !chosen.contains_key(**state)) {
                let good = position.options.iter().find(|(_, targets)| targets.iter().all(done));
                found.extend(good.map(|(choice, _)| (state.clone(), choice.clone())));
            }
            if found.is_empty() {
                return Ok(chosen);
            }
            chosen.extend(found);
        }
    }
}
