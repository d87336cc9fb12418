//! One formula, one engine: what it says and how long the processor was busy.

use std::fmt;
use std::time::{Duration, Instant};

use qmas::Model;
use qmas::engine::Verdict;
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;
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

/// A watch that is held while something is done.
pub(crate) struct Watch {
    start: Instant,
    busy: Option<f64>,
}

impl Watch {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), busy: busy() }
    }

    /// The seconds of the processor since the start; those of the wall for what is too short to be seen by the
    /// processor's clock, which counts hundredths.
    pub(crate) fn seconds(&self) -> f64 {
        let wall = self.start.elapsed().as_secs_f64();
        match (self.busy, busy()) {
            (Some(before), Some(after)) if after - before >= 0.2 => after - before,
            _ => wall,
        }
    }
}

/// The processor time of all threads of this process so far, where the system tells: fields 14 and 15 of Linux's `stat`,
/// in hundredths of a second.
fn busy() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(") ").next()?.split(' ').collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
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
    let watch = Watch::start();
    let checked = check_with(model, engine, &options);
    let seconds = watch.seconds();
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
