//! Runs as lines: each state under what was done to reach it, two runs side by side.

use super::about::Nearness;
use super::fill::{Line, listed};
use super::like::{Said, Together, together};
use super::paint::Paint;
use super::style::Style;
use crate::ir::{InterpretedSystem, JointAction, State, Transitions, VarId};
use crate::report::executed::{Named, executed};

/// What names of states and lines further to the right may take without making columns of values narrower.
const BESIDE: usize = 12;
/// If a system has no more variables, all values of a first state are shown, in the order of the file.
pub(super) const FEW: usize = 16;

/// Values and actions by their names.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// Whose names.
    pub system: &'a InterpretedSystem,
    /// In which colours.
    pub paint: Paint,
    /// All values of all states.
    pub full: bool,
    /// How near variables are to what is asked; empty if nothing is.
    near: &'a [Nearness],
    /// How many columns there are, and how many of them are taken on the left.
    columns: usize,
    indent: usize,
}

/// What a first state is compared with, instead of showing all of its values.
pub(super) struct Like {
    /// Another state.
    pub(super) name: String,
    /// The variables that have other values there.
    pub(super) but: Vec<VarId>,
}

impl<'a> Words<'a> {
    /// The words for a system, whatever is asked.
    #[must_use]
    pub fn new(system: &'a InterpretedSystem, style: Style) -> Self {
        let Style { full, paint, .. } = style;
        Self { system, paint, full, near: &[], columns: style.columns(), indent: 0 }
    }

    /// The same, with all values.
    #[must_use]
    pub fn in_full(self) -> Self {
        Self { full: true, ..self }
    }

    /// The same, where some variables are nearer than others.
    pub(super) fn about(self, near: &'a [Nearness]) -> Self {
        Self { near, ..self }
    }

    /// The same, so many columns further to the right.
    pub(super) fn indented(self, by: usize) -> Self {
        Self { indent: self.indent + by, ..self }
    }

    /// How wide something may be behind a head of so many columns.
    pub(super) fn room(self, head: usize) -> usize {
        self.columns.saturating_sub(BESIDE.max(self.indent + head)).max(20)
    }

    pub(super) fn value(self, state: &State, variable: VarId) -> Said {
        let value = self.system.show_value(variable, state.get(variable));
        Said::value(self.system, variable, &value, false)
    }

    /// The values of a state, or those that have changed, in painted lines of limited width.
    #[must_use]
    pub fn values(self, state: &State, previous: Option<&State>) -> Vec<String> {
        let lines = self.lines(&self.cell(state, previous), self.room(0));
        lines.into_iter().map(|(_, painted)| painted).collect()
    }

    /// What all agents did; silent moves are left out.
    #[must_use]
    pub fn actions(self, action: &JointAction) -> Vec<String> {
        self.did(action).into_iter().map(Said::text).collect()
    }

    fn did(self, action: &JointAction) -> Vec<Said> {
        self.system
            .agent_ids()
            .map(|id| (id, self.system.agent(id)))
            .map(|(id, agent)| (&agent.name, &agent.actions[action.get(id).index()]))
            .filter(|(_, action)| *action != InterpretedSystem::SILENT)
            .map(|(agent, action)| Said { name: agent.clone(), of: format!(".{action}"), stands_out: false })
            .collect()
    }

    /// What a line says of a state that follows another one: the variables, and whether they have changed. What the
    /// formula speaks of comes first if they are many.
    fn shown(self, state: &State, previous: Option<&State>) -> Vec<(VarId, bool)> {
        let changed = |id: VarId| previous.is_some_and(|previous| previous.get(id) != state.get(id));
        let all = self.system.var_ids();
        let mut shown: Vec<(VarId, bool)> = match previous {
            Some(_) if !self.full => all.filter(|&id| changed(id)).map(|id| (id, true)).collect(),
            _ => all.map(|id| (id, changed(id))).collect(),
        };
        self.nearest_first(&mut shown, |(id, _)| *id);
        shown
    }

    /// Puts what the formula speaks of first, if there is much else.
    pub(super) fn nearest_first<T>(self, of: &mut [T], variable: impl Fn(&T) -> VarId) {
        if !self.full && self.system.variables.len() > FEW {
            of.sort_by_key(|one| self.near.get(variable(one).index()));
        }
    }

    /// Words, those that are alike as one unless all values are wanted.
    pub(super) fn together(self, said: Vec<Said>) -> Vec<Together> {
        if !self.full {
            return together(&said);
        }
        let one = |said: Said| Together { stands_out: said.stands_out, text: said.text(), count: 1 };
        said.into_iter().map(one).collect()
    }

    /// The values of a state.
    fn cell(self, state: &State, previous: Option<&State>) -> Vec<Together> {
        let said = self
            .shown(state, previous)
            .into_iter()
            .map(|(id, changed)| Said { stands_out: changed, ..self.value(state, id) });
        self.together(said.collect())
    }

    /// Values in lines of limited width.
    fn lines(self, words: &[Together], width: usize) -> Vec<Line> {
        if words.is_empty() {
            return vec![("nothing changes".to_owned(), self.paint.dim("nothing changes"))];
        }
        listed(words, width, self.full, |text| self.paint.changed(text), self.paint)
    }

    /// A first state in lines.
    fn first(self, state: &State, like: Option<&Like>, width: usize) -> Vec<Line> {
        let Some(Like { name, but }) = like else { return self.lines(&self.cell(state, None), width) };
        let mut but = but.clone();
        self.nearest_first(&mut but, |id| *id);
        let said = but.iter().map(|&id| Said { stands_out: true, ..self.value(state, id) });
        let mut words = self.together(said.collect());
        let head = if words.is_empty() { format!("as {name}") } else { format!("as {name}, but") };
        words.insert(0, Together { text: head, count: 0, stands_out: false });
        self.lines(&words, width)
    }

    /// The actions of a step.
    pub(super) fn doing(self, action: &JointAction, width: usize) -> Vec<Line> {
        let words = self.together(self.did(action));
        let lines = listed(&words, width, self.full, str::to_owned, Paint::default());
        lines.into_iter().map(|(plain, _)| (plain.clone(), self.paint.dim(&plain))).collect()
    }

    /// A run in lines. States have names.
    pub(super) fn run(
        self,
        states: &[(String, &State)],
        actions: &[JointAction],
        back_to: Option<usize>,
        like: Option<&Like>,
    ) -> Vec<String> {
        let mut lines = Vec::new();
        let label = states.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let width = self.room(label + 2);
        let mut previous = None;
        let transitions = (self.full && !actions.is_empty()).then(|| Transitions::new(self.system));
        for (at, (name, state)) in states.iter().enumerate() {
            let padding = " ".repeat(label - name.chars().count());
            let values = match previous {
                None => self.first(state, like, width),
                Some(_) => self.lines(&self.cell(state, previous), width),
            };
            for (number, (_, line)) in values.into_iter().enumerate() {
                let head = if number == 0 { self.paint.state(name) + &padding } else { " ".repeat(label) };
                lines.push(format!("{head}  {line}"));
            }
            if let Some(action) = actions.get(at) {
                let arrow = if at + 1 == states.len() { "↻" } else { "↓" };
                for (number, (_, line)) in self.doing(action, width).into_iter().enumerate() {
                    lines.push(format!("{:>label$}  {line}", if number == 0 { arrow } else { "" }));
                }
                let next = states.get(at + 1).or_else(|| back_to.and_then(|back| states.get(back)));
                if let (Some(transitions), Some((_, next))) = (&transitions, next) {
                    let by = executed(transitions, (state, action, next), Named::All).join(", ");
                    lines.extend((!by.is_empty()).then(|| format!("{:>label$}  {}", "", self.paint.dim(&by))));
                }
            }
            previous = Some(*state);
        }
        if let Some(position) = back_to {
            lines.push(format!("{}  back to {}", " ".repeat(label), self.paint.state(&states[position].0)));
        }
        lines
    }

    /// What is said of a state or of two, in painted lines.
    pub(super) fn list(self, said: Vec<Said>, paint: impl Fn(&str) -> String) -> Vec<String> {
        let words = self.together(said.into_iter().map(|said| Said { stands_out: true, ..said }).collect());
        let lines = listed(&words, self.room(2), self.full, paint, self.paint);
        if lines.is_empty() { vec!["nothing".to_owned()] } else { lines.into_iter().map(|(_, line)| line).collect() }
    }

    /// The values of a state after the one before it in a run, or some values of a first one.
    pub(super) fn column(self, state: &State, before: Option<&State>, telling: &[VarId]) -> Vec<Together> {
        match before {
            Some(before) => self.cell(state, Some(before)),
            None => self.together(telling.iter().map(|&id| self.value(state, id)).collect()),
        }
    }

    /// Such values in lines.
    pub(super) fn column_lines(self, words: &[Together], width: usize) -> Vec<Line> {
        if words.is_empty() { Vec::new() } else { self.lines(words, width) }
    }
}
