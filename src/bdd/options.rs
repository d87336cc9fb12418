//! What a user can choose about the BDD engine.

use crate::automata::Size;
use crate::choice::choice;

/// The order of the variables of decision diagrams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The static orders take turns and are sifted when they run out of nodes.
    #[default]
    Auto,
    /// The static orders take turns.
    Static,
    /// What protocols and new values look at stands together.
    Supports,
    /// Single values and single actions stand together that protocols and new values look at.
    Values,
}

choice!(Order {
    Auto = "auto", "Two static orders take turns and are sifted when they run out of nodes";
    Static = "static", "Two static orders take turns";
    Supports = "supports", "What protocols and new values look at stands together";
    Values = "values", "The same for single values of variables and single actions";
});

/// What a user can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BddOptions {
    /// The order of the variables of decision diagrams.
    pub order: Order,
    /// How large an automaton of a path formula may be listed; larger ones are diagrams.
    pub automata: Size,
}
