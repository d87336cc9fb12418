//! Random path formulas.

use qmas::ir::AtomId;
use qmas::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Temporal};

use crate::common::random::Prng;
use crate::common::words::ATOMS;

/// Which operators occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Linear,
    Dynamic,
    Both,
}

/// An arena and what to draw.
pub(crate) struct Grammar {
    pub(crate) formulas: Formulas,
    pub(crate) random: Prng,
    language: Language,
}

impl Grammar {
    pub(crate) fn new(seed: u64, language: Language) -> Self {
        Self { formulas: Formulas::default(), random: Prng::new(seed), language }
    }

    /// A Boolean combination of atoms.
    fn letter(&mut self, depth: usize) -> FormulaId {
        if depth == 0 || self.random.chance(60) {
            let formula = match self.random.below(9) {
                0 | 1 => Formula::True,
                2 => Formula::False,
                choice => Formula::Atom(AtomId::new(choice % ATOMS)),
            };
            return self.formulas.intern(formula);
        }
        let (f, g) = (self.letter(depth - 1), self.letter(depth - 1));
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

    /// A path formula with at most so many operators on top of each other.
    pub(crate) fn path(&mut self, depth: usize) -> FormulaId {
        if depth == 0 {
            return self.letter(1);
        }
        let f = self.path(depth - 1);
        if self.random.chance(30) {
            let g = self.path(depth - 1);
            return self.boolean(f, g);
        }
        let dynamic = match self.language {
            Language::Linear => false,
            Language::Dynamic => true,
            Language::Both => self.random.chance(50),
        };
        let formula = if dynamic {
            let modality = if self.random.chance(50) { Modality::Diamond } else { Modality::Box };
            Formula::Dynamic(modality, self.regex(3, depth - 1), f)
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

    /// A regular expression whose tests have at most so many operators on top of each other.
    fn regex(&mut self, depth: usize, tests: usize) -> RegexId {
        let regex = match self.random.below(if depth == 0 { 4 } else { 12 }) {
            0 | 1 => Regex::Step(self.letter(1)),
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
