//! What an agent would have to see: enough, and no more than needed, by trying all sets on the reachable states.

use qmas::Model;
use qmas::explain::{Explained, explain_doubt};
use qmas::explicit::Explicit;
use qmas::ir::{AgentId, VarId};
use qmas::logic::{Formula, Knowledge, Logic as LogicOf, Specification};
use qmas::options::Options;
use qmas::witness::Missing;

use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use crate::random::options;

/// Whether an agent that sees these variables besides knows a formula in a state.
fn knows(
    model: &Model,
    explicit: &mut Explicit<'_>,
    agent: AgentId,
    formula: Specification,
    state: usize,
    more: &[VarId],
) -> bool {
    let set = explicit.satisfying_specification(formula).expect("random systems are small");
    let space = explicit.space();
    let seen: Vec<VarId> = model.system.agent(agent).observes.iter().chain(more).copied().collect();
    let same = |other: usize| seen.iter().all(|&id| space.value(other, id) == space.value(state, id));
    (0..space.len()).all(|other| !same(other) || set.contains(other))
}

/// All sets of so many variables.
fn sets(variables: &[VarId], size: usize) -> Vec<Vec<VarId>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in variables.iter().enumerate() {
        for mut rest in sets(&variables[at + 1..], size - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// How many explanations were looked at.
fn right_explanations(drawn: &RandomModel) -> Result<usize, String> {
    let mut model = loaded(drawn)?;
    let mut looked_at = 0;
    for specification in model.specifications.clone() {
        for agent in model.system.agent_ids() {
            let known = Specification { logic: LogicOf::Ctl, formula: specification.formula };
            let knowledge = Formula::Knows(Knowledge::Agent(agent), specification.formula);
            let formula = model.formulas.intern(knowledge);
            let asked = Specification { logic: LogicOf::Ctl, formula };
            let options = options(Options::default());
            let explained =
                explain_doubt(&mut model, asked, None, None, &options).map_err(|reason| reason.to_string())?;
            let why = match explained {
                Explained::Unknown(why, _) => why,
                Explained::Broken(mismatch) => return Err(mismatch.to_string()),
                Explained::Known | Explained::Nowhere | Explained::Sooner(_) | Explained::NotKnowledge => continue,
            };
            let snapshot = model.clone();
            let mut explicit = Explicit::new(&snapshot, &options.terms()).map_err(|reason| reason.to_string())?;
            let end = &why.real.states[why.real.states.len() - 1];
            let state = explicit.space().find(end).ok_or("a state is not reachable")?;
            if knows(&snapshot, &mut explicit, agent, known, state, &[]) {
                return Err("it is known after all".to_owned());
            }
            let variables: Vec<VarId> = snapshot.system.var_ids().collect();
            match &why.missing {
                Missing::Unknown => return Err("all states are known here".to_owned()),
                Missing::False => {
                    if knows(&snapshot, &mut explicit, agent, known, state, &variables) {
                        return Err("it could be known".to_owned());
                    }
                }
                Missing::Variables { variables: missing, .. } => {
                    if !knows(&snapshot, &mut explicit, agent, known, state, missing) {
                        return Err(format!("{missing:?} is not enough"));
                    }
                    for size in 0..missing.len() {
                        for smaller in sets(&variables, size) {
                            if knows(&snapshot, &mut explicit, agent, known, state, &smaller) {
                                return Err(format!("{missing:?} is more than needed: {smaller:?}"));
                            }
                        }
                    }
                }
            }
            looked_at += 1;
        }
    }
    Ok(looked_at)
}

#[test]
fn what_is_missing_is_enough_and_no_more_than_needed() {
    let count = std::cell::Cell::new(0);
    forall(
        114_000..114_100,
        |seed| draw(seed, Wishes::default(), Logic::Ctl, 4),
        |model| {
            count.set(count.get() + right_explanations(model)?);
            Ok(())
        },
    );
    assert!(count.get() > 200, "only {} explanations", count.get());
}
