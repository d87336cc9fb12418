//! `qmas::ispl::format` and `qmas-rs fmt`: only blanks change, twice is once, and what it looks like.

mod command;
mod scrambled;
mod style;

use std::path::PathBuf;

use qmas::ispl::{format, lex};
use qmas::load::{Strictness, load};
use qmas_models::{Parameters, Source, models};

use crate::common;

/// The tokens and comments of a text, in order, as they are spelled.
fn words(text: &str) -> Vec<&str> {
    let lexed = lex(text);
    assert!(lexed.diagnostics.is_empty(), "{text}");
    let mut words: Vec<_> = lexed.tokens.iter().chain(&lexed.comments).map(|(_, span)| *span).collect();
    words.sort();
    words.into_iter().map(|span| text[span.range()].trim_ascii_end()).collect()
}

fn formatted(name: &str, text: &str) -> String {
    format(text).unwrap_or_else(|errors| panic!("{name}: {errors:#?}\n{}", &text[..text.len().min(3000)]))
}

/// What must hold of every file.
fn examine(name: &str, text: &str) -> String {
    let once = formatted(name, text);
    assert_eq!(words(&once), words(text), "{name}: other tokens\n{text}");
    assert_eq!(formatted(name, &once), once, "{name}: not idempotent\n{text}");
    assert!(once.ends_with('\n') && !once.ends_with("\n\n"), "{name}: the end of the file\n{once}");
    for line in once.lines() {
        assert_eq!(line, line.trim_ascii_end(), "{name}: blanks at the end of a line");
        assert!(!line.contains('\t') || line.contains("--"), "{name}: a tab outside comments: {line}");
    }
    assert!(!once.contains("\n\n\n"), "{name}: two empty lines");
    once
}

/// All models of the library: families at their smallest size and a larger one.
fn library() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for model in models() {
        match model.source {
            Source::File(text) => all.push((model.name.to_owned(), text.to_owned())),
            Source::Family { smallest, generate } => {
                for n in [smallest, smallest + 3] {
                    all.push((format!("{} -n {n}", model.name), generate(Parameters { n, seed: 7 })));
                }
            }
        }
    }
    all
}

/// The other tool's examples, wherever they are present.
fn corpus() -> Vec<(String, String)> {
    let Some(corpus) = common::corpus::corpus() else { return Vec::new() };
    let mut all = Vec::new();
    let mut folders: Vec<PathBuf> = vec![corpus];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "ispl") {
                let text = std::fs::read_to_string(&path).expect("corpus files are text");
                all.push((path.display().to_string(), text));
            }
        }
    }
    assert!(all.len() > 20);
    all
}

fn examine_with_model(name: &str, text: &str) {
    let once = examine(name, text);
    let (before, after) = (load(text, Strictness::Lenient), load(&once, Strictness::Lenient));
    assert!(before.model.is_some(), "{name}: {:#?}", before.diagnostics);
    assert_eq!(before.model, after.model, "{name}");
}

#[test]
fn the_library_keeps_its_meaning() {
    for (name, text) in library() {
        examine_with_model(&name, &text);
    }
}

#[test]
fn the_corpus_keeps_its_meaning() {
    for (name, text) in corpus() {
        examine_with_model(&name, &text);
    }
}

#[test]
fn the_files_of_the_library_are_formatted() {
    for model in models() {
        if let Source::File(text) = model.source {
            assert_eq!(formatted(model.name, text), text, "{0}: run `qmas-rs fmt` on it", model.name);
        }
    }
}

/// A file whose only formula is `formula`.
fn with_formula(formula: &str) -> String {
    SMALL.replace("FORMULA", formula)
}

const SMALL: &str = "\
Agent Bob
  Vars:
    x : boolean;
  end Vars
  Actions = {a};
  Protocol:
    Other : {a};
  end Protocol
  Evolution:
    x = x if Action = a;
  end Evolution
end Agent

Evaluation
  p if Bob.x = true;
end Evaluation

InitStates
  Bob.x = true;
end InitStates

Formulae
  FORMULA;
end Formulae
";

#[test]
fn nesting_and_length_cost_no_more_than_their_size() {
    let depth = 100_000;
    let parentheses = format!("{}p{}", "(".repeat(depth), ")".repeat(depth));
    let knowledge = format!("{}p{}", "K(Bob, p and ".repeat(depth), ")".repeat(depth));
    let negations = format!("{}p", "! ".repeat(depth));
    let commented = format!("{}p{}", "( -- c\n".repeat(depth), ")\n-- d\n".repeat(depth));
    let chain = vec!["p"; depth].join(" or ");
    let diamonds = format!("LDL {}p", "<p ; p* + p?>".repeat(depth));
    for formula in [parentheses, knowledge, negations, commented, chain, diamonds] {
        let start = std::time::Instant::now();
        let text = with_formula(&formula);
        let once = formatted("deep", &text);
        assert_eq!(words(&once).len(), words(&text).len());
        assert!(once.len() < 100 * text.len());
        assert!(start.elapsed().as_secs() < 20, "{} takes {:?}", &formula[..20], start.elapsed());
    }
    let lines: String = (0..60_000).map(|at| format!("v{at}:0 ..{at}; -- {at}\n")).collect();
    let text = with_formula("p").replace("x : boolean;", &format!("x : boolean; {lines}"));
    let once = formatted("long", &text);
    assert!(once.contains("\n    v59999 : 0..59999;  -- 59999\n"));
}

#[test]
fn files_with_syntax_errors_are_refused() {
    let text = with_formula("p and").replace("x : boolean;", "x boolean;");
    let errors = format(&text).expect_err("two errors");
    let places: Vec<usize> = errors.iter().map(|error| error.span().start).collect();
    assert_eq!(places.len(), 2);
    assert!(places.is_sorted());
    assert!(format("").is_err());
    // What only `resolve` finds does not matter.
    assert!(format(&with_formula("AG unknown")).is_ok());
}
