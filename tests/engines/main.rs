//! Verdicts: every engine against the oracle, the oracle against a second reading of the law, all of them against laws,
//! against what sources say of their models, and against other people's programs.
//!
//! | module | what is compared |
//! |---|---|
//! | `oracle` | the explicit engine with the definitions, read naively |
//! | `explicit` | the explicit engine with the oracle |
//! | `bdd`, `uniform`, `bounded`, `auto` | the other engines, and the choice between them, with the oracle |
//! | `local` | strategies found without all states, with the oracle |
//! | `corners` | all engines with what MCMAS answers in deadlocks |
//! | `many` | all engines with simulations of systems with many actions and, in long runs, many states |
//! | `slices` | what is left of a model with the whole, by the oracle |
//! | `laws` | formulas that mean the same, or follow from each other |
//! | `models`, `corpus`, `library` | verdicts with those that sources state |
//! | `automata`, `lower`, `solving`, `health` | what engines are made of, with brute force |
//! | `export` | what is written for other tools, with what they and our own readers make of it |
//! | `random` | the random systems themselves |

use qmas_testing as common;

mod auto;
mod automata;
mod bdd;
mod bounded;
mod corners;
mod corpus;
mod explicit;
mod export;
mod health;
mod laws;
mod library;
mod local;
mod lower;
mod many;
mod models;
mod oracle;
mod random;
mod slices;
mod solving;
mod uniform;
