//! How far a check may go, and what is known when that is not far enough.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::cancel::Cancel;
use super::headway::Headway;
use super::memory::Memory;
use super::progress::Board;
use super::turns::Turn;
use super::verdict::GaveUp;

/// What an engine has found out so far, in words, for the case that it has to give up. The last word counts.
#[derive(Debug, Clone, Default)]
pub struct Learnt(Arc<Mutex<Option<String>>>);

impl Learnt {
    /// Says something; it replaces what was said before.
    pub fn say(&self, text: String) {
        if let Ok(mut said) = self.0.lock() {
            *said = Some(text);
        }
    }

    /// Nothing is known any more.
    pub fn forget(&self) {
        if let Ok(mut said) = self.0.lock() {
            *said = None;
        }
    }

    /// What was said last.
    #[must_use]
    pub fn said(&self) -> Option<String> {
        self.0.lock().ok().and_then(|said| said.clone())
    }
}

/// How far a check may go.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Reachable states of the explicit engine.
    pub max_states: usize,
    /// What the explicit engine may spend on listing steps, in lines, parts and states looked at, before it is asked
    /// whether the end is near; see [`crate::explicit::Space::explore`].
    pub max_effort: Option<u64>,
    /// Nodes of the BDD engine.
    pub max_nodes: usize,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Who may interrupt.
    pub cancel: Cancel,
    /// How much memory there is, if that is limited.
    pub memory: Memory,
    /// Whose turn it is, if engines take turns: who has to wait does so where limits are checked.
    pub turn: Option<Turn>,
    /// How far others in a race are: who is far behind rests where limits are checked.
    pub headway: Option<Headway>,
    /// Where engines say what they know when they are cut short.
    pub learnt: Learnt,
    /// Where engines say what they are doing.
    pub board: Board,
}

impl Limits {
    /// The default of `--max-states`.
    pub const MAX_STATES: usize = 2_000_000;
    /// The default of `--max-nodes`: about 2 GiB with everything around them.
    pub const MAX_NODES: usize = 1 << 26;

    /// Time, memory and interrupt; call it at least every few milliseconds. Waits while it is another engine's turn, and rests if others are far ahead.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn check(&self) -> Result<(), GaveUp> {
        let near = self.headway.as_ref().is_some_and(|headway| headway.rest(|| self.reached().is_ok()));
        if let Some(turn) = &self.turn {
            if near {
                turn.is_near_the_end(true);
            }
            if turn.wait(|| self.reached().is_ok()) {
                self.headway.iter().for_each(Headway::goes_on);
            }
        }
        self.reached()
    }

    /// Enumeration has looked at so many states, and found so many in the last two layers; its end may be near or not.
    pub(crate) fn listed(&self, states: usize, layers: [usize; 2], near: bool) {
        self.turn.iter().for_each(|turn| turn.is_near_the_end(near));
        self.headway.iter().for_each(|headway| headway.listed(states, layers));
    }

    fn reached(&self) -> Result<(), GaveUp> {
        if self.cancel.is_cancelled() {
            return Err(GaveUp::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(GaveUp::Time);
        }
        if self.memory.is_exceeded() {
            return Err(GaveUp::Memory);
        }
        Ok(())
    }

    /// The name of a limit that diagrams have reached: to them memory is nodes, whoever counts those.
    pub(crate) fn name(&self, reason: GaveUp) -> GaveUp {
        match reason {
            GaveUp::Memory if self.max_nodes < self.memory.nodes() && !self.memory.is_exceeded() => {
                GaveUp::Nodes(self.max_nodes)
            }
            reason => reason,
        }
    }

    /// The limits for a piece of the work, which can be cancelled alone and may take so long; all others stay as they are.
    #[must_use]
    pub fn piece(&self, cancel: Cancel, time: Option<Duration>) -> Self {
        let until = time.and_then(|time| Instant::now().checked_add(time));
        let deadline = self.deadline.into_iter().chain(until).min();
        Self { deadline, cancel, ..self.clone() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_states: Self::MAX_STATES,
            max_effort: None,
            max_nodes: Self::MAX_NODES,
            deadline: None,
            cancel: Cancel::default(),
            memory: Memory::default(),
            turn: None,
            headway: None,
            learnt: Learnt::default(),
            board: Board::default(),
        }
    }
}
