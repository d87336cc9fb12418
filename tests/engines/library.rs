//! Every model of the library comes with one expected verdict per formula, at every size.

use qmas_models::{Parameters, Source, models};

/// The text of a model at every small size; a model of one size has one text.
fn texts(source: Source, sizes: &[usize]) -> Vec<(usize, String)> {
    match source {
        Source::File(text) => vec![(0, text.to_owned())],
        Source::Family { smallest, generate } => {
            let sizes = [&[smallest], sizes].concat();
            sizes.into_iter().map(|n| (n, generate(Parameters { n, seed: 1 }))).collect()
        }
    }
}

/// How many formulas the Formulae section has: semicolons that are not inside brackets, where
/// `<` and `>` are brackets, too.
fn count_formulas(text: &str) -> usize {
    let lines = text.lines().skip_while(|line| *line != "Formulae").map(|line| line.split("--").next().unwrap_or(""));
    let section: String = lines.collect::<Vec<_>>().join("\n").replace("->", "");
    let mut depth = 0_usize;
    let mut formulas = 0;
    for character in section.chars() {
        match character {
            '(' | '[' | '<' => depth += 1,
            ')' | ']' | '>' => depth -= 1,
            ';' if depth == 0 => formulas += 1,
            _ => {}
        }
    }
    formulas
}

#[test]
fn every_formula_has_an_expected_verdict() {
    for model in models() {
        let expected = model.expected();
        let indices: Vec<usize> = expected.formulas.iter().map(|formula| formula.index).collect();
        assert_eq!(indices, (1..=indices.len()).collect::<Vec<_>>(), "indices of {}", model.name);
        for (n, text) in texts(model.source, &expected.small) {
            assert_eq!(count_formulas(&text), indices.len(), "formulas of {} at size {n}", model.name);
        }
    }
}

#[test]
fn every_verdict_has_a_source_and_a_reason() {
    for model in models() {
        let expected = model.expected();
        assert!(!expected.about.is_empty() && !expected.source.is_empty(), "{}", model.name);
        for formula in expected.formulas {
            let complete = !formula.name.is_empty() && !formula.source.is_empty() && !formula.why.is_empty();
            assert!(complete, "formula {} of {}", formula.index, model.name);
        }
    }
}

#[test]
fn families_name_sizes_and_files_do_not() {
    for model in models() {
        let expected = model.expected();
        match model.source {
            Source::File(_) => assert!(expected.small.is_empty() && expected.medium.is_empty(), "{}", model.name),
            Source::Family { smallest, .. } => {
                let sizes = [expected.small, expected.medium].concat();
                assert!(!sizes.is_empty() && sizes.iter().all(|&n| n >= smallest), "{}", model.name);
            }
        }
    }
}

#[test]
fn text_is_tidy() {
    for model in models() {
        for (n, text) in texts(model.source, &model.expected().small) {
            assert!(text.starts_with("--") && text.ends_with("end Formulae\n"), "{} at size {n}", model.name);
            for line in text.lines() {
                let tidy = line.trim_end() == line && !line.contains('\t');
                assert!(tidy, "{} at size {n}: {line:?}", model.name);
            }
        }
    }
}
