//! The tables that grow while a file is resolved. Every other file of this part fills them or looks things up in them.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::effort::Effort;
use super::exactness::Divisions;
use super::usage::Usage;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{
    ActionId, AgentId, Atom, AtomId, Domain, Exprs, Group, GroupId, InterpretedSystem, SymbolId, VarId, Variable,
};
use crate::ispl::ast;
use crate::logic::Formulas;
use crate::model::Model;

/// The code of what `--strict` refuses and what is not reported otherwise.
pub const TACIT_EXTENSION: &str = "tacit-extension";

/// What is known of an agent while the rest is being resolved.
#[derive(Debug, Clone, Default)]
pub(super) struct AgentNames {
    pub(super) name: String,
    pub(super) variables: IndexMap<String, VarId>,
    pub(super) actions: HashMap<String, ActionId>,
    pub(super) action_names: Vec<String>,
    /// Environment variables that it may read besides the Obsvars.
    pub(super) lobsvars: BTreeSet<VarId>,
    /// What may be missing.
    pub(super) gaps: ast::AgentGaps,
}

/// Tables that grow while a file is resolved.
#[derive(Debug, Default)]
pub(super) struct Resolver {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) exprs: Exprs,
    pub(super) formulas: Formulas,
    pub(super) symbols: Vec<String>,
    pub(super) symbol_ids: HashMap<String, SymbolId>,
    pub(super) variables: Vec<Variable>,
    pub(super) agents: Vec<AgentNames>,
    pub(super) agent_ids: IndexMap<String, AgentId>,
    /// The Environment's Obsvars.
    pub(super) obsvars: BTreeSet<VarId>,
    pub(super) atoms: Vec<Atom>,
    pub(super) atom_ids: HashMap<String, AtomId>,
    pub(super) groups: Vec<Group>,
    pub(super) group_ids: HashMap<String, GroupId>,
    pub(super) usage: Usage,
    pub(super) effort: Effort,
    pub(super) divisions: Divisions,
    /// Which enumeration has which value.
    pub(super) values: HashSet<(VarId, SymbolId)>,
    /// Nothing but names, to print formulas with.
    pub(super) names: Option<InterpretedSystem>,
    /// What may be missing.
    pub(super) gaps: ast::FileGaps,
}

impl Resolver {
    /// Takes a model's tables back, to resolve one more formula.
    pub(super) fn reopen(model: &mut Model) -> Self {
        let system = &mut model.system;
        let mut resolver = Self {
            exprs: std::mem::take(&mut system.exprs),
            formulas: std::mem::take(&mut model.formulas),
            symbols: std::mem::take(&mut system.symbols),
            atoms: std::mem::take(&mut system.atoms),
            groups: std::mem::take(&mut system.groups),
            variables: system.variables.clone(),
            ..Self::default()
        };
        resolver.index(system);
        resolver
    }

    fn index(&mut self, system: &InterpretedSystem) {
        let named = |(index, name): (usize, &String)| (name.clone(), SymbolId::new(index));
        self.symbol_ids = self.symbols.iter().enumerate().map(named).collect();
        self.atom_ids =
            self.atoms.iter().enumerate().map(|(index, atom)| (atom.name.clone(), AtomId::new(index))).collect();
        self.group_ids =
            self.groups.iter().enumerate().map(|(index, group)| (group.name.clone(), GroupId::new(index))).collect();
        for variable in system.var_ids() {
            if let Domain::Enumeration(values) = &system.variable(variable).domain {
                self.values.extend(values.iter().map(|&value| (variable, value)));
            }
        }
        for id in system.agent_ids() {
            let agent = system.agent(id);
            let variables =
                agent.variables.iter().map(|&variable| (system.variable(variable).name.clone(), variable)).collect();
            self.agents.push(AgentNames { name: agent.name.clone(), variables, ..AgentNames::default() });
            self.agent_ids.insert(agent.name.clone(), id);
        }
    }

    /// Gives the tables back.
    pub(super) fn close(self, model: &mut Model) -> Vec<Diagnostic> {
        model.system.exprs = self.exprs;
        model.system.symbols = self.symbols;
        model.system.atoms = self.atoms;
        model.system.groups = self.groups;
        model.formulas = self.formulas;
        self.diagnostics
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// A warning about something that MCMAS does not accept; `--strict` makes it an error.
    pub(super) fn extension(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.report(Diagnostic::warning("extension", span, message).here("beyond MCMAS").hint(hint));
    }

    /// Something that MCMAS does not accept and that is worth no warning; `--strict` makes it an error.
    pub(super) fn tacit_extension(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.report(Diagnostic::warning(TACIT_EXTENSION, span, message).here("beyond MCMAS").hint(hint));
    }
}
