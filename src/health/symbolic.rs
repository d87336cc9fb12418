//! The health of a model by decision diagrams: questions about lines, atoms and values become atoms of a copy of the
//! model, and the BDD engine counts the reachable states that satisfy them.

use num_bigint::BigUint;
use qmas_encodings::Cone;

use super::findings::{Deadlocks, Defects, Health, Line, Overflows, Unchanging};
use super::rivals::rivals;
use crate::automata::PathFormula;
use crate::bdd::{BddEngine, ChoiceUse};
use crate::engine::fault::Work;
use crate::engine::supervise::supervise;
use crate::engine::{EngineName, GaveUp, Terms, Traces};
use crate::ir::{
    Atom, AtomId, Comparison, Domain, Dropped, Expr, ExprId, InterpretedSystem, Semantics, SymbolId, Transitions, VarId,
};
use crate::logic::{Formula, FormulaId, Logic, Modality, Quantifier, Regex, Specification, Temporal};
use crate::lower::{Lowered, lower};
use crate::model::Model;
use crate::options::Options;
use crate::outcome::Defect;
use crate::run::Run;

/// A state with more moves than this is not looked at one by one.
const MOST_MOVES: usize = 1 << 16;
/// Variables with more values than this are not asked whether they change.
const FEW_VALUES: u64 = 64;

pub(super) fn health(model: &Model, options: &Options) -> Result<Health, GaveUp> {
    apart(model, options, Doctor::look)
}

/// What is wrong with the model, of what is looked for.
pub(super) fn defects(model: &Model, wanted: &[Defect], options: &Options) -> Result<Defects, GaveUp> {
    let wanted = wanted.to_vec();
    apart(model, options, move |model, options| Doctor::defects(model, &wanted, options))
}

/// Does something with the engine in a thread of its own, for as long as limits allow.
fn apart<T: Send + 'static>(
    model: &Model,
    options: &Options,
    work: impl FnOnce(&Model, &Options) -> Result<T, GaveUp> + Send + 'static,
) -> Result<T, GaveUp> {
    let (owned, own) = (model.clone(), options.clone());
    let done = supervise(Work::Health, &options.limits, move || work(&owned, &own))?;
    done.map_err(|reason| options.limits.name(reason))
}

/// A value of a variable.
struct ValueOf {
    value: i64,
    /// Where the variable has it.
    has: FormulaId,
    /// Where it has it and can lose it.
    loses: FormulaId,
}

/// The formulas that are asked.
struct Questions {
    model: Model,
    /// Where protocol lines apply.
    protocol: Vec<(Line, FormulaId)>,
    /// Each value of each variable that has few.
    values: Vec<(VarId, Vec<ValueOf>)>,
    atoms: Vec<(AtomId, FormulaId)>,
    stuck: FormulaId,
    /// A finite trace ends where nothing can be done.
    gets_stuck: FormulaId,
    /// Where an evolution line has no result; the engine fills it in.
    overflow: FormulaId,
    /// A finite trace ends there.
    overflows: FormulaId,
}

impl Questions {
    /// A copy of the model with the questions in it, and without fairness: all reachable states count.
    fn new(model: &Model) -> Self {
        let mut questions = Self::defects(model);
        let copy = &mut questions.model;
        let mut protocol = Vec::new();
        for id in model.system.agent_ids() {
            let lines = &model.system.agent(id).protocol.lines;
            let mut none = copy.formulas.intern(Formula::True);
            for (number, line) in lines.iter().enumerate() {
                let applies = atom(copy, line.condition);
                protocol.push((Line { agent: id, number }, applies));
                let idle = copy.formulas.intern(Formula::Not(applies));
                none = copy.formulas.intern(Formula::And(none, idle));
            }
            if model.system.agent(id).protocol.other.is_some() {
                protocol.push((Line { agent: id, number: lines.len() }, none));
            }
        }
        let few = |variable: &VarId| model.system.variable(*variable).domain.size() <= FEW_VALUES;
        let values = model.system.var_ids().filter(few).map(|variable| (variable, values(copy, variable)));
        let values = values.collect();
        let atoms = (0..model.system.atoms.len()).map(AtomId::new);
        let atoms = atoms.map(|atom| (atom, copy.formulas.intern(Formula::Atom(atom)))).collect();
        Self { protocol, values, atoms, ..questions }
    }

    /// Questions about deadlocks and overflows only.
    fn defects(model: &Model) -> Self {
        let mut copy = Model { fairness: Vec::new(), specifications: Vec::new(), ..model.clone() };
        let everywhere = copy.formulas.intern(Formula::True);
        let step = copy.formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Next(everywhere)));
        let stuck = copy.formulas.intern(Formula::Not(step));
        let any = copy.formulas.intern_regex(Regex::Step(everywhere));
        let any = copy.formulas.intern_regex(Regex::Star(any));
        let gets_stuck = copy.formulas.intern(Formula::Dynamic(Modality::Diamond, any, stuck));
        let nowhere = copy.system.exprs.intern(Expr::Bool(false));
        let overflow = atom(&mut copy, nowhere);
        let overflows = copy.formulas.intern(Formula::Dynamic(Modality::Diamond, any, overflow));
        let (protocol, values, atoms) = (Vec::new(), Vec::new(), Vec::new());
        Self { model: copy, protocol, values, atoms, stuck, gets_stuck, overflow, overflows }
    }
}

/// A condition as an atom of the model.
fn atom(model: &mut Model, condition: ExprId) -> FormulaId {
    let id = AtomId::new(model.system.atoms.len());
    model.system.atoms.push(Atom { name: format!("question {}", id.index()), condition });
    model.formulas.intern(Formula::Atom(id))
}

fn values(model: &mut Model, variable: VarId) -> Vec<ValueOf> {
    let domain = model.system.variable(variable).domain.clone();
    let mut all = Vec::new();
    for value in domain.values() {
        let exprs = &mut model.system.exprs;
        let left = exprs.intern(Expr::Variable(variable));
        let right = exprs.intern(match domain {
            Domain::Boolean => Expr::Bool(value == 1),
            Domain::Range { .. } => Expr::Integer(value),
            Domain::Enumeration(_) => {
                Expr::Symbol(SymbolId::new(usize::try_from(value).expect("symbols are counted from 0")))
            }
        });
        let condition = exprs.intern(Expr::Compare(Comparison::Equal, left, right));
        let has = atom(model, condition);
        let other = model.formulas.intern(Formula::Not(has));
        let next = model.formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Next(other)));
        all.push(ValueOf { value, has, loses: model.formulas.intern(Formula::And(has, next)) });
    }
    all
}

/// The engine at work on the questions.
struct Doctor {
    engine: BddEngine,
    states: BigUint,
}

impl Doctor {
    fn new(questions: &Questions, options: &Options, lowered: &Lowered) -> Result<Self, GaveUp> {
        let terms = Terms { traces: Traces::Finite, ..options.bdd_terms() };
        let engine = BddEngine::for_part(&(&questions.model).into(), &terms, lowered, &Cone::whole(&lowered.system))?;
        let states = engine.statistics().states;
        Ok(Self { engine, states })
    }

    fn defects(model: &Model, wanted: &[Defect], options: &Options) -> Result<Defects, GaveUp> {
        let questions = Questions::defects(model);
        let lowered = lower(&questions.model.system);
        let mut doctor = Doctor::new(&questions, options, &lowered)?;
        let mut found = Defects::nothing(EngineName::Bdd);
        if wanted.contains(&Defect::Deadlock) {
            let deadlocks = doctor.deadlocks(&questions)?;
            found.deadlock = (deadlocks.count != BigUint::ZERO).then_some(deadlocks.run);
        }
        if wanted.contains(&Defect::Overflow) {
            let choices = doctor.engine.choices(&lowered.system.movers, questions.overflow)?;
            if let Some(&line) = lines(&model.system, &choices).1.first() {
                found.overflow = Some((line, doctor.overflow(model, &questions)?));
            }
        }
        Ok(found)
    }

    fn look(model: &Model, options: &Options) -> Result<Health, GaveUp> {
        let questions = Questions::new(model);
        let lowered = lower(&questions.model.system);
        let mut doctor = Doctor::new(&questions, options, &lowered)?;
        let statistics = doctor.engine.statistics();
        let choices = doctor.engine.choices(&lowered.system.movers, questions.overflow)?;
        let (idle_evolution, overflows) = lines(&model.system, &choices);
        let first = if overflows.is_empty() { None } else { doctor.overflow(model, &questions)? };
        let rivals = rivals(&model.system, &lowered, &mut doctor.engine)?;
        let (mut always, mut never) = (Vec::new(), Vec::new());
        for &(id, formula) in &questions.atoms {
            let count = doctor.count(formula)?;
            if count == BigUint::ZERO {
                never.push(id);
            } else if count == doctor.states {
                always.push(id);
            }
        }
        let mut idle_protocol = Vec::new();
        for &(line, formula) in &questions.protocol {
            if doctor.count(formula)? == BigUint::ZERO {
                idle_protocol.push(line);
            }
        }
        let mut unanswered = Vec::new();
        let unchanging = doctor.unchanging(model, &questions, &mut unanswered)?;
        if !overflows.is_empty() && first.is_none() {
            unanswered.push("how the overflow is reached: there was no room to look for a way".to_owned());
        }
        Ok(Health {
            engine: EngineName::Bdd,
            states: doctor.states.clone(),
            initial_states: statistics.initial_states,
            deadlocks: doctor.deadlocks(&questions)?,
            overflows: Overflows { lines: overflows, first },
            idle_protocol,
            idle_evolution,
            rivals,
            always,
            never,
            unchanging,
            unanswered,
        })
    }

    /// How many reachable states satisfy a formula.
    fn count(&mut self, formula: FormulaId) -> Result<BigUint, GaveUp> {
        self.engine.count_satisfying(Specification { logic: Logic::Ctl, formula })
    }

    fn deadlocks(&mut self, questions: &Questions) -> Result<Deadlocks, GaveUp> {
        let count = self.count(questions.stuck)?;
        if count == BigUint::ZERO {
            return Ok(Deadlocks { count, run: None });
        }
        Ok(Deadlocks { count, run: self.way(questions.gets_stuck)? })
    }

    /// A way to a state in which a line has no result. Which one that is, the state itself says.
    fn overflow(&mut self, model: &Model, questions: &Questions) -> Result<Option<(Dropped, Run)>, GaveUp> {
        let Some(run) = self.way(questions.overflows)? else { return Ok(None) };
        let moves = Transitions::new(&model.system).moves_within(run.last(), MOST_MOVES);
        Ok(moves.ok().and_then(|moves| moves.dropped.into_iter().next()).map(|dropped| (dropped, run)))
    }

    /// A finite trace on which a path formula is true.
    fn way(&mut self, path: FormulaId) -> Result<Option<Run>, GaveUp> {
        self.engine.run(Logic::Ldl, PathFormula::plain(path), None)
    }

    fn unchanging(
        &mut self,
        model: &Model,
        questions: &Questions,
        unanswered: &mut Vec<String>,
    ) -> Result<Vec<Unchanging>, GaveUp> {
        let mut found = Vec::new();
        for (variable, values) in &questions.values {
            if self.changes(values)? {
                continue;
            }
            let mut value = None;
            for candidate in values {
                if self.count(candidate.has)? == self.states {
                    value = Some(candidate.value);
                }
            }
            found.push(Unchanging { variable: *variable, value });
        }
        let many = model.system.var_ids().filter(|&id| model.system.variable(id).domain.size() > FEW_VALUES);
        let many: Vec<String> = many.map(|id| model.system.qualified(id)).collect();
        if !many.is_empty() {
            unanswered.push(format!("whether {} ever changes: more than {FEW_VALUES} values", many.join(", ")));
        }
        Ok(found)
    }

    fn changes(&mut self, values: &[ValueOf]) -> Result<bool, GaveUp> {
        for &ValueOf { loses, .. } in values {
            if self.count(loses)? != BigUint::ZERO {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Evolution lines that are never enabled, and those that can be without a result. Under SingleAssignment there is a mover
/// per variable, which knows the lines that assign it.
fn lines(system: &InterpretedSystem, choices: &[Vec<ChoiceUse>]) -> (Vec<Line>, Vec<Line>) {
    let (mut idle, mut dropped) = (Vec::new(), Vec::new());
    let mut movers = choices.iter();
    for agent in system.agent_ids() {
        let evolution = &system.agent(agent).evolution;
        let groups: Vec<Vec<usize>> = match system.semantics {
            Semantics::MultiAssignment => vec![(0..evolution.len()).collect()],
            Semantics::SingleAssignment => {
                let assigning = |variable: &VarId| {
                    let assigns =
                        |&number: &usize| evolution[number].assignments.iter().any(|a| a.variable == *variable);
                    (0..evolution.len()).filter(assigns).collect()
                };
                system.agent(agent).variables.iter().map(assigning).collect()
            }
        };
        for (numbers, uses) in groups.iter().zip(movers.by_ref()) {
            for (&number, choice) in numbers.iter().zip(uses) {
                let line = Line { agent, number };
                if !choice.enabled {
                    idle.push(line);
                }
                if choice.dropped {
                    dropped.push(line);
                }
            }
        }
    }
    for lines in [&mut idle, &mut dropped] {
        lines.sort_unstable();
        lines.dedup();
    }
    (idle, dropped)
}
