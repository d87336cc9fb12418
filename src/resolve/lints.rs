//! Warnings that earn their place: declarations that nothing uses, lines that can never do anything.

use std::collections::HashMap;

use super::resolver::Resolver;
use super::satisfiable::Trials;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::ir::InterpretedSystem;
use crate::ispl::ast;

impl Resolver {
    /// All warnings about a file whose names have been resolved.
    pub(super) fn lint(&mut self, file: &ast::File<'_>, system: Option<&InterpretedSystem>) {
        // After an error, what looks unused may be used where it could not be understood.
        if self.gaps.agents || self.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
            return;
        }
        self.unused_declarations(file);
        if let Some(system) = system {
            // The tables are the resolver's until the end; the checks need them in the system.
            let system = InterpretedSystem {
                exprs: std::mem::take(&mut self.exprs),
                symbols: self.symbols.clone(),
                ..system.clone()
            };
            let mut trials = Trials::new(&system);
            for agent in &file.agents {
                self.idle_lines(&system, agent, &mut trials);
            }
            self.exprs = system.exprs;
        }
    }

    fn unused(&mut self, code: &'static str, (span, message): (Span, String), label: &str, hint: &str) {
        self.report(Diagnostic::warning(code, span, message).here(label).hint(hint));
    }

    fn unused_declarations(&mut self, file: &ast::File<'_>) {
        for agent in &file.agents {
            let id = self.agent_ids[agent.name.text];
            let declarations = agent.obsvars.iter().chain(&agent.vars).flat_map(|section| &section.items);
            for declaration in declarations {
                let variable = self.agents[id.index()].variables[declaration.name.text];
                if !self.usage.variables.contains(&variable) {
                    let message = format!("variable `{}` is never used", declaration.name.text);
                    self.unused(
                        "unused-variables",
                        (declaration.name.span, message),
                        "neither read nor assigned",
                        "remove it",
                    );
                }
            }
            // An Environment without protocol offers everything.
            let offers_all =
                agent.is_environment() && agent.protocol.as_ref().is_none_or(|lines| lines.items.is_empty());
            for name in agent.actions.iter().flat_map(|section| &section.items) {
                let key = (id, self.agents[id.index()].actions[name.text]);
                if offers_all || self.usage.offered.contains(&key) {
                    continue;
                }
                let message = format!("no protocol line offers action `{}`", name.text);
                let label = if self.usage.tested.contains(&key) { "tested, but never done" } else { "never done" };
                self.unused("unused-actions", (name.span, message), label, "offer it in the protocol, or remove it");
            }
        }
        if file.formulae.is_empty() {
            // They are given on the command line, whatever they are.
            return;
        }
        for atom in &file.atoms {
            if !self.usage.atoms.contains(&self.atom_ids[atom.name.text]) {
                let message = format!("atom `{}` is never used", atom.name.text);
                self.unused(
                    "unused-atoms",
                    (atom.name.span, message),
                    "in no formula",
                    "remove it, or ask something about it",
                );
            }
        }
        for group in &file.groups {
            if !self.usage.groups.contains(&self.group_ids[group.name.text]) {
                let message = format!("group `{}` is never used", group.name.text);
                self.unused("unused-groups", (group.name.span, message), "in no formula", "remove it");
            }
        }
    }

    /// Protocol and evolution lines that can never do anything, or that say what an earlier one says.
    fn idle_lines(&mut self, system: &InterpretedSystem, agent: &ast::Agent<'_>, trials: &mut Trials<'_>) {
        let id = self.agent_ids[agent.name.text];
        let resolved = system.agent(id);
        let offers = trials.offers(id);
        let conditional =
            agent.protocol.iter().flat_map(|section| &section.items).filter(|line| line.condition.is_some());
        for (line, source) in resolved.protocol.lines.iter().zip(conditional) {
            if trials.never(line.condition, &offers) {
                self.idle(source.span, "this protocol line never applies");
            }
        }
        let sources = agent.evolution.iter().flat_map(|section| &section.items);
        let mut seen: HashMap<String, Span> = HashMap::new();
        for (line, source) in resolved.evolution.iter().zip(sources) {
            if trials.never(line.condition, &offers) {
                self.idle(source.span, "this evolution line never applies");
            }
            let key = format!("{:?} {:?}", line.condition, line.assignments);
            if let Some(&first) = seen.get(&key) {
                let diagnostic = Diagnostic::warning("idle", source.span, "this evolution line repeats an earlier one");
                self.report(diagnostic.here("no effect").label(first, "the same line").hint("remove it"));
            }
            seen.entry(key).or_insert(source.span);
        }
    }

    fn idle(&mut self, span: Span, message: &str) {
        let diagnostic = Diagnostic::warning("idle", span, message).here("its condition is never true");
        self.report(diagnostic.hint("no values of the variables and no allowed actions satisfy it"));
    }
}
