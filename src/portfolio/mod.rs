//! Which engine answers: all that could are started, limits are watched, the first exact answer counts.
//!
//! | file | holds |
//! |---|---|
//! | `auto` | the automatic choice, and what it rests on |
//! | `workers` | engines at work at the same time, and what they share |
//! | `answers`, `implied` | which formulas have an answer, and what follows from that |
//! | `exchange` | reachable states that one engine has and another one wants |
//! | `explicit`, `bdd`, `bounded` | the engines as members of the portfolio |
//! | `local` | games without all states |
//! | `slices` | formulas on what matters to them |
//! | `defects` | deadlocks and overflows, if they are looked for |
//! | `count` | the number of reachable states, for somebody who wants nothing else |
//! | `listener` | who hears of answers at once |
//!
//! Verdicts come first, then what else decides the exit status, then why: see `explain`.

mod answers;
mod auto;
mod bdd;
mod bounded;
mod count;
mod defects;
mod exchange;
mod explicit;
mod implied;
mod listener;
mod local;
mod slices;
mod workers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::engine::GaveUp;
use crate::explain::{self, AllListed, Looked, States};
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::Checked;
use crate::slice::{FEW, Slice};

pub use count::count_states;
pub use listener::{Listener, Told};

use bdd::Bdd;
use bounded::{Bounded, Pace};
use workers::Portfolio;

/// How long an engine that may have diagrams of the whole system may take to leave them, when all is answered.
const MOMENT: Duration = Duration::from_millis(50);

/// Checks every formula of `model`, with this engine instead of the one that the options name.
#[must_use]
pub fn check_with(model: &Model, engine: EngineChoice, options: &Options) -> Checked {
    check_telling(model, engine, options, &Listener::default())
}

/// Checks every formula of `model`, and `listener` hears of each that is proved or refuted as soon as it is, and of the
/// others when no engine is at work any more. Evidence is made after that, and found in the result only.
#[must_use]
pub fn check_telling(model: &Model, engine: EngineChoice, options: &Options, listener: &Listener) -> Checked {
    let begun = Instant::now();
    let watched = options.limits.memory.watched();
    let mut options = options.clone();
    options.engine = engine;
    options.limits.max_nodes = options.limits.max_nodes.min(watched.memory.nodes());
    options.limits.memory = match engine {
        EngineChoice::Auto => watched.memory.patient(),
        _ => watched.memory.clone(),
    };
    // Whoever is left behind works for nobody: see the end.
    options.limits.cancel = options.limits.cancel.child();
    let cancel = options.limits.cancel.clone();
    let whole = Portfolio::new(model.into(), options, listener);
    let sliced;
    let (portfolio, (mut checked, listed)) = match first(&whole) {
        First::Answered(answered) => (&whole, *answered),
        First::Slice(slice) => {
            sliced = whole.on(*slice);
            (&sliced, answered(&sliced, None))
        }
        First::Failed(enumeration) => (&whole, answered(&whole, enumeration)),
    };
    let verdicts = begun.elapsed();
    listener.answered(&checked);
    defects::search(portfolio, model, &mut checked);
    explained(portfolio, model, listed, (&mut checked, verdicts));
    cancel.cancel();
    checked.faults = portfolio.faults();
    checked
}

/// What comes before anything else.
enum First<'p> {
    /// The states of the whole model were few: nothing else is needed.
    Answered(Box<(Checked, Option<AllListed<'p>>)>),
    /// Many variables matter to no formula: this is looked at instead.
    Slice(Box<Slice>),
    /// Neither; why enumeration ended, if it was tried.
    Failed(Option<GaveUp>),
}

/// Enumerates the states of a model if they are few; otherwise looks for what can be left out.
fn first(whole: &Arc<Portfolio>) -> First<'_> {
    let mut reason = None;
    match whole.options.engine {
        EngineChoice::Auto => match auto::few_states(whole) {
            Ok(answered) => return First::Answered(Box::new(answered)),
            Err(ended) => reason = ended,
        },
        EngineChoice::Explicit if whole.model.system.variables.len() > FEW => {
            if let Some(answered) = explicit::few(whole, &auto::few(&whole.options)) {
                return First::Answered(Box::new(answered));
            }
        }
        EngineChoice::Explicit | EngineChoice::Bdd | EngineChoice::Bounded => {}
    }
    slices::instead(whole).map_or(First::Failed(reason), |slice| First::Slice(Box::new(slice)))
}

/// The verdicts, and the explicit engine if it has listed all states. Enumeration may have ended for this reason before.
fn answered(portfolio: &Arc<Portfolio>, enumeration: Option<GaveUp>) -> (Checked, Option<AllListed<'_>>) {
    let listed = match portfolio.options.engine {
        EngineChoice::Auto if portfolio.slice.is_some() => {
            return auto::few_states(portfolio).unwrap_or_else(|reason| auto::auto(portfolio, reason.as_ref()));
        }
        EngineChoice::Auto => return auto::auto(portfolio, enumeration.as_ref()),
        EngineChoice::Explicit => explicit::all(portfolio).map(|engine| AllListed { engine, soon: false }),
        EngineChoice::Bdd => {
            bdd::note_fairness(portfolio);
            portfolio.start(Bdd { leaves_diagrams: true, ..Bdd::default() });
            None
        }
        EngineChoice::Bounded => {
            let options = portfolio.options.clone();
            portfolio.start(Bounded { options, states: bounded::States::Own, pace: Pace::Straight });
            None
        }
    };
    (portfolio.wait(Bdd::relieve), listed)
}

/// Adds evidence and vacuity to verdicts that took so long.
fn explained(portfolio: &Portfolio, model: &Model, listed: Option<AllListed<'_>>, checked: (&mut Checked, Duration)) {
    let diagrams = || {
        // With one engine only, it either leaves diagrams or ends soon.
        let alone = portfolio.options.engine == EngineChoice::Bdd;
        portfolio.take_diagrams((!alone).then_some(MOMENT))
    };
    let first: Vec<usize> = (0..portfolio.questions.len()).map(|number| portfolio.questions.first(number)).collect();
    let states = States { listed, diagrams };
    let looked = Looked { model, slice: portfolio.slice.as_ref() };
    if let Some(fault) = explain::explain(looked, &portfolio.options, &first, states, checked) {
        portfolio.fault(fault);
    }
    // A large table takes a while to be given back; nobody has to wait for that.
    if let Some(diagrams) = portfolio.take_diagrams(Some(Duration::ZERO)) {
        std::thread::spawn(move || drop(diagrams));
    }
}
