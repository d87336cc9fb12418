//! What is left of a regular expression after a part of it has matched: expressions still to be matched, then a
//! formula. Equal ones once, so that a chain of a thousand steps has a thousand continuations, not a thousand copies.

use std::collections::HashMap;

use super::path::PathFormula;
use crate::logic::{Formulas, Regex, RegexId};

/// Refers to a continuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ContinuationId(u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Continuation {
    /// The match is complete; the formula is about this position.
    End(PathFormula),
    /// This expression first.
    Then(RegexId, ContinuationId),
}

#[derive(Debug, Default)]
pub(super) struct Continuations {
    list: Vec<Continuation>,
    ids: HashMap<Continuation, ContinuationId>,
}

impl Continuations {
    pub(super) fn get(&self, id: ContinuationId) -> Continuation {
        self.list[id.0 as usize]
    }

    pub(super) fn end(&mut self, formula: PathFormula) -> ContinuationId {
        self.intern(Continuation::End(formula))
    }

    /// `rho` before `rest`; a star before itself is once enough.
    pub(super) fn then(&mut self, formulas: &Formulas, rho: RegexId, rest: ContinuationId) -> ContinuationId {
        match self.get(rest) {
            Continuation::Then(next, _) if next == rho && matches!(formulas.regex(rho), Regex::Star(_)) => rest,
            _ => self.intern(Continuation::Then(rho, rest)),
        }
    }

    fn intern(&mut self, continuation: Continuation) -> ContinuationId {
        *self.ids.entry(continuation).or_insert_with(|| {
            let id = u32::try_from(self.list.len()).expect("memory ends before 2^32 continuations");
            self.list.push(continuation);
            ContinuationId(id)
        })
    }
}
