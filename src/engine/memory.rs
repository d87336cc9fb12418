//! How much memory all engines may take together.
//!
//! Nobody counts bytes: the operating system knows how much of the process is in memory, and a thread asks it often. When
//! that is nearly all, those who cannot say in advance what they will need stop; if that was not enough, so does everybody. Node tables, which fill up within operations that nobody can stop, get a part of the budget in
//! advance: see [`Memory::nodes`]. Linux only; elsewhere a limit on memory is refused.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;
use std::time::Duration;

/// How often the size of the process is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// One in so many bytes of the budget is left when the first have to stop.
const RESERVE: u64 = 8;
/// What a node of a decision diagram takes with everything around it: two entries of the apply cache, its place in a table.
const NODE: u64 = 80;
/// One in so many bytes of the budget is for node tables.
const SHARE: u64 = 2;

/// The budget, as those see it who must keep to it.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    most: Option<u64>,
    level: Arc<AtomicU8>,
    /// From which level on the holder has to stop, beyond the first.
    patient: bool,
}

/// Where the size of the process cannot be seen, its memory cannot be limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsupported;

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this system does not tell how large a process is, so its memory cannot be limited")
    }
}

impl std::error::Error for Unsupported {}

impl Memory {
    /// At most so many bytes for the whole process.
    ///
    /// # Errors
    /// If the system does not tell how large a process is.
    pub fn at_most(bytes: u64) -> Result<Self, Unsupported> {
        resident().ok_or(Unsupported)?;
        Ok(Self { most: Some(bytes), ..Self::default() })
    }

    /// Whether the holder has to stop.
    #[must_use]
    pub fn is_exceeded(&self) -> bool {
        self.most.is_some() && self.level.load(Ordering::Relaxed) > u8::from(self.patient)
    }

    /// For an engine that stops only if it was not enough that the others did.
    #[must_use]
    pub fn patient(&self) -> Self {
        Self { patient: true, ..self.clone() }
    }

    /// For one that stops first.
    #[must_use]
    pub fn impatient(&self) -> Self {
        Self { patient: false, ..self.clone() }
    }

    /// How many nodes of decision diagrams the budget has room for.
    #[must_use]
    pub fn nodes(&self) -> usize {
        let most = self.most.map_or(u64::MAX, |most| most / SHARE / NODE);
        usize::try_from(most).unwrap_or(usize::MAX)
    }

    /// Watches until the result is dropped. Each check watches for itself, from zero.
    #[must_use]
    pub(crate) fn watched(&self) -> Watched {
        let end = Arc::new(AtomicBool::new(false));
        let memory = Self { most: self.most, level: Arc::default(), patient: self.patient };
        if let Some(most) = self.most {
            let (end, level) = (Arc::clone(&end), Arc::clone(&memory.level));
            let watch = move || watch(most, &level, &end);
            // Without a thread to be had nothing will grow large.
            let _ = thread::Builder::new().name("memory".to_owned()).spawn(watch);
        }
        Watched { memory, end }
    }
}

/// A budget that is being watched.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) memory: Memory,
    end: Arc<AtomicBool>,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.end.store(true, Ordering::Relaxed);
    }
}

fn watch(most: u64, level: &AtomicU8, end: &AtomicBool) {
    while !end.load(Ordering::Relaxed) {
        let bytes = resident().unwrap_or(0);
        let now = u8::from(bytes > most - most / RESERVE) + u8::from(bytes > most);
        level.fetch_max(now, Ordering::Relaxed);
        thread::sleep(LOOK);
    }
}

/// How many bytes of the process are in memory.
#[must_use]
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_impatient_stop_first() {
        let watched = Memory::at_most(1).expect("Linux tells").watched();
        let (first, last) = (watched.memory.clone(), watched.memory.patient());
        let wait = |memory: &Memory| {
            (0..500).any(|_| {
                memory.is_exceeded() || {
                    thread::sleep(LOOK);
                    false
                }
            })
        };
        assert!(wait(&first));
        assert!(wait(&last));
        assert!(!Memory::default().is_exceeded());
    }

    #[test]
    fn enough_is_enough() {
        let watched = Memory::at_most(u64::MAX).expect("Linux tells").watched();
        thread::sleep(5 * LOOK);
        assert!(!watched.memory.is_exceeded());
        assert!(Memory::default().nodes() > 1 << 60);
    }
}
