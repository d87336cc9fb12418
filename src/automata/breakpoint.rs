//! From alternating to nondeterministic: Miyano and Hayashi, "Alternating finite automata on ω-words" (1984).
//!
//! A state is the set of states that must all accept the rest, some of them marked as owed: eventual ones that have
//! been put off since the last breakpoint, that is since nothing was owed. Breakpoints are the accepting states. Where
//! nothing is eventual there are no marks, and a safety formula gives a plain subset construction.
//! On finite words nothing can be put off forever: no marks either, and the word may end where the last letter alone
//! satisfies everything.

use std::collections::HashMap;
use std::rc::Rc;

use super::alternating::Alternating;
use super::budget::{Budget, Size, Stop};
use super::graph::{Edge, Graph};
use super::labels::{Label, Labels};
use super::moves::{Move, Moves, Set, all_of};
use super::path::Sign;
use super::transition::Transition;
use crate::engine::{Limits, Traces};

/// The explicit automaton, as it comes.
pub(super) fn explore(automaton: &Alternating, size: Size, limits: &Limits) -> Result<Graph, Stop> {
    let exploration = Exploration {
        automaton,
        moves: Moves::new(automaton),
        labels: Labels::new(size.edges.saturating_mul(4).min(1 << 28)),
        budget: Budget::new(size, limits),
        plain: HashMap::new(),
        owing: HashMap::new(),
    };
    exploration.run()
}

/// A set of states of the alternating automaton: 2s if s is in it, and 2s + 1 too if s is owed. So the smaller of two
/// such sets asks for less in both respects.
type Load = Rc<[u32]>;

struct Exploration<'a> {
    automaton: &'a Alternating,
    moves: Moves<'a>,
    labels: Labels,
    budget: Budget<'a>,
    /// What the states make of a load, without and with the marks.
    plain: HashMap<u32, Rc<[Move]>>,
    owing: HashMap<u32, Rc<[Move]>>,
}

impl Exploration<'_> {
    fn run(mut self) -> Result<Graph, Stop> {
        let last = match self.automaton.traces() {
            Traces::Infinite => None,
            Traces::Finite => Some(self.last_letters()?),
        };
        let initial: Vec<u32> = self.automaton.initial().iter().map(|state| state.0).collect();
        let start: Load = self.marked(&initial, true).into();
        let mut loads = vec![Rc::clone(&start)];
        let mut numbers = HashMap::from([(start, 0)]);
        let (mut edges, mut accepting, mut edge_count) = (Vec::new(), Vec::new(), 0);
        while let Some(load) = loads.get(edges.len()).map(Rc::clone) {
            accepting.push(match &last {
                None if load.iter().all(|number| number % 2 == 0) => Label::TRUE,
                None => Label::FALSE,
                Some(last) => self.last_letter(&load, last)?,
            });
            let mut targets = Vec::new();
            for Move { label, next } in self.step(&load)? {
                let target = match numbers.get(next.as_slice()) {
                    Some(&known) => known,
                    None => {
                        let next: Load = next.into();
                        loads.push(Rc::clone(&next));
                        numbers.insert(next, loads.len() - 1);
                        loads.len() - 1
                    }
                };
                targets.push(Edge { label, target });
            }
            edge_count += targets.len();
            self.budget.allows(loads.len(), edge_count)?;
            edges.push(targets);
        }
        Ok(Graph { traces: self.automaton.traces(), labels: self.labels, edges, accepting })
    }

    /// The loads after one step.
    fn step(&mut self, load: &[u32]) -> Result<Vec<Move>, Stop> {
        let breakpoint = load.iter().all(|number| number % 2 == 0);
        let mut parts = Vec::with_capacity(load.len());
        for (position, &number) in load.iter().enumerate().filter(|(_, number)| **number % 2 == 0) {
            let owed = breakpoint || load.get(position + 1) == Some(&(number + 1));
            parts.push(self.offer(number / 2, owed)?);
        }
        let parts: Vec<&[Move]> = parts.iter().map(|part| &**part).collect();
        all_of(&parts, &mut self.labels, &mut self.budget)
    }

    /// The alternatives of one state, in terms of loads.
    fn offer(&mut self, state: u32, owed: bool) -> Result<Rc<[Move]>, Stop> {
        let known = if owed { &self.owing } else { &self.plain };
        if let Some(known) = known.get(&state) {
            return Ok(Rc::clone(known));
        }
        let root = self.automaton.states()[state as usize].transition;
        let moves = self.moves.of(root, &mut self.labels, &mut self.budget)?;
        let offer: Rc<[Move]> =
            moves.iter().map(|one| Move { label: one.label, next: self.marked(&one.next, owed) }).collect();
        let known = if owed { &mut self.owing } else { &mut self.plain };
        known.insert(state, Rc::clone(&offer));
        Ok(offer)
    }

    fn marked(&self, states: &[u32], owed: bool) -> Set {
        let mut load = Vec::with_capacity(states.len());
        for &state in states {
            load.push(2 * state);
            if owed && self.automaton.states()[state as usize].eventual {
                load.push(2 * state + 1);
            }
        }
        load
    }

    /// For each transition, the last letters that satisfy it.
    fn last_letters(&mut self) -> Result<Vec<Label>, Stop> {
        let mut last: Vec<Label> = Vec::with_capacity(self.automaton.transitions().len());
        for transition in self.automaton.transitions() {
            self.budget.spend(1)?;
            last.push(match *transition {
                Transition::True | Transition::WeakNext(_) => Label::TRUE,
                Transition::False | Transition::Next(_) => Label::FALSE,
                Transition::Letter(Sign::Plain, proposition) => self.labels.literal(proposition)?,
                Transition::Letter(Sign::Negated, proposition) => !self.labels.literal(proposition)?,
                Transition::And(f, g) => self.labels.and(last[f.index()], last[g.index()])?,
                Transition::Or(f, g) => self.labels.or(last[f.index()], last[g.index()])?,
            });
        }
        Ok(last)
    }

    fn last_letter(&mut self, load: &[u32], last: &[Label]) -> Result<Label, Stop> {
        let mut all = Label::TRUE;
        for &number in load {
            let state = self.automaton.states()[(number / 2) as usize];
            all = self.labels.and(all, last[state.transition.index()])?;
        }
        Ok(all)
    }
}
