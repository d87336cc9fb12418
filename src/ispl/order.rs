//! The order of sections: what is in the wrong place, twice or absent is reported with the place where it belongs.

use super::ast::NAMELESS;
use super::token::Token;
use crate::diagnostic::{Diagnostic, Span};

/// The items of a file in their order.
pub(super) const ITEMS: [&str; 7] =
    ["Semantics", "Agent", "Evaluation", "InitStates", "Groups", "Fairness", "Formulae"];
/// The sections of an agent in their order.
pub(super) const SECTIONS: [&str; 7] = ["Obsvars", "Lobsvars", "Vars", "RedStates", "Actions", "Protocol", "Evolution"];

/// Watches over the order of sections.
pub(super) struct Order {
    names: &'static [&'static str],
    /// "the file", "agent `a`"
    whole: String,
    /// Where each was met.
    met: Vec<Option<Span>>,
    last: usize,
    /// The section that came too early, if one did: a single complaint about it is enough.
    early: Option<usize>,
}

impl Order {
    /// For the items of a file.
    pub(super) fn of_file() -> Self {
        Self { names: &ITEMS, whole: "the file".to_owned(), met: vec![None; ITEMS.len()], last: 0, early: None }
    }

    /// For the sections of an agent.
    pub(super) fn of_agent(name: &str) -> Self {
        let whole = match name {
            NAMELESS => "the agent".to_owned(),
            _ if name == Token::Environment.text() => "the Environment".to_owned(),
            _ => format!("agent `{name}`"),
        };
        Self { names: &SECTIONS, whole, met: vec![None; SECTIONS.len()], last: 0, early: None }
    }

    /// A section that may occur once.
    pub(super) fn meet(&mut self, rank: usize, at: Span, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(first) = self.met[rank] {
            let message = format!("{} has a second `{}`", self.whole, self.names[rank]);
            diagnostics.push(
                Diagnostic::error("duplicate", at, message).here("second").label(first, "first").hint("join the two"),
            );
        } else {
            self.follow(rank, at, diagnostics);
        }
    }

    /// A section that may occur often.
    pub(super) fn follow(&mut self, rank: usize, at: Span, diagnostics: &mut Vec<Diagnostic>) {
        // The first section that should have come later.
        let later = (rank + 1..self.names.len()).find(|&later| self.met[later].is_some()).unwrap_or(self.last);
        if rank < self.last && self.early.replace(later) != Some(later) {
            let message = format!("`{}` comes before `{}`", self.names[rank], self.names[later]);
            let mut diagnostic = Diagnostic::error("section-order", at, message).here("in the wrong place");
            if let Some(place) = self.met[later] {
                diagnostic = diagnostic.label(place, "should come before this");
            }
            diagnostics.push(diagnostic.hint(self.advice()));
        }
        self.met[rank].get_or_insert(at);
        self.last = self.last.max(rank);
    }

    /// Complains about the `required` sections that were not met.
    pub(super) fn missing(&self, required: &[usize], at: Span, diagnostics: &mut Vec<Diagnostic>) {
        let absent = required.iter().filter(|&&rank| self.met[rank].is_none());
        let absent: Vec<String> = absent.map(|&rank| format!("`{}`", self.names[rank])).collect();
        if let [first @ .., last] = &absent[..] {
            let list = if first.is_empty() { last.clone() } else { format!("{} and no {last}", first.join(", no ")) };
            let diagnostic = Diagnostic::error("missing-section", at, format!("{} has no {list}", self.whole));
            diagnostics.push(diagnostic.here("incomplete").hint(self.advice()));
        }
    }

    fn advice(&self) -> String {
        format!("the order is: {}", self.names.join(", "))
    }
}
