//! The items of a file.

use super::agent::agent;
use super::gaps::Gaps;
use crate::diagnostic::{Diagnostic, Span};
use crate::ispl::ast::{Agent, AtomDecl, File, FileGaps, GroupDecl, Name};
use crate::ispl::grammar::Skeleton;
use crate::ispl::habits::Declared;
use crate::ispl::order::{Item, Order, empty};
use crate::ispl::raw::{Raw, RawItem, RawSection};
use crate::ispl::{condition, split};

/// Puts a file together; `end` is where something missing is reported.
pub(in crate::ispl) fn file<'s>(skeleton: Skeleton<'_, 's>, end: Span, diagnostics: &mut Vec<Diagnostic>) -> File<'s> {
    let gaps = Gaps(skeleton.gaps);
    let mut outside = gaps.all();
    let (file, order, declared) = (File::default(), Order::of_file(), Declared::of(&skeleton.items));
    let mut assembly = Assembly { file, order, seen_agents: false, declared, gaps: &gaps, diagnostics };
    for (item, extent) in skeleton.items {
        outside = outside.saturating_sub(gaps.within(extent));
        assembly.item(item, extent);
    }
    assembly.finish(outside, end)
}

/// A file under way.
struct Assembly<'a, 's> {
    file: File<'s>,
    order: Order<Item>,
    /// There was an agent that is not the Environment.
    seen_agents: bool,
    declared: Declared,
    gaps: &'a Gaps,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'s> Assembly<'_, 's> {
    fn item(&mut self, item: RawItem<'_, 's>, extent: Span) {
        match item {
            RawItem::Semantics(keyword, semantics) => {
                self.meet(Item::Semantics, keyword);
                self.file.semantics.get_or_insert(semantics);
            }
            RawItem::Agent(name, sections) => self.agent(name, sections, extent),
            RawItem::Evaluation(keyword, atoms) => {
                self.meet(Item::Evaluation, keyword);
                self.evaluation(keyword, atoms, extent);
            }
            RawItem::InitStates(keyword, raw) => {
                self.meet(Item::InitStates, keyword);
                match raw {
                    Some(raw) => self.file.init = condition::read(raw, self.diagnostics),
                    None if self.gaps.within(extent) > 0 => {}
                    None => self.diagnostics.push(empty("InitStates", "condition", keyword)),
                }
            }
            RawItem::Groups(keyword, groups) => {
                self.meet(Item::Groups, keyword);
                self.groups(groups, extent);
            }
            RawItem::Fairness(keyword, raw) => {
                self.meet(Item::Fairness, keyword);
                self.file.fairness.extend(split::specifications(raw, &self.declared, self.diagnostics));
            }
            RawItem::Formulae(keyword, raw) => {
                self.meet(Item::Formulae, keyword);
                self.formulae(keyword, raw, extent);
            }
        }
    }

    fn meet(&mut self, item: Item, keyword: Span) {
        self.order.meet(item, keyword, self.diagnostics);
    }

    fn agent(&mut self, name: Name<'s>, sections: Vec<(RawSection<'_, 's>, Span)>, extent: Span) {
        if name.text == "Environment" && self.seen_agents {
            self.diagnostics.push(
                Diagnostic::error("section-order", name.span, "the Environment comes before all agents")
                    .here("in the wrong place")
                    .hint("move `Agent Environment` to the front"),
            );
        }
        self.seen_agents |= name.text != "Environment";
        self.order.follow(Item::Agent, name.span, self.diagnostics);
        self.file.agents.push(agent(name, extent, sections, self.gaps, self.diagnostics));
        self.file.gaps.agents |= self.file.agents.last().is_some_and(Agent::is_nameless);
    }

    fn evaluation(&mut self, keyword: Span, atoms: Vec<(Name<'s>, Raw<'_, 's>)>, extent: Span) {
        self.file.gaps.atoms |= self.gaps.within(extent) > 0;
        if atoms.is_empty() && !self.file.gaps.atoms {
            self.diagnostics.push(empty("Evaluation", "atom", keyword));
        }
        for (name, raw) in atoms {
            match condition::read(raw, self.diagnostics) {
                Some(condition) => self.file.atoms.push(AtomDecl { name, condition }),
                None => self.file.gaps.atoms = true,
            }
        }
    }

    fn groups(&mut self, groups: Vec<(Name<'s>, Vec<Name<'s>>)>, extent: Span) {
        self.file.gaps.groups |= self.gaps.within(extent) > 0;
        for (name, members) in groups {
            if members.is_empty() && self.gaps.within(extent) == 0 {
                self.diagnostics.push(empty("a group", "agent", name.span));
            }
            self.file.groups.push(GroupDecl { name, members });
        }
    }

    fn formulae(&mut self, keyword: Span, raw: Raw<'_, 's>, extent: Span) {
        self.file.formulae.extend(split::specifications(raw, &self.declared, self.diagnostics));
        if raw.tokens.is_empty() && self.gaps.within(extent) == 0 {
            self.diagnostics.push(
                Diagnostic::warning("extension", keyword, "there is no formula to check")
                    .here("MCMAS wants at least one")
                    .hint("put formulas here, or give them with `--formula`"),
            );
        }
    }

    /// The file, when all items have been met; `outside` is how many gaps lie outside all of them.
    fn finish(mut self, outside: usize, end: Span) -> File<'s> {
        if outside > 0 {
            // What is missing may be what could not be read.
            self.file.gaps = FileGaps { agents: true, atoms: true, groups: true };
        } else {
            let required = [Item::Agent, Item::Evaluation, Item::InitStates, Item::Formulae];
            self.order.missing(&required, end, self.diagnostics);
            self.file.gaps.agents |= !self.seen_agents;
            self.file.gaps.atoms |= self.file.atoms.is_empty();
        }
        self.file
    }
}
