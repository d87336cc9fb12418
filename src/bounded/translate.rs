//! From the formulas of all logics to those that the encoding takes: CTLK and obligation, in negation normal form.

use std::collections::BTreeMap;

use qmas_encodings::bounded::{FormulaId as EncodedId, Formulas as Encoded, Relation, Temporal as EncodedTemporal};
use qmas_encodings::{Lit, Quantifier as Player, SymbolicSystem};

use crate::engine::GaveUp;
use crate::ir::{AgentId, InterpretedSystem};
use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Knowledge, Quantifier, Specification, Temporal};
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
    /// A formula in negation normal form.
    pub(super) fn translate(&mut self, formulas: &Formulas, root: FormulaId) -> Result<EncodedId, GaveUp> {
        let mut done: BTreeMap<FormulaId, EncodedId> = BTreeMap::new();
        for id in formulas.below(root) {
            let encoded = self.operator(formulas, id, &done)?;
            done.insert(id, encoded);
        }
        let root = done[&root];
        if self.encoded.depth(root) > DEEPEST {
            let why = format!("the bounded engine takes at most {DEEPEST} operators above each other");
            return Err(GaveUp::Declined(why));
        }
        Ok(root)
    }

    fn operator(
        &mut self,
        formulas: &Formulas,
        id: FormulaId,
        done: &BTreeMap<FormulaId, EncodedId>,
    ) -> Result<EncodedId, GaveUp> {
        let system = &mut *self.system;
        Ok(match formulas.get(id) {
            Formula::True => self.encoded.state(Lit::TRUE),
            Formula::False => self.encoded.state(Lit::FALSE),
            Formula::Atom(atom) => self.encoded.state(system.atoms[atom.index()]),
            Formula::Red(agent) => self.encoded.state(system.agents[agent.index()].red),
            Formula::Not(f) => match formulas.get(f) {
                Formula::Atom(atom) => self.encoded.state(!system.atoms[atom.index()]),
                Formula::Red(agent) => self.encoded.state(!system.agents[agent.index()].red),
                _ => return Err(declined()),
            },
            Formula::And(f, g) => self.encoded.and(&mut system.circuit, done[&f], done[&g]),
            Formula::Or(f, g) => self.encoded.or(&mut system.circuit, done[&f], done[&g]),
            Formula::Branching(quantifier, operator) => {
                let operator = self.temporal(operator, done)?;
                self.encoded.path(player(quantifier), operator)
            }
            Formula::Knows(knowledge, f) => {
                let relation = self.relation(knowledge);
                self.encoded.related(Player::Forall, relation, done[&f])
            }
            Formula::Considers(knowledge, f) => {
                let relation = self.relation(knowledge);
                self.encoded.related(Player::Exists, relation, done[&f])
            }
            Formula::Obliged(agent, f) => {
                let green = !system.agents[agent.index()].red;
                self.encoded.related(Player::Forall, Relation::Where(green), done[&f])
            }
            Formula::Permitted(agent, f) => {
                let green = !system.agents[agent.index()].red;
                self.encoded.related(Player::Exists, Relation::Where(green), done[&f])
            }
            Formula::Implies(..)
            | Formula::Strategic(..)
            | Formula::Quantified(..)
            | Formula::Linear(_)
            | Formula::Dynamic(..) => return Err(declined()),
        })
    }

    fn temporal(
        &mut self,
        operator: Temporal,
        done: &BTreeMap<FormulaId, EncodedId>,
    ) -> Result<EncodedTemporal, GaveUp> {
        Ok(match operator {
            Temporal::Next(f) => EncodedTemporal::Next(done[&f]),
            Temporal::Finally(f) => EncodedTemporal::Until(self.encoded.state(Lit::TRUE), done[&f]),
            Temporal::Globally(f) => EncodedTemporal::Release(self.encoded.state(Lit::FALSE), done[&f]),
            Temporal::Until(f, g) => EncodedTemporal::Until(done[&f], done[&g]),
            Temporal::Release(f, g) => EncodedTemporal::Release(done[&f], done[&g]),
            Temporal::WeakUntil(..) => return Err(declined()),
        })
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

fn declined() -> GaveUp {
    let why = "the bounded engine does CTLK and O, not ATL, LTL, CTL*, LDL and CDL*; use `--engine explicit`";
    GaveUp::Declined(why.to_owned())
}

/// Whether a formula of a model is of this engine's logic.
#[must_use]
pub fn can_answer(model: &Model, specification: Specification) -> bool {
    let other = |formula: Formula| matches!(formula.kind(), FormulaKind::Strategic | FormulaKind::Quantified);
    model.fairness.is_empty() && !model.formulas.any_below(specification.formula, other)
}
