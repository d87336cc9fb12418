//! Tables: what a group does where, and what can happen whatever it does.

use super::cap::wanted;
use super::writer::Writer;
use crate::ir::{ActionId, AgentId};
use crate::logic::Formula;
use crate::run::Step;
use crate::witness::{Decision, Dilemma, Node, Path, Prevention, StateId, Strategy, Table};

/// How many rows, and states that they name, are shown unless all values are wanted. Rows come first: states are what there
/// is no room for.
const MOST_ROWS: usize = 20;
/// The heading of a table and so many rows are what is wanted of it most: they say how play begins.
const FIRST_ROWS: usize = 3;

impl Writer<'_> {
    /// What a group does, per state or per local state, and where that leads.
    pub(super) fn strategy(&mut self, depth: usize, node: &Node, strategy: &Strategy) {
        let system = self.words.system;
        let action = |agent: AgentId, action: ActionId| system.agent(agent).actions[action.index()].clone();
        let states = strategy.outcomes.iter().flat_map(|(from, to)| std::iter::once(from).chain(to)).copied();
        let named = strategy.from.iter().copied().chain(states);
        let leads = |state: StateId| {
            let to = strategy.outcomes.iter().find(|(from, _)| *from == state).map_or(&[][..], |(_, to)| to.as_slice());
            if to.is_empty() {
                "nowhere".to_owned()
            } else {
                to.iter().map(|to| format!("s{to}")).collect::<Vec<_>>().join(", ")
            }
        };
        match &strategy.table {
            Table::Perfect(table) => {
                let Formula::Strategic(group, _) = self.evidence.formulas.get(node.formula) else { return };
                let members = &system.group(group).members;
                let mut rows = vec![vec!["state".to_owned()]];
                rows[0].extend(members.iter().map(|&member| system.agent(member).name.clone()));
                rows[0].push("leads to".to_owned());
                for (state, choice) in table {
                    let mut row = vec![format!("s{state}")];
                    row.extend(members.iter().zip(choice).map(|(&member, &chosen)| action(member, chosen)));
                    row.push(leads(*state));
                    rows.push(row);
                }
                self.table(depth, &rows);
            }
            Table::Uniform(table) => {
                let mut rows = vec![["agent", "sees", "does"].map(str::to_owned).to_vec()];
                for row in table {
                    let name = system.agent(row.agent).name.clone();
                    rows.push(vec![name, self.sight(row), action(row.agent, row.action)]);
                }
                self.table(depth, &rows);
                let mut rows = vec![["state", "leads to"].map(str::to_owned).to_vec()];
                rows.extend(strategy.outcomes.iter().map(|(from, _)| vec![format!("s{from}"), leads(*from)]));
                if rows.len() > 1 {
                    self.table(depth, &rows);
                }
            }
        }
        self.states(depth, named);
    }

    /// What can happen whatever a group does.
    pub(super) fn prevention(&mut self, depth: usize, prevention: &Prevention) {
        let system = self.words.system;
        // Agents that can do one thing only have nothing to say.
        let movers: Vec<AgentId> = system.agent_ids().filter(|&id| system.agent(id).actions.len() > 1).collect();
        let mut rows = vec![vec!["state".to_owned()]];
        rows[0].extend(movers.iter().map(|&agent| system.agent(agent).name.clone()));
        rows[0].push("can lead to".to_owned());
        for Step { from, action, to } in &prevention.rows {
            let mut row = vec![format!("s{from}")];
            row.extend(movers.iter().map(|&agent| system.agent(agent).actions[action.get(agent).index()].clone()));
            row.push(format!("s{to}"));
            rows.push(row);
        }
        self.table(depth, &rows);
        self.states(depth, prevention.rows.iter().flat_map(|row| [row.from, row.to]));
    }

    /// What is lost whatever the members decide.
    pub(super) fn dilemma(&mut self, depth: usize, here: StateId, dilemma: &Dilemma) {
        let system = self.words.system;
        for attempt in &dilemma.tries {
            for decision in &attempt.decisions {
                let agent = system.agent(decision.agent);
                let (name, action) = (&agent.name, &agent.actions[decision.action.index()]);
                let text = format!("{name} does {action} where {name} sees {}:", self.sight(decision));
                self.line(depth, &text);
            }
            let start = attempt.states[0];
            if start != here {
                let text = format!("{} looks the same as {}", self.painted(start), self.painted(here));
                self.line(depth + 1, &text);
                if self.evidence.origins.get(&start).is_some_and(|run| !run.actions.is_empty()) {
                    self.origin(depth + 1, start);
                }
            }
            let path = Path {
                states: attempt.states.clone(),
                actions: attempt.actions.clone(),
                back_to: attempt.back_to,
                parts: Vec::new(),
                fair: Vec::new(),
            };
            self.path(depth + 1, &path);
        }
    }

    /// What an agent sees when it decides.
    fn sight(&self, decision: &Decision) -> String {
        let system = self.words.system;
        let seen = system.agent(decision.agent).observes.iter().zip(&decision.sees);
        let seen = seen.map(|(&id, &value)| format!("{}={}", system.qualified(id), system.show_value(id, value)));
        seen.collect::<Vec<_>>().join(" ")
    }

    /// States, each written out once; not too many.
    fn states(&mut self, depth: usize, states: impl Iterator<Item = StateId>) {
        let mut left_out = std::collections::BTreeSet::new();
        let mut count = 0;
        for state in states {
            if self.words.full || count < MOST_ROWS {
                count += usize::from(self.state(depth, state));
            } else if !self.is_shown(state) {
                left_out.insert(state);
            }
        }
        if !left_out.is_empty() {
            let text = more(left_out.len(), "state");
            self.line(depth, &self.words.paint.dim(&text));
        }
    }

    /// Rows under a heading, in columns.
    fn table(&mut self, depth: usize, rows: &[Vec<String>]) {
        let columns = rows[0].len();
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let shown = if self.words.full { rows.len() } else { rows.len().min(MOST_ROWS + 1) };
        for (number, row) in rows[..shown].iter().enumerate() {
            let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            let line = line.trim_end();
            let line = if number == 0 { self.words.paint.dim(line) } else { line.to_owned() };
            self.line(depth, &if number <= FIRST_ROWS { wanted(&line) } else { line });
        }
        if shown < rows.len() {
            let text = more(rows.len() - shown, "row");
            self.line(depth, &self.words.paint.dim(&text));
        }
    }
}

/// How many are not shown.
fn more(count: usize, what: &str) -> String {
    format!("{count} more {what}{}, which --full shows", if count == 1 { "" } else { "s" })
}
