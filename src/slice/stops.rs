//! What may stop the system: agents that may have no action, variables that may get no value. All else certainly cannot.
//!
//! Small questions are answered by trying all values; to large ones the answer is "maybe", which only means that more
//! is kept than needed.

use super::evaluate::{Evaluation, Known};
use crate::ir::{ActionId, AgentId, Assignment, Domain, EvolutionLine, Expr, InterpretedSystem, VarId};

/// Questions about more values than this are not answered.
const MOST_VALUES: u64 = 1 << 12;
/// What all questions together may take, in evaluated expressions, besides some for every variable.
const EFFORT: usize = 1 << 20;
const EFFORT_EACH: usize = 1 << 6;

/// What may stop the system.
#[derive(Debug, Default)]
pub(super) struct Stops {
    /// Agents that may have no action.
    pub(super) agents: Vec<AgentId>,
    /// Variables that a choice may give no value.
    pub(super) variables: Vec<VarId>,
}

impl Stops {
    pub(super) fn new(system: &InterpretedSystem) -> Self {
        let mut questions = Questions { system, effort: EFFORT + EFFORT_EACH * system.variables.len() };
        let mut stops = Self::default();
        for agent in system.agent_ids() {
            if !questions.always_acts(agent) {
                stops.agents.push(agent);
            }
            for line in &system.agent(agent).evolution {
                for assignment in &line.assignments {
                    if !questions.always_fits(agent, line, *assignment) {
                        stops.variables.push(assignment.variable);
                    }
                }
            }
        }
        stops
    }
}

struct Questions<'m> {
    system: &'m InterpretedSystem,
    effort: usize,
}

impl Questions<'_> {
    /// Whether it is certain that an agent always has an action.
    fn always_acts(&mut self, agent: AgentId) -> bool {
        let protocol = &self.system.agent(agent).protocol;
        if protocol.other.as_ref().is_some_and(|other| !other.is_empty()) {
            return true;
        }
        let lines = protocol.lines.iter().filter(|line| !line.actions.is_empty());
        let conditions: Vec<_> = lines.map(|line| line.condition).collect();
        let mut evaluation = Evaluation::new(&self.system.exprs, conditions.iter().copied());
        self.for_all(&mut evaluation, |evaluation, value| {
            evaluation.run(value, |_, _| None);
            conditions.iter().any(|&condition| evaluation.result(condition) == Known::Value(1))
        })
    }

    /// Whether it is certain that a line, where it is enabled, has a value for a variable.
    fn always_fits(&mut self, agent: AgentId, line: &EvolutionLine, assignment: Assignment) -> bool {
        let domain = &self.system.variable(assignment.variable).domain;
        match (domain, self.system.exprs.get(assignment.value)) {
            (Domain::Boolean, _) => return true,
            (_, Expr::Integer(value)) => return domain.contains(value),
            (_, Expr::Symbol(symbol)) => return domain.contains(symbol.index() as i64),
            (_, Expr::Variable(other)) if self.system.variable(other).domain == *domain => return true,
            _ => {}
        }
        self.fits_whatever_is_done(line, assignment) || self.fits_as_the_protocol_allows(agent, line, assignment)
    }

    /// Without a look at the protocol.
    fn fits_whatever_is_done(&mut self, line: &EvolutionLine, assignment: Assignment) -> bool {
        let domain = &self.system.variable(assignment.variable).domain;
        let mut evaluation = Evaluation::new(&self.system.exprs, [line.condition, assignment.value]);
        self.for_all(&mut evaluation, |evaluation, value| {
            evaluation.run(value, |_, _| None);
            cannot_be(evaluation.result(line.condition)) || fits(domain, evaluation.result(assignment.value))
        })
    }

    /// With what the agent may do.
    fn fits_as_the_protocol_allows(&mut self, agent: AgentId, line: &EvolutionLine, assignment: Assignment) -> bool {
        let (domain, own) = (&self.system.variable(assignment.variable).domain, self.system.agent(agent));
        if own.protocol.lines.is_empty() {
            return false;
        }
        let protocol = own.protocol.lines.iter().map(|line| line.condition);
        // The lines of a protocol are looked at again and again.
        self.effort = self.effort.saturating_sub(own.protocol.lines.len());
        if self.effort == 0 {
            return false;
        }
        let mut evaluation = Evaluation::new(&self.system.exprs, protocol.chain([line.condition, assignment.value]));
        self.effort = self.effort.saturating_sub(evaluation.len());
        self.for_all(&mut evaluation, |evaluation, value| {
            evaluation.run(value, |_, _| None);
            if fits(domain, evaluation.result(assignment.value)) || cannot_be(evaluation.result(line.condition)) {
                return true;
            }
            let holds = |evaluation: &Evaluation, condition| !cannot_be(evaluation.result(condition));
            let applying: Vec<_> = own.protocol.lines.iter().filter(|line| holds(evaluation, line.condition)).collect();
            let allowed: Vec<ActionId> = match (applying.is_empty(), &own.protocol.other) {
                (true, Some(other)) => other.clone(),
                _ => applying.iter().flat_map(|line| line.actions.iter().copied()).collect(),
            };
            allowed.into_iter().all(|action| {
                evaluation.run(value, |who, tested| (who == agent).then_some(tested == action));
                cannot_be(evaluation.result(line.condition))
            })
        })
    }

    /// Whether something is so for all values of the variables that are read. No if there are too many.
    fn for_all(
        &mut self,
        evaluation: &mut Evaluation,
        mut holds: impl FnMut(&mut Evaluation, &dyn Fn(VarId) -> i64) -> bool,
    ) -> bool {
        let variables = evaluation.variables();
        let domains: Vec<&Domain> = variables.iter().map(|&variable| &self.system.variable(variable).domain).collect();
        let count = domains.iter().try_fold(1u64, |product, domain| {
            product.checked_mul(domain.size()).filter(|&product| product <= MOST_VALUES)
        });
        let Some(count) = count else { return false };
        let work = usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(evaluation.len() + 1);
        if work > self.effort {
            return false;
        }
        self.effort -= work;
        let mut positions = vec![0u64; variables.len()];
        loop {
            let values: Vec<Option<i64>> =
                positions.iter().zip(&domains).map(|(&position, domain)| domain.nth(position)).collect();
            let value = |variable: VarId| {
                let place = variables.iter().position(|&other| other == variable).expect("it is one that is read");
                values[place].expect("positions are within domains")
            };
            if !holds(evaluation, &value) {
                return false;
            }
            let Some(place) = (0..positions.len()).find(|&place| positions[place] + 1 < domains[place].size()) else {
                return true;
            };
            positions[..place].fill(0);
            positions[place] += 1;
        }
    }
}

/// Whether a condition is false, or has no value, which counts as false.
fn cannot_be(condition: Known) -> bool {
    matches!(condition, Known::Value(0) | Known::Nothing)
}

fn fits(domain: &Domain, value: Known) -> bool {
    matches!(value, Known::Value(value) if domain.contains(value))
}
