//! CTLK and ATL with obligation as a type: an engine that takes one of these cannot be handed any other logic. Quantifiers over path
//! formulas are part of it, with what stands below them as it is.
//!
//! In negation normal form, that of ATL included: unlike in [`Formulas`], there is a dual of `<g>` here, which says what g
//! cannot avoid. A node stands for a formula or for its negation, and equal nodes are one.

use std::collections::HashMap;

use super::arena::{Formula, FormulaId, Formulas, Knowledge, Quantifier, Temporal};
use super::kind::FormulaKind;
use super::sign::Sign;
use crate::ir::{AgentId, AtomId, GroupId};

/// Refers to a node of a [`Ctlk`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CtlkId(usize);

impl CtlkId {
    /// The position in [`Ctlk::nodes`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

/// One operator of CTLK, ATL or obligation, in negation normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CtlkNode {
    /// `true` or `false`.
    Constant(bool),
    /// An atom or its negation.
    Atom(Sign, AtomId),
    /// The red states of an agent, or its green ones.
    Red(Sign, AgentId),
    /// Both.
    And(CtlkId, CtlkId),
    /// One of them, or both.
    Or(CtlkId, CtlkId),
    /// On some path or on all paths.
    Path(Quantifier, CtlkPath),
    /// A group can enforce it (`<g>`), or cannot avoid it (`!<g> !`).
    Strategic(Quantifier, GroupId, CtlkPath),
    /// In all states that the knowledge does not tell apart from this one, or in some of them.
    Related(Quantifier, Knowledge, CtlkId),
    /// In all green states of an agent, or in some of them.
    Green(Quantifier, AgentId, CtlkId),
    /// A quantifier over a path formula, or over its negation.
    Quantified(Quantifier, Sign, FormulaId),
}

/// A temporal operator; negation normal form has no weak until.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CtlkPath {
    /// `X f`
    Next(CtlkId),
    /// `F f`
    Finally(CtlkId),
    /// `G f`
    Globally(CtlkId),
    /// `f U g`
    Until(CtlkId, CtlkId),
    /// `f R g`
    Release(CtlkId, CtlkId),
}

/// A formula of CTLK, ATL and obligation in negation normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ctlk {
    nodes: Vec<CtlkNode>,
}

impl Ctlk {
    /// `root` or its negation; none if it is a path formula.
    #[must_use]
    pub fn new(formulas: &Formulas, root: FormulaId, sign: Sign) -> Option<Self> {
        let mut made = Made { formulas, nodes: Vec::new(), known: HashMap::new(), ids: HashMap::new() };
        let mut work = vec![(root, sign)];
        while let Some(&signed) = work.last() {
            let missing: Vec<Signed> = made.missing(signed);
            if missing.is_empty() {
                made.add(signed)?;
                work.pop();
            } else {
                work.extend(missing);
            }
        }
        Some(Self { nodes: made.nodes })
    }

    /// Its operators, operands first. The last one is the outermost.
    #[must_use]
    pub fn nodes(&self) -> &[CtlkNode] {
        &self.nodes
    }
}

impl Formulas {
    /// Whether `root` is of CTLK, ATL and obligation: without quantifiers over path formulas.
    #[must_use]
    pub fn is_atlk(&self, root: FormulaId) -> bool {
        !self.any_below(root, |formula| match formula.kind() {
            FormulaKind::Quantified | FormulaKind::Path => true,
            FormulaKind::Constant
            | FormulaKind::Atomic
            | FormulaKind::Connective
            | FormulaKind::Branching
            | FormulaKind::Strategic
            | FormulaKind::Epistemic
            | FormulaKind::Deontic => false,
        })
    }
}

/// A formula, or its negation.
type Signed = (FormulaId, Sign);

/// The nodes so far.
struct Made<'a> {
    formulas: &'a Formulas,
    nodes: Vec<CtlkNode>,
    known: HashMap<CtlkNode, CtlkId>,
    ids: HashMap<Signed, CtlkId>,
}

impl Made<'_> {
    /// The operands that have no nodes yet.
    fn missing(&self, (id, sign): Signed) -> Vec<Signed> {
        if self.formulas.get(id).kind() == FormulaKind::Quantified {
            return Vec::new();
        }
        let signed = |(number, f): (usize, FormulaId)| match self.formulas.get(id) {
            Formula::Not(_) => (f, sign.flip()),
            Formula::Implies(..) if number == 0 => (f, sign.flip()),
            _ => (f, sign),
        };
        let operands = self.formulas.children(id).into_iter().enumerate().map(signed);
        operands.filter(|operand| !self.ids.contains_key(operand)).collect()
    }

    /// The node of a formula whose operands have theirs; none if it is not of the fragment.
    fn add(&mut self, (id, sign): Signed) -> Option<()> {
        let of = |f: FormulaId| self.ids[&(f, sign)];
        let against = |f: FormulaId| self.ids[&(f, sign.flip())];
        let plain = sign == Sign::Plain;
        let either = |f: CtlkId, g: CtlkId| if plain { CtlkNode::Or(f, g) } else { CtlkNode::And(f, g) };
        let some = if plain { Quantifier::Exists } else { Quantifier::Forall };
        let node = match self.formulas.get(id) {
            Formula::True => CtlkNode::Constant(plain),
            Formula::False => CtlkNode::Constant(!plain),
            Formula::Atom(atom) => CtlkNode::Atom(sign, atom),
            Formula::Red(agent) => CtlkNode::Red(sign, agent),
            Formula::Not(f) => {
                let node = against(f);
                self.ids.insert((id, sign), node);
                return Some(());
            }
            Formula::Or(f, g) => either(of(f), of(g)),
            Formula::Implies(f, g) => either(against(f), of(g)),
            Formula::And(f, g) if plain => CtlkNode::And(of(f), of(g)),
            Formula::And(f, g) => CtlkNode::Or(of(f), of(g)),
            Formula::Branching(Quantifier::Exists, operator) => CtlkNode::Path(some, self.operator(operator, sign)),
            Formula::Branching(Quantifier::Forall, operator) => {
                CtlkNode::Path(some.dual(), self.operator(operator, sign))
            }
            Formula::Strategic(group, operator) => CtlkNode::Strategic(some, group, self.operator(operator, sign)),
            Formula::Considers(knowledge, f) => CtlkNode::Related(some, knowledge, of(f)),
            Formula::Knows(knowledge, f) => CtlkNode::Related(some.dual(), knowledge, of(f)),
            Formula::Permitted(agent, f) => CtlkNode::Green(some, agent, of(f)),
            Formula::Obliged(agent, f) => CtlkNode::Green(some.dual(), agent, of(f)),
            Formula::Quantified(Quantifier::Exists, path) => CtlkNode::Quantified(some, sign, path),
            Formula::Quantified(Quantifier::Forall, path) => CtlkNode::Quantified(some.dual(), sign, path),
            Formula::Linear(_) | Formula::Dynamic(..) => return None,
        };
        let node = self.node(node);
        self.ids.insert((id, sign), node);
        Some(())
    }

    /// A temporal operator, or its dual over the negated operands.
    fn operator(&mut self, operator: Temporal, sign: Sign) -> CtlkPath {
        let of = |f: FormulaId| self.ids[&(f, sign)];
        match (operator, sign) {
            (Temporal::Next(f), _) => CtlkPath::Next(of(f)),
            (Temporal::Finally(f), Sign::Plain) | (Temporal::Globally(f), Sign::Negated) => CtlkPath::Finally(of(f)),
            (Temporal::Globally(f), Sign::Plain) | (Temporal::Finally(f), Sign::Negated) => CtlkPath::Globally(of(f)),
            (Temporal::Until(f, g), Sign::Plain) | (Temporal::Release(f, g), Sign::Negated) => {
                CtlkPath::Until(of(f), of(g))
            }
            (Temporal::Release(f, g), Sign::Plain) | (Temporal::Until(f, g), Sign::Negated) => {
                CtlkPath::Release(of(f), of(g))
            }
            // f W g = g R (f or g), so its negation is !g U (!f and !g).
            (Temporal::WeakUntil(f, g), Sign::Plain) => {
                let (f, g) = (of(f), of(g));
                CtlkPath::Release(g, self.node(CtlkNode::Or(f, g)))
            }
            (Temporal::WeakUntil(f, g), Sign::Negated) => {
                let (f, g) = (of(f), of(g));
                CtlkPath::Until(g, self.node(CtlkNode::And(f, g)))
            }
        }
    }

    fn node(&mut self, node: CtlkNode) -> CtlkId {
        let new = CtlkId(self.nodes.len());
        let id = *self.known.entry(node).or_insert(new);
        if id == new {
            self.nodes.push(node);
        }
        id
    }
}
