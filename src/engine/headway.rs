//! How far engines in a race are ahead of each other, and who is held back for it.
//!
//! Two engines that do the same work cost twice what the better one does. Both look for the reachable states, and how far they
//! are can be told apart at two points:
//!
//! * Enumeration is past the half: its layers shrink, and if they go on to shrink as they do, fewer states are left than it has
//!   looked at. Then the BDD engine gets a fraction of the time only, if it knows far fewer states.
//! * The BDD engine has all states, so that it is known how many there are. If enumeration needs several times as long for the rest,
//!   at the speed that it had so far, as the race has lasted, it gets a fraction of the time only; otherwise its end is in sight.
//!
//! Both are weighed against what has been spent already, so that who leads by mistake costs a small factor and no answers: states
//! that come easily say little about formulas that do not. In numbers (CPU seconds, verdicts alone): of 64 numbers to guess the BDD engine
//! has all 1,574,688 states soon and needs 11 s for the formulas, enumeration 3 s in all. As long as layers that did not
//! double counted as near the end, and all states of the BDD engine as the lead for good, that took 44 s, and contract 128, where
//! the BDD engine alone takes 1.2 s, 7.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Far fewer states are so many times fewer.
const FAR: u64 = 2;
/// The end is in sight if it takes at most so many times as long as the race has lasted.
const PATIENCE: f64 = 4.0;
/// Who is held back rests so many times as long as it works, ...
const REST: u32 = 3;
/// ... and that after it has worked for so long.
const STINT: Duration = Duration::from_millis(5);
/// How often somebody who rests looks whether that is still wanted.
const WATCH: Duration = Duration::from_millis(10);

/// What engines in a race tell each other.
#[derive(Debug)]
struct Told {
    begun: Instant,
    /// States that enumeration has looked at, and whether that is more than half, as far as one can tell.
    listed: AtomicU64,
    past_half: AtomicBool,
    /// States of diagrams, and whether these are all.
    drawn: AtomicU64,
    all_drawn: AtomicBool,
    /// How long each side has worked.
    worked: [Mutex<Worked>; 2],
}

/// How long somebody has worked: in all, and since when it does now.
#[derive(Debug, Default)]
struct Worked {
    before: Duration,
    since: Option<Instant>,
}

impl Worked {
    fn now(&mut self) -> Duration {
        self.since.get_or_insert_with(Instant::now).elapsed()
    }
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
        let told = Arc::new(Told {
            begun: Instant::now(),
            listed: AtomicU64::default(),
            past_half: AtomicBool::default(),
            drawn: AtomicU64::default(),
            all_drawn: AtomicBool::default(),
            worked: Default::default(),
        });
        [Side::Diagrams, Side::Lists].map(|side| Self { told: Arc::clone(&told), side })
    }

    /// Enumeration has looked at so many states, and found so many in the last two layers.
    pub fn listed(&self, states: usize, [before, last]: [usize; 2]) {
        // The last layer has not been looked at, and each one to come is as much smaller.
        let left = (last < before).then(|| last + last.saturating_mul(last) / (before - last));
        self.told.listed.store(states as u64, Relaxed);
        self.told.past_half.store(left.is_some_and(|left| left <= states), Relaxed);
    }

    /// The BDD engine has found so many states, perhaps all of the part that it looks at.
    pub fn drawn(&self, states: u64, all: bool) {
        self.told.drawn.store(states, Relaxed);
        self.told.all_drawn.store(all, Relaxed);
    }

    /// Nobody is held back any more for what has been found.
    pub fn forget(&self) {
        self.told.past_half.store(false, Relaxed);
        self.drawn(0, false);
    }

    /// Whether the other side is far ahead, if this one has worked so long.
    fn is_behind(&self, worked: Duration) -> bool {
        let Told { begun, listed, past_half, drawn, all_drawn, .. } = &*self.told;
        let (listed, drawn, all_drawn) = (listed.load(Relaxed), drawn.load(Relaxed), all_drawn.load(Relaxed));
        match self.side {
            Side::Diagrams => !all_drawn && past_half.load(Relaxed) && listed > drawn.saturating_mul(FAR),
            // Parts of a system have no more states than the whole, so it takes at least so long.
            Side::Lists => {
                let times = drawn.saturating_sub(listed) as f64 / listed.max(1) as f64;
                all_drawn && worked.as_secs_f64() * times > begun.elapsed().as_secs_f64() * PATIENCE
            }
        }
    }

    /// Rests if the other side is far ahead, and as long as that is wanted. Whether the end is in sight.
    pub(super) fn rest(&self, wanted: impl Fn() -> bool) -> bool {
        let mut worked = self.told.worked[self.side as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let stint = worked.now();
        if stint < STINT {
            return false;
        }
        worked.before += stint;
        let end = Instant::now() + stint * REST;
        while self.is_behind(worked.before) && wanted() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            thread::sleep(left.min(WATCH));
        }
        worked.since = Some(Instant::now());
        self.side == Side::Lists && self.told.all_drawn.load(Relaxed) && !self.is_behind(worked.before)
    }

    /// What has passed since it was asked to rest was no work.
    pub(super) fn goes_on(&self) {
        let mut worked = self.told.worked[self.side as usize].lock().unwrap_or_else(PoisonError::into_inner);
        worked.since = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(1_000_000);

    #[test]
    fn enumeration_is_ahead_when_its_layers_shrink() {
        let [diagrams, lists] = Headway::of_a_race();
        diagrams.drawn(10, false);
        lists.listed(1_000, [300, 400]);
        assert!(!diagrams.is_behind(LONG), "layers grow: the end is far");
        lists.listed(1_000, [500, 450]);
        assert!(!diagrams.is_behind(LONG), "450 and another 4,050 are left, if layers go on like that");
        lists.listed(1_000, [400, 200]);
        assert!(diagrams.is_behind(LONG), "200 and another 200 are left");
        assert!(!lists.is_behind(LONG));
        diagrams.drawn(501, false);
        assert!(!diagrams.is_behind(LONG), "it has more than half as many");
        diagrams.drawn(10, false);
        lists.forget();
        assert!(!diagrams.is_behind(LONG), "enumeration has left");
    }

    #[test]
    fn all_states_are_far_more_than_enumeration_can_look_at() {
        let [diagrams, lists] = Headway::of_a_race();
        lists.listed(1_000, [400, 200]);
        diagrams.drawn(1_000_000, true);
        assert!(lists.is_behind(LONG) && !diagrams.is_behind(LONG));
        assert!(!lists.is_behind(Duration::ZERO), "the rest takes no time at that speed");
        diagrams.drawn(1_100, true);
        assert!(lists.is_behind(LONG), "a tenth of what it has worked is far longer than the race");
        diagrams.drawn(1_000, true);
        assert!(!lists.is_behind(LONG), "nothing is left");
        diagrams.drawn(0, false);
        assert!(!lists.is_behind(LONG), "the next part has not been looked at");
    }

    /// Who is behind rests at least so long after a piece of work, and who has to end does not.
    #[test]
    fn who_is_behind_rests_as_long_as_that_is_wanted() {
        let [diagrams, lists] = Headway::of_a_race();
        lists.listed(1_000, [400, 200]);
        diagrams.rest(|| true);
        thread::sleep(2 * STINT);
        let begun = Instant::now();
        diagrams.rest(|| true);
        assert!(begun.elapsed() >= 2 * STINT * REST);
        thread::sleep(2 * STINT);
        let asked = AtomicBool::new(false);
        diagrams.rest(|| asked.swap(true, Relaxed));
        assert!(asked.into_inner(), "it was asked whether that is wanted, before it slept");
    }
}
