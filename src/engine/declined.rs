//! What is not done, and why: a limit that no option raises, a logic that an engine does not speak, a question that a
//! format has no words for.

use std::fmt;

use super::name::EngineName;

/// Why something is not done.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Declined {
    /// InitStates is not satisfiable.
    NoInitialState,
    /// The initial states cannot be listed in time.
    InitialStates,
    /// The moves of some state are too many to be listed.
    Moves,
    /// There are more strategies than this to be tried.
    Strategies(usize),
    /// The bounded engine and the Fairness section.
    BoundedFairness,
    /// The bounded engine and logics that it does not know.
    BoundedLogic,
    /// The bounded engine and uniform strategies.
    BoundedUniform,
    /// The bounded engine, and more operators above each other than this.
    BoundedDepth(usize),
    /// The bounded engine, and an automaton of a path formula with more states than this.
    BoundedAutomaton(usize),
    /// The bounded engine, E over a path formula, and more initial states than this.
    BoundedStarts(usize),
    /// The bounded engine knows no reachable states.
    BoundedStates,
    /// Games are solved without all states for ATL only, with perfect information and without fairness.
    LocalLogic,
    /// The question has a shape that the layer of solvers does not take; it says which.
    Question(String),
    /// Only a part of the system is at hand, and this is about the whole of it.
    PartOnly(&'static str),
    /// Evidence that is too large, or not to be had.
    Evidence(EvidenceGap),
    /// A format of other tools has no words for it.
    Format(FormatGap),
}

/// What keeps evidence from being built.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvidenceGap {
    /// A state that is not reachable, or cannot be reached as it should; the text says which.
    Unreachable(&'static str),
    /// Something that follows from the verdict is not there.
    NotFound(&'static str),
    /// No initial state shows the verdict.
    NoInitialState,
    /// Formulas that evidence needs are not part of the model.
    Unprepared,
    /// More steps than this.
    Steps(usize),
    /// More parts than this.
    Parts(usize),
    /// A strategy that is too large.
    Strategy,
    /// The automaton of a path formula that is too large.
    Automaton,
}

/// What a format of other tools has no words for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormatGap {
    /// So many blocks of quantifiers, and DIMACS has none.
    Quantifiers(usize),
    /// Fairness, in a format of invariants.
    Fairness(&'static str),
    /// Anything but an invariant: the format, and the formula.
    NotInvariant(&'static str, String),
    /// More states than this, in a drawing.
    States(usize),
}

impl Declined {
    /// Why, without a word on who does it instead.
    #[must_use]
    pub fn reason(&self) -> impl fmt::Display + '_ {
        Reason(self)
    }

    /// The engine that does it instead, if it is this one that does not.
    #[must_use]
    pub fn instead(&self) -> Option<EngineName> {
        match self {
            Self::BoundedFairness | Self::BoundedUniform => Some(EngineName::Bdd),
            Self::BoundedLogic => Some(EngineName::Explicit),
            Self::NoInitialState
            | Self::InitialStates
            | Self::Moves
            | Self::Strategies(_)
            | Self::BoundedDepth(_)
            | Self::BoundedAutomaton(_)
            | Self::BoundedStarts(_)
            | Self::BoundedStates
            | Self::LocalLogic
            | Self::Question(_)
            | Self::PartOnly(_)
            | Self::Evidence(_)
            | Self::Format(_) => None,
        }
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason().fmt(f)?;
        match self.instead() {
            Some(engine) => write!(f, "; use `--engine {}`", engine.name()),
            None => Ok(()),
        }
    }
}

/// Why something was declined.
struct Reason<'a>(&'a Declined);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Declined::NoInitialState => f.write_str("there is no initial state"),
            Declined::InitialStates => f.write_str("InitStates takes too long to enumerate"),
            Declined::Moves => f.write_str("some state has too many moves to list"),
            Declined::Strategies(most) => write!(f, "more than {most} strategies"),
            Declined::BoundedFairness => f.write_str(
                "with Fairness, the bounded engine does A over a path formula, if this and all constraints have neither knowledge nor \
                 further path quantifiers",
            ),
            Declined::BoundedLogic => f.write_str(
                "the bounded engine does CTLK, ATL, O and path formulas, and none beyond them",
            ),
            Declined::BoundedUniform => f.write_str(
                "the bounded engine looks for strategies that know the state, not for uniform ones",
            ),
            Declined::BoundedDepth(most) => {
                write!(f, "the bounded engine takes at most {most} operators above each other")
            }
            Declined::BoundedAutomaton(most) => {
                write!(f, "the bounded engine takes path formulas whose automaton has at most {most} states")
            }
            Declined::BoundedStarts(most) => {
                write!(f, "the bounded engine looks for paths of E from at most {most} initial states")
            }
            Declined::BoundedStates => f.write_str("the bounded engine knows no reachable states"),
            Declined::LocalLogic => f.write_str(
                "without all states, strategies are found for ATL with perfect information and without Fairness only",
            ),
            Declined::Question(why) => f.write_str(why),
            Declined::PartOnly(what) => write!(f, "{what} are of the whole system, not of a part"),
            Declined::Evidence(gap) => gap.fmt(f),
            Declined::Format(gap) => gap.fmt(f),
        }
    }
}

impl fmt::Display for EvidenceGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(what) => f.write_str(what),
            Self::NotFound(what) => write!(f, "{what} that must be there was not found"),
            Self::NoInitialState => f.write_str("no initial state bears the verdict out"),
            Self::Unprepared => f.write_str("the model was not prepared for evidence"),
            Self::Steps(most) => write!(f, "it would take more than {most} steps"),
            Self::Parts(most) => write!(f, "it would have more than {most} parts"),
            Self::Strategy => f.write_str("its strategy would be too large to show"),
            Self::Automaton => f.write_str("the automaton of a path formula is too large to show a path"),
        }
    }
}

impl fmt::Display for FormatGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quantifiers(blocks) => write!(
                f,
                "DIMACS has no quantifiers, and this question has {blocks} blocks; use `--format qdimacs` or \
                 `--format qcir`"
            ),
            Self::Fairness(format) => {
                write!(f, "invariants in {format} know no fairness; remove the Fairness section")
            }
            Self::NotInvariant(format, formula) => write!(
                f,
                "{format} takes `AG p` with a p that speaks of atoms only, not `{formula}`; choose formulas with --formula"
            ),
            Self::States(limit) => write!(
                f,
                "the model has more than {limit} reachable states: too many to draw; raise --max-states, or make the \
                 model smaller"
            ),
        }
    }
}

impl From<EvidenceGap> for Declined {
    fn from(gap: EvidenceGap) -> Self {
        Self::Evidence(gap)
    }
}

impl From<FormatGap> for Declined {
    fn from(gap: FormatGap) -> Self {
        Self::Format(gap)
    }
}
