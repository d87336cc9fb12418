//! Evidence on a terminal: one part after the other, those inside further to the right.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::paint::Paint;
use super::runs::Words;
use crate::ir::{AgentId, InterpretedSystem, State};
use crate::logic::{Formula, FormulaId, Modality};
use crate::model::Model;
use crate::outcome::{Backing, Interesting, Vacuity};
use crate::run::Run;
use crate::witness::{Evidence, Missing, Node, NodeId, Open, Path, Reading, Reason, Shown, StateId, Unknowing, Unseen};

/// The longest formula that is shown whole.
const LONGEST: usize = 200;

/// How much is shown, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// All values of all states, not only what changes.
    pub full: bool,
    /// Colours.
    pub paint: Paint,
}

/// What a verdict rests on; empty if nobody asked or there is nothing to see.
#[must_use]
pub fn backing(model: &Model, backing: &Backing, style: Style) -> String {
    match backing {
        Backing::Nothing | Backing::Broken { .. } => String::new(),
        Backing::Missing(why) => format!("  no evidence: {why}\n"),
        Backing::Shown { evidence, unknowing, replayed } => {
            let mut text = evidence_text(&model.system, evidence, unknowing, style);
            let on_the_way = |open: &&Open| matches!(open.what, Unseen::FairOnTheWay(_));
            let unfair = replayed.open.iter().filter(on_the_way).count();
            let mut claims = match replayed.open.len() - unfair {
                0 => String::new(),
                1 => ", 1 universal claim is the engine's word".to_owned(),
                count => format!(", {count} universal claims are the engine's word"),
            };
            if unfair > 0 {
                claims += ", that states on the way have a fair path is the engine's word";
            }
            if let (Shown::Holds, Some(universe)) = (evidence.shown, &evidence.universe)
                && universe.initial > 1_u32.into()
            {
                let _ = write!(claims, ", one of {} initial states is shown", universe.initial);
            }
            let count =
                |count: usize, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
            let mut steps = count(replayed.steps, "step", "steps");
            if replayed.jumps > 0 {
                steps += ", ";
                steps +=
                    &count(replayed.jumps, "pair of states that look the same", "pairs of states that look the same");
            }
            let done = format!("(replayed: {steps}{claims})");
            let _ = writeln!(text, "  {}", style.paint.dim(&done));
            text
        }
    }
}

/// Cases in which the left side of an implication is true, in a formula that holds.
#[must_use]
pub fn interesting(model: &Model, cases: &[Interesting], style: Style) -> String {
    let mut text = String::new();
    for Interesting { antecedent, evidence, .. } in cases {
        let shown = style.paint.bold(&show(&model.formulas, &model.system, *antecedent));
        let _ = writeln!(text, "  not for an empty reason: `{shown}` is true here");
        // The first line says what the changed formula is; nobody asked for that.
        for line in evidence_text(&model.system, evidence, &[], style).lines().skip(1) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The empty reasons for which a formula holds.
#[must_use]
pub fn emptiness(model: &Model, reasons: &[Vacuity]) -> String {
    let mut text = String::new();
    for reason in reasons {
        let _ = match reason {
            Vacuity::Antecedent(formula) => {
                let shown = show(&model.formulas, &model.system, *formula);
                writeln!(text, "  holds for an empty reason: `{shown}` is never true where it matters")
            }
            Vacuity::NoPath => {
                writeln!(text, "  holds for an empty reason: no infinite path starts in an initial state")
            }
            Vacuity::NoRun(bound) => writeln!(text, "  says little of bound {bound}: no run has as many steps"),
            Vacuity::NoFairPath => writeln!(text, "  holds for an empty reason: there is no fair path"),
            Vacuity::Knowledge(relations) => {
                let names: Vec<String> = relations.iter().map(|agents| names(&model.system, agents)).collect();
                let who = match names.as_slice() {
                    [one] => one.clone(),
                    several => format!("each of {}", several.join(" and ")),
                };
                writeln!(text, "  says little: {who} can tell all states apart, so that all that is true is known")
            }
        };
    }
    text
}

fn show(formulas: &crate::logic::Formulas, system: &InterpretedSystem, formula: FormulaId) -> String {
    formulas.show_start(system, formula, LONGEST)
}

fn names(system: &InterpretedSystem, agents: &[AgentId]) -> String {
    let names: Vec<&str> = agents.iter().map(|&agent| system.agent(agent).name.as_str()).collect();
    match names.as_slice() {
        [one] => (*one).to_owned(),
        several => format!("{} together", several.join(" and ")),
    }
}

/// The form of a verb for one agent, or for several.
fn verb<'a>(agents: &[AgentId], one: &'a str, several: &'a str) -> &'a str {
    if agents.len() == 1 { one } else { several }
}

fn evidence_text(
    system: &InterpretedSystem,
    evidence: &Evidence,
    unknowing: &[(NodeId, Unknowing)],
    style: Style,
) -> String {
    let words = Words { system, paint: style.paint, full: style.full };
    let mut writer = Writer { words, evidence, unknowing, shown: BTreeSet::new(), out: String::new() };
    let first = &evidence.nodes[0];
    let word = match evidence.shown {
        Shown::Holds => "holds",
        Shown::Fails => "fails",
    };
    let formula = show(&evidence.formulas, system, first.formula);
    writer.line(1, &format!("{word} because in an initial state: {}", style.paint.bold(&formula)));
    writer.all();
    writer.out
}

pub(super) struct Writer<'a> {
    pub(super) words: Words<'a>,
    pub(super) evidence: &'a Evidence,
    unknowing: &'a [(NodeId, Unknowing)],
    /// States that have been written out.
    shown: BTreeSet<StateId>,
    out: String,
}

impl Writer<'_> {
    pub(super) fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(depth.min(20)));
    }

    fn lines(&mut self, depth: usize, lines: &[String]) {
        for line in lines {
            self.line(depth, line);
        }
    }

    /// All parts, each once, a part before what it rests on.
    fn all(&mut self) {
        let mut seen = BTreeSet::new();
        let mut work = vec![(0, 2, true)];
        while let Some((id, depth, first)) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let evidence = self.evidence;
            let node = &evidence.nodes[id];
            let (parts, deeper) = self.part(id, node, depth, first);
            work.extend(node.fair.map(|part| (part, depth, false)));
            work.extend(
                parts.into_iter().rev().map(|part| (part, if deeper { depth + 1 } else { depth }, first && !deeper)),
            );
        }
    }

    fn name(state: StateId) -> String {
        format!("s{state}")
    }

    pub(super) fn painted(&self, state: StateId) -> String {
        self.words.paint.state(&Self::name(state))
    }

    /// A position of a path.
    fn at(&self, path: &Path, at: usize) -> String {
        self.words.paint.state(&position(path, at))
    }

    fn formula(&self, node: &Node) -> String {
        self.words.paint.bold(&show(&self.evidence.formulas, self.words.system, node.formula))
    }

    /// Writes a part; what it rests on, and whether that stands further to the right.
    fn part(&mut self, id: NodeId, node: &Node, depth: usize, first: bool) -> (Vec<NodeId>, bool) {
        let state = node.state;
        match &node.reason {
            &Reason::Both(left, right) => (vec![left, right], false),
            &Reason::Either(part) => (vec![part], false),
            Reason::Evident => {
                self.state(depth, state);
                if !matches!(self.evidence.formulas.get(node.formula), Formula::True) {
                    let text = format!("in {}: {}", self.painted(state), self.formula(node));
                    self.line(depth, &text);
                }
                (Vec::new(), false)
            }
            Reason::Path(path) => {
                if !first {
                    let text = format!("from {}: {}", self.painted(state), self.formula(node));
                    self.line(depth, &text);
                }
                self.path(depth, path);
                self.positions(depth, node, path);
                (path.parts.iter().map(|&(_, part)| part).collect(), true)
            }
            Reason::Jump(jump) => {
                self.state(depth, state);
                let text = format!("in {}: {}", self.painted(state), self.formula(node));
                self.line(depth, &text);
                let mut here = state;
                for (agents, there) in &jump.steps {
                    let who = names(self.words.system, agents);
                    let text = if *there == here {
                        format!(
                            "{who} {} {} itself possible",
                            verb(agents, "considers", "consider"),
                            self.painted(here)
                        )
                    } else {
                        format!("{who} cannot tell {} from {}", self.painted(here), self.painted(*there))
                    };
                    self.line(depth + 1, &text);
                    if jump.steps.len() > 1 && *there != here {
                        let differs = self.difference(here, *there);
                        self.lines(depth + 2, &differs);
                    }
                    here = *there;
                }
                match self.unknowing.iter().find(|(number, _)| *number == id) {
                    Some((_, why)) if here != state => {
                        self.shown.insert(here);
                        let lines = unknowing_lines(self.words, why);
                        self.lines(depth + 1, &lines);
                    }
                    _ => jump.steps.iter().for_each(|(_, there)| self.origin(depth + 1, *there)),
                }
                (vec![jump.part], true)
            }
            &Reason::Elsewhere(part) => {
                let there = self.evidence.nodes[part].state;
                let text = format!("{}: in {}, which is green", self.formula(node), self.painted(there));
                self.line(depth, &text);
                self.origin(depth + 1, there);
                (vec![part], true)
            }
            Reason::Strategy(strategy) => {
                self.state(depth, state);
                let text = format!("in {}: {}", self.painted(state), self.formula(node));
                self.line(depth, &text);
                self.strategy(depth + 1, node, strategy);
                (strategy.parts.iter().map(|&(_, part)| part).collect(), true)
            }
            Reason::Prevention(prevention) => {
                self.state(depth, state);
                let text = format!("in {}: {}, whatever is tried:", self.painted(state), self.formula(node));
                self.line(depth, &text);
                self.prevention(depth + 1, prevention);
                (prevention.parts.iter().map(|&(_, part)| part).collect(), true)
            }
            Reason::Dilemma(dilemma) => {
                self.state(depth, state);
                let text = format!("in {}: {}, whatever is decided:", self.painted(state), self.formula(node));
                self.line(depth, &text);
                self.dilemma(depth + 1, state, dilemma);
                (dilemma.parts.iter().map(|&(_, part)| part).collect(), true)
            }
            Reason::Checked(parts) => {
                self.state(depth, state);
                let text = format!("in {}: {}", self.painted(state), self.formula(node));
                self.line(depth, &text);
                let scope = format!("(checked {})", self.evidence.scope(self.words.system, node));
                self.line(depth + 1, &self.words.paint.dim(&scope));
                for &part in parts {
                    self.origin(depth + 1, self.evidence.nodes[part].state);
                }
                (parts.clone(), true)
            }
        }
    }

    /// What differs between two states.
    fn difference(&self, here: StateId, there: StateId) -> Vec<String> {
        let (system, states) = (self.words.system, &self.evidence.states);
        let differs = system.var_ids().filter(|&id| states[here].get(id) != states[there].get(id)).map(|id| {
            let value = |state: StateId| system.show_value(id, states[state].get(id));
            self.words.paint.different(&format!("{}={}/{}", system.qualified(id), value(here), value(there)))
        });
        let mut lines = self.words.list(differs);
        lines[0] = format!("what differs: {}", lines[0]);
        lines
    }

    /// A state that stands on no path, written out once; whether it was.
    pub(super) fn state(&mut self, depth: usize, state: StateId) -> bool {
        let new = self.shown.insert(state);
        if new {
            let lines = self.words.run(&[(Self::name(state), &self.evidence.states[state])], &[], None);
            self.lines(depth, &lines);
        }
        new
    }

    pub(super) fn is_shown(&self, state: StateId) -> bool {
        self.shown.contains(&state)
    }

    pub(super) fn path(&mut self, depth: usize, path: &Path) {
        let evidence = self.evidence;
        let states: Vec<(String, &State)> =
            path.states.iter().enumerate().map(|(at, &state)| (position(path, at), &evidence.states[state])).collect();
        self.shown.extend(&path.states);
        let lines = self.words.run(&states, &path.actions, path.back_to);
        self.lines(depth, &lines);
        for &(constraint, at) in &path.fair {
            let text = format!("fairness constraint {} is met in {}", constraint + 1, self.at(path, at));
            self.line(depth, &text);
        }
    }

    /// Where the parts of a path formula are true, and where a finite trace ends.
    fn positions(&mut self, depth: usize, node: &Node, path: &Path) {
        let Formula::Quantified(_, inner) = self.evidence.formulas.get(node.formula) else { return };
        if path.back_to.is_none() {
            let text = format!("{} is the last position of the trace", self.at(path, path.states.len() - 1));
            self.line(depth, &text);
        }
        for (formula, positions) in self.evidence.positions(self.words.system, node) {
            if formula == inner || positions.is_empty() {
                continue;
            }
            let states: Vec<String> = positions.into_iter().map(|at| self.at(path, at)).collect();
            let shown = show(&self.evidence.formulas, self.words.system, formula);
            self.line(depth, &format!("{shown} is true from {}", states.join(", ")));
        }
        for reading in self.evidence.readings(self.words.system, node) {
            let text = self.reading(path, &reading);
            self.line(depth, &text);
        }
    }

    /// How a dynamic part is read along a path.
    fn reading(&self, path: &Path, reading: &Reading) -> String {
        let shown = |formula| show(&self.evidence.formulas, self.words.system, formula);
        let state = |at: usize| self.at(path, at);
        let head = format!("{} is read from {}:", shown(reading.formula), state(reading.from));
        let ends: Vec<String> = reading.ends.iter().map(|&at| state(at)).collect();
        match self.evidence.formulas.get(reading.formula) {
            Formula::Dynamic(Modality::Box, ..) if ends.is_empty() => format!("{head} there is no match"),
            Formula::Dynamic(Modality::Box, ..) => format!("{head} matches end in {}", ends.join(", ")),
            _ => {
                let steps = reading.steps.iter().map(|&(at, formula)| format!("{} in {}, ", shown(formula), state(at)));
                format!("{head} {}end in {}", steps.collect::<String>(), ends.join(", "))
            }
        }
    }

    /// How a state that stands on no path is reached.
    pub(super) fn origin(&mut self, depth: usize, state: StateId) {
        if !self.shown.insert(state) {
            return;
        }
        let evidence = self.evidence;
        let Some(run) = evidence.origins.get(&state) else { return };
        if !run.actions.is_empty() {
            let text = format!("how {} is reached:", self.painted(state));
            self.line(depth, &text);
        }
        let lines = self.words.run(&named(run, &Self::name(state)), &run.actions, None);
        self.lines(depth, &lines);
    }
}

/// The name of a position of a path: its state, and the step if the path comes to that state more than once.
fn position(path: &Path, at: usize) -> String {
    let state = path.states[at];
    let name = format!("s{state}");
    let often = path.states.iter().filter(|&&other| other == state).count() > 1;
    if often { format!("{name} (step {at})") } else { name }
}

/// The states of a run with names; only the last one belongs to the evidence.
fn named<'r>(run: &'r Run, last: &str) -> Vec<(String, &'r State)> {
    let end = run.states.len() - 1;
    let name = |at: usize| if at == end { last.to_owned() } else { "·".to_owned() };
    run.states.iter().enumerate().map(|(at, state)| (name(at), state)).collect()
}

/// Why somebody does not know.
#[must_use]
pub fn unknowing(system: &InterpretedSystem, why: &Unknowing, style: Style) -> String {
    let lines = unknowing_lines(Words { system, paint: style.paint, full: style.full }, why);
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

fn unknowing_lines(words: Words<'_>, why: &Unknowing) -> Vec<String> {
    let (system, paint) = (words.system, words.paint);
    let end = |run: &Run| run.states[run.states.len() - 1].clone();
    let (real, other) = (end(&why.real), end(&why.other));
    let who = names(system, &why.agents);
    let possible = format!("what {who} {} possible", verb(&why.agents, "considers", "consider"));
    let mut lines = words.side_by_side(["what happened", &possible], [&why.real, &why.other]);
    let seen = why.seen.iter().map(|&id| paint.same(&words.value(&real, id)));
    lines.push(format!("{who} {} in both:", verb(&why.agents, "sees", "see")));
    lines.extend(words.list(seen).into_iter().map(|line| format!("  {line}")));
    let different = why.different.iter().map(|&id| {
        let value = |state: &State| system.show_value(id, state.get(id));
        paint.different(&format!("{}={}/{}", system.qualified(id), value(&real), value(&other)))
    });
    lines.push("what differs, unseen:".to_owned());
    lines.extend(words.list(different).into_iter().map(|line| format!("  {line}")));
    match &why.missing {
        Missing::Unknown => {}
        Missing::False => lines.push("the formula is false in what happened, so that nobody can know it".to_owned()),
        Missing::Variables { variables, smallest } => {
            let variables: Vec<String> = variables.iter().map(|&id| system.qualified(id)).collect();
            let enough = if *smallest { "it would be enough" } else { "it would be enough (perhaps more than needed)" };
            lines.push(format!("{enough} to see besides: {}", paint.bold(&variables.join(", "))));
        }
    }
    lines
}
