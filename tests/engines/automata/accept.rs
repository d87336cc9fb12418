//! Whether an automaton accepts a word, by the definition of acceptance.

use qmas::automata::{Alternating, Buchi, Graph, Labels, Nfa, Proposition, Propositions, Transition, TransitionId};
use qmas::logic::{Formula, FormulaId, Formulas, Sign};

use crate::common::words::Word;

/// What the letters of a word say about propositions.
pub(crate) struct Reading<'a> {
    pub(crate) formulas: &'a Formulas,
    pub(crate) propositions: &'a Propositions,
    pub(crate) word: &'a Word,
}

impl Reading<'_> {
    /// Whether a proposition holds at a position.
    pub(crate) fn holds(&self, proposition: Proposition, position: usize) -> bool {
        self.evaluate(self.propositions.formula(proposition), position)
    }

    fn evaluate(&self, formula: FormulaId, position: usize) -> bool {
        match self.formulas.get(formula) {
            Formula::True => true,
            Formula::False => false,
            Formula::Atom(atom) => self.word.letters[position][atom.index()],
            Formula::Not(f) => !self.evaluate(f, position),
            Formula::And(f, g) => self.evaluate(f, position) && self.evaluate(g, position),
            Formula::Or(f, g) => self.evaluate(f, position) || self.evaluate(g, position),
            Formula::Implies(f, g) => !self.evaluate(f, position) || self.evaluate(g, position),
            other => unreachable!("{other:?} is no state formula of the tests"),
        }
    }

    fn reads(&self, labels: &Labels, label: qmas::automata::Label, position: usize) -> bool {
        labels.holds(label, |proposition| self.holds(proposition, position))
    }

    /// The states that a step from `state` at `position` may lead to.
    pub(crate) fn targets<'g>(
        &'g self,
        graph: &'g Graph,
        state: usize,
        position: usize,
    ) -> impl Iterator<Item = usize> {
        let edges = graph.edges(state).iter();
        edges.filter(move |edge| self.reads(graph.labels(), edge.label, position)).map(|edge| edge.target)
    }

    /// Büchi: some run on the lasso visits accepting states infinitely often.
    pub(crate) fn accepted_by_buchi(&self, automaton: &Buchi) -> bool {
        let graph = automaton.graph();
        lasso_accepted(
            self.word,
            graph.len(),
            |state, position| self.targets(graph, state, position).collect(),
            |state| automaton.is_accepting(state),
        )
    }

    /// NFA: some run stands in a state that the last letter allows to end in.
    pub(crate) fn accepted_by_nfa(&self, automaton: &Nfa) -> bool {
        let graph = automaton.graph();
        let mut states = vec![Graph::INITIAL];
        let last = self.word.len() - 1;
        for position in 0..last {
            states = states.iter().flat_map(|&state| self.targets(graph, state, position)).collect();
            states.sort_unstable();
            states.dedup();
        }
        states.iter().any(|&state| self.reads(graph.labels(), automaton.last(state), last))
    }

    /// Weak alternating automata: least fixpoints for eventual states, greatest for the others, rank by rank.
    pub(crate) fn accepted_by_alternating(&self, automaton: &Alternating) -> bool {
        let length = self.word.len();
        let mut accepts: Vec<Vec<bool>> =
            automaton.states().iter().map(|state| vec![!state.eventual; length]).collect();
        let ranks = automaton.states().iter().map(|state| state.rank).max().map_or(0, |rank| rank + 1);
        for rank in 0..ranks {
            let members: Vec<usize> =
                (0..automaton.states().len()).filter(|&state| automaton.states()[state].rank == rank).collect();
            loop {
                let old = accepts.clone();
                for &state in &members {
                    let root = automaton.states()[state].transition;
                    accepts[state] =
                        (0..length).map(|position| self.satisfied(automaton, root, position, &old)).collect();
                }
                if old == accepts {
                    break;
                }
            }
        }
        automaton.initial().iter().all(|state| accepts[state.index()][0])
    }

    fn satisfied(&self, automaton: &Alternating, id: TransitionId, position: usize, accepts: &[Vec<bool>]) -> bool {
        let next = self.word.next(position);
        match automaton.transition(id) {
            Transition::True => true,
            Transition::False => false,
            Transition::Letter(sign, proposition) => self.holds(proposition, position) == (sign == Sign::Plain),
            Transition::Next(state) => next.is_some_and(|next| accepts[state.index()][next]),
            Transition::WeakNext(state) => next.is_none_or(|next| accepts[state.index()][next]),
            Transition::And(f, g) => {
                self.satisfied(automaton, f, position, accepts) && self.satisfied(automaton, g, position, accepts)
            }
            Transition::Or(f, g) => {
                self.satisfied(automaton, f, position, accepts) || self.satisfied(automaton, g, position, accepts)
            }
        }
    }
}

/// Whether a run on a lasso from state 0 visits accepting states infinitely often: νZ. EX E(true U (accepting and Z)).
pub(crate) fn lasso_accepted(
    word: &Word,
    states: usize,
    targets: impl Fn(usize, usize) -> Vec<usize>,
    accepting: impl Fn(usize) -> bool,
) -> bool {
    let length = word.len();
    let successors: Vec<Vec<usize>> = (0..states * length)
        .map(|pair| {
            let (state, position) = (pair / length, pair % length);
            let next = word.next(position).expect("a lasso goes on");
            targets(state, position).into_iter().map(|target| target * length + next).collect()
        })
        .collect();
    let mut good = vec![true; successors.len()];
    loop {
        let mut reaches = vec![false; successors.len()];
        loop {
            let step = |pair: usize| {
                successors[pair].iter().any(|&next| reaches[next] || (accepting(next / length) && good[next]))
            };
            let more: Vec<bool> = (0..successors.len()).map(|pair| good[pair] && step(pair)).collect();
            if more == reaches {
                break;
            }
            reaches = more;
        }
        if reaches == good {
            return good[0];
        }
        good = reaches;
    }
}
