//! Shortest paths and knowledge paths, over sets of states.
//!
//! Layers grow backwards from the goal until they meet the start; then one state after the other forwards, each in the
//! next layer.

use super::sets::Sets;
use crate::engine::{EvidenceGap, GaveUp};
use crate::ir::{AgentId, JointAction, State};
use crate::run::Run;

/// A path of more steps is of no use to a reader.
pub(super) const LONGEST: usize = 20_000;

pub(super) fn too_long() -> GaveUp {
    EvidenceGap::Steps(LONGEST).into()
}

/// A shortest path from a state of `from` to one of `goal`, all but the last in `within`: its states.
pub(super) fn shortest<S: Sets>(
    sets: &S,
    from: &S::Set,
    within: &S::Set,
    goal: &S::Set,
) -> Result<Option<Vec<State>>, GaveUp> {
    let mut layers = vec![goal.clone()];
    let mut seen = goal.clone();
    let start = loop {
        let last = &layers[layers.len() - 1];
        if let Some(start) = sets.some(&sets.and(from, last)?)? {
            break start;
        }
        let layer = sets.minus(&sets.and(&sets.before(last)?, within)?, &seen)?;
        if sets.is_empty(&layer) {
            return Ok(None);
        }
        if layers.len() > LONGEST {
            return Err(too_long());
        }
        seen = sets.or(&seen, &layer)?;
        layers.push(layer);
    };
    layers.pop();
    let mut path = vec![start];
    for layer in layers.iter().rev() {
        let here = sets.single(&path[path.len() - 1])?;
        let next = sets.some(&sets.and(&sets.after(&here)?, layer)?)?;
        path.push(next.unwrap_or_else(|| unreachable!("a layer is one step before the next one")));
    }
    Ok(Some(path))
}

/// The actions between the states of a path.
pub(super) fn run<S: Sets>(sets: &S, states: Vec<State>, back_to: Option<usize>) -> Result<Run, GaveUp> {
    let back = back_to.map(|position| &states[position]);
    let actions: Vec<JointAction> = states
        .iter()
        .zip(states.iter().skip(1).chain(back))
        .map(|(from, to)| sets.action(from, to))
        .collect::<Result<_, _>>()?;
    Ok(Run { states, actions, back_to })
}

/// The states at each distance from the initial ones, as far as they were asked for.
pub(super) struct Layers<S: Sets> {
    layers: Vec<S::Set>,
    seen: S::Set,
}

impl<S: Sets> Layers<S> {
    pub(super) fn new(sets: &S) -> Result<Self, GaveUp> {
        let initial = sets.initial()?;
        Ok(Self { layers: vec![initial.clone()], seen: initial })
    }

    /// A shortest run from an initial state to one of `goal`.
    pub(super) fn nearest(&mut self, sets: &S, goal: &S::Set) -> Result<Option<Run>, GaveUp> {
        let mut distance = 0;
        let end = loop {
            if distance == self.layers.len() && !self.grow(sets)? {
                return Ok(None);
            }
            if let Some(end) = sets.some(&sets.and(&self.layers[distance], goal)?)? {
                break end;
            }
            distance += 1;
        };
        let mut states = vec![end];
        for layer in self.layers[..distance].iter().rev() {
            let here = sets.single(&states[states.len() - 1])?;
            let previous = sets.some(&sets.and(&sets.before(&here)?, layer)?)?;
            states.push(previous.unwrap_or_else(|| unreachable!("a layer is one step after the one before")));
        }
        states.reverse();
        run(sets, states, None).map(Some)
    }

    /// One more layer; false if there are no more states.
    fn grow(&mut self, sets: &S) -> Result<bool, GaveUp> {
        let last = &self.layers[self.layers.len() - 1];
        let layer = sets.minus(&sets.after(last)?, &self.seen)?;
        if sets.is_empty(&layer) {
            return Ok(false);
        }
        if self.layers.len() > LONGEST {
            return Err(too_long());
        }
        self.seen = sets.or(&self.seen, &layer)?;
        self.layers.push(layer);
        Ok(true)
    }
}

/// A shortest run from an initial state to one of `goal`.
///
/// # Errors
/// The limit that was reached.
pub fn nearest<S: Sets>(sets: &S, goal: &S::Set) -> Result<Option<Run>, GaveUp> {
    Layers::new(sets)?.nearest(sets, goal)
}

/// Each step: the agents that cannot tell two states apart, and where it leads.
pub(super) type KnowledgePath = Vec<(Vec<AgentId>, State)>;

/// A shortest knowledge path from a state to one of `goal`: which agents cannot tell apart, and where it leads. At least one step.
pub(super) fn knowledge_path<S: Sets>(
    (sets, layers): (&mut S, &mut Layers<S>),
    from: &State,
    relations: &[Vec<AgentId>],
    common: bool,
    goal: &S::Set,
) -> Result<Option<KnowledgePath>, GaveUp> {
    let start = sets.single(from)?;
    let mut circles = vec![goal.clone()];
    loop {
        let last = circles[circles.len() - 1].clone();
        let mut before = None;
        for agents in relations {
            let considered = sets.alike(&last, agents)?;
            before = Some(match before {
                Some(others) => sets.or(&others, &considered)?,
                None => considered,
            });
        }
        let Some(before) = before else { return Ok(None) };
        if !sets.is_empty(&sets.and(&before, &start)?) {
            break;
        }
        // What is reached in more steps includes what is reached in fewer: every agent considers the truth possible.
        if !common || sets.is_empty(&sets.minus(&before, &last)?) {
            return Ok(None);
        }
        circles.push(before);
    }
    let mut path = Vec::new();
    let mut here = from.clone();
    for circle in circles.iter().rev() {
        here = step((sets, layers), &here, relations, circle, &mut path)?;
    }
    Ok(Some(path))
}

/// One step of a knowledge path into `circle`, to a state as near to the initial states as any.
fn step<S: Sets>(
    (sets, layers): (&mut S, &mut Layers<S>),
    here: &State,
    relations: &[Vec<AgentId>],
    circle: &S::Set,
    path: &mut KnowledgePath,
) -> Result<State, GaveUp> {
    let single = sets.single(here)?;
    for agents in relations {
        let alike = sets.alike(&single, agents)?;
        let possible = sets.and(&alike, circle)?;
        if sets.is_empty(&possible) {
            continue;
        }
        let next = if sets.contains(&possible, here)? {
            here.clone()
        } else {
            let way = layers.nearest(sets, &possible)?.unwrap_or_else(|| unreachable!("all states are reachable"));
            way.states[way.states.len() - 1].clone()
        };
        path.push((agents.clone(), next.clone()));
        return Ok(next);
    }
    unreachable!("a circle is one step of knowledge around the next one")
}
