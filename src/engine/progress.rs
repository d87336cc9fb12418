//! What engines are doing right now, for whoever looks: they write numbers on a board, nobody waits for anybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::name::EngineName;

/// One engine's place on the board.
#[derive(Debug, Default)]
struct Place {
    /// The number of the formula, from 1; 0 for none.
    formula: AtomicUsize,
    /// How far it is, and 1.
    depth: AtomicUsize,
    size: AtomicUsize,
}

/// Where engines say what they are doing.
#[derive(Debug, Clone, Default)]
pub struct Board(Arc<[Place; 3]>);

/// What an engine is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activity {
    /// Who.
    pub engine: EngineName,
    /// The position of its formula among those that are checked, from 0; none while it is busy with the model.
    pub formula: Option<usize>,
    /// The bound, or how many rounds a search has made; for enumeration the distance from the initial states.
    pub depth: usize,
    /// Gates and clauses, nodes, or states.
    pub size: usize,
}

impl Activity {
    /// What `depth` counts.
    #[must_use]
    pub fn depth_name(&self) -> &'static str {
        match self.engine {
            EngineName::Explicit => "depth",
            EngineName::Bdd => "round",
            EngineName::Bounded => "bound",
        }
    }

    /// What `size` counts.
    #[must_use]
    pub fn size_name(&self) -> &'static str {
        match self.engine {
            EngineName::Explicit => "states",
            EngineName::Bdd => "nodes",
            EngineName::Bounded => "gates and clauses",
        }
    }
}

impl Board {
    fn place(&self, engine: EngineName) -> &Place {
        &self.0[engine as usize]
    }

    /// An engine turns to a formula, by its number from 0, or to the model.
    pub fn turn_to(&self, engine: EngineName, formula: Option<usize>) {
        self.place(engine).formula.store(formula.map_or(0, |number| number + 1), Relaxed);
        self.at(engine, 0, 0);
    }

    /// An engine has come so far.
    pub fn at(&self, engine: EngineName, depth: usize, size: usize) {
        let place = self.place(engine);
        place.size.store(size, Relaxed);
        place.depth.store(depth + 1, Relaxed);
    }

    /// An engine is done.
    pub fn leave(&self, engine: EngineName) {
        self.place(engine).depth.store(0, Relaxed);
    }

    /// Who does what.
    #[must_use]
    pub fn activities(&self) -> Vec<Activity> {
        let activity = |engine| {
            let place = self.place(engine);
            let depth = place.depth.load(Relaxed).checked_sub(1)?;
            let formula = place.formula.load(Relaxed).checked_sub(1);
            Some(Activity { engine, formula, depth, size: place.size.load(Relaxed) })
        };
        [EngineName::Explicit, EngineName::Bdd, EngineName::Bounded].into_iter().filter_map(activity).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_work_is_on_the_board() {
        let board = Board::default();
        assert!(board.activities().is_empty());
        let copy = board.clone();
        copy.turn_to(EngineName::Bounded, Some(2));
        copy.at(EngineName::Bounded, 7, 1_000);
        copy.turn_to(EngineName::Bdd, None);
        let bdd = Activity { engine: EngineName::Bdd, formula: None, depth: 0, size: 0 };
        let bounded = Activity { engine: EngineName::Bounded, formula: Some(2), depth: 7, size: 1_000 };
        assert_eq!(board.activities(), [bdd, bounded]);
        copy.leave(EngineName::Bdd);
        assert_eq!(board.activities(), [bounded]);
    }
}
