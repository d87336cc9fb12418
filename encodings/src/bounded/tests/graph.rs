//! Graphs of four states, automata on them, and what it means that one accepts a path: by definition, without circuits.

use crate::circuit::{Circuit, Lit};
use crate::system::{Choice, Mover, StateBit, SymbolicAgent, SymbolicSystem};

/// SplitMix64: what follows from a seed does not change.
pub(super) struct Chance(pub(super) u64);

impl Chance {
    /// A number below `most`.
    pub(super) fn of(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % most
    }
}

/// Which words automata read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    Infinite,
    Finite,
}

/// What is asked of a state.
#[derive(Clone, Copy)]
pub(super) enum Label {
    Any,
    /// p, or not.
    Plain(bool),
    /// What is claimed of successors, or not.
    Next(bool),
}

/// States 0 to 3, by two bits, with at most two steps from each; and where p is true.
pub(super) struct Graph {
    steps: [[Option<usize>; 2]; 4],
    p: [bool; 4],
}

/// An automaton: its edges, and by state what the last letter may be, or, of infinite words, whether it is accepting.
pub(super) struct Automaton {
    pub(super) edges: Vec<(usize, Label, usize)>,
    pub(super) accepting: Vec<Option<Label>>,
}

impl Automaton {
    pub(super) fn random(chance: &mut Chance, states: usize, letters: bool, words: Words) -> Self {
        let label = |chance: &mut Chance| match chance.of(if letters { 6 } else { 3 }) {
            0 => Label::Any,
            1 => Label::Plain(true),
            2 => Label::Plain(false),
            number => Label::Next(number < 5),
        };
        let accepting: Vec<Option<Label>> = (0..states)
            .map(|_| match (chance.of(2), words) {
                (0, _) => None,
                (_, Words::Infinite) => Some(Label::Any),
                (_, Words::Finite) => Some(label(chance)),
            })
            .collect();
        let (stays, dense) = (chance.of(2) == 0, 1 + chance.of(2));
        let mut edges = Vec::new();
        for (from, accepts) in accepting.iter().enumerate() {
            for to in 0..states {
                if from == to && stays && accepts.is_some() {
                    edges.push((from, Label::Any, to));
                } else if chance.of(3) < dense {
                    edges.push((from, label(chance), to));
                }
            }
        }
        Self { edges, accepting }
    }
}

impl Graph {
    pub(super) fn random(chance: &mut Chance) -> Self {
        let mut step = || (chance.of(4) > 0).then(|| chance.of(4) as usize);
        let steps = [(); 4].map(|()| [step(), step()]);
        Self { steps, p: [(); 4].map(|()| chance.of(2) == 0) }
    }

    pub(super) fn len(&self) -> usize {
        self.p.len()
    }

    fn successors(&self, state: usize) -> impl Iterator<Item = usize> + '_ {
        self.steps[state].iter().filter_map(|&step| step)
    }

    fn is(&self, label: Label, state: usize, some: bool) -> bool {
        match label {
            Label::Any => true,
            Label::Plain(value) => self.p[state] == value,
            Label::Next(value) => {
                let mut next = self.successors(state).map(|next| self.p[next]);
                value == if some { next.any(|p| p) } else { next.all(|p| p) }
            }
        }
    }

    /// Whether an automaton accepts a path from state 0. The letter of successors says that some of them, or all, satisfy p.
    pub(super) fn accepts(&self, automaton: &Automaton, some: bool, words: Words) -> bool {
        let next = |(state, at): (usize, usize)| {
            let edges = automaton.edges.iter().filter(move |edge| edge.0 == at && self.is(edge.1, state, some));
            edges.flat_map(move |edge| self.successors(state).map(move |next| (next, edge.2))).collect::<Vec<_>>()
        };
        let after = |from: Vec<(usize, usize)>| {
            let (mut seen, mut work) = (Vec::new(), from);
            while let Some(node) = work.pop() {
                if !seen.contains(&node) {
                    seen.push(node);
                    work.extend(next(node));
                }
            }
            seen
        };
        let accepting = |&(state, at): &(usize, usize)| {
            automaton.accepting[at].is_some_and(|last| words == Words::Infinite || self.is(last, state, some))
        };
        let mut nodes = after(vec![(0, 0)]).into_iter().filter(accepting);
        nodes.any(|node| words == Words::Finite || after(next(node)).contains(&node))
    }

    /// The graph as a system with one agent, whose two actions are the steps; and p.
    pub(super) fn system(&self) -> (SymbolicSystem, Lit) {
        let mut circuit = Circuit::new();
        let state: Vec<StateBit> = (0..2)
            .map(|_| {
                let ((now, now_lit), (next, next_lit)) = (circuit.input(), circuit.input());
                StateBit { now, now_lit, next, next_lit }
            })
            .collect();
        let (action, chosen) = circuit.input();
        let is: Vec<Lit> = (0..4)
            .map(|number| {
                let bits = state.iter().enumerate();
                let bits: Vec<Lit> = bits.map(|(at, bit)| bit.now_lit.negated_if(number >> at & 1 == 0)).collect();
                circuit.and_all(bits)
            })
            .collect();
        let mut where_true = |such: &dyn Fn(usize, usize) -> bool| {
            let mut all = Lit::FALSE;
            for (number, &is) in is.iter().enumerate() {
                for (step, action) in [!chosen, chosen].into_iter().enumerate() {
                    if such(number, step) {
                        let here = circuit.and(is, action);
                        all = circuit.or(all, here);
                    }
                }
            }
            all
        };
        let protocol = where_true(&|number, step| self.steps[number][step].is_some());
        let to = |bit: usize| move |to: usize| to >> bit & 1 == 1;
        let updates =
            (0..2).map(|bit| (bit, where_true(&|number, step| self.steps[number][step].is_some_and(to(bit)))));
        let updates = updates.collect();
        let p = where_true(&|number, _| self.p[number]);
        let init = is[0];
        let agent = SymbolicAgent {
            actions: vec![action],
            action_count: 2,
            protocol,
            never_stuck: false,
            observes: Vec::new(),
            red: Lit::FALSE,
        };
        let choice = Choice { enabled: Lit::TRUE, fits: Lit::TRUE, updates };
        let mover = Mover { agent: 0, bits: vec![0, 1], choices: vec![choice], never_blocks: true };
        let system = SymbolicSystem {
            circuit,
            state,
            domain: Vec::new(),
            init,
            agents: vec![agent],
            movers: vec![mover],
            atoms: vec![p],
        };
        (system, p)
    }
}
