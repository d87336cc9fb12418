//! Alternating automata on their way: what is not asked for is left out, and states with equal transitions become one.
//!
//! In a symbolic breakpoint construction every state costs two variables or four (thesis 5.4.2), so each one counts.

use std::collections::HashMap;

use super::components::Components;
use super::transition::{StateId, Transition, TransitionId, Transitions};

/// States, not yet in their final form.
pub(super) struct Draft {
    pub(super) transitions: Transitions,
    /// What each state asks for.
    pub(super) roots: Vec<TransitionId>,
    /// Whether it must not be put off forever, if it can be.
    pub(super) eventual: Vec<bool>,
    pub(super) initial: Vec<StateId>,
}

/// Which states can come back to each other.
pub(super) struct Ranks {
    /// Transitions lead to the same or a smaller rank.
    pub(super) of: Vec<usize>,
    pub(super) on_cycle: Vec<bool>,
}

impl Draft {
    /// Without what cannot be reached, numbered in the order in which it is.
    pub(super) fn pruned(&self) -> Self {
        let stands_for: Vec<usize> = (0..self.roots.len()).collect();
        self.copied(&stands_for)
    }

    /// With one state for those with equal transitions; nothing if there are none.
    pub(super) fn merged(&self, ranks: &Ranks) -> Option<Self> {
        let mut first: HashMap<TransitionId, usize> = HashMap::new();
        for (state, &root) in self.roots.iter().enumerate() {
            let known = first.entry(root).or_insert(state);
            // Where only one of them can be put off forever, that one says whether it may.
            if ranks.on_cycle[state] && !ranks.on_cycle[*known] {
                *known = state;
            }
        }
        if first.len() == self.roots.len() {
            return None;
        }
        let stands_for: Vec<usize> = self.roots.iter().map(|root| first[root]).collect();
        Some(self.copied(&stands_for))
    }

    fn copied(&self, stands_for: &[usize]) -> Self {
        let mut copy = Copy {
            old: self,
            stands_for,
            copied: vec![None; self.transitions.len()],
            numbers: vec![None; self.roots.len()],
            order: Vec::new(),
            transitions: Transitions::new(),
        };
        let mut initial: Vec<StateId> = self.initial.iter().map(|&state| copy.state(state)).collect();
        initial.sort_unstable();
        initial.dedup();
        let mut roots = Vec::new();
        while let Some(&old) = copy.order.get(roots.len()) {
            roots.push(copy.transition(self.roots[old]));
        }
        let eventual = copy.order.iter().map(|&old| self.eventual[old]).collect();
        Self { transitions: copy.transitions, roots, eventual, initial }
    }

    /// Ranks, on the graph of states and transitions together, which is linear in the size of both.
    pub(super) fn rank(&self) -> Ranks {
        let first = self.transitions.len();
        let number = |index: usize| u32::try_from(index).expect("memory ends before 2^32 states and transitions");
        let mut successors: Vec<Vec<u32>> = self
            .transitions
            .list()
            .iter()
            .map(|transition| match *transition {
                Transition::True | Transition::False | Transition::Letter(..) => Vec::new(),
                Transition::Next(state) | Transition::WeakNext(state) => vec![number(first + state.index())],
                Transition::And(f, g) | Transition::Or(f, g) => vec![number(f.index()), number(g.index())],
            })
            .collect();
        successors.extend(self.roots.iter().map(|root| vec![number(root.index())]));
        let components = Components::new(&successors);
        let mut used: Vec<usize> = components.of[first..].to_vec();
        used.sort_unstable();
        used.dedup();
        let rank = |component: &usize| used.binary_search(component).expect("it was collected");
        Ranks {
            of: components.of[first..].iter().map(rank).collect(),
            on_cycle: (first..successors.len()).map(|vertex| components.on_cycle(vertex)).collect(),
        }
    }
}

/// What has been copied so far, with new numbers.
struct Copy<'d> {
    old: &'d Draft,
    stands_for: &'d [usize],
    copied: Vec<Option<TransitionId>>,
    numbers: Vec<Option<StateId>>,
    order: Vec<usize>,
    transitions: Transitions,
}

impl Copy<'_> {
    fn state(&mut self, old: StateId) -> StateId {
        let old = self.stands_for[old.index()];
        *self.numbers[old].get_or_insert_with(|| {
            self.order.push(old);
            StateId::new(self.order.len() - 1)
        })
    }

    fn transition(&mut self, root: TransitionId) -> TransitionId {
        let mut work = vec![root];
        while let Some(&id) = work.last() {
            if self.copied[id.index()].is_some() {
                work.pop();
            } else if let Some(copy) = self.one(id) {
                self.copied[id.index()] = Some(copy);
                work.pop();
            } else if let Transition::And(f, g) | Transition::Or(f, g) = self.old.transitions.get(id) {
                work.extend([g, f].into_iter().filter(|part| self.copied[part.index()].is_none()));
            }
        }
        self.copied[root.index()].expect("the loop ends with it")
    }

    /// The copy of a transition, if its parts have been copied.
    fn one(&mut self, id: TransitionId) -> Option<TransitionId> {
        let transition = self.old.transitions.get(id);
        Some(match transition {
            Transition::And(f, g) => {
                let (f, g) = (self.copied[f.index()]?, self.copied[g.index()]?);
                self.transitions.and(f, g)
            }
            Transition::Or(f, g) => {
                let (f, g) = (self.copied[f.index()]?, self.copied[g.index()]?);
                self.transitions.or(f, g)
            }
            Transition::Next(state) => {
                let state = self.state(state);
                self.transitions.intern(Transition::Next(state))
            }
            Transition::WeakNext(state) => {
                let state = self.state(state);
                self.transitions.intern(Transition::WeakNext(state))
            }
            Transition::True | Transition::False | Transition::Letter(..) => self.transitions.intern(transition),
        })
    }
}
