//! Sorts: a state formula is true of a state, a path formula of a path, a regular expression of a stretch of a path.

use super::resolver::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ispl::ast::{self, NodeId};
use crate::logic::{FormulaId, Logic, Regex, RegexId, Temporal};

/// A node with its sort.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sorted {
    State(FormulaId),
    Path(FormulaId),
    /// A temporal operator that still needs its quantifier (CTL and ATL).
    Temporal(Temporal),
    Regex(RegexId),
    /// An error that has been reported.
    Wrong,
}

/// A formula under way.
pub(super) struct Work<'a, 's> {
    pub(super) logic: Logic,
    pub(super) tree: &'a ast::Formula<'s>,
    pub(super) sorted: Vec<Sorted>,
}

impl Work<'_, '_> {
    pub(super) fn of(&self, id: NodeId) -> Sorted {
        self.sorted[id.index()]
    }

    pub(super) fn span(&self, id: NodeId) -> Span {
        self.tree.span_of(id)
    }
}

impl Resolver {
    pub(super) fn as_regex(&mut self, work: &Work<'_, '_>, id: NodeId) -> Option<RegexId> {
        match work.of(id) {
            Sorted::Regex(rho) => Some(rho),
            Sorted::State(f) => Some(self.formulas.intern_regex(Regex::Step(f))),
            Sorted::Wrong => None,
            Sorted::Path(_) | Sorted::Temporal(_) => {
                let message = "a step of a path is a formula without dynamic modalities";
                let diagnostic = Diagnostic::error("sort", work.span(id), message).here("a path formula");
                self.report(diagnostic.hint("for a test that takes no step write `f?`"));
                None
            }
        }
    }

    pub(super) fn as_state(&mut self, work: &Work<'_, '_>, id: NodeId) -> Option<FormulaId> {
        match work.of(id) {
            Sorted::State(f) => Some(f),
            Sorted::Path(_) => {
                let diagnostic = Diagnostic::error("sort", work.span(id), "a path formula needs `A` or `E` here");
                self.report(diagnostic.here("true of paths, not of states"));
                None
            }
            _ => self.no_formula(work, id),
        }
    }

    pub(super) fn as_path(&mut self, work: &Work<'_, '_>, id: NodeId) -> Option<FormulaId> {
        match work.of(id) {
            Sorted::State(f) | Sorted::Path(f) => Some(f),
            _ => self.no_formula(work, id),
        }
    }

    fn no_formula(&mut self, work: &Work<'_, '_>, id: NodeId) -> Option<FormulaId> {
        let span = work.span(id);
        match work.of(id) {
            Sorted::Temporal(_) => {
                let diagnostic = Diagnostic::error("sort", span, "a temporal operator without a path quantifier");
                let hint = "write `AX`, `EF`, `A(f U g)`, `<group>F f`, or put `LTL` or `CTL*` in front";
                self.report(diagnostic.here("needs `A`, `E` or `<group>`").hint(hint));
            }
            Sorted::Regex(_) => {
                let diagnostic = Diagnostic::error("sort", span, "expected a formula, found a regular expression");
                self.report(
                    diagnostic.here("not a formula").hint("`;`, `+`, `*`, `?` bind looser than `and`, `or`, `->`"),
                );
            }
            Sorted::State(_) | Sorted::Path(_) | Sorted::Wrong => {}
        }
        None
    }

    /// A temporal operator or path quantifier of another logic.
    pub(super) fn out_of_place(&mut self, work: &Work<'_, '_>, span: Span, what: &str) -> Sorted {
        let hint = match work.logic {
            Logic::Ctl | Logic::CtlStar => "put `CTL*` in front",
            Logic::Ltl => "`LTL f` speaks of all paths; put `CTL*` in front for path quantifiers",
            Logic::Ldl => "write `<true*>f` for `F f`, `[true*]f` for `G f`; `CDL*` has A and E",
            Logic::CdlStar => "write `<true*>f` for `F f`, `[true*]f` for `G f`",
        };
        self.foreign(work, span, what, hint)
    }

    /// An operator that only formulas without a prefix have.
    pub(super) fn only_in_ctl(&mut self, work: &Work<'_, '_>, span: Span, what: &str) -> Sorted {
        self.foreign(work, span, what, "check it in a formula of its own, without a prefix")
    }

    fn foreign(&mut self, work: &Work<'_, '_>, span: Span, what: &str, hint: &str) -> Sorted {
        let logic = work.logic.prefix();
        let diagnostic = Diagnostic::error("sort", span, format!("{what} does not belong to {logic} formulas"));
        self.report(diagnostic.here("not in this logic").hint(hint));
        Sorted::Wrong
    }
}
