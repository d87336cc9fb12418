//! Random graphs, labels and path formulas from explicit seeds.

use std::collections::HashMap;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::super::{Graph, StateSet};
use crate::ir::AtomId;
use crate::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Temporal};

/// What graphs and formulas are drawn with.
pub(super) struct Random(SplitMix64);

impl Random {
    /// Everything that follows depends on `seed` alone.
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.0.next_u64() >> 33).expect("31 bits") % bound
    }

    /// True with probability 1/2.
    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }

    /// A set of states, about half of them.
    pub(super) fn set(&mut self, universe: usize) -> StateSet {
        StateSet::collect(universe, |_| self.coin())
    }

    /// Successor lists of a word that runs into a loop, and where the loop begins.
    pub(super) fn lasso(&mut self) -> (Vec<Vec<u32>>, usize) {
        let (prefix, cycle) = (self.below(3), 1 + self.below(4));
        let mut successors: Vec<Vec<u32>> = (1..).take(prefix + cycle).map(|next| vec![next]).collect();
        successors[prefix + cycle - 1] = vec![u32::try_from(prefix).expect("small")];
        (successors, prefix)
    }

    /// A graph in which a state has up to two successors; only to greater numbers if `acyclic`.
    pub(super) fn graph(&mut self, size: usize, acyclic: bool) -> Graph {
        let mut successors = vec![Vec::new(); size];
        for (from, targets) in successors.iter_mut().enumerate() {
            for _ in 0..self.below(3) {
                let to = self.below(size);
                let new = u32::try_from(to).expect("small");
                if (!acyclic || to > from) && !targets.contains(&new) {
                    targets.push(new);
                }
            }
        }
        Graph::new(successors)
    }
}

/// Which operators occur.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Linear,
    Dynamic,
    Both,
}

/// An arena with three atoms, and random formulas over them.
pub(super) struct Grammar {
    pub(super) formulas: Formulas,
    pub(super) random: Random,
    language: Language,
}

impl Grammar {
    pub(super) fn new(seed: u64, language: Language) -> Self {
        Self { formulas: Formulas::default(), random: Random::new(seed), language }
    }

    pub(super) fn atom(&mut self, index: usize) -> FormulaId {
        self.formulas.intern(Formula::Atom(AtomId::new(index)))
    }

    /// Where the atoms hold.
    pub(super) fn labels(&mut self, universe: usize) -> HashMap<FormulaId, StateSet> {
        (0..3).map(|index| (self.atom(index), self.random.set(universe))).collect()
    }

    /// A Boolean combination of atoms.
    fn step(&mut self, depth: usize) -> FormulaId {
        if depth == 0 || self.random.below(3) > 0 {
            return match self.random.below(8) {
                0 | 1 => self.formulas.intern(Formula::True),
                2 => self.formulas.intern(Formula::False),
                choice => self.atom(choice % 3),
            };
        }
        let (f, g) = (self.step(depth - 1), self.step(depth - 1));
        self.boolean(f, g)
    }

    fn boolean(&mut self, f: FormulaId, g: FormulaId) -> FormulaId {
        let formula = match self.random.below(4) {
            0 => Formula::Not(f),
            1 => Formula::And(f, g),
            2 => Formula::Or(f, g),
            _ => Formula::Implies(f, g),
        };
        self.formulas.intern(formula)
    }

    /// A path formula.
    pub(super) fn path(&mut self, depth: usize) -> FormulaId {
        if depth == 0 {
            return self.step(1);
        }
        let f = self.path(depth - 1);
        let dynamic = match self.language {
            Language::Linear => false,
            Language::Dynamic => true,
            Language::Both => self.random.coin(),
        };
        if self.random.below(3) == 0 {
            let g = self.path(depth - 1);
            return self.boolean(f, g);
        }
        let formula = if dynamic {
            let rho = self.regex(3, depth - 1);
            let modality = if self.random.coin() { Modality::Diamond } else { Modality::Box };
            Formula::Dynamic(modality, rho, f)
        } else {
            let g = self.path(depth - 1);
            Formula::Linear(match self.random.below(6) {
                0 => Temporal::Next(f),
                1 => Temporal::Finally(f),
                2 => Temporal::Globally(f),
                3 => Temporal::Until(f, g),
                4 => Temporal::Release(f, g),
                _ => Temporal::WeakUntil(f, g),
            })
        };
        self.formulas.intern(formula)
    }

    /// A regular expression of at most that depth whose tests are path formulas of at most `tests` levels.
    pub(super) fn regex(&mut self, depth: usize, tests: usize) -> RegexId {
        let regex = match self.random.below(if depth == 0 { 4 } else { 12 }) {
            0 | 1 => Regex::Step(self.step(1)),
            2 | 3 => {
                let tests = self.random.below(tests + 1);
                Regex::Test(self.path(tests))
            }
            4..=6 => Regex::Star(self.regex(depth - 1, tests)),
            7..=9 => Regex::Sequence(self.regex(depth - 1, tests), self.regex(depth - 1, tests)),
            _ => Regex::Choice(self.regex(depth - 1, tests), self.regex(depth - 1, tests)),
        };
        self.formulas.intern_regex(regex)
    }
}
