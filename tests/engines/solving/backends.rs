//! One suite for all back-ends: random clauses, assumptions, failed cores.

use qmas::solver::SatChoice;
use qmas_encodings::{SatAnswer, SatFactory, SatLimits, SatLit, SatModel, SatSolver};

use crate::common::random::Prng;
use crate::solving::brute_force::{RandomCnf, random_lit};

fn for_each_backend(test: impl Fn(SatChoice)) {
    assert!(SatChoice::ALL.len() > 1);
    SatChoice::ALL.iter().for_each(|&choice| test(choice));
}

fn model(answer: SatAnswer) -> SatModel {
    let SatAnswer::Sat(model) = answer else { panic!("{answer:?} instead of a model") };
    model
}

/// Asks, and compares answer, model and core with brute force.
fn ask(solver: &mut dyn SatSolver, cnf: &RandomCnf, added: usize, assumptions: &[SatLit], what: &str) {
    let answer = solver.solve(assumptions, &SatLimits::default());
    match &answer {
        SatAnswer::Sat(model) => {
            let satisfied = |clause: &Vec<SatLit>| clause.iter().any(|&lit| model.value(lit));
            assert!(cnf.clauses[..added].iter().all(satisfied), "{what}: a clause is false in the model");
            assert!(assumptions.iter().all(|&lit| model.value(lit)), "{what}: an assumption is false in the model");
        }
        SatAnswer::Unsat(core) => {
            assert!(!cnf.is_satisfiable(added, assumptions), "{what}: there is a model");
            assert!(core.iter().all(|lit| assumptions.contains(lit)), "{what}: {core:?} was not assumed");
            assert!(!cnf.is_satisfiable(added, core), "{what}: {core:?} of {assumptions:?} does not fail");
        }
        SatAnswer::Unknown(stop) => panic!("{what}: {stop}"),
    }
}

#[test]
fn random_clauses_step_by_step_under_assumptions() {
    for_each_backend(|choice| {
        for seed in 0..1500 {
            let mut random = Prng::new(seed);
            let cnf = RandomCnf::draw(&mut random);
            let mut solver = choice.solver();
            for _ in 0..cnf.vars {
                solver.new_var();
            }
            for (at, clause) in cnf.clauses.iter().enumerate() {
                solver.add_clause(clause);
                if random.chance(30) {
                    let assumptions: Vec<SatLit> =
                        (0..random.below(5)).map(|_| random_lit(&mut random, cnf.vars)).collect();
                    ask(solver.as_mut(), &cnf, at + 1, &assumptions, &format!("{choice}, seed {seed}, clause {at}"));
                }
            }
            ask(solver.as_mut(), &cnf, cnf.clauses.len(), &[], &format!("{choice}, seed {seed}"));
        }
    });
}

#[test]
fn variables_and_clauses_may_come_after_an_answer() {
    for_each_backend(|choice| {
        let limits = SatLimits::default();
        let mut solver = choice.solver();
        let a = solver.new_var();
        let SatAnswer::Unsat(core) = solver.solve(&[a.lit(false), a.lit(true)], &limits) else { panic!("{choice}") };
        assert!(core.contains(&a.lit(false)) && core.contains(&a.lit(true)), "{choice}: {core:?}");
        assert!(!model(solver.solve(&[a.lit(false)], &limits)).value(a.lit(true)));
        solver.add_clause(&[a.lit(true)]);
        let b = solver.new_var();
        assert_eq!(solver.solve(&[b.lit(true), a.lit(false)], &limits), SatAnswer::Unsat(vec![a.lit(false)]));
        solver.add_clause(&[a.lit(false), b.lit(true)]);
        assert!(model(solver.solve(&[], &limits)).value(b.lit(true)));
        solver.add_clause(&[]);
        assert_eq!(solver.solve(&[b.lit(true)], &limits), SatAnswer::Unsat(vec![]));
        assert_eq!(solver.solve(&[], &limits), SatAnswer::Unsat(vec![]));
    });
}

#[test]
fn names_are_read_back() {
    for_each_backend(|choice| assert_eq!(choice.to_string().parse(), Ok(choice)));
    let error = "minisat".parse::<SatChoice>().expect_err("there is no such back-end");
    assert!(error.to_string().contains("auto"), "{error}");
}
