//! What there is to report of the health of a model: what was found out, and where the lines of it stand in the file.

use num_bigint::BigUint;

use crate::diagnostic::Span;
use crate::health::{Health, Line};
use crate::ir::{AtomId, InterpretedSystem, left_free};
use crate::ispl::{ast, parse};
use crate::lints::{Level, Levels};
use crate::report::diagnostics::Source;
use crate::rivals::Rivals;

/// The kind of lines of which a step executes only one.
pub const RIVAL_LINES: &str = "rival-lines";

/// The health of the model of a file.
#[derive(Debug, Clone)]
pub struct HealthReport<'a> {
    /// What was found out.
    pub health: &'a Health,
    /// About this.
    pub system: &'a InterpretedSystem,
    /// Which was written here.
    pub source: &'a Source,
    /// Evolution lines whose result can be out of range or no integer.
    pub overflowing: Vec<Place>,
    /// Protocol lines that apply in no reachable state.
    pub unused_protocol: Vec<Place>,
    /// Evolution lines that no move of a reachable state enables.
    pub unused_evolution: Vec<Place>,
    /// Pairs of evolution lines of which a step executes only one, each with where it was found.
    pub rivals: Vec<RivalPlaces<'a>>,
    /// Whether something was not found out that could be wrong.
    pub is_open: bool,
    /// Kinds of what was found that are denied, which all that is wrong is unless somebody has said otherwise.
    pub wrong: Vec<&'static str>,
}

/// Two lines of which a step executes only one.
#[derive(Debug, Clone)]
pub struct RivalPlaces<'a> {
    /// Where they meet.
    pub rivals: &'a Rivals,
    /// The lines, the earlier one first.
    pub lines: [Place; 2],
}

/// A line of a protocol or evolution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Whose line it is.
    pub agent: String,
    /// Which line of its section, from 1.
    pub number: usize,
    /// The line of the file, from 1; none if it cannot be found there.
    pub line: Option<usize>,
    /// What stands there.
    pub text: String,
}

impl<'a> HealthReport<'a> {
    /// What was found out, with the places of lines in `source`, and which of it is wrong by `levels`.
    #[must_use]
    pub fn new(health: &'a Health, system: &'a InterpretedSystem, source: &'a Source, levels: &Levels) -> Self {
        let file = parse(source.text()).file;
        let places = Places { system, source, file: &file };
        let rivals = |rivals: &'a Rivals| {
            let place = |number| places.evolution(Line { agent: rivals.agent, number });
            RivalPlaces { rivals, lines: [place(rivals.first), place(rivals.second)] }
        };
        let guarded = !health.rivals.gaps.is_empty() && levels.in_health(RIVAL_LINES) == Level::Deny;
        let mut report = Self {
            rivals: health.rivals.found.iter().map(rivals).collect(),
            is_open: !health.unanswered.is_empty() || guarded,
            health,
            system,
            source,
            wrong: Vec::new(),
            overflowing: health.overflows.lines.iter().map(|&line| places.evolution(line)).collect(),
            unused_protocol: health.idle_protocol.iter().filter_map(|&line| places.protocol(line)).collect(),
            unused_evolution: health.idle_evolution.iter().map(|&line| places.evolution(line)).collect(),
        };
        report.wrong = report.found().into_iter().filter(|code| levels.in_health(code) == Level::Deny).collect();
        report
    }

    /// The kinds of what there is to look at.
    fn found(&self) -> Vec<&'static str> {
        let Health { deadlocks, always, never, unchanging, .. } = self.health;
        let found = [
            ("deadlock", deadlocks.count != BigUint::ZERO),
            ("overflow", !self.overflowing.is_empty()),
            ("unused-lines", !self.unused_protocol.is_empty() || !self.unused_evolution.is_empty()),
            (RIVAL_LINES, !self.rivals.is_empty()),
            ("constants", !always.is_empty() || !never.is_empty() || !unchanging.is_empty()),
        ];
        found.into_iter().filter(|(_, found)| *found).map(|(code, _)| code).collect()
    }

    /// Names of atoms.
    pub(super) fn atoms(&self, ids: &[AtomId]) -> Vec<String> {
        ids.iter().map(|&id| self.system.atom(id).name.clone()).collect()
    }

    /// The variables that InitStates leaves free, with what they are declared as.
    pub(super) fn left_free(&self) -> impl Iterator<Item = (String, String)> {
        let with_domain = |variable| (self.system.qualified(variable), self.system.show_domain(variable));
        left_free(self.system).into_iter().map(with_domain)
    }

    /// The variables that never change, and the value that they have on all runs, if there is one.
    pub(super) fn unchanging(&self) -> impl Iterator<Item = (String, Option<String>)> {
        self.health.unchanging.iter().map(|found| {
            let value = found.value.map(|value| self.system.show_value(found.variable, value));
            (self.system.qualified(found.variable), value)
        })
    }
}

/// Where lines stand in the file.
struct Places<'a> {
    system: &'a InterpretedSystem,
    source: &'a Source,
    file: &'a ast::File<'a>,
}

impl Places<'_> {
    fn agent(&self, line: Line) -> (&str, Option<&ast::Agent<'_>>) {
        let name = self.system.agent(line.agent).name.as_str();
        (name, self.file.agents.iter().find(|agent| agent.name.text == name))
    }

    /// None for what stands nowhere: an Environment without a protocol may do anything.
    fn protocol(&self, line: Line) -> Option<Place> {
        let (name, agent) = self.agent(line);
        let lines = &agent?.protocol.as_ref()?.items;
        let others = |written: &&ast::ProtocolLine<'_>| written.condition.is_none();
        let numbered = |written: &&ast::ProtocolLine<'_>| written.condition.is_some();
        let found = match lines.iter().filter(numbered).nth(line.number) {
            Some(found) => found,
            None => lines.iter().find(others)?,
        };
        Some(self.place(name, line, found.span))
    }

    fn evolution(&self, line: Line) -> Place {
        let (name, agent) = self.agent(line);
        let lines = agent.and_then(|agent| agent.evolution.as_ref()).map_or(&[][..], |section| &section.items);
        match lines.get(line.number) {
            Some(written) => self.place(name, line, written.span),
            None => Place { agent: name.to_owned(), number: line.number + 1, line: None, text: String::new() },
        }
    }

    fn place(&self, agent: &str, line: Line, span: Span) -> Place {
        let text = self.source.text().get(span.range()).unwrap_or_default();
        let words: Vec<&str> =
            text.lines().flat_map(|line| line.split("--").next().unwrap_or_default().split_whitespace()).collect();
        Place {
            agent: agent.to_owned(),
            number: line.number + 1,
            line: Some(self.source.position(span.start).line),
            text: words.join(" "),
        }
    }
}
