//! A checker of DRAT proofs that knows unit propagation and nothing else: every added clause must follow by it (RUP).

use std::collections::BTreeMap;

pub type Clause = Vec<i64>;

/// Whether assuming the complement of `clause` leads to a conflict by unit propagation through `clauses`.
fn follows<'a>(clause: &[i64], clauses: impl Iterator<Item = &'a Clause> + Clone) -> bool {
    let mut values: BTreeMap<i64, bool> = BTreeMap::new();
    for lit in clause {
        values.insert(lit.abs(), *lit < 0);
    }
    let value = |values: &BTreeMap<i64, bool>, lit: i64| values.get(&lit.abs()).map(|&value| value == (lit > 0));
    loop {
        let mut progress = false;
        for clause in clauses.clone() {
            if clause.iter().any(|&lit| value(&values, lit) == Some(true)) {
                continue;
            }
            let mut open: Vec<i64> = clause.iter().copied().filter(|&lit| value(&values, lit).is_none()).collect();
            open.dedup();
            match open[..] {
                [] => return true,
                [unit] => {
                    values.insert(unit.abs(), unit > 0);
                    progress = true;
                }
                _ => {}
            }
        }
        if !progress {
            return false;
        }
    }
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}

fn sorted(clause: &[i64]) -> Clause {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// Every added clause follows, and in the end the empty one does.
pub fn check_drat(clauses: &[Clause], proof: &str) {
    let mut clauses: Vec<Clause> = clauses.iter().map(|clause| sorted(clause)).collect();
    for line in proof.lines() {
        let deletes = line.starts_with('d');
        let mut lits = numbers(line.trim_start_matches('d'));
        assert_eq!(lits.pop(), Some(0), "{line}");
        let lits = sorted(&lits);
        if !deletes {
            assert!(follows(&lits, clauses.iter()), "{line} does not follow");
            clauses.push(lits);
        } else if lits.len() > 1
            && let Some(at) = clauses.iter().position(|clause| *clause == lits)
        {
            // Like all checkers, this one keeps units.
            clauses.swap_remove(at);
        }
    }
    assert!(follows(&[], clauses.iter()), "no contradiction");
}

/// The clauses of a DIMACS file.
///
/// # Panics
/// If it is not one, or if its header counts wrongly.
pub fn dimacs(text: &str) -> Vec<Clause> {
    let (header, rest) = text.split_once('\n').expect("a header");
    let counts = numbers(header.strip_prefix("p cnf ").expect("`p cnf`"));
    let clauses: Vec<Clause> = rest
        .lines()
        .map(|line| {
            let mut lits = numbers(line);
            assert_eq!(lits.pop(), Some(0), "{line}");
            lits
        })
        .collect();
    assert_eq!(counts[1], i64::try_from(clauses.len()).expect("not so many"));
    assert!(clauses.iter().flatten().all(|lit| lit.abs() <= counts[0]));
    clauses
}
