//! Expectations that are written into the models of the library are read again, above the right formulas, and nothing else
//! changes; formatting keeps them where they are.

use qmas::annotations::{Expected, Verdict, bless};
use qmas::ispl::format;
use qmas::{Loaded, Strictness, load};
use qmas_models::{Parameters, Source, models};

fn expectations(loaded: &Loaded) -> Vec<Option<Expected>> {
    loaded.notes.iter().map(|note| note.expected).collect()
}

/// Every other formula should fail.
fn blessed(text: &str, first: Expected, second: Expected) -> (String, Vec<Option<Expected>>) {
    let loaded = load(text, Strictness::Lenient);
    let expected: Vec<Expected> = [first, second].into_iter().cycle().take(loaded.places.len()).collect();
    let places = loaded.places.iter().zip(&loaded.notes).zip(&expected);
    let verdicts: Vec<Verdict> =
        places.map(|((&formula, note), &expected)| Verdict { formula, place: note.place, expected }).collect();
    (bless(text, &verdicts), expected.into_iter().map(Some).collect())
}

#[test]
fn what_is_written_is_read_and_nothing_else_changes() {
    let mut formulas = 0;
    for model in models() {
        let text = match model.source {
            Source::File(text) => text.to_owned(),
            Source::Family { smallest, generate } => generate(Parameters { n: smallest, seed: 0 }),
        };
        let (once, expected) = blessed(&text, Expected::Holds, Expected::Fails);
        let read = load(&once, Strictness::Lenient);
        assert_eq!(expectations(&read), expected, "{}", model.name);
        assert_eq!(read.texts, load(&text, Strictness::Lenient).texts, "{}", model.name);
        let rest: String = once.split_inclusive('\n').filter(|line| !line.contains("-- @expect ")).collect();
        assert_eq!(rest, text, "{}: each has a line of its own", model.name);
        // Others replace them in their places.
        let (twice, expected) = blessed(&once, Expected::Fails, Expected::Holds);
        assert_eq!(twice.lines().count(), once.lines().count());
        let formatted = format(&twice).expect("it is well-formed");
        assert_eq!(expectations(&load(&formatted, Strictness::Lenient)), expected, "{}", model.name);
        formulas += expected.len();
    }
    assert!(formulas > 100, "{formulas} formulas only");
}

/// Whoever has many comments waits no longer than the text is long.
#[test]
fn many_comments_above_a_formula() {
    const MANY: usize = 20_000;
    let comments = "  -- @expect fails\n".repeat(MANY);
    let text = format!(
        "Agent One Vars: x : boolean; end Vars Actions = {{a}}; Protocol: Other : {{a}}; end Protocol\n\
         Evolution: x = true if Action = a; end Evolution end Agent\n\
         Evaluation p if One.x = true; end Evaluation InitStates One.x = true; end InitStates\n\
         Formulae\n{comments}  p;\nend Formulae\n"
    );
    let loaded = load(&text, Strictness::Lenient);
    assert_eq!(expectations(&loaded), [Some(Expected::Fails)]);
    assert_eq!(loaded.diagnostics.iter().filter(|said| said.code.0 == "annotations").count(), MANY - 1);
}
