//! Enc_k: one question about one formula at one bound, as a quantified formula over the circuit of a system.
//!
//! Here are Boolean connectives and the dispatch; the operators are in their own files. Each is written from the side of
//! the player that chooses: what ∃ needs to make E, or ∀ to spoil A. What a player *wins* is a literal that is true
//! where this player gets its way; for ∀ that is the complement of the encoding.

use std::sync::Arc;

use super::formula::{Formula, FormulaId, Formulas, Temporal};
use super::prefix::Prefix;
use super::repetition::{Demands, Pair};
use super::scope::{Names, Part, Role, Scope};
use super::shown::InitialPaths;
use super::state::{ChosenState, Path, State};
use super::step::Step;
use crate::circuit::{Circuit, InputId, Lit};
use crate::hash::{FastMap, FastSet};
use crate::qbf::{Qbf, Quantifier};
use crate::sat::{Interrupt, Stop};
use crate::substitute::Substitution;
use crate::system::SymbolicSystem;

/// An encoding: a literal and the quantifiers of its inputs.
#[derive(Debug, Clone)]
pub(super) struct Encoded {
    pub(super) lit: Lit,
    pub(super) prefix: Prefix,
}

impl Encoded {
    pub(super) fn plain(lit: Lit) -> Self {
        Self { lit, prefix: Prefix::default() }
    }

    /// What `side` wins; the same the other way round.
    pub(super) fn seen_by(self, side: Quantifier) -> Self {
        Self { lit: self.lit.negated_if(side == Quantifier::Forall), ..self }
    }

    /// With inputs around it.
    pub(super) fn within(self, side: Quantifier, inputs: Vec<InputId>) -> Self {
        Self { lit: self.lit, prefix: self.prefix.within(side, inputs) }
    }

    pub(super) fn and(self, other: Self, circuit: &mut Circuit) -> Self {
        Self { lit: circuit.and(self.lit, other.lit), prefix: self.prefix.beside(other.prefix) }
    }

    pub(super) fn or(self, other: Self, circuit: &mut Circuit) -> Self {
        Self { lit: circuit.or(self.lit, other.lit), prefix: self.prefix.beside(other.prefix) }
    }
}

/// What counts as going in circles on a knowledge path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Repetition {
    /// Two states that are not neighbours look the same to an agent: the path can be cut.
    #[default]
    Class,
    /// A state occurs twice: the definition of the qMAS paper.
    State,
}

/// What makes questions smaller. No answer depends on it; it can be switched off to see what it gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Savings {
    /// One copy of a formula in a chosen state of a path, not one in every state.
    pub selectors: bool,
    /// Pairs of states of a path are demanded to be different when a model has them equal, not all at once.
    pub lazy: bool,
    /// Runs to reachable states rest at their end only.
    pub symmetry: bool,
}

impl Default for Savings {
    fn default() -> Self {
        Self { selectors: true, lazy: true, symmetry: true }
    }
}

/// What is known of the reachable states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reachable {
    /// Nothing: ∃ must show a run of at most k steps to every state that it takes, ∀ may take any state.
    #[default]
    Unknown,
    /// Every reachable state is reached in so many steps: both must show a run.
    Within(usize),
    /// Exactly the states in which this literal over x is true.
    Exactly(Lit),
}

/// The two questions about a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// Valid: ∀x. I(x) → Enc_k(φ, x).
    Prove,
    /// Satisfiable: ∃x. I(x) ∧ Enc_k(¬φ, x).
    Refute,
}

impl Question {
    /// What the user types.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Prove => "prove",
            Self::Refute => "refute",
        }
    }
}

/// How far an encoding may go.
#[derive(Debug, Clone)]
pub struct EncoderLimits {
    /// How many gates the circuit may have.
    pub max_gates: usize,
    /// Who may interrupt.
    pub interrupt: Interrupt,
}

impl Default for EncoderLimits {
    fn default() -> Self {
        Self { max_gates: 1 << 25, interrupt: Interrupt::default() }
    }
}

/// Makes the questions of all bounds over one growing circuit.
#[derive(Debug)]
pub struct Encoder {
    pub(super) system: SymbolicSystem,
    pub(super) step: Step,
    pub(super) names: Names,
    pub(super) formulas: Formulas,
    pub(super) repetition: Repetition,
    pub(super) savings: Savings,
    pub(super) reachable: Reachable,
    pub(super) bound: usize,
    /// The A(φ R ψ) of which an induction has shown that longer paths bring nothing new.
    pub(super) settled: FastSet<Temporal>,
    /// The A of automata of which the same is known.
    pub(super) settled_runs: FastSet<FormulaId>,
    pub(super) demands: Demands,
    pub(super) shown: InitialPaths,
    limits: EncoderLimits,
    /// The initial states that questions begin with.
    pub(super) starts: Vec<State>,
    /// The bits that are the same in all initial states, as far as that is written there.
    fixed: FastMap<usize, Lit>,
    /// The gates below literals over x that were copied.
    cones: FastMap<Lit, Arc<[usize]>>,
    /// Steps that were copied: from a state, by the inputs of a frame.
    pub(super) steps: FastMap<(State, Scope, usize), (Lit, State)>,
    /// Where agents have an enabled action; over x.
    pub(super) able: FastMap<usize, Lit>,
}

impl Encoder {
    /// For formulas over the literals of `system`. `exclusive` tells for each mover whether at most one of its choices
    /// is ever enabled.
    #[must_use]
    pub fn new(
        mut system: SymbolicSystem,
        exclusive: &[bool],
        formulas: Formulas,
        (repetition, savings): (Repetition, Savings),
        limits: EncoderLimits,
    ) -> Self {
        let step = Step::new(&mut system, exclusive);
        let fixed = fixed_bits(&system);
        Self {
            fixed,
            system,
            step,
            names: Names::default(),
            formulas,
            repetition,
            savings,
            reachable: Reachable::Unknown,
            bound: 0,
            settled: FastSet::default(),
            settled_runs: FastSet::default(),
            demands: Demands::default(),
            shown: InitialPaths::default(),
            limits,
            starts: Vec::new(),
            cones: FastMap::default(),
            steps: FastMap::default(),
            able: FastMap::default(),
        }
    }

    /// The circuit of all questions.
    #[must_use]
    pub fn circuit(&self) -> &Circuit {
        &self.system.circuit
    }

    /// The circuit of all questions, to add what is known of the reachable states.
    pub fn circuit_mut(&mut self) -> &mut Circuit {
        &mut self.system.circuit
    }

    /// A question at a bound. To prove φ, `formula` is φ; to refute it, `formula` is the normal form of ¬φ.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn ask(
        &mut self,
        question: Question,
        formula: FormulaId,
        bound: usize,
        reachable: Reachable,
    ) -> Result<Qbf, Stop> {
        (self.bound, self.reachable) = (bound, reachable);
        let scope = self.names.part(Scope::ROOT, Part::Question(question as usize));
        let ChosenState { state: start, valid: initial, inputs } = self.start(scope);
        let plain = self.formulas.is_universal(formula) && (question == Question::Prove || inputs.is_empty());
        self.demands.start(plain && self.savings.lazy);
        self.shown.start(scope, &start, initial);
        let inner = self.encode(formula, &start, scope)?;
        let (side, matrix) = match question {
            Question::Prove => (Quantifier::Forall, self.system.circuit.implies(initial, inner.lit)),
            Question::Refute => (Quantifier::Exists, self.system.circuit.and(initial, inner.lit)),
        };
        let prefix = inner.prefix.within(side, inputs).into_blocks();
        Ok(Qbf { prefix, matrix }.normalised(&self.system.circuit))
    }

    /// Whether every run of so many steps visits some state twice: then every reachable state is reached in fewer.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn runs_repeat(&mut self, steps: usize) -> Result<Qbf, Stop> {
        self.demands.start(self.savings.lazy);
        let scope = self.names.part(Scope::ROOT, Part::Run);
        let ChosenState { state: start, valid: initial, inputs } = self.start(scope);
        let path = self.path(&start, scope, steps)?;
        let taken = self.system.circuit.and(initial, path.paths[steps]);
        let different = self.unrepeated(Pair::State, &path.states, taken, scope);
        let long = self.system.circuit.and(taken, different);
        let all = inputs.into_iter().chain(path.inputs);
        Ok(Qbf::new(!long).with(Quantifier::Forall, all).normalised(&self.system.circuit))
    }

    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.system.circuit.len() > self.limits.max_gates {
            return Err(Stop::Gates);
        }
        self.limits.interrupt.check()
    }

    /// Enc_k(φ, w)
    pub(super) fn encode(&mut self, formula: FormulaId, at: &State, scope: Scope) -> Result<Encoded, Stop> {
        match self.formulas.get(formula).clone() {
            Formula::State(lit) => Ok(Encoded::plain(self.holds(lit, at))),
            Formula::And(f, g) | Formula::Or(f, g) => {
                self.check()?;
                let (left, right) = (self.names.part(scope, Part::Left), self.names.part(scope, Part::Right));
                if matches!(self.formulas.get(formula), Formula::And(..)) {
                    self.shown.both(scope, left, right);
                }
                let (f, g) = (self.encode(f, at, left)?, self.encode(g, at, right)?);
                let conjunction = matches!(self.formulas.get(formula), Formula::And(..));
                let circuit = &mut self.system.circuit;
                Ok(if conjunction { f.and(g, circuit) } else { f.or(g, circuit) })
            }
            Formula::Path(side, Temporal::Next(f)) => self.next(side, f, at, scope),
            Formula::Path(Quantifier::Exists, operator) => self.exists_path(operator, at, scope),
            Formula::Path(Quantifier::Forall, operator) => self.forall_paths(operator, at, scope),
            Formula::Strategic(side, group, operator) => self.strategic((side, &group), operator, at, scope),
            Formula::Related(side, relation, f) => self.related(side, &relation, f, at, scope),
            Formula::Automaton(side, automaton) => self.automaton((formula, side), &automaton, at, scope),
        }
    }

    /// The gates below a literal of the system.
    pub(super) fn cone(&mut self, lit: Lit) -> Arc<[usize]> {
        let circuit = &self.system.circuit;
        self.cones.entry(lit).or_insert_with(|| circuit.below([lit]).into()).clone()
    }

    /// A literal over x in a state.
    pub(super) fn holds(&mut self, lit: Lit, at: &State) -> Lit {
        if lit.as_constant().is_some() {
            return lit;
        }
        let cone = self.cone(lit);
        let circuit = &mut self.system.circuit;
        let mut substitution = Substitution::default();
        for (bit, &value) in self.system.state.iter().zip(at.iter()) {
            substitution.set(bit.now, value);
        }
        substitution.apply(circuit, &cone, lit)
    }

    /// A state of new inputs, which is valid if it is initial. What all initial states agree on needs no input:
    /// with one initial state there is nothing to choose, and no quantifier.
    pub(super) fn start(&mut self, scope: Scope) -> ChosenState {
        let fixed = self.fixed.clone();
        let (state, inputs) = self.fresh(scope, &fixed);
        let valid = self.initial(&state);
        if !self.starts.contains(&state) {
            self.starts.push(state.clone());
        }
        ChosenState { state, valid, inputs }
    }

    /// I(x) within the domain.
    fn initial(&mut self, state: &State) -> Lit {
        let init = self.holds(self.system.init, state);
        let domain = self.domain(state);
        self.system.circuit.and(init, domain)
    }

    /// Where codes are values.
    pub(super) fn domain(&mut self, state: &State) -> Lit {
        let constraints = self.system.domain.clone();
        let valid: Vec<Lit> = constraints.into_iter().map(|lit| self.holds(lit, state)).collect();
        self.system.circuit.and_all(valid)
    }

    /// A state of new inputs, but for the bits that are given.
    pub(super) fn fresh(&mut self, scope: Scope, given: &FastMap<usize, Lit>) -> (State, Vec<InputId>) {
        let mut inputs = Vec::new();
        let mut bits = Vec::with_capacity(self.system.state.len());
        for bit in 0..self.system.state.len() {
            bits.push(given.get(&bit).copied().unwrap_or_else(|| {
                let (id, lit) = self.names.input(&mut self.system.circuit, (scope, Role::Bit), 0, bit);
                inputs.push(id);
                lit
            }));
        }
        (bits.into(), inputs)
    }

    /// Where one step with the inputs of a frame leads, which is valid if there is one.
    pub(super) fn step(&mut self, from: &State, scope: Scope, frame: usize) -> Result<ChosenState, Stop> {
        self.check()?;
        let mut inputs = Vec::with_capacity(self.step.width());
        let mut chosen = Vec::with_capacity(self.step.width());
        for number in 0..self.step.width() {
            let (id, lit) = self.names.input(&mut self.system.circuit, (scope, Role::Step), frame, number);
            inputs.push(id);
            chosen.push(lit);
        }
        let key = (from.clone(), scope, frame);
        if let Some((valid, to)) = self.steps.get(&key) {
            return Ok(ChosenState { state: to.clone(), valid: *valid, inputs });
        }
        let (valid, to) = self.step.copy(&mut self.system.circuit, from, &chosen);
        let state: State = to.into();
        self.steps.insert(key, (valid, state.clone()));
        Ok(ChosenState { state, valid, inputs })
    }

    /// A path from a state.
    pub(super) fn path(&mut self, from: &State, scope: Scope, length: usize) -> Result<Path, Stop> {
        let mut path = Path { states: vec![from.clone()], paths: vec![Lit::TRUE], inputs: Vec::new() };
        for frame in 0..length {
            let step = self.step(&path.states[frame], scope, frame)?;
            path.paths.push(self.system.circuit.and(path.paths[frame], step.valid));
            path.states.push(step.state);
            path.inputs.extend(step.inputs);
        }
        Ok(path)
    }

    /// Whether two states agree in all, or in some, of their bits.
    pub(super) fn same(&mut self, one: &State, other: &State, bits: impl IntoIterator<Item = usize>) -> Lit {
        let circuit = &mut self.system.circuit;
        let same: Vec<Lit> = bits.into_iter().map(|bit| circuit.iff(one[bit], other[bit])).collect();
        circuit.and_all(same)
    }

    /// Whether two states are equal.
    pub(super) fn equal(&mut self, one: &State, other: &State) -> Lit {
        self.same(one, other, 0..one.len())
    }
}

/// The bits whose values are conjuncts of I(x).
fn fixed_bits(system: &SymbolicSystem) -> FastMap<usize, Lit> {
    let bits: FastMap<Lit, usize> = system.state.iter().enumerate().map(|(at, bit)| (bit.now_lit, at)).collect();
    let conjuncts = system.circuit.conjuncts(system.init).into_iter();
    let value = |lit: Lit| Some((*bits.get(&lit.plain())?, Lit::constant(!lit.is_negated())));
    conjuncts.filter_map(value).collect()
}
