//! What `grammar` finds: the skeleton of a file, its conditions and formulas still runs of tokens.

use super::ast::Name;
use super::token::Spanned;
use crate::diagnostic::Span;
use crate::ir::Semantics;

/// Tokens cut out to be read later.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw<'t, 's> {
    pub(super) tokens: &'t [Spanned<'s>],
    /// Where something missing is reported if there are no tokens.
    pub(super) end: Span,
}

/// A bound of a range.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawInteger<'s> {
    /// There is a minus sign in front.
    pub(super) negative: bool,
    pub(super) digits: &'s str,
    pub(super) span: Span,
}

#[derive(Debug, Clone)]
pub(super) enum RawType<'s> {
    Boolean,
    Range(RawInteger<'s>, RawInteger<'s>),
    Enumeration(Vec<Name<'s>>),
}

#[derive(Debug, Clone)]
pub(super) struct RawVar<'s> {
    pub(super) name: Name<'s>,
    pub(super) kind: RawType<'s>,
    pub(super) kind_span: Span,
}

/// `condition : { actions }`
#[derive(Debug, Clone)]
pub(super) struct RawProtocolLine<'t, 's> {
    /// `None` for `Other`.
    pub(super) condition: Option<Raw<'t, 's>>,
    pub(super) actions: Vec<Name<'s>>,
    /// The whole line.
    pub(super) span: Span,
}

/// `assignments if condition`
#[derive(Debug, Clone)]
pub(super) struct RawEvolutionLine<'t, 's> {
    pub(super) assignments: Raw<'t, 's>,
    pub(super) condition: Raw<'t, 's>,
    /// The whole line.
    pub(super) span: Span,
}

/// A section of an agent, with the place of its keyword.
#[derive(Debug, Clone)]
pub(super) enum RawSection<'t, 's> {
    Obsvars(Span, Vec<RawVar<'s>>),
    Lobsvars(Span, Vec<Name<'s>>),
    Vars(Span, Vec<RawVar<'s>>),
    Red(Span, Option<Raw<'t, 's>>),
    Actions(Span, Vec<Name<'s>>),
    Protocol(Span, Vec<RawProtocolLine<'t, 's>>),
    Evolution(Span, Vec<RawEvolutionLine<'t, 's>>),
}

/// An item of the file, with the place of its keyword.
#[derive(Debug, Clone)]
pub(super) enum RawItem<'t, 's> {
    Semantics(Span, Semantics),
    /// With the extent of each section.
    Agent(Name<'s>, Vec<(RawSection<'t, 's>, Span)>),
    Evaluation(Span, Vec<(Name<'s>, Raw<'t, 's>)>),
    InitStates(Span, Option<Raw<'t, 's>>),
    Groups(Span, Vec<(Name<'s>, Vec<Name<'s>>)>),
    Fairness(Span, Raw<'t, 's>),
    Formulae(Span, Raw<'t, 's>),
}
