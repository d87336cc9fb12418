//! One formula, one engine: what it says and how long the processor was busy.

use std::fmt;
use std::time::{Duration, Instant};

use qmas::Model;
use qmas::check::{EngineChoice, check};
use qmas::engine::{Options, Verdict};
use qmas::load::{Strictness, load};
use qmas_models::{Parameters, Source, find};

/// What was measured; it displays as its seconds, or as the limit that it reached.
pub(crate) struct Measured {
    pub(crate) verdict: String,
    pub(crate) bound: String,
    pub(crate) seconds: f64,
    pub(crate) answered: bool,
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.answered { write!(f, "{:.3}", self.seconds) } else { write!(f, "> {:.0}", self.seconds) }
    }
}

/// The processor time of this thread so far; the time of the wall where the system does not tell.
pub(crate) fn busy(start: Instant) -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// A model of the library, whole.
pub(crate) fn load_family(family: &str, n: usize) -> Model {
    let source = match find(family).expect("a model of the library").source {
        Source::Family { generate, .. } => generate(Parameters { n, seed: 0 }),
        Source::File(text) => text.to_owned(),
    };
    load(&source, Strictness::Lenient).model.expect("models of the library are right")
}

/// Checks one formula, counted from 1; of several runs of a short one the fastest counts.
pub(crate) fn measure(
    model: &mut Model,
    formula: usize,
    (engine, options): &(EngineChoice, Options),
    limit: Duration,
) -> Measured {
    let specifications = model.specifications.clone();
    model.specifications = vec![specifications[formula - 1]];
    let mut best = once(model, *engine, options, limit);
    for _ in 0..2 {
        if best.seconds < 1.0 {
            let again = once(model, *engine, options, limit);
            best = if again.seconds < best.seconds { again } else { best };
        }
    }
    model.specifications = specifications;
    best
}

fn once(model: &Model, engine: EngineChoice, options: &Options, limit: Duration) -> Measured {
    let mut options = options.clone();
    let start = Instant::now();
    options.limits.deadline = start.checked_add(limit);
    let before = busy(start);
    let checked = check(model, engine, &options);
    let seconds = busy(start).saturating_sub(before).as_secs_f64();
    let outcome = &checked.outcomes[0];
    let (verdict, answered) = match &outcome.verdict {
        Verdict::Holds => ("holds".to_owned(), true),
        Verdict::Fails => ("fails".to_owned(), true),
        Verdict::OpenUpTo(bound) => (format!("open up to {bound}"), false),
        Verdict::GaveUp(reason) => (reason.to_string(), false),
    };
    let bound = outcome.bound.map_or_else(String::new, |bound| bound.to_string());
    Measured { verdict, bound, seconds, answered }
}

/// How many times as long the first took as the second.
pub(crate) fn ratio(one: &Measured, other: &Measured) -> String {
    let times = one.seconds / other.seconds.max(1e-6);
    match (one.answered, other.answered) {
        (true, true) => format!("{times:.2}"),
        (false, true) => format!("> {times:.1}"),
        (true, false) => format!("< {times:.4}"),
        (false, false) => "-".to_owned(),
    }
}
