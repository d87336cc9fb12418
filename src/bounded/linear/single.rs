//! Formulas of CTL that ask for a single path, as automata that look for it.
//!
//! `EF p`, `EG p`, `E(p U EX q)`, `EF (p and EG q)`: each is true in a state if and only if one path begins there that shows it, a
//! finite one or an infinite one. The negation of `AF p`, `A(p U q)` or `AG (p -> AF q)` is such a formula. So these are
//! questions about lassos in a product, as path formulas are. They are the formulas in negation normal form of
//!
//! ```text
//! f ::= p | p and f | f or f | EX f | EF f | E(p U f) | EG p | E(f R p)        p: atoms and Boolean connectives
//! ```
//!
//! Maidl, "The common fragment of CTL and LTL" (FOCS 2000), has the negations of these, but for what follows.
//!
//! # Finite paths
//! The path formula with the same operators would not do: it speaks of infinite paths, and CTL's `EF p` is true where p is, also in
//! a deadlock. So the automaton has a state in which everything has been said, where the system rests (see `product` of the
//! encodings). `EG p` has none: it needs a path that does not end.
//!
//! # Why that is right
//! A state of the automaton is an operand that is still to be shown, by the rest of the path. It is accepting for `EG p` and `E(f R p)`, of which
//! being shown in every step for ever is enough; and where everything has been said. Edges say what is shown by the
//! present state, and what is left for the next one. By the equivalences E(p U f) = f ∨ (p ∧ EX E(p U f)), EG p = p ∧ EX EG p and
//! E(f R p) = p ∧ (f ∨ EX E(f R p)), along edges the formulas are true of the states of a path; all cycles of the automaton are
//! loops from a state to itself, so that an accepting run is one that ends in `EG p`, in `E(f R p)` or with everything said,
//! and has left every U.

use qmas_encodings::bounded::Edge;
use qmas_encodings::linear::Automaton;
use qmas_encodings::{Circuit, Lit, SymbolicSystem};

use crate::logic::{Ctlk, CtlkId, CtlkNode, CtlkPath, Quantifier, Sign};

/// How many edges an automaton may have.
const MOST_EDGES: usize = 20_000;

/// What is left to be shown after a state was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Nothing,
    /// An operand, by its position.
    Operand(usize),
}

/// What a state must satisfy, and what is left then.
type Alternative = (Lit, Left);

/// Whether a formula asks for a path, and for one only.
pub(super) fn asks_for_a_path(formula: &Ctlk) -> bool {
    let (mut plain, mut single): (Vec<bool>, Vec<bool>) = (Vec::new(), Vec::new());
    for &node in formula.nodes() {
        let is_plain = |f: CtlkId| plain[f.index()];
        let is_single = |f: CtlkId| single[f.index()];
        let (p, s) = match node {
            CtlkNode::Constant(_) | CtlkNode::Atom(..) | CtlkNode::Red(..) => (true, true),
            CtlkNode::And(f, g) => {
                let both = is_single(f) && is_single(g);
                (is_plain(f) && is_plain(g), both && (is_plain(f) || is_plain(g)))
            }
            CtlkNode::Or(f, g) => (is_plain(f) && is_plain(g), is_single(f) && is_single(g)),
            CtlkNode::Path(Quantifier::Exists, operator) => match operator {
                CtlkPath::Next(f) | CtlkPath::Finally(f) => (false, is_single(f)),
                CtlkPath::Globally(f) => (false, is_plain(f)),
                CtlkPath::Until(f, g) => (false, is_plain(f) && is_single(g)),
                CtlkPath::Release(f, g) => (false, is_single(f) && is_plain(g)),
            },
            CtlkNode::Path(Quantifier::Forall, _)
            | CtlkNode::Strategic(..)
            | CtlkNode::Related(..)
            | CtlkNode::Green(..)
            | CtlkNode::Quantified(..) => (false, false),
        };
        plain.push(p);
        single.push(s);
    }
    !plain.last().copied().unwrap_or(true) && single.last().copied().unwrap_or(false)
}

/// The automaton of a formula that asks for a path, on a system whose circuit grows; none if it would be too large.
pub(super) fn automaton(formula: &Ctlk, system: &mut SymbolicSystem) -> Option<Automaton> {
    let mut made = Made::default();
    for (number, &node) in formula.nodes().iter().enumerate() {
        made.operator(node, number, system);
        if made.total > MOST_EDGES {
            return None;
        }
    }
    Some(made.automaton(formula))
}

/// What is known of the operators so far.
#[derive(Default)]
struct Made {
    /// As a literal, where it has no temporal operators.
    plain: Vec<Option<Lit>>,
    /// The edges from each.
    edges: Vec<Vec<Alternative>>,
    /// Whether it may be left for ever.
    forever: Vec<bool>,
    total: usize,
}

impl Made {
    fn literal(&self, f: CtlkId) -> Lit {
        self.plain[f.index()].unwrap_or_else(|| unreachable!("`asks_for_a_path` knows where no operator may be"))
    }

    /// The edges from an operand, with this literal besides.
    fn with(&self, circuit: &mut Circuit, besides: Lit, f: CtlkId) -> Vec<Alternative> {
        self.edges[f.index()].iter().map(|&(label, left)| (circuit.and(besides, label), left)).collect()
    }

    fn operator(&mut self, node: CtlkNode, number: usize, system: &mut SymbolicSystem) {
        let (plain, edges, forever) = match node {
            CtlkNode::Constant(value) => said(Lit::constant(value)),
            CtlkNode::Atom(sign, atom) => said(system.atoms[atom.index()].negated_if(sign == Sign::Negated)),
            CtlkNode::Red(sign, agent) => said(system.agents[agent.index()].red.negated_if(sign == Sign::Negated)),
            CtlkNode::And(f, g) => match (self.plain[f.index()], self.plain[g.index()]) {
                (Some(f), Some(g)) => said(system.circuit.and(f, g)),
                (Some(f), None) => (None, self.with(&mut system.circuit, f, g), false),
                (None, Some(g)) => (None, self.with(&mut system.circuit, g, f), false),
                (None, None) => unreachable!("`asks_for_a_path` knows where no operator may be"),
            },
            CtlkNode::Or(f, g) => match (self.plain[f.index()], self.plain[g.index()]) {
                (Some(f), Some(g)) => said(system.circuit.or(f, g)),
                _ => (None, [f, g].iter().flat_map(|f| self.edges[f.index()].clone()).collect(), false),
            },
            CtlkNode::Path(_, operator) => self.path(operator, number, &mut system.circuit),
            CtlkNode::Strategic(..) | CtlkNode::Related(..) | CtlkNode::Green(..) | CtlkNode::Quantified(..) => {
                unreachable!("`asks_for_a_path` leaves them out")
            }
        };
        self.total += edges.len();
        self.plain.push(plain);
        self.edges.push(edges);
        self.forever.push(forever);
    }

    fn path(&self, operator: CtlkPath, number: usize, circuit: &mut Circuit) -> (Option<Lit>, Vec<Alternative>, bool) {
        let stays = |label: Lit| (label, Left::Operand(number));
        let mut edges = match operator {
            CtlkPath::Next(f) => return (None, vec![(Lit::TRUE, Left::Operand(f.index()))], false),
            CtlkPath::Finally(f) => self.edges[f.index()].clone(),
            CtlkPath::Globally(_) => Vec::new(),
            CtlkPath::Until(_, g) => self.edges[g.index()].clone(),
            CtlkPath::Release(f, g) => self.with(circuit, self.literal(g), f),
        };
        let (label, forever) = match operator {
            CtlkPath::Next(_) | CtlkPath::Finally(_) => (Lit::TRUE, false),
            CtlkPath::Until(f, _) => (self.literal(f), false),
            CtlkPath::Globally(f) | CtlkPath::Release(_, f) => (self.literal(f), true),
        };
        edges.push(stays(label));
        (None, edges, forever)
    }

    /// Those that can be left, from the formula on.
    fn automaton(&self, formula: &Ctlk) -> Automaton {
        let root = formula.nodes().len() - 1;
        let mut number: Vec<Option<usize>> = vec![None; formula.nodes().len()];
        let (mut order, mut edges) = (vec![root], Vec::new());
        number[root] = Some(0);
        let said = formula.nodes().len();
        let mut next = 0;
        while let Some(&from) = order.get(next) {
            for &(label, left) in self.edges[from].iter().filter(|(label, _)| *label != Lit::FALSE) {
                let to = match left {
                    Left::Nothing => said,
                    Left::Operand(f) => {
                        let new = order.len();
                        let to = *number[f].get_or_insert(new);
                        if to == new {
                            order.push(f);
                        }
                        to
                    }
                };
                edges.push(Edge { from: next, label, to });
            }
            next += 1;
        }
        // The last one is the state in which everything has been said.
        let last = order.len();
        edges.iter_mut().filter(|edge| edge.to == said).for_each(|edge| edge.to = last);
        edges.push(Edge { from: last, label: Lit::TRUE, to: last });
        let accepting = order.iter().map(|&operator| self.forever[operator]).chain([true]).collect();
        Automaton { edges, accepting, said: Some(last) }
    }
}

/// A formula without temporal operators: the present state says all.
fn said(literal: Lit) -> (Option<Lit>, Vec<Alternative>, bool) {
    (Some(literal), vec![(literal, Left::Nothing)], false)
}
