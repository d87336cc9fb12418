//! Formulas on slices of the model, enumerated: where the states of the whole are too many, those of what matters to a
//! formula may be few.

use std::time::Instant;

use super::workers::Portfolio;
use crate::engine::fault::{Work, guarded};
use crate::engine::{EngineName, Limits, Terms, Traces};
use crate::explicit::Explicit;
use crate::ir::InterpretedSystem;
use crate::outcome::{Finding, Outcome};
use crate::slice::{Cone, FEW, Group, Slice, groups, has_initial_state, restricted, slice};

/// How many bits a slice must leave out of the states.
const WORTH: u32 = 4;
/// After so many slices whose states are too many, no more are tried.
const MOST_FAILURES: usize = 2;

/// The slice that engines look at in the place of a model, if many variables matter to no formula.
pub(super) fn instead(portfolio: &Portfolio) -> Option<Slice> {
    let options = &portfolio.options;
    let wanted = !options.whole_system && !options.all_values;
    if wanted { slice(&portfolio.model, FEW) } else { None }
}

/// Answers what slices with few states can answer, each with these limits.
pub(super) fn answer(portfolio: &Portfolio, limits: &Limits) {
    let model = &portfolio.model;
    let open: Vec<_> = (0..model.specifications.len()).filter(|&number| portfolio.is_open(number)).collect();
    if portfolio.options.whole_system || open.is_empty() || !has_initial_state(&model.system) {
        return;
    }
    let formulas: Vec<_> = open.into_iter().map(|number| (number, model.specifications[number].formula)).collect();
    let mut failures = 0;
    let bits = |size: u64| size.ilog2();
    let all: u32 = model.system.variables.iter().map(|variable| bits(variable.domain.size())).sum();
    // A slice may have far fewer states than the whole.
    let is_worth_it = |system: &InterpretedSystem, cone: &Cone| {
        let kept: u32 = cone.variables.iter().map(|&id| bits(system.variable(id).domain.size())).sum();
        all - kept >= WORTH
    };
    for group in groups(model, &formulas, is_worth_it) {
        if failures == MOST_FAILURES || portfolio.options.limits.check().is_err() {
            break;
        }
        match guarded(Work::Engine(EngineName::Explicit), || answer_group(portfolio, &group, limits)) {
            Ok(answered) => failures += usize::from(!answered),
            Err(fault) => return portfolio.fault(fault),
        }
    }
}

/// Whether the states of a slice were few enough.
fn answer_group(portfolio: &Portfolio, Group { cone, formulas }: &Group, limits: &Limits) -> bool {
    let (model, start) = (&portfolio.model, Instant::now());
    let slice = restricted(model, cone);
    limits.board.turn_to(EngineName::Explicit, None);
    let terms = Terms { limits: limits.clone(), ..portfolio.options.terms() };
    let engine = Explicit::new(&slice.model, &terms);
    limits.board.leave(EngineName::Explicit);
    let Ok(mut engine) = engine else { return false };
    portfolio.note(|checked| checked.preparation += start.elapsed());
    let infinite = |&number: &usize| terms.traces_of(model.specifications[number].logic) == Traces::Infinite;
    if !model.fairness.is_empty() && engine.vacuous() && formulas.iter().any(infinite) {
        portfolio.find(Finding::NoFairPath);
    }
    for &number in formulas.iter().filter(|&&number| portfolio.is_open(number)) {
        let start = Instant::now();
        limits.board.turn_to(EngineName::Explicit, Some(number));
        engine.set_limits(Limits { max_states: limits.max_states, ..portfolio.limits(number) });
        let verdict = engine.check(model.specifications[number]);
        portfolio.put(number, Outcome::new(verdict, EngineName::Explicit, start.elapsed()));
    }
    limits.board.leave(EngineName::Explicit);
    true
}
