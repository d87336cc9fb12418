//! The health of a model, as text and as JSON. Lines of protocols and evolutions are shown with their place in the file.

use std::collections::BTreeMap;
use std::fmt::Write;

use schemars::JsonSchema;
use serde::Serialize;

use super::diagnostics::Source;
use super::json::{JsonDiagnostic, JsonReport};
use crate::health::{Health, Line};
use crate::ir::{InterpretedSystem, State};
use crate::ispl::ast;
use crate::ispl::parse;
use crate::run::Run;

/// What `health --format json` prints: the report of one model, or a list of them if several were asked for.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum JsonHealthOutput {
    /// One model.
    One(Box<JsonHealth>),
    /// Several models, or a folder.
    Several(Vec<JsonHealth>),
}

/// What was found out about one model.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonHealth {
    /// The version of this shape.
    pub version: u32,
    /// The file that was looked at.
    pub file: String,
    /// Errors and warnings in file order.
    pub diagnostics: Vec<JsonDiagnostic>,
    /// Why there are no findings, if the engines gave up.
    pub gave_up: Option<String>,
    /// What was found out.
    pub findings: Option<JsonFindings>,
}

/// What was found out about a model.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonFindings {
    /// Who looked: `explicit` or `bdd`.
    pub engine: &'static str,
    /// Reachable states, exactly.
    pub states: Option<serde_json::Number>,
    /// Initial states, exactly.
    pub initial_states: Option<serde_json::Number>,
    /// Reachable states without successors.
    pub deadlocks: Option<serde_json::Number>,
    /// A way to one of them.
    pub deadlock_trace: Option<Vec<JsonStep>>,
    /// Evolution lines whose result can be out of range or no integer.
    pub overflowing_lines: Vec<JsonPlace>,
    /// A way to such a result.
    pub overflow_trace: Option<Vec<JsonStep>>,
    /// Protocol lines that apply in no reachable state.
    pub unused_protocol_lines: Vec<JsonPlace>,
    /// Evolution lines that no move of a reachable state enables.
    pub unused_evolution_lines: Vec<JsonPlace>,
    /// Atoms that are true in all reachable states.
    pub atoms_always_true: Vec<String>,
    /// Atoms that are true in no reachable state.
    pub atoms_always_false: Vec<String>,
    /// Variables that keep their value on every run.
    pub unchanging_variables: Vec<JsonUnchanging>,
    /// What the engine could not find out.
    pub unanswered: Vec<String>,
}

/// A line of a protocol or evolution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct JsonPlace {
    /// Whose line it is.
    pub agent: String,
    /// Which line of its section, from 1.
    pub number: usize,
    /// The line of the file, from 1.
    pub line: Option<usize>,
    /// What stands there.
    pub text: String,
}

/// A variable that keeps its value.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonUnchanging {
    /// The variable, as `Agent.variable`.
    pub variable: String,
    /// Its value, if all runs agree on it.
    pub value: Option<String>,
}

/// A state of a trace.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonStep {
    /// What everybody did to come here; empty for the first state.
    pub actions: BTreeMap<String, String>,
    /// All values, as `Agent.variable`.
    pub state: BTreeMap<String, String>,
}

impl JsonHealth {
    /// A report with nothing in it yet.
    #[must_use]
    pub fn new(file: &str) -> Self {
        let (file, diagnostics) = (file.to_owned(), Vec::new());
        Self { version: JsonReport::VERSION, file, diagnostics, gave_up: None, findings: None }
    }
}

impl JsonFindings {
    /// The findings in `health`, with the places of lines in `source`.
    #[must_use]
    pub fn new(health: &Health, system: &InterpretedSystem, source: &Source) -> Self {
        let file = parse(source.text()).file;
        let places = Places { system, source, file: &file };
        let atoms = |ids: &[crate::ir::AtomId]| ids.iter().map(|&id| system.atom(id).name.clone()).collect();
        let number = |count: &num_bigint::BigUint| count.to_string().parse().ok();
        let protocol = health.idle_protocol.iter().filter_map(|&line| places.protocol(line));
        Self {
            engine: health.engine.name(),
            states: number(&health.states),
            initial_states: number(&health.initial_states),
            deadlocks: number(&health.deadlocks.count),
            deadlock_trace: health.deadlocks.run.as_ref().map(|run| steps(system, run)),
            overflowing_lines: health.overflows.lines.iter().map(|&line| places.evolution(line)).collect(),
            overflow_trace: health.overflows.first.as_ref().map(|(_, run)| steps(system, run)),
            unused_protocol_lines: protocol.collect(),
            unused_evolution_lines: health.idle_evolution.iter().map(|&line| places.evolution(line)).collect(),
            atoms_always_true: atoms(&health.always),
            atoms_always_false: atoms(&health.never),
            unchanging_variables: health
                .unchanging
                .iter()
                .map(|unchanging| JsonUnchanging {
                    variable: system.qualified(unchanging.variable),
                    value: unchanging.value.map(|value| system.show_value(unchanging.variable, value)),
                })
                .collect(),
            unanswered: health.unanswered.clone(),
        }
    }

    /// Whether there is something to look at.
    #[must_use]
    pub fn any(&self) -> bool {
        self.deadlocks != Some(0.into())
            || !self.overflowing_lines.is_empty()
            || !self.unused_protocol_lines.is_empty()
            || !self.unused_evolution_lines.is_empty()
            || !self.atoms_always_true.is_empty()
            || !self.atoms_always_false.is_empty()
            || !self.unchanging_variables.is_empty()
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
    fn protocol(&self, line: Line) -> Option<JsonPlace> {
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

    fn evolution(&self, line: Line) -> JsonPlace {
        let (name, agent) = self.agent(line);
        let lines = agent.and_then(|agent| agent.evolution.as_ref()).map_or(&[][..], |section| &section.items);
        match lines.get(line.number) {
            Some(written) => self.place(name, line, written.span),
            None => JsonPlace { agent: name.to_owned(), number: line.number + 1, line: None, text: String::new() },
        }
    }

    fn place(&self, agent: &str, line: Line, span: crate::diagnostic::Span) -> JsonPlace {
        let text = self.source.text().get(span.range()).unwrap_or_default();
        let words: Vec<&str> =
            text.lines().flat_map(|line| line.split("--").next().unwrap_or_default().split_whitespace()).collect();
        JsonPlace {
            agent: agent.to_owned(),
            number: line.number + 1,
            line: Some(self.source.position(span.start).line),
            text: words.join(" "),
        }
    }
}

fn steps(system: &InterpretedSystem, run: &Run) -> Vec<JsonStep> {
    let values = |state: &State| {
        system.var_ids().map(|id| (system.qualified(id), system.show_value(id, state.get(id)))).collect()
    };
    let mut steps = vec![JsonStep { actions: BTreeMap::new(), state: values(run.first()) }];
    for (action, state) in run.steps() {
        let actions = system.agent_ids().map(|id| {
            let agent = system.agent(id);
            (agent.name.clone(), agent.actions[action.get(id).index()].clone())
        });
        steps.push(JsonStep { actions: actions.collect(), state: values(state) });
    }
    steps
}

/// The health of a model for people.
#[must_use]
pub fn health_text(health: &Health, system: &InterpretedSystem, source: &Source) -> String {
    let findings = JsonFindings::new(health, system, source);
    let mut out = String::new();
    let plural = |count: &num_bigint::BigUint, word: &str| {
        format!("{count} {word}{}", if *count == num_bigint::BigUint::from(1u8) { "" } else { "s" })
    };
    let _ = writeln!(
        out,
        "{}: {}, {} ({})",
        source.name(),
        plural(&health.states, "reachable state"),
        plural(&health.initial_states, "initial state"),
        findings.engine
    );
    if health.deadlocks.count == num_bigint::BigUint::ZERO {
        out.push_str("deadlocks: none\n");
    } else {
        let _ = writeln!(out, "deadlocks: {}; one of them:", plural(&health.deadlocks.count, "state"));
        if let Some(run) = &health.deadlocks.run {
            out.push_str(&super::trace::trace(system, run));
        }
    }
    places(&mut out, "overflows", source, &findings.overflowing_lines);
    if let Some((_, run)) = &health.overflows.first {
        out.push_str("one of them is where this ends:\n");
        out.push_str(&super::trace::trace(system, run));
    }
    places(&mut out, "protocol lines never used", source, &findings.unused_protocol_lines);
    places(&mut out, "evolution lines never used", source, &findings.unused_evolution_lines);
    list(&mut out, "atoms always true", &findings.atoms_always_true);
    list(&mut out, "atoms always false", &findings.atoms_always_false);
    let unchanging: Vec<String> = findings
        .unchanging_variables
        .iter()
        .map(|found| match &found.value {
            Some(value) => format!("{} = {value}", found.variable),
            None => format!("{} (as it was at the start)", found.variable),
        })
        .collect();
    list(&mut out, "variables that never change", &unchanging);
    for question in &findings.unanswered {
        let _ = writeln!(out, "not answered: {question}");
    }
    out
}

fn places(out: &mut String, title: &str, source: &Source, places: &[JsonPlace]) {
    if places.is_empty() {
        let _ = writeln!(out, "{title}: none");
        return;
    }
    let _ = writeln!(out, "{title}: {}", places.len());
    for place in places {
        let JsonPlace { agent, number, line, text } = place;
        let line = line.map_or(String::new(), |line| format!(":{line}"));
        let _ = writeln!(out, "  {}{line}: line {number} of {agent}: {text}", source.name());
    }
}

fn list(out: &mut String, title: &str, items: &[String]) {
    let items = if items.is_empty() { "none".to_owned() } else { items.join(", ") };
    let _ = writeln!(out, "{title}: {items}");
}
