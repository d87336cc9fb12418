//! A better order, learnt from a set of states: sifting (Rudell, "Dynamic variable ordering for ordered binary decision
//! diagrams", ICCAD 1993).
//!
//! Every bit, those with most nodes first, is moved through all levels and left where the diagram is smallest. That is
//! done on a sample, the states that a search had reached when it was still small, in a manager of its own; the search
//! then starts again under the new order. So running out of nodes while levels are exchanged, which would abort the
//! program, cannot happen.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use oxidd::{Function, VarNo};
use qmas_encodings::{Circuit, InputId, Lit, SymbolicSystem};

use super::circuit::to_circuit;
use super::diagrams::{Bdd, Diagrams};
use super::orders::NamedOrder;
use crate::engine::{GaveUp, Limits};

/// A bit turns back when the diagram has grown by this ratio.
const GROWTH: (usize, usize) = (6, 5);
/// A new order is worth a new start if the diagram shrinks by this ratio.
const WORTH: (usize, usize) = (1, 2);
/// How often all bits are moved, while it helps.
const PASSES: usize = 4;
/// How many nodes are looked at in all: about a second.
const EFFORT: usize = 100_000_000;
/// The cache is cleared at every swap.
const CACHE: usize = 1 << 10;
/// Room for growth: a swap at most doubles two levels.
const ROOM: usize = 16;

/// A set of states, on its own.
pub(super) struct Sample {
    circuit: Circuit,
    set: Lit,
    /// The state bits from the top level down: the inputs of the circuit.
    bits: Vec<InputId>,
    nodes: usize,
}

impl Sample {
    /// `set` as it is under an order.
    pub(super) fn new(
        diagrams: &Diagrams,
        set: &Bdd,
        order: &[InputId],
        system: &SymbolicSystem,
    ) -> Result<Self, GaveUp> {
        let states: BTreeSet<InputId> = system.state.iter().map(|bit| bit.now).collect();
        let bits: Vec<InputId> = order.iter().copied().filter(|input| states.contains(input)).collect();
        let mut circuit = Circuit::new();
        let lits: HashMap<VarNo, Lit> = bits.iter().map(|&bit| (diagrams.level(bit), circuit.input().1)).collect();
        let set_lit = to_circuit(set, &mut circuit, &lits)?;
        Ok(Self { circuit, set: set_lit, bits, nodes: set.node_count() })
    }

    /// An order of the inputs of `order` in which the sample has a much smaller diagram, if one is found.
    pub(super) fn sifted(&self, order: &NamedOrder, limits: &Limits) -> Result<Option<NamedOrder>, GaveUp> {
        let inputs: Vec<InputId> = (0..self.bits.len()).map(InputId::from_index).collect();
        let room = ROOM * self.nodes + (1 << 16);
        let mut diagrams = Diagrams::with_cache(&inputs, &BTreeSet::new(), room, CACHE, limits.clone());
        let set = diagrams.build(&self.circuit, self.set)?;
        diagrams.forget();
        let mut row = Row { diagrams, variables: (0..).take(inputs.len()).collect(), effort: EFFORT };
        let nodes = row.sift(limits)?;
        drop(set);
        if nodes * WORTH.1 > self.nodes * WORTH.0 {
            return Ok(None);
        }
        let bits: Vec<InputId> = row.variables.iter().map(|&variable| self.bits[variable as usize]).collect();
        let inputs = following(&order.inputs, &bits);
        Ok(Some(NamedOrder { inputs, sifted: order.sifted + 1, ..order.clone() }))
    }
}

/// `order` with its inputs `bits` in the order given here; what is not among them stays behind the one that it follows.
fn following(order: &[InputId], bits: &[InputId]) -> Vec<InputId> {
    let leaders: BTreeSet<InputId> = bits.iter().copied().collect();
    let mut groups: BTreeMap<Option<InputId>, Vec<InputId>> = BTreeMap::new();
    let mut leader = None;
    for &input in order {
        if leaders.contains(&input) {
            leader = Some(input);
        }
        groups.entry(leader).or_default().push(input);
    }
    [None]
        .into_iter()
        .chain(bits.iter().copied().map(Some))
        .filter_map(|leader| groups.remove(&leader))
        .flatten()
        .collect()
}

/// Variables in their order.
struct Row {
    diagrams: Diagrams,
    variables: Vec<VarNo>,
    effort: usize,
}

impl Row {
    /// Moves all variables, until that does not help; returns how many nodes are left.
    fn sift(&mut self, limits: &Limits) -> Result<usize, GaveUp> {
        let mut nodes = self.diagrams.swept();
        for _ in 0..PASSES {
            let before = nodes;
            let mut variables = self.variables.clone();
            variables.sort_by_key(|&variable| (std::cmp::Reverse(self.diagrams.nodes_of(variable)), variable));
            for variable in variables {
                limits.check()?;
                nodes = self.place(variable, nodes);
            }
            if nodes * 50 > before * 49 {
                break;
            }
        }
        Ok(nodes)
    }

    /// Moves one variable to its best place; returns how many nodes there are then.
    fn place(&mut self, variable: VarNo, nodes: usize) -> usize {
        let start = self.variables.iter().position(|&other| other == variable).unwrap_or(0);
        let last = self.variables.len() - 1;
        let (mut place, mut best, mut least) = (start, start, nodes);
        // To the nearer end first.
        let ends = if last - start < start { [last, 0] } else { [0, last] };
        for end in ends {
            while place != end && self.effort > 0 {
                let nodes = self.step(&mut place, end);
                if nodes < least {
                    (least, best) = (nodes, place);
                } else if nodes * GROWTH.1 > least * GROWTH.0 {
                    break;
                }
            }
        }
        while place != best {
            self.step(&mut place, best);
        }
        least
    }

    /// Exchanges the variable at `place` with its neighbour towards `end`; returns how many nodes there are then.
    fn step(&mut self, place: &mut usize, end: usize) -> usize {
        let next = if end > *place { *place + 1 } else { *place - 1 };
        let upper = next.min(*place);
        self.variables.swap(upper, upper + 1);
        self.diagrams.reorder(&self.variables[upper..=upper + 1]);
        *place = next;
        let nodes = self.diagrams.swept();
        self.effort = self.effort.saturating_sub(nodes + self.variables.len());
        nodes
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagrams::Room;
    use super::*;

    /// (x0 ∧ y0) ∨ … ∨ (x7 ∧ y7): 2·8 nodes with neighbours side by side, 2^9 - 2 with all x above all y.
    fn pairs(circuit: &mut Circuit) -> (Vec<InputId>, Lit) {
        let (inputs, lits): (Vec<InputId>, Vec<Lit>) = (0..16).map(|_| circuit.input()).unzip();
        let both: Vec<Lit> = (0..8).map(|at| circuit.and(lits[at], lits[at + 8])).collect();
        (inputs, circuit.or_all(both))
    }

    #[test]
    fn what_belongs_together_comes_together() {
        let mut circuit = Circuit::new();
        let (bits, set) = pairs(&mut circuit);
        let sample = Sample { circuit, set, bits: bits.clone(), nodes: 510 };
        let order = NamedOrder { name: "test", sifted: 0, inputs: bits };
        let sifted = sample.sifted(&order, &Limits::default()).expect("no limit").expect("a better order");
        assert_eq!(sifted.to_string(), "test, sifted");
        let mut diagrams = Diagrams::new(&sifted.inputs, &BTreeSet::new(), Room::of(1 << 12), Limits::default());
        assert_eq!(diagrams.build(&sample.circuit, set).expect("room").node_count(), 16 + 1);
        assert!(
            sample.sifted(&order, &Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() }).is_err()
        );
    }

    #[test]
    fn a_good_order_is_left_alone() {
        let mut circuit = Circuit::new();
        let (bits, set) = pairs(&mut circuit);
        let inputs: Vec<InputId> = (0..8).flat_map(|at| [bits[at], bits[at + 8]]).collect();
        let mut diagrams = Diagrams::new(&inputs, &BTreeSet::new(), Room::of(1 << 12), Limits::default());
        let built = diagrams.build(&circuit, set).expect("room");
        let lits = inputs.iter().map(|&input| (diagrams.level(input), circuit.input_lit(input))).collect();
        let mut copy = circuit.clone();
        let again = to_circuit(&built, &mut copy, &lits).expect("room");
        for valuation in 0..1u32 << 16 {
            let value = |input: InputId| valuation >> input.index() & 1 == 1;
            assert_eq!(copy.evaluate(again, value), circuit.evaluate(set, value), "{valuation:b}");
        }
        let mut own = Circuit::new();
        let lits = inputs.iter().map(|&input| (diagrams.level(input), own.input().1)).collect();
        let set = to_circuit(&built, &mut own, &lits).expect("room");
        let sample = Sample { circuit: own, set, bits: inputs.clone(), nodes: built.node_count() };
        let order = NamedOrder { name: "test", sifted: 0, inputs };
        assert!(sample.sifted(&order, &Limits::default()).expect("no limit").is_none());
    }

    #[test]
    fn followers_stay_behind_their_leaders() {
        let ids: Vec<InputId> = (0..7).map(InputId::from_index).collect();
        // An action on top, then bits 1, 3 and 5 with their followers.
        let order = following(&ids, &[ids[5], ids[1], ids[3]]);
        assert_eq!(order, [0, 5, 6, 1, 2, 3, 4].map(InputId::from_index));
    }
}
