//! QDIMACS files: read back by a reader of our own and solved by trying everything.

use qmas_encodings::expansion::solve;
use qmas_encodings::qdimacs::Qdimacs;
use qmas_encodings::{Answer, ExpansionOptions, Lit, Qbf, Quantifier};

use crate::common::random::Prng;
use crate::solving::brute_force::RandomCircuit;

/// A file as it is written: blocks of variables, clauses.
struct File {
    prefix: Vec<(char, Vec<i64>)>,
    clauses: Vec<Vec<i64>>,
}

fn numbers(text: &str) -> Vec<i64> {
    let mut all: Vec<i64> = text.split_whitespace().map(|word| word.parse().expect("a number")).collect();
    assert_eq!(all.pop(), Some(0), "{text}");
    all
}

/// Reads a file, and complains of whatever a solver might complain of.
fn read(text: &str) -> File {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().expect("a header").split(' ').collect();
    assert_eq!(header[..2], ["p", "cnf"]);
    let mut file = File { prefix: Vec::new(), clauses: Vec::new() };
    for line in lines {
        match line.split_at(1) {
            ("a" | "e", vars) => {
                assert!(file.clauses.is_empty(), "a block after a clause");
                let quantifier = line.chars().next().expect("not empty");
                assert!(file.prefix.last().is_none_or(|(last, _)| *last != quantifier), "blocks do not alternate");
                file.prefix.push((quantifier, numbers(vars)));
            }
            _ => file.clauses.push(numbers(line)),
        }
    }
    assert!(file.prefix.iter().all(|(_, vars)| !vars.is_empty()), "an empty block");
    let mut bound: Vec<i64> = file.prefix.iter().flat_map(|(_, vars)| vars.clone()).collect();
    bound.sort_unstable();
    let all: Vec<i64> = (1..=header[2].parse().expect("a number")).collect();
    assert_eq!(bound, all, "every variable is bound once");
    assert!(file.clauses.iter().flatten().all(|lit| all.contains(&lit.abs())), "an open variable");
    assert_eq!(header[3], file.clauses.len().to_string());
    file
}

/// The truth value by the definition of the quantifiers.
fn truth(prefix: &[(char, i64)], clauses: &[Vec<i64>]) -> bool {
    if clauses.is_empty() {
        return true;
    }
    let Some(&(quantifier, var)) = prefix.first() else { return false };
    if clauses.iter().any(Vec::is_empty) {
        return false;
    }
    let mut values = [var, -var].into_iter().map(|true_lit| {
        let open = clauses.iter().filter(|clause| !clause.contains(&true_lit));
        let left: Vec<Vec<i64>> =
            open.map(|clause| clause.iter().copied().filter(|&lit| lit != -true_lit).collect()).collect();
        truth(&prefix[1..], &left)
    });
    if quantifier == 'e' { values.any(|value| value) } else { values.all(|value| value) }
}

#[test]
fn files_mean_what_the_formulas_mean() {
    let mut seen = [0, 0];
    for seed in 0..300 {
        let mut random = Prng::new(seed);
        let mut drawn = RandomCircuit::new(random.between(1, 6));
        let gates = random.between(0, 12);
        let (lit, _) = drawn.grow(gates, &mut random);
        let mut qbf = Qbf::new(lit);
        for &input in &drawn.inputs {
            let quantifier = if random.chance(50) { Quantifier::Exists } else { Quantifier::Forall };
            qbf = qbf.with(quantifier, [input]);
        }
        let factory = qmas::solver::SatChoice::Auto;
        let answer = solve(&drawn.circuit, &qbf, &[], &ExpansionOptions::default(), &factory).answer;
        let file = read(&Qdimacs::new(&drawn.circuit, &qbf).to_string());
        let prefix: Vec<(char, i64)> =
            file.prefix.iter().flat_map(|(quantifier, vars)| vars.iter().map(|&var| (*quantifier, var))).collect();
        let value = truth(&prefix, &file.clauses);
        assert_eq!(matches!(answer, Answer::True(_)), value, "seed {seed}");
        seen[usize::from(value)] += 1;
    }
    assert!(seen[0] > 30 && seen[1] > 30, "{seen:?}");
}

#[test]
fn constants_are_files() {
    let circuit = qmas_encodings::Circuit::new();
    assert_eq!(Qdimacs::new(&circuit, &Qbf::new(Lit::TRUE)).to_string(), "p cnf 0 0\n");
    assert_eq!(Qdimacs::new(&circuit, &Qbf::new(Lit::FALSE)).to_string(), "p cnf 0 1\n0\n");
}
