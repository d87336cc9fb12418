//! The health of models for programs: one document at the end.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use schemars::JsonSchema;
use serde::Serialize;

use super::content::{HealthReport, Place, RivalPlaces};
use super::reporter::HealthReporter;
use crate::diagnostic::Diagnostic;
use crate::ir::{InterpretedSystem, JointAction, State};
use crate::report::content::Said;
use crate::report::diagnostics::Source;
use crate::report::json::{JsonDiagnostic, JsonReport, to_json};
use crate::report::reporter::Sink;
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
    /// Which engine looked: `explicit` or `bdd`.
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
    /// Pairs of evolution lines that a move enables, of which a step executes only one although they assign different variables.
    pub rival_lines: Vec<JsonRivals>,
    /// Where rival lines were not looked for, so that there may be more; empty if these are all.
    pub rival_lines_gaps: Vec<String>,
    /// Atoms that are true in all reachable states.
    pub atoms_always_true: Vec<String>,
    /// Atoms that are true in no reachable state.
    pub atoms_always_false: Vec<String>,
    /// Variables that keep their value on every run.
    pub unchanging_variables: Vec<JsonUnchanging>,
    /// Variables that InitStates leaves free: they begin with any of their values.
    pub free_variables: Vec<JsonFree>,
    /// What the engine could not find out.
    pub unanswered: Vec<String>,
    /// The kinds of findings that are wrong and make the exit status 1: `deadlock`, `overflow` and `unused-lines`, unless flags,
    /// settings or the file say otherwise.
    pub wrong: Vec<&'static str>,
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

/// Two evolution lines of an agent of which a step executes only one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonRivals {
    /// Both lines, the earlier one first.
    pub lines: Vec<JsonPlace>,
    /// A reachable state: all values, as `Agent.variable`.
    pub state: BTreeMap<String, String>,
    /// What all agents do there to enable both.
    pub actions: BTreeMap<String, String>,
}

/// A variable that keeps its value.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonUnchanging {
    /// The variable, as `Agent.variable`.
    pub variable: String,
    /// Its value, if all runs agree on it.
    pub value: Option<String>,
}

/// A variable that InitStates leaves free.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonFree {
    /// The variable, as `Agent.variable`.
    pub variable: String,
    /// Its values, as the file declares them: `boolean`, `0..3` or `{red, green}`.
    pub values: String,
}

/// A state of a trace.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct JsonStep {
    /// What all agents did to come here; empty for the first state.
    pub actions: BTreeMap<String, String>,
    /// All values, as `Agent.variable`.
    pub state: BTreeMap<String, String>,
}

impl From<&HealthReport<'_>> for JsonFindings {
    fn from(report: &HealthReport<'_>) -> Self {
        let HealthReport { health, system, .. } = report;
        let number = |count: &BigUint| count.to_string().parse().ok();
        let unchanging = report.unchanging().map(|(variable, value)| JsonUnchanging { variable, value });
        Self {
            engine: health.engine.name(),
            states: number(&health.states),
            initial_states: number(&health.initial_states),
            deadlocks: number(&health.deadlocks.count),
            deadlock_trace: health.deadlocks.run.as_ref().map(|run| steps(system, run)),
            overflowing_lines: report.overflowing.iter().map(JsonPlace::from).collect(),
            overflow_trace: health.overflows.first.as_ref().map(|(_, run)| steps(system, run)),
            unused_protocol_lines: report.unused_protocol.iter().map(JsonPlace::from).collect(),
            unused_evolution_lines: report.unused_evolution.iter().map(JsonPlace::from).collect(),
            rival_lines: report.rivals.iter().map(|found| rivals(system, found)).collect(),
            rival_lines_gaps: health.rivals.gaps.clone(),
            atoms_always_true: report.atoms(&health.always),
            atoms_always_false: report.atoms(&health.never),
            unchanging_variables: unchanging.collect(),
            free_variables: report.left_free().map(|(variable, values)| JsonFree { variable, values }).collect(),
            unanswered: health.unanswered.clone(),
            wrong: report.wrong.clone(),
        }
    }
}

impl From<&Place> for JsonPlace {
    fn from(place: &Place) -> Self {
        let Place { agent, number, line, text } = place;
        Self { agent: agent.clone(), number: *number, line: *line, text: text.clone() }
    }
}

fn rivals(system: &InterpretedSystem, found: &RivalPlaces<'_>) -> JsonRivals {
    JsonRivals {
        lines: found.lines.iter().map(JsonPlace::from).collect(),
        state: values(system, &found.rivals.state),
        actions: actions(system, &found.rivals.action),
    }
}

fn steps(system: &InterpretedSystem, run: &Run) -> Vec<JsonStep> {
    let mut steps = vec![JsonStep { actions: BTreeMap::new(), state: values(system, run.first()) }];
    for (action, state) in run.steps() {
        steps.push(JsonStep { actions: actions(system, action), state: values(system, state) });
    }
    steps
}

fn values(system: &InterpretedSystem, state: &State) -> BTreeMap<String, String> {
    system.var_ids().map(|id| (system.qualified(id), system.show_value(id, state.get(id)))).collect()
}

fn actions(system: &InterpretedSystem, action: &JointAction) -> BTreeMap<String, String> {
    let named = |id| {
        let agent = system.agent(id);
        (agent.name.clone(), agent.actions[action.get(id).index()].clone())
    };
    system.agent_ids().map(named).collect()
}

/// Reports the health of models to programs.
pub struct JsonHealthReporter {
    to: Box<dyn Sink>,
    several: bool,
    models: Vec<JsonHealth>,
}

impl JsonHealthReporter {
    /// Writes a list to `to` if there are several models.
    #[must_use]
    pub fn new(to: Box<dyn Sink>, several: bool) -> Self {
        Self { to, several, models: Vec::new() }
    }
}

impl HealthReporter for JsonHealthReporter {
    fn begin(&mut self, diagnostics: &[Diagnostic], source: &Source) {
        self.models.push(JsonHealth {
            version: JsonReport::VERSION,
            file: source.name().to_owned(),
            diagnostics: diagnostics.iter().map(|said| JsonDiagnostic::from(&Said::new(said, source))).collect(),
            gave_up: None,
            findings: None,
        });
    }

    fn health(&mut self, report: &HealthReport<'_>) {
        if let Some(model) = self.models.last_mut() {
            model.findings = Some(report.into());
        }
    }

    fn gave_up(&mut self, why: &str) {
        if let Some(model) = self.models.last_mut() {
            model.gave_up = Some(why.to_owned());
        }
    }

    fn finish(&mut self) {
        let mut models = std::mem::take(&mut self.models);
        self.to.out(&to_json(&match (self.several, models.pop()) {
            (false, Some(model)) => JsonHealthOutput::One(Box::new(model)),
            (_, last) => JsonHealthOutput::Several(models.into_iter().chain(last).collect()),
        }));
    }
}
