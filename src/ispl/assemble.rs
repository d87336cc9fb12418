//! From the items of a file to a [`File`]: has conditions and formulas read, and notes where names may be missing because
//! something could not be read.

use super::ast::{
    Agent, AgentGaps, AtomDecl, EvolutionLine, Expr, File, FileGaps, GroupDecl, Name, ProtocolLine, Section, TypeDecl,
    VarDecl,
};
use super::grammar::Skeleton;
use super::order::{AgentSection, Item, Order};
use super::raw::{Raw, RawInteger, RawItem, RawSection, RawType, RawVar};
use super::{condition, integer_value, split};
use crate::diagnostic::{Diagnostic, Span};

/// Puts a file together.
pub(super) fn file<'s>(skeleton: Skeleton<'_, 's>, end: Span, diagnostics: &mut Vec<Diagnostic>) -> File<'s> {
    let gaps = Gaps(skeleton.gaps);
    let mut file = File::default();
    let mut order = Order::of_file();
    let mut seen_agents = false;
    let mut outside = gaps.all();
    for (item, extent) in skeleton.items {
        outside = outside.saturating_sub(gaps.within(extent));
        match item {
            RawItem::Semantics(keyword, semantics) => {
                order.meet(Item::Semantics, keyword, diagnostics);
                file.semantics.get_or_insert(semantics);
            }
            RawItem::Agent(name, sections) => {
                if name.text == "Environment" && seen_agents {
                    diagnostics.push(
                        Diagnostic::error("section-order", name.span, "the Environment comes before all agents")
                            .here("in the wrong place")
                            .hint("move `Agent Environment` to the front"),
                    );
                }
                seen_agents |= name.text != "Environment";
                order.follow(Item::Agent, name.span, diagnostics);
                file.agents.push(agent(name, extent, sections, &gaps, diagnostics));
                file.gaps.agents |= file.agents.last().is_some_and(Agent::is_nameless);
            }
            RawItem::Evaluation(keyword, atoms) => {
                order.meet(Item::Evaluation, keyword, diagnostics);
                file.gaps.atoms |= gaps.within(extent) > 0;
                if atoms.is_empty() && !file.gaps.atoms {
                    diagnostics.push(empty("Evaluation", "atom", keyword));
                }
                for (name, raw) in atoms {
                    match read(raw, diagnostics) {
                        Some(condition) => file.atoms.push(AtomDecl { name, condition }),
                        None => file.gaps.atoms = true,
                    }
                }
            }
            RawItem::InitStates(keyword, raw) => {
                order.meet(Item::InitStates, keyword, diagnostics);
                match raw {
                    Some(raw) => file.init = read(raw, diagnostics),
                    None if gaps.within(extent) > 0 => {}
                    None => diagnostics.push(empty("InitStates", "condition", keyword)),
                }
            }
            RawItem::Groups(keyword, groups) => {
                order.meet(Item::Groups, keyword, diagnostics);
                file.gaps.groups |= gaps.within(extent) > 0;
                for (name, members) in groups {
                    if members.is_empty() && gaps.within(extent) == 0 {
                        diagnostics.push(empty("a group", "agent", name.span));
                    }
                    file.groups.push(GroupDecl { name, members });
                }
            }
            RawItem::Fairness(keyword, raw) => {
                order.meet(Item::Fairness, keyword, diagnostics);
                file.fairness.extend(split::specifications(raw, diagnostics));
            }
            RawItem::Formulae(keyword, raw) => {
                order.meet(Item::Formulae, keyword, diagnostics);
                file.formulae.extend(split::specifications(raw, diagnostics));
                if raw.tokens.is_empty() && gaps.within(extent) == 0 {
                    diagnostics.push(
                        Diagnostic::warning("extension", keyword, "there is no formula to check")
                            .here("MCMAS wants at least one")
                            .hint("put formulas here, or give them with `--formula`"),
                    );
                }
            }
        }
    }
    if outside > 0 {
        // What is missing may be what could not be read.
        file.gaps = FileGaps { agents: true, atoms: true, groups: true };
    } else {
        order.missing(&[Item::Agent, Item::Evaluation, Item::InitStates, Item::Formulae], end, diagnostics);
        file.gaps.agents |= !seen_agents;
        file.gaps.atoms |= file.atoms.is_empty();
    }
    file
}

/// The places that could not be read, in ascending order.
struct Gaps(Vec<usize>);

impl Gaps {
    fn all(&self) -> usize {
        self.0.len()
    }

    fn within(&self, extent: Span) -> usize {
        self.0.partition_point(|&gap| gap <= extent.end) - self.0.partition_point(|&gap| gap < extent.start)
    }
}

fn agent<'s>(
    name: Name<'s>,
    extent: Span,
    sections: Vec<(RawSection<'_, 's>, Span)>,
    gaps: &Gaps,
    diagnostics: &mut Vec<Diagnostic>,
) -> Agent<'s> {
    let mut agent = Agent {
        name,
        obsvars: None,
        lobsvars: None,
        vars: None,
        red: None,
        actions: None,
        protocol: None,
        evolution: None,
        gaps: AgentGaps::default(),
    };
    let environment = agent.is_environment();
    let mut order = Order::of_agent(name.text);
    let mut outside = gaps.within(extent);
    for (section, extent) in sections {
        let gap = gaps.within(extent);
        outside = outside.saturating_sub(gap);
        // Only agents need something in their sections, and only we know whether there was something.
        let must_not_be_empty = !environment && gap == 0;
        match section {
            RawSection::Obsvars(keyword, vars) => {
                order.meet(AgentSection::Obsvars, keyword, diagnostics);
                if !environment {
                    diagnostics.push(
                        Diagnostic::error("section-order", keyword, "only the Environment has `Obsvars`")
                            .here("not in an agent")
                            .hint("declare what all agents see in the Environment, or use `Vars` and `Lobsvars`"),
                    );
                }
                agent.gaps.variables |= gap > 0;
                join(&mut agent.obsvars, keyword, variables(vars, diagnostics));
            }
            RawSection::Lobsvars(keyword, names) => {
                // The Environment has none, so that it cannot be in the wrong place there.
                if environment {
                    diagnostics.push(
                        Diagnostic::error("section-order", keyword, "the Environment has no `Lobsvars`")
                            .here("only in agents")
                            .hint("the Environment sees all its variables; agents list what they see of them"),
                    );
                } else {
                    order.meet(AgentSection::Lobsvars, keyword, diagnostics);
                }
                agent.gaps.lobsvars |= gap > 0;
                join(&mut agent.lobsvars, keyword, names);
            }
            RawSection::Vars(keyword, vars) => {
                order.meet(AgentSection::Vars, keyword, diagnostics);
                if vars.is_empty() && must_not_be_empty {
                    diagnostics.push(empty("Vars", "variable", keyword));
                }
                agent.gaps.variables |= gap > 0 || vars.is_empty();
                join(&mut agent.vars, keyword, variables(vars, diagnostics));
            }
            RawSection::Red(keyword, raw) => {
                order.meet(AgentSection::RedStates, keyword, diagnostics);
                let items = raw.and_then(|raw| read(raw, diagnostics));
                agent.red.get_or_insert(Section { items, keyword });
            }
            RawSection::Actions(keyword, names) => {
                order.meet(AgentSection::Actions, keyword, diagnostics);
                if names.is_empty() && must_not_be_empty {
                    diagnostics.push(empty("Actions", "action", keyword));
                }
                agent.gaps.actions |= gap > 0 || names.is_empty() && !environment;
                join(&mut agent.actions, keyword, names);
            }
            RawSection::Protocol(keyword, lines) => {
                order.meet(AgentSection::Protocol, keyword, diagnostics);
                if lines.is_empty() && must_not_be_empty {
                    diagnostics.push(empty("Protocol", "line", keyword));
                }
                join(&mut agent.protocol, keyword, protocol(lines, diagnostics));
            }
            RawSection::Evolution(keyword, lines) => {
                order.meet(AgentSection::Evolution, keyword, diagnostics);
                if lines.is_empty() && must_not_be_empty {
                    diagnostics.push(empty("Evolution", "line", keyword));
                }
                join(&mut agent.evolution, keyword, evolution(lines, diagnostics));
            }
        }
    }
    if outside > 0 {
        agent.gaps = AgentGaps { variables: true, actions: true, lobsvars: true };
    } else {
        let required = [AgentSection::Vars, AgentSection::Actions, AgentSection::Protocol, AgentSection::Evolution];
        // The Environment may do without variables.
        order.missing(if environment { &required[1..] } else { &required }, name.span, diagnostics);
        agent.gaps.variables |= agent.vars.is_none() && !environment;
        agent.gaps.actions |= agent.actions.is_none();
    }
    agent
}

/// A second section of a kind has been reported; what it says counts all the same.
fn join<T>(section: &mut Option<Section<Vec<T>>>, keyword: Span, items: Vec<T>) {
    section.get_or_insert_with(|| Section { items: Vec::new(), keyword }).items.extend(items);
}

fn empty(section: &str, item: &str, at: Span) -> Diagnostic {
    Diagnostic::error("empty-section", at, format!("{section} needs at least one {item}")).here("empty")
}

fn read<'s>(raw: Raw<'_, 's>, diagnostics: &mut Vec<Diagnostic>) -> Option<Expr<'s>> {
    condition::parse(raw.tokens, raw.end, diagnostics).map_err(|diagnostic| diagnostics.push(*diagnostic)).ok()
}

fn variables<'s>(raw: Vec<RawVar<'s>>, diagnostics: &mut Vec<Diagnostic>) -> Vec<VarDecl<'s>> {
    let mut bound = |(negative, text, span): RawInteger<'_>| {
        integer_value(negative, text, span).unwrap_or_else(|diagnostic| {
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

fn protocol<'s>(
    lines: Vec<(Option<Raw<'_, 's>>, Vec<Name<'s>>, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<ProtocolLine<'s>> {
    let count = lines.len();
    let mut all = Vec::with_capacity(count);
    for (number, (raw, actions, span)) in lines.into_iter().enumerate() {
        if actions.is_empty() {
            diagnostics.push(empty("a protocol line", "action", span));
        }
        let condition = match raw {
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
            Some(raw) => match read(raw, diagnostics) {
                Some(condition) => Some(condition),
                None => continue,
            },
        };
        all.push(ProtocolLine { condition, actions, span });
    }
    all
}

fn evolution<'s>(
    lines: Vec<(Raw<'_, 's>, Raw<'_, 's>, Span)>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<EvolutionLine<'s>> {
    let mut all = Vec::with_capacity(lines.len());
    for (assignments, condition, span) in lines {
        let assignments = condition::parse_assignments(assignments.tokens, assignments.end, diagnostics)
            .map_err(|diagnostic| diagnostics.push(*diagnostic))
            .ok();
        let condition = read(condition, diagnostics);
        if let (Some(assignments), Some(condition)) = (assignments, condition) {
            all.push(EvolutionLine { assignments, condition, span });
        }
    }
    all
}
