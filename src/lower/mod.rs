//! From a system of variables to circuits over bits, for every symbolic engine.
//!
//! Only this module and the decoding of states know bit positions ([`BitLayout`]). Integers are bit-blasted: a counter up
//! to a million costs twenty bits, not a million cases. Codes that are no values are excluded by `domain`, so that counts
//! are exact.

mod expression;
mod layout;
mod progress;

use qmas_encodings::{Choice, Circuit, InputId, Lit, Mover, StateBit, SymbolicAgent, SymbolicSystem, Word};

use crate::ir::{Agent, AgentId, Domain, EvolutionLine, ExprId, InterpretedSystem, Semantics, VarId};
use expression::Lowering;
pub use layout::{BitLayout, Code};

/// The circuits of a system and the meaning of their bits.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The circuits.
    pub system: SymbolicSystem,
    /// Which bits hold which variable.
    pub layout: BitLayout,
}

impl Lowered {
    /// The inputs that hold the value of a variable in the old state, least significant first.
    pub fn inputs(&self, variable: VarId) -> impl Iterator<Item = InputId> {
        self.layout.range(variable).map(|bit| self.system.state[bit].now)
    }

    /// The values of a variable, in their order, with their bits, most significant first.
    pub fn patterns(&self, system: &InterpretedSystem, variable: VarId) -> impl Iterator<Item = (String, i64)> {
        self.layout.patterns(system, variable)
    }
}

/// Translates `system`.
#[must_use]
pub fn lower(system: &InterpretedSystem) -> Lowered {
    let layout = BitLayout::new(system);
    let mut circuit = Circuit::new();
    let state: Vec<StateBit> = (0..layout.bit_count())
        .map(|_| {
            let (now, now_lit) = circuit.input();
            let (next, next_lit) = circuit.input();
            StateBit { now, now_lit, next, next_lit }
        })
        .collect();
    let actions: Vec<Vec<(InputId, Lit)>> = system
        .agents
        .iter()
        .map(|agent| (0..layout::width(agent.actions.len() as u64)).map(|_| circuit.input()).collect())
        .collect();
    let action_lits = actions.iter().map(|bits| bits.iter().map(|&(_, lit)| lit).collect()).collect();
    let state_lits = state.iter().map(|bit| bit.now_lit).collect();
    let mut lowering = Lowering::new(system, &layout, circuit, state_lits, action_lits);
    let domain = system.var_ids().filter_map(|variable| domain(&mut lowering, variable)).collect();
    let init = lowering.condition(system.init);
    let agents = system
        .agent_ids()
        .map(|id| symbolic_agent(&mut lowering, id, actions[id.index()].iter().map(|&(id, _)| id).collect()))
        .collect();
    let movers = system.agent_ids().flat_map(|id| movers(&mut lowering, id)).collect();
    let atoms = system.atoms.iter().map(|atom| lowering.condition(atom.condition)).collect();
    let circuit = lowering.circuit;
    let mut symbolic = SymbolicSystem { circuit, state, domain, init, agents, movers, atoms };
    progress::settle(system, &mut symbolic);
    Lowered { system: symbolic, layout }
}

/// Excludes the codes of a variable that are no values.
fn domain(lowering: &mut Lowering<'_>, variable: VarId) -> Option<Lit> {
    let size = lowering.system.variable(variable).domain.size();
    let bits = lowering.bits(variable);
    if size == 1 << bits.len() {
        return None;
    }
    let Code { least, offset } = lowering.layout.code(variable);
    let low = least - offset;
    let high = low + i64::try_from(size).expect("ranges have 32-bit bounds") - 1;
    let code = Word::unsigned(&bits);
    let above = Word::constant(low).at_most(&code, &mut lowering.circuit);
    let below = code.at_most(&Word::constant(high), &mut lowering.circuit);
    Some(lowering.circuit.and(above, below))
}

fn symbolic_agent(lowering: &mut Lowering<'_>, id: AgentId, actions: Vec<InputId>) -> SymbolicAgent {
    let agent = lowering.system.agent(id);
    let observes = agent.observes.iter().flat_map(|&variable| lowering.layout.range(variable)).collect();
    let red = agent.red.map_or(Lit::FALSE, |red| lowering.condition(red));
    let protocol = protocol(lowering, id, agent);
    SymbolicAgent { actions, action_count: agent.actions.len(), protocol, never_stuck: false, observes, red }
}

/// Where the coded action is allowed: by some line that applies, or by `Other` if none does.
fn protocol(lowering: &mut Lowering<'_>, id: AgentId, agent: &Agent) -> Lit {
    let mut allowed = Vec::new();
    let mut applies = Vec::new();
    for line in &agent.protocol.lines {
        let condition = lowering.condition(line.condition);
        let actions: Vec<Lit> = line.actions.iter().map(|&action| lowering.performs(id, action)).collect();
        let some = lowering.circuit.or_all(actions);
        allowed.push(lowering.circuit.and(condition, some));
        applies.push(condition);
    }
    if let Some(other) = &agent.protocol.other {
        let actions: Vec<Lit> = other.iter().map(|&action| lowering.performs(id, action)).collect();
        let some = lowering.circuit.or_all(actions);
        let none = !lowering.circuit.or_all(applies);
        allowed.push(lowering.circuit.and(none, some));
    }
    lowering.circuit.or_all(allowed)
}

fn movers(lowering: &mut Lowering<'_>, id: AgentId) -> Vec<Mover> {
    let agent = lowering.system.agent(id);
    let bits = |variables: &[VarId]| variables.iter().flat_map(|&v| lowering.layout.range(v)).collect::<Vec<_>>();
    match lowering.system.semantics {
        Semantics::MultiAssignment => {
            let bits = bits(&agent.variables);
            let choices = agent.evolution.iter().map(|line| choice(lowering, line, None)).collect();
            vec![Mover { agent: id.index(), bits, choices, never_blocks: false }]
        }
        Semantics::SingleAssignment => agent
            .variables
            .iter()
            .map(|&variable| {
                let assigns = |line: &&EvolutionLine| line.assignments.iter().any(|a| a.variable == variable);
                let lines: Vec<&EvolutionLine> = agent.evolution.iter().filter(assigns).collect();
                let choices = lines.into_iter().map(|line| choice(lowering, line, Some(variable))).collect();
                Mover {
                    agent: id.index(),
                    bits: lowering.layout.range(variable).collect(),
                    choices,
                    never_blocks: false,
                }
            })
            .collect(),
    }
}

/// What a line does, to all variables or to one of them.
fn choice(lowering: &mut Lowering<'_>, line: &EvolutionLine, only: Option<VarId>) -> Choice {
    let enabled = lowering.condition(line.condition);
    let mut fits = Vec::new();
    let mut updates = Vec::new();
    for assignment in &line.assignments {
        if only.is_none_or(|variable| variable == assignment.variable) {
            let (bits, fit) = assigned(lowering, assignment.variable, assignment.value);
            updates.extend(lowering.layout.range(assignment.variable).zip(bits));
            fits.push(fit);
        }
    }
    Choice { enabled, fits: lowering.circuit.and_all(fits), updates }
}

/// The code of a value for a variable, and whether the value is one of the variable's.
fn assigned(lowering: &mut Lowering<'_>, variable: VarId, value: ExprId) -> (Vec<Lit>, Lit) {
    let width = lowering.layout.range(variable).len();
    match &lowering.system.variable(variable).domain {
        Domain::Boolean => (vec![lowering.condition(value)], Lit::TRUE),
        Domain::Enumeration(_) => (lowering.symbol_code(variable, value), Lit::TRUE),
        &Domain::Range { low, high } => {
            let (word, defined) = lowering.integer(value);
            let circuit = &mut lowering.circuit;
            let above = Word::constant(low).at_most(&word, circuit);
            let below = word.at_most(&Word::constant(high), circuit);
            let Code { offset, .. } = lowering.layout.code(variable);
            let code = if offset == 0 { word } else { word.subtract(&Word::constant(offset), circuit) };
            let bits = (0..width).map(|at| code.bit(at)).collect();
            (bits, circuit.and_all([defined, above, below]))
        }
    }
}
