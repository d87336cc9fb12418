//! Looks at a model with the engine that suits it: few states are enumerated, many are held in diagrams.

use super::findings::{Defects, Health};
use super::{explicit, symbolic};
use crate::engine::{Declined, GaveUp, Limits};
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::Defect;

/// The automatic choice enumerates no more states than this before it turns to diagrams.
const FEW_STATES: usize = 20_000;
/// Where these are looked for and nothing else, enumeration may take a few hundredths of a second.
const EFFORT: u64 = 1_500_000;

/// Looks for deadlocks or overflows in `model` and for nothing else: on few states, which are enumerated, or else on
/// diagrams.
///
/// # Errors
/// The limit that was reached.
pub fn defects(model: &Model, wanted: &[Defect], options: &Options) -> Result<Defects, GaveUp> {
    if options.engine != EngineChoice::Bdd {
        let max_states = FEW_STATES.min(options.limits.max_states);
        let limits = Limits { max_states, max_effort: Some(EFFORT), ..options.limits.clone() };
        match explicit::defects(model, wanted, &Options { limits, ..options.clone() }) {
            Err(GaveUp::States(_) | GaveUp::Effort { .. } | GaveUp::Declined(_)) => {}
            done => return done,
        }
    }
    symbolic::defects(model, wanted, options)
}

/// Looks at `model`; its formulas and its fairness play no part.
///
/// # Errors
/// The limit that was reached.
pub fn health(model: &Model, engine: EngineChoice, options: &Options) -> Result<Health, GaveUp> {
    match engine {
        EngineChoice::Explicit => explicit::health(model, options),
        EngineChoice::Bdd => symbolic::health(model, options),
        EngineChoice::Bounded => Err(Declined::BoundedStates.into()),
        EngineChoice::Auto => {
            let mut few = options.clone();
            few.limits.max_states = FEW_STATES.min(options.limits.max_states);
            match explicit::health(model, &few) {
                Err(GaveUp::States(_) | GaveUp::Effort { .. } | GaveUp::Declined(_)) => {
                    symbolic::health(model, options)
                }
                done => done,
            }
        }
    }
}
