//! From alternating to nondeterministic: Miyano and Hayashi, "Alternating finite automata on ω-words" (1984).
//!
//! A state is the set of states that must all accept the rest, some of them marked as owed: eventual ones that have
//! been put off since they had their turn. Whatever is put off forever stays within one rank in the end, so it is
//! enough to look at one rank at a time: when nothing of it is owed any more, the next one has its turn. When all had
//! theirs, that is a breakpoint, and breakpoints are the accepting states. With n promises that are kept again and
//! again this gives n + 1 states in the end, where owing all at once gives 2^n.
//! Where nothing is eventual there are no marks, and a safety formula gives a plain subset construction.
//! On finite words nothing can be put off forever: no marks either, and the word may end where the last letter alone
//! satisfies everything.

use std::collections::HashMap;
use std::rc::Rc;

use super::alternating::{Alternating, AlternatingState};
use super::budget::{Budget, Size, Stop};
use super::graph::{Edge, Graph};
use super::labels::{Label, Labels};
use super::moves::{Move, Moves, Set, all_of};
use super::transition::Transition;
use crate::engine::{Limits, Traces};
use crate::logic::Sign;

/// The explicit automaton, as it comes.
pub(super) fn explore(automaton: &Alternating, size: Size, limits: &Limits) -> Result<Graph, Stop> {
    let mut turns: Vec<usize> =
        automaton.states().iter().filter(|state| state.eventual).map(|state| state.rank).collect();
    turns.sort_unstable();
    turns.dedup();
    let exploration = Exploration {
        automaton,
        turns,
        moves: Moves::new(automaton),
        labels: Labels::new(size.edges.saturating_mul(4).min(1 << 28)),
        budget: Budget::new(size, limits),
        plain: HashMap::new(),
        owing: HashMap::new(),
    };
    exploration.run()
}

/// A state of the explicit automaton.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Load {
    /// States of the alternating automaton: 2s if s is in it, and 2s + 1 too if s is owed. So the smaller of two such
    /// sets asks for less in both respects.
    all: Rc<[u32]>,
    /// Which state's turn it is; none is left at a breakpoint.
    turn: usize,
}

struct Exploration<'a> {
    automaton: &'a Alternating,
    /// The ranks of eventual states.
    turns: Vec<usize>,
    moves: Moves<'a>,
    labels: Labels,
    budget: Budget<'a>,
    /// The alternatives of each state, without and with marks.
    plain: HashMap<u32, Rc<[Move]>>,
    owing: HashMap<u32, Rc<[Move]>>,
}

impl Exploration<'_> {
    fn run(mut self) -> Result<Graph, Stop> {
        let last = match self.automaton.traces() {
            Traces::Infinite => None,
            Traces::Finite => Some(self.last_letters()?),
        };
        let initial = self.automaton.initial().iter().map(|state| 2 * state.0).collect();
        let start = self.next_turn(initial, 0);
        let mut loads = vec![start.clone()];
        let mut numbers = HashMap::from([(start, 0)]);
        let (mut edges, mut accepting, mut edge_count) = (Vec::new(), Vec::new(), 0);
        while let Some(load) = loads.get(edges.len()).cloned() {
            accepting.push(match &last {
                None if load.turn == self.turns.len() => Label::TRUE,
                None => Label::FALSE,
                Some(last) => self.last_letter(&load.all, last)?,
            });
            let mut targets = Vec::new();
            for (label, next) in self.step(&load)? {
                let target = *numbers.entry(next).or_insert_with_key(|new| {
                    loads.push(new.clone());
                    loads.len() - 1
                });
                targets.push(Edge { label, target });
            }
            edge_count += targets.len();
            self.budget.allows(loads.len(), edge_count)?;
            edges.push(targets);
        }
        Ok(Graph { traces: self.automaton.traces(), labels: self.labels, edges, accepting })
    }

    /// The loads after one step.
    fn step(&mut self, load: &Load) -> Result<Vec<(Label, Load)>, Stop> {
        let mut parts = Vec::with_capacity(load.all.len());
        for (position, &number) in load.all.iter().enumerate().filter(|(_, number)| **number % 2 == 0) {
            let owed = load.all.get(position + 1) == Some(&(number + 1));
            parts.push(self.offer(number / 2, owed)?);
        }
        let parts: Vec<&[Move]> = parts.iter().map(|part| &**part).collect();
        let moves = all_of(&parts, &mut self.labels, &mut self.budget)?;
        let owes = |next: &[u32]| next.iter().any(|number| number % 2 == 1);
        let after = |one: Move| match one.next {
            next if owes(&next) => (one.label, Load { all: next.into(), turn: load.turn }),
            next if load.turn == self.turns.len() => (one.label, self.next_turn(next, 0)),
            next => (one.label, self.next_turn(next, load.turn + 1)),
        };
        Ok(moves.into_iter().map(after).collect())
    }

    /// Nothing is owed: it is the turn of the first rank from `turn` on that some state is of.
    fn next_turn(&self, all: Set, turn: usize) -> Load {
        let turn_of = |number: u32| {
            let state = self.automaton.states()[(number / 2) as usize];
            if state.eventual { self.turns.binary_search(&state.rank).ok() } else { None }
        };
        let next = all.iter().filter_map(|&number| turn_of(number)).filter(|&next| next >= turn).min();
        let mark = |number: u32| (next.is_some() && turn_of(number) == next).then_some(number + 1);
        let all = all.iter().flat_map(|&number| [Some(number), mark(number)]).flatten().collect();
        Load { all, turn: next.unwrap_or(self.turns.len()) }
    }

    /// The alternatives of one state, in terms of loads. What an owed state leaves to its own rank is owed.
    fn offer(&mut self, state: u32, owed: bool) -> Result<Rc<[Move]>, Stop> {
        let known = if owed { &self.owing } else { &self.plain };
        if let Some(known) = known.get(&state) {
            return Ok(Rc::clone(known));
        }
        let states = self.automaton.states();
        let AlternatingState { transition, rank, .. } = states[state as usize];
        let moves = self.moves.of(transition, &mut self.labels, &mut self.budget)?;
        let marked = |&next: &u32| {
            let mark = owed && states[next as usize].rank == rank;
            [Some(2 * next), mark.then_some(2 * next + 1)].into_iter().flatten()
        };
        let offer: Rc<[Move]> = moves
            .iter()
            .map(|one| Move { label: one.label, next: one.next.iter().flat_map(marked).collect() })
            .collect();
        let known = if owed { &mut self.owing } else { &mut self.plain };
        known.insert(state, Rc::clone(&offer));
        Ok(offer)
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
