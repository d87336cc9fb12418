//! The questions of IC3. One solver knows the steps and the frames, one the steps alone, one the initial states.
//!
//! Clauses of a question that is over are switched off by a literal of their own; after some thousand of them the solver is
//! made anew, with the clauses of the frames that are still there.

use super::cube::{Cube, Value};
use super::frames::Frames;
use crate::aiger::Machine;
use crate::circuit::{InputId, Lit};
use crate::cnf::{Cnf, Polarity};
use crate::sat::{SatAnswer, SatFactory, SatLimits, SatLit, SatModel, SatSolver, Stop};

/// After so many questions with clauses of their own a solver is made anew.
const WORN: usize = 3_000;

/// Whether a step leads into a cube.
pub(super) enum Step {
    /// None, and already none into this cube, which has no initial state either.
    None(Cube),
    /// One, from these states.
    From(Cube),
}

/// A solver, and what its literals mean.
struct Side {
    solver: Box<dyn SatSolver>,
    cnf: Cnf,
    /// By latch, its value now and after the step, as far as they were asked for.
    now: Vec<SatLit>,
    next: Vec<SatLit>,
    used: usize,
}

impl Side {
    fn new(factory: &dyn SatFactory) -> Self {
        Self { solver: factory.solver(), cnf: Cnf::new(), now: Vec::new(), next: Vec::new(), used: 0 }
    }

    fn literal(&mut self, machine: &Machine, lit: Lit) -> SatLit {
        self.cnf.literal(&machine.circuit, lit, Polarity::Both, &mut *self.solver)
    }

    /// Gives literals to latches that have none yet.
    fn meet(&mut self, machine: &Machine, with_next: bool) {
        for &(latch, next) in &machine.latches[self.now.len()..] {
            let now = self.literal(machine, machine.circuit.input_lit(latch));
            self.now.push(now);
            if with_next {
                let next = self.literal(machine, next);
                self.next.push(next);
            }
        }
    }

    /// A literal that switches a clause on.
    fn switched(&mut self, clause: impl IntoIterator<Item = SatLit>) -> SatLit {
        self.used += 1;
        let switch = self.solver.new_var().lit(true);
        let clause: Vec<SatLit> = clause.into_iter().chain([!switch]).collect();
        self.solver.add_clause(&clause);
        switch
    }

    /// The values that are true, or in a set of literals.
    fn values(&self, literals: &[SatLit], cube: &Cube) -> Vec<SatLit> {
        cube.values().iter().map(|value| signed(literals[value.latch], value.value)).collect()
    }
}

fn signed(lit: SatLit, value: bool) -> SatLit {
    if value { lit } else { !lit }
}

/// See the module.
pub(super) struct Solvers {
    pub(super) machine: Machine,
    domain: Lit,
    factory: Box<dyn SatFactory>,
    /// Latches from this one on begin with false.
    added: usize,
    /// Steps, and frames behind a switch per level.
    frames: Side,
    switches: Vec<SatLit>,
    /// Steps.
    steps: Side,
    /// Initial states.
    initial: Side,
}

impl Solvers {
    pub(super) fn new(machine: Machine, domain: Lit, factory: Box<dyn SatFactory>) -> Self {
        let added = machine.latches.len();
        let [frames, steps, initial] = [(); 3].map(|()| Side::new(&*factory));
        let mut solvers = Self { machine, domain, factory, added, frames, switches: Vec::new(), steps, initial };
        solvers.begin_frames();
        solvers.steps.meet(&solvers.machine, true);
        solvers.initial.meet(&solvers.machine, false);
        let Self { machine, initial, .. } = &mut solvers;
        initial.cnf.assert(&machine.circuit, machine.initial, &mut *initial.solver);
        solvers
    }

    pub(super) fn add_latch(&mut self, latch: InputId, next: Lit) {
        self.machine.latches.push((latch, next));
        self.frames.meet(&self.machine, true);
        self.steps.meet(&self.machine, true);
        self.initial.meet(&self.machine, false);
        let now = self.initial.now[self.machine.latches.len() - 1];
        self.initial.solver.add_clause(&[!now]);
        let now = self.frames.now[self.machine.latches.len() - 1];
        self.frames.solver.add_clause(&[!now, !self.switches[0]]);
    }

    /// A solver that knows the steps, and the initial states behind the first switch.
    fn begin_frames(&mut self) {
        let Self { machine, frames, .. } = self;
        *frames = Side::new(&*self.factory);
        frames.meet(machine, true);
        let Side { solver, cnf, .. } = frames;
        cnf.assert(&machine.circuit, machine.valid, &mut **solver);
        cnf.assert(&machine.circuit, self.domain, &mut **solver);
        let initial = frames.literal(machine, machine.initial);
        self.switches = vec![frames.switched([initial])];
        for latch in self.added..machine.latches.len() {
            let begins = !frames.now[latch];
            frames.solver.add_clause(&[begins, !self.switches[0]]);
        }
    }

    /// The switches of the frame of a level.
    fn frame(&mut self, level: usize, last: usize) -> Vec<SatLit> {
        while self.switches.len() <= last {
            let switch = self.frames.solver.new_var().lit(true);
            self.switches.push(switch);
        }
        self.switches[level..].to_vec()
    }

    /// Leaves the states of a cube out of the frames up to a level.
    pub(super) fn exclude(&mut self, cube: &Cube, level: usize) {
        self.frame(0, level);
        let mut clause: Vec<SatLit> = self.frames.values(&self.frames.now, cube).iter().map(|&lit| !lit).collect();
        clause.push(!self.switches[level]);
        self.frames.solver.add_clause(&clause);
    }

    /// Makes the solver of the frames anew if it has too many clauses of questions that are over.
    fn renew(&mut self, frames: &Frames) {
        if self.frames.used > WORN {
            self.begin_frames();
            frames.all().for_each(|(level, cube)| self.exclude(cube, level));
        }
        if self.steps.used > WORN {
            self.steps = Side::new(&*self.factory);
            self.steps.meet(&self.machine, true);
        }
    }

    /// Whether some initial state is in a cube.
    pub(super) fn is_initial(&mut self, cube: &Cube, limits: &SatLimits) -> Result<bool, Stop> {
        let values = self.initial.values(&self.initial.now, cube);
        Ok(answer(&mut self.initial, &values, limits)?.is_ok())
    }

    /// Bad states of the last frame.
    pub(super) fn bad_state(&mut self, frames: &Frames, bad: Lit, limits: &SatLimits) -> Result<Option<Cube>, Stop> {
        self.renew(frames);
        let mut assumed = self.frame(frames.last(), frames.last());
        assumed.push(self.frames.literal(&self.machine, bad));
        let Ok(model) = answer(&mut self.frames, &assumed, limits)? else { return Ok(None) };
        let not_bad = !self.steps.literal(&self.machine, bad);
        Ok(Some(self.lifted(&model, not_bad, limits)?))
    }

    /// The values of a model that make a step do what it does, whatever the other latches are. `otherwise` is a literal
    /// that is false in this step, by its choices and the state before it.
    fn lifted(&mut self, model: &SatModel, otherwise: SatLit, limits: &SatLimits) -> Result<Cube, Stop> {
        let state: Vec<Value> = (0..self.machine.latches.len())
            .map(|latch| Value { latch, value: model.value(self.frames.now[latch]) })
            .collect();
        let mut assumed = vec![otherwise];
        for &input in &self.machine.inputs {
            let lit = self.machine.circuit.input_lit(input);
            let value = self.frames.cnf.find(lit).is_some_and(|known| model.value(known));
            let own = self.steps.cnf.literal(&self.machine.circuit, lit, Polarity::Both, &mut *self.steps.solver);
            assumed.push(signed(own, value));
        }
        let all = Cube::new(state.iter().copied());
        assumed.extend(self.steps.values(&self.steps.now, &all));
        match answer(&mut self.steps, &assumed, limits)? {
            Ok(_) => Err(Stop::Broken("a SAT solver contradicts itself about a step".to_owned())),
            Err(core) => {
                let needed = |value: &Value| core.contains(&signed(self.steps.now[value.latch], value.value));
                Ok(Cube::new(state.into_iter().filter(needed)))
            }
        }
    }

    /// Whether a step leads from the frame before a level, outside a cube, into the cube.
    pub(super) fn step_into(
        &mut self,
        frames: &Frames,
        cube: &Cube,
        level: usize,
        limits: &SatLimits,
    ) -> Result<Step, Stop> {
        self.renew(frames);
        match self.ask(frames, cube, level, limits)? {
            Err(core) => Ok(Step::None(core)),
            Ok(model) => {
                let valid = self.steps.literal(&self.machine, self.machine.valid);
                let into: Vec<SatLit> = self.steps.values(&self.steps.next, cube).iter().map(|&lit| !lit).collect();
                let switch = self.steps.switched(into.into_iter().chain([!valid]));
                let before = self.lifted(&model, switch, limits);
                self.steps.solver.add_clause(&[!switch]);
                Ok(Step::From(before?))
            }
        }
    }

    /// If no step leads from the frame before a level, outside a cube, into the cube: a cube that includes it, without
    /// initial states, of which that is so.
    pub(super) fn no_step_into(
        &mut self,
        frames: &Frames,
        cube: &Cube,
        level: usize,
        limits: &SatLimits,
    ) -> Result<Option<Cube>, Stop> {
        self.renew(frames);
        Ok(self.ask(frames, cube, level, limits)?.err())
    }

    /// Whether no step leads from the frame of a level into a cube that it has no state of.
    pub(super) fn stays_out(
        &mut self,
        frames: &Frames,
        cube: &Cube,
        level: usize,
        limits: &SatLimits,
    ) -> Result<bool, Stop> {
        self.renew(frames);
        let mut assumed = self.frame(level, frames.last());
        assumed.extend(self.frames.values(&self.frames.next, cube));
        Ok(answer(&mut self.frames, &assumed, limits)?.is_err())
    }

    fn ask(
        &mut self,
        frames: &Frames,
        cube: &Cube,
        level: usize,
        limits: &SatLimits,
    ) -> Result<Result<SatModel, Cube>, Stop> {
        let mut assumed = self.frame(level - 1, frames.last());
        let outside: Vec<SatLit> = self.frames.values(&self.frames.now, cube).iter().map(|&lit| !lit).collect();
        let switch = self.frames.switched(outside);
        assumed.push(switch);
        assumed.extend(self.frames.values(&self.frames.next, cube));
        let answer = answer(&mut self.frames, &assumed, limits);
        self.frames.solver.add_clause(&[!switch]);
        match answer? {
            Ok(model) => Ok(Ok(model)),
            Err(core) => {
                let needed = |value: &&Value| core.contains(&signed(self.frames.next[value.latch], value.value));
                let small = Cube::new(cube.values().iter().filter(needed).copied());
                Ok(Err(self.without_initial(small, cube, limits)?))
            }
        }
    }

    /// `small`, with values of `cube`, which has no initial states, so that it has none either.
    fn without_initial(&mut self, small: Cube, cube: &Cube, limits: &SatLimits) -> Result<Cube, Stop> {
        let values = self.initial.values(&self.initial.now, &small);
        if answer(&mut self.initial, &values, limits)?.is_err() {
            return Ok(small);
        }
        let values = self.initial.values(&self.initial.now, cube);
        let Err(core) = answer(&mut self.initial, &values, limits)? else {
            return Err(Stop::Broken("a cube without initial states has one".to_owned()));
        };
        let apart = |value: &&Value| core.contains(&signed(self.initial.now[value.latch], value.value));
        Ok(Cube::new(small.values().iter().chain(cube.values().iter().filter(apart)).copied()))
    }
}

/// A model, or the assumptions that exclude one.
fn answer(side: &mut Side, assumed: &[SatLit], limits: &SatLimits) -> Result<Result<SatModel, Vec<SatLit>>, Stop> {
    match side.solver.solve(assumed, limits) {
        SatAnswer::Sat(model) => Ok(Ok(model)),
        SatAnswer::Unsat(core) => Ok(Err(core)),
        SatAnswer::Unknown(stop) => Err(stop),
    }
}
