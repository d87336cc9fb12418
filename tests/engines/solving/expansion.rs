//! Expansion against truth tables: random formulas with up to five alternations, with and without full expansion, with
//! the instantiations of related formulas as seeds; every winning move is checked.

use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::{Answer, Circuit, ExpansionOptions, Lit, Move, Qbf, Quantifier};

use crate::common::effort;
use crate::common::random::Prng;
use crate::solving::brute_force::{RandomCircuit, Table};

/// A random closed prefix over all inputs, some blocks empty, some of one quantifier next to each other.
fn random_prefix(drawn: &RandomCircuit, blocks: usize, random: &mut Prng) -> Qbf {
    let mut places: Vec<Vec<_>> = vec![Vec::new(); blocks];
    for &input in &drawn.inputs {
        places[random.below(blocks)].push(input);
    }
    let mut quantifier = if random.chance(50) { Quantifier::Exists } else { Quantifier::Forall };
    let mut qbf = Qbf::new(Lit::FALSE);
    for inputs in places {
        qbf = qbf.with(quantifier, inputs);
        if random.chance(95) {
            quantifier = !quantifier;
        }
    }
    qbf
}

/// The truth value, by quantifying the table from the inside out.
fn truth(qbf: &Qbf, table: &Table) -> bool {
    let mut table = table.clone();
    for block in qbf.prefix.iter().rev() {
        for &input in &block.inputs {
            table = table.quantified(block.quantifier, input);
        }
    }
    table.value(0)
}

/// Compares an answer with the truth table; a winning move must win.
fn check(qbf: &Qbf, circuit: &Circuit, table: &Table, answer: &Answer, what: &str) {
    let expected = truth(qbf, table);
    let (value, winning) = match answer {
        Answer::True(winning) => (true, winning),
        Answer::False(winning) => (false, winning),
        Answer::Unknown(stop) => panic!("{what}: {stop}"),
    };
    assert_eq!(value, expected, "{what}");
    let normal = qbf.normalised(circuit);
    let outermost = normal.prefix.first().map(|block| block.quantifier);
    match (winning, outermost) {
        (Some(winning), Some(quantifier)) => {
            assert_eq!(value, quantifier == Quantifier::Exists, "{what}: the loser has a winning move");
            let inputs: Vec<_> = winning.values().iter().map(|&(input, _)| input).collect();
            assert_eq!(inputs, normal.prefix[0].inputs, "{what}: not a move of the outermost block");
            assert_eq!(truth(qbf, &table.after(winning)), value, "{what}: the move does not win");
        }
        (None, Some(quantifier)) => {
            assert_ne!(value, quantifier == Quantifier::Exists, "{what}: no winning move");
        }
        (_, None) => {}
    }
}

fn options(full_expansion: usize) -> ExpansionOptions {
    ExpansionOptions { full_expansion, ..ExpansionOptions::default() }
}

/// Draws families of related formulas and solves them one after the other, seeds kept, in three ways each. Returns how
/// many formulas there were.
fn run(seeds: std::ops::Range<u64>, choice: SatChoice, inputs: usize) -> usize {
    let mut values = [0, 0];
    for seed in effort::seeds(seeds) {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(random.between(2, inputs));
        let blocks = random.between(1, 6);
        let mut qbf = random_prefix(&drawn, blocks, &mut random);
        let mut kept: Vec<Move> = Vec::new();
        for round in 0..3 {
            let (matrix, table) = drawn.grow(random.between(2, 25), &mut random);
            qbf.matrix = matrix;
            for full in [0, 60, 100_000] {
                let what = format!("{choice}, seed {seed}, round {round}, full expansion up to {full}, {qbf:?}");
                let solution = solve(&drawn.circuit, &qbf, &kept, &options(full), &choice);
                check(&qbf, &drawn.circuit, &table, &solution.answer, &what);
                if full == 0 {
                    kept = solution.seeds;
                }
            }
            values[usize::from(truth(&qbf, &table))] += 1;
        }
    }
    let formulas = values[0] + values[1];
    assert!(values.iter().all(|&count| count * 5 > formulas), "one-sided: {values:?}");
    formulas
}

#[test]
fn random_formulas_of_up_to_eight_inputs() {
    assert!(run(0..7000, SatChoice::Auto, 8) >= effort::share(20_000, 0..7000));
}

#[test]
fn random_formulas_of_up_to_twelve_inputs() {
    assert!(run(10_000..10_300, SatChoice::Auto, 12) >= effort::share(900, 10_000..10_300));
}

#[test]
fn every_back_end_inside_the_loop() {
    for &choice in SatChoice::ALL {
        assert!(run(20_000..20_100, choice, 7) >= 300);
    }
}

#[test]
fn a_free_input_is_existential_and_the_innermost_quantifier_binds() {
    let mut circuit = Circuit::new();
    let ((x, x_lit), (y, y_lit)) = (circuit.input(), circuit.input());
    let same = circuit.iff(x_lit, y_lit);
    let open = Qbf::new(same).with(Quantifier::Forall, [y]);
    let solved = |qbf: &Qbf| solve(&circuit, qbf, &[], &options(0), &SatChoice::Auto).answer;
    assert_eq!(solved(&open), Answer::False(None));
    let twice = Qbf::new(same).with(Quantifier::Forall, [x, y]).with(Quantifier::Exists, [x]);
    assert_eq!(solved(&twice), Answer::True(None));
    assert_eq!(twice.normalised(&circuit).prefix.len(), 2);
}

#[test]
fn constants_need_no_game() {
    let circuit = Circuit::new();
    let solved = |matrix| solve(&circuit, &Qbf::new(matrix), &[], &options(0), &SatChoice::Auto).answer;
    assert_eq!(solved(Lit::TRUE), Answer::True(Some(Move::default())));
    assert_eq!(solved(Lit::FALSE), Answer::False(None));
}

#[test]
fn after_a_winning_move_the_rest_is_won() {
    for seed in 0..500 {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(6);
        let (matrix, table) = drawn.grow(20, &mut random);
        let qbf = Qbf { matrix, ..random_prefix(&drawn, 3, &mut random) };
        let answer = solve(&drawn.circuit, &qbf, &[], &options(0), &SatChoice::Auto).answer;
        if let Answer::True(Some(winning)) | Answer::False(Some(winning)) = &answer {
            let rest = qbf.after(winning, &mut drawn.circuit);
            let answer = solve(&drawn.circuit, &rest, &[], &options(0), &SatChoice::Auto).answer;
            assert_eq!(matches!(answer, Answer::True(_)), truth(&qbf, &table), "seed {seed}");
        }
    }
}

#[test]
fn seeds_spare_instantiations() {
    // ∀x ∃y ∀z over a multiplier-like circuit would do; a random one that needs some is as good.
    let mut spared = 0;
    for seed in 0..200 {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(10);
        let (matrix, _) = drawn.grow(60, &mut random);
        let qbf = Qbf { matrix, ..random_prefix(&drawn, 2, &mut random) };
        let first = solve(&drawn.circuit, &qbf, &[], &options(0), &SatChoice::Auto);
        let again = solve(&drawn.circuit, &qbf, &first.seeds, &options(0), &SatChoice::Auto);
        assert_eq!(std::mem::discriminant(&first.answer), std::mem::discriminant(&again.answer), "seed {seed}");
        assert!(again.statistics.sat_calls <= first.statistics.sat_calls, "seed {seed}");
        spared += first.statistics.sat_calls - again.statistics.sat_calls;
    }
    assert!(spared > 100, "{spared}");
}
