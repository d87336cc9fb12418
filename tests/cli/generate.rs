//! `qmas-rs gen`: the model library.

use qmas_models::{Source, models};

use crate::{contains, program, stderr, stdout};

#[test]
fn a_list_of_everything() {
    let list = stdout(&program().arg("gen").assert().code(0));
    assert_eq!(list.lines().count(), models().len());
    for (line, model) in list.lines().zip(models()) {
        assert_eq!(line.split_whitespace().next(), Some(model.name));
        let sized = matches!(model.source, Source::Family { .. });
        assert_eq!(line.contains(" -n "), sized, "{line}");
    }
}

#[test]
fn wrong_names_and_sizes() {
    let complaint = |arguments: &[&str]| stderr(&program().arg("gen").args(arguments).assert().code(2));
    contains(&complaint(&["dedlock"]), &["there is no model `dedlock`", "did you mean `deadlock`?"]);
    contains(&complaint(&["xyzzy"]), &["there is no model `xyzzy`", "`qmas-rs gen` lists all"]);
    contains(&complaint(&["counter"]), &["give its size with -n, 4 or more"]);
    contains(&complaint(&["counter", "-n", "3"]), &["starts at -n 4"]);
    contains(&complaint(&["deadlock", "-n", "3"]), &["has one size only"]);
    contains(&complaint(&["counter", "-n", "many"]), &["many"]);
}

/// What is printed can be read back, and there is nothing to say about it.
#[test]
fn every_model_can_be_read_back() {
    let print = |name: &str, size: Option<usize>| {
        let mut command = program();
        command.args(["gen", name]);
        if let Some(size) = size {
            command.args(["-n", &size.to_string(), "--seed", "7"]);
        }
        stdout(&command.assert().code(0))
    };
    let lint = |text: &str| program().args(["lint", "-", "--strict"]).write_stdin(text.to_owned()).assert().code(0);
    let mut allowing = 0;
    for model in models() {
        let sizes = match model.source {
            Source::Family { smallest, .. } => vec![Some(smallest), Some(smallest + 2)],
            Source::File(_) => vec![None],
        };
        let texts: Vec<String> = sizes.into_iter().map(|size| print(model.name, size)).collect();
        for text in &texts {
            assert_eq!(stderr(&lint(text)), "", "{}", model.name);
        }
        // Nothing is allowed that does not occur, at the smallest size.
        let smallest = &texts[0];
        let Some((before, allowed)) = smallest.split_once("-- @allow ") else { continue };
        allowing += 1;
        let said = stderr(&lint(before));
        for kind in allowed.trim().split(", ") {
            contains(&said, &[&format!("[{kind}] Warning")]);
        }
    }
    assert!(allowing > 5, "{allowing} models only have something that is allowed");
}

#[test]
fn seeds_decide() {
    let with_seed = |seed: &str| {
        let arguments = ["gen", "train-controller-booleans", "-n", "20", "--seed", seed];
        stdout(&program().args(arguments).assert().code(0))
    };
    assert_eq!(with_seed("1"), with_seed("1"));
    assert_ne!(with_seed("1"), with_seed("2"));
}

#[test]
fn straight_into_a_check() {
    let model = stdout(&program().args(["gen", "train-controller"]).assert().code(0));
    let assert = program().args(["-", "--stats"]).write_stdin(model).assert();
    contains(&stdout(&assert), &["reachable states   8"]);
}
