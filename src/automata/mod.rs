//! Path formulas as automata: LTL and LDL, on infinite and on finite words.
//!
//! | step | file | paper |
//! |---|---|---|
//! | state subformulas become propositions | `propositions` | Kong and Lomuscio, AAMAS 2017 |
//! | path formula → weak alternating automaton | `derive`, `continuation`, `transition` | Antimirov 1996, Vardi 1996 |
//! | fewer states | `draft` | thesis 5.4.3 |
//! | transition → alternatives | `moves` | critical sets: Kong and Lomuscio, IJCAI 2017 |
//! | alternating → nondeterministic | `breakpoint` | Miyano and Hayashi 1984 |
//! | fewer states and edges | `quotient`, `simulation` | Paige and Tarjan 1987, Bustan and Grumberg 2003 |
//! | how hard acceptance is | `buchi` | |
//! | for people and other tools | `hoa`, `dot` | Babiak et al., "The Hanoi omega-automata format", CAV 2015 |
//!
//! An automaton reads letters, one for each position: which propositions hold there. Nothing here knows of models,
//! decision diagrams of states, or engines, and nothing recurses on the nesting of a formula.

mod alternating;
mod breakpoint;
mod buchi;
mod budget;
mod components;
mod continuation;
mod derive;
mod dot;
mod draft;
mod expression;
mod graph;
mod hoa;
mod labels;
mod moves;
mod nfa;
mod path;
mod propositions;
mod quotient;
mod simulation;
mod transition;
mod translate;

pub use alternating::{Alternating, AlternatingState};
pub use buchi::{Buchi, Class};
pub use budget::Size;
pub use graph::{Edge, Graph};
pub use labels::{Cases, Label, Labels};
pub use nfa::Nfa;
pub use path::PathFormula;
pub use propositions::{Grain, Proposition, Propositions};
pub use transition::{StateId, Transition, TransitionId};
pub use translate::{PathAutomaton, Translator};

/// An explicit automaton or a label would be too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TooLarge;
