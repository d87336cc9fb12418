//! The Hanoi omega-automata format, version 1: Babiak et al., CAV 2015.
//!
//! The format knows infinite words only. A finite word is written as Spot does: one more proposition, `alive`, holds at
//! its positions and at no later one, as does the path terminator of the thesis (7.2).

use std::fmt::{self, Write};

use super::buchi::{Buchi, Class};
use super::expression::Words;
use super::graph::Graph;
use super::labels::Label;
use super::nfa::Nfa;

impl Buchi {
    /// The automaton in the Hanoi format. `names` are those of the propositions, in order.
    #[must_use]
    pub fn hoa(&self, name: &str, names: &[String]) -> String {
        let mut properties = vec!["trans-labels", "explicit-labels", "state-acc"];
        properties.extend(self.is_complete().then_some("complete"));
        properties.extend(self.is_deterministic().then_some("deterministic"));
        properties.extend(match self.class() {
            Class::CoSafety => &["weak", "terminal"][..],
            Class::Safety | Class::Weak => &["weak"],
            Class::General => &[],
        });
        let graph = self.graph();
        let mut text = head(name, graph.len(), names, &properties);
        for state in 0..graph.len() {
            let mark = if self.is_accepting(state) { " {0}" } else { "" };
            writeln!(text, "State: {state}{mark}").expect(INFALLIBLE);
            for edge in graph.edges(state) {
                writeln!(text, "  [{}] {}", numbered(graph, edge.label, Place::Alone), edge.target).expect(INFALLIBLE);
            }
        }
        text + "--END--\n"
    }
}

impl Nfa {
    /// The automaton in the Hanoi format. `names` are those of the propositions, in order; one more says that the word
    /// has not ended.
    #[must_use]
    pub fn hoa(&self, name: &str, names: &[String]) -> String {
        let alive = names.len();
        let mut names = names.to_vec();
        names.push(unused("alive", &names));
        let properties = ["trans-labels", "explicit-labels", "state-acc", "weak"];
        let graph = self.graph();
        let end = graph.len();
        let mut text = head(name, end + 1, &names, &properties);
        for state in 0..graph.len() {
            writeln!(text, "State: {state}").expect(INFALLIBLE);
            for edge in graph.edges(state) {
                let label = numbered(graph, edge.label, Place::Factor);
                writeln!(text, "  [{label}{alive}] {}", edge.target).expect(INFALLIBLE);
            }
            if self.last(state) != Label::FALSE {
                let label = numbered(graph, self.last(state), Place::Factor);
                writeln!(text, "  [{label}{alive}] {end}").expect(INFALLIBLE);
            }
        }
        writeln!(text, "State: {end} {{0}}\n  [!{alive}] {end}\n--END--").expect(INFALLIBLE);
        text
    }
}

const INFALLIBLE: &str = "a string can always grow";

enum Place {
    Alone,
    /// Before another factor; nothing if the label says nothing.
    Factor,
}

/// A label over proposition numbers.
fn numbered(graph: &Graph, label: Label, place: Place) -> String {
    let words = Words { constants: ["f", "t"], name: &|proposition| proposition.index().to_string() };
    match place {
        Place::Alone => graph.labels().text(label, &words),
        Place::Factor if label == Label::TRUE => String::new(),
        Place::Factor => graph.labels().factor_text(label, &words) + " & ",
    }
}

fn head(name: &str, states: usize, names: &[String], properties: &[&str]) -> String {
    let mut text = String::new();
    let mut write = || -> fmt::Result {
        writeln!(text, "HOA: v1\ntool: \"qmas-rs\"\nname: {}", quoted(name))?;
        writeln!(text, "States: {states}\nStart: {}\nAP: {}", Graph::INITIAL, names.len())?;
        text.pop();
        for name in names {
            write!(text, " {}", quoted(name))?;
        }
        writeln!(text, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)\nproperties: {}\n--BODY--", properties.join(" "))
    };
    write().expect(INFALLIBLE);
    text
}

/// A string between quotation marks, on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            character if character.is_control() => quoted.push(' '),
            character => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// A name that none of `names` has.
fn unused(wish: &str, names: &[String]) -> String {
    let mut name = wish.to_owned();
    while names.contains(&name) {
        name.push('_');
    }
    name
}
