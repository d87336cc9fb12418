//! Which engine answers: all that could are started, limits are watched, the first exact answer counts.
//!
//! | file | holds |
//! |---|---|
//! | `auto` | the automatic choice, and what it rests on |
//! | `workers` | engines at work at the same time, and what they share |
//! | `answers`, `implied` | which formulas have an answer, and what follows from that |
//! | `exchange` | reachable states that one engine has and another one wants |
//! | `explicit`, `bdd`, `bounded` | the engines as members of the portfolio |
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
mod workers;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::explain::{self, AllListed, States};
use crate::model::Model;
use crate::options::{EngineChoice, Options};
use crate::outcome::Checked;

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
    let portfolio = Portfolio::new(model.into(), options, listener);
    let (mut checked, listed) = answered(&portfolio);
    let verdicts = begun.elapsed();
    listener.answered(&checked);
    defects::search(&portfolio, &mut checked);
    explained(&portfolio, listed, (&mut checked, verdicts));
    cancel.cancel();
    checked.faults = portfolio.faults();
    checked
}

/// The verdicts, and the explicit engine if it has listed all states.
fn answered(portfolio: &Arc<Portfolio>) -> (Checked, Option<AllListed<'_>>) {
    let listed = match portfolio.options.engine {
        EngineChoice::Auto => return auto::auto(portfolio),
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
fn explained(portfolio: &Portfolio, listed: Option<AllListed<'_>>, checked: (&mut Checked, Duration)) {
    let diagrams = || {
        // With one engine only, it either leaves diagrams or ends soon.
        let alone = portfolio.options.engine == EngineChoice::Bdd;
        portfolio.take_diagrams((!alone).then_some(MOMENT))
    };
    let first: Vec<usize> = (0..portfolio.questions.len()).map(|number| portfolio.questions.first(number)).collect();
    let states = States { listed, diagrams };
    if let Some(fault) = explain::explain(&portfolio.model, &portfolio.options, &first, states, checked) {
        portfolio.fault(fault);
    }
    // A large table takes a while to be given back; nobody has to wait for that.
    if let Some(diagrams) = portfolio.take_diagrams(Some(Duration::ZERO)) {
        std::thread::spawn(move || drop(diagrams));
    }
}
