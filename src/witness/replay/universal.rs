//! Universal claims, checked on all states where there are few: the reachable states are enumerated, and formulas are
//! evaluated by their definitions, one set of states after the other (ISPL, sections 3 to 5).
//!
//! For CTL, knowledge and obligation, without fairness. All other universal claims are the engine's word.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;

use super::super::claim::relations;
use crate::ir::{AgentId, ExprId, InitialStates, InterpretedSystem, Program, State, Transitions};
use crate::logic::{Formula, FormulaId, Formulas, Knowledge, Quantifier, Temporal};

/// How many values and moves are tried per state that may be there.
const EFFORT: u64 = 64;

/// All reachable states.
pub(super) struct Whole<'a> {
    system: &'a InterpretedSystem,
    states: IndexSet<State>,
    /// How many of them, the first ones, are initial.
    initial: usize,
    successors: Vec<Vec<usize>>,
}

/// By state, whether something is true there.
type Set = Vec<bool>;

impl<'a> Whole<'a> {
    /// The reachable states, if there are at most so many.
    pub(super) fn enumerate(transitions: &Transitions<'a>, most: usize) -> Option<Self> {
        let system = transitions.system();
        let mut whole = Self { system, states: IndexSet::new(), initial: 0, successors: Vec::new() };
        for state in InitialStates::new(system, (most as u64).saturating_mul(EFFORT)) {
            whole.states.insert(state.ok()?);
            if whole.states.len() > most {
                return None;
            }
        }
        whole.initial = whole.states.len();
        while whole.successors.len() < whole.states.len() {
            let here = whole.states[whole.successors.len()].clone();
            let moves = transitions.moves_within(&here, most.saturating_mul(2)).ok()?;
            let next: BTreeSet<State> = moves.successors.into_iter().map(|successor| successor.state).collect();
            let next = next.into_iter().map(|state| whole.states.insert_full(state).0).collect();
            whole.successors.push(next);
            if whole.states.len() > most {
                return None;
            }
        }
        Some(whole)
    }

    /// How many states there are, and how many of them are initial.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.states.len(), self.initial)
    }

    /// The states that all these agents cannot tell from this one.
    pub(super) fn alike(&self, state: &State, agents: &'a [AgentId]) -> impl Iterator<Item = &State> {
        let seen = self.local(state, agents);
        self.states.iter().filter(move |other| self.local(other, agents) == seen)
    }

    /// Whether a formula is true in a reachable state; `None` if it is not a formula of CTL, knowledge and obligation.
    pub(super) fn is_true(&self, formulas: &Formulas, formula: FormulaId, state: &State) -> Option<bool> {
        let mut known: BTreeMap<FormulaId, Set> = BTreeMap::new();
        for id in formulas.below(formula) {
            let set = self.satisfying(formulas.get(id), &known)?;
            known.insert(id, set);
        }
        Some(known[&formula][self.states.get_index_of(state)?])
    }

    fn satisfying(&self, formula: Formula, known: &BTreeMap<FormulaId, Set>) -> Option<Set> {
        let of = |f: FormulaId| &known[&f];
        Some(match formula {
            Formula::True => self.all(),
            Formula::False => not(&self.all()),
            Formula::Atom(atom) => self.condition(self.system.atom(atom).condition),
            Formula::Red(agent) => self.red(agent),
            Formula::Not(f) => not(of(f)),
            Formula::And(f, g) => and(of(f), of(g)),
            Formula::Or(f, g) => or(of(f), of(g)),
            Formula::Implies(f, g) => or(&not(of(f)), of(g)),
            Formula::Branching(Quantifier::Exists, operator) => self.exists(operator, of),
            Formula::Branching(Quantifier::Forall, operator) => self.forall(operator, of),
            Formula::Knows(knowledge, f) => not(&self.considers(knowledge, &not(of(f)))),
            Formula::Considers(knowledge, f) => self.considers(knowledge, of(f)),
            Formula::Obliged(agent, f) => {
                let fine = or(of(f), &self.red(agent));
                vec![fine.into_iter().all(|value| value); self.states.len()]
            }
            Formula::Permitted(agent, f) => {
                let green = and(of(f), &not(&self.red(agent)));
                vec![green.into_iter().any(|value| value); self.states.len()]
            }
            Formula::Strategic(..) | Formula::Quantified(..) | Formula::Linear(_) | Formula::Dynamic(..) => {
                return None;
            }
        })
    }

    fn all(&self) -> Set {
        vec![true; self.states.len()]
    }

    fn red(&self, agent: AgentId) -> Set {
        let red = self.system.agent(agent).red;
        red.map_or_else(|| not(&self.all()), |condition| self.condition(condition))
    }

    fn condition(&self, condition: ExprId) -> Set {
        let program = Program::compile(&self.system.exprs, condition);
        self.states.iter().map(|state| program.holds(state)).collect()
    }

    fn next(&self, goal: &Set) -> Set {
        self.successors.iter().map(|successors| successors.iter().any(|&next| goal[next])).collect()
    }

    /// f until g: the least solution of `g or (f and EX)`.
    fn until(&self, f: &Set, g: &Set) -> Set {
        self.fixpoint(not(&self.all()), |set| or(g, &and(f, &self.next(set))))
    }

    /// f forever: the greatest solution of `f and EX`.
    fn forever(&self, f: &Set) -> Set {
        self.fixpoint(self.all(), |set| and(f, &self.next(set)))
    }

    fn fixpoint(&self, mut set: Set, step: impl Fn(&Set) -> Set) -> Set {
        loop {
            let next = step(&set);
            if next == set {
                return set;
            }
            set = next;
        }
    }

    fn exists<'s>(&self, operator: Temporal, of: impl Fn(FormulaId) -> &'s Set) -> Set {
        match operator {
            Temporal::Next(f) => self.next(of(f)),
            Temporal::Finally(f) => self.until(&self.all(), of(f)),
            Temporal::Globally(f) => self.forever(of(f)),
            Temporal::Until(f, g) => self.until(of(f), of(g)),
            Temporal::WeakUntil(f, g) => or(&self.until(of(f), of(g)), &self.forever(of(f))),
            Temporal::Release(f, g) => or(&self.until(of(g), &and(of(f), of(g))), &self.forever(of(g))),
        }
    }

    /// By duality: a path that does not satisfy the operator.
    fn forall<'s>(&self, operator: Temporal, of: impl Fn(FormulaId) -> &'s Set) -> Set {
        let not_of = |f| not(of(f));
        let neither = |f, g| and(&not_of(f), &not_of(g));
        not(&match operator {
            Temporal::Next(f) => self.next(&not_of(f)),
            Temporal::Finally(f) => self.forever(&not_of(f)),
            Temporal::Globally(f) => self.until(&self.all(), &not_of(f)),
            Temporal::Until(f, g) => or(&self.until(&not_of(g), &neither(f, g)), &self.forever(&not_of(g))),
            Temporal::WeakUntil(f, g) => self.until(&not_of(g), &neither(f, g)),
            Temporal::Release(f, g) => self.until(&not_of(f), &not_of(g)),
        })
    }

    /// The states from which one step, or for common knowledge several, of what agents cannot tell apart leads to `goal`.
    fn considers(&self, knowledge: Knowledge, goal: &Set) -> Set {
        let (relations, common) = relations(self.system, knowledge);
        let around = |set: &Set| {
            let mut around = not(&self.all());
            for agents in &relations {
                let members = self.states.iter().zip(set).filter(|(_, is_in)| **is_in);
                let seen: BTreeSet<Vec<Vec<i64>>> = members.map(|(state, _)| self.local(state, agents)).collect();
                for (state, is_in) in self.states.iter().zip(&mut around) {
                    *is_in = *is_in || seen.contains(&self.local(state, agents));
                }
            }
            around
        };
        let first = around(goal);
        if common { self.fixpoint(first, |set| or(set, &around(set))) } else { first }
    }

    fn local(&self, state: &State, agents: &[AgentId]) -> Vec<Vec<i64>> {
        agents.iter().map(|&agent| state.observation(self.system, agent)).collect()
    }
}

fn not(set: &Set) -> Set {
    set.iter().map(|value| !value).collect()
}

fn and(left: &Set, right: &Set) -> Set {
    left.iter().zip(right).map(|(left, right)| *left && *right).collect()
}

fn or(left: &Set, right: &Set) -> Set {
    left.iter().zip(right).map(|(left, right)| *left || *right).collect()
}
