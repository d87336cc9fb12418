//! From the states that a winning move shows to a run of the whole system.
//!
//! A question speaks of a part of the system, so a state is known in part. Every run of the part is the trace of a run of
//! the whole: we look for one, step by step, with the transitions of the system. What is not found is not shown.

use crate::ir::{Comparison, Domain, Expr, InitialStates, InterpretedSystem, State, SymbolId, Transitions};
use crate::lower::Lowered;
use crate::run::Run;

/// How many values may be tried to find the initial state, and moves listed to find a step.
const TRIES: u64 = 1_000_000;
const MOVES: usize = 100_000;

/// The values of variables that are known.
type Part = Vec<Option<i64>>;

/// A run whose states have these bits; `bits` says which bits of a state of the whole system they are.
#[must_use]
pub fn winning_run(
    system: &InterpretedSystem,
    lowered: &Lowered,
    bits: &[Option<usize>],
    shown: &[Vec<bool>],
) -> Option<Run> {
    let whole = |state: &Vec<bool>| -> Vec<Option<bool>> { bits.iter().map(|at| at.map(|at| state[at])).collect() };
    let parts: Vec<Part> =
        shown.iter().map(|state| lowered.layout.decode_part(system, &whole(state))).collect::<Option<_>>()?;
    let (first, rest) = parts.split_first()?;
    let mut run = Run { states: vec![start(system, first)?], actions: Vec::new(), back_to: None };
    let transitions = Transitions::new(system);
    for part in rest {
        let moves = transitions.moves_within(run.states.last()?, MOVES).ok()?;
        let step = moves.successors.into_iter().find(|successor| fits(&successor.state, part))?;
        run.actions.push(step.action);
        run.states.push(step.state);
    }
    Some(run)
}

fn fits(state: &State, part: &Part) -> bool {
    state.values().iter().zip(part).all(|(value, known)| known.is_none_or(|known| known == *value))
}

/// An initial state with these values.
fn start(system: &InterpretedSystem, part: &Part) -> Option<State> {
    let mut system = system.clone();
    for (variable, value) in system.var_ids().zip(part) {
        let Some(value) = *value else { continue };
        let is = system.exprs.intern(Expr::Variable(variable));
        let is = match system.variable(variable).domain {
            Domain::Boolean if value == 1 => is,
            Domain::Boolean => system.exprs.intern(Expr::Not(is)),
            Domain::Range { .. } => {
                let value = system.exprs.intern(Expr::Integer(value));
                system.exprs.intern(Expr::Compare(Comparison::Equal, is, value))
            }
            Domain::Enumeration(_) => {
                let value = system.exprs.intern(Expr::Symbol(SymbolId::new(usize::try_from(value).ok()?)));
                system.exprs.intern(Expr::Compare(Comparison::Equal, is, value))
            }
        };
        system.init = system.exprs.intern(Expr::And(system.init, is));
    }
    InitialStates::new(&system, TRIES).next()?.ok()
}
