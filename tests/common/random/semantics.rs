//! What a system does, written from ISPL section 3 and from nothing else: no code of the product is used, and no trick.

use std::collections::BTreeMap;

use super::model::{
    Agent, AgentId, Arithmetic, Bitwise, Comparison, Condition, Domain, EvolutionLine, Expr, RandomModel, Semantics,
    VarId,
};

/// A global state: the value of every variable.
pub type State = BTreeMap<VarId, i64>;

/// What each agent does, in the order of the model's agents; `None` is the silent move of an Environment.
pub(super) type Joint = Vec<Option<usize>>;

/// A joint action and the states that it can lead to: none if it is blocked.
#[derive(Debug, Clone)]
pub struct Move {
    pub joint: Joint,
    pub targets: Vec<usize>,
}

/// The reachable states. The first `initial` of them are initial.
#[derive(Debug, Clone)]
pub struct Reached {
    pub states: Vec<State>,
    pub initial: usize,
    pub moves: Vec<Vec<Move>>,
}

impl Reached {
    /// Where one step leads, without repetitions.
    pub fn successors(&self, state: usize) -> Vec<usize> {
        let mut all: Vec<usize> = self.moves[state].iter().flat_map(|step| step.targets.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether every state has a successor.
    pub fn is_total(&self) -> bool {
        self.moves.iter().all(|moves| moves.iter().any(|step| !step.targets.is_empty()))
    }

    /// Whether every joint action of every state leads somewhere, and there is one.
    pub fn is_never_blocked(&self) -> bool {
        self.moves.iter().all(|moves| !moves.is_empty() && moves.iter().all(|step| !step.targets.is_empty()))
    }
}

impl RandomModel {
    /// The reachable states, unless there are more than `most`.
    pub fn reached(&self, most: usize) -> Option<Reached> {
        let mut states = self.initial_states();
        let mut numbers: BTreeMap<State, usize> = states.iter().cloned().zip(0..).collect();
        let initial = states.len();
        let mut moves = Vec::new();
        while moves.len() < states.len() {
            if states.len() > most {
                return None;
            }
            let mut row = Vec::new();
            for (joint, targets) in self.moves(&states[moves.len()].clone()) {
                let number = |target: State| {
                    *numbers.entry(target).or_insert_with_key(|target| {
                        states.push(target.clone());
                        states.len() - 1
                    })
                };
                row.push(Move { joint, targets: targets.into_iter().map(number).collect() });
            }
            moves.push(row);
        }
        Some(Reached { states, initial, moves })
    }

    /// All valuations that satisfy InitStates.
    pub fn initial_states(&self) -> Vec<State> {
        let mut all = vec![State::new()];
        for variable in self.variables() {
            let values = variable.domain.values();
            all = all
                .iter()
                .flat_map(|state| {
                    values.iter().map(|&value| {
                        let mut longer = state.clone();
                        longer.insert(variable.id, value);
                        longer
                    })
                })
                .collect();
        }
        all.retain(|state| holds(&self.init, state, &[], self));
        all
    }

    /// The actions that an agent may do: the union of all protocol lines that apply, `Other` if none does.
    pub fn enabled(&self, agent: &Agent, state: &State) -> Vec<Option<usize>> {
        if agent.id == AgentId::ENVIRONMENT && agent.protocol.is_empty() && agent.other.is_none() {
            return if agent.actions.is_empty() {
                vec![None]
            } else {
                agent.actions.iter().copied().map(Some).collect()
            };
        }
        let lines: Vec<_> = agent.protocol.iter().filter(|line| holds(&line.condition, state, &[], self)).collect();
        let mut actions: Vec<usize> = match lines.is_empty() {
            true => agent.other.clone().unwrap_or_default(),
            false => lines.iter().flat_map(|line| line.actions.iter().copied()).collect(),
        };
        actions.sort_unstable();
        actions.dedup();
        actions.into_iter().map(Some).collect()
    }

    /// Every joint action that the protocols allow, with the states that it leads to.
    pub fn moves(&self, state: &State) -> Vec<(Joint, Vec<State>)> {
        let enabled: Vec<_> = self.agents.iter().map(|agent| self.enabled(agent, state)).collect();
        product(&enabled).into_iter().map(|joint| (joint.clone(), self.evolve(state, &joint))).collect()
    }

    fn evolve(&self, state: &State, joint: &[Option<usize>]) -> Vec<State> {
        let mut choices = Vec::new();
        for agent in &self.agents {
            let enabled = |line: &&EvolutionLine| holds(&line.condition, state, joint, self);
            let lines: Vec<_> = agent.evolution.iter().filter(enabled).collect();
            if self.semantics == Semantics::Single {
                for variable in &agent.variables {
                    let mine = lines.iter().filter(|line| line.assignments[0].0 == variable.id);
                    choices.push(self.results(&mine.copied().collect::<Vec<_>>(), state));
                }
            } else {
                choices.push(self.results(&lines, state));
            }
        }
        let mut targets: Vec<State> = product(&choices)
            .into_iter()
            .map(|updates| {
                let mut target = state.clone();
                target.extend(updates.into_iter().flatten());
                target
            })
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// What each of the enabled lines does; those out of range are dropped; without a line nothing changes.
    fn results(&self, lines: &[&EvolutionLine], state: &State) -> Vec<Vec<(VarId, i64)>> {
        if lines.is_empty() {
            return vec![Vec::new()];
        }
        let result = |line: &&EvolutionLine| {
            line.assignments
                .iter()
                .map(|(variable, value)| {
                    let domain: &Domain = &self.variable(*variable)?.domain;
                    let value = value_of(value, state)?;
                    domain.values().contains(&value).then_some((*variable, value))
                })
                .collect()
        };
        lines.iter().filter_map(result).collect()
    }
}

/// Whether a condition is true; `joint` is empty where actions cannot be tested.
pub fn holds(condition: &Condition, state: &State, joint: &[Option<usize>], model: &RandomModel) -> bool {
    match condition {
        Condition::Bare(value) => value_of(value, state) == Some(1),
        // A comparison with something that has no value, after an inexact division, is false.
        Condition::Compare(comparison, left, right) => match (value_of(left, state), value_of(right, state)) {
            (Some(left), Some(right)) => compare(*comparison, left, right),
            _ => false,
        },
        Condition::Performs(agent, action) => {
            model.agents.iter().zip(joint).any(|(other, done)| other.id == *agent && *done == Some(*action))
        }
        Condition::Not(inner) => !holds(inner, state, joint, model),
        Condition::And(left, right) => holds(left, state, joint, model) && holds(right, state, joint, model),
        Condition::Or(left, right) => holds(left, state, joint, model) || holds(right, state, joint, model),
    }
}

/// Whether two values stand in a relation.
pub fn compare(comparison: Comparison, left: i64, right: i64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::Different => left != right,
        Comparison::Less => left < right,
        Comparison::LessEqual => left <= right,
        Comparison::Greater => left > right,
        Comparison::GreaterEqual => left >= right,
    }
}

/// The value of an expression; none after a division that leaves no integer.
pub fn value_of(expr: &Expr, state: &State) -> Option<i64> {
    Some(match expr {
        Expr::Bool(value) => i64::from(*value),
        Expr::Integer(value) | Expr::Symbol(value) => *value,
        Expr::Variable(id) => *state.get(id)?,
        Expr::Arithmetic(operator, left, right) => {
            let (left, right) = (value_of(left, state)?, value_of(right, state)?);
            match operator {
                Arithmetic::Add => left + right,
                Arithmetic::Subtract => left - right,
                Arithmetic::Multiply => left * right,
                Arithmetic::Divide if right == 0 || left % right != 0 => return None,
                Arithmetic::Divide => left / right,
            }
        }
        Expr::Bitwise(operator, left, right) => {
            let (left, right) = (value_of(left, state)? == 1, value_of(right, state)? == 1);
            i64::from(match operator {
                Bitwise::And => left && right,
                Bitwise::Or => left || right,
                Bitwise::Xor => left != right,
            })
        }
        Expr::Complement(inner) => 1 - value_of(inner, state)?,
    })
}

/// Every way to pick one item from each list.
pub fn product<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    lists.iter().fold(vec![Vec::new()], |all, list| {
        let longer = |prefix: &Vec<T>| {
            let prefix = prefix.clone();
            list.iter().map(move |item| [&prefix[..], std::slice::from_ref(item)].concat())
        };
        all.iter().flat_map(longer).collect()
    })
}
