//! k = 1, 2, …: both questions about a formula, until one of them has the answer yes.
//!
//! Refutations come first at each bound: they need fewest assumptions about reachable states. Where a question speaks of
//! all reachable states it is first asked with a superset, which may be enough; only then is the set itself asked for.

use std::time::{Duration, Instant};

use qmas_encodings::bounded::{Encoder, EncoderLimits, FormulaId, Formulas, Question, Reachable};
use qmas_encodings::{Circuit, Interrupt, Lit, SatLimits, Stop, SymbolicSystem};

use super::asker::{Asker, Cost};
use super::options::{BoundedOptions, Query, Reach};
use super::translate::Translation;
use crate::engine::{GaveUp, Limits, Options, Verdict};
use crate::logic::Specification;
use crate::model::Model;

/// Who knows the reachable states exactly: the narrow way in for another engine.
pub trait ExactStates {
    /// A literal over x of `circuit`, a copy of the system's that has grown, that is true exactly in the reachable
    /// states. It may cost up to so many nodes.
    ///
    /// # Errors
    /// The limit that was reached.
    fn reachable(&mut self, circuit: &mut Circuit, nodes: usize) -> Result<Lit, GaveUp>;
}

/// One question at one bound.
#[derive(Debug, Clone)]
pub struct BoundRow {
    /// The bound.
    pub bound: usize,
    /// The question.
    pub question: Question,
    /// Whether the reachable states were known exactly, if that matters.
    pub exact: bool,
    /// What it cost.
    pub cost: Cost,
    /// How long encoding and solving took.
    pub time: Duration,
    /// Whether the answer was yes.
    pub yes: bool,
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
}

/// How many nodes decision diagrams get at first, and how much more each time they run out of them.
const FIRST_NODES: usize = 1 << 16;
const MORE_NODES: usize = 8;

/// How many conflicts it may take to find out whether a mover's choices exclude each other.
const EXCLUSION_CONFLICTS: u64 = 10_000;

/// One formula on its part of the system.
struct BoundedEngine<'e> {
    options: BoundedOptions,
    limits: Limits,
    encoder: Encoder,
    /// The formula, and its negation.
    formulas: [FormulaId; 2],
    /// Whether they speak of all reachable states.
    universal: [bool; 2],
    askers: [Asker; 2],
    /// What must be invariant for the formula to hold, if that is all that it says.
    invariant: Option<FormulaId>,
    /// Base and step of inductions.
    inductive: [Asker; 2],
    /// Looks for long runs.
    scout: Asker,
    exact: &'e mut dyn ExactStates,
    known: Reachable,
    /// The nodes for the next attempt with decision diagrams, and from which bound on.
    nodes: Option<(usize, usize)>,
    rows: Vec<BoundRow>,
}

/// Answers a specification on `system`, which is the part of the model that it depends on.
pub fn check(
    model: &Model,
    system: &SymbolicSystem,
    specification: Specification,
    options: &Options,
    exact: &mut dyn ExactStates,
) -> Answered {
    let mut engine = match BoundedEngine::new(model, system, specification, options, exact) {
        Ok(engine) => engine,
        Err(reason) => return Answered { verdict: Verdict::GaveUp(reason), bound: None, rows: Vec::new() },
    };
    let (verdict, bound) = match engine.run() {
        Ok(found) => found,
        Err(reason) => (Verdict::GaveUp(reason), None),
    };
    Answered { verdict, bound, rows: engine.rows }
}

/// Whether there is an initial state at all. Only then is it safe to look at parts of a system.
///
/// # Errors
/// The limit that was reached.
pub fn has_initial_state(system: &SymbolicSystem, options: &Options) -> Result<bool, GaveUp> {
    let sat = SatLimits { interrupt: interrupt(&options.limits), ..SatLimits::default() };
    let mut circuit = system.circuit.clone();
    let initial = circuit.and_all(system.domain.iter().copied().chain([system.init]));
    let found = Asker::new(options.bounded.sat, sat).satisfiable(&circuit, initial);
    found.map_err(|stop| gave_up(stop, &options.limits))
}

fn interrupt(limits: &Limits) -> Interrupt {
    let limits = limits.clone();
    Interrupt::new(move || limits.check().is_err())
}

fn gave_up(stop: Stop, limits: &Limits) -> GaveUp {
    match stop {
        Stop::Interrupted | Stop::Conflicts => limits.check().err().unwrap_or(GaveUp::Interrupted),
        Stop::Instantiations | Stop::Gates => GaveUp::Memory,
        Stop::Blocks | Stop::Broken(_) => GaveUp::Declined(stop.to_string()),
    }
}

impl<'e> BoundedEngine<'e> {
    fn new(
        model: &Model,
        system: &SymbolicSystem,
        specification: Specification,
        options: &Options,
        exact: &'e mut dyn ExactStates,
    ) -> Result<Self, GaveUp> {
        if !model.fairness.is_empty() {
            let why = "the bounded engine does not do Fairness; use `--engine bdd`";
            return Err(GaveUp::Declined(why.to_owned()));
        }
        let mut system = system.clone();
        let mut normal = model.formulas.clone();
        let positive = normal.negation_normal_form(specification.formula);
        let negative = normal.negated_normal_form(specification.formula);
        let mut translation =
            Translation { interpreted: &model.system, system: &mut system, encoded: Formulas::default() };
        let formulas = [translation.translate(&normal, positive)?, translation.translate(&normal, negative)?];
        let encoded = translation.encoded;
        let universal = formulas.map(|formula| encoded.speaks_of_all(formula));
        let limits = options.limits.clone();
        let sat = SatLimits { interrupt: interrupt(&limits), ..SatLimits::default() };
        let asker = || Asker::new(options.bounded.sat, sat.clone());
        let exclusive = exclusive(&mut system, options.bounded, &sat);
        let encoder_limits = EncoderLimits { interrupt: interrupt(&limits), ..EncoderLimits::default() };
        let encoder = Encoder::new(system, &exclusive, encoded, options.bounded.repetition, encoder_limits);
        Ok(Self {
            options: options.bounded,
            invariant: encoder.invariant(formulas[0]).filter(|_| options.bounded.induction),
            encoder,
            formulas,
            universal,
            askers: [asker(), asker()],
            inductive: [asker(), asker()],
            scout: asker(),
            exact,
            known: Reachable::Unknown,
            nodes: (options.bounded.reach != Reach::Unroll).then_some((FIRST_NODES.min(limits.max_nodes), 0)),
            limits,
            rows: Vec::new(),
        })
    }

    fn run(&mut self) -> Result<(Verdict, Option<usize>), GaveUp> {
        if self.options.reach == Reach::Bdd && self.questions().any(|question| self.speaks(question)) {
            self.nodes = Some((self.limits.max_nodes, 0));
            self.diagrams(0)?;
        }
        let (mut bound, mut last) = (self.options.start.max(1), 0);
        while self.options.max.is_none_or(|max| bound <= max) {
            if let Some(verdict) = self.at(bound)? {
                return Ok((verdict, Some(bound)));
            }
            last = bound;
            bound = bound.saturating_add(self.options.step.max(1));
        }
        Ok((Verdict::OpenUpTo(last), None))
    }

    fn questions(&self) -> impl Iterator<Item = Question> + use<> {
        let query = self.options.query;
        [(Question::Refute, Query::Prove), (Question::Prove, Query::Refute)]
            .into_iter()
            .filter(move |&(_, not)| query != not)
            .map(|(question, _)| question)
    }

    /// Whether a question speaks of reachable states that ∀ chooses.
    fn speaks(&self, question: Question) -> bool {
        self.universal[question as usize]
    }

    /// Both questions at a bound.
    fn at(&mut self, bound: usize) -> Result<Option<Verdict>, GaveUp> {
        let questions: Vec<Question> = self.questions().collect();
        for &question in &questions {
            if self.ask(question, bound)? {
                return Ok(Some(verdict(question)));
            }
        }
        let waiting: Vec<Question> = questions.into_iter().filter(|&question| self.speaks(question)).collect();
        if waiting.is_empty() || self.known != Reachable::Unknown || !self.explore(bound)? {
            return Ok(None);
        }
        for question in waiting {
            if self.ask(question, bound)? {
                return Ok(Some(verdict(question)));
            }
        }
        Ok(None)
    }

    fn ask(&mut self, question: Question, bound: usize) -> Result<bool, GaveUp> {
        self.limits.check()?;
        let start = Instant::now();
        let number = question as usize;
        let answer = self.encoder.ask(question, self.formulas[number], bound, self.known);
        let answer = answer.and_then(|qbf| self.askers[number].is_true(self.encoder.circuit(), &qbf));
        let (yes, cost) = answer.map_err(|stop| gave_up(stop, &self.limits))?;
        let exact = self.known != Reachable::Unknown;
        self.rows.push(BoundRow { bound, question, exact, cost, time: start.elapsed(), yes });
        match self.invariant.filter(|_| !yes && question == Question::Prove) {
            Some(invariant) => self.induct(invariant, bound).map_err(|stop| gave_up(stop, &self.limits)),
            None => Ok(yes),
        }
    }

    /// Whether the formula is proved by induction at a bound.
    fn induct(&mut self, invariant: FormulaId, bound: usize) -> Result<bool, Stop> {
        let questions = self.encoder.induction(invariant, bound, self.known)?;
        for (asker, qbf) in self.inductive.iter_mut().zip(&questions).rev() {
            if !asker.is_true(self.encoder.circuit(), qbf)?.0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Tries to get the reachable states; whether they are known now.
    fn explore(&mut self, bound: usize) -> Result<bool, GaveUp> {
        if self.nodes.is_some() && self.diagrams(bound)? {
            return Ok(true);
        }
        // No run visits bound + 1 states after the first, all different: what is reachable is reached within the bound.
        let long = self.encoder.long_run(bound + 1);
        let long = long.and_then(|long| self.scout.satisfiable(self.encoder.circuit(), long));
        if !long.map_err(|stop| gave_up(stop, &self.limits))? {
            self.known = Reachable::Within(bound);
        }
        Ok(self.known != Reachable::Unknown)
    }

    /// Tries decision diagrams with a few nodes; with more of them whenever the bound has grown fourfold.
    fn diagrams(&mut self, bound: usize) -> Result<bool, GaveUp> {
        let Some((nodes, _)) = self.nodes.filter(|&(_, from)| from <= bound) else { return Ok(false) };
        match self.exact.reachable(self.encoder.circuit_mut(), nodes) {
            Ok(reachable) => {
                self.known = Reachable::Exactly(reachable);
                Ok(true)
            }
            Err(GaveUp::Memory) if self.options.reach == Reach::Auto => {
                let more = nodes.saturating_mul(MORE_NODES).min(self.limits.max_nodes);
                self.nodes = (more > nodes).then_some((more, 4 * bound.max(1)));
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

/// For each mover, whether it is certain that at most one of its choices is enabled at a time.
fn exclusive(system: &mut SymbolicSystem, options: BoundedOptions, limits: &SatLimits) -> Vec<bool> {
    let limits = SatLimits { conflicts: Some(EXCLUSION_CONFLICTS), ..limits.clone() };
    let mut asker = Asker::new(options.sat, limits);
    let SymbolicSystem { circuit, movers, agents, domain, .. } = system;
    let domain = circuit.and_all(domain.iter().copied());
    let mut clashes = |mover: &qmas_encodings::Mover| {
        let (mut seen, mut clash) = (Lit::FALSE, Lit::FALSE);
        for choice in &mover.choices {
            let both = circuit.and(seen, choice.enabled);
            clash = circuit.or(clash, both);
            seen = circuit.or(seen, choice.enabled);
        }
        let clash = circuit.and_all([clash, agents[mover.agent].protocol, domain]);
        asker.satisfiable(circuit, clash)
    };
    movers.iter().map(|mover| clashes(mover) == Ok(false)).collect()
}
