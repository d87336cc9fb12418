//! Evidence as a graph: states as boxes, steps as arrows with what was done, knowledge as dotted edges in the colours of
//! the agents.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::runs::Words;
use super::style::Style;
use crate::ir::{ActionId, AgentId, InterpretedSystem, JointAction, State};
use crate::run::Step;
use crate::witness::{Evidence, Reason};

/// The colour of an agent, as Graphviz reads it (hue, saturation, value). The Environment is grey; the others go round
/// the circle by the golden ratio in three tones, so that neighbours differ and none repeat.
fn colour(agent: AgentId) -> String {
    const START: f64 = 0.58;
    const GOLDEN: f64 = 0.381_966_011_250_105;
    let Some(number) = agent.index().checked_sub(1) else { return "0.000 0.000 0.400".to_owned() };
    let number = u32::try_from(number).unwrap_or(u32::MAX);
    let (round, tone) = (f64::from(number / 3), number % 3);
    let hue = (START + round * GOLDEN + f64::from(tone) / 3.0).fract();
    let value = match tone {
        0 => 0.66,
        1 => 0.48,
        _ => 0.84,
    };
    format!("{hue:.3} 0.800 {value:.3}")
}

/// The graph, as Graphviz reads it.
#[must_use]
pub fn dot(system: &InterpretedSystem, evidence: &Evidence) -> String {
    let system = evidence.system(system);
    let words = Words::new(system, Style { full: true, ..Style::default() });
    let mut graph = Graph { words, out: String::new(), names: Vec::new(), edges: BTreeSet::new() };
    for state in &evidence.states {
        graph.state(state);
    }
    let first = graph.state(&evidence.states[evidence.nodes[0].state]);
    for node in &evidence.nodes {
        match &node.reason {
            Reason::Path(path) => {
                let back = path.back_to.map(|at| path.states[at]);
                let next = path.states.iter().skip(1).copied().chain(back);
                for ((&from, to), action) in path.states.iter().zip(next).zip(&path.actions) {
                    graph.step(&evidence.states[from], action, &evidence.states[to]);
                }
            }
            Reason::Jump(jump) => {
                let mut here = node.state;
                for (agents, there) in &jump.steps {
                    graph.knowledge(&evidence.states[here], agents, &evidence.states[*there]);
                    here = *there;
                }
            }
            Reason::Prevention(prevention) => {
                for Step { from, action, to } in &prevention.rows {
                    graph.step(&evidence.states[*from], action, &evidence.states[*to]);
                }
            }
            Reason::Dilemma(dilemma) => {
                for attempt in &dilemma.tries {
                    let back = attempt.back_to.map(|at| attempt.states[at]);
                    let next = attempt.states.iter().skip(1).copied().chain(back);
                    for ((&from, to), action) in attempt.states.iter().zip(next).zip(&attempt.actions) {
                        graph.step(&evidence.states[from], action, &evidence.states[to]);
                    }
                }
            }
            Reason::Strategy(strategy) => {
                for (from, to) in &strategy.outcomes {
                    let choice = evidence.choice(system, node, strategy, *from);
                    for to in to {
                        graph.outcome(&evidence.states[*from], &choice, &evidence.states[*to]);
                    }
                }
            }
            _ => {}
        }
    }
    for run in evidence.origins.values() {
        for ((from, to), action) in run.states.iter().zip(run.states.iter().skip(1)).zip(&run.actions) {
            graph.step(from, action, to);
        }
    }
    format!(
        "digraph evidence {{\n  rankdir=TB;\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n  \
         edge [fontname=\"monospace\", fontsize=9];\n{}  {first} [penwidth=2];\n}}\n",
        graph.out
    )
}

struct Graph<'a> {
    words: Words<'a>,
    out: String,
    names: Vec<State>,
    edges: BTreeSet<String>,
}

impl Graph<'_> {
    /// The name of a state, which is drawn when it comes up first.
    fn state(&mut self, state: &State) -> String {
        let known = self.names.iter().position(|other| other == state);
        let number = known.unwrap_or_else(|| {
            let number = self.names.len();
            self.names.push(state.clone());
            let values: Vec<String> =
                self.words.system.var_ids().map(|id| self.words.value(state, id).text()).collect();
            let _ = writeln!(self.out, "  s{number} [label={}];", quoted(&format!("s{number}\n{}", values.join("\n"))));
            number
        });
        format!("s{number}")
    }

    fn edge(&mut self, text: String) {
        if self.edges.insert(text.clone()) {
            self.out.push_str(&text);
        }
    }

    fn step(&mut self, from: &State, action: &JointAction, to: &State) {
        let (from, to) = (self.state(from), self.state(to));
        let label = quoted(&self.words.actions(action).join("\n"));
        self.edge(format!("  {from} -> {to} [label={label}];\n"));
    }

    /// What can come of what a group does: only its members' actions are known.
    fn outcome(&mut self, from: &State, choice: &[(AgentId, ActionId)], to: &State) {
        let (from, to) = (self.state(from), self.state(to));
        let names = choice.iter().map(|&(agent, action)| (self.words.system.agent(agent), action));
        let names: Vec<String> =
            names.map(|(agent, action)| format!("{}.{}", agent.name, agent.actions[action.index()])).collect();
        let label = quoted(&names.join("\n"));
        self.edge(format!("  {from} -> {to} [style=bold, label={label}];\n"));
    }

    fn knowledge(&mut self, from: &State, agents: &[AgentId], to: &State) {
        let (from, to) = (self.state(from), self.state(to));
        let colour = colour(agents.first().copied().unwrap_or(AgentId::new(0)));
        let names: Vec<&str> = agents.iter().map(|&agent| self.words.system.agent(agent).name.as_str()).collect();
        let label = quoted(&names.join(", "));
        self.edge(format!(
            "  {from} -> {to} [dir=both, style=dotted, constraint=false, color=\"{colour}\", fontcolor=\"{colour}\", label={label}];\n"
        ));
    }
}

/// A label. A line of Graphviz ends with how it is aligned, the last one too.
fn quoted(text: &str) -> String {
    let lines = text.lines().map(|line| line.replace('\\', "\\\\").replace('"', "\\\"") + "\\l");
    format!("\"{}\"", lines.collect::<String>())
}
