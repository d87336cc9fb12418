//! Linear time by SAT: the product of a system with an automaton, lassos in it, and safety problems whose answer says that
//! there are none.
//!
//! A system has a fair path from an initial state on which a path formula is true iff its product with a Büchi automaton
//! of the formula has an accepting path (Vardi and Wolper, LICS 1986), hence, being finite, an accepting *lasso*: a path
//! from an initial state that comes back to one of its states, with every acceptance set visited in between.
//!
//! | file | holds | paper |
//! |---|---|---|
//! | `product` | system and automaton as one transition system with several acceptance sets | Vardi and Wolper 1986 |
//! | `lasso` | lassos of at most k steps | Biere, Cimatti, Clarke, Zhu, TACAS 1999 |
//! | `stable` | what does not change in the loop of a lasso | Claessen and Sörensson, section 4 |
//! | `candidates` | what may be stable | |
//! | `counter` | how often all sets were visited, as a safety problem | Claessen and Sörensson, "A liveness checking algorithm that counts", FMCAD 2012 |
//!
//! Nothing here knows which logic the automaton came from. A formula in which the automaton's letters are themselves
//! formulas with quantifiers would need these as inner blocks; here a letter is a literal over the state.

mod candidates;
mod counter;
mod lasso;
mod product;
mod stable;

pub use counter::{Counted, Counter};
pub use lasso::{Lasso, Lassos};
pub use product::{Automaton, Product};
