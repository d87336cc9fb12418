//! Drawings of automata, for Graphviz.

use std::fmt::Write;

use super::buchi::Buchi;
use super::expression::Words;
use super::graph::Graph;
use super::labels::Label;
use super::nfa::Nfa;

impl Buchi {
    /// A drawing; accepting states have two circles. `names` are those of the propositions.
    #[must_use]
    pub fn dot(&self, name: &str, names: &[String]) -> String {
        let mut text = head(name);
        for state in 0..self.graph().len() {
            if self.is_accepting(state) {
                text.push_str(&format!("  {state} [shape=doublecircle];\n"));
            }
        }
        draw_edges(self.graph(), names, &mut text);
        text + "}\n"
    }
}

impl Nfa {
    /// A drawing; a dashed edge reads the last letter. `names` are those of the propositions.
    #[must_use]
    pub fn dot(&self, name: &str, names: &[String]) -> String {
        let mut text = head(name);
        text.push_str("  end [label=\"\", shape=doublecircle];\n");
        draw_edges(self.graph(), names, &mut text);
        for state in 0..self.graph().len() {
            if self.last(state) != Label::FALSE {
                let label = named(self.graph(), self.last(state), names);
                writeln!(text, "  {state} -> end [label={label}, style=dashed];").expect("a string can always grow");
            }
        }
        text + "}\n"
    }
}

fn head(name: &str) -> String {
    format!(
        "digraph automaton {{\n  label={};\n  rankdir=LR;\n  node [shape=circle];\n  start [shape=point];\n  \
         start -> {};\n",
        quoted(name),
        Graph::INITIAL
    )
}

fn draw_edges(graph: &Graph, names: &[String], text: &mut String) {
    for state in 0..graph.len() {
        // A state without edges would not be drawn otherwise.
        writeln!(text, "  {state};").expect("a string can always grow");
        for edge in graph.edges(state) {
            let label = named(graph, edge.label, names);
            writeln!(text, "  {state} -> {} [label={label}];", edge.target).expect("a string can always grow");
        }
    }
}

fn named(graph: &Graph, label: Label, names: &[String]) -> String {
    let name = |proposition: super::Proposition| {
        let name = &names[proposition.index()];
        if name.chars().all(|c| c.is_alphanumeric() || c == '_') { name.clone() } else { format!("({name})") }
    };
    quoted(&graph.labels().text(label, &Words { constants: ["false", "true"], name: &name }))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
