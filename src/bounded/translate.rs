//! From the formulas of all logics to those that the encoding takes: CTLK, ATL and obligation, in negation normal form.

use std::collections::BTreeMap;

use qmas_encodings::bounded::{FormulaId as EncodedId, Formulas as Encoded, Relation, Temporal as EncodedTemporal};
use qmas_encodings::{Lit, Quantifier as Player, SymbolicSystem};

use crate::engine::{Declined, GaveUp, Strategies};
use crate::ir::{AgentId, InterpretedSystem};
use crate::logic::{
    Ctlk, CtlkId, CtlkNode, CtlkPath, Formula, FormulaId, FormulaKind, Knowledge, Quantifier, Sign, Specification,
};
use crate::model::Model;

/// Encodings recurse on operators: formulas with more of them above each other are declined.
const DEEPEST: usize = 300;

/// Translates formulas over one system.
pub(super) struct Translation<'a> {
    pub(super) interpreted: &'a InterpretedSystem,
    /// Its circuit grows.
    pub(super) system: &'a mut SymbolicSystem,
    pub(super) encoded: Encoded,
}

impl Translation<'_> {
    /// The formula, as the encoding takes it.
    ///
    /// # Errors
    /// If it has too many operators above each other.
    pub(super) fn translate(&mut self, formula: &Ctlk) -> Result<EncodedId, GaveUp> {
        let mut done: Vec<EncodedId> = Vec::with_capacity(formula.nodes().len());
        for &node in formula.nodes() {
            let encoded = self.operator(node, &done);
            done.push(encoded);
        }
        let root = *done.last().expect("a formula has an outermost operator");
        if self.encoded.depth(root) > DEEPEST {
            return Err(Declined::BoundedDepth(DEEPEST).into());
        }
        Ok(root)
    }

    fn operator(&mut self, node: CtlkNode, done: &[EncodedId]) -> EncodedId {
        let system = &mut *self.system;
        let of = |f: CtlkId| done[f.index()];
        match node {
            CtlkNode::Constant(value) => self.encoded.state(if value { Lit::TRUE } else { Lit::FALSE }),
            CtlkNode::Atom(sign, atom) => self.encoded.state(signed(sign, system.atoms[atom.index()])),
            CtlkNode::Red(sign, agent) => self.encoded.state(signed(sign, system.agents[agent.index()].red)),
            CtlkNode::And(f, g) => self.encoded.and(&mut system.circuit, of(f), of(g)),
            CtlkNode::Or(f, g) => self.encoded.or(&mut system.circuit, of(f), of(g)),
            CtlkNode::Path(quantifier, operator) => {
                let operator = self.temporal(operator, done);
                self.encoded.path(player(quantifier), operator)
            }
            CtlkNode::Strategic(quantifier, group, operator) => {
                let operator = self.temporal(operator, done);
                let members = self.interpreted.group(group).members.iter().map(|agent| agent.index()).collect();
                self.encoded.strategic(player(quantifier), members, operator)
            }
            CtlkNode::Related(quantifier, knowledge, f) => {
                let relation = self.relation(knowledge);
                self.encoded.related(player(quantifier), relation, of(f))
            }
            CtlkNode::Green(quantifier, agent, f) => {
                let green = !system.agents[agent.index()].red;
                self.encoded.related(player(quantifier), Relation::Where(green), of(f))
            }
        }
    }

    fn temporal(&mut self, operator: CtlkPath, done: &[EncodedId]) -> EncodedTemporal {
        let of = |f: CtlkId| done[f.index()];
        match operator {
            CtlkPath::Next(f) => EncodedTemporal::Next(of(f)),
            CtlkPath::Finally(f) => EncodedTemporal::Until(self.encoded.state(Lit::TRUE), of(f)),
            CtlkPath::Globally(f) => EncodedTemporal::Release(self.encoded.state(Lit::FALSE), of(f)),
            CtlkPath::Until(f, g) => EncodedTemporal::Until(of(f), of(g)),
            CtlkPath::Release(f, g) => EncodedTemporal::Release(of(f), of(g)),
        }
    }

    fn relation(&self, knowledge: Knowledge) -> Relation {
        let sees = |agent: AgentId| self.system.agents[agent.index()].observes.clone();
        let members = |group| self.interpreted.group(group).members.iter().map(|&agent| sees(agent));
        match knowledge {
            Knowledge::Agent(agent) => Relation::Same(sees(agent)),
            Knowledge::Distributed(group) => {
                let mut bits: Vec<usize> = members(group).flatten().collect();
                bits.sort_unstable();
                bits.dedup();
                Relation::Same(bits)
            }
            Knowledge::Everyone(group) => Relation::Any(members(group).collect()),
            Knowledge::Common(group) => Relation::Chain(members(group).collect()),
        }
    }
}

fn player(quantifier: Quantifier) -> Player {
    match quantifier {
        Quantifier::Exists => Player::Exists,
        Quantifier::Forall => Player::Forall,
    }
}

fn signed(sign: Sign, literal: Lit) -> Lit {
    match sign {
        Sign::Plain => literal,
        Sign::Negated => !literal,
    }
}

/// A formula over atoms and Boolean connectives as a literal over the state; none if it is no such formula.
pub fn state_literal(model: &Model, system: &mut SymbolicSystem, formula: FormulaId) -> Option<Lit> {
    let mut lits: BTreeMap<FormulaId, Lit> = BTreeMap::new();
    for id in model.formulas.below(formula) {
        let circuit = &mut system.circuit;
        let lit = match model.formulas.get(id) {
            Formula::True => Lit::TRUE,
            Formula::False => Lit::FALSE,
            Formula::Atom(atom) => system.atoms[atom.index()],
            Formula::Red(agent) => system.agents[agent.index()].red,
            Formula::Not(f) => !*lits.get(&f)?,
            Formula::And(f, g) => circuit.and(*lits.get(&f)?, *lits.get(&g)?),
            Formula::Or(f, g) => circuit.or(*lits.get(&f)?, *lits.get(&g)?),
            Formula::Implies(f, g) => circuit.implies(*lits.get(&f)?, *lits.get(&g)?),
            _ => return None,
        };
        lits.insert(id, lit);
    }
    lits.get(&formula).copied()
}

/// Whether a formula of a model is of CTLK, ATL and obligation, without Fairness and with strategies that know the state.
#[must_use]
pub(super) fn is_branching(model: &Model, specification: Specification, strategies: Strategies) -> bool {
    model.fairness.is_empty()
        && model.formulas.is_atlk(specification.formula)
        && (strategies == Strategies::PerfectInformation || !is_strategic(model, specification))
}

fn is_strategic(model: &Model, specification: Specification) -> bool {
    model.formulas.any_below(specification.formula, |formula| formula.kind() == FormulaKind::Strategic)
}

/// A formula and its negation, of this engine's logic.
///
/// # Errors
/// Why it is not: exactly where [`is_branching`] says no.
pub(super) fn both_signs(
    model: &Model,
    specification: Specification,
    strategies: Strategies,
) -> Result<[Ctlk; 2], GaveUp> {
    if !model.fairness.is_empty() {
        return Err(Declined::BoundedFairness.into());
    }
    if strategies == Strategies::Uniform && is_strategic(model, specification) {
        return Err(Declined::BoundedUniform.into());
    }
    let of = |sign| Ctlk::new(&model.formulas, specification.formula, sign);
    match (of(Sign::Plain), of(Sign::Negated)) {
        (Some(formula), Some(negation)) => Ok([formula, negation]),
        _ => Err(Declined::BoundedLogic.into()),
    }
}
