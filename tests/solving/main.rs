//! The solving layer: SAT back-ends, clauses for circuits, proofs, and expansion, each against brute force.

#[path = "../common/mod.rs"]
mod common;

mod backends;
mod brute_force;
mod clauses;
mod dining;
mod expansion;
mod limits;
mod proofs;
mod qdimacs;
