//! SAT and QBF solvers for the bounded engine: which there are, how one is chosen, and how they are made to fit.
//!
//! | file | holds |
//! |---|---|
//! | `bridge` | every rustsat solver as a `SatSolver` of the encodings |
//! | `cadical` | CaDiCaL behind rustsat's traits (feature `cadical`, needs a C++ compiler) |
//! | `varisat` | varisat behind rustsat's traits (feature `varisat`, pure Rust) |
//! | `auto` | varisat for easy questions, CaDiCaL for the rest |
//! | `choice` | which there are, and how one is chosen |
//! | `proof`, `prove` | where proofs go, and how they are made |
//! | [`qbf`] | QBF solvers outside |

#[cfg(all(feature = "cadical", feature = "varisat"))]
mod auto;
mod bridge;
#[cfg(feature = "cadical")]
mod cadical;
mod choice;
mod proof;
mod prove;
pub mod qbf;
#[cfg(feature = "varisat")]
mod varisat;

#[cfg(all(feature = "cadical", feature = "varisat"))]
pub use auto::Auto;
pub use bridge::Bridge;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use choice::{SatChoice, UnknownSolver, built_in};
pub use proof::{Proof, ProofError};
#[cfg(feature = "varisat")]
pub use varisat::Varisat;

#[cfg(not(any(feature = "cadical", feature = "varisat")))]
compile_error!("qmas-rs needs a SAT solver: enable the feature `varisat` or `cadical`");
