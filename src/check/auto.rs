//! The automatic choice. (Table to come.)

use std::sync::Arc;
use std::time::Duration;

use super::desk::Desk;
use super::{Checked, diagrams, enumeration, stretches};
use crate::engine::{EngineName, GaveUp, Limits, Options, Strategies, Verdict};
use crate::model::Model;

/// What enumeration may take before anything else is tried; some hundredths of a second at most.
const EFFORT: u64 = 300_000;
/// How long enumeration, if it has all states, may try to answer formulas alone.
const HEAD_START: Duration = Duration::from_millis(20);
/// With one thread, enumeration answers for no more states than this.
const FEWER_STATES: usize = 1_000;
/// With one thread: the nodes of decision diagrams in each turn, and the bounds and conflicts of the bounded engine.
const TURNS: [(usize, usize, u64); 3] = [(1 << 18, 4, 1_000), (1 << 21, 16, 10_000), (1 << 24, 64, 100_000)];

pub(super) fn auto(desk: &Arc<Desk>) -> Checked {
    diagrams::note_fairness(desk);
    if desk.options.auto.jobs() > 1 {
        race(desk);
    } else {
        take_turns(desk);
    }
    let checked = desk.wait();
    let gave_up = |reason: &GaveUp| matches!(reason, GaveUp::Declined(_) | GaveUp::Memory | GaveUp::States(_));
    let open = |verdict: &Verdict| matches!(verdict, Verdict::GaveUp(reason) if gave_up(reason));
    if !desk.any_open()
        || desk.options.limits.check().is_err()
        || !checked.outcomes.iter().any(|outcome| open(&outcome.verdict))
    {
        return checked;
    }
    // Nobody else works any more; what enumeration cannot do either stays as it is.
    let limits = desk.options.limits.clone();
    if let Err(reason) = enumeration::work(desk, &limits, || ()) {
        desk.give_up(&reason);
    }
    desk.wait()
}

/// The limits of enumeration before anything else is tried.
fn few(options: &Options) -> Limits {
    let max_states = options.auto.few_states.min(options.limits.max_states);
    Limits { max_states, max_effort: Some(EFFORT), ..options.limits.clone() }
}

/// Two threads.
fn race(desk: &Arc<Desk>) {
    let rival = || {
        desk.start(EngineName::Bdd, |desk| {
            desk.pause(HEAD_START);
            diagrams::work(desk, None);
        });
    };
    if desk.options.auto.few_states > 0 && enumeration::work(desk, &few(&desk.options), rival).is_ok() {
        return;
    }
    desk.start(EngineName::Bdd, |desk| diagrams::work(desk, None));
    if for_the_bounded_engine(&desk.model) {
        let mut options = desk.options.clone();
        options.limits.memory = options.limits.memory.impatient();
        desk.start(EngineName::Bounded, move |desk| {
            stretches::work(desk, &options, stretches::States::Shared, stretches::Pace::Backwards);
        });
    }
}

/// One thread.
fn take_turns(desk: &Arc<Desk>) {
    let options = &desk.options;
    let mut limits = few(options);
    limits.max_states = limits.max_states.min(FEWER_STATES);
    if options.auto.few_states > 0
        && options.strategies == Strategies::PerfectInformation
        && enumeration::work(desk, &limits, || ()).is_ok()
    {
        return;
    }
    desk.start(EngineName::Bdd, |desk| {
        let bounded = for_the_bounded_engine(&desk.model);
        let most = desk.options.limits.max_nodes;
        let mut last = 0;
        for (nodes, bound, conflicts) in TURNS {
            if desk.any_open() && last < most {
                last = nodes.min(most);
                diagrams::work(desk, Some(last));
            }
            if bounded && desk.any_open() {
                let mut options = desk.options.clone();
                options.bounded.max = Some(options.bounded.max.map_or(bound, |max| max.min(bound)));
                options.bounded.conflicts = Some(conflicts);
                stretches::work(desk, &options, stretches::States::Shared, stretches::Pace::Straight);
            }
        }
        if desk.any_open() && last < most {
            diagrams::work(desk, None);
        }
        if bounded && desk.any_open() {
            stretches::work(desk, &desk.options, stretches::States::Shared, stretches::Pace::Straight);
        }
    });
}

/// Whether the bounded engine answers some formula of a model at all.
fn for_the_bounded_engine(model: &Model) -> bool {
    (0..model.specifications.len()).any(|number| stretches::can_answer(model, number))
}
