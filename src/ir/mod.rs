//! The resolved model: what an ISPL file means once every name has been looked up.
//!
//! [`InterpretedSystem`] follows Fagin, Halpern, Moses and Vardi ("Reasoning about Knowledge", 1995) in the form that
//! ISPL gives it: agents with local variables, protocols and evolutions, an environment, initial states, atoms.
//! Everything is referred to by typed ids; names are kept for printing only. Engines and printers start from here, and
//! nothing here knows of source text or of engines.

mod executed;
mod expr;
mod id;
mod initial;
mod kleene;
mod program;
mod state;
mod step;
mod system;

pub use expr::{ArithmeticOp, Comparison, Expr, ExprId, Exprs};
pub use id::{ActionId, AgentId, AtomId, GroupId, SymbolId, VarId};
pub use initial::{InitialStates, OutOfBudget, left_free};
pub use program::{Program, Value};
pub use state::{JointAction, State};
pub use step::{Choice, Dropped, Moves, Successor, Transitions, Updates};
pub use system::{
    Agent, Assignment, Atom, Domain, EvolutionLine, Group, InterpretedSystem, Protocol, ProtocolLine, Semantics,
    Variable,
};
