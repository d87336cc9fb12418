//! From what was written to what it means: names, types, ranges and access rights are checked here, and all complaints
//! are collected. Behind this stage a user cannot be at fault any more.

mod agents;
mod assignments;
mod comparisons;
mod conditions;
mod declare;
mod divisions;
mod formulas;
mod lints;
mod names;
mod places;
mod readings;
mod satisfiable;
mod sorts;

pub(crate) use formulas::paper_constant;

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::ir::{ActionId, AgentId, AtomId, Domain, Exprs, GroupId, InterpretedSystem, SymbolId, VarId, Variable};
use crate::ispl::ast;
use crate::logic::{Formulas, Specification};
use crate::model::Model;

/// The code of what `--strict` refuses and nobody is told of otherwise.
pub const TACIT_EXTENSION: &str = "tacit-extension";

/// A model, if there were no errors, and everything there is to say.
#[derive(Debug, Clone)]
pub struct Resolved {
    /// Absent if there was an error.
    pub model: Option<Model>,
    /// Errors and warnings, in no particular order; those of code [`TACIT_EXTENSION`] are for `--strict` alone.
    pub diagnostics: Vec<Diagnostic>,
}

/// Looks up everything in `file`.
#[must_use]
pub fn resolve(file: &ast::File<'_>) -> Resolved {
    let mut resolver = Resolver { gaps: file.gaps, ..Resolver::default() };
    let system = resolver.system(file);
    let fairness: Vec<_> = file.fairness.iter().filter_map(|formula| resolver.fairness(formula)).collect();
    let specifications: Vec<_> = file.formulae.iter().filter_map(|formula| resolver.specification(formula)).collect();
    resolver.lint(file, system.as_ref());
    let failed = resolver.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let model = system.filter(|_| !failed).map(|mut system| {
        system.atoms = resolver.atoms;
        system.groups = resolver.groups;
        system.exprs = resolver.exprs;
        system.symbols = resolver.symbols;
        Model {
            system,
            formulas: resolver.formulas,
            fairness: fairness.iter().map(|specification| specification.formula).collect(),
            specifications,
        }
    });
    Resolved { model, diagnostics: resolver.diagnostics }
}

/// Looks up one more formula in a model that has been resolved; the model grows by what the formula needs.
///
/// # Errors
/// What is wrong with the formula. Warnings come with success.
pub fn resolve_formula(
    model: &mut Model,
    formula: &ast::Specification<'_>,
) -> Result<(Specification, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut resolver = Resolver::reopen(model);
    let specification = resolver.specification(formula);
    let diagnostics = resolver.close(model);
    match specification {
        Some(specification) if diagnostics.iter().all(|d| d.severity != Severity::Error) => {
            Ok((specification, diagnostics))
        }
        _ => Err(diagnostics),
    }
}

/// What is known of an agent while the rest is being resolved.
#[derive(Debug, Clone, Default)]
struct AgentNames {
    name: String,
    variables: IndexMap<String, VarId>,
    actions: HashMap<String, ActionId>,
    action_names: Vec<String>,
    /// Environment variables that it may read besides the Obsvars.
    lobsvars: BTreeSet<VarId>,
    /// What may be missing.
    gaps: ast::AgentGaps,
}

/// Tables that grow while a file is resolved.
#[derive(Debug, Default)]
struct Resolver {
    diagnostics: Vec<Diagnostic>,
    exprs: Exprs,
    formulas: Formulas,
    symbols: Vec<String>,
    symbol_ids: HashMap<String, SymbolId>,
    variables: Vec<Variable>,
    agents: Vec<AgentNames>,
    agent_ids: IndexMap<String, AgentId>,
    /// The Environment's Obsvars.
    obsvars: BTreeSet<VarId>,
    atoms: Vec<crate::ir::Atom>,
    atom_ids: HashMap<String, AtomId>,
    groups: Vec<crate::ir::Group>,
    group_ids: HashMap<String, GroupId>,
    usage: lints::Usage,
    effort: names::Effort,
    divisions: divisions::Divisions,
    /// Which enumeration has which value.
    values: HashSet<(VarId, SymbolId)>,
    /// Nothing but names, to print formulas with.
    names: Option<InterpretedSystem>,
    /// What may be missing.
    gaps: ast::FileGaps,
}

impl Resolver {
    /// Takes a model's tables back, to resolve one more formula.
    fn reopen(model: &mut Model) -> Self {
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
    fn close(self, model: &mut Model) -> Vec<Diagnostic> {
        model.system.exprs = self.exprs;
        model.system.symbols = self.symbols;
        model.system.atoms = self.atoms;
        model.system.groups = self.groups;
        model.formulas = self.formulas;
        self.diagnostics
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// A warning about something that MCMAS does not accept; `--strict` makes it an error.
    fn extension(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.report(Diagnostic::warning("extension", span, message).here("beyond MCMAS").hint(hint));
    }

    /// Something that MCMAS does not accept and that is worth no warning; `--strict` makes it an error.
    fn tacit_extension(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.report(Diagnostic::warning(TACIT_EXTENSION, span, message).here("beyond MCMAS").hint(hint));
    }
}
