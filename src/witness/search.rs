//! Shortest paths, lassos and knowledge paths, over sets of states.
//!
//! Layers grow backwards from the goal until they meet the start; then one state after the other forwards, each in the
//! next layer. Loops that must meet fairness constraints go from one to the next and then home (Clarke, Grumberg,
//! McMillan and Zhao, 1995); without constraints, where there are few states, the shortest lasso of all is looked for.

use std::collections::{BTreeMap, VecDeque};

use super::sets::Sets;
use crate::engine::GaveUp;
use crate::ir::{AgentId, JointAction, State};
use crate::run::Run;

/// A path of more steps is of no use to a reader.
const LONGEST: usize = 20_000;
/// How many states are looked at to find the shortest lasso.
const FEW: usize = 400;

fn too_long() -> GaveUp {
    GaveUp::Declined(format!("it would take more than {LONGEST} steps"))
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

/// A lasso from a state that stays in `within`, from all states of which one can stay there forever on a fair path.
pub(super) fn lasso<S: Sets>(sets: &S, from: &State, within: &S::Set) -> Result<Run, GaveUp> {
    let constraints = sets.fairness();
    if constraints.is_empty()
        && let Some((states, back_to)) = shortest_lasso(sets, from, within)?
    {
        return run(sets, states, Some(back_to));
    }
    let mut path = vec![from.clone()];
    loop {
        let start = path.len() - 1;
        for constraint in &constraints {
            let mut met = false;
            for state in &path[start..] {
                met |= sets.contains(constraint, state)?;
            }
            if !met {
                let goal = sets.and(constraint, within)?;
                path.extend(onwards(sets, &path[path.len() - 1], within, &goal)?.unwrap_or_default());
            }
        }
        let home = sets.single(&path[start])?;
        if let Some(mut way) = onwards(sets, &path[path.len() - 1], within, &home)? {
            way.pop();
            path.extend(way);
            return run(sets, path, Some(start));
        }
        if path.len() - 1 == start {
            path.extend(onwards(sets, &path[start], within, within)?.unwrap_or_default());
        }
        if path.len() > LONGEST {
            return Err(too_long());
        }
    }
}

/// A shortest path of at least one step, without its first state.
fn onwards<S: Sets>(sets: &S, here: &State, within: &S::Set, goal: &S::Set) -> Result<Option<Vec<State>>, GaveUp> {
    let starts = sets.and(&sets.after(&sets.single(here)?)?, within)?;
    shortest(sets, &starts, within, goal)
}

/// Numbers of states and their successors within a set, as far as they were asked for.
struct Fragment<'a, S: Sets> {
    sets: &'a S,
    within: &'a S::Set,
    states: Vec<State>,
    numbers: BTreeMap<State, usize>,
    successors: BTreeMap<usize, Vec<usize>>,
}

impl<S: Sets> Fragment<'_, S> {
    fn add(&mut self, state: State) -> usize {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.states.len();
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }

    /// The successors of a state; none at all once there are too many states.
    fn successors(&mut self, number: usize) -> Result<Option<Vec<usize>>, GaveUp> {
        if let Some(known) = self.successors.get(&number) {
            return Ok(Some(known.clone()));
        }
        let here = self.sets.single(&self.states[number])?;
        let mut left = self.sets.and(&self.sets.after(&here)?, self.within)?;
        let mut found = Vec::new();
        while let Some(state) = self.sets.some(&left)? {
            left = self.sets.minus(&left, &self.sets.single(&state)?)?;
            found.push(self.add(state));
            if self.states.len() > FEW || found.len() > FEW {
                return Ok(None);
            }
        }
        self.successors.insert(number, found.clone());
        Ok(Some(found))
    }

    /// Distances from a state, no farther than `most`, and from where each state was reached; none if there are too many
    /// states.
    fn tree(&mut self, root: usize, most: usize) -> Result<Option<Tree>, GaveUp> {
        let mut order = vec![(root, 0, root)];
        let mut seen = BTreeMap::from([(root, ())]);
        let mut queue = VecDeque::from([(root, 0)]);
        while let Some((number, distance)) = queue.pop_front() {
            if distance == most {
                continue;
            }
            let Some(successors) = self.successors(number)? else { return Ok(None) };
            for next in successors {
                if seen.insert(next, ()).is_none() {
                    order.push((next, distance + 1, number));
                    queue.push_back((next, distance + 1));
                }
            }
        }
        Ok(Some(order))
    }

    /// A shortest cycle through a state of fewer than `most` steps, as its states; none inside if there is no such
    /// cycle, none outside if there are too many states.
    fn cycle(&mut self, root: usize, most: usize) -> Result<Option<Option<Vec<usize>>>, GaveUp> {
        let Some(tree) = self.tree(root, most.saturating_sub(2))? else { return Ok(None) };
        for &(number, ..) in &tree {
            let Some(successors) = self.successors(number)? else { return Ok(None) };
            if successors.contains(&root) {
                return Ok(Some(Some(way(&tree, number))));
            }
        }
        Ok(Some(None))
    }
}

/// States in the order in which they were found, each with its distance from the root and the state before it.
type Tree = Vec<(usize, usize, usize)>;

/// The states from the root of a tree to one of its states.
fn way(tree: &[(usize, usize, usize)], to: usize) -> Vec<usize> {
    let parents: BTreeMap<usize, (usize, usize)> =
        tree.iter().map(|&(number, distance, parent)| (number, (distance, parent))).collect();
    let mut states = vec![to];
    while let Some(&(distance, parent)) = parents.get(&states[states.len() - 1])
        && distance > 0
    {
        states.push(parent);
    }
    states.reverse();
    states
}

/// The shortest lasso of all, if the part of the system that matters is small.
fn shortest_lasso<S: Sets>(sets: &S, from: &State, within: &S::Set) -> Result<Option<(Vec<State>, usize)>, GaveUp> {
    let mut fragment =
        Fragment { sets, within, states: Vec::new(), numbers: BTreeMap::new(), successors: BTreeMap::new() };
    let root = fragment.add(from.clone());
    let Some(tree) = fragment.tree(root, FEW)? else { return Ok(None) };
    let mut best: Option<(Vec<usize>, usize)> = None;
    for &(number, distance, _) in &tree {
        let most = best.as_ref().map_or(FEW + 1, |(states, _)| states.len());
        if distance + 1 >= most {
            break;
        }
        let Some(cycle) = fragment.cycle(number, most - distance)? else { return Ok(None) };
        if let Some(cycle) = cycle {
            let mut states = way(&tree, number);
            states.pop();
            states.extend(cycle);
            best = Some((states, distance));
        }
    }
    Ok(best
        .map(|(states, back_to)| (states.into_iter().map(|number| fragment.states[number].clone()).collect(), back_to)))
}

/// Each step: who cannot tell apart, and where it leads.
pub(super) type KnowledgePath = Vec<(Vec<AgentId>, State)>;

/// A shortest knowledge path from a state to one of `goal`: who cannot tell apart, and where it leads. At least one step.
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
        // What is reached in more steps includes what is reached in fewer: everybody considers the truth possible.
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
