//! Exact counts of states: big integers in the shape that the diagram library asks for.

use std::ops::{Add, Shl, Shr};

use num_bigint::BigUint;
use oxidd::BooleanFunction;
use oxidd::util::{FxHasher, IsFloatingPoint, SatCountCache};

use super::diagrams::Bdd;

#[derive(Clone)]
struct Count(BigUint);

impl From<u32> for Count {
    fn from(value: u32) -> Self {
        Self(value.into())
    }
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Shl<u32> for Count {
    type Output = Self;

    fn shl(self, bits: u32) -> Self {
        Self(self.0 << bits)
    }
}

impl Shr<u32> for Count {
    type Output = Self;

    fn shr(self, bits: u32) -> Self {
        Self(self.0 >> bits)
    }
}

impl IsFloatingPoint for Count {
    const FLOATING_POINT: bool = false;
    const MIN_EXP: i32 = 0;
}

/// How many assignments of `relevant` out of `all` variables satisfy `set`, which depends on no others.
pub(super) fn count(set: &Bdd, all: usize, relevant: usize) -> BigUint {
    let mut cache: SatCountCache<Count, std::hash::BuildHasherDefault<FxHasher>> = SatCountCache::default();
    let all_levels = u32::try_from(all).expect("variables are numbered by 32 bits");
    set.sat_count(all_levels, &mut cache).0 >> (all - relevant)
}
