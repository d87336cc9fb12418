//! Formulas of CTLK and ATL and path formulas in negation normal form, as the encoding takes them: over literals of a circuit and bits of
//! states.
//!
//! A part without operators is one literal, however large it was. What the universal operators say is what the opponent
//! of [`Quantifier::Exists`] must not be able to spoil, so each operator is a quantifier and a relation.

use std::sync::Arc;

use super::automaton::PathAutomaton;
use crate::circuit::{Circuit, Lit};
use crate::qbf::Quantifier;

/// Refers to a formula of [`Formulas`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormulaId(u32);

impl FormulaId {
    /// Its number, in the order of creation.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A temporal operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Temporal {
    /// `X f`
    Next(FormulaId),
    /// `f U g`
    Until(FormulaId, FormulaId),
    /// `f R g`
    Release(FormulaId, FormulaId),
}

/// Which states are considered together with one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Those with the same values of these bits: K and DK.
    Same(Vec<usize>),
    /// Those with the same values of one of these lists of bits: GK.
    Any(Vec<Vec<usize>>),
    /// Those that are reached by such steps, however many: GCK.
    Chain(Vec<Vec<usize>>),
    /// Those in which a literal over x is true, wherever one is: O.
    Where(Lit),
}

/// A formula in negation normal form.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// A literal over x.
    State(Lit),
    /// `f and g`
    And(FormulaId, FormulaId),
    /// `f or g`
    Or(FormulaId, FormulaId),
    /// A path quantifier and a temporal operator.
    Path(Quantifier, Temporal),
    /// These agents, by their numbers, can enforce it (∃), or cannot avoid it (∀).
    Strategic(Quantifier, Vec<usize>, Temporal),
    /// In all, or in some, reachable states that are related.
    Related(Quantifier, Relation, FormulaId),
    /// Some path has an accepted run of the automaton on it, or none has.
    Automaton(Quantifier, Arc<PathAutomaton>),
}

/// How the prefix of an encoding starts, and how many blocks it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    leads: Option<Quantifier>,
    blocks: usize,
    /// Operators above each other.
    depth: usize,
    /// Whether players take turns in it, round by round.
    rounds: bool,
}

/// Formulas, operands first.
#[derive(Debug, Clone, Default)]
pub struct Formulas {
    nodes: Vec<Formula>,
    shapes: Vec<Shape>,
}

impl Formulas {
    fn add(&mut self, formula: Formula) -> FormulaId {
        self.shapes.push(self.shape(&formula));
        self.nodes.push(formula);
        FormulaId(u32::try_from(self.nodes.len() - 1).expect("memory ends before 2^32 formulas"))
    }

    fn shape(&self, formula: &Formula) -> Shape {
        let of = |f: FormulaId| self.shapes[f.index()];
        let under = |quantifier: Quantifier, inner: Shape| Shape {
            leads: Some(quantifier),
            blocks: inner.blocks + usize::from(inner.leads != Some(quantifier)),
            depth: inner.depth + 1,
            rounds: inner.rounds,
        };
        match formula {
            Formula::State(_) => Shape { leads: None, blocks: 0, depth: 0, rounds: false },
            Formula::And(f, g) | Formula::Or(f, g) => beside(of(*f), of(*g)),
            Formula::Path(quantifier, Temporal::Next(f)) | Formula::Related(quantifier, _, f) => {
                under(*quantifier, of(*f))
            }
            Formula::Path(quantifier, Temporal::Until(f, g) | Temporal::Release(f, g)) => {
                under(*quantifier, beside(of(*f), of(*g)))
            }
            Formula::Automaton(quantifier, automaton) => {
                let nothing = Shape { leads: None, blocks: 0, depth: 0, rounds: false };
                let letters = automaton.letters.iter().map(|letter| of(letter.formula));
                under(*quantifier, letters.fold(nothing, beside))
            }
            // Both players move. With rounds above each other there are more blocks, never fewer.
            Formula::Strategic(quantifier, _, operator) => {
                let inner = match operator {
                    Temporal::Next(f) => of(*f),
                    Temporal::Until(f, g) | Temporal::Release(f, g) => beside(of(*f), of(*g)),
                };
                let moved = under(*quantifier, under(!*quantifier, inner));
                Shape { depth: inner.depth + 1, rounds: true, ..moved }
            }
        }
    }

    /// The formula behind an id.
    #[must_use]
    pub fn get(&self, id: FormulaId) -> &Formula {
        &self.nodes[id.index()]
    }

    /// The literal of a formula without operators.
    pub(super) fn as_state(&self, id: FormulaId) -> Option<Lit> {
        if let Formula::State(lit) = self.get(id) { Some(*lit) } else { None }
    }

    /// The quantifier of the outermost block of an encoding.
    pub(super) fn leads(&self, id: FormulaId) -> Option<Quantifier> {
        self.shapes[id.index()].leads
    }

    /// Whether players take turns in it, round by round: then a block more is nothing beside a copy more.
    pub(super) fn has_rounds(&self, id: FormulaId) -> bool {
        self.shapes[id.index()].rounds
    }

    /// Whether ∀ makes all choices in its encoding.
    pub(super) fn is_universal(&self, id: FormulaId) -> bool {
        let shape = self.shapes[id.index()];
        shape.blocks == 0 || (shape.blocks == 1 && shape.leads == Some(Quantifier::Forall))
    }

    /// How many operators lie above each other.
    #[must_use]
    pub fn depth(&self, id: FormulaId) -> usize {
        self.shapes[id.index()].depth
    }

    /// Whether it says something of all reachable states that are related to one: only then is a superset of the
    /// reachable states of any use, and only then does it make the answer weaker.
    #[must_use]
    pub fn speaks_of_all(&self, root: FormulaId) -> bool {
        self.below(root).into_iter().any(|id| matches!(self.get(id), Formula::Related(Quantifier::Forall, ..)))
    }

    /// A formula and its parts, outermost first.
    pub(super) fn below(&self, root: FormulaId) -> Vec<FormulaId> {
        let mut needed = vec![false; root.index() + 1];
        needed[root.index()] = true;
        let mut found = Vec::new();
        for index in (0..=root.index()).rev() {
            if !needed[index] {
                continue;
            }
            found.push(FormulaId(index as u32));
            match &self.nodes[index] {
                Formula::State(_) => {}
                Formula::Related(_, _, f)
                | Formula::Path(_, Temporal::Next(f))
                | Formula::Strategic(_, _, Temporal::Next(f)) => needed[f.index()] = true,
                Formula::And(f, g)
                | Formula::Or(f, g)
                | Formula::Path(_, Temporal::Until(f, g) | Temporal::Release(f, g))
                | Formula::Strategic(_, _, Temporal::Until(f, g) | Temporal::Release(f, g)) => {
                    needed[f.index()] = true;
                    needed[g.index()] = true;
                }
                Formula::Automaton(_, automaton) => {
                    automaton.letters.iter().for_each(|letter| needed[letter.formula.index()] = true);
                }
            }
        }
        found
    }

    /// A literal over x.
    pub fn state(&mut self, lit: Lit) -> FormulaId {
        self.add(Formula::State(lit))
    }

    /// `f and g`
    pub fn and(&mut self, circuit: &mut Circuit, f: FormulaId, g: FormulaId) -> FormulaId {
        match (self.as_state(f), self.as_state(g)) {
            (Some(a), Some(b)) => {
                let both = circuit.and(a, b);
                self.state(both)
            }
            (Some(Lit::TRUE), None) | (None, Some(Lit::FALSE)) => g,
            (None, Some(Lit::TRUE)) | (Some(Lit::FALSE), None) => f,
            _ => self.add(Formula::And(f, g)),
        }
    }

    /// `f or g`
    pub fn or(&mut self, circuit: &mut Circuit, f: FormulaId, g: FormulaId) -> FormulaId {
        match (self.as_state(f), self.as_state(g)) {
            (Some(a), Some(b)) => {
                let either = circuit.or(a, b);
                self.state(either)
            }
            (Some(Lit::FALSE), None) | (None, Some(Lit::TRUE)) => g,
            (None, Some(Lit::FALSE)) | (Some(Lit::TRUE), None) => f,
            _ => self.add(Formula::Or(f, g)),
        }
    }

    /// A path quantifier and a temporal operator.
    pub fn path(&mut self, quantifier: Quantifier, operator: Temporal) -> FormulaId {
        self.add(Formula::Path(quantifier, operator))
    }

    /// Some path has an accepted run of the automaton on it, or none has.
    pub fn automaton(&mut self, quantifier: Quantifier, automaton: Arc<PathAutomaton>) -> FormulaId {
        self.add(Formula::Automaton(quantifier, automaton))
    }

    /// What a group can enforce, or cannot avoid.
    pub fn strategic(&mut self, quantifier: Quantifier, group: Vec<usize>, operator: Temporal) -> FormulaId {
        self.add(Formula::Strategic(quantifier, group, operator))
    }

    /// In all, or in some, reachable states that are related.
    pub fn related(&mut self, quantifier: Quantifier, relation: Relation, f: FormulaId) -> FormulaId {
        self.add(Formula::Related(quantifier, relation, f))
    }
}

/// The shape of two formulas side by side, as [`super::prefix::Prefix::beside`] makes it.
fn beside(one: Shape, other: Shape) -> Shape {
    let (long, short) = if one.blocks >= other.blocks { (one, other) } else { (other, one) };
    let shifted = usize::from(short.leads.is_some() && short.leads != long.leads);
    Shape {
        leads: long.leads,
        blocks: long.blocks.max(short.blocks + shifted),
        depth: long.depth.max(short.depth) + 1,
        rounds: long.rounds || short.rounds,
    }
}
