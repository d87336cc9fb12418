//! From the formulas of all logics to those that the encoding takes: CTLK, ATL, obligation and quantifiers over path formulas, in
//! negation normal form.

use std::collections::{BTreeMap, HashMap};

use qmas_encodings::bounded::{FormulaId as EncodedId, Formulas as Encoded, Relation, Temporal as EncodedTemporal};
use qmas_encodings::{Lit, Quantifier as Player, SymbolicSystem};

use crate::engine::{Declined, GaveUp, Limits, Strategies, Traces};
use crate::ir::{AgentId, InterpretedSystem};
use crate::logic::{
    Ctlk, CtlkId, CtlkNode, CtlkPath, Formula, FormulaId, FormulaKind, Formulas, Knowledge, Quantifier, Sign,
    Specification,
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
    /// The formulas of the model.
    pub(super) formulas: &'a Formulas,
    /// On which paths path formulas are read.
    pub(super) traces: Traces,
    /// What strategies know.
    pub(super) strategies: Strategies,
    pub(super) limits: &'a Limits,
    /// The state formulas of path formulas that were translated.
    pub(super) letters: HashMap<(FormulaId, Sign), EncodedId>,
}

impl<'a> Translation<'a> {
    pub(super) fn new(
        model: &'a Model,
        system: &'a mut SymbolicSystem,
        (traces, strategies): (Traces, Strategies),
        limits: &'a Limits,
    ) -> Self {
        Self {
            interpreted: &model.system,
            system,
            encoded: Encoded::default(),
            formulas: &model.formulas,
            traces,
            strategies,
            limits,
            letters: HashMap::new(),
        }
    }

    /// A specification and its negation.
    ///
    /// # Errors
    /// Why they are not of this engine's logic.
    pub(super) fn both(&mut self, model: &Model, specification: Specification) -> Result<[EncodedId; 2], GaveUp> {
        let both = both_signs(model, specification, (self.traces, self.strategies))?;
        if nesting(self.formulas, specification.formula) > DEEPEST {
            return Err(Declined::BoundedDepth(DEEPEST).into());
        }
        let [formula, negation] = both;
        Ok([self.translate(&formula)?, self.translate(&negation)?])
    }

    /// The formula, as the encoding takes it.
    ///
    /// # Errors
    /// If it has too many operators above each other, or an automaton is too large.
    pub(super) fn translate(&mut self, formula: &Ctlk) -> Result<EncodedId, GaveUp> {
        let mut done: Vec<EncodedId> = Vec::with_capacity(formula.nodes().len());
        for &node in formula.nodes() {
            let encoded = match node {
                CtlkNode::Quantified(quantifier, sign, path) => self.quantified(quantifier, sign, path)?,
                _ => self.operator(node, &done),
            };
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
            CtlkNode::Quantified(..) => unreachable!("`translate` makes automata of path formulas"),
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

/// Whether a formula of a model is of CTLK, ATL, obligation and path formulas, without Fairness and with strategies that know the
/// state. Finite traces ignore the Fairness section, strategies do not.
#[must_use]
pub(super) fn is_branching(model: &Model, specification: Specification, terms: (Traces, Strategies)) -> bool {
    unanswered(model, specification, terms).is_none()
}

/// Why a formula is not for this engine.
fn unanswered(
    model: &Model,
    specification: Specification,
    (traces, strategies): (Traces, Strategies),
) -> Option<Declined> {
    let strategic = model.formulas.any_below(specification.formula, |formula| formula.kind() == FormulaKind::Strategic);
    if !model.fairness.is_empty() && (traces == Traces::Infinite || strategic) {
        return Some(Declined::BoundedFairness);
    }
    (strategic && strategies == Strategies::Uniform).then_some(Declined::BoundedUniform)
}

/// A formula and its negation, of this engine's logic.
///
/// # Errors
/// Why it is not: exactly where [`is_branching`] says no.
pub(super) fn both_signs(
    model: &Model,
    specification: Specification,
    terms: (Traces, Strategies),
) -> Result<[Ctlk; 2], GaveUp> {
    if let Some(declined) = unanswered(model, specification, terms) {
        return Err(declined.into());
    }
    let of = |sign| Ctlk::new(&model.formulas, specification.formula, sign);
    match (of(Sign::Plain), of(Sign::Negated)) {
        (Some(formula), Some(negation)) => Ok([formula, negation]),
        _ => Err(Declined::BoundedLogic.into()),
    }
}

/// How many path quantifiers stand above each other.
fn nesting(formulas: &Formulas, root: FormulaId) -> usize {
    let mut nested: BTreeMap<FormulaId, usize> = BTreeMap::new();
    for id in formulas.below(root) {
        let inner = formulas.children(id).iter().map(|child| nested[child]).max().unwrap_or(0);
        nested.insert(id, inner + usize::from(formulas.get(id).kind() == FormulaKind::Quantified));
    }
    nested[&root]
}
