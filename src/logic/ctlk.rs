//! CTLK with obligation as a type: an engine that takes one of these cannot be handed any other logic. Quantifiers over path formulas
//! are part of it, with what stands below them as it is.

use std::collections::{BTreeSet, HashMap};

use super::arena::{Formula, FormulaId, Formulas, Knowledge, Quantifier, Temporal};
use super::kind::FormulaKind;
use super::sign::Sign;
use crate::ir::{AgentId, AtomId};

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

/// One operator of CTLK or obligation, in negation normal form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    /// In all states that the knowledge does not tell apart from this one, or in some of them.
    Related(Quantifier, Knowledge, CtlkId),
    /// In all green states of an agent, or in some of them.
    Green(Quantifier, AgentId, CtlkId),
    /// On some path or on all paths a path formula, which is no normal form.
    Quantified(Quantifier, FormulaId),
}

/// A temporal operator; negation normal form has no weak until.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// A formula of CTLK and obligation in negation normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ctlk {
    nodes: Vec<CtlkNode>,
}

impl Ctlk {
    /// `root` or its negation; none if there is ATL in it, outside of path formulas. The arena grows by the normal form.
    pub fn new(formulas: &mut Formulas, root: FormulaId, sign: Sign) -> Option<Self> {
        let normal = formulas.normal_form_of_states(root, sign);
        let mut nodes = Vec::new();
        let mut ids = HashMap::new();
        for id in formulas.outside_paths(normal) {
            ids.insert(id, CtlkId(nodes.len()));
            nodes.push(node(formulas, id, &ids)?);
        }
        Some(Self { nodes })
    }

    /// Its operators, operands first. The last one is the outermost.
    #[must_use]
    pub fn nodes(&self) -> &[CtlkNode] {
        &self.nodes
    }
}

impl Formulas {
    /// `root` and its subformulas, subformulas first, but for those of path formulas.
    fn outside_paths(&self, root: FormulaId) -> BTreeSet<FormulaId> {
        let (mut found, mut work) = (BTreeSet::new(), vec![root]);
        while let Some(id) = work.pop() {
            if found.insert(id) && self.get(id).kind() != FormulaKind::Quantified {
                work.extend(self.children(id));
            }
        }
        found
    }

    /// Whether `root` is of CTLK and obligation: without ATL and without quantifiers over path formulas.
    #[must_use]
    pub fn is_ctlk(&self, root: FormulaId) -> bool {
        !self.any_below(root, |formula| match formula.kind() {
            FormulaKind::Strategic | FormulaKind::Quantified | FormulaKind::Path => true,
            FormulaKind::Constant
            | FormulaKind::Atomic
            | FormulaKind::Connective
            | FormulaKind::Branching
            | FormulaKind::Epistemic
            | FormulaKind::Deontic => false,
        })
    }
}

/// The operator of a formula whose operands have their ids; none if it is not of the fragment, or not in normal form.
fn node(formulas: &Formulas, id: FormulaId, ids: &HashMap<FormulaId, CtlkId>) -> Option<CtlkNode> {
    let of = |f: FormulaId| ids[&f];
    Some(match formulas.get(id) {
        Formula::True => CtlkNode::Constant(true),
        Formula::False => CtlkNode::Constant(false),
        Formula::Atom(atom) => CtlkNode::Atom(Sign::Plain, atom),
        Formula::Red(agent) => CtlkNode::Red(Sign::Plain, agent),
        Formula::Not(f) => match formulas.get(f) {
            Formula::Atom(atom) => CtlkNode::Atom(Sign::Negated, atom),
            Formula::Red(agent) => CtlkNode::Red(Sign::Negated, agent),
            _ => return None,
        },
        Formula::And(f, g) => CtlkNode::And(of(f), of(g)),
        Formula::Or(f, g) => CtlkNode::Or(of(f), of(g)),
        Formula::Branching(quantifier, operator) => CtlkNode::Path(
            quantifier,
            match operator {
                Temporal::Next(f) => CtlkPath::Next(of(f)),
                Temporal::Finally(f) => CtlkPath::Finally(of(f)),
                Temporal::Globally(f) => CtlkPath::Globally(of(f)),
                Temporal::Until(f, g) => CtlkPath::Until(of(f), of(g)),
                Temporal::Release(f, g) => CtlkPath::Release(of(f), of(g)),
                Temporal::WeakUntil(..) => return None,
            },
        ),
        Formula::Knows(knowledge, f) => CtlkNode::Related(Quantifier::Forall, knowledge, of(f)),
        Formula::Considers(knowledge, f) => CtlkNode::Related(Quantifier::Exists, knowledge, of(f)),
        Formula::Obliged(agent, f) => CtlkNode::Green(Quantifier::Forall, agent, of(f)),
        Formula::Permitted(agent, f) => CtlkNode::Green(Quantifier::Exists, agent, of(f)),
        Formula::Quantified(quantifier, path) => CtlkNode::Quantified(quantifier, path),
        Formula::Implies(..) | Formula::Strategic(..) | Formula::Linear(_) | Formula::Dynamic(..) => return None,
    })
}
