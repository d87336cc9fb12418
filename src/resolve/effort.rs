//! Hints at what may have been meant by an unknown name, within an effort that the whole file shares.

use std::cell::Cell;

use crate::diagnostic::{Advice, did_you_mean};

/// How many candidates a hint lists.
const LISTED: usize = 8;

/// How many candidates may still be compared for hints: a file that is all wrong must not take forever.
#[derive(Debug)]
pub(super) struct Effort(Cell<usize>);

impl Default for Effort {
    fn default() -> Self {
        Self(Cell::new(1_000_000))
    }
}

impl Effort {
    /// "did you mean …?"
    pub(super) fn near<'a>(&self, word: &str, candidates: impl ExactSizeIterator<Item = &'a String>) -> Option<Advice> {
        self.0.set(self.0.get().checked_sub(candidates.len())?);
        did_you_mean(word, candidates.map(String::as_str)).map(Advice::meant)
    }

    /// "did you mean …?", or all candidates if they are few.
    pub(super) fn advice<'a>(
        &self,
        word: &str,
        what: &str,
        candidates: impl ExactSizeIterator<Item = &'a String> + Clone,
    ) -> Option<Advice> {
        self.near(word, candidates.clone()).or_else(|| {
            let few = (1..=LISTED).contains(&candidates.len());
            few.then(|| format!("{what}: {}", candidates.map(String::as_str).collect::<Vec<_>>().join(", ")).into())
        })
    }
}
