//! Where a condition stands, and what may be read there.
//!
//! | place | variables | actions |
//! |---|---|---|
//! | Protocol, RedStates | own; for agents also `Environment.v` if v is an Obsvar or one of its Lobsvars | no |
//! | Evolution, after `if` | the same | yes |
//! | Evolution, right-hand side | own; for agents also Obsvars | no |
//! | Evaluation, InitStates | all, qualified | no |

use super::resolver::Resolver;
use crate::diagnostic::{Advice, Diagnostic, Span};
use crate::ir::{AgentId, VarId};
use crate::ispl::ast::Name;

/// A place where expressions stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Protocol line of an agent or the Environment.
    Protocol(AgentId),
    /// RedStates.
    Red(AgentId),
    /// After `if` of an evolution line.
    Evolution(AgentId),
    /// Right-hand side of an assignment.
    Assignment(AgentId),
    /// Evaluation.
    Evaluation,
    /// InitStates.
    Init,
    /// A comparison inside a formula.
    Formula,
}

impl Place {
    /// Whose section this is.
    pub(super) fn owner(self) -> Option<AgentId> {
        match self {
            Self::Protocol(agent) | Self::Red(agent) | Self::Evolution(agent) | Self::Assignment(agent) => Some(agent),
            Self::Evaluation | Self::Init | Self::Formula => None,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Protocol(_) => "a protocol",
            Self::Red(_) => "RedStates",
            Self::Evolution(_) => "an evolution condition",
            Self::Assignment(_) => "an assignment",
            Self::Evaluation => "Evaluation",
            Self::Init => "InitStates",
            Self::Formula => "a formula",
        }
    }
}

impl Resolver {
    /// The own variable of that name, if the place has an owner.
    pub(super) fn own_variable(&self, place: Place, name: &str) -> Option<VarId> {
        self.agents[place.owner()?.index()].variables.get(name).copied()
    }

    /// Complains about an unqualified name that is neither a variable nor a fitting value.
    pub(super) fn unknown_name(&mut self, place: Place, name: &str, span: Span) {
        let environment = &self.agents[AgentId::ENVIRONMENT.index()].variables;
        if place.owner().is_some_and(|owner| self.agents[owner.index()].gaps.variables) {
            return;
        }
        let constant = ["true", "false"].into_iter().find(|word| word.eq_ignore_ascii_case(name));
        let hint = match place.owner() {
            _ if constant.is_some() => constant.map(Advice::written),
            None => {
                let owner = self.agents.iter().find(|agent| agent.variables.contains_key(name));
                Some(match owner {
                    Some(agent) => Advice::written(&format!("{}.{name}", agent.name)),
                    None => format!("in {} variables are written `Agent.variable`", place.describe()).into(),
                })
            }
            Some(owner) if owner != AgentId::ENVIRONMENT && environment.contains_key(name) => {
                Some(Advice::written(&format!("Environment.{name}")))
            }
            Some(owner) => {
                let owner = &self.agents[owner.index()];
                let what = format!("the variables of `{}` are", owner.name);
                self.effort.advice(name, &what, owner.variables.keys())
            }
        };
        self.report(
            Diagnostic::error("unknown-variable", span, format!("there is no variable `{name}` here"))
                .here("neither a variable nor a value that fits")
                .advised(hint),
        );
    }

    /// The variable behind `agent.name`, if it may be read at `place`.
    pub(super) fn qualified_variable(&mut self, place: Place, agent: Name<'_>, name: Name<'_>) -> Option<VarId> {
        let id = self.agent(agent)?;
        let variable = self.variable_of(id, name)?;
        let Some(owner) = place.owner() else { return Some(variable) };
        let span = agent.span.to(name.span);
        if id == owner {
            let hint = format!("write `{}`", name.text);
            self.extension(span, "MCMAS wants own variables without the agent's name", hint);
            return Some(variable);
        }
        if id != AgentId::ENVIRONMENT {
            self.report(
                Diagnostic::error("access", span, format!("`{}` cannot read a variable of `{}`", self.agents[owner.index()].name, agent.text))
                    .here("another agent's variable")
                    .hint("agents can read only their own variables, Obsvars and their Lobsvars; an evolution condition may test another agent's action"),
            );
            return None;
        }
        let observable = self.obsvars.contains(&variable);
        let local = self.agents[owner.index()].lobsvars.contains(&variable);
        let allowed = observable || (local && !matches!(place, Place::Assignment(_)));
        if !allowed {
            if self.agents[owner.index()].gaps.lobsvars {
                return None;
            }
            let reader = &self.agents[owner.index()].name;
            let seeing = format!("add `{}` to Lobsvars of `{reader}`", name.text);
            let hint = match place {
                Place::Assignment(_) => {
                    // Lobsvars alone would not help.
                    let seeing = if local { String::new() } else { format!(" and {seeing}") };
                    "right-hand sides can read only own variables and Obsvars; test the value in the condition instead"
                        .to_owned()
                        + &seeing
                }
                _ => format!("agents can read only Obsvars and their Lobsvars; {seeing}"),
            };
            let message = format!("`{reader}` cannot read `Environment.{}` in {}", name.text, place.describe());
            self.report(Diagnostic::error("access", span, message).here("not visible here").hint(hint));
            return None;
        }
        Some(variable)
    }

    /// The agent whose action is tested at `place`, if actions may be tested there.
    pub(super) fn tested_agent(&mut self, place: Place, agent: Option<Name<'_>>, span: Span) -> Option<AgentId> {
        let Place::Evolution(owner) = place else {
            self.report(
                Diagnostic::error("access", span, format!("actions cannot be tested in {}", place.describe()))
                    .here("an action test")
                    .hint("actions can be tested only in the condition of an evolution line"),
            );
            return None;
        };
        match agent {
            Some(name) => self.agent(name),
            None => Some(owner),
        }
    }
}
