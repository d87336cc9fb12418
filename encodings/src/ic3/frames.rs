//! What is known of the states of the first steps: cubes that they are not in, each at the last level for which that is
//! known.

use super::cube::Cube;

/// See the module. Level 0 are the initial states, which are no cubes.
#[derive(Debug)]
pub(super) struct Frames {
    levels: Vec<Vec<Cube>>,
}

impl Frames {
    /// Nothing is known of the states after one step.
    pub(super) fn new() -> Self {
        Self { levels: vec![Vec::new(), Vec::new()] }
    }

    /// The last level.
    pub(super) fn last(&self) -> usize {
        self.levels.len() - 1
    }

    /// One more level, of which nothing is known.
    pub(super) fn extend(&mut self) {
        self.levels.push(Vec::new());
    }

    /// What is known up to this level and not further.
    pub(super) fn at(&self, level: usize) -> &[Cube] {
        &self.levels[level]
    }

    /// By level, what is known up to it.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, &Cube)> {
        self.levels.iter().enumerate().flat_map(|(level, cubes)| cubes.iter().map(move |cube| (level, cube)))
    }

    pub(super) fn clauses(&self) -> usize {
        self.levels.iter().map(Vec::len).sum()
    }

    /// Whether no state of a cube is in the frame of a level, as far as one clause can say that.
    pub(super) fn excludes(&self, cube: &Cube, level: usize) -> bool {
        self.levels[level..].iter().flatten().any(|known| known.includes(cube))
    }

    /// Whether a cube that was at a level is not there any more.
    pub(super) fn is_dropped(&self, level: usize, cube: &Cube) -> bool {
        !self.levels[level].contains(cube)
    }

    /// From now on a cube is known not to be met up to a level. What follows from that is dropped.
    pub(super) fn insert(&mut self, cube: Cube, level: usize) {
        for known in &mut self.levels[..=level] {
            known.retain(|other| !cube.includes(other));
        }
        self.levels[level].push(cube);
    }
}
