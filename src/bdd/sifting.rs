//! A better order, learnt from diagrams: sifting (Rudell, "Dynamic variable ordering for ordered binary decision diagrams",
//! ICCAD 1993) of groups (Panda and Somenzi, "Who are the variables in your neighborhood", ICCAD 1995).
//!
//! Every bit with its next value, and every bit of an action, those with most nodes first, is moved through all levels and
//! left where the diagrams are smallest together: those of the relation, of the states that were reached, and of the formulas
//! that were evaluated. That is done on copies (`forest`); whoever asked goes on under the new order with what it had.

use std::collections::BTreeSet;

use oxidd::VarNo;
use qmas_encodings::{InputId, SymbolicSystem};

use super::diagrams::{Bdd, Diagrams};
use super::forest::Forest;
use super::orders::NamedOrder;
use crate::engine::{GaveUp, Limits};

/// A group turns back when the diagrams have grown by this ratio.
const GROWTH: (usize, usize) = (6, 5);
/// All groups are moved again while that makes the diagrams smaller by this ratio.
const AGAIN: (usize, usize) = (49, 50);
/// How often all groups are moved at the most.
const PASSES: usize = 8;
/// How much is tried.
#[derive(Clone, Copy)]
pub(super) struct Zeal {
    /// How many nodes are looked at for each that a search could use, and in all.
    effort: usize,
    most: usize,
    /// A new order is worth a move if the diagrams shrink by this ratio.
    worth: (usize, usize),
}

impl Zeal {
    /// A glance: a good order is left alone.
    pub(super) const LITTLE: Self = Self { effort: 16, most: 2_500_000, worth: (1, 3) };
    /// About as much time as the search took.
    pub(super) const MUCH: Self = Self { effort: 32, most: 50_000_000, worth: (4, 5) };
}

/// Diagrams with more nodes are not looked at.
pub(super) const MOST: usize = 100_000;
/// Diagrams with fewer are small enough.
const FEW: usize = 4_000;

/// Diagrams on their own, to learn an order from. Its variables are the levels of the manager that they come from.
pub(super) struct Sample {
    row: Row,
    /// The input of each level that has one.
    inputs: Vec<Option<InputId>>,
}

impl Sample {
    /// Copies of `roots`. The first ones matter most: what does not fit is left out.
    pub(super) fn new<'a>(
        diagrams: &Diagrams,
        symbolic: &SymbolicSystem,
        order: &[InputId],
        roots: impl IntoIterator<Item = &'a Bdd>,
    ) -> Self {
        let mut inputs = vec![None; diagrams.level_count()];
        for &input in order {
            inputs[diagrams.level(input) as usize] = Some(input);
        }
        let leaders = leaders(symbolic);
        let mut sizes: Vec<usize> = Vec::new();
        for (level, input) in inputs.iter().enumerate() {
            // Levels below those of the system are of an automaton.
            let leads = level >= diagrams.variable_count() || input.is_some_and(|input| leaders.contains(&input));
            match sizes.last_mut() {
                Some(size) if !leads => *size += 1,
                _ => sizes.push(1),
            }
        }
        let mut forest = Forest::new(inputs.len());
        forest.add(roots, MOST);
        Self { row: Row { least: forest.size(), forest, sizes }, inputs }
    }

    /// A better order than the one that the sample was taken from, if one is found in which it is much smaller;
    /// `nodes` is what a search could use.
    pub(super) fn sifted(
        mut self,
        order: &NamedOrder,
        (zeal, nodes): (Zeal, usize),
        limits: &Limits,
    ) -> Result<Option<NamedOrder>, GaveUp> {
        let before = self.row.forest.size();
        if before < FEW {
            return Ok(None);
        }
        self.row.sift(nodes.saturating_mul(zeal.effort).min(zeal.most), limits)?;
        if self.row.least * zeal.worth.1 > before * zeal.worth.0 {
            return Ok(None);
        }
        let inputs = self.row.forest.row().iter().filter_map(|&level| self.inputs[level as usize]).collect();
        Ok(Some(NamedOrder { inputs, sifted: order.sifted + 1, ..order.clone() }))
    }
}

/// The bits of the present state and of actions. Other inputs stay behind the one that they follow.
fn leaders(symbolic: &SymbolicSystem) -> BTreeSet<InputId> {
    let actions = symbolic.agents.iter().flat_map(|agent| agent.actions.iter().copied());
    symbolic.state.iter().map(|bit| bit.now).chain(actions).collect()
}

/// Groups of neighbouring variables in a row.
struct Row {
    forest: Forest,
    /// The number of variables of each group, from the top down.
    sizes: Vec<usize>,
    /// The nodes of the best order so far.
    least: usize,
}

impl Row {
    /// Moves all groups, until that does not help.
    fn sift(&mut self, effort: usize, limits: &Limits) -> Result<(), GaveUp> {
        for _ in 0..PASSES {
            let before = self.least;
            let leaders = self.leaders();
            let mut by_nodes: Vec<(usize, VarNo)> =
                leaders.iter().map(|&(leader, nodes)| (usize::MAX - nodes, leader)).collect();
            by_nodes.sort_unstable();
            for (_, leader) in by_nodes {
                limits.check()?;
                if self.forest.effort() > effort {
                    return Ok(());
                }
                self.place(leader);
            }
            if self.least * AGAIN.1 > before * AGAIN.0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The first variable of each group with the nodes of the group, from the top down.
    fn leaders(&self) -> Vec<(VarNo, usize)> {
        let mut rest = self.forest.row();
        let mut leaders = Vec::with_capacity(self.sizes.len());
        for &size in &self.sizes {
            let (group, below) = rest.split_at(size);
            leaders.push((group[0], group.iter().map(|&variable| self.forest.nodes_of(variable)).sum()));
            rest = below;
        }
        leaders
    }

    /// Moves a group to its best place.
    fn place(&mut self, leader: VarNo) {
        let start = self.leaders().iter().position(|&(other, _)| other == leader).unwrap_or(0);
        let last = self.sizes.len() - 1;
        let (mut place, mut best) = (start, start);
        // To the nearer end first.
        let ends = if last - start < start { [last, 0] } else { [0, last] };
        for end in ends {
            while place != end {
                self.step(&mut place, end);
                let nodes = self.forest.size();
                if nodes < self.least {
                    (self.least, best) = (nodes, place);
                } else if nodes * GROWTH.1 > self.least * GROWTH.0 {
                    break;
                }
            }
        }
        while place != best {
            self.step(&mut place, best);
        }
    }

    /// Exchanges the group at `place` with its neighbour towards `end`.
    fn step(&mut self, place: &mut usize, end: usize) {
        let next = if end > *place { *place + 1 } else { *place - 1 };
        let upper = next.min(*place);
        let first: usize = self.sizes[..upper].iter().sum();
        // The variables of the lower group go up one by one.
        for moved in 0..self.sizes[upper + 1] {
            for level in (first + moved..first + moved + self.sizes[upper]).rev() {
                self.forest.exchange(level);
            }
        }
        self.sizes.swap(upper, upper + 1);
        *place = next;
    }
}

#[cfg(test)]
mod tests {
    use qmas_encodings::{Circuit, Lit};

    use super::super::diagrams::Room;
    use super::*;

    /// (x0 ∧ y0) ∨ … ∨ (x7 ∧ y7), where every variable has a follower that nothing looks at: 2·8 nodes with neighbours side by
    /// side, 2^9 - 2 with all x above all y.
    fn row(order: impl Fn(usize) -> usize) -> Row {
        let mut circuit = Circuit::new();
        let (inputs, lits): (Vec<InputId>, Vec<Lit>) = (0..32).map(|_| circuit.input()).unzip();
        let both: Vec<Lit> = (0..8).map(|at| circuit.and(lits[2 * at], lits[2 * (at + 8)])).collect();
        let set = circuit.or_all(both);
        let order: Vec<InputId> = (0..16).map(order).flat_map(|at| [inputs[2 * at], inputs[2 * at + 1]]).collect();
        let mut diagrams = Diagrams::new(&order, &BTreeSet::new(), Room::of(1 << 12), Limits::default());
        let set = diagrams.build(&circuit, set).expect("room");
        let mut forest = Forest::new(order.len());
        assert!(forest.add([&set], MOST));
        Row { least: forest.size(), forest, sizes: vec![2; 16] }
    }

    #[test]
    fn what_belongs_together_comes_together() {
        let mut row = row(|at| at);
        assert_eq!(row.forest.size(), 510);
        row.sift(usize::MAX, &Limits::default()).expect("no limit");
        assert_eq!((row.forest.size(), row.least), (16, 16));
        for group in row.forest.row().chunks(2) {
            assert_eq!(group[0] + 1, group[1], "followers stay behind");
        }
        let past = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
        assert_eq!(row.sift(usize::MAX, &past), Err(GaveUp::Time));
    }

    #[test]
    fn a_good_order_is_left_alone() {
        let mut row = row(|at| at / 2 + at % 2 * 8);
        row.sift(usize::MAX, &Limits::default()).expect("no limit");
        assert_eq!(row.least, 16);
        assert_eq!(row.forest.row(), (0..32).collect::<Vec<u32>>());
    }
}
