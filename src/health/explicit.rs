//! The health of a model by its enumerated states: every question has an answer, and every trace is a shortest one.

use num_bigint::BigUint;

use super::findings::{Deadlocks, Defects, Health, Line, Overflows, Unchanging};
use crate::engine::{EngineName, GaveUp};
use crate::explicit::Space;
use crate::ir::{AtomId, ExprId, InterpretedSystem, Program, State, Transitions, VarId};
use crate::model::Model;
use crate::options::Options;
use crate::outcome::Defect;
use crate::rivals::Hunt;

pub(super) fn health(model: &Model, options: &Options) -> Result<Health, GaveUp> {
    let system = &model.system;
    let space = Space::explore(system, &options.limits)?;
    let (mut idle, mut hunt) = (Idle::new(system), Hunt::new(system));
    for number in 0..space.len() {
        options.limits.check()?;
        idle.look(&space, number);
        hunt.look(&space.state(number));
    }
    let deadlocks = space.graph().deadlocks();
    let run = deadlocks.iter().next().map(|state| space.run_to(state));
    let (mut always, mut never) = (Vec::new(), Vec::new());
    for (number, atom) in system.atoms.iter().enumerate() {
        match space.satisfying(atom.condition).count() {
            0 => never.push(AtomId::new(number)),
            count if count == space.len() => always.push(AtomId::new(number)),
            _ => {}
        }
    }
    Ok(Health {
        engine: EngineName::Explicit,
        states: space.len().into(),
        initial_states: space.initial_states().count().into(),
        deadlocks: Deadlocks { count: BigUint::from(deadlocks.count()), run },
        overflows: Overflows {
            lines: idle.overflows(&space),
            first: space.first_dropped().map(|(state, dropped)| (dropped.clone(), space.run_to(*state))),
        },
        idle_protocol: idle.protocol.iter().map(|(line, _)| *line).collect(),
        idle_evolution: idle.evolution.iter().map(|(line, _)| *line).collect(),
        rivals: hunt.end(),
        always,
        never,
        unchanging: idle.variables.iter().map(|&variable| unchanging(&space, variable)).collect(),
        unanswered: Vec::new(),
    })
}

/// What is wrong with the model, of what is looked for.
pub(super) fn defects(model: &Model, wanted: &[Defect], options: &Options) -> Result<Defects, GaveUp> {
    let space = Space::explore(&model.system, &options.limits)?;
    let mut found = Defects::nothing(EngineName::Explicit);
    if wanted.contains(&Defect::Deadlock) {
        // States are numbered in the order of a breadth-first search: the first one is nearest.
        found.deadlock = space.graph().deadlocks().iter().next().map(|state| Some(space.run_to(state)));
    }
    if wanted.contains(&Defect::Overflow)
        && let Some((state, dropped)) = space.first_dropped()
    {
        let line = Line { agent: dropped.agent, number: dropped.line };
        found.overflow = Some((line, Some((dropped.clone(), space.run_to(*state)))));
    }
    Ok(found)
}

/// What has not been seen at work yet.
struct Idle<'m> {
    transitions: Transitions<'m>,
    protocol: Vec<(Line, When)>,
    evolution: Vec<(Line, Program)>,
    variables: Vec<VarId>,
}

/// When a protocol line applies.
enum When {
    True(Program),
    /// `Other`: where none of these is true.
    None(Vec<Program>),
}

impl When {
    fn applies(&self, state: &State) -> bool {
        match self {
            Self::True(condition) => condition.holds(state),
            Self::None(conditions) => !conditions.iter().any(|condition| condition.holds(state)),
        }
    }
}

impl<'m> Idle<'m> {
    fn new(system: &'m InterpretedSystem) -> Self {
        let program = |id: ExprId| Program::compile(&system.exprs, id);
        let (mut protocol, mut evolution) = (Vec::new(), Vec::new());
        for id in system.agent_ids() {
            let agent = system.agent(id);
            let lines = &agent.protocol.lines;
            for (number, line) in lines.iter().enumerate() {
                protocol.push((Line { agent: id, number }, When::True(program(line.condition))));
            }
            if agent.protocol.other.is_some() {
                let conditions = lines.iter().map(|line| program(line.condition)).collect();
                protocol.push((Line { agent: id, number: lines.len() }, When::None(conditions)));
            }
            for (number, line) in agent.evolution.iter().enumerate() {
                evolution.push((Line { agent: id, number }, program(line.condition)));
            }
        }
        Self { transitions: Transitions::new(system), protocol, evolution, variables: system.var_ids().collect() }
    }

    /// Crosses out what is at work in a state or in its moves.
    fn look(&mut self, space: &Space<'_>, number: usize) {
        let state = space.state(number);
        self.protocol.retain(|(_, when)| !when.applies(&state));
        if !self.evolution.is_empty() {
            for action in self.transitions.joint_actions(&state) {
                self.evolution.retain(|(_, condition)| !condition.holds_under(&state, &action));
            }
        }
        for successor in space.graph().successors(number) {
            self.variables.retain(|&variable| space.value(successor, variable) == state.get(variable));
        }
    }

    /// The lines that have no result in some move. They are rare: most models need no second look.
    fn overflows(&self, space: &Space<'_>) -> Vec<Line> {
        let mut lines = Vec::new();
        if space.dropped() > 0 {
            for number in 0..space.len() {
                for dropped in self.transitions.moves(&space.state(number)).dropped {
                    lines.push(Line { agent: dropped.agent, number: dropped.line });
                }
                lines.sort_unstable();
                lines.dedup();
            }
        }
        lines
    }
}

fn unchanging(space: &Space<'_>, variable: VarId) -> Unchanging {
    let first = (!space.is_empty()).then(|| space.value(0, variable));
    let value = first.filter(|&first| (1..space.len()).all(|number| space.value(number, variable) == first));
    Unchanging { variable, value }
}
