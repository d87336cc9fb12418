//! Looks names up. What is not found is reported with what may have been meant, unless it may have been declared in a
//! part of the file that could not be read.

use super::resolver::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{ActionId, AgentId, AtomId, GroupId, SymbolId, VarId};
use crate::ispl::ast::Name;

impl Resolver {
    /// The symbol of an enumeration value.
    pub(super) fn symbol(&mut self, name: &str) -> SymbolId {
        if let Some(&id) = self.symbol_ids.get(name) {
            return id;
        }
        let id = SymbolId::new(self.symbols.len());
        self.symbols.push(name.to_owned());
        self.symbol_ids.insert(name.to_owned(), id);
        id
    }

    /// The agent of that name, or a complaint.
    pub(super) fn agent(&mut self, name: Name<'_>) -> Option<AgentId> {
        let found = self.agent_ids.get(name.text).copied();
        if found.is_none() && !self.gaps.agents {
            let hint = if self.group_ids.contains_key(name.text) {
                Some(format!("`{}` is a group, not an agent", name.text).into())
            } else {
                self.effort.advice(name.text, "the agents are", self.agent_ids.keys())
            };
            let message = format!("there is no agent `{}`", name.text);
            let diagnostic = Diagnostic::error("unknown-agent", name.span, message).here("unknown agent");
            self.report(diagnostic.advised(hint));
        }
        found
    }

    /// An action of an agent, or a complaint.
    pub(super) fn action(&mut self, agent: AgentId, name: Name<'_>) -> Option<ActionId> {
        let names = &self.agents[agent.index()];
        let found = names.actions.get(name.text).copied();
        if found.is_none() && !names.gaps.actions {
            let hint = self.effort.advice(name.text, "its actions are", names.action_names.iter());
            let message = format!("`{}` has no action `{}`", names.name, name.text);
            let diagnostic = Diagnostic::error("unknown-action", name.span, message).here("unknown action");
            self.report(diagnostic.advised(hint));
        }
        found
    }

    /// A variable of an agent, or a complaint.
    pub(super) fn variable_of(&mut self, agent: AgentId, name: Name<'_>) -> Option<VarId> {
        let names = &self.agents[agent.index()];
        let found = names.variables.get(name.text).copied();
        if found.is_none() && !names.gaps.variables {
            let elsewhere = self.agents.iter().find(|other| other.variables.contains_key(name.text));
            let hint = match elsewhere {
                Some(owner) => Some(format!("`{}` is a variable of `{}`", name.text, owner.name).into()),
                None => self.effort.advice(name.text, "its variables are", names.variables.keys()),
            };
            let message = format!("`{}` has no variable `{}`", names.name, name.text);
            let diagnostic = Diagnostic::error("unknown-variable", name.span, message).here("unknown variable");
            self.report(diagnostic.advised(hint));
        }
        found
    }

    /// A group, or an agent used as one, or a complaint.
    pub(super) fn group(&mut self, name: Name<'_>) -> Option<GroupId> {
        if let Some(&id) = self.group_ids.get(name.text) {
            self.usage.group(id);
            return Some(id);
        }
        if let Some(&agent) = self.agent_ids.get(name.text) {
            let hint = "define a group with this one member";
            self.extension(name.span, "MCMAS wants a group here, not an agent", hint);
            return Some(self.add_group(name.text.to_owned(), vec![agent]));
        }
        if !self.gaps.groups && !self.gaps.agents {
            let near = self.effort.near(name.text, self.group_ids.keys());
            let near = near.or_else(|| self.effort.near(name.text, self.agent_ids.keys()));
            let hint = near.unwrap_or_else(|| format!("define it in Groups: `{} = {{ … }};`", name.text).into());
            let message = format!("there is no group `{}`", name.text);
            self.report(
                Diagnostic::error("unknown-group", name.span, message).here("unknown group").advised(Some(hint)),
            );
        }
        None
    }

    /// An atom, or a complaint.
    pub(super) fn atom(&mut self, name: &str, span: Span) -> Option<AtomId> {
        let found = self.atom_ids.get(name).copied();
        match found {
            Some(id) => self.usage.atom(id),
            None if self.gaps.atoms => {}
            None => {
                let near = self.effort.near(name, self.atom_ids.keys());
                let hint = near
                    .unwrap_or_else(|| format!("define it in Evaluation: `{name} if Agent.variable = value;`").into());
                let diagnostic = Diagnostic::error("unknown-atom", span, format!("there is no atom `{name}`"));
                self.report(diagnostic.here("not in Evaluation").advised(Some(hint)));
            }
        }
        found
    }
}
