//! The sections of an agent.

use super::gaps::Gaps;
use crate::diagnostic::{Diagnostic, Span};
use crate::ispl::ast::{Agent, AgentGaps, EvolutionLine, Name, ProtocolLine, Section, TypeDecl, VarDecl};
use crate::ispl::condition;
use crate::ispl::literal::integer_value;
use crate::ispl::order::{AgentSection, Order, empty};
use crate::ispl::raw::{RawEvolutionLine, RawInteger, RawProtocolLine, RawSection, RawType, RawVar};

/// Puts an agent together.
pub(super) fn agent<'s>(
    name: Name<'s>,
    extent: Span,
    sections: Vec<(RawSection<'_, 's>, Span)>,
    gaps: &Gaps,
    diagnostics: &mut Vec<Diagnostic>,
) -> Agent<'s> {
    let mut outside = gaps.within(extent);
    let mut assembly = Assembly { agent: bare(name), order: Order::of_agent(name.text), diagnostics };
    for (section, extent) in sections {
        let gap = gaps.within(extent);
        outside = outside.saturating_sub(gap);
        assembly.section(section, gap);
    }
    assembly.finish(outside)
}

/// An agent without sections.
fn bare(name: Name<'_>) -> Agent<'_> {
    Agent {
        name,
        obsvars: None,
        lobsvars: None,
        vars: None,
        red: None,
        actions: None,
        protocol: None,
        evolution: None,
        gaps: AgentGaps::default(),
    }
}

/// An agent under way.
struct Assembly<'a, 's> {
    agent: Agent<'s>,
    order: Order<AgentSection>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'s> Assembly<'_, 's> {
    /// `gap` is how many places of the section could not be read.
    fn section(&mut self, section: RawSection<'_, 's>, gap: usize) {
        match section {
            RawSection::Obsvars(keyword, vars) => self.obsvars(keyword, vars, gap),
            RawSection::Lobsvars(keyword, names) => self.lobsvars(keyword, names, gap),
            RawSection::Vars(keyword, vars) => {
                self.meet(AgentSection::Vars, keyword);
                if vars.is_empty() && gap == 0 {
                    self.needs("Vars", "variable", keyword);
                }
                self.agent.gaps.variables |= gap > 0 || vars.is_empty();
                join(&mut self.agent.vars, keyword, variables(vars, self.diagnostics));
            }
            RawSection::Red(keyword, raw) => {
                self.meet(AgentSection::RedStates, keyword);
                let items = raw.and_then(|raw| condition::read(raw, self.diagnostics));
                self.agent.red.get_or_insert(Section { items, keyword });
            }
            RawSection::Actions(keyword, names) => {
                self.meet(AgentSection::Actions, keyword);
                if names.is_empty() && gap == 0 {
                    self.needs("Actions", "action", keyword);
                }
                self.agent.gaps.actions |= gap > 0 || names.is_empty() && !self.agent.is_environment();
                join(&mut self.agent.actions, keyword, names);
            }
            RawSection::Protocol(keyword, lines) => {
                self.meet(AgentSection::Protocol, keyword);
                if lines.is_empty() && gap == 0 {
                    self.needs("Protocol", "line", keyword);
                }
                join(&mut self.agent.protocol, keyword, protocol(lines, self.diagnostics));
            }
            RawSection::Evolution(keyword, lines) => {
                self.meet(AgentSection::Evolution, keyword);
                if lines.is_empty() && gap == 0 {
                    self.needs("Evolution", "line", keyword);
                }
                join(&mut self.agent.evolution, keyword, evolution(lines, self.agent.name.text, self.diagnostics));
            }
        }
    }

    fn meet(&mut self, section: AgentSection, keyword: Span) {
        self.order.meet(section, keyword, self.diagnostics);
    }

    /// Complains about a section without items, if all of it was read: agents need something in their sections, the
    /// Environment does not.
    fn needs(&mut self, section: &str, item: &str, keyword: Span) {
        if !self.agent.is_environment() {
            self.diagnostics.push(empty(section, item, keyword));
        }
    }

    fn obsvars(&mut self, keyword: Span, vars: Vec<RawVar<'s>>, gap: usize) {
        self.meet(AgentSection::Obsvars, keyword);
        if !self.agent.is_environment() {
            self.diagnostics.push(
                Diagnostic::error("section-order", keyword, "only the Environment has `Obsvars`")
                    .here("not in an agent")
                    .hint("declare what all agents see in the Environment, or use `Vars` and `Lobsvars`"),
            );
        }
        self.agent.gaps.variables |= gap > 0;
        join(&mut self.agent.obsvars, keyword, variables(vars, self.diagnostics));
    }

    fn lobsvars(&mut self, keyword: Span, names: Vec<Name<'s>>, gap: usize) {
        // The Environment has none, so that it cannot be in the wrong place there.
        if self.agent.is_environment() {
            self.diagnostics.push(
                Diagnostic::error("section-order", keyword, "the Environment has no `Lobsvars`")
                    .here("only in agents")
                    .hint("the Environment sees all its variables; agents list what they see of them"),
            );
        } else {
            self.meet(AgentSection::Lobsvars, keyword);
        }
        self.agent.gaps.lobsvars |= gap > 0;
        join(&mut self.agent.lobsvars, keyword, names);
    }

    /// The agent, when all sections have been met; `outside` is how many gaps lie outside all of them.
    fn finish(mut self, outside: usize) -> Agent<'s> {
        if outside > 0 {
            self.agent.gaps = AgentGaps { variables: true, actions: true, lobsvars: true };
        } else {
            let environment = self.agent.is_environment();
            let required = [AgentSection::Vars, AgentSection::Actions, AgentSection::Protocol, AgentSection::Evolution];
            // The Environment may do without variables.
            let required = if environment { &required[1..] } else { &required };
            self.order.missing(required, self.agent.name.span, self.diagnostics);
            self.agent.gaps.variables |= self.agent.vars.is_none() && !environment;
            self.agent.gaps.actions |= self.agent.actions.is_none();
        }
        self.agent
    }
}

/// A second section of a kind has been reported; what it says counts all the same.
fn join<T>(section: &mut Option<Section<Vec<T>>>, keyword: Span, items: Vec<T>) {
    section.get_or_insert_with(|| Section { items: Vec::new(), keyword }).items.extend(items);
}

fn variables<'s>(raw: Vec<RawVar<'s>>, diagnostics: &mut Vec<Diagnostic>) -> Vec<VarDecl<'s>> {
    let mut bound = |RawInteger { negative, digits, span }: RawInteger<'_>| {
        integer_value(negative, digits, span).unwrap_or_else(|diagnostic| {
            diagnostics.push(diagnostic);
            if negative { i32::MIN.into() } else { i32::MAX.into() }
        })
    };
    raw.into_iter()
        .map(|RawVar { name, kind, kind_span }| {
            let kind = match kind {
                RawType::Boolean => TypeDecl::Boolean,
                RawType::Range(low, high) => TypeDecl::Range(bound(low), bound(high)),
                RawType::Enumeration(names) => TypeDecl::Enumeration(names),
            };
            VarDecl { name, kind, kind_span }
        })
        .collect()
}

fn protocol<'s>(lines: Vec<RawProtocolLine<'_, 's>>, diagnostics: &mut Vec<Diagnostic>) -> Vec<ProtocolLine<'s>> {
    let count = lines.len();
    let mut all = Vec::with_capacity(count);
    for (number, RawProtocolLine { condition, actions, span }) in lines.into_iter().enumerate() {
        if actions.is_empty() {
            diagnostics.push(empty("a protocol line", "action", span));
        }
        let condition = match condition {
            None => {
                if number + 1 < count {
                    diagnostics.push(
                        Diagnostic::error("section-order", span, "`Other` is the last line of a protocol")
                            .here("lines follow")
                            .hint("move it to the end"),
                    );
                }
                None
            }
            Some(raw) => match condition::read(raw, diagnostics) {
                Some(condition) => Some(condition),
                None => continue,
            },
        };
        all.push(ProtocolLine { condition, actions, span });
    }
    all
}

fn evolution<'s>(
    lines: Vec<RawEvolutionLine<'_, 's>>,
    owner: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<EvolutionLine<'s>> {
    let mut all = Vec::with_capacity(lines.len());
    for RawEvolutionLine { assignments, condition, span } in lines {
        let assignments = condition::parse_assignments(assignments.tokens, assignments.end, owner, diagnostics)
            .map_err(|diagnostic| diagnostics.push(*diagnostic))
            .ok();
        let condition = condition::read(condition, diagnostics);
        if let (Some(assignments), Some(condition)) = (assignments, condition) {
            all.push(EvolutionLine { assignments, condition, span });
        }
    }
    all
}
