//! Whatever the bytes: reading a file ends with a model or with an error that has a place, never with a panic.

use proptest::prelude::*;
use qmas::diagnostic::{Diagnostic, Severity};
use qmas::ispl::lex;
use qmas::load::{Strictness, decode, load};
use qmas::report::{Colours, Source, render};
use qmas_models::{Parameters, find};

/// The text of a model of the library.
fn library(name: &str, n: usize) -> String {
    match find(name).expect("in the library").source {
        qmas_models::Source::File(text) => text.to_owned(),
        qmas_models::Source::Family { generate, .. } => generate(Parameters { n, seed: 0 }),
    }
}

/// Reads `text` and has everything said about it drawn.
fn read(text: &str) {
    let loaded = load(text, Strictness::Lenient);
    let errors = loaded.has(Severity::Error);
    assert_ne!(loaded.model.is_some(), errors, "a model or an error:\n{text}\n{:#?}", loaded.diagnostics);
    let source = Source::new("model.ispl", text);
    for diagnostic in &loaded.diagnostics {
        check(diagnostic, text, &source);
    }
}

fn check(diagnostic: &Diagnostic, text: &str, source: &Source) {
    for label in &diagnostic.labels {
        assert!(text.get(label.span.range()).is_some(), "{diagnostic:?} points outside of\n{text}");
    }
    assert!(render(diagnostic, source, Colours::Off).contains(&diagnostic.message));
}

#[test]
fn bytes_that_are_not_text() {
    for bytes in [&b"Agent \xff\xfe"[..], &[0xc3], &[0x80; 40], b"Agent Ann\n  Vars: \xe2\x82"] {
        let diagnostic = decode(bytes).expect_err("not UTF-8");
        assert_eq!(diagnostic.severity, Severity::Error);
        let readable = std::str::from_utf8(&bytes[..diagnostic.span().start]).expect("readable up to there");
        check(&diagnostic, readable, &Source::new("model.ispl", readable));
    }
}

#[test]
fn files_without_a_model() {
    let lines_of_all_kinds = "\r\n \r \u{b} \u{c} \u{85} \u{2028} \u{2029} \u{feff}";
    for text in
        ["", " ", "\n\n", "-- only a comment", "--", "\0", "\u{0}\u{1}\u{7f}", "🦀", lines_of_all_kinds, ";", "end"]
    {
        read(text);
        assert!(load(text, Strictness::Lenient).has(Severity::Error), "{text:?}");
    }
}

#[test]
fn every_beginning_of_a_model() {
    for text in [library("english", 0), library("dining-cryptographers", 3)] {
        for (_, span) in lex(&text).tokens {
            read(&text[..span.start]);
            read(&text[..span.end]);
        }
        read(&text);
    }
}

/// Found by fuzzing: files whose agents are not what their names say.
#[test]
fn agents_that_cannot_be_told_apart() {
    let agent = |name: &str, variable: &str| {
        format!(
            "Agent {name}\n Vars: {variable} : boolean; end Vars\n Actions = {{go}};\n Protocol: Other : {{go}}; end \
             Protocol\n Evolution: {variable} = true if Action = go; end Evolution\nend Agent\n"
        )
    };
    // Two without a name: no error tells them apart, and neither may be taken for the other.
    read(&format!("{}{}", agent("", "x"), agent("7", "y")));
    read(&format!("{} junk {}", agent("Environment", "x"), agent("Environment", "y")));
    read(&format!("{} junk {}", agent("Ann", "x"), agent("Ann", "y")));
}

/// What is put in the place of a token.
const REPLACEMENTS: [&str; 14] =
    ["x", "7", ";", ":", "{", ")", "(", "end", "Agent", "Vars", "if", "<", "LDL", "99999999999"];

#[test]
fn every_token_of_a_model_lost_doubled_or_replaced() {
    for text in [library("card-game", 0), library("bit-transmission-finite", 0)] {
        for (_, span) in lex(&text).tokens {
            let (before, token, after) = (&text[..span.start], &text[span.range()], &text[span.end..]);
            read(&format!("{before} {after}"));
            read(&format!("{before}{token} {token}{after}"));
            for replacement in REPLACEMENTS {
                read(&format!("{before} {replacement} {after}"));
            }
        }
    }
}

/// Words and symbols, so that random text gets past the lexer.
fn word() -> impl Strategy<Value = String> {
    let words = "Semantics = MA SA ; Agent Environment Obsvars : Vars Lobsvars RedStates Actions { } Protocol Other \
                 Evolution end if and or ! ( ) [ ] < > <= <> != . .. , - + * / & | ~ ^ ? -> Evaluation InitStates \
                 Groups Fairness Formulae AG EX A E X F G U R K GK GCK DK O LTL CTL* LDL CDL* Action GreenStates true \
                 boolean 0 1 99999999999 x y Ann Bob p -- ö \" \n";
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    proptest::sample::select(words)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_words(words in proptest::collection::vec(word(), 0..60)) {
        read(&words.join(" "));
    }

    #[test]
    fn random_characters(text in "\\PC*") {
        read(&text);
    }

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(text) = decode(&bytes) {
            read(text);
        }
    }
}

/// Agents of 300 lines each. All lines of an agent are executed together, so that nothing has to be warned of.
fn large_model(agents: usize) -> String {
    let mut text = "Semantics = SingleAssignment;\n".to_owned();
    let mut evaluation = String::new();
    let mut init = String::new();
    for agent in 0..agents {
        let declarations: String = (0..100).map(|i| format!("    v{i} : 0..3;\n")).collect();
        let protocol: String = (0..100).map(|i| format!("    v{i} = {} : {{go, stay}};\n", i % 4)).collect();
        let evolution: String =
            (0..100).map(|i| format!("    v{i} = v{i} + 1 if v{i} < 3 and Action = go;\n")).collect();
        text.push_str(&format!(
            "Agent a{agent}\n  Vars:\n{declarations}  end Vars\n  Actions = {{go, stay}};\n  Protocol:\n{protocol}    \
             Other : {{stay}};\n  end Protocol\n  Evolution:\n{evolution}  end Evolution\nend Agent\n",
        ));
        evaluation.push_str(&format!("  p{agent} if a{agent}.v0 = 3;\n"));
        for i in 0..100 {
            let and = if init.is_empty() { "   " } else { "and" };
            init.push_str(&format!("  {and} a{agent}.v{i} = 0\n"));
        }
    }
    let formulas: String = (0..agents).map(|agent| format!("  AG (p{agent} -> K(a{agent}, p{agent}));\n")).collect();
    text.push_str(&format!(
        "Evaluation\n{evaluation}end Evaluation\nInitStates\n{init};\nend InitStates\nFormulae\n{formulas}end Formulae\n"
    ));
    text
}

#[test]
fn sixty_thousand_lines() {
    let text = large_model(150);
    assert!(text.lines().count() > 60_000);
    let loaded = load(&text, Strictness::Strict);
    assert_eq!(loaded.diagnostics, []);
    let model = loaded.model.expect("no errors");
    assert_eq!(model.system.agents.len(), 1 + 150);
    assert_eq!(model.system.variables.len(), 150 * 100);
    assert!(model.system.agents[1..].iter().all(|agent| agent.protocol.lines.len() == 100));
    assert!(model.system.agents[1..].iter().all(|agent| agent.evolution.len() == 100));
    assert_eq!(model.system.atoms.len(), 150);
    assert_eq!(model.specifications.len(), 150);
}
