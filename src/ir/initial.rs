//! The initial states: all valuations that satisfy InitStates, enumerated one by one.
//!
//! Variables are given values in order, and a branch is left as soon as a conjunct of InitStates is false whatever the rest
//! (`kleene`). So the effort follows the number of initial states for the conditions that people write, not the number of
//! valuations.

use super::expr::{Comparison, Expr, ExprId};
use super::id::VarId;
use super::kleene::Kleene;
use super::program::Program;
use super::state::State;
use super::system::{Domain, InterpretedSystem};

/// An iterator over all initial states, in ascending order.
pub struct InitialStates {
    check: Program,
    conjuncts: Kleene,
    domains: Vec<Domain>,
    levels: Vec<Level>,
    values: Vec<i64>,
    steps: u64,
    budget: u64,
    exhausted: bool,
}

/// A variable that has a value.
struct Level {
    /// The position of the value in the variable's domain.
    position: u64,
    /// What had been decided before.
    mark: usize,
}

/// Why an enumeration of initial states ended before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

impl InitialStates {
    /// Starts the enumeration; `budget` limits how many values are tried and how many parts of conditions are looked at, together.
    #[must_use]
    pub fn new(system: &InterpretedSystem, budget: u64) -> Self {
        let roots = system.init_conjuncts();
        let mut domains: Vec<Domain> = system.variables.iter().map(|variable| variable.domain.clone()).collect();
        let fixed = units(system, &roots).all(|(variable, value)| fix(&mut domains[variable.index()], value));
        let conjuncts = Kleene::new(system, &roots);
        let exhausted = !fixed || conjuncts.is_none();
        // Without conditions, nothing is decided.
        let conjuncts = conjuncts.or_else(|| Kleene::new(system, &[])).expect("nothing is required");
        Self {
            check: Program::compile(&system.exprs, system.init),
            conjuncts,
            domains,
            levels: Vec::new(),
            values: vec![0; system.variables.len()],
            steps: 0,
            budget,
            exhausted,
        }
    }

    /// What finding one initial state takes of a budget, if the first values do.
    #[must_use]
    pub fn steps_per_state(system: &InterpretedSystem) -> u64 {
        (system.variables.len() + system.exprs.below([system.init]).len() + 1) as u64
    }

    /// Moves on to the next consistent full valuation.
    fn advance(&mut self) -> Option<Result<State, OutOfBudget>> {
        let count = self.domains.len();
        let mut fresh = self.levels.is_empty();
        while !self.exhausted {
            if fresh && self.levels.len() == count {
                self.exhausted = count == 0;
                return Some(Ok(State::new(self.values.clone())));
            }
            if fresh {
                self.levels.push(Level { position: 0, mark: self.conjuncts.mark() });
            } else {
                let Some(level) = self.levels.last_mut() else { break };
                level.position += 1;
            }
            fresh = match self.try_value() {
                None => {
                    self.levels.pop();
                    false
                }
                Some(consistent) => consistent,
            };
            if self.steps + self.conjuncts.looked() > self.budget {
                self.exhausted = true;
                return Some(Err(OutOfBudget));
            }
        }
        self.exhausted = true;
        None
    }

    /// Whether the value of the last level is consistent with those before; nothing if there is no such value.
    fn try_value(&mut self) -> Option<bool> {
        let number = self.levels.len() - 1;
        let Level { position, mark } = self.levels[number];
        self.conjuncts.back_to(mark);
        let value = self.domains[number].nth(position)?;
        self.steps += 1;
        self.values[number] = value;
        Some(self.conjuncts.set(VarId::new(number), value))
    }
}

/// The variables that begin with any of several values, whatever the others are: InitStates does not mention them.
#[must_use]
pub fn left_free(system: &InterpretedSystem) -> Vec<VarId> {
    let mut mentioned = vec![false; system.variables.len()];
    for id in system.exprs.below([system.init]) {
        if let Expr::Variable(variable) = system.exprs.get(id) {
            mentioned[variable.index()] = true;
        }
    }
    let free = |id: &VarId| !mentioned[id.index()] && system.variable(*id).domain.size() > 1;
    system.var_ids().filter(free).collect()
}

/// The conjuncts of the form `variable = constant`.
fn units(system: &InterpretedSystem, conjuncts: &[ExprId]) -> impl Iterator<Item = (VarId, i64)> {
    let constant = |node: Expr| match node {
        Expr::Bool(value) => Some(i64::from(value)),
        Expr::Integer(value) => Some(value),
        Expr::Symbol(symbol) => Some(symbol.index() as i64),
        _ => None,
    };
    let unit = move |&conjunct: &ExprId| match system.exprs.get(conjunct) {
        Expr::Compare(Comparison::Equal, left, right) => match (system.exprs.get(left), system.exprs.get(right)) {
            (Expr::Variable(variable), other) | (other, Expr::Variable(variable)) => {
                constant(other).map(|value| (variable, value))
            }
            _ => None,
        },
        _ => None,
    };
    conjuncts.iter().filter_map(unit)
}

/// Shrinks a domain to one value, so that a large range is not searched for it; whether it has that value.
fn fix(domain: &mut Domain, value: i64) -> bool {
    let possible = domain.contains(value);
    if possible {
        *domain = Domain::Range { low: value, high: value };
    }
    possible
}

impl Iterator for InitialStates {
    type Item = Result<State, OutOfBudget>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.advance()? {
                Ok(state) if !self.check.holds(&state) => {}
                other => return Some(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Exprs;
    use crate::load::{Strictness, load};

    /// A system with this condition on its initial states. It is read as an atom, since a file in which nothing satisfies
    /// InitStates is refused.
    fn system(init: &str) -> InterpretedSystem {
        let text = format!(
            "Agent One Vars: a : boolean; b : boolean; c : {{red, green, blue}}; d : {{green, blue}}; n : -1..3; m : 0..2; end Vars
             Actions = {{go}}; Protocol: Other : {{go}}; end Protocol Evolution: a = true if Action = go; end Evolution end Agent
             Evaluation p if {init}; end Evaluation InitStates One.a = true; end InitStates Formulae AG p; end Formulae"
        );
        let mut system = load(&text, Strictness::Lenient).model.unwrap_or_else(|| panic!("{init} is right")).system;
        system.init = system.atoms[0].condition;
        system
    }

    /// All valuations, filtered.
    fn filtered(system: &InterpretedSystem) -> Vec<State> {
        let check = Program::compile(&system.exprs, system.init);
        let mut all = vec![Vec::new()];
        for variable in &system.variables {
            let with = |values: &Vec<i64>, value| values.iter().copied().chain([value]).collect::<Vec<i64>>();
            all =
                all.iter().flat_map(|values| variable.domain.values().map(move |value| with(values, value))).collect();
        }
        all.into_iter().map(State::new).filter(|state| check.holds(state)).collect()
    }

    #[test]
    fn what_is_enumerated_is_what_satisfies() {
        let atoms = [
            "One.a = true",
            "One.a = One.b",
            "One.c = green",
            "One.c = One.d",
            "!(One.d = blue)",
            "One.n = 3",
            "One.n = One.m",
            "One.n <> 2",
        ];
        let mut numbers = Vec::new();
        for first in atoms {
            for second in atoms {
                for third in ["One.b = false", "One.m = 1"] {
                    let inits = [
                        format!("{first} and ({second} or {third})"),
                        format!("({first} or !({second})) and !({third} and {first})"),
                        format!("{first} and {second} and {third}"),
                    ];
                    for init in inits {
                        let system = system(&init);
                        let found: Vec<State> =
                            InitialStates::new(&system, u64::MAX).map(|state| state.expect("no limit")).collect();
                        assert_eq!(found, filtered(&system), "{init}");
                        numbers.push(found.len());
                    }
                }
            }
        }
        assert!(numbers.contains(&0) && numbers.iter().any(|&number| number > 20));
    }

    /// Each variable used to cost all conditions that it is in: a parity of n variables n squared.
    #[test]
    fn a_long_condition_is_not_looked_at_again_for_each_variable() {
        let mut system = system("One.a = true");
        let variables = 400;
        let boolean = system.variables[0].clone();
        system.variables = vec![boolean; variables];
        system.exprs = Exprs::default();
        let mut parity = system.exprs.intern(Expr::Bool(false));
        for number in 0..variables {
            let variable = system.exprs.intern(Expr::Variable(VarId::new(number)));
            parity = system.exprs.intern(Expr::Xor(parity, variable));
        }
        system.init = parity;
        let mut states = InitialStates::new(&system, 8 * InitialStates::steps_per_state(&system));
        assert!(matches!(states.next(), Some(Ok(_))));
    }

    /// Their values and those of the others are combined in all ways: so the initial states are divided evenly.
    #[test]
    fn free_variables_have_all_values_whatever_the_others_are() {
        for (init, free) in
            [("One.a = One.b", "c d n m"), ("One.n = One.m or One.b = true", "a c d"), ("true", "a b c d n m")]
        {
            let system = system(init);
            let names: Vec<&str> = left_free(&system).iter().map(|&id| system.variable(id).name.as_str()).collect();
            assert_eq!(names, free.split(' ').collect::<Vec<&str>>(), "{init}");
            let states = filtered(&system);
            for variable in left_free(&system) {
                for value in system.variable(variable).domain.values() {
                    let with = states.iter().filter(|state| state.get(variable) == value).count() as u64;
                    assert_eq!(with * system.variable(variable).domain.size(), states.len() as u64, "{init}");
                }
            }
        }
    }

    #[test]
    fn without_variables_there_is_one_state_at_most() {
        let mut system = system("One.a = true");
        system.variables = Vec::new();
        for (value, states) in [(true, 1), (false, 0)] {
            system.init = system.exprs.intern(Expr::Bool(value));
            assert_eq!(InitialStates::new(&system, 100).count(), states);
        }
    }
}
