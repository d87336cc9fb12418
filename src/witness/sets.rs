//! What evidence is built from: sets of states, as an engine has them.

use num_bigint::BigUint;

use crate::automata::PathFormula;
use crate::engine::GaveUp;
use crate::ir::{AgentId, Choice, JointAction, OutOfBudget, State, VarId};
use crate::logic::FormulaId;
use crate::run::Run;

/// An engine that knows which states satisfy which formulas, for one reading of formulas.
///
/// The universe is what formulas speak of: the reachable states, with fairness those that have a fair path.
///
/// # Errors
/// Every operation may end with the limit that was reached.
#[allow(clippy::missing_errors_doc, reason = "said once, above")]
pub trait Sets {
    /// A set of states.
    type Set: Clone;

    /// The states of the universe in which a formula of the model is true.
    fn satisfying(&mut self, formula: FormulaId) -> Result<Self::Set, GaveUp>;
    /// All of them.
    fn universe(&self) -> Self::Set;
    /// The initial ones.
    fn initial(&self) -> Result<Self::Set, GaveUp>;
    /// What each constraint of the Fairness section is true in.
    fn fairness(&self) -> Vec<Self::Set>;
    /// One state.
    fn single(&self, state: &State) -> Result<Self::Set, GaveUp>;
    /// The states of the universe in which a variable has a value.
    fn with_value(&self, variable: VarId, value: i64) -> Result<Self::Set, GaveUp>;
    /// The states in both.
    fn and(&self, left: &Self::Set, right: &Self::Set) -> Result<Self::Set, GaveUp>;
    /// The states in either.
    fn or(&self, left: &Self::Set, right: &Self::Set) -> Result<Self::Set, GaveUp>;
    /// The states of the first that are not in the second.
    fn minus(&self, left: &Self::Set, right: &Self::Set) -> Result<Self::Set, GaveUp>;
    /// Whether there are none.
    fn is_empty(&self, set: &Self::Set) -> bool;
    /// How many states there are in a set.
    fn count(&self, set: &Self::Set) -> BigUint;
    /// Some state of a set, always the same one.
    fn some(&self, set: &Self::Set) -> Result<Option<State>, GaveUp>;
    /// The states of the universe that are one step before one of these.
    fn before(&self, set: &Self::Set) -> Result<Self::Set, GaveUp>;
    /// The states of the universe that are one step after one of these.
    fn after(&self, set: &Self::Set) -> Result<Self::Set, GaveUp>;
    /// The states of the universe that these agents together cannot tell from one of these.
    fn alike(&mut self, set: &Self::Set, agents: &[AgentId]) -> Result<Self::Set, GaveUp>;
    /// Whether these agents together tell all states of the universe apart.
    fn tell_all_apart(&mut self, agents: &[AgentId]) -> Result<bool, GaveUp>;
    /// What can be done in a state to come to the next.
    fn action(&self, from: &State, to: &State) -> Result<JointAction, GaveUp>;
    /// A path on which a path formula is true, from this state or from any initial one.
    fn run(&mut self, path: PathFormula, from: Option<&State>) -> Result<Option<Run>, GaveUp>;

    /// Whether the universe is all that formulas speak of, not only a part that a solver has shown.
    fn is_complete(&self) -> bool {
        true
    }

    /// What these agents can choose together in a state, in lexicographic order, and where each choice can lead: if the engine
    /// knows that better than whoever goes through all joint actions.
    fn choices(&self, _: &State, _members: &[AgentId], _budget: usize) -> Option<Result<Vec<Choice>, OutOfBudget>> {
        None
    }

    /// Whether a state is in a set.
    fn contains(&self, set: &Self::Set, state: &State) -> Result<bool, GaveUp> {
        Ok(!self.is_empty(&self.and(set, &self.single(state)?)?))
    }
}
