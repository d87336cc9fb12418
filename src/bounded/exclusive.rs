//! Which movers never have a choice: a step of theirs needs no code that picks one.

use qmas_encodings::{Interrupt, Lit, Mover, SatLimits, SymbolicSystem};

use super::asker::Asker;
use super::options::BoundedOptions;
use crate::engine::Terms;

/// How many conflicts it may take to find out whether a mover's choices exclude each other.
const EXCLUSION_CONFLICTS: u64 = 10_000;

/// By mover of a system, whether its choices exclude each other, as far as that is found out under the limits of `options`.
pub(crate) fn exclusive_choices(system: &mut SymbolicSystem, options: &Terms<BoundedOptions>) -> Vec<bool> {
    let limits = options.limits.clone();
    let interrupt = Interrupt::new(move || limits.check().is_err());
    exclusive(system, &options.own, &SatLimits { interrupt, ..SatLimits::default() })
}

/// For each mover, whether it is certain that at most one of its choices is enabled at a time.
pub(super) fn exclusive(system: &mut SymbolicSystem, options: &BoundedOptions, limits: &SatLimits) -> Vec<bool> {
    let limits = SatLimits { conflicts: Some(EXCLUSION_CONFLICTS), ..limits.clone() };
    let mut asker = Asker::new(options.sat, limits);
    let SymbolicSystem { circuit, movers, agents, domain, .. } = system;
    let domain = circuit.and_all(domain.iter().copied());
    let mut clashes = |mover: &Mover| {
        let (mut seen, mut clash) = (Lit::FALSE, Lit::FALSE);
        for choice in &mover.choices {
            let both = circuit.and(seen, choice.enabled);
            clash = circuit.or(clash, both);
            seen = circuit.or(seen, choice.enabled);
        }
        let clash = circuit.and_all([clash, agents[mover.agent].protocol, domain]);
        asker.satisfiable(circuit, clash)
    };
    movers.iter().map(|mover| clashes(mover) == Ok(None)).collect()
}
