//! Whether a condition can be true at all, by trying the values of the variables and actions in it.
//!
//! Exact while there are few combinations; larger conditions are given the benefit of the doubt, and so are all once
//! the effort for the whole file is used up.

use std::collections::BTreeSet;

use crate::ir::{ActionId, AgentId, Expr, ExprId, InterpretedSystem, JointAction, Program, State, VarId};

/// How many combinations are tried for one condition.
const COMBINATIONS: u64 = 1 << 14;
/// How many lines are looked at for the whole file.
const EFFORT: u64 = 1 << 21;

/// Tries conditions of one system.
pub(super) struct Trials<'a> {
    system: &'a InterpretedSystem,
    state: State,
    joint: JointAction,
    effort: u64,
}

/// The protocol of an agent: what its own actions presuppose.
pub(super) struct Offers {
    agent: AgentId,
    mentioned: Mentioned,
    lines: Vec<Program>,
}

#[derive(Default)]
struct Mentioned {
    variables: BTreeSet<VarId>,
    actors: BTreeSet<AgentId>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(system: &'a InterpretedSystem) -> Self {
        Self {
            system,
            state: State::new(vec![0; system.variables.len()]),
            joint: JointAction::new(vec![ActionId::new(0); system.agents.len()]),
            effort: EFFORT,
        }
    }

    /// The protocol of `agent`, made ready.
    pub(super) fn offers(&self, agent: AgentId) -> Offers {
        let lines = &self.system.agent(agent).protocol.lines;
        let mut mentioned = Mentioned::default();
        mentioned.add(self.system, lines.iter().map(|line| line.condition));
        let lines = lines.iter().map(|line| Program::compile(&self.system.exprs, line.condition)).collect();
        Offers { agent, mentioned, lines }
    }

    /// Whether `condition` is surely never true. An own action of the agent counts only where its protocol allows it.
    pub(super) fn never(&mut self, condition: ExprId, offers: &Offers) -> bool {
        let mut mentioned = Mentioned::default();
        mentioned.add(self.system, [condition]);
        let own = mentioned.actors.contains(&offers.agent);
        if own && self.combinations(&offers.mentioned).is_none() {
            return false;
        }
        if own {
            mentioned.variables.extend(&offers.mentioned.variables);
        }
        let Some(combinations) = self.combinations(&mentioned) else { return false };
        let program = Program::compile(&self.system.exprs, condition);
        let lines = if own { offers.lines.len() as u64 } else { 0 };
        for number in 0..combinations {
            if self.effort <= lines {
                return false;
            }
            self.effort -= 1 + lines;
            self.assume(&mentioned, number);
            if program.holds_under(&self.state, &self.joint) && (!own || self.allowed(offers)) {
                return false;
            }
        }
        true
    }

    fn combinations(&self, mentioned: &Mentioned) -> Option<u64> {
        let sizes = mentioned.variables.iter().map(|&variable| self.system.variable(variable).domain.size());
        let choices = mentioned.actors.iter().map(|&actor| self.system.agent(actor).actions.len() as u64);
        sizes
            .chain(choices)
            .try_fold(1u64, |total, size| total.checked_mul(size).filter(|&combinations| combinations <= COMBINATIONS))
    }

    /// Gives everything mentioned the values of one combination.
    fn assume(&mut self, mentioned: &Mentioned, mut number: u64) {
        for &variable in &mentioned.variables {
            let domain = &self.system.variable(variable).domain;
            self.state.set(variable, domain.nth(number % domain.size()).unwrap_or_default());
            number /= domain.size();
        }
        for &actor in &mentioned.actors {
            let count = self.system.agent(actor).actions.len() as u64;
            self.joint.set(actor, ActionId::new(usize::try_from(number % count).unwrap_or_default()));
            number /= count;
        }
    }

    fn allowed(&self, offers: &Offers) -> bool {
        let protocol = &self.system.agent(offers.agent).protocol;
        let action = self.joint.get(offers.agent);
        let mut applies = false;
        for (line, program) in protocol.lines.iter().zip(&offers.lines) {
            if program.holds(&self.state) {
                applies = true;
                if line.actions.contains(&action) {
                    return true;
                }
            }
        }
        !applies && protocol.other.as_ref().is_some_and(|other| other.contains(&action))
    }
}

impl Mentioned {
    fn add(&mut self, system: &InterpretedSystem, roots: impl IntoIterator<Item = ExprId>) {
        for id in system.exprs.below(roots) {
            match system.exprs.get(id) {
                Expr::Variable(variable) => {
                    self.variables.insert(variable);
                }
                Expr::Performs(agent, _) => {
                    self.actors.insert(agent);
                }
                _ => {}
            }
        }
    }
}
