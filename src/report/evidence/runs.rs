//! Runs as lines: each state under what was done to reach it, two runs side by side.

use super::paint::Paint;
use crate::ir::{InterpretedSystem, JointAction, State, Transitions, VarId};
use crate::report::executed::{Named, executed};
use crate::run::Run;

/// The widest column of values.
const WIDTH: usize = 88;

/// Values and actions by their names.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// Whose names.
    pub system: &'a InterpretedSystem,
    /// In which colours.
    pub paint: Paint,
    /// All values of all states.
    pub full: bool,
}

impl Words<'_> {
    pub(super) fn value(self, state: &State, variable: VarId) -> String {
        format!("{}={}", self.system.qualified(variable), self.system.show_value(variable, state.get(variable)))
    }

    /// The values of a state, or those that have changed, in painted lines of limited width.
    #[must_use]
    pub fn values(self, state: &State, previous: Option<&State>) -> Vec<String> {
        self.cell(state, previous, WIDTH).into_iter().map(|(_, painted)| painted).collect()
    }

    /// What all agents did; silent moves are left out.
    #[must_use]
    pub fn actions(self, action: &JointAction) -> Vec<String> {
        self.system
            .agent_ids()
            .map(|id| (id, self.system.agent(id)))
            .map(|(id, agent)| (&agent.name, &agent.actions[action.get(id).index()]))
            .filter(|(_, action)| *action != InterpretedSystem::SILENT)
            .map(|(agent, action)| format!("{agent}.{action}"))
            .collect()
    }

    /// What a line says of a state that follows another one: the variables, and whether they have changed.
    fn shown(self, state: &State, previous: Option<&State>) -> Vec<(VarId, bool)> {
        let changed = |id: VarId| previous.is_some_and(|previous| previous.get(id) != state.get(id));
        let all = self.system.var_ids();
        match previous {
            Some(_) if !self.full => all.filter(|&id| changed(id)).map(|id| (id, true)).collect(),
            _ => all.map(|id| (id, changed(id))).collect(),
        }
    }

    /// The values of a state in lines of limited width, as plain text and as painted text.
    fn cell(self, state: &State, previous: Option<&State>, width: usize) -> Vec<(String, String)> {
        let shown = self.shown(state, previous);
        if shown.is_empty() {
            return vec![("nothing changes".to_owned(), self.paint.dim("nothing changes"))];
        }
        let words = shown.into_iter().map(|(id, changed)| {
            let text = self.value(state, id);
            let painted = if changed { self.paint.changed(&text) } else { text.clone() };
            (text, painted)
        });
        fill(words, width)
    }

    /// The actions of a step, in the same way.
    fn doing(self, action: &JointAction, width: usize) -> Vec<(String, String)> {
        fill(self.actions(action).into_iter().map(|text| (text.clone(), self.paint.dim(&text))), width)
    }

    /// A run in lines. States have names.
    pub(super) fn run(
        self,
        states: &[(String, &State)],
        actions: &[JointAction],
        back_to: Option<usize>,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let label = states.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let mut previous = None;
        let transitions = (self.full && !actions.is_empty()).then(|| Transitions::new(self.system));
        for (at, (name, state)) in states.iter().enumerate() {
            let padding = " ".repeat(label - name.len());
            for (number, (_, line)) in self.cell(state, previous, WIDTH).into_iter().enumerate() {
                let head = if number == 0 { self.paint.state(name) + &padding } else { " ".repeat(label) };
                lines.push(format!("{head}  {line}"));
            }
            if let Some(action) = actions.get(at) {
                let arrow = if at + 1 == states.len() { "↻" } else { "↓" };
                for (number, (_, line)) in self.doing(action, WIDTH).into_iter().enumerate() {
                    lines.push(format!("{:>label$}  {line}", if number == 0 { arrow } else { "" }));
                }
                let next = states.get(at + 1).or_else(|| back_to.and_then(|back| states.get(back)));
                if let (Some(transitions), Some((_, next))) = (&transitions, next) {
                    let by = executed(transitions, (state, action, next), Named::All);
                    let by = fill(by.into_iter().map(|text| (text.clone(), self.paint.dim(&text))), WIDTH);
                    lines.extend(by.into_iter().map(|(_, line)| format!("{:>label$}  {line}", "")));
                }
            }
            previous = Some(*state);
        }
        if let Some(position) = back_to {
            lines.push(format!("{}  back to {}", " ".repeat(label), self.paint.state(&states[position].0)));
        }
        lines
    }

    /// Painted words in lines.
    pub(super) fn list(self, words: impl Iterator<Item = String>) -> Vec<String> {
        let lines = fill(words.map(|word| (word.clone(), word)), WIDTH);
        if lines.is_empty() { vec!["nothing".to_owned()] } else { lines.into_iter().map(|(line, _)| line).collect() }
    }

    /// The variables that two runs have something to say about: they change, or differ from the start.
    fn telling(self, runs: [&Run; 2]) -> Vec<VarId> {
        let start = &runs[0].states[0];
        let same = |id: VarId| runs.iter().flat_map(|run| &run.states).all(|state| state.get(id) == start.get(id));
        self.system.var_ids().filter(|&id| self.full || !same(id)).collect()
    }

    /// Two runs side by side, under two headings. They end on the same line.
    pub(super) fn side_by_side(self, headings: [&str; 2], runs: [&Run; 2]) -> Vec<String> {
        let width = WIDTH / 2;
        let longest = runs[0].states.len().max(runs[1].states.len());
        let telling = self.telling(runs);
        let mut rows: Vec<[Vec<(String, String)>; 2]> =
            vec![headings.map(|heading| vec![(heading.to_owned(), self.paint.bold(heading))])];
        for row in 0..longest {
            let column = |run: &Run| {
                // The shorter run starts later.
                let Some(at) = (row + run.states.len()).checked_sub(longest) else { return (Vec::new(), Vec::new()) };
                let doing = run.actions.get(at).map_or_else(Vec::new, |action| self.doing(action, width - 2));
                let arrow = |(plain, painted)| (format!("↓ {plain}"), format!("↓ {painted}"));
                let doing = doing.into_iter().map(arrow).collect();
                let state = match at.checked_sub(1) {
                    Some(before) => self.cell(&run.states[at], Some(&run.states[before]), width),
                    None => {
                        let words = telling.iter().map(|&id| self.value(&run.states[0], id));
                        fill(words.map(|word| (word.clone(), word)), width)
                    }
                };
                (state, doing)
            };
            let (left, right) = (column(runs[0]), column(runs[1]));
            rows.push([left.0, right.0]);
            rows.push([left.1, right.1]);
        }
        let mut lines = Vec::new();
        for [left, right] in rows {
            for number in 0..left.len().max(right.len()) {
                let (plain, painted) = left.get(number).cloned().unwrap_or_default();
                let padding = " ".repeat(width.saturating_sub(plain.chars().count()));
                let other = right.get(number).map_or("", |(_, painted)| painted.as_str());
                lines.push(format!("{painted}{padding} │ {other}").trim_end().to_owned());
            }
        }
        if telling.len() < self.system.variables.len() {
            lines.push(self.paint.dim("all other values are the same in both and do not change"));
        }
        lines
    }
}

/// Words in lines of limited width, as plain text and as painted text.
fn fill(words: impl Iterator<Item = (String, String)>, width: usize) -> Vec<(String, String)> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for (text, painted) in words {
        match lines.last_mut() {
            Some((line, paint)) if line.chars().count() + 1 + text.chars().count() <= width => {
                line.push(' ');
                line.push_str(&text);
                paint.push(' ');
                paint.push_str(&painted);
            }
            _ => lines.push((text, painted)),
        }
    }
    lines
}
