//! The order of sections: what is in the wrong place, twice or absent is reported with the place where it belongs, and so
//! is what is empty.

use std::marker::PhantomData;

use super::ast::NAMELESS;
use super::token::Token;
use crate::diagnostic::{Diagnostic, Span};

/// A part of a file or of an agent that has its place among others.
pub(super) trait Placed: Copy {
    /// The names of all of them, in their order.
    const NAMES: &'static [&'static str];

    /// The position in that order.
    fn rank(self) -> usize;
}

/// The items of a file, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Semantics,
    Agent,
    Evaluation,
    InitStates,
    Groups,
    Fairness,
    Formulae,
}

/// The sections of an agent, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AgentSection {
    Obsvars,
    Lobsvars,
    Vars,
    RedStates,
    Actions,
    Protocol,
    Evolution,
}

impl Placed for Item {
    const NAMES: &'static [&'static str] = &ITEMS;

    fn rank(self) -> usize {
        self as usize
    }
}

impl Placed for AgentSection {
    const NAMES: &'static [&'static str] = &SECTIONS;

    fn rank(self) -> usize {
        self as usize
    }
}

/// The names of the items of a file: one for each [`Item`].
pub(super) const ITEMS: [&str; 7] =
    ["Semantics", "Agent", "Evaluation", "InitStates", "Groups", "Fairness", "Formulae"];
/// The names of the sections of an agent: one for each [`AgentSection`].
pub(super) const SECTIONS: [&str; 7] = ["Obsvars", "Lobsvars", "Vars", "RedStates", "Actions", "Protocol", "Evolution"];

/// What messages call an item of a file.
pub(super) const ITEM: &str = "a section";
/// What messages call the two semantics.
pub(super) const SEMANTICS: &str = "`MultiAssignment` or `SingleAssignment`";
/// What messages call a section of an agent.
pub(super) const AGENT_SECTION: &str = "a section of the agent";

/// Complains about a section without items.
pub(super) fn empty(section: &str, item: &str, at: Span) -> Diagnostic {
    Diagnostic::error("empty-section", at, format!("{section} needs at least one {item}")).here("empty")
}

/// Watches over the order of sections.
pub(super) struct Order<P> {
    /// What has an order.
    parts: PhantomData<P>,
    /// "the file", "agent `a`"
    whole: String,
    /// Where each was met.
    met: Vec<Option<Span>>,
    last: usize,
    /// The section that came too early, if one did: a single complaint about it is enough.
    early: Option<usize>,
}

impl Order<Item> {
    /// For the items of a file.
    pub(super) fn of_file() -> Self {
        Self::of("the file".to_owned())
    }
}

impl Order<AgentSection> {
    /// For the sections of an agent.
    pub(super) fn of_agent(name: &str) -> Self {
        let whole = match name {
            NAMELESS => "the agent".to_owned(),
            _ if name == Token::Environment.text() => "the Environment".to_owned(),
            _ => format!("agent `{name}`"),
        };
        Self::of(whole)
    }
}

impl<P: Placed> Order<P> {
    fn of(whole: String) -> Self {
        Self { parts: PhantomData, whole, met: vec![None; P::NAMES.len()], last: 0, early: None }
    }

    /// A section that may occur once.
    pub(super) fn meet(&mut self, part: P, at: Span, diagnostics: &mut Vec<Diagnostic>) {
        let rank = part.rank();
        if let Some(first) = self.met[rank] {
            let message = format!("{} has a second `{}`", self.whole, P::NAMES[rank]);
            diagnostics.push(
                Diagnostic::error("duplicate", at, message).here("second").label(first, "first").hint("join the two"),
            );
        } else {
            self.follow(part, at, diagnostics);
        }
    }

    /// A section that may occur often.
    pub(super) fn follow(&mut self, part: P, at: Span, diagnostics: &mut Vec<Diagnostic>) {
        let rank = part.rank();
        // The first section that should have come later.
        let later = (rank + 1..P::NAMES.len()).find(|&later| self.met[later].is_some()).unwrap_or(self.last);
        if rank < self.last && self.early.replace(later) != Some(later) {
            let message = format!("`{}` comes before `{}`", P::NAMES[rank], P::NAMES[later]);
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
    pub(super) fn missing(&self, required: &[P], at: Span, diagnostics: &mut Vec<Diagnostic>) {
        let absent = required.iter().map(|part| part.rank()).filter(|&rank| self.met[rank].is_none());
        let absent: Vec<String> = absent.map(|rank| format!("`{}`", P::NAMES[rank])).collect();
        if let [first @ .., last] = &absent[..] {
            let list = if first.is_empty() { last.clone() } else { format!("{} and no {last}", first.join(", no ")) };
            let diagnostic = Diagnostic::error("missing-section", at, format!("{} has no {list}", self.whole));
            diagnostics.push(diagnostic.here("incomplete").hint(self.advice()));
        }
    }

    fn advice(&self) -> String {
        format!("the order is: {}", P::NAMES.join(", "))
    }
}
