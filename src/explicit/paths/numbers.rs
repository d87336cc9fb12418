//! Numbers for pairs of a state and a load: pages for runs of states, made when the first state of a run is met.
//!
//! Most loads are met with many states that are near each other, and then a look is two reads where a hash table
//! has to compute, compare and move.

/// States in a page: two cache lines.
const PAGE: usize = 32;
/// No page, or no number.
const NONE: u32 = u32::MAX;

/// The number of each pair that has one.
#[derive(Debug)]
pub(super) struct Numbers {
    /// How many pages a load can have.
    per_load: usize,
    /// Per load and run of states, its page.
    pages: Vec<u32>,
    entries: Vec<u32>,
}

impl Numbers {
    /// For that many states.
    pub(super) fn new(states: usize) -> Self {
        Self { per_load: states.div_ceil(PAGE), pages: Vec::new(), entries: Vec::new() }
    }

    /// The number of a pair, if it has one.
    pub(super) fn get(&self, state: usize, load: u32) -> Option<usize> {
        let page = *self.pages.get(load as usize * self.per_load + state / PAGE)?;
        let number = *self.entries.get((page as usize).checked_mul(PAGE)? + state % PAGE)?;
        (number != NONE).then_some(number as usize)
    }

    /// The place for the number of a pair, and whether there is none yet.
    pub(super) fn entry(&mut self, state: usize, load: u32) -> Option<&mut u32> {
        let run = load as usize * self.per_load + state / PAGE;
        if run >= self.pages.len() {
            self.pages.resize((load as usize + 1) * self.per_load, NONE);
        }
        if self.pages[run] == NONE {
            self.pages[run] = u32::try_from(self.entries.len() / PAGE).expect("memory ends before 2^32 pages");
            self.entries.resize(self.entries.len() + PAGE, NONE);
        }
        let number = &mut self.entries[self.pages[run] as usize * PAGE + state % PAGE];
        (*number == NONE).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_keeps_its_own_number() {
        let mut numbers = Numbers::new(100);
        let pairs: Vec<(usize, u32)> = (0..100).flat_map(|state| [(state, 3), (99 - state, 0)]).collect();
        assert_eq!(numbers.get(0, 3), None, "nothing has a number yet");
        for (number, &(state, load)) in (0..).zip(&pairs) {
            *numbers.entry(state, load).expect("it has no number yet") = number;
        }
        for (number, &(state, load)) in pairs.iter().enumerate() {
            assert_eq!(numbers.get(state, load), Some(number));
            assert!(numbers.entry(state, load).is_none());
        }
        assert_eq!(numbers.get(5, 1), None);
        assert_eq!(numbers.get(5, 9), None);
    }
}
