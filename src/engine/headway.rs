//! How far engines in a race are ahead of each other, and who is held back for it.
//!
//! Two engines that do the same work cost twice what the better one does. Both look for the reachable states, and those are
//! numbers that can be compared: as long as one has found far more of them and may be near its end, the other gets a fraction of
//! the time only. Nobody is held back for good, since states that come easily say little about formulas that do not; so who
//! leads by mistake costs time, not answers.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Far ahead is who has found so many times as many states.
const FAR: u64 = 2;
/// Who is held back rests so many times as long as it works, ...
const REST: u32 = 3;
/// ... and that after it has worked for so long.
const STINT: Duration = Duration::from_millis(5);
/// How often somebody who rests looks whether that is still wanted.
const WATCH: Duration = Duration::from_millis(10);

/// What engines in a race tell each other.
#[derive(Debug, Default)]
struct Told {
    /// States that enumeration has found, if it may be near its end; otherwise 0.
    listed: AtomicU64,
    /// States of diagrams, and whether these are all.
    drawn: AtomicU64,
    all_drawn: AtomicBool,
    /// Since when each side works.
    since: [Mutex<Option<Instant>>; 2],
}

/// The side that somebody in a race is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The BDD engine.
    Diagrams,
    /// Enumeration.
    Lists,
}

/// Somebody's view of a race.
#[derive(Debug, Clone)]
pub struct Headway {
    told: Arc<Told>,
    side: Side,
}

impl Headway {
    /// The views of the BDD engine and of enumeration.
    #[must_use]
    pub fn of_a_race() -> [Self; 2] {
        let told = Arc::new(Told::default());
        [Side::Diagrams, Side::Lists].map(|side| Self { told: Arc::clone(&told), side })
    }

    /// Enumeration has found so many states, and may be near its end or not.
    pub fn listed(&self, states: usize, near: bool) {
        self.told.listed.store(if near { states as u64 } else { 0 }, Relaxed);
    }

    /// The BDD engine has found so many states, perhaps all of the part that it looks at.
    pub fn drawn(&self, states: u64, all: bool) {
        self.told.drawn.store(states, Relaxed);
        self.told.all_drawn.store(all, Relaxed);
    }

    /// Nobody is held back any more for what has been found.
    pub fn forget(&self) {
        self.listed(0, false);
        self.drawn(0, false);
    }

    /// Whether the other side is far ahead.
    fn is_behind(&self) -> bool {
        let (listed, drawn) = (self.told.listed.load(Relaxed), self.told.drawn.load(Relaxed));
        let all_drawn = self.told.all_drawn.load(Relaxed);
        match self.side {
            Side::Diagrams => !all_drawn && listed > drawn.saturating_mul(FAR),
            // Parts of a system have no more states than the whole.
            Side::Lists => all_drawn && drawn > listed.saturating_mul(FAR),
        }
    }

    /// Rests if the other side is far ahead, and as long as that is wanted.
    pub(super) fn rest(&self, wanted: impl Fn() -> bool) {
        let mut since = self.told.since[self.side as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let worked = since.get_or_insert_with(Instant::now).elapsed();
        if worked < STINT {
            return;
        }
        let end = Instant::now() + worked * REST;
        while self.is_behind() && wanted() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(WATCH));
        }
        *since = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time that somebody takes for a short piece of work.
    fn rested(who: &Headway, wanted: bool) -> Duration {
        who.rest(|| wanted);
        thread::sleep(2 * STINT);
        let begun = Instant::now();
        who.rest(|| wanted);
        begun.elapsed()
    }

    #[test]
    fn who_is_far_behind_rests() {
        let [diagrams, lists] = Headway::of_a_race();
        lists.listed(1_000, true);
        diagrams.drawn(10, false);
        assert!(diagrams.is_behind() && !lists.is_behind());
        assert!(rested(&diagrams, true) >= 2 * STINT * REST);
        lists.listed(2_000, false);
        assert!(!diagrams.is_behind(), "layers grow: the end is far");
    }

    #[test]
    fn all_states_of_a_part_are_more_than_a_few_of_the_whole() {
        let [diagrams, lists] = Headway::of_a_race();
        lists.listed(1_000, true);
        diagrams.drawn(1_000_000, true);
        assert!(lists.is_behind() && !diagrams.is_behind());
        diagrams.drawn(0, false);
        assert!(!lists.is_behind(), "the next part has not been looked at");
        lists.forget();
        assert!(!diagrams.is_behind(), "enumeration has left");
    }

    #[test]
    fn nobody_rests_who_has_to_end() {
        let [diagrams, lists] = Headway::of_a_race();
        lists.listed(1_000, true);
        lists.rest(|| true);
        assert!(diagrams.is_behind());
        diagrams.rest(|| false);
        thread::sleep(2 * STINT);
        let slept = AtomicBool::new(false);
        diagrams.rest(|| slept.swap(true, Relaxed));
        assert!(slept.into_inner(), "it was asked whether that is wanted, before it slept");
    }
}
