//! From items in the order of the file to a [`File`]: sections in the wrong place, twice or absent are reported here,
//! with the place where they belong, and conditions and formulas are read.

use super::ast::{
    Agent, AtomDecl, EvolutionLine, Expr, File, GroupDecl, Name, ProtocolLine, Section, TypeDecl, VarDecl,
};
use super::raw::{Raw, RawInteger, RawItem, RawSection, RawType, RawVar};
use super::{condition, integer_value, split};
use crate::diagnostic::{Diagnostic, Span};

/// Puts a file together.
pub(super) fn file<'s>(items: Vec<RawItem<'_, 's>>, end: Span, diagnostics: &mut Vec<Diagnostic>) -> File<'s> {
    let mut file = File::default();
    let mut order = Order::new(&ITEMS, "the file");
    let mut seen_agents = false;
    for item in items {
        match item {
            RawItem::Semantics(keyword, semantics) => {
                order.meet(0, keyword, diagnostics);
                file.semantics = Some(semantics);
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
                order.follow(1, name.span, diagnostics);
                file.agents.push(agent(name, sections, diagnostics));
            }
            RawItem::Evaluation(keyword, atoms) => {
                order.meet(2, keyword, diagnostics);
                if atoms.is_empty() {
                    diagnostics.push(empty("Evaluation", "atom", keyword));
                }
                for (name, raw) in atoms {
                    let condition = read(raw, diagnostics);
                    file.atoms.extend(condition.map(|condition| AtomDecl { name, condition }));
                }
            }
            RawItem::InitStates(keyword, raw) => {
                order.meet(3, keyword, diagnostics);
                match raw {
                    Some(raw) => file.init = read(raw, diagnostics),
                    None => diagnostics.push(empty("InitStates", "condition", keyword)),
                }
            }
            RawItem::Groups(keyword, groups) => {
                order.meet(4, keyword, diagnostics);
                for (name, members) in groups {
                    if members.is_empty() {
                        diagnostics.push(empty("a group", "agent", name.span));
                    }
                    file.groups.push(GroupDecl { name, members });
                }
            }
            RawItem::Fairness(keyword, raw) => {
                order.meet(5, keyword, diagnostics);
                file.fairness = split::specifications(raw, diagnostics);
            }
            RawItem::Formulae(keyword, raw) => {
                order.meet(6, keyword, diagnostics);
                file.formulae = split::specifications(raw, diagnostics);
                if raw.tokens.is_empty() {
                    diagnostics.push(
                        Diagnostic::warning("extension", keyword, "there is no formula to check")
                            .here("MCMAS wants at least one")
                            .hint("put formulas here, or give them with `--formula`"),
                    );
                }
            }
        }
    }
    order.missing(&[(1, "an agent"), (2, "`Evaluation`"), (3, "`InitStates`"), (6, "`Formulae`")], end, diagnostics);
    file
}

/// The items of a file in their order.
const ITEMS: [&str; 7] = ["Semantics", "Agent", "Evaluation", "InitStates", "Groups", "Fairness", "Formulae"];
/// The sections of an agent in their order.
const SECTIONS: [&str; 7] = ["Obsvars", "Lobsvars", "Vars", "RedStates", "Actions", "Protocol", "Evolution"];

/// Watches over the order of sections.
struct Order {
    names: &'static [&'static str],
    whole: &'static str,
    /// Where each was met.
    met: Vec<Option<Span>>,
    last: usize,
}

impl Order {
    fn new(names: &'static [&'static str], whole: &'static str) -> Self {
        Self { names, whole, met: vec![None; names.len()], last: 0 }
    }

    /// A section that may occur once.
    fn meet(&mut self, rank: usize, at: Span, diagnostics: &mut Vec<Diagnostic>) {
        if let Some(first) = self.met[rank] {
            let message = format!("{} has a second `{}`", self.whole, self.names[rank]);
            diagnostics.push(
                Diagnostic::error("duplicate", at, message).here("second").label(first, "first").hint("join the two"),
            );
        } else {
            self.follow(rank, at, diagnostics);
        }
    }

    /// A section that may occur often.
    fn follow(&mut self, rank: usize, at: Span, diagnostics: &mut Vec<Diagnostic>) {
        if rank < self.last {
            // The first section that should have come later.
            let later = (rank + 1..self.names.len()).find(|&later| self.met[later].is_some());
            let later = later.unwrap_or(self.last);
            let message = format!("`{}` comes before `{}`", self.names[rank], self.names[later]);
            let mut diagnostic = Diagnostic::error("section-order", at, message).here("in the wrong place");
            if let Some(place) = self.met[later] {
                diagnostic = diagnostic.label(place, "should come before this");
            }
            diagnostics.push(diagnostic.hint(format!("the order is: {}", self.names.join(", "))));
        }
        self.met[rank].get_or_insert(at);
        self.last = self.last.max(rank);
    }

    fn missing(&self, required: &[(usize, &str)], at: Span, diagnostics: &mut Vec<Diagnostic>) {
        for &(rank, what) in required {
            if self.met[rank].is_none() {
                let diagnostic = Diagnostic::error("missing-section", at, format!("{} has no {what}", self.whole));
                diagnostics.push(diagnostic.hint(format!("the order is: {}", self.names.join(", "))));
            }
        }
    }
}

fn agent<'s>(name: Name<'s>, sections: Vec<RawSection<'_, 's>>, diagnostics: &mut Vec<Diagnostic>) -> Agent<'s> {
    let mut agent = Agent {
        name,
        obsvars: None,
        lobsvars: None,
        vars: None,
        red: None,
        actions: None,
        protocol: None,
        evolution: None,
    };
    let environment = agent.is_environment();
    let mut order = Order::new(&SECTIONS, "the agent");
    for section in sections {
        match section {
            RawSection::Obsvars(keyword, vars) => {
                order.meet(0, keyword, diagnostics);
                if !environment {
                    diagnostics.push(
                        Diagnostic::error("section-order", keyword, "only the Environment has `Obsvars`")
                            .here("not in an agent")
                            .hint("declare what all agents see in the Environment, or use `Vars` and `Lobsvars`"),
                    );
                }
                let items = variables(vars, diagnostics);
                agent.obsvars.get_or_insert(Section { items, keyword });
            }
            RawSection::Lobsvars(keyword, names) => {
                order.meet(1, keyword, diagnostics);
                if environment {
                    diagnostics.push(
                        Diagnostic::error("section-order", keyword, "the Environment has no `Lobsvars`")
                            .here("only in agents")
                            .hint("the Environment sees all its variables; agents list what they see of them"),
                    );
                }
                agent.lobsvars.get_or_insert(Section { items: names, keyword });
            }
            RawSection::Vars(keyword, vars) => {
                order.meet(2, keyword, diagnostics);
                let items = variables(vars, diagnostics);
                agent.vars.get_or_insert(Section { items, keyword });
            }
            RawSection::Red(keyword, raw) => {
                order.meet(3, keyword, diagnostics);
                let items = raw.and_then(|raw| read(raw, diagnostics));
                agent.red.get_or_insert(Section { items, keyword });
            }
            RawSection::Actions(keyword, names) => {
                order.meet(4, keyword, diagnostics);
                if names.is_empty() && !environment {
                    diagnostics.push(empty("Actions", "action", keyword));
                }
                agent.actions.get_or_insert(Section { items: names, keyword });
            }
            RawSection::Protocol(keyword, lines) => {
                order.meet(5, keyword, diagnostics);
                if lines.is_empty() && !environment {
                    diagnostics.push(empty("Protocol", "line", keyword));
                }
                let items = protocol(lines, diagnostics);
                agent.protocol.get_or_insert(Section { items, keyword });
            }
            RawSection::Evolution(keyword, lines) => {
                order.meet(6, keyword, diagnostics);
                if lines.is_empty() && !environment {
                    diagnostics.push(empty("Evolution", "line", keyword));
                }
                let items = evolution(lines, diagnostics);
                agent.evolution.get_or_insert(Section { items, keyword });
            }
        }
    }
    let required = [(2, "`Vars`"), (4, "`Actions`"), (5, "`Protocol`"), (6, "`Evolution`")];
    order.missing(if environment { &required[1..] } else { &required }, name.span, diagnostics);
    agent
}

fn empty(section: &str, item: &str, at: Span) -> Diagnostic {
    Diagnostic::error("empty-section", at, format!("{section} needs at least one {item}")).here("empty")
}

fn read<'s>(raw: Raw<'_, 's>, diagnostics: &mut Vec<Diagnostic>) -> Option<Expr<'s>> {
    condition::parse(raw.tokens, raw.end, diagnostics).map_err(|diagnostic| diagnostics.push(*diagnostic)).ok()
}

fn variables<'s>(raw: Vec<RawVar<'s>>, diagnostics: &mut Vec<Diagnostic>) -> Vec<VarDecl<'s>> {
    let mut bound = |(negative, text, span): RawInteger<'_>| {
        integer_value(negative, text, span).map_err(|diagnostic| diagnostics.push(diagnostic)).unwrap_or_default()
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
