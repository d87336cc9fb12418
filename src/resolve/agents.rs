//! Second pass: what the agents do, the atoms, the groups and the initial states.

use std::collections::{BTreeMap, HashMap};

use super::places::Place;
use super::resolver::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{
    ActionId, Agent, AgentId, Assignment, Atom, AtomId, EvolutionLine, Exprs, Group, GroupId, InterpretedSystem,
    Protocol, ProtocolLine, Semantics,
};
use crate::ispl::ast;

impl Resolver {
    /// The system of a file, its shared tables (atoms, groups, expressions, symbols) still in the resolver. `None` if
    /// there are no initial states to speak of.
    pub(super) fn system(&mut self, file: &ast::File<'_>) -> Option<InterpretedSystem> {
        let declared = self.declare(file);
        let semantics = file.semantics.unwrap_or(Semantics::MultiAssignment);
        let agents: Vec<Agent> = declared
            .iter()
            .enumerate()
            .map(|(index, agent)| self.agent_body(AgentId::new(index), agent, semantics))
            .collect();
        self.evaluation(&file.atoms);
        self.declare_groups(&file.groups);
        let init = file.init.as_ref().and_then(|init| self.condition(Place::Init, init));
        Some(InterpretedSystem {
            semantics,
            variables: self.variables.clone(),
            agents,
            init: init?,
            atoms: Vec::new(),
            groups: Vec::new(),
            symbols: Vec::new(),
            exprs: Exprs::default(),
        })
    }

    fn agent_body(&mut self, id: AgentId, agent: &ast::Agent<'_>, semantics: Semantics) -> Agent {
        let names = &self.agents[id.index()];
        let mut variables: Vec<_> = names.variables.values().copied().collect();
        variables.sort_unstable();
        let mut observes = variables.clone();
        observes.extend(&self.obsvars);
        observes.extend(&names.lobsvars);
        observes.sort_unstable();
        observes.dedup();
        let mut actions = names.action_names.clone();
        let mut protocol = self.protocol(id, agent);
        if id == AgentId::ENVIRONMENT && protocol.lines.is_empty() && protocol.other.is_none() {
            // It may do anything: every declared action, or one silent move.
            if actions.is_empty() {
                actions.push(InterpretedSystem::SILENT.to_owned());
            }
            protocol.other = Some((0..actions.len()).map(ActionId::new).collect());
        }
        let evolution = self.evolution(id, agent, semantics);
        let red = agent.red.as_ref().and_then(|section| section.items.as_ref());
        let red = red.and_then(|condition| self.condition(Place::Red(id), condition));
        Agent { name: agent.name.text.to_owned(), variables, observes, actions, protocol, evolution, red }
    }

    fn protocol(&mut self, id: AgentId, agent: &ast::Agent<'_>) -> Protocol {
        let mut protocol = Protocol::default();
        for line in agent.protocol.iter().flat_map(|section| &section.items) {
            let mut actions: Vec<ActionId> = Vec::with_capacity(line.actions.len());
            for name in &line.actions {
                let Some(action) = self.action(id, *name) else { continue };
                self.usage.offered(id, action);
                if actions.contains(&action) {
                    let message = format!("this line offers `{}` twice", name.text);
                    self.report(Diagnostic::warning("idle", name.span, message).here("again").hint("remove it"));
                } else {
                    actions.push(action);
                }
            }
            actions.sort_unstable();
            match &line.condition {
                None => protocol.other = Some(actions),
                Some(condition) => {
                    let condition = self.condition(Place::Protocol(id), condition);
                    protocol.lines.extend(condition.map(|condition| ProtocolLine { condition, actions }));
                }
            }
        }
        protocol
    }

    fn evolution(&mut self, id: AgentId, agent: &ast::Agent<'_>, semantics: Semantics) -> Vec<EvolutionLine> {
        let mut lines = Vec::new();
        for line in agent.evolution.iter().flat_map(|section| &section.items) {
            let mut seen: HashMap<&str, Span> = HashMap::new();
            let mut assignments = Vec::with_capacity(line.assignments.len());
            for assignment in &line.assignments {
                let name = assignment.variable;
                if let Some(&first) = seen.get(name.text) {
                    let message = format!("one line assigns `{}` twice", name.text);
                    self.report(Diagnostic::error("duplicate", name.span, message).here("again").label(first, "first"));
                    continue;
                }
                seen.insert(name.text, name.span);
                assignments.extend(self.assignment(id, assignment));
            }
            if semantics == Semantics::SingleAssignment && line.assignments.len() > 1 {
                let message = "under SingleAssignment a line has exactly one assignment";
                let diagnostic = Diagnostic::error("semantics", line.span, message).here("more than one");
                self.report(diagnostic.hint("split the line, or use `Semantics = MultiAssignment;`"));
            }
            let condition = self.condition(Place::Evolution(id), &line.condition);
            lines.extend(condition.map(|condition| EvolutionLine { assignments, condition }));
        }
        lines
    }

    fn assignment(&mut self, id: AgentId, assignment: &ast::Assignment<'_>) -> Option<Assignment> {
        let name = assignment.variable;
        let variable = self.variable_of(id, name)?;
        self.usage.written(variable);
        let value = self.assigned(id, variable, &assignment.value)?;
        Some(Assignment { variable, value })
    }

    fn evaluation(&mut self, atoms: &[ast::AtomDecl<'_>]) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for atom in atoms {
            if let Some(&first) = seen.get(atom.name.text) {
                self.duplicate("atom", atom.name, first);
                continue;
            }
            seen.insert(atom.name.text, atom.name.span);
            // A wrong condition keeps its atom, so that formulas are not blamed for it.
            let condition = self.condition(Place::Evaluation, &atom.condition);
            let condition = condition.unwrap_or_else(|| self.exprs.intern(crate::ir::Expr::Bool(false)));
            self.add_atom(atom.name.text.to_owned(), condition);
        }
    }

    pub(super) fn add_atom(&mut self, name: String, condition: crate::ir::ExprId) -> AtomId {
        let id = AtomId::new(self.atoms.len());
        self.atom_ids.insert(name.clone(), id);
        self.atoms.push(Atom { name, condition });
        id
    }

    fn declare_groups(&mut self, groups: &[ast::GroupDecl<'_>]) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for group in groups {
            if let Some(&first) = seen.get(group.name.text) {
                self.duplicate("group", group.name, first);
                continue;
            }
            seen.insert(group.name.text, group.name.span);
            let mut members: BTreeMap<AgentId, Span> = BTreeMap::new();
            for member in &group.members {
                let Some(id) = self.agent(*member) else { continue };
                if let Some(&first) = members.get(&id) {
                    let message = format!("`{}` is in the group twice", member.text);
                    let diagnostic = Diagnostic::error("duplicate", member.span, message).here("again");
                    self.report(diagnostic.label(first, "first here"));
                }
                members.entry(id).or_insert(member.span);
            }
            self.add_group(group.name.text.to_owned(), members.into_keys().collect());
        }
    }

    pub(super) fn add_group(&mut self, name: String, members: Vec<AgentId>) -> GroupId {
        let id = GroupId::new(self.groups.len());
        self.group_ids.insert(name.clone(), id);
        self.groups.push(Group { name, members });
        id
    }
}
