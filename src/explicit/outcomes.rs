//! What a group can bring about in one state: the sets of states that its choices can lead to.
//!
//! Branches say for which actions of which agents they stand; a choice of the group leaves those that it does not
//! contradict. So branches are told apart by one member after the other, and joint choices are never listed.

use std::collections::HashMap;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use super::labels::Labels;
use super::steps::Row;
use super::words::index;
use crate::engine::{Declined, GaveUp};
use crate::ir::AgentId;

/// Choices of one state beyond this many are too many.
pub(super) const MOST_CHOICES: usize = 1 << 22;

/// Positions that shapes may have before they are forgotten.
const MOST_POSITIONS: usize = 1 << 22;

/// The class of a branch that does not ask about a member.
const NONE: u32 = u32::MAX;

/// What a group does in a row of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Nobody,
    MembersOnly,
    Others,
}

/// What a group can bring about, state after state.
pub(super) struct Outcomes<'a> {
    labels: &'a Labels,
    members: &'a [AgentId],
    /// Per row of classes, whom it asks about.
    asks: Vec<Asks>,
    /// Classes of actions by their numbers.
    actions: Vec<&'a [u32]>,
    /// For the rows of the branches of a state, the branches that choices leave, by their positions.
    shapes: HashMap<&'a [Row], Rc<Shape>, FxBuildHasher>,
    /// How many positions these have.
    positions: usize,
    /// The outcomes of the state at hand, one after the other, and where each ends.
    targets: Vec<u32>,
    ends: Vec<usize>,
}

/// Per choice that leaves other branches than those before it, the positions of these.
type Shape = Vec<Vec<u32>>;

/// Branches that agree on the first members.
struct Group {
    members: usize,
    branches: Vec<u32>,
}

impl<'a> Outcomes<'a> {
    pub(super) fn new(labels: &'a Labels, members: &'a [AgentId]) -> Self {
        let (mut asks, mut actions): (Vec<Asks>, Vec<&[u32]>) = (Vec::new(), Vec::new());
        for row in labels.rows() {
            let (mut nobody, mut members_only) = (true, true);
            for (agent, class, list) in labels.classes(row) {
                let is_member = members.iter().any(|member| member.index() == agent);
                nobody &= !is_member;
                members_only &= is_member;
                actions.resize(actions.len().max(class as usize + 1), &[]);
                actions[class as usize] = list;
            }
            asks.push(match (nobody, members_only) {
                (true, _) => Asks::Nobody,
                (false, true) => Asks::MembersOnly,
                (false, false) => Asks::Others,
            });
        }
        let (shapes, positions) = (HashMap::default(), 0);
        Self { labels, members, asks, actions, shapes, positions, targets: Vec::new(), ends: Vec::new() }
    }

    /// The outcomes of a state, ascending, each ascending and without repetition; none where an agent cannot act.
    pub(super) fn of(&mut self, state: usize) -> Result<Vec<&[u32]>, GaveUp> {
        self.targets.clear();
        self.ends.clear();
        let branches = self.labels.branches(state);
        if branches.is_empty() {
            return Ok(Vec::new());
        }
        let asks = |branch| self.asks[self.labels.row(branch).index()];
        if branches.clone().all(|branch| asks(branch) == Asks::Nobody) {
            self.note(branches)?;
        } else if branches.clone().all(|branch| asks(branch) == Asks::MembersOnly) {
            // What the others do makes no difference: a choice is a branch.
            for branch in branches {
                self.note([branch])?;
            }
        } else {
            let shape = self.shape(self.labels.rows_of(branches.clone()));
            for positions in shape.iter() {
                self.note(positions.iter().map(|&position| branches.start + position as usize))?;
            }
        }
        let start = |number: usize| if number == 0 { 0 } else { self.ends[number - 1] };
        let outcome = |number: usize| &self.targets[start(number)..self.ends[number]];
        let mut outcomes: Vec<&[u32]> = (0..self.ends.len()).map(outcome).collect();
        outcomes.sort_unstable();
        outcomes.dedup();
        Ok(outcomes)
    }

    /// Who may do what, and what makes a difference, is the same in many states.
    fn shape(&mut self, rows: &'a [Row]) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(rows) {
            return Rc::clone(shape);
        }
        let shape = Rc::new(self.tell_apart(rows));
        self.positions += shape.iter().map(Vec::len).sum::<usize>();
        if self.positions > MOST_POSITIONS {
            self.shapes.clear();
            self.positions = 0;
        }
        self.shapes.insert(rows, Rc::clone(&shape));
        shape
    }

    fn tell_apart(&self, rows: &[Row]) -> Shape {
        let size = self.members.len();
        let mut classes = vec![NONE; rows.len() * size];
        for (&row, places) in rows.iter().zip(classes.chunks_exact_mut(size)) {
            for (agent, class, _) in self.labels.classes(row) {
                if let Some(member) = self.members.iter().position(|member| member.index() == agent) {
                    places[member] = class;
                }
            }
        }
        let mut shape = Shape::new();
        let mut work = vec![Group { members: 0, branches: (0..index(rows.len())).collect() }];
        while let Some(Group { members, branches }) = work.pop() {
            if members == size {
                shape.push(branches);
                if shape.len() > MOST_CHOICES {
                    break; // noting so many is an error
                }
                continue;
            }
            let parts = self.split(|branch| classes[branch as usize * size + members], branches);
            work.extend(parts.into_iter().map(|branches| Group { members: members + 1, branches }));
        }
        shape
    }

    /// What each action of a member leaves of some branches; equal ones once.
    fn split(&self, class: impl Fn(u32) -> u32, branches: Vec<u32>) -> Vec<Vec<u32>> {
        let mut classes: Vec<u32> =
            branches.iter().map(|&branch| class(branch)).filter(|&class| class != NONE).collect();
        classes.sort_unstable();
        classes.dedup();
        if classes.is_empty() {
            return vec![branches];
        }
        let signatures = self.signatures(&classes);
        let mut parts = vec![Vec::new(); signatures.len()];
        for branch in branches {
            let place = classes.binary_search(&class(branch)).ok();
            for (part, signature) in parts.iter_mut().zip(&signatures) {
                if place.is_none_or(|place| signature.binary_search(&place).is_ok()) {
                    part.push(branch);
                }
            }
        }
        parts
    }

    /// The sets of classes, by their places, that some action is in. Those of one question are disjoint, and every enabled
    /// action is in one of them; those of several may overlap.
    fn signatures(&self, classes: &[u32]) -> Vec<Vec<usize>> {
        let lists: Vec<&[u32]> = classes.iter().map(|&class| self.actions[class as usize]).collect();
        let of = |action| (0..lists.len()).filter(|&place| lists[place].binary_search(action).is_ok()).collect();
        let mut all: Vec<Vec<usize>> = lists.iter().copied().flatten().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// An outcome: wherever these branches lead.
    fn note(&mut self, branches: impl IntoIterator<Item = usize>) -> Result<(), GaveUp> {
        let start = self.targets.len();
        for branch in branches {
            self.targets.extend_from_slice(self.labels.targets(branch));
        }
        let outcome = &mut self.targets[start..];
        if !outcome.is_sorted_by(|left, right| left < right) {
            outcome.sort_unstable();
            let mut kept = start;
            for at in start..self.targets.len() {
                if at == start || self.targets[at] != self.targets[kept - 1] {
                    self.targets[kept] = self.targets[at];
                    kept += 1;
                }
            }
            self.targets.truncate(kept);
        }
        self.ends.push(self.targets.len());
        if self.ends.len() > MOST_CHOICES { Err(Declined::Moves.into()) } else { Ok(()) }
    }
}
