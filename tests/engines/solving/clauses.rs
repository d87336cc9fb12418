//! Clauses for circuits: equivalent to the circuit in the polarity that was asked for, however they come about.

use qmas::solver::SatChoice;
use qmas_encodings::{
    Circuit, ClauseList, Cnf, InputId, Polarity, SatAnswer, SatFactory, SatLimits, SatLit, SatSolver,
};

use crate::common::random::Prng;
use crate::solving::brute_force::{RandomCircuit, Table};

/// The values of the inputs in a row, as assumptions.
fn row_assumptions(cnf: &Cnf, row: usize) -> Vec<SatLit> {
    cnf.inputs().iter().map(|&(input, var)| var.lit(row >> input.index() & 1 == 1)).collect()
}

fn is_sat(solver: &mut dyn SatSolver, assumptions: &[SatLit]) -> bool {
    match solver.solve(assumptions, &SatLimits::default()) {
        SatAnswer::Sat(_) => true,
        SatAnswer::Unsat(_) => false,
        SatAnswer::Unknown(stop) => panic!("{stop}"),
    }
}

/// Whether `literal`, of the polarities asked for, means the table, row by row.
fn check_meaning(
    solver: &mut dyn SatSolver,
    cnf: &Cnf,
    literal: SatLit,
    table: &Table,
    polarity: Polarity,
    what: &str,
) {
    for row in 0..table.rows() {
        let value = table.value(row);
        for (assumed, asked_for) in
            [(literal, polarity != Polarity::Negative), (!literal, polarity != Polarity::Positive)]
        {
            let mut assumptions = row_assumptions(cnf, row);
            assumptions.push(assumed);
            let expected = value == (assumed == literal);
            let found = is_sat(solver, &assumptions);
            // A direction that was not asked for may be missing, but never too strong.
            assert!(found == expected || (!asked_for && found), "{what}, row {row}, {assumed:?}");
        }
    }
}

#[test]
fn literals_mean_their_gates_as_the_circuit_grows() {
    for seed in 0..400 {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(random.between(1, 5));
        let (mut cnf, mut solver) = (Cnf::new(), SatChoice::Auto.solver());
        let mut kept = Vec::new();
        for round in 0..random.between(1, 4) {
            let (lit, table) = drawn.grow(random.between(1, 25), &mut random);
            let polarity = *random.pick(&[Polarity::Positive, Polarity::Negative, Polarity::Both]);
            let literal = cnf.literal(&drawn.circuit, lit, polarity, solver.as_mut());
            kept.push((literal, table, polarity));
            for (literal, table, polarity) in &kept {
                let what = format!("seed {seed}, round {round}, {polarity:?}");
                check_meaning(solver.as_mut(), &cnf, *literal, table, *polarity, &what);
            }
        }
    }
}

#[test]
fn assertions_are_satisfiable_like_their_conjunction() {
    for seed in 0..3000 {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(random.between(1, 8));
        let (mut cnf, mut solver) = (Cnf::new(), SatChoice::Auto.solver());
        let mut asserted: Vec<Table> = Vec::new();
        for round in 0..random.between(1, 4) {
            let (lit, table) = drawn.grow(random.between(1, 30), &mut random);
            cnf.assert(&drawn.circuit, lit, solver.as_mut());
            asserted.push(table);
            if random.chance(30) {
                // Other uses of the same gates must not disturb.
                let (other, _) = drawn.grow(3, &mut random);
                cnf.literal(&drawn.circuit, other, Polarity::Both, solver.as_mut());
            }
            let expected = (0..asserted[0].rows()).any(|row| asserted.iter().all(|table| table.value(row)));
            match solver.solve(&[], &SatLimits::default()) {
                SatAnswer::Sat(model) => {
                    let value = |id: InputId| {
                        cnf.inputs().iter().any(|&(input, var)| input == id && model.value(var.lit(true)))
                    };
                    let row = drawn.inputs.iter().filter(|&&id| value(id)).map(|id| 1 << id.index()).sum::<usize>();
                    assert!(asserted.iter().all(|table| table.value(row)), "seed {seed}, round {round}: no model");
                }
                answer => {
                    assert_eq!((answer, expected), (SatAnswer::Unsat(vec![]), false), "seed {seed}, round {round}")
                }
            }
        }
    }
}

#[test]
fn nothing_is_emitted_twice() {
    for seed in 0..200 {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(4);
        let (lit, _) = drawn.grow(30, &mut random);
        let (mut cnf, mut list) = (Cnf::new(), ClauseList::default());
        let first = cnf.literal(&drawn.circuit, lit, Polarity::Positive, &mut list);
        let (vars, clauses) = (list.vars, list.clauses.len());
        assert_eq!(cnf.literal(&drawn.circuit, lit, Polarity::Positive, &mut list), first);
        assert_eq!((list.vars, list.clauses.len()), (vars, clauses), "seed {seed}");
        cnf.literal(&drawn.circuit, lit, Polarity::Both, &mut list);
        let both = list.clauses.len();
        cnf.literal(&drawn.circuit, lit, Polarity::Negative, &mut list);
        assert_eq!(list.clauses.len(), both, "seed {seed}");
    }
}

#[test]
fn a_chain_of_a_hundred_thousand_conjunctions_is_one_clause_per_operand() {
    let mut circuit = Circuit::new();
    let mut chain = circuit.input().1;
    for _ in 0..100_000 {
        let (_, next) = circuit.input();
        chain = circuit.and(next, chain);
    }
    let (mut cnf, mut list) = (Cnf::new(), ClauseList::default());
    cnf.literal(&circuit, chain, Polarity::Both, &mut list);
    assert_eq!((list.vars, list.clauses.len()), (100_002, 100_002));
    let (mut cnf, mut list) = (Cnf::new(), ClauseList::default());
    cnf.assert(&circuit, !chain, &mut list);
    assert_eq!((list.vars, list.clauses.len()), (100_001, 1));
}

#[test]
fn a_multiplexer_is_one_variable() {
    let mut circuit = Circuit::new();
    let [c, a, b] = [(); 3].map(|()| circuit.input().1);
    let chosen = circuit.ite(c, a, b);
    let (mut cnf, mut list) = (Cnf::new(), ClauseList::default());
    cnf.literal(&circuit, chosen, Polarity::Both, &mut list);
    assert_eq!((list.vars, list.clauses.len()), (4, 4));
}
