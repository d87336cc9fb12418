//! Hash tables of gates: rustc's hash, since nothing attacks us with gate numbers and SipHash costs more than the gate.
//! Nothing that can be seen depends on the order of these tables.

pub(crate) use rustc_hash::{FxHashMap as FastMap, FxHashSet as FastSet};
