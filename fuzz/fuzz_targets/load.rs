//! Any bytes as a model: read, resolved, and everything that is said about them drawn.
//! There must be a model or an error, and every place must lie within the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use qmas::diagnostic::Severity;
use qmas::load::{Strictness, decode, load};
use qmas::report::{Colours, Source, render};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    let loaded = load(text, Strictness::Lenient);
    assert_ne!(loaded.model.is_some(), loaded.has(Severity::Error), "a model or an error");
    let source = Source::new("model.ispl", text);
    for diagnostic in &loaded.diagnostics {
        assert!(diagnostic.labels.iter().all(|label| text.get(label.span.range()).is_some()), "a place in the text");
        let _ = render(diagnostic, &source, Colours::Off);
    }
});
