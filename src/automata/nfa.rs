//! Automata on finite words, for finite traces. The law is position semantics: a trace has at least one position, each
//! has a letter, and the last one is read like any other, but there is no next. So a word is accepted if the run
//! stands, before the last letter, in a state that the last letter allows to end in.

use super::TooLarge;
use super::graph::Graph;
use super::labels::Label;

/// A nondeterministic automaton on finite words with at least one letter. From every state but perhaps the initial one
/// some word is accepted.
#[derive(Debug, Clone)]
pub struct Nfa {
    graph: Graph,
    deterministic: bool,
}

impl Nfa {
    /// The smallest automaton that cheap means give.
    pub(super) fn new(mut graph: Graph) -> Result<Self, TooLarge> {
        graph.trim();
        graph.merge_bisimilar()?;
        graph.reduce_by_simulation()?;
        graph.trim();
        let deterministic = graph.is_deterministic()?;
        graph.labels.forget();
        Ok(Self { graph, deterministic })
    }

    /// States and edges; these read all letters but the last.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The letters with which a word may end in this state.
    #[must_use]
    pub fn last(&self, state: usize) -> Label {
        self.graph.accepting[state]
    }

    /// Whether a word has at most one run.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        self.deterministic
    }
}
