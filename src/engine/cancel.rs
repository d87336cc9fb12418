//! Stopping work from outside: all of it, or a piece that nobody needs any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that ends a check, or a piece of one, from another thread or a signal handler.
///
/// A piece has a token of its own ([`Cancel::child`]): it stops when its own token is cancelled, or any that it comes from.
/// Work for several pieces stops when nobody wants any of them ([`Cancel::for_all`]).
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    own: Arc<AtomicBool>,
    /// Whoever cancels one of these cancels this one too.
    parents: Vec<Arc<AtomicBool>>,
    /// Whoever cancels all of these does as well, if there are any.
    pieces: Vec<Arc<AtomicBool>>,
}

impl Cancel {
    /// Asks everybody who holds this token to stop.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        let asked = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        asked(&self.own) || self.parents.iter().any(asked) || !self.pieces.is_empty() && self.pieces.iter().all(asked)
    }

    /// A token for a piece of this work.
    #[must_use]
    pub fn child(&self) -> Self {
        let parents = self.parents.iter().chain([&self.own]).cloned().collect();
        Self { own: Arc::default(), parents, pieces: self.pieces.clone() }
    }

    /// A token for work that serves several pieces of this one.
    #[must_use]
    pub fn for_all<'a>(&self, pieces: impl IntoIterator<Item = &'a Self>) -> Self {
        Self { pieces: pieces.into_iter().map(|piece| Arc::clone(&piece.own)).collect(), ..self.child() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_stops_with_the_whole_but_not_the_other_way_round() {
        let whole = Cancel::default();
        let (one, other) = (whole.child(), whole.child());
        one.cancel();
        assert_eq!([&whole, &one, &other].map(Cancel::is_cancelled), [false, true, false]);
        whole.cancel();
        assert!(other.is_cancelled() && other.child().is_cancelled());
    }

    #[test]
    fn common_work_stops_when_nobody_wants_it() {
        let whole = Cancel::default();
        let pieces = [whole.child(), whole.child()];
        let common = whole.for_all(&pieces);
        pieces[0].cancel();
        assert!(!common.is_cancelled());
        pieces[1].cancel();
        assert!(common.is_cancelled() && !whole.is_cancelled());
        assert!(!whole.for_all([]).is_cancelled());
    }
}
