//! Evidence that was tampered with is rejected, unless it is still right: a value, an action or an agent of it changed.
//!
//! Some changes leave evidence right, such as the value of a variable that no formula looks at in the only state. So the
//! changed evidence is judged by a reader that is as simple as can be, on the reachable states of the drawn model; the
//! replay must reject what it rejects, or say what it has not looked at.

use std::ops::Range;

use qmas::Model;
use qmas::explain::Listed;
use qmas::explicit::Explicit;
use qmas::ir::{ActionId, AgentId, JointAction, State, Transitions};
use qmas::logic::{Formula, FormulaId, Logic as LogicOf, Specification, Temporal};
use qmas::options::Options;
use qmas::run::Step;
use qmas::witness::{Decision, Evidence, Reason, Strategy, Table, build, prepared, replay_within};

use crate::common::effort;
use crate::common::random::{Logic, Prng, RandomModel, Wishes, draw, forall, loaded};
use crate::random::{options, shown, uniform};

/// A change of one value, one action or one agent; none if there is nothing of that kind.
fn changed(evidence: &Evidence, model: &Model, prng: &mut Prng) -> Option<Evidence> {
    let mut evidence = evidence.clone();
    match prng.below(3) {
        0 => {
            let number = prng.below(evidence.states.len());
            let variable = model.system.var_ids().nth(prng.below(model.system.variables.len()))?;
            let domain = &model.system.variable(variable).domain;
            let old = evidence.states[number].get(variable);
            let others: Vec<i64> = domain.values().filter(|&value| value != old).collect();
            let value = *others.get(prng.below(others.len().max(1)))?;
            evidence.states[number].set(variable, value);
        }
        1 => {
            let acting: Vec<usize> = (0..evidence.nodes.len())
                .filter(|&id| match &evidence.nodes[id].reason {
                    Reason::Path(path) => !path.actions.is_empty(),
                    Reason::Prevention(prevention) => !prevention.rows.is_empty(),
                    Reason::Dilemma(dilemma) => dilemma.tries.iter().any(|attempt| !attempt.actions.is_empty()),
                    Reason::Strategy(strategy) => matches!(&strategy.table, Table::Perfect(rows) if !rows.is_empty()),
                    _ => false,
                })
                .collect();
            let id = *acting.get(prng.below(acting.len().max(1)))?;
            let agent = model.system.agent_ids().nth(prng.below(model.system.agents.len()))?;
            let formula = evidence.formulas.get(evidence.nodes[id].formula);
            match (&mut evidence.nodes[id].reason, formula) {
                (Reason::Path(path), _) => {
                    let at = prng.below(path.actions.len());
                    path.actions[at] = other_action(model, &path.actions[at], agent, prng)?;
                }
                (Reason::Prevention(prevention), _) => {
                    let at = prng.below(prevention.rows.len());
                    prevention.rows[at].action = other_action(model, &prevention.rows[at].action, agent, prng)?;
                }
                (Reason::Dilemma(dilemma), _) => {
                    let at = prng.below(dilemma.tries.len());
                    let attempt = &mut dilemma.tries[at];
                    let step = prng.below(attempt.actions.len().max(1));
                    let action = attempt.actions.get_mut(step)?;
                    *action = other_action(model, action, agent, prng)?;
                }
                (Reason::Strategy(Strategy { table: Table::Perfect(rows), .. }), Formula::Strategic(group, _)) => {
                    let at = prng.below(rows.len());
                    let member = prng.below(rows[at].1.len().max(1));
                    let count = model.system.agent(*model.system.group(group).members.get(member)?).actions.len();
                    let action = ActionId::new(prng.below(count));
                    if std::mem::replace(&mut rows[at].1[member], action) == action {
                        return None;
                    }
                }
                _ => return None,
            }
        }
        _ => {
            let jumps: Vec<usize> =
                (0..evidence.nodes.len()).filter(|&id| matches!(evidence.nodes[id].reason, Reason::Jump(_))).collect();
            let id = *jumps.get(prng.below(jumps.len().max(1)))?;
            let Reason::Jump(jump) = &mut evidence.nodes[id].reason else { return None };
            let at = prng.below(jump.steps.len());
            let agent = AgentId::new(prng.below(model.system.agents.len()));
            if jump.steps[at].0 == [agent] {
                return None;
            }
            jump.steps[at].0 = vec![agent];
        }
    }
    Some(evidence)
}

fn other_action(model: &Model, action: &JointAction, agent: AgentId, prng: &mut Prng) -> Option<JointAction> {
    let count = model.system.agent(agent).actions.len();
    let others: Vec<usize> = (0..count).filter(|&index| ActionId::new(index) != action.get(agent)).collect();
    let mut action = action.clone();
    action.set(agent, ActionId::new(*others.get(prng.below(others.len().max(1)))?));
    Some(action)
}

/// Whether evidence is right, by the explicit engine's sets: every part is true where it is said to be, every step is one
/// of the system, every pair of states looks the same to the agents that are named.
fn is_right(evidence: &Evidence, model: &Model, explicit: &mut Explicit<'_>, logic: LogicOf) -> bool {
    let space_of = |explicit: &Explicit<'_>, state: &State| explicit.space().find(state);
    let Some(engine) = model.formulas.find_all(&evidence.formulas) else { return false };
    let numbers: Option<Vec<usize>> = evidence.states.iter().map(|state| space_of(explicit, state)).collect();
    let Some(numbers) = numbers else { return false };
    if !explicit.space().initial_states().contains(numbers[evidence.nodes[0].state]) {
        return false;
    }
    for node in &evidence.nodes {
        let formula: FormulaId = engine[node.formula.index()];
        let Ok(set) = explicit.satisfying_specification(Specification { logic, formula }) else { return false };
        if !set.contains(numbers[node.state]) {
            return false;
        }
        match (&node.reason, evidence.formulas.get(node.formula)) {
            (Reason::Path(path), _) => {
                let back = path.back_to.map(|at| path.states[at]);
                let next = path.states.iter().skip(1).copied().chain(back);
                for ((&from, to), action) in path.states.iter().zip(next).zip(&path.actions) {
                    let moves = Transitions::new(explicit.space().system()).moves(&evidence.states[from]).successors;
                    let there =
                        |step: &qmas::ir::Successor| step.action == *action && step.state == evidence.states[to];
                    if !moves.iter().any(there) {
                        return false;
                    }
                }
            }
            (Reason::Dilemma(dilemma), Formula::Not(_)) => {
                for attempt in &dilemma.tries {
                    let back = attempt.back_to.map(|at| attempt.states[at]);
                    let next = attempt.states.iter().skip(1).copied().chain(back);
                    for ((&from, to), action) in attempt.states.iter().zip(next).zip(&attempt.actions) {
                        let moves =
                            Transitions::new(explicit.space().system()).moves(&evidence.states[from]).successors;
                        let there =
                            |step: &qmas::ir::Successor| step.action == *action && step.state == evidence.states[to];
                        let local = |agent: AgentId| evidence.states[from].observation(&model.system, agent);
                        let against = |decision: &Decision| {
                            decision.sees == local(decision.agent) && decision.action != action.get(decision.agent)
                        };
                        if !moves.iter().any(there) || attempt.decisions.iter().any(against) {
                            return false;
                        }
                    }
                }
            }
            (Reason::Jump(jump), Formula::Considers(knowledge, _)) => {
                let mut here = node.state;
                for (agents, there) in &jump.steps {
                    if !named(model, knowledge).contains(agents) {
                        return false;
                    }
                    let same = |&agent: &AgentId| {
                        let local = |id: usize| evidence.states[id].observation(&model.system, agent);
                        local(here) == local(*there)
                    };
                    if !agents.iter().all(same) {
                        return false;
                    }
                    here = *there;
                }
            }
            (Reason::Prevention(prevention), Formula::Not(enforced)) => {
                let Formula::Strategic(_, operator) = evidence.formulas.get(enforced) else { return false };
                let avoided = if let Temporal::Next(f) = operator { f } else { enforced };
                let formula = engine[avoided.index()];
                let Ok(avoided) = explicit.satisfying_specification(Specification { logic, formula }) else {
                    return false;
                };
                for Step { from, action, to } in &prevention.rows {
                    let moves = Transitions::new(explicit.space().system()).moves(&evidence.states[*from]).successors;
                    let there =
                        |step: &qmas::ir::Successor| step.action == *action && step.state == evidence.states[*to];
                    if avoided.contains(numbers[*to]) || !moves.iter().any(there) {
                        return false;
                    }
                }
            }
            (Reason::Strategy(Strategy { table: Table::Perfect(rows), .. }), Formula::Strategic(group, operator)) => {
                let kept = if let Temporal::Next(f) = operator { f } else { node.formula };
                let formula = engine[kept.index()];
                let Ok(kept) = explicit.satisfying_specification(Specification { logic, formula }) else {
                    return false;
                };
                let members = &model.system.group(group).members;
                for (from, choice) in rows {
                    let chosen = |action: &JointAction| {
                        members.iter().zip(choice).all(|(&member, &chosen)| action.get(member) == chosen)
                    };
                    let moves = Transitions::new(explicit.space().system()).moves(&evidence.states[*from]).successors;
                    let leaves = |step: &&qmas::ir::Successor| {
                        space_of(explicit, &step.state).is_none_or(|number| !kept.contains(number))
                    };
                    if moves.iter().filter(|step| chosen(&step.action)).any(|step| leaves(&step)) {
                        return false;
                    }
                }
            }
            _ => {}
        }
    }
    // The end of a run to a state that no path leads to.
    evidence.origins.iter().all(|(&id, run)| run.states.last() == Some(&evidence.states[id]))
}

/// The lists of agents that a step of a kind of knowledge may name.
pub(crate) fn named(model: &Model, knowledge: qmas::logic::Knowledge) -> Vec<Vec<AgentId>> {
    use qmas::logic::Knowledge;
    match knowledge {
        Knowledge::Agent(agent) => vec![vec![agent]],
        Knowledge::Distributed(group) => vec![model.system.group(group).members.clone()],
        Knowledge::Everyone(group) | Knowledge::Common(group) => {
            model.system.group(group).members.iter().map(|&member| vec![member]).collect()
        }
    }
}

/// How many changes were rejected, and how many left the evidence right.
fn judged(drawn: &RandomModel, seed: u64, options: &Options) -> Result<(usize, usize), String> {
    let model = prepared(&loaded(drawn)?);
    let options = self::options(options.clone());
    let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut prng = Prng::new(seed);
    let (mut rejected, mut right) = (0, 0);
    for (number, &specification) in model.specifications.iter().enumerate() {
        let shown = shown(&explicit.check(specification))?;
        if explicit.space().initial_states().is_empty() {
            continue;
        }
        let mut listed = Listed::new(&mut explicit, &options, specification.logic);
        let evidence =
            build(&mut listed, &model, specification, shown, &options.terms()).map_err(|reason| reason.to_string())?;
        for _ in 0..6 {
            let Some(changed) = changed(&evidence, &model, &mut prng) else { continue };
            // All states of random systems are looked at, so that wrong universal claims are found out as well.
            let replayed = replay_within(&changed, &model, specification, 1_000);
            let accepted = replayed.is_ok_and(|replayed| replayed.open.is_empty());
            let is_right = is_right(&changed, &model, &mut explicit, specification.logic);
            if accepted && !is_right {
                return Err(format!("formula {}: accepted, but wrong: {changed:?}", number + 1));
            }
            if accepted {
                right += 1;
            } else {
                rejected += 1;
            }
        }
    }
    Ok((rejected, right))
}

/// Changes in evidence for formulas of a logic: at least so many must be rejected in a long run.
fn tampering(seeds: Range<u64>, logic: Logic, least: usize, options: &Options) {
    let counts = std::cell::Cell::new((0, 0));
    forall(
        seeds.clone(),
        |seed| draw(seed, Wishes::default(), logic, 8),
        |model| {
            let (rejected, right) = judged(model, 7, options)?;
            let (all_rejected, all_right) = counts.get();
            counts.set((all_rejected + rejected, all_right + right));
            Ok(())
        },
    );
    let (rejected, right) = counts.get();
    let least = effort::share(least, seeds);
    assert!(rejected > least, "only {rejected} changes were rejected, {right} left the evidence right");
    assert!(rejected > 2 * right, "{rejected} changes were rejected, {right} left the evidence right");
}

#[test]
fn what_was_tampered_with_is_rejected() {
    tampering(110_000..110_300, Logic::Ctl, 4_000, &Options::default());
}

#[test]
fn tampered_tables_of_strategies_are_rejected() {
    tampering(111_000..111_200, Logic::Atl, 1_000, &Options::default());
}

#[test]
fn tampered_reasons_about_uniform_strategies_are_rejected() {
    tampering(119_000..119_200, Logic::Atl, 1_000, &uniform());
}

#[test]
fn tampered_paths_of_path_formulas_are_rejected() {
    tampering(112_000..112_100, Logic::Ltl, 500, &Options::default());
    tampering(113_000..113_100, Logic::CdlStar, 500, &Options::default());
}
