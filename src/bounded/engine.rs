//! k = 1, 2, …: both questions about a formula, until one of them has the answer yes.
//!
//! Refutations come first at each bound: they need fewest assumptions about reachable states. Where a question speaks of
//! all reachable states it is first asked with a superset, which may be enough; only then is the set itself asked for.
//! A question that has become too large is not asked again; the other one goes on. A search that was interrupted can be
//! gone on with: what was answered at its bound is not asked again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use qmas_encodings::bounded::{Encoder, EncoderLimits, FormulaId, Question, Reachable};
use qmas_encodings::{Circuit, Lit, Qbf, SatLimits, Stop, SymbolicSystem};

use super::asker::Asker;
use super::exclusive::exclusive;
use super::limits::SharedLimits;
use super::options::{BoundedOptions, Query, Reach};
use super::row::{Asked, BoundRow};
use super::translate::Translation;
use crate::engine::{EngineName, GaveUp, Limits, Terms, Verdict};
use crate::logic::Specification;
use crate::model::Model;
use crate::solver::Proof;
use crate::solver::qbf::QbfChoice;

/// Who knows the reachable states exactly: the narrow way in for another engine.
pub trait ExactStates {
    /// A literal over x of `circuit`, a copy of the system's that has grown, that is true exactly in the reachable
    /// states. It may cost up to so many nodes.
    ///
    /// # Errors
    /// The limit that was reached.
    fn reachable(&mut self, circuit: &mut Circuit, nodes: usize) -> Result<Lit, GaveUp>;

    /// Whether it costs nothing to ask.
    fn known(&self) -> bool {
        false
    }
}

/// The answer to a formula.
#[derive(Debug, Clone)]
pub struct Answered {
    /// The verdict.
    pub verdict: Verdict,
    /// At which bound it was found.
    pub bound: Option<usize>,
    /// What was asked.
    pub rows: Vec<BoundRow>,
    /// The states, as bits of the system, of a path that the winner's first choices show; none if there is no such path.
    pub shown: Vec<Vec<bool>>,
}

/// How many nodes decision diagrams get at first, and how much more each time they run out of them: at the first
/// bound, at the eighth, and whenever the bound has grown fourfold since. A model whose diagrams are hopeless should not
/// cost much more than its runs do.
const FIRST_NODES: usize = 1 << 16;
const MORE_NODES: usize = 8;
const NEXT_BOUND: usize = 8;
const MORE_BOUNDS: usize = 4;

/// A literal for the reachable states with more gates than this is used where nothing else will do: SAT solvers find
/// a run faster than a state in it.
const LARGE: usize = 5_000;

/// The search for the answer to one formula on its part of the system.
pub struct BoundedEngine {
    options: BoundedOptions,
    limits: SharedLimits,
    pub(super) sat: SatLimits,
    pub(super) encoder: Encoder,
    /// The formula, and its negation.
    pub(super) formulas: [FormulaId; 2],
    /// Whether they speak of all reachable states.
    universal: [bool; 2],
    askers: BTreeMap<Asked, Asker>,
    /// What is not asked any more, and why.
    closed: BTreeMap<Asked, GaveUp>,
    pub(super) known: Reachable,
    /// Whether that is a large literal.
    large: bool,
    /// The nodes for the next attempt with decision diagrams, and from which bound on.
    pub(super) nodes: Option<(usize, usize)>,
    /// Where proofs go: the start of their paths.
    proofs: Option<Proof>,
    /// Who answers questions with alternations.
    qbf: QbfChoice,
    rows: Vec<BoundRow>,
    /// The bound that is being looked at, and the questions that had the answer no there, with the reachable states
    /// known or not.
    bound: usize,
    refused: BTreeSet<(Asked, bool)>,
    /// What the winner of the last question showed.
    shown: Vec<Vec<bool>>,
    /// What may still be done before somebody else has a turn.
    turn: Option<Turn>,
}

/// How far a search goes before somebody else has a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn {
    /// How many bounds are looked at.
    pub(super) bounds: usize,
    /// How many conflicts one question may take.
    pub(super) conflicts: u64,
}

impl BoundedEngine {
    /// A search that has not begun yet.
    ///
    /// # Errors
    /// Why the engine does not do this.
    pub fn new(
        model: &Model,
        system: &SymbolicSystem,
        (number, specification): (usize, Specification),
        options: &Terms<BoundedOptions>,
    ) -> Result<Self, GaveUp> {
        let mut system = system.clone();
        let terms = (options.traces_of(specification.logic), options.strategies);
        let mut translation = Translation::new(model, &mut system, terms, &options.limits);
        let formulas = translation.both(model, specification)?;
        let encoded = translation.encoded;
        let universal = formulas.map(|formula| encoded.speaks_of_all(formula));
        let limits = SharedLimits::new(&options.limits);
        let sat = SatLimits { interrupt: limits.interrupt(), conflicts: options.own.conflicts };
        let exclusive = exclusive(&mut system, &options.own, &sat);
        let encoder_limits = EncoderLimits { interrupt: limits.interrupt(), ..EncoderLimits::default() };
        let first = FIRST_NODES.min(options.limits.max_nodes);
        let how = (options.own.repetition, options.own.savings);
        Ok(Self {
            options: options.own.clone(),
            encoder: Encoder::new(system, &exclusive, encoded, how, encoder_limits),
            formulas,
            universal,
            askers: BTreeMap::new(),
            closed: BTreeMap::new(),
            known: Reachable::Unknown,
            large: false,
            nodes: (options.own.reach != Reach::Unroll).then_some((first, 0)),
            proofs: options.own.proofs.as_ref().map(|proofs| proofs.named(&format!("formula-{}", number + 1))),
            qbf: options.own.qbf.clone(),
            sat,
            limits,
            rows: Vec::new(),
            bound: options.own.start.max(1),
            refused: BTreeSet::new(),
            shown: Vec::new(),
            turn: None,
        })
    }

    /// Searches, from where it was last, until there is an answer or a limit is reached.
    pub fn answer(&mut self, limits: &Limits, exact: &mut dyn ExactStates) -> Answered {
        self.turn = None;
        let found = self.run(limits, exact).and_then(|found| found.ok_or(GaveUp::Interrupted));
        self.answered(found)
    }

    /// The same for one turn. Nothing, if it was over before there was an answer.
    pub(super) fn take_turn(&mut self, limits: &Limits, exact: &mut dyn ExactStates, turn: Turn) -> Option<Answered> {
        self.turn = Some(turn);
        let found = self.run(limits, exact).transpose()?;
        Some(self.answered(found))
    }

    fn answered(&self, found: Result<(Verdict, Option<usize>), GaveUp>) -> Answered {
        let (verdict, bound) = found.unwrap_or_else(|reason| (Verdict::GaveUp(reason), None));
        Answered { verdict, bound, rows: self.rows.clone(), shown: self.shown.clone() }
    }

    /// What was asked so far.
    pub(super) fn rows(&self) -> &[BoundRow] {
        &self.rows
    }

    /// Nothing, if the turn was over before there was an answer.
    fn run(
        &mut self,
        limits: &Limits,
        exact: &mut dyn ExactStates,
    ) -> Result<Option<(Verdict, Option<usize>)>, GaveUp> {
        self.limits.set(limits);
        limits.board.at(EngineName::Bounded, self.bound, self.encoder.circuit().len());
        let first = self.options.start.max(1);
        let needed = || self.questions().any(|question| self.speaks(question));
        if self.options.reach == Reach::Bdd && self.known == Reachable::Unknown && needed() {
            self.nodes = Some((limits.max_nodes, 0));
            self.diagrams(0, exact)?;
        }
        while self.options.max.is_none_or(|max| self.bound <= max) && !self.all_closed() {
            if self.turn_is_over() {
                return Ok(None);
            }
            match self.at(self.bound, exact) {
                Ok(Some(verdict)) => return Ok(Some((verdict, Some(self.bound)))),
                Ok(None) => {}
                Err(_) if self.turn_is_over() => return Ok(None),
                Err(reason) => return Err(reason),
            }
            self.bound = self.bound.saturating_add(self.options.step.max(1));
            self.refused.clear();
            if let Some(turn) = &mut self.turn {
                turn.bounds -= 1;
            }
        }
        match self.questions().find_map(|question| self.closed.get(&Asked::Formula(question))) {
            Some(reason) => Err(reason.clone()),
            None if self.bound == first => Ok(Some((Verdict::OpenUpTo(0), None))),
            None => Ok(Some((Verdict::OpenUpTo(self.bound.saturating_sub(self.options.step.max(1))), None))),
        }
    }

    fn turn_is_over(&self) -> bool {
        self.turn.is_some_and(|turn| turn.bounds == 0)
    }

    /// The limits of one question, and whether it is the turn that allows no more.
    fn in_this_turn(&self) -> (SatLimits, bool) {
        let turn = self.turn.map(|turn| turn.conflicts).filter(|&few| self.sat.conflicts.is_none_or(|most| few < most));
        (SatLimits { conflicts: turn.or(self.sat.conflicts), ..self.sat.clone() }, turn.is_some())
    }

    fn questions(&self) -> impl Iterator<Item = Question> + use<> {
        let query = self.options.query;
        [(Question::Refute, Query::Prove), (Question::Prove, Query::Refute)]
            .into_iter()
            .filter(move |&(_, not)| query != not)
            .map(|(question, _)| question)
    }

    fn all_closed(&self) -> bool {
        self.questions().all(|question| self.closed.contains_key(&Asked::Formula(question)))
    }

    /// Whether a question speaks of reachable states that ∀ chooses.
    fn speaks(&self, question: Question) -> bool {
        self.universal[question as usize]
    }

    /// Both questions at a bound.
    fn at(&mut self, bound: usize, exact: &mut dyn ExactStates) -> Result<Option<Verdict>, GaveUp> {
        let questions: Vec<Question> = self.questions().collect();
        for &question in &questions {
            if self.ask(question, bound)? {
                return Ok(Some(verdict(question)));
            }
        }
        let waiting: Vec<Question> = questions.into_iter().filter(|&question| self.speaks(question)).collect();
        if waiting.is_empty() || self.known != Reachable::Unknown || !self.explore(bound, exact)? {
            return Ok(None);
        }
        for question in waiting {
            if self.ask(question, bound)? {
                return Ok(Some(verdict(question)));
            }
        }
        Ok(None)
    }

    /// A question at a bound, after the inductions that may make it easier.
    fn ask(&mut self, question: Question, bound: usize) -> Result<bool, GaveUp> {
        let formula = self.formulas[question as usize];
        if self.closed.contains_key(&Asked::Formula(question)) {
            return Ok(false);
        }
        let steps = if self.options.induction { self.encoder.unsettled(formula) } else { Vec::new() };
        for part in steps {
            let known = self.known_if(false);
            if self.put(Asked::Step(part), known, bound, |encoder| encoder.step_of(part, bound, known))? {
                self.encoder.settle(part);
            }
        }
        let known = self.known_if(self.speaks(question));
        self.put(Asked::Formula(question), known, bound, |encoder| encoder.ask(question, formula, bound, known))
    }

    /// What to say of the reachable states in a question that needs them, or can do with runs.
    fn known_if(&self, needed: bool) -> Reachable {
        if self.large && !needed { Reachable::Unknown } else { self.known }
    }

    /// Whether what `encode` makes is true. What has become too large counts as false, from then on.
    fn put(
        &mut self,
        asked: Asked,
        known: Reachable,
        bound: usize,
        encode: impl Fn(&mut Encoder) -> Result<Qbf, Stop>,
    ) -> Result<bool, GaveUp> {
        self.limits.check()?;
        let question = (asked, known != Reachable::Unknown);
        if self.closed.contains_key(&asked) || self.refused.contains(&question) {
            return Ok(false);
        }
        match self.solve(asked, known, bound, encode) {
            Ok(yes) => {
                if !yes {
                    self.refused.insert(question);
                }
                Ok(yes)
            }
            Err(stop @ (Stop::Gates | Stop::Instantiations | Stop::Blocks | Stop::Slow(_))) => {
                self.closed.insert(asked, self.limits.gave_up(stop));
                Ok(false)
            }
            Err(Stop::Conflicts) if self.in_this_turn().1 => {
                self.turn.iter_mut().for_each(|turn| turn.bounds = 0);
                Err(GaveUp::Interrupted)
            }
            Err(stop) => Err(self.limits.gave_up(stop)),
        }
    }

    fn solve(
        &mut self,
        asked: Asked,
        known: Reachable,
        bound: usize,
        encode: impl Fn(&mut Encoder) -> Result<Qbf, Stop>,
    ) -> Result<bool, Stop> {
        let start = Instant::now();
        let exact = known != Reachable::Unknown;
        let place = format!("-bound-{bound}-{}{}", asked.file_name(), if exact { "-exact" } else { "" });
        let proof = self.proofs.as_ref().map(|proofs| proofs.named(&place));
        let (choice, sat, qbf) = (self.options.sat, self.in_this_turn().0, self.qbf.clone());
        let asker = self.askers.entry(asked).or_insert_with(|| Asker::new(choice, sat.clone()).with(qbf));
        asker.limit(sat);
        for rounds in 1.. {
            let qbf = encode(&mut self.encoder)?;
            let reply = asker.is_true(self.encoder.circuit(), &qbf, proof.as_ref())?;
            if reply.found.is_some_and(|found| self.encoder.demand(&found)) {
                continue;
            }
            self.shown = match (&reply.moved, reply.yes) {
                (Some(moved), true) => self.encoder.shown(&qbf, moved),
                _ => Vec::new(),
            };
            let mut cost = reply.cost;
            cost.rounds = rounds;
            self.limits.get().board.at(EngineName::Bounded, bound, cost.clauses + cost.gates);
            self.rows.push(BoundRow { bound, asked, exact, cost, time: start.elapsed(), yes: reply.yes });
            return Ok(reply.yes);
        }
        unreachable!("a path has finitely many pairs of states")
    }

    /// Tries to get the reachable states; whether they are known now.
    fn explore(&mut self, bound: usize, exact: &mut dyn ExactStates) -> Result<bool, GaveUp> {
        if self.nodes.is_some() && self.diagrams(bound, exact)? {
            return Ok(true);
        }
        // If runs of bound + 1 steps repeat a state, what is reachable is reached within the bound.
        if self.put(Asked::Runs, Reachable::Unknown, bound, |encoder| encoder.runs_repeat(bound + 1))? {
            self.known = Reachable::Within(bound);
        }
        Ok(self.known != Reachable::Unknown)
    }

    /// Tries decision diagrams with a few nodes; with more of them at larger bounds.
    pub(super) fn diagrams(&mut self, bound: usize, exact: &mut dyn ExactStates) -> Result<bool, GaveUp> {
        let now = |&(_, from): &(usize, usize)| from <= bound || exact.known();
        let Some((nodes, _)) = self.nodes.filter(now) else { return Ok(false) };
        match exact.reachable(self.encoder.circuit_mut(), nodes) {
            Ok(reachable) => {
                self.known = Reachable::Exactly(reachable);
                self.large = self.encoder.circuit().below([reachable]).len() > LARGE;
                Ok(true)
            }
            Err(GaveUp::Memory) if self.options.reach == Reach::Auto => {
                let more = nodes.saturating_mul(MORE_NODES).min(self.limits.get().max_nodes);
                let next = if more > nodes { NEXT_BOUND.max(MORE_BOUNDS.saturating_mul(bound)) } else { usize::MAX };
                self.nodes = Some((more, next));
                Ok(false)
            }
            Err(reason) => Err(reason),
        }
    }
}

fn verdict(question: Question) -> Verdict {
    match question {
        Question::Prove => Verdict::Holds,
        Question::Refute => Verdict::Fails,
    }
}
