//! The steps of one state, listed: branches of joint actions and the states that they lead to.

use std::cmp::Ordering;
use std::ops::Range;

use super::diagram::Update;
use super::rows::{Row, Rows};
use crate::ir::Dropped;

/// The steps of a state are too many to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::explicit) struct TooMany;

/// Joint actions between which no part of the system makes a difference.
#[derive(Debug, Clone)]
pub(in crate::explicit) struct Branch {
    /// Its classes; agents without one may perform anything that is enabled.
    pub(in crate::explicit) row: Row,
    /// Its successors.
    pub(super) successors: Range<usize>,
    /// How many joint actions it stands for; the greatest number if there are more.
    pub(in crate::explicit) joint_actions: u64,
    /// The choices of lines without a result, per joint action.
    pub(super) dropped: Range<usize>,
}

/// All steps from a state.
#[derive(Debug, Default)]
pub(in crate::explicit) struct Listing {
    width: usize,
    pub(in crate::explicit) branches: Vec<Branch>,
    /// What its branches stand for, and those of other listings before it.
    pub(in crate::explicit) rows: Rows,
    pub(super) states: Vec<u64>,
    pub(super) dropped: Vec<Dropped>,
}

impl Listing {
    pub(super) fn clear(&mut self, width: usize) {
        self.width = width;
        self.branches.clear();
        self.states.clear();
        self.dropped.clear();
    }

    /// How many branches and successors there are.
    pub(super) fn len(&self) -> usize {
        self.branches.len() + self.states.len() / self.width.max(1)
    }

    /// The states that a branch leads to, ascending, without repetition.
    pub(in crate::explicit) fn successors(&self, branch: &Branch) -> impl Iterator<Item = &[u64]> {
        self.states[branch.successors.start * self.width..branch.successors.end * self.width].chunks_exact(self.width)
    }

    /// The choices without a result, for each joint action of a branch.
    pub(in crate::explicit) fn dropped(&self, branch: &Branch) -> &[Dropped] {
        &self.dropped[branch.dropped.clone()]
    }

    /// The agents whose actions matter in a branch, last one first, and the actions that belong to it, ascending.
    pub(in crate::explicit) fn classes(&self, branch: &Branch) -> impl Iterator<Item = (usize, &[u32])> {
        self.rows.classes(branch.row).map(|(agent, _, actions)| (agent, actions))
    }
}

/// Writes new bits.
pub(super) fn apply(words: &mut [u64], update: &Update) {
    for patch in update {
        words[patch.word] = words[patch.word] & !patch.mask | patch.bits;
    }
}

/// More successors of one joint action than this are too many.
const MOST_COMBINED: usize = 1 << 24;

/// Every way to pick an update of each part; ascending, without repetition.
pub(super) fn combine(base: &[u64], several: &[&[Update]], width: usize, listing: &mut Listing) -> Result<(), TooMany> {
    let count = several.iter().map(|updates| updates.len()).try_fold(1usize, |product, n| product.checked_mul(n));
    if count.is_none_or(|count| count > MOST_COMBINED) {
        return Err(TooMany);
    }
    let start = listing.states.len();
    listing.states.extend_from_slice(base);
    for updates in several {
        let end = listing.states.len();
        // Copies get the other updates before the states so far get the first: parts do not share bits.
        for update in &updates[1..] {
            for at in (start..end).step_by(width) {
                let copy = listing.states.len();
                listing.states.extend_from_within(at..at + width);
                apply(&mut listing.states[copy..], update);
            }
        }
        for at in (start..end).step_by(width) {
            apply(&mut listing.states[at..at + width], &updates[0]);
        }
    }
    if !several.is_empty() {
        sort_rows(&mut listing.states, start, width);
    }
    Ok(())
}

/// Sorts the rows from `start` on and leaves out repetitions.
fn sort_rows(states: &mut Vec<u64>, start: usize, width: usize) {
    if width == 1 {
        states[start..].sort_unstable();
    } else {
        let mut rows: Vec<Vec<u64>> = states[start..].chunks_exact(width).map(<[u64]>::to_vec).collect();
        rows.sort_unstable();
        for (place, row) in states[start..].chunks_exact_mut(width).zip(rows) {
            place.copy_from_slice(&row);
        }
    }
    let (mut kept, mut at) = (start + width, start + width);
    while at < states.len() {
        if states[at..at + width].cmp(&states[kept - width..kept]) != Ordering::Equal {
            states.copy_within(at..at + width, kept);
            kept += width;
        }
        at += width;
    }
    states.truncate(kept);
}
