//! What is said when an engine has to give up.

use crate::{Setup, contains, program, stdout};

/// The prisoners of the library, with a formula that needs all reachable states.
fn prisoners() -> Setup {
    let output = program().args(["gen", "prisoners", "-n", "10"]).output().expect("it runs");
    Setup::new(&String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn out_of_nodes() {
    let setup = prisoners();
    let arguments = ["--engine", "bdd", "--max-nodes", "60000", "--formula", "AG !execute"];
    let assert = setup.check(&arguments).code(3);
    contains(&stdout(&assert), &["gave up", "more than 60000 nodes; the search had found", "rounds)"]);
    // Nodes are counted, not seconds: the same verdict again. How far the search had come may differ, because OxiDD
    // sweeps its table in a thread of its own.
    contains(&stdout(&setup.check(&arguments).code(3)), &["gave up", "more than 60000 nodes; the search had found"]);
    let assert = setup.check(&[&arguments[..], &["--format", "json"]].concat()).code(3);
    contains(&stdout(&assert), &["\"learnt\": \"the search had found"]);
}
