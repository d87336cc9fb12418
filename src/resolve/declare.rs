//! First pass: what exists. Agents, their variables, types, actions and what they see of the Environment.

use std::collections::HashMap;

use super::resolver::{AgentNames, Resolver};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{ActionId, AgentId, Domain, VarId, Variable};
use crate::ispl::ast::{self, Name, TypeDecl, VarDecl};

/// The empty Environment of a file without one.
const NO_ENVIRONMENT: ast::Agent<'static> = ast::Agent {
    name: Name { text: "Environment", span: Span { start: 0, end: 0 } },
    obsvars: None,
    lobsvars: None,
    vars: None,
    red: None,
    actions: None,
    protocol: None,
    evolution: None,
    gaps: ast::AgentGaps { variables: false, actions: false, lobsvars: false },
};

/// Stands for an Environment where there may have been one in what could not be read.
const UNREAD_ENVIRONMENT: ast::Agent<'static> =
    ast::Agent { gaps: ast::AgentGaps { variables: true, actions: true, lobsvars: true }, ..NO_ENVIRONMENT };

impl Resolver {
    /// Declares all agents; returns them in the order of their ids, without repetition.
    pub(super) fn declare<'a, 's: 'a>(&mut self, file: &'a ast::File<'s>) -> Vec<&'a ast::Agent<'s>> {
        let environment = file.agents.iter().find(|agent| agent.is_environment());
        let absent = if file.gaps.agents { &UNREAD_ENVIRONMENT } else { &NO_ENVIRONMENT };
        let mut declared: Vec<&ast::Agent<'s>> = vec![environment.unwrap_or(absent)];
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for agent in &file.agents {
            if let Some(&first) = seen.get(agent.name.text).filter(|_| !agent.is_nameless()) {
                self.duplicate("agent", agent.name, first);
                continue;
            }
            seen.insert(agent.name.text, agent.name.span);
            if !agent.is_environment() {
                declared.push(agent);
            }
        }
        for (index, agent) in declared.iter().enumerate() {
            let id = AgentId::new(index);
            self.agent_ids.insert(agent.name.text.to_owned(), id);
            self.agents.push(AgentNames {
                name: agent.name.text.to_owned(),
                gaps: agent.gaps,
                ..AgentNames::default()
            });
            self.declare_variables(id, agent);
            self.declare_actions(id, agent);
        }
        for (index, agent) in declared.iter().enumerate() {
            self.declare_lobsvars(AgentId::new(index), agent);
        }
        declared
    }

    pub(super) fn duplicate(&mut self, what: &str, name: Name<'_>, first: Span) {
        let message = format!("{what} `{}` is declared twice", name.text);
        self.report(Diagnostic::error("duplicate", name.span, message).here("again").label(first, "first here"));
    }

    fn declare_variables(&mut self, owner: AgentId, agent: &ast::Agent<'_>) {
        let obsvars = agent.obsvars.iter().flat_map(|section| &section.items).map(|declaration| (declaration, true));
        let vars = agent.vars.iter().flat_map(|section| &section.items).map(|declaration| (declaration, false));
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for (declaration, observable) in obsvars.chain(vars) {
            let name = declaration.name;
            if let Some(&first) = seen.get(name.text) {
                self.duplicate("variable", name, first);
                continue;
            }
            seen.insert(name.text, name.span);
            let domain = self.domain(owner, declaration);
            let id = VarId::new(self.variables.len());
            if let Domain::Enumeration(values) = &domain {
                self.values.extend(values.iter().map(|&value| (id, value)));
            }
            self.variables.push(Variable { name: name.text.to_owned(), owner, domain });
            self.agents[owner.index()].variables.insert(name.text.to_owned(), id);
            if observable {
                self.obsvars.insert(id);
            }
        }
    }

    fn domain(&mut self, owner: AgentId, declaration: &VarDecl<'_>) -> Domain {
        match &declaration.kind {
            TypeDecl::Boolean => Domain::Boolean,
            &TypeDecl::Range(low, high) => {
                if low > high {
                    let message = format!("the range {low}..{high} of `{}` is empty", declaration.name.text);
                    let diagnostic = Diagnostic::error("range", declaration.kind_span, message);
                    self.report(diagnostic.here("empty range").hint(format!("did you mean {high}..{low}?")));
                    return Domain::Range { low: high, high: low };
                }
                Domain::Range { low, high }
            }
            TypeDecl::Enumeration(names) => {
                if names.is_empty() && !self.agents[owner.index()].gaps.variables {
                    let message = format!("`{}` has no values", declaration.name.text);
                    let diagnostic = Diagnostic::error("empty-section", declaration.kind_span, message);
                    self.report(diagnostic.here("expected at least one value"));
                }
                let mut seen: HashMap<&str, Span> = HashMap::new();
                let mut values = Vec::with_capacity(names.len());
                for name in names {
                    if let Some(&first) = seen.get(name.text) {
                        self.duplicate("value", *name, first);
                        continue;
                    }
                    seen.insert(name.text, name.span);
                    values.push(self.symbol(name.text));
                }
                Domain::Enumeration(values)
            }
        }
    }

    fn declare_actions(&mut self, owner: AgentId, agent: &ast::Agent<'_>) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for name in agent.actions.iter().flat_map(|section| &section.items) {
            if let Some(&first) = seen.get(name.text) {
                self.duplicate("action", *name, first);
                continue;
            }
            seen.insert(name.text, name.span);
            let names = &mut self.agents[owner.index()];
            names.actions.insert(name.text.to_owned(), ActionId::new(names.action_names.len()));
            names.action_names.push(name.text.to_owned());
        }
    }

    fn declare_lobsvars(&mut self, owner: AgentId, agent: &ast::Agent<'_>) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for name in agent.lobsvars.iter().flat_map(|section| &section.items) {
            if let Some(&first) = seen.get(name.text) {
                self.duplicate("Lobsvars entry", *name, first);
                continue;
            }
            seen.insert(name.text, name.span);
            let Some(variable) = self.variable_of(AgentId::ENVIRONMENT, *name) else { continue };
            if self.obsvars.contains(&variable) {
                let message = format!("`{}` is an Obsvar: everybody sees it", name.text);
                let diagnostic = Diagnostic::error("access", name.span, message).here("not needed");
                self.report(diagnostic.hint("take it out of Lobsvars"));
                continue;
            }
            self.usage.observed(variable);
            self.agents[owner.index()].lobsvars.insert(variable);
        }
    }
}
