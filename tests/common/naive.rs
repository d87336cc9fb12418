//! CTLK, O and ATL by their definitions, on sets of Booleans, over the drawn tree: a second reading of the law.
//!
//! It shares no code with the product, and is as slow as it is short.

use super::random::{
    AgentId, BinaryTemporal, Formula, GroupId, Knowledge, Quantifier, RandomModel, Reached, Temporal, UnaryTemporal,
    VarId, compare, holds, product, value_of,
};

/// Per state, whether it is in.
pub type Set = Vec<bool>;

/// Fixpoints from below or from above.
fn fixpoint(start: Set, step: impl Fn(&Set) -> Set) -> Set {
    let mut set = start;
    loop {
        let next = step(&set);
        if next == set {
            return set;
        }
        set = next;
    }
}

fn and(left: &Set, right: &Set) -> Set {
    left.iter().zip(right).map(|(left, right)| *left && *right).collect()
}

fn or(left: &Set, right: &Set) -> Set {
    left.iter().zip(right).map(|(left, right)| *left || *right).collect()
}

/// The reachable states with the sets that fairness speaks of.
pub struct Naive<'a> {
    model: &'a RandomModel,
    reached: &'a Reached,
    successors: Vec<Vec<usize>>,
    /// The states that formulas speak of.
    pub universe: Set,
    fairness: Vec<Set>,
}

impl<'a> Naive<'a> {
    /// Fairness formulas speak of all reachable states, everything else of those with a fair path.
    pub fn new(model: &'a RandomModel, reached: &'a Reached) -> Self {
        let count = reached.states.len();
        let successors = (0..count).map(|state| reached.successors(state)).collect();
        let mut naive = Self { model, reached, successors, universe: vec![true; count], fairness: Vec::new() };
        if !model.fairness.is_empty() {
            naive.fairness = model.fairness.iter().map(|formula| naive.evaluate(formula)).collect();
            naive.universe = naive.exists_globally(&naive.universe);
        }
        naive
    }

    fn collect(&self, member: impl Fn(usize) -> bool) -> Set {
        (0..self.universe.len()).map(|state| self.universe[state] && member(state)).collect()
    }

    fn not(&self, set: &Set) -> Set {
        self.collect(|state| !set[state])
    }

    /// The states of the universe in which a CTLK, O or ATL formula is true (ATL without fairness only).
    pub fn evaluate(&self, formula: &Formula) -> Set {
        let states = &self.reached.states;
        match formula {
            Formula::Constant(value) => self.collect(|_| *value),
            Formula::Atom(id) => {
                let (_, condition) = self.model.atoms.iter().find(|(atom, _)| atom == id).expect("it was drawn");
                self.collect(|state| holds(condition, &states[state], &[], self.model))
            }
            Formula::Compare(variable, comparison, value) => self.collect(|state| {
                let value = value_of(value, &states[state]).expect("a constant");
                compare(*comparison, states[state][variable], value)
            }),
            Formula::Red(agent) => self.red(*agent),
            Formula::Green(agent) => self.not(&self.red(*agent)),
            Formula::Not(f) => self.not(&self.evaluate(f)),
            Formula::And(f, g) => and(&self.evaluate(f), &self.evaluate(g)),
            Formula::Or(f, g) => or(&self.evaluate(f), &self.evaluate(g)),
            Formula::Implies(f, g) => or(&self.not(&self.evaluate(f)), &self.evaluate(g)),
            Formula::Branching(Quantifier::Exists, operator) => self.exists(operator),
            Formula::Branching(Quantifier::Forall, operator) => self.forall(operator),
            Formula::Strategic(group, operator) => self.strategic(*group, operator),
            Formula::Knows(knowledge, f) => self.knows(*knowledge, &self.evaluate(f)),
            Formula::Obliged(agent, f) => {
                let (f, red) = (self.evaluate(f), self.red(*agent));
                let everywhere = (0..f.len()).all(|state| !self.universe[state] || red[state] || f[state]);
                self.collect(|_| everywhere)
            }
            Formula::Quantified(..) | Formula::Linear(_) | Formula::Dynamic(..) => {
                unreachable!("formulas on paths are not drawn here")
            }
        }
    }

    fn red(&self, agent: AgentId) -> Set {
        let red = self.model.agent(agent).expect("it was drawn").red.as_ref();
        let is_red = |state| red.is_some_and(|red| holds(red, &self.reached.states[state], &[], self.model));
        self.collect(is_red)
    }

    fn exists_next(&self, f: &Set) -> Set {
        self.collect(|state| self.successors[state].iter().any(|&next| f[next]))
    }

    fn forall_next(&self, f: &Set) -> Set {
        self.not(&self.exists_next(&self.not(f)))
    }

    fn exists_until(&self, f: &Set, g: &Set) -> Set {
        fixpoint(self.collect(|_| false), |found| or(g, &and(f, &self.exists_next(found))))
    }

    /// νZ. f ∧ ⋀ EX E(f U (Z ∧ fair)). Emerson and Lei, "Modalities for model checking" (1987).
    fn exists_globally(&self, f: &Set) -> Set {
        fixpoint(f.clone(), |rest| {
            let mut next = and(f, &self.exists_next(rest));
            for fair in &self.fairness {
                next = and(&next, &self.exists_next(&self.exists_until(f, &and(rest, fair))));
            }
            next
        })
    }

    fn exists(&self, operator: &Temporal) -> Set {
        match operator {
            Temporal::Unary(UnaryTemporal::Next, f) => self.exists_next(&self.evaluate(f)),
            Temporal::Unary(UnaryTemporal::Finally, f) => self.exists_until(&self.universe, &self.evaluate(f)),
            Temporal::Unary(UnaryTemporal::Globally, f) => self.exists_globally(&self.evaluate(f)),
            Temporal::Binary(operator, f, g) => {
                let (f, g) = (self.evaluate(f), self.evaluate(g));
                match operator {
                    BinaryTemporal::Until => self.exists_until(&f, &g),
                    BinaryTemporal::WeakUntil => or(&self.exists_until(&f, &g), &self.exists_globally(&f)),
                    BinaryTemporal::Release => or(&self.exists_until(&g, &and(&f, &g)), &self.exists_globally(&g)),
                }
            }
        }
    }

    /// Least and greatest fixpoints of AX; with fairness AX does not see which paths count, so there by duality.
    fn forall(&self, operator: &Temporal) -> Set {
        let least = |step: &dyn Fn(&Set) -> Set| fixpoint(self.collect(|_| false), step);
        let greatest = |step: &dyn Fn(&Set) -> Set| fixpoint(self.universe.clone(), step);
        let after = |set: &Set| self.forall_next(set);
        match operator {
            Temporal::Unary(UnaryTemporal::Next, f) => after(&self.evaluate(f)),
            Temporal::Unary(UnaryTemporal::Globally, f) => {
                let f = self.evaluate(f);
                greatest(&|rest| and(&f, &after(rest)))
            }
            Temporal::Unary(UnaryTemporal::Finally, f) => {
                self.forall(&Temporal::binary(BinaryTemporal::Until, Formula::Constant(true), (**f).clone()))
            }
            Temporal::Binary(BinaryTemporal::Until, f, g) => {
                let (f, g) = (self.evaluate(f), self.evaluate(g));
                if self.fairness.is_empty() {
                    return least(&|found| or(&g, &and(&f, &after(found))));
                }
                let never = self.not(&g);
                let broken = self.exists_until(&never, &and(&self.not(&f), &never));
                self.not(&or(&broken, &self.exists_globally(&never)))
            }
            Temporal::Binary(BinaryTemporal::Release, f, g) => {
                let (f, g) = (self.evaluate(f), self.evaluate(g));
                greatest(&|rest| and(&g, &or(&f, &after(rest))))
            }
            Temporal::Binary(BinaryTemporal::WeakUntil, f, g) => {
                let (f, g) = (self.evaluate(f), self.evaluate(g));
                greatest(&|rest| or(&g, &and(&f, &after(rest))))
            }
        }
    }

    /// Whether an agent that sees `seen` cannot tell two states apart.
    fn alike(&self, seen: &[VarId], one: usize, two: usize) -> bool {
        seen.iter().all(|variable| self.reached.states[one][variable] == self.reached.states[two][variable])
    }

    fn members(&self, group: GroupId) -> &[AgentId] {
        &self.model.group(group).expect("it was drawn").members
    }

    fn known_by(&self, seen: &[VarId], f: &Set) -> Set {
        let others = || (0..f.len()).filter(|&other| self.universe[other]);
        self.collect(|state| others().all(|other| f[other] || !self.alike(seen, state, other)))
    }

    fn knows(&self, knowledge: Knowledge, f: &Set) -> Set {
        let everyone = |group: GroupId, f: &Set| {
            let each = self.members(group).iter().map(|&member| self.known_by(&self.model.observed(member), f));
            each.fold(self.universe.clone(), |all, one| and(&all, &one))
        };
        match knowledge {
            Knowledge::Agent(agent) => self.known_by(&self.model.observed(agent), f),
            Knowledge::Distributed(group) => {
                let seen: Vec<VarId> =
                    self.members(group).iter().flat_map(|&member| self.model.observed(member)).collect();
                self.known_by(&seen, f)
            }
            Knowledge::Everyone(group) => everyone(group, f),
            Knowledge::Common(group) => fixpoint(self.universe.clone(), |rest| everyone(group, &and(f, rest))),
        }
    }

    /// Every agent has an enabled action, and some choice of enabled actions of the members is such that all moves that
    /// contain it lead to `f`.
    fn enforces_next(&self, group: GroupId, f: &Set) -> Set {
        let members = self.members(group);
        self.collect(|state| {
            let position = |agent: &AgentId| self.model.agents.iter().position(|other| other.id == *agent);
            let positions: Vec<usize> = members.iter().filter_map(position).collect();
            let enabled = |&at: &usize| self.model.enabled(&self.model.agents[at], &self.reached.states[state]);
            let choices = product(&positions.iter().map(enabled).collect::<Vec<_>>());
            (0..self.model.agents.len()).all(|at| !enabled(&at).is_empty())
                && choices.iter().any(|choice| {
                    let mut agreeing = self.reached.moves[state]
                        .iter()
                        .filter(|step| positions.iter().zip(choice).all(|(&at, action)| step.joint[at] == *action));
                    agreeing.all(|step| step.targets.iter().all(|&target| f[target]))
                })
        })
    }

    fn strategic(&self, group: GroupId, operator: &Temporal) -> Set {
        let next = |set: &Set| self.enforces_next(group, set);
        let nowhere = self.collect(|_| false);
        match operator {
            Temporal::Unary(UnaryTemporal::Next, f) => next(&self.evaluate(f)),
            Temporal::Unary(UnaryTemporal::Finally, f) => {
                let f = self.evaluate(f);
                fixpoint(nowhere, |found| or(&f, &next(found)))
            }
            Temporal::Unary(UnaryTemporal::Globally, f) => {
                let f = self.evaluate(f);
                fixpoint(self.universe.clone(), |rest| and(&f, &next(rest)))
            }
            Temporal::Binary(BinaryTemporal::Until, f, g) => {
                let (f, g) = (self.evaluate(f), self.evaluate(g));
                fixpoint(nowhere, |found| or(&g, &and(&f, &next(found))))
            }
            Temporal::Binary(..) => unreachable!("ATL has neither R nor W"),
        }
    }
}
