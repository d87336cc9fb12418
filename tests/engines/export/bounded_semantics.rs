//! The bounded semantics of the qMAS paper (section on bounded semantics, and the table of rows that the encodings cite),
//! literally: paths of at most k steps are listed, one by one; of ATL, plays of at most k rounds are played. Written from the definitions, on systems as plain trees; no
//! code of the product is used.
//!
//! A formula is true at a bound if the player of its existential operators can show it; the other player spoils universal
//! operators with a path. rs: some state occurs twice. rc: two states that are not neighbours look the same to some member
//! of the group, or two neighbours are equal. In a play, R is won where a state occurs again.

use std::collections::BTreeMap;

use crate::common::random::{
    AgentId, BinaryTemporal, Formula, GroupId, Knowledge, Quantifier, RandomModel, Reached, Temporal, UnaryTemporal,
    VarId, compare, holds, value_of,
};

/// A model, its reachable states, and a bound.
pub(crate) struct Bounded<'a> {
    pub(crate) model: &'a RandomModel,
    pub(crate) reached: &'a Reached,
    pub(crate) bound: usize,
}

/// U or R with operands: a formula and whether it is negated.
enum Path<'f> {
    Next(Signed<'f>),
    Until(Operand<'f>, Operand<'f>),
    Release(Operand<'f>, Operand<'f>),
}

type Signed<'f> = (&'f Formula, bool);

/// What stands under U and R: a formula, a constant, or two formulas under a connective.
enum Operand<'f> {
    One(Signed<'f>),
    Constant(bool),
    Either(Signed<'f>, Signed<'f>),
    Both(Signed<'f>, Signed<'f>),
}

impl Bounded<'_> {
    /// Whether the formula is proved at the bound: it is true in all initial states.
    pub(crate) fn proves(&self, formula: &Formula) -> bool {
        (0..self.reached.initial).all(|state| self.at((formula, false), state))
    }

    /// Whether it is refuted: its negation is true in some initial state.
    pub(crate) fn refutes(&self, formula: &Formula) -> bool {
        (0..self.reached.initial).any(|state| self.at((formula, true), state))
    }

    /// Whether a formula, or its negation pushed to the atoms, is true in a state at the bound.
    fn at(&self, (formula, negated): Signed<'_>, state: usize) -> bool {
        let values = &self.reached.states[state];
        match formula {
            Formula::Constant(value) => *value != negated,
            Formula::Atom(id) => {
                let (_, condition) = self.model.atoms.iter().find(|(atom, _)| atom == id).expect("it is declared");
                holds(condition, values, &[], self.model) != negated
            }
            Formula::Compare(variable, comparison, value) => {
                let value = value_of(value, values).expect("a constant");
                compare(*comparison, values[variable], value) != negated
            }
            Formula::Red(agent) => self.red(*agent, state) != negated,
            Formula::Green(agent) => self.red(*agent, state) == negated,
            Formula::Not(f) => self.at((f, !negated), state),
            Formula::And(f, g) if negated => self.at((f, true), state) || self.at((g, true), state),
            Formula::And(f, g) => self.at((f, false), state) && self.at((g, false), state),
            Formula::Or(f, g) if negated => self.at((f, true), state) && self.at((g, true), state),
            Formula::Or(f, g) => self.at((f, false), state) || self.at((g, false), state),
            Formula::Implies(f, g) if negated => self.at((f, false), state) && self.at((g, true), state),
            Formula::Implies(f, g) => self.at((f, true), state) || self.at((g, false), state),
            Formula::Branching(quantifier, operator) => {
                let exists = (*quantifier == Quantifier::Exists) != negated;
                let path = of(operator, negated);
                if exists { self.exists(&path, state) } else { self.forall(&path, state) }
            }
            Formula::Knows(knowledge, f) => self.knows(*knowledge, (f, negated), state),
            Formula::Obliged(agent, f) => {
                let mut green = (0..self.reached.states.len()).filter(|&other| !self.red(*agent, other));
                match negated {
                    true => green.any(|other| self.at((f, true), other)),
                    false => green.all(|other| self.at((f, false), other)),
                }
            }
            Formula::Strategic(group, operator) => {
                self.plays((*group, !negated), &of(operator, negated), &mut vec![state])
            }
            Formula::Quantified(..) | Formula::Linear(_) | Formula::Dynamic(..) => {
                panic!("not a formula of CTLK and ATL")
            }
        }
    }

    fn red(&self, agent: AgentId, state: usize) -> bool {
        let red = self.model.agent(agent).and_then(|agent| agent.red.as_ref());
        red.is_some_and(|red| holds(red, &self.reached.states[state], &[], self.model))
    }

    fn operand(&self, operand: &Operand<'_>, state: usize) -> bool {
        match operand {
            Operand::One(f) => self.at(*f, state),
            Operand::Constant(value) => *value,
            Operand::Either(f, g) => self.at(*f, state) || self.at(*g, state),
            Operand::Both(f, g) => self.at(*f, state) && self.at(*g, state),
        }
    }

    /// Every path of at most k steps from a state, each of its beginnings included.
    fn paths(&self, state: usize) -> Vec<Vec<usize>> {
        let mut all = vec![vec![state]];
        let mut from = 0;
        for _ in 0..self.bound {
            let to = all.len();
            for at in from..to {
                let last = *all[at].last().expect("not empty");
                for next in self.reached.successors(last) {
                    let longer = [&all[at][..], &[next]].concat();
                    all.push(longer);
                }
            }
            from = to;
        }
        all
    }

    fn exists(&self, path: &Path<'_>, state: usize) -> bool {
        match path {
            Path::Next(f) => self.reached.successors(state).into_iter().any(|next| self.at(*f, next)),
            Path::Until(f, g) => self.paths(state).iter().any(|path| {
                let (last, before) = path.split_last().expect("not empty");
                self.operand(g, *last) && before.iter().all(|&state| self.operand(f, state))
            }),
            Path::Release(f, g) => self.paths(state).iter().any(|path| {
                let last = *path.last().expect("not empty");
                let ends = self.operand(f, last) || (path.len() == self.bound + 1 && repeats(path));
                ends && path.iter().all(|&state| self.operand(g, state))
            }),
        }
    }

    fn forall(&self, path: &Path<'_>, state: usize) -> bool {
        match path {
            Path::Next(f) => self.reached.successors(state).into_iter().all(|next| self.at(*f, next)),
            Path::Until(f, g) => self.paths(state).iter().all(|path| {
                let last = *path.last().expect("not empty");
                let met = path.iter().any(|&state| self.operand(g, state));
                met || (self.operand(f, last) && path.len() <= self.bound)
            }),
            Path::Release(f, g) => self.paths(state).iter().all(|path| {
                let (last, before) = path.split_last().expect("not empty");
                let released = before.iter().any(|&state| self.operand(f, state));
                let short = path.len() <= self.bound;
                released || (self.operand(g, *last) && (short || repeats(path) || self.operand(f, *last)))
            }),
        }
    }

    /// Whether a group can enforce it, or cannot avoid it, in the last state of a play.
    fn plays(&self, group: (GroupId, bool), path: &Path<'_>, play: &mut Vec<usize>) -> bool {
        let (&state, earlier) = play.split_last().expect("not empty");
        let (again, more) = (earlier.contains(&state), earlier.len() < self.bound);
        let goes_on = |play: &mut Vec<usize>| {
            more && self.round(group, state, |next| {
                play.push(next);
                let won = self.plays(group, path, play);
                play.pop();
                won
            })
        };
        match path {
            Path::Next(f) => self.round(group, state, |next| self.at(*f, next)),
            Path::Until(f, g) => self.operand(g, state) || (self.operand(f, state) && goes_on(play)),
            Path::Release(f, g) => self.operand(g, state) && (self.operand(f, state) || again || goes_on(play)),
        }
    }

    /// One round: a choice of the group, then everything else. Where somebody has no action there are no choices.
    fn round(&self, (group, enforces): (GroupId, bool), state: usize, mut wins: impl FnMut(usize) -> bool) -> bool {
        let members = &self.model.group(group).expect("it is declared").members;
        let mut choices: BTreeMap<Vec<Option<usize>>, Vec<usize>> = BTreeMap::new();
        for step in &self.reached.moves[state] {
            let agents = self.model.agents.iter().zip(&step.joint);
            let choice = agents.filter(|(agent, _)| members.contains(&agent.id)).map(|(_, &action)| action).collect();
            choices.entry(choice).or_default().extend(&step.targets);
        }
        let mut choices = choices.into_values();
        match enforces {
            true => choices.any(|targets| targets.into_iter().all(&mut wins)),
            false => choices.all(|targets| targets.into_iter().any(&mut wins)),
        }
    }

    fn members(&self, group: GroupId) -> Vec<Vec<VarId>> {
        let group = self.model.group(group).expect("it is declared");
        group.members.iter().map(|&member| self.model.observed(member)).collect()
    }

    fn alike(&self, seen: &[VarId], one: usize, other: usize) -> bool {
        seen.iter().all(|variable| self.reached.states[one][variable] == self.reached.states[other][variable])
    }

    fn knows(&self, knowledge: Knowledge, (f, negated): Signed<'_>, state: usize) -> bool {
        let related: Vec<Vec<VarId>> = match knowledge {
            Knowledge::Agent(agent) => vec![self.model.observed(agent)],
            Knowledge::Everyone(group) => self.members(group),
            Knowledge::Distributed(group) => vec![self.members(group).concat()],
            Knowledge::Common(group) => return self.commonly(&self.members(group), (f, negated), state),
        };
        let mut others =
            (0..self.reached.states.len()).filter(|&other| related.iter().any(|seen| self.alike(seen, state, other)));
        match negated {
            true => others.any(|other| self.at((f, true), other)),
            false => others.all(|other| self.at((f, false), other)),
        }
    }

    /// Knowledge paths of exactly k steps.
    fn commonly(&self, members: &[Vec<VarId>], (f, negated): Signed<'_>, state: usize) -> bool {
        let related = |one: usize, other: usize| members.iter().any(|seen| self.alike(seen, one, other));
        let mut all = vec![vec![state]];
        for _ in 0..self.bound {
            let longer = |path: &Vec<usize>| {
                let last = *path.last().expect("not empty");
                let next = (0..self.reached.states.len()).filter(|&next| related(last, next));
                next.map(|next| [&path[..], &[next]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        let cut = |path: &[usize]| {
            (0..path.len()).any(|later| {
                (0..later).any(|earlier| match later - earlier {
                    1 => path[earlier] == path[later],
                    _ => related(path[earlier], path[later]),
                })
            })
        };
        match negated {
            true => all.iter().any(|path| path.iter().any(|&state| self.at((f, true), state))),
            false => all.iter().all(|path| cut(path) && path.iter().all(|&state| self.at((f, false), state))),
        }
    }
}

fn repeats(path: &[usize]) -> bool {
    (0..path.len()).any(|later| path[..later].contains(&path[later]))
}

/// A temporal operator, or its dual with negated operands.
fn of(operator: &Temporal, negated: bool) -> Path<'_> {
    match operator {
        Temporal::Unary(UnaryTemporal::Next, f) => Path::Next((f, negated)),
        // F f is true U f, and G f is false R f; each is the dual of the other.
        Temporal::Unary(UnaryTemporal::Finally, f) if negated => {
            Path::Release(Operand::Constant(false), Operand::One((f, true)))
        }
        Temporal::Unary(UnaryTemporal::Finally, f) => Path::Until(Operand::Constant(true), Operand::One((f, false))),
        Temporal::Unary(UnaryTemporal::Globally, f) if negated => {
            Path::Until(Operand::Constant(true), Operand::One((f, true)))
        }
        Temporal::Unary(UnaryTemporal::Globally, f) => {
            Path::Release(Operand::Constant(false), Operand::One((f, false)))
        }
        Temporal::Binary(BinaryTemporal::Until, f, g) if negated => {
            Path::Release(Operand::One((f, true)), Operand::One((g, true)))
        }
        Temporal::Binary(BinaryTemporal::Until, f, g) => {
            Path::Until(Operand::One((f, false)), Operand::One((g, false)))
        }
        Temporal::Binary(BinaryTemporal::Release, f, g) if negated => {
            Path::Until(Operand::One((f, true)), Operand::One((g, true)))
        }
        Temporal::Binary(BinaryTemporal::Release, f, g) => {
            Path::Release(Operand::One((f, false)), Operand::One((g, false)))
        }
        // f W g is g R (f or g).
        Temporal::Binary(BinaryTemporal::WeakUntil, f, g) if negated => {
            Path::Until(Operand::One((g, true)), Operand::Both((f, true), (g, true)))
        }
        Temporal::Binary(BinaryTemporal::WeakUntil, f, g) => {
            Path::Release(Operand::One((g, false)), Operand::Either((f, false), (g, false)))
        }
    }
}
