//! Every verdict that a source states about a model of the library, with the explicit engine.

use qmas::check::{EngineChoice, check};
use qmas::engine::{Options, Strategies, Traces, Verdict};
use qmas::load::{Strictness, load};
use qmas_models::{Expected, ExpectedVerdict, Model, Parameters, Source, models};

fn text(model: &Model, n: usize) -> String {
    match model.source {
        Source::File(text) => text.to_owned(),
        Source::Family { generate, .. } => generate(Parameters { n, seed: 1 }),
    }
}

#[test]
fn t() {
    for model in models() {
        let expected: Expected = model.expected();
        let sizes = if expected.small.is_empty() { vec![0] } else { expected.small.clone() };
        let options = Options {
            traces: match expected.traces { qmas_models::Traces::Infinite => Traces::Infinite, qmas_models::Traces::Finite => Traces::Finite },
            strategies: if expected.uniform { Strategies::Uniform } else { Strategies::PerfectInformation },
            ..Options::default()
        };
        for n in sizes {
            let start = std::time::Instant::now();
            let text = text(&model, n);
            let loaded = load(&text, Strictness::Strict);
            for d in &loaded.diagnostics { println!("DIAG {} {n}: {:?} {} {}", model.name, d.severity, d.code.0, d.message); }
            let Some(m) = loaded.model else { println!("NOMODEL"); continue };
            let lt = start.elapsed();
            let checked = check(&m, EngineChoice::Explicit, &options);
            for (o, e) in checked.outcomes.iter().zip(&expected.formulas) {
                let w = match e.verdict { ExpectedVerdict::Holds => Verdict::Holds, ExpectedVerdict::Fails => Verdict::Fails };
                if o.verdict != w { println!("MISMATCH {} {n} {} {}: {:?} vs {:?}", model.name, e.index, e.name, o.verdict, w); }
            }
            println!("TIME {} {n} {:?} load {:?} states {:?} findings {}", model.name, start.elapsed(), lt, checked.states, checked.findings.len());
        }
    }
}
