//! The solving layer: SAT back-ends, clauses for circuits, proofs, and expansion, each against brute force.

mod backends;
mod brute_force;
mod clauses;
mod dining;
mod expansion;
mod ic3;
mod limits;
mod proofs;
mod qdimacs;
