//! Questions and systems as files for other tools.
//!
//! | format | what | file |
//! |---|---|---|
//! | QDIMACS | a question of the bounded engine, as clauses | `question` |
//! | QCIR | the same as a circuit | `question` |
//! | DIMACS | the same without quantifiers, where one player makes all choices | `question` |
//! | AIGER | the system with its propositional invariants, ASCII or binary | `aiger` |
//! | SMV | the same with variables and values, for NuSMV and nuXmv | `smv` |
//! | DOT | the reachable states and the steps between them | `dot` |
//! | JSON | the system as data, with that graph if it is small | `json` |
//!
//! `invariant` finds invariants, `expression` writes conditions, `names` names bits, `posed` has questions as quantified formulas. The same command gives the same
//! bytes. What a format cannot say is an error.
//!
//! ```
//! # let text = "Agent One Vars: x : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
//! #   Evolution: x = true if Action = a; end Evolution end Agent
//! #   Evaluation p if One.x = true; end Evaluation InitStates One.x = false; end InitStates
//! #   Formulae AF p; end Formulae";
//! use qmas::export::dot;
//! use qmas::{Options, Strictness, load};
//!
//! let model = load(text, Strictness::Lenient).model.expect("it is well-formed");
//! let graph = dot(&model, "two states", &Options::default()).expect("few enough to list them");
//! assert!(graph.contains("digraph"));
//! ```

mod aiger;
mod dot;
mod expression;
mod invariant;
mod json;
mod names;
mod posed;
mod question;
mod smv;

pub use aiger::aiger;
pub use dot::dot;
pub use json::{JsonGraph, JsonSystem, json};
pub use posed::{NamedQuestion, bounded_question};
pub use question::{QuestionFormat, Written, question};
pub use smv::smv;
