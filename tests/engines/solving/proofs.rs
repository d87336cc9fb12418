//! Proofs are proofs: replayed by a checker that knows unit propagation and nothing else.

use qmas::solver::{Bridge, Proof};
use qmas_encodings::{ClauseSink, SatAnswer, SatLimits, SatSolver, SatVar};

use crate::common::drat::{Clause, check_drat};
use crate::common::random::Prng;
use crate::solving::brute_force::RandomCnf;

/// Solves random unsatisfiable clauses and replays the proofs.
fn replay<S: SatSolver>(make: impl Fn(&Proof) -> S) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut replayed = 0;
    for seed in 0..400 {
        let cnf = RandomCnf::draw(&mut Prng::new(seed));
        let proof = Proof { path: folder.path().join(format!("{seed}.proof")) };
        let mut solver = make(&proof);
        for clause in &cnf.clauses {
            solver.add_clause(clause);
        }
        let answer = solver.solve(&[], &SatLimits::default());
        drop(solver);
        if let SatAnswer::Unsat(_) = answer {
            let text = std::fs::read_to_string(&proof.path).expect("a proof");
            let clauses: Vec<Clause> =
                cnf.clauses.iter().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
            check_drat(&clauses, &text);
            replayed += 1;
        }
    }
    assert!(replayed > 50, "{replayed}");
}

#[cfg(feature = "varisat")]
#[test]
fn proofs_of_varisat() {
    let make = |proof: &Proof| Bridge::new(qmas::solver::Varisat::with_proof(proof).expect("a file"));
    replay(make);
}

#[cfg(feature = "varisat")]
#[test]
fn varisat_says_what_it_does_not_prove() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(qmas::solver::Varisat::with_proof(&Proof { path: folder.path().to_owned() }).is_err());
    let proof = Proof { path: folder.path().join("proof") };
    let mut solver = Bridge::new(qmas::solver::Varisat::with_proof(&proof).expect("a file"));
    let var = solver.new_var();
    solver.add_clause(&[var.lit(true)]);
    assert!(matches!(solver.solve(&[var.lit(false)], &SatLimits::default()), SatAnswer::Unknown(_)));
    assert!(matches!(solver.solve(&[], &SatLimits::default()), SatAnswer::Sat(_)));
    solver.add_clause(&[SatVar::new(0).lit(false)]);
    assert!(matches!(solver.solve(&[], &SatLimits::default()), SatAnswer::Unknown(_)));
}

#[cfg(feature = "cadical")]
#[test]
fn proofs_of_cadical() {
    let make = |proof: &Proof| Bridge::new(qmas::solver::Cadical::with_proof(proof).expect("a file"));
    replay(make);
}

#[test]
fn a_proof_that_skips_a_step_is_refused() {
    let clauses = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    check_drat(&clauses, "2 0\n0\n");
    for wrong in ["", "0\n", "d 1 2 0\n2 0\n"] {
        assert!(std::panic::catch_unwind(|| check_drat(&clauses, wrong)).is_err(), "{wrong:?}");
    }
}
