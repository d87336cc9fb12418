//! Ends operations for which a table is too small.
//!
//! OxiDD sweeps a table that is nearly full in the middle of an operation, and forgets the apply cache with it. An operation whose
//! intermediate results do not fit then computes them again and again: exponential time in a table of any size, and nobody
//! can stop it from outside. Only one thing ends an operation, and cleanly: no room for another node. So a thread watches
//! how often a table is swept within one operation, and if that is too often, it fills the table with nodes that mean nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::AllocResult;
use oxidd::{BooleanFunction, Manager, ManagerRef, VarNo};

/// How often the watcher looks.
const LOOK: Duration = Duration::from_millis(20);
/// So many functions have enough pairs to fill a table of any size.
const POOL: usize = 1 << 14;
/// How many nodes are made before the watcher looks whether they are still needed.
const PORTION: usize = 1 << 10;

/// What operations tell the watcher of their table.
#[derive(Debug, Default)]
struct Told {
    /// How many operations have begun.
    begun: AtomicU64,
    /// How often the table may have been swept when the last one ends.
    most: AtomicU64,
    /// Nobody uses the table any more.
    end: AtomicBool,
}

/// The watcher of a table.
#[derive(Debug)]
pub(super) struct Watcher(Arc<Told>);

impl Watcher {
    /// Watches a table.
    pub(super) fn of(manager: &BCDDManagerRef) -> Self {
        let told = Arc::new(Told { most: AtomicU64::new(u64::MAX), ..Told::default() });
        let (watched, manager) = (Arc::clone(&told), manager.clone());
        // Without a thread to be had, tables stay as they are.
        let _ = thread::Builder::new().name("full tables".to_owned()).spawn(move || watch(&manager, &watched));
        Self(told)
    }

    /// An operation begins, and is in vain if the table has been swept more often than this before it ends.
    pub(super) fn begins(&self, most: u64) {
        self.0.most.store(most, Relaxed);
        self.0.begun.fetch_add(1, Relaxed);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.0.end.store(true, Relaxed);
    }
}

fn watch(manager: &BCDDManagerRef, told: &Told) {
    while !told.end.load(Relaxed) {
        thread::sleep(LOOK);
        let begun = told.begun.load(Relaxed);
        let sweeps = manager.with_manager_shared(|manager| manager.gc_count());
        if sweeps > told.most.load(Relaxed) {
            let needed = || told.begun.load(Relaxed) == begun && !told.end.load(Relaxed);
            // Full: that is what is wanted.
            let filling = fill(manager, needed);
            while needed() && filling.is_some() {
                thread::sleep(LOOK);
            }
        }
    }
}

/// Makes nodes while that is needed, or until there is no more room. As long as what is returned is kept, they stay.
fn fill(manager: &BCDDManagerRef, needed: impl Fn() -> bool) -> Option<Vec<BCDDFunction>> {
    let mut made = Vec::new();
    // Out of memory is the aim; what has been made until then is kept.
    let _ = make(manager, &mut made, needed);
    (!made.is_empty()).then_some(made)
}

/// Functions of the lowest levels until there are many; then each choice between two of them at each level above.
fn make(manager: &BCDDManagerRef, made: &mut Vec<BCDDFunction>, needed: impl Fn() -> bool) -> AllocResult<()> {
    let (levels, constant) = manager.with_manager_shared(|manager| (manager.num_levels(), BCDDFunction::t(manager)));
    made.push(constant.clone());
    made.push(constant.not()?);
    for level in (0..levels).rev() {
        let variable = manager.with_manager_shared(|manager| {
            let number: VarNo = manager.level_to_var(level);
            BCDDFunction::var(manager, number)
        })?;
        let pool = made.len().min(POOL);
        // What is a pair already known is no new node; nearly all are new.
        let pairs = (0..pool).flat_map(|high| (0..high).map(move |low| (high, low)));
        let room = if pool < POOL { POOL - pool } else { usize::MAX };
        for (number, (high, low)) in pairs.take(room).enumerate() {
            if number % PORTION == 0 && !needed() {
                return Ok(());
            }
            let function = variable.ite(&made[high], &made[low])?;
            made.push(function);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_filled_until_there_is_no_room_and_given_back() {
        let manager = oxidd::bcdd::new_manager(1 << 16, 1 << 10, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(40));
        let filling = fill(&manager, || true).expect("there is room");
        assert!(filling.len() > 1 << 15);
        let variables: Vec<BCDDFunction> = manager.with_manager_shared(|manager| {
            (0..40).filter_map(|number| BCDDFunction::var(manager, number).ok()).collect()
        });
        // With a few nodes left, a larger function finds no room.
        let parity = |manager: &[BCDDFunction]| {
            let mut functions = Vec::new();
            for left in manager {
                for right in manager {
                    functions.push(left.xor(right).and_then(|both| both.and(&manager[39])));
                }
            }
            functions.into_iter().collect::<AllocResult<Vec<_>>>()
        };
        let full = variables.len() < 40 || parity(&variables).is_err();
        assert!(full, "no room for {} variables more", variables.len());
        drop((filling, variables));
        // A sweep that OxiDD has begun by itself may have passed nodes before they were given back, and as long as it runs, ours
        // does nothing.
        let given_back = (0..500).any(|_| {
            thread::sleep(LOOK);
            manager.with_manager_shared(|manager| {
                manager.gc();
                manager.num_inner_nodes() < 100
            })
        });
        assert!(given_back, "{} nodes are left", manager.with_manager_shared(|manager| manager.num_inner_nodes()));
    }

    #[test]
    fn nothing_is_made_for_an_operation_that_has_ended() {
        let manager = oxidd::bcdd::new_manager(1 << 16, 1 << 10, 1);
        manager.with_manager_exclusive(|manager| manager.add_vars(40));
        let made = fill(&manager, || false).map_or(0, |made| made.len());
        assert!(made < PORTION);
    }
}
