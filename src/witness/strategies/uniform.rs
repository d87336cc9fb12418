//! A uniform strategy: one action per local state of each member, by backtracking in the order in which play comes across
//! local states.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::super::evidence::Decision;
use super::super::sets::Sets;
use super::player::{Choices, MOST_STATES, Play, Player, Standing, too_large};
use super::uniform_search::{Decided, Local, UniformSearch};
use crate::engine::GaveUp;
use crate::ir::{ActionId, State};
use crate::logic::{FormulaId, Temporal};

/// Uniform strategies that may be tried.
const MOST_STRATEGIES: usize = 20_000;

/// What comes of a partial strategy.
enum Outcomes {
    /// What is true where, and where play can go on to.
    Won {
        states: Vec<(State, FormulaId)>,
        outcomes: Vec<(State, Vec<State>)>,
    },
    Lost,
    Undecided(Local, Vec<ActionId>),
}

/// Whether all play comes to an end: no state can be left out when ends are collected backwards.
fn all_end(graph: &HashMap<State, (Standing, Vec<State>)>) -> bool {
    let mut ended: BTreeSet<&State> = BTreeSet::new();
    loop {
        let before = ended.len();
        for (state, (standing, targets)) in graph {
            if *standing == Standing::Won || targets.iter().all(|target| ended.contains(target)) {
                ended.insert(state);
            }
        }
        if ended.len() == before {
            return before == graph.len();
        }
    }
}

impl<S: Sets> Player<'_, S> {
    /// One action per local state of each member, from all states that the members together cannot tell from this one.
    pub(in super::super) fn uniform(&self, sets: &mut S, here: &State) -> Result<Play, GaveUp> {
        let from = self.starts(sets, here)?;
        let mut search = UniformSearch::default();
        for _ in 0..MOST_STRATEGIES {
            self.limits.check()?;
            match self.outcomes(sets, &from, search.strategy())? {
                Outcomes::Undecided(local, actions) => search.decide(local, actions),
                Outcomes::Lost => {}
                Outcomes::Won { states, outcomes } => {
                    let rows = search.strategy().iter();
                    let row = |((agent, sees), &action): (&Local, &ActionId)| Decision {
                        agent: *agent,
                        sees: sees.clone(),
                        action,
                    };
                    let table = rows.map(row).collect();
                    return Ok(Play { from, table: Choices::Uniform(table), outcomes, states });
                }
            }
            if !search.advance() {
                break;
            }
        }
        Err(too_large())
    }

    /// What happens under a partial uniform strategy.
    fn outcomes(&self, sets: &S, from: &[State], strategy: &Decided) -> Result<Outcomes, GaveUp> {
        let mut graph: HashMap<State, (Standing, Vec<State>)> = HashMap::new();
        let mut queue: VecDeque<State> = from.iter().cloned().collect();
        let mut states = Vec::new();
        let mut outcomes = Vec::new();
        while let Some(state) = queue.pop_front() {
            if graph.contains_key(&state) {
                continue;
            }
            if graph.len() >= MOST_STATES {
                return Err(too_large());
            }
            let standing = self.standing(sets, &state)?;
            if standing == Standing::Lost {
                return Ok(Outcomes::Lost);
            }
            self.note(standing, &state, &mut states);
            let mut targets = Vec::new();
            if standing == Standing::Open {
                let mut choice = Vec::with_capacity(self.members.len());
                for &member in self.members {
                    let local = (member, state.observation(self.system, member));
                    match strategy.get(&local) {
                        Some(&action) => choice.push(action),
                        None => return Ok(Outcomes::Undecided(local, self.transitions.enabled(&state, member))),
                    }
                }
                let Some(after) = self.options(sets, &state)?.remove(&choice) else { return Ok(Outcomes::Lost) };
                let after: Vec<State> = after.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
                if let Temporal::Next(f) = self.operator {
                    for target in &after {
                        if !sets.contains(&self.first, target)? {
                            return Ok(Outcomes::Lost);
                        }
                        states.push((target.clone(), f));
                    }
                } else {
                    queue.extend(after.iter().cloned());
                }
                outcomes.push((state.clone(), after.clone()));
                targets = after;
            }
            graph.insert(state, (standing, targets));
        }
        if self.must_end() && !all_end(&graph) {
            return Ok(Outcomes::Lost);
        }
        Ok(Outcomes::Won { states, outcomes })
    }
}
