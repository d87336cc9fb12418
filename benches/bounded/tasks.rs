//! What is measured.

/// A formula, counted from 1, of a family at a size.
pub(crate) struct Task {
    pub(crate) family: &'static str,
    pub(crate) n: usize,
    pub(crate) formula: usize,
}

const fn task(family: &'static str, n: usize, formula: usize) -> Task {
    Task { family, n, formula }
}

/// The sizes of the paper's table, and larger ones.
pub(crate) const SIZES: [usize; 4] = [400, 500, 2_000, 10_000];

/// A family, and its formulas by name and number.
type Formulas = (&'static str, &'static [(&'static str, usize)]);

/// The eight properties of section 5.3, and for each type the one that no engine can answer without the Booleans.
pub(crate) const TABLE: [Formulas; 2] = [
    ("train-controller-booleans", &[("φ1", 1), ("φ2", 2), ("φ3", 3), ("φ4", 4), ("AX AG !clear", 6)]),
    ("dining-cryptographers-booleans", &[("ψ1", 1), ("ψ2", 2), ("ψ3", 3), ("ψ4", 4), ("AX AG !clear", 7)]),
];

/// Bugs.
pub(crate) const HUNTS: &[Task] = &[
    task("backdoor", 8, 1),
    task("backdoor", 12, 1),
    task("backdoor", 16, 1),
    task("backdoor", 24, 1),
    task("backdoor", 32, 1),
    task("backdoor", 32, 2),
    task("dining-cryptographers-forgetful", 10, 1),
    task("dining-cryptographers-forgetful", 50, 1),
    task("dining-cryptographers-forgetful", 50, 2),
    task("muddy-children-hasty", 10, 2),
    task("muddy-children-hasty", 30, 2),
    task("go-back-n-shifted", 2, 1),
    task("go-back-n-shifted", 4, 2),
    task("go-back-n-shifted", 10, 2),
];

/// Work of different kinds, to compare ways to do it: proofs, refutations, plain and with alternations.
pub(crate) const WORK: &[Task] = &[
    task("train-controller-booleans", 500, 1),
    task("train-controller-booleans", 500, 6),
    task("dining-cryptographers-booleans", 500, 1),
    task("dining-cryptographers-booleans", 500, 4),
    task("backdoor", 8, 4),
    task("backdoor", 32, 2),
    task("dining-cryptographers-forgetful", 20, 1),
    task("dining-cryptographers-forgetful", 4, 3),
    task("muddy-children", 4, 1),
    task("muddy-children", 4, 2),
    task("muddy-children-hasty", 20, 2),
    task("go-back-n-shifted", 4, 2),
    task("go-back-n", 2, 1),
    task("train-controller", 0, 1),
    task("dining-cryptographers-qmas", 0, 4),
];
