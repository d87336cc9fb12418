//! Several engines where there is room for one: they take turns, which grow.
//!
//! An engine in a race asks its limits every few milliseconds whether to go on ([`Limits::check`](super::Limits::check)). There it
//! waits while it is another one's turn, without having to know of that.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long the first turns are.
const FIRST: Duration = Duration::from_millis(20);
/// Turns do not get longer than this, ...
const LONGEST: Duration = Duration::from_millis(320);
/// ... but for those of somebody who may be near the end: so many times as long.
const NEAR: u32 = 8;
/// How often somebody who waits looks whether that is still wanted.
const WATCH: Duration = Duration::from_millis(10);

/// What some engines share.
#[derive(Debug)]
struct Lane {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// Who has not left, in the order of turns.
    left: Vec<usize>,
    /// Whose turn it is.
    whose: usize,
    since: Instant,
    length: Duration,
    /// Who may be near the end.
    near: Vec<usize>,
}

impl State {
    /// Gives the turn to the next one.
    fn pass_on(&mut self) {
        let next = self.left.iter().find(|&&seat| seat > self.whose);
        if next.is_none() {
            self.length = (self.length * 2).min(LONGEST);
        }
        if let Some(&next) = next.or(self.left.first()) {
            self.whose = next;
            self.since = Instant::now();
        }
    }

    fn is_over(&self) -> bool {
        let times = if self.near.contains(&self.whose) { NEAR } else { 1 };
        self.since.elapsed() >= self.length * times
    }
}

impl Lane {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody's place among those who take turns.
#[derive(Debug, Clone)]
pub struct Turn {
    lane: Arc<Lane>,
    seat: usize,
}

impl Turn {
    /// Places for some engines; the first one begins.
    #[must_use]
    pub fn places<const N: usize>() -> [Self; N] {
        let state = State { left: (0..N).collect(), whose: 0, since: Instant::now(), length: FIRST, near: Vec::new() };
        let lane = Arc::new(Lane { state: Mutex::new(state), changed: Condvar::new() });
        std::array::from_fn(|seat| Self { lane: Arc::clone(&lane), seat })
    }

    /// Waits until it is this one's turn, or as long as that is wanted. Whether it had to.
    pub fn wait(&self, wanted: impl Fn() -> bool) -> bool {
        let mut state = self.lane.state();
        if state.whose == self.seat && state.left.len() > 1 && state.is_over() {
            state.pass_on();
            self.lane.changed.notify_all();
        }
        let mut waited = false;
        while state.whose != self.seat && state.left.contains(&self.seat) && wanted() {
            waited = true;
            state = self.lane.changed.wait_timeout(state, WATCH).unwrap_or_else(PoisonError::into_inner).0;
        }
        waited
    }

    /// Leaves the rest of a turn to others, if there are any.
    pub fn pass(&self) {
        let mut state = self.lane.state();
        if state.whose == self.seat && state.left.len() > 1 {
            state.pass_on();
            self.lane.changed.notify_all();
        }
    }

    /// Says whether the end may be near: then this one has longer turns.
    pub fn is_near_the_end(&self, near: bool) {
        let mut state = self.lane.state();
        state.near.retain(|&seat| seat != self.seat);
        if near {
            state.near.push(self.seat);
        }
    }

    /// Takes the place; when what is returned is dropped, the place is given up, whatever happened.
    #[must_use]
    pub fn taken(&self) -> Taken {
        Taken(self.clone())
    }
}

/// A place that somebody has.
#[derive(Debug)]
pub struct Taken(Turn);

impl Drop for Taken {
    fn drop(&mut self) {
        let Turn { lane, seat } = &self.0;
        let mut state = lane.state();
        state.left.retain(|other| other != seat);
        if state.whose == *seat {
            state.pass_on();
        }
        lane.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    /// Never two at once, everybody in the end, and who has gone keeps nobody waiting.
    #[test]
    fn one_at_a_time() {
        let (at_work, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let turns: [Turn; 3] = Turn::places();
        let done: Vec<AtomicUsize> = turns.iter().map(|_| AtomicUsize::new(0)).collect();
        thread::scope(|scope| {
            for (number, turn) in turns.iter().enumerate() {
                let (at_work, most, done) = (&at_work, &most, &done[number]);
                scope.spawn(move || {
                    let _taken = turn.taken();
                    let begun = Instant::now();
                    // The second one leaves at once.
                    while number != 1 && begun.elapsed() < 10 * FIRST {
                        turn.wait(|| true);
                        most.fetch_max(at_work.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                        thread::sleep(Duration::from_millis(1));
                        at_work.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(most.load(Ordering::SeqCst), 1);
        let done: Vec<usize> = done.iter().map(|done| done.load(Ordering::SeqCst)).collect();
        assert!(done[0] > 0 && done[1] == 0 && done[2] > 0, "{done:?}");
    }

    #[test]
    fn who_passes_is_next_when_the_others_had_their_turn() {
        let [first, second] = Turn::places();
        first.pass();
        assert!(!second.wait(|| true), "it is the second one's turn");
        let waits = AtomicUsize::new(0);
        let waited = first.wait(|| waits.fetch_add(1, Ordering::SeqCst) < 2);
        assert!(waited, "it had passed its own");
        second.pass();
        assert!(!first.wait(|| true));
        drop(second.taken());
        first.pass();
        assert!(!first.wait(|| true), "there is nobody else");
    }

    #[test]
    fn nobody_waits_for_what_nobody_wants() {
        let [first, second] = Turn::places();
        let (_first, wanted) = (first.taken(), AtomicBool::new(true));
        thread::scope(|scope| {
            scope.spawn(|| second.wait(|| wanted.load(Ordering::SeqCst)));
            wanted.store(false, Ordering::SeqCst);
        });
        assert!(!wanted.load(Ordering::SeqCst), "the thread has ended");
    }

    #[test]
    fn who_is_alone_goes_on() {
        let [first, second] = Turn::places();
        drop(first.taken());
        second.wait(|| unreachable!("it is its turn"));
    }
}
