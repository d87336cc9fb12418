//! Chance from a number. Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (OOPSLA 2014): a seed
//! that is printed by a failing test must mean the same tomorrow.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What random systems and formulas are drawn with.
#[derive(Debug, Clone)]
pub struct Prng(SplitMix64);

impl Prng {
    /// Everything that follows depends on `seed` alone.
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.0.next_u64() % bound as u64).expect("less than a usize")
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// An integer from `low` to `high`, both included.
    pub fn integer(&mut self, low: i64, high: i64) -> i64 {
        let width = usize::try_from(high - low).expect("low is not above high");
        low + i64::try_from(self.between(0, width)).expect("ranges are small")
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of `items`, which are not empty.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Each of `items` with that chance, in order.
    pub fn some<T: Clone>(&mut self, items: &[T], percent: usize) -> Vec<T> {
        items.iter().filter(|_| self.chance(percent)).cloned().collect()
    }

    /// Each of `items` with that chance, in order, but never none of them.
    pub fn some_of<T: Clone>(&mut self, items: &[T], percent: usize) -> Vec<T> {
        let chosen = self.some(items, percent);
        if chosen.is_empty() { vec![self.pick(items).clone()] } else { chosen }
    }
}
