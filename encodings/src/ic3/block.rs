//! Proof obligations: states that lead to bad ones must not be reached. Either a clause says so, or their predecessors are
//! obligations of the level before, or they are initial.

use std::collections::BTreeSet;

use super::cube::Cube;
use super::solvers::Step;
use super::{Ic3, Pause};

impl Ic3 {
    /// Whether some state of a cube of bad states of the last frame can be reached. If not, clauses say so.
    pub(super) fn reaches(&mut self, bad: Cube) -> Result<bool, Pause> {
        let last = self.frames.last();
        if self.solvers.is_initial(&bad, &self.limits)? {
            return Ok(true);
        }
        // The lowest level first; at one level, what came last.
        let mut cubes = vec![bad];
        let mut open: BTreeSet<(usize, std::cmp::Reverse<usize>)> = [(last, std::cmp::Reverse(0))].into();
        while let Some((level, number)) = open.pop_first() {
            let cube = cubes[number.0].clone();
            if self.frames.excludes(&cube, level) {
                continue;
            }
            self.spend()?;
            match self.solvers.step_into(&self.frames, &cube, level, &self.limits)? {
                Step::None(core) => {
                    let small = self.generalised(core, level)?;
                    let level = self.pushed(&small, level)?;
                    self.learn(small, level);
                    if level < last {
                        open.insert((level + 1, number));
                    }
                }
                Step::From(before) => {
                    if level == 1 || self.solvers.is_initial(&before, &self.limits)? {
                        return Ok(true);
                    }
                    open.insert((level, number));
                    cubes.push(before);
                    open.insert((level - 1, std::cmp::Reverse(cubes.len() - 1)));
                }
            }
        }
        Ok(false)
    }

    /// A larger cube that no step leads into either from the level before: values are left out one after the other.
    fn generalised(&mut self, cube: Cube, level: usize) -> Result<Cube, Pause> {
        let mut small = cube.clone();
        for &value in cube.values() {
            if !small.contains(value) || small.values().len() == 1 {
                continue;
            }
            let candidate = small.without(value);
            if self.solvers.is_initial(&candidate, &self.limits)? {
                continue;
            }
            self.spend()?;
            if let Some(core) = self.solvers.no_step_into(&self.frames, &candidate, level, &self.limits)? {
                small = core;
            }
        }
        Ok(small)
    }

    /// The last level up to which a cube is left out, if it is up to `level`.
    fn pushed(&mut self, cube: &Cube, level: usize) -> Result<usize, Pause> {
        let mut level = level;
        while level < self.frames.last() {
            self.spend()?;
            if self.solvers.no_step_into(&self.frames, cube, level + 1, &self.limits)?.is_none() {
                break;
            }
            level += 1;
        }
        Ok(level)
    }
}
