//! qmas-rs: a model checker for multi-agent systems.
//!
//! A clock, an agent that cannot see it, and a formula about each:
//!
//! ```
//! let text = "
//!     Agent Clock Vars: noon : boolean; end Vars Actions = {tick}; Protocol: Other : {tick}; end Protocol
//!         Evolution: noon = true if Action = tick; end Evolution end Agent
//!     Agent Blind Vars: seen : boolean; end Vars Actions = {none}; Protocol: Other : {none}; end Protocol
//!         Evolution: seen = false if Action = none; end Evolution end Agent
//!     Evaluation noon if Clock.noon = true; end Evaluation
//!     InitStates Clock.noon = false and Blind.seen = false; end InitStates
//!     Formulae AF noon; EF K(Blind, noon); end Formulae";
//! let model = qmas::load(text, qmas::Strictness::Lenient).model.expect("it is well-formed");
//! let checked = qmas::check(&model, &qmas::Options::default());
//! for (formula, outcome) in model.specifications.iter().zip(&checked.outcomes) {
//!     println!("{}: {}", model.formulas.show(&model.system, *formula), outcome.verdict);
//! }
//! // It prints `AF noon: holds` and `EF K(Blind, noon): fails`: whoever sees no clock never learns that it is noon.
//! # let verdicts: Vec<String> = checked.outcomes.iter().map(|outcome| outcome.verdict.to_string()).collect();
//! # assert_eq!(verdicts, ["holds", "fails"]);
//! ```
//!
//! [`load()`], [`check()`] and [`replay`] have examples as well; `docs/how-to/library.md` explains a whole program.
//!
//! The rest of this page is the architecture: what there is, the way of one input through it, and what holds throughout.
//!
//! # Bird's eye
//!
//! A user writes a system of agents in ISPL, the language of MCMAS, and asks who knows what, and when. We read the
//! file ([`ispl`]), look up every name ([`resolve`]), and get a [`Model`]: an [`ir::InterpretedSystem`] and formulas of
//! [`logic`]. An engine answers each formula with a [`engine::Verdict`]; [`report`] shows it.
//!
//! # The path of one input
//!
//! ```text
//! file.ispl
//!   → ispl::parse     syntax tree + diagnostics with places; recovers; never fails
//!   → resolve         Model: the last stage at which the user can be at fault
//!   ├→ explicit       Verdict: enumerated states, steps by classes of joint actions
//!   └→ lower          circuits over state and action bits (the crate `qmas-encodings`)
//!       ├→ bdd        Verdict: sets of states as decision diagrams
//!       └→ bounded    Verdict: k = 1, 2, … by SAT and QBF
//!   → witness         Evidence: what the verdict rests on, replayed on the system before it is shown
//!   → report          text, JSON, JUnit, DOT or HTML; the command line makes the exit status of it
//! ```
//!
//! [`load::load`] does the first two steps, [`check()`] the others but for the last. Every command that answers formulas
//! goes this way. Commands that answer none (format, lint, export, simulate) leave it where they have what they need, and
//! tests of a stage may build what goes into it by hand.
//!
//! | module | says |
//! |---|---|
//! | [`ispl`] | what was written |
//! | [`diagnostic`] | what is wrong with it, as data |
//! | [`lints`] | which kinds of warnings there are, and what is made of each |
//! | [`annotations`] | what comments say to us |
//! | [`resolve`] | what it refers to |
//! | [`ir`] | what a model means: states, moves, observations |
//! | [`logic`] | what a formula means: one graph for all logics |
//! | [`rivals`] | lines of an agent of which one keeps the other from being executed |
//! | [`choice`] | values that have names |
//! | [`engine`] | what an answer is, and what may cut it short |
//! | [`automata`] | path formulas as automata |
//! | [`run`] | what a path formula is shown with |
//! | [`explicit`] | every logic on models whose states can be enumerated |
//! | [`mod@slice`] | what is left of a model without what formulas do not depend on |
//! | [`lower`] | what a model means, as circuits |
//! | [`bdd`] | every logic on large models |
//! | [`bounded`] | CTLK, obligation and path formulas by incremental bounds |
//! | [`solver`] | SAT solvers, built in, and QBF solvers, built in or outside |
//! | [`export`] | questions and systems as files for other tools |
//! | [`witness`] | evidence: what a verdict rests on, and its replay |
//! | [`explain`] | evidence and vacuity for answers, from any engine that has the states |
//! | [`options`] | what a check depends on besides the model |
//! | [`portfolio`] | which engine answers |
//! | [`outcome`] | what a check finds out |
//! | [`mod@health`] | what can be said of a model without any formula |
//! | [`report`] | how it is shown |
//! | `cli` | what can be typed; with the feature of this name |
//!
//! # Words
//!
//! | word | means |
//! |---|---|
//! | verdict | the answer of an engine: holds, fails, open up to a bound, or given up, and why |
//! | evidence | what a verdict rests on, as data that can be executed |
//! | witness | evidence that something is true: a path, a strategy, a state that an agent considers possible |
//! | counterexample | evidence that a formula is false: a witness for its negation |
//! | replay | executing evidence on the model, without the code that made it |
//! | vacuity | a formula holds for an empty reason: a part of it could be anything |
//! | doubt | why an agent does not know: two runs that look alike to it at their ends |
//! | fragment | the formulas that use certain operators only; the smallest one is what a report names |
//! | kind | operators that passes treat alike ([`logic::FormulaKind`]) |
//! | sign | whether a formula or its negation is meant ([`logic::Sign`]) |
//! | portfolio | the engines that work on one model, and the choice between them |
//! | oracle | what all engines are compared with in tests: the definitions, literally; part of the tests |
//! | universe | the states that a complement is taken in: the reachable ones, with fairness those with a fair path |
//! | fair path | an infinite path that meets every constraint of the Fairness section again and again |
//! | strategy | what the members of a group do: by state, or uniform, by what each member sees |
//! | play | what can happen when a group keeps to a strategy |
//! | bound, unrolling | how many steps the bounded engine looks at; the circuit of that many steps |
//! | cone | the part of a system that a formula depends on |
//! | slice | a model without the variables that are in no cone of its formulas |
//! | mover | what governs some bits of the state: in each step one of its enabled choices is executed |
//! | obligation | in [`explicit`], what a path still has to satisfy; in formulas, the operator O |
//! | lasso | an infinite path as a finite one with a way back into it |
//!
//! # Invariants
//!
//! * Nothing the user writes makes us panic: parsing returns what it understood and what it has to say.
//! * No pass recurses on the nesting of a formula, condition or regular expression: they are graphs whose children
//!   come before their parents, and passes are loops. 100,000 nested operators are fine.
//! * Equal formulas and equal conditions have equal ids.
//! * `ir` and `logic` know neither syntax nor engines. Engines do not know each other.
//! * [`explicit`] shares no code with symbolic engines, and the oracle of the tests none with any engine: it must be able
//!   to disagree.
//! * No answer depends on global state, and nothing prints but `cli` and [`report`]: a process may check many models at
//!   once. The globals of `cli` are about the process: what a panic said, whether output failed, whether to read on.
//! * Output does not depend on hashing or timing: ordered maps wherever order could be seen. One exception: where engines
//!   race, who won is reported, and at which bound; with one job nobody races. See the module `portfolio::auto`. Another one:
//!   what takes too long to be made unasked is left out ([`options::Allowance`]), and said to be.
//! * No `bool` leaves an engine: a bound that was exhausted and a limit that was reached are verdicts of their own.

pub mod annotations;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod automata;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod bdd;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod bounded;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod choice;
#[cfg(feature = "cli")]
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod cli;
pub mod diagnostic;
pub mod engine;
mod exact;
pub mod explain;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod explicit;
pub mod export;
pub mod health;
mod influence;
pub mod ir;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod ispl;
pub mod lints;
pub mod load;
pub mod logic;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod lower;
mod model;
pub mod options;
pub mod outcome;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod portfolio;
pub mod report;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod resolve;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod rivals;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod run;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod slice;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod solver;
pub mod witness;

pub use bdd::{BddOptions, Order};
pub use bounded::{BoundedOptions, Query, Reach};
pub use diagnostic::{Diagnostic, Severity, Span};
pub use engine::{Cancel, EngineName, Fault, GaveUp, Limits, Memory, Strategies, Traces, Verdict};
pub use explain::Explained;
/// For example:
///
/// ```
/// # let text = "Agent One Vars: x : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
/// #   Evolution: x = true if Action = a; end Evolution end Agent
/// #   Agent Blind Vars: y : boolean; end Vars Actions = {n}; Protocol: Other : {n}; end Protocol
/// #   Evolution: y = false if Action = n; end Evolution end Agent
/// #   Evaluation p if One.x = true; end Evaluation
/// #   InitStates One.x = false and Blind.y = false; end InitStates
/// #   Formulae AG p; K(Blind, !p); AG K(Blind, p); end Formulae";
/// use qmas::{Explained, Options, Strictness, explain_doubt, load, load_formula};
///
/// let mut model = load(text, Strictness::Lenient).model.expect("it is well-formed");
/// let (asked, _) = load_formula("K(Blind, p)", &mut model, Strictness::Lenient).expect("a formula of this model");
/// let explained = explain_doubt(&mut model, asked, None, None, &Options::default()).expect("few states");
/// assert!(matches!(explained, Explained::Unknown(..)), "it sees the same whether p is true or not");
/// ```
pub use explain::explain_doubt;
pub use health::{Health, health};
/// It always returns, with all that there is to say about the text:
///
/// ```
/// use qmas::{Severity, Strictness, load};
///
/// let loaded = load("Agent One Vars: x : bolean; end Vars", Strictness::Lenient);
/// assert!(loaded.model.is_none());
/// assert!(loaded.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error));
/// ```
pub use load::load;
pub use load::{Loaded, Strictness, load_formula, load_formula_with, load_with};
pub use logic::Specification;
pub use model::Model;
pub use options::{AutoOptions, EngineChoice, Options, Shows};
pub use outcome::{Backing, Checked, Defect, Finding, Outcome, Searched, Vacuity};
/// A check replays its evidence before it returns it. Everybody can do that again, without any engine:
///
/// ```
/// # let text = "Agent One Vars: x : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
/// #   Evolution: x = true if Action = a; end Evolution end Agent
/// #   Agent Blind Vars: y : boolean; end Vars Actions = {n}; Protocol: Other : {n}; end Protocol
/// #   Evolution: y = false if Action = n; end Evolution end Agent
/// #   Evaluation p if One.x = true; end Evaluation
/// #   InitStates One.x = false and Blind.y = false; end InitStates
/// #   Formulae AG p; K(Blind, !p); AG K(Blind, p); end Formulae";
/// use qmas::{Backing, Options, Shows, Strictness, Verdict, load, prepared, replay};
///
/// // Evidence may speak of parts of formulas that nobody wrote: these are added first.
/// let model = prepared(&load(text, Strictness::Lenient).model.expect("it is well-formed"));
/// let checked = qmas::check(&model, &Options { evidence: Shows::Failures, ..Options::default() });
/// assert_eq!(checked.outcomes[0].verdict, Verdict::Fails);
/// let Backing::Evidence { evidence, .. } = &checked.outcomes[0].backing else { panic!("it fails, and says why") };
/// assert!(replay(evidence, &model, model.specifications[0]).is_ok());
/// ```
pub use witness::replay;
pub use witness::{Evidence, EvidenceFile, Mismatch, Replayed, prepared, replay_within};

/// Checks every formula of a model.
///
/// ```
/// use qmas::{Options, Strictness, Verdict, load};
///
/// let text = "
///     Agent Coin
///       Vars: side : {heads, tails}; end Vars
///       Actions = {toss, look};
///       Protocol: Other : {toss, look}; end Protocol
///       Evolution:
///         side = heads if Action = toss;
///         side = tails if Action = toss;
///       end Evolution
///     end Agent
///     Evaluation up if Coin.side = heads; end Evaluation
///     InitStates Coin.side = heads; end InitStates
///     Formulae
///       AG EF up;
///       AG(up -> K(Coin, up));
///       AG up;
///     end Formulae";
/// let loaded = load(text, Strictness::Lenient);
/// let model = loaded.model.expect("it is well-formed; otherwise `loaded.diagnostics` say why");
///
/// let checked = qmas::check(&model, &Options::default());
/// let verdicts: Vec<Verdict> = checked.outcomes.into_iter().map(|outcome| outcome.verdict).collect();
/// assert_eq!(verdicts, [Verdict::Holds, Verdict::Holds, Verdict::Fails]);
/// ```
///
/// Limits are part of the options. Another thread can end a check through its token; what is known by then is the result:
///
/// ```
/// # let text = "Agent One Vars: x : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
/// #   Evolution: x = true if Action = a; end Evolution end Agent
/// #   Evaluation p if One.x = true; end Evaluation InitStates One.x = false; end InitStates
/// #   Formulae AF p; end Formulae";
/// # let model = qmas::load::load(text, qmas::load::Strictness::Lenient).model.unwrap();
/// use qmas::{Cancel, EngineChoice, GaveUp, Limits, Options, Verdict};
///
/// let cancel = Cancel::default();
/// let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
/// let options = Options { engine: EngineChoice::Bdd, limits, ..Options::default() };
/// cancel.cancel(); // usually from another thread
/// let checked = qmas::check(&model, &options);
/// assert_eq!(checked.outcomes[0].verdict, Verdict::GaveUp(GaveUp::Interrupted));
/// ```
///
/// Nothing is printed and nothing is global: any number of checks may run at the same time. A check starts threads, and
/// may leave one behind that ends after its current operation: see [`engine::Cancel`] and the module [`portfolio`].
#[must_use]
pub fn check(model: &Model, options: &Options) -> Checked {
    portfolio::check_with(model, options.engine, options)
}

/// The programs of the page of the manual on the library are compiled, and run where they need no file.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/library.md")]
struct PageOnTheLibrary;
