//! One obligation: its reason must be of a kind that can show its formula, and must do so.

use super::super::claim::relations;
use super::super::evidence::{Node, NodeId, Reason};
use super::outcome::{Checked, Mismatch, wrong};
use super::replayer::Replayer;
use super::universal::{is_universal, operands};
use crate::ir::{AgentId, GroupId, Program};
use crate::logic::{Formula, FormulaId, Quantifier, Temporal};

impl Replayer<'_> {
    /// Looks at one obligation; what it rests on.
    pub(super) fn node(&mut self, id: NodeId) -> Result<Vec<NodeId>, Mismatch> {
        let node = self.get(id)?.clone();
        self.state(node.state)?;
        if !self.reached.contains(&node.state) {
            return wrong(format!("state {} is reached from nowhere", node.state));
        }
        if node.formula.index() >= self.claim.formulas.len() {
            return wrong("there is no such formula");
        }
        if let (Some(part), Some(fair)) = (node.fair, self.fair) {
            self.part(part, node.state, fair)?;
        }
        self.reason(id, &node)?;
        Ok(node.fair.into_iter().chain(node.reason.parts()).collect())
    }

    /// Looks at why a formula is said to be true in a state.
    fn reason(&mut self, id: NodeId, node: &Node) -> Checked {
        match (&node.reason, self.claim.formulas.get(node.formula)) {
            (Reason::Evident, _) if self.claim.is_evident(node.formula) => self.evident(node),
            (&Reason::Both(left, right), Formula::And(f, g)) => {
                self.part(left, node.state, f)?;
                self.part(right, node.state, g)
            }
            (&Reason::Either(part), Formula::Or(f, g)) => {
                self.part(part, node.state, f).or_else(|_| self.part(part, node.state, g))
            }
            (Reason::Path(path), Formula::Branching(Quantifier::Exists, operator)) => {
                self.path(id, node.state, path)?;
                self.branching(path, operator)
            }
            (Reason::Path(path), Formula::Quantified(Quantifier::Exists, inner)) => {
                self.path(id, node.state, path)?;
                self.quantified(path, inner)
            }
            (Reason::Jump(jump), Formula::Considers(knowledge, f)) => {
                let (relations, common) = relations(&self.model.system, knowledge);
                self.jump(id, jump, &relations, common, f)
            }
            (&Reason::Elsewhere(part), Formula::Permitted(agent, f)) => self.elsewhere(part, agent, f),
            (Reason::Strategy(strategy), Formula::Strategic(group, operator)) => {
                self.strategy(id, strategy, group, operator)
            }
            (Reason::Prevention(prevention), Formula::Not(enforced)) => {
                let (group, operator) = self.enforced(enforced)?;
                self.prevention(node.state, prevention, group, operator)
            }
            (Reason::Dilemma(dilemma), Formula::Not(enforced)) => {
                let (group, operator) = self.enforced(enforced)?;
                self.dilemma(node.state, dilemma, group, operator)
            }
            (Reason::Checked(examples), formula) if is_universal(&self.claim.formulas, formula) => {
                self.checked(id, node, examples)
            }
            _ => wrong("such a formula is not shown in this way"),
        }
    }

    /// Whether the values of a state decide for its formula.
    fn evident(&self, node: &Node) -> Checked {
        if self.claim.is_true(&self.model.system, node.formula, self.state(node.state)?) {
            Ok(())
        } else {
            wrong(format!("the formula is false in state {}", node.state))
        }
    }

    /// Whether a part is about a state that is green for an agent.
    fn elsewhere(&self, part: NodeId, agent: AgentId, f: FormulaId) -> Checked {
        let there = self.get(part)?.state;
        self.part(part, there, f)?;
        self.fair_start(part)?;
        let red = self.model.system.agent(agent).red;
        let green = self.state(there)?;
        if red.is_some_and(|red| Program::compile(&self.model.system.exprs, red).holds(green)) {
            return wrong(format!("state {there} is not green"));
        }
        Ok(())
    }

    /// What a group cannot enforce, if a formula is about that.
    fn enforced(&self, formula: FormulaId) -> Result<(GroupId, Temporal), Mismatch> {
        match self.claim.formulas.get(formula) {
            Formula::Strategic(group, operator) => Ok((group, operator)),
            _ => wrong("such a formula is not shown in this way"),
        }
    }

    /// A universal claim, and examples of what it says.
    fn checked(&mut self, id: NodeId, node: &Node, examples: &[NodeId]) -> Checked {
        let state = self.state(node.state)?.clone();
        self.universal(id, &state, node.formula)?;
        let about = operands(&self.claim.formulas, self.claim.formulas.get(node.formula));
        for &example in examples {
            if !about.contains(&self.get(example)?.formula) {
                return wrong(format!("part {example} is about another formula"));
            }
        }
        Ok(())
    }
}
