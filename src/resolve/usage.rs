//! What occurred where: `lints` warns of what did not.

use std::collections::BTreeSet;

use crate::ir::{ActionId, AgentId, AtomId, GroupId, VarId};

/// What occurred where.
#[derive(Debug, Default)]
pub(super) struct Usage {
    pub(super) variables: BTreeSet<VarId>,
    pub(super) offered: BTreeSet<(AgentId, ActionId)>,
    pub(super) tested: BTreeSet<(AgentId, ActionId)>,
    pub(super) atoms: BTreeSet<AtomId>,
    pub(super) groups: BTreeSet<GroupId>,
}

impl Usage {
    pub(super) fn read(&mut self, variable: VarId) {
        self.variables.insert(variable);
    }

    /// Written, or observed: either way it makes a difference to what an agent knows.
    pub(super) fn written(&mut self, variable: VarId) {
        self.variables.insert(variable);
    }

    pub(super) fn observed(&mut self, variable: VarId) {
        self.variables.insert(variable);
    }

    pub(super) fn offered(&mut self, agent: AgentId, action: ActionId) {
        self.offered.insert((agent, action));
    }

    pub(super) fn tested(&mut self, agent: AgentId, action: ActionId) {
        self.tested.insert((agent, action));
    }

    pub(super) fn atom(&mut self, atom: AtomId) {
        self.atoms.insert(atom);
    }

    pub(super) fn group(&mut self, group: GroupId) {
        self.groups.insert(group);
    }
}
