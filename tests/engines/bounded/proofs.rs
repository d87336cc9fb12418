//! `--proof`: every SAT question with the answer no leaves clauses and a proof that a checker accepts.

use std::path::Path;

use qmas::bounded::{Asked, BoundedOptions, Query, Question};
use qmas::options::{EngineChoice, Options};
use qmas::outcome::Checked;
use qmas::portfolio::check_with;
use qmas::solver::{Proof, SatChoice};

use crate::bounded::library;
use crate::common::drat::{check_drat, dimacs};

/// Checks a model with proofs, and every proof in the folder. How many of them there are.
fn proved(name: &str, bounded: BoundedOptions, folder: &Path) -> (Checked, usize) {
    let proofs = Some(Proof::folder(folder).expect("a folder"));
    let bounded = BoundedOptions { proofs, ..bounded };
    let checked = check_with(&library(name), EngineChoice::Bounded, &Options { bounded, ..Options::default() });
    let mut replayed = 0;
    for entry in std::fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|ending| ending == "cnf") {
            let clauses = dimacs(&std::fs::read_to_string(&path).expect("text"));
            let proof = std::fs::read_to_string(path.with_extension("drat")).expect("a proof beside its clauses");
            check_drat(&clauses, &proof);
            replayed += 1;
        }
    }
    (checked, replayed)
}

/// Plain questions with the answer that neither side gets its way: proved, or not refuted; each has a proof, unless it was
/// decided while it was encoded.
fn unsatisfiable(checked: &Checked) -> usize {
    let no_choice = |asked: Asked, yes: bool| yes != (asked == Asked::Formula(Question::Refute));
    let rows = checked.bounds.iter().flat_map(|(_, rows)| rows);
    rows.filter(|row| row.cost.alternations == 0 && row.cost.clauses > 0 && no_choice(row.asked, row.yes)).count()
}

#[test]
fn of_every_solver() {
    for &sat in SatChoice::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let bounded = BoundedOptions { sat, induction: false, ..BoundedOptions::default() };
        let (checked, replayed) = proved("train-controller", bounded, folder.path());
        assert_eq!(replayed, unsatisfiable(&checked), "{sat}");
        assert!(replayed >= 3, "{sat}: {replayed}");
    }
}

/// Without induction the proof of ψ1 is that all runs of seven steps repeat a state.
#[test]
fn of_the_bounds_of_the_paper() {
    let folder = tempfile::tempdir().expect("a folder");
    let bounded = BoundedOptions { induction: false, query: Query::Prove, ..BoundedOptions::default() };
    let (checked, replayed) = proved("train-controller", bounded, folder.path());
    assert_eq!(replayed, unsatisfiable(&checked));
    let name = format!("formula-1-bound-{}-prove-exact.drat", checked.outcomes[0].bound.expect("proved"));
    let proof = std::fs::read_to_string(folder.path().join(&name)).expect("the proof of the verdict");
    assert!(proof.lines().filter(|line| !line.starts_with('d')).count() > 10, "{name} proves hardly anything");
}
