//! Evidence for one verdict, replayed before anybody sees it: what does not replay is an error of ours, and said to be one.

use std::sync::Arc;

use super::wanted::{Explanation, Item, Job};
use crate::engine::GaveUp;
use crate::logic::Specification;
use crate::model::Model;
use crate::options::Options;
use crate::outcome::{Backing, Interesting};
use crate::witness::{
    Conclusion, Evidence, EvidenceFile, Mismatch, Missing, Reason, Sets, Unknowing, VacuityQuestion, build, replay,
    replay_unknowing, unknowing,
};

/// How many comparisons of two runs are made for one formula.
const MOST_COMPARED: usize = 4;

/// Adds to an explanation what a verdict rests on.
///
/// # Errors
/// Memory only: there may be more. Any other limit is a reason why there is no evidence.
pub(super) fn add<S: Sets>(
    explanation: &mut Explanation,
    (job, item): (&Job, &Item),
    options: &Options,
    sets: &mut S,
) -> Result<(), GaveUp> {
    let Some(shown) = item.shown else { return Ok(()) };
    explanation.backing = backing(job, options, sets, item.specification, shown)?;
    if matches!((&explanation.backing, shown), (Backing::Nothing, Conclusion::Holds)) {
        match interesting(job, item, options, sets)? {
            Ok(cases) => explanation.interesting = cases,
            Err(broken) => explanation.backing = broken,
        }
    }
    Ok(())
}

/// Evidence for a verdict, if there is anything to see in it.
fn backing<S: Sets>(
    job: &Job,
    options: &Options,
    sets: &mut S,
    specification: Specification,
    shown: Conclusion,
) -> Result<Backing, GaveUp> {
    let model = &job.model;
    let mut evidence = match build(sets, model, specification, shown, &options.terms()) {
        Ok(evidence) => evidence,
        Err(GaveUp::Memory) => return Err(GaveUp::Memory),
        Err(reason) => return Ok(Backing::Missing(reason.to_string())),
    };
    let replayed = replay(&evidence, model, specification);
    evidence.slice.clone_from(&job.slice);
    Ok(match replayed {
        Ok(_) if shown == Conclusion::Holds && !evidence.is_substantial() => Backing::Nothing,
        Ok(replayed) => match why_not(sets, model, &evidence) {
            Ok(Ok(unknowing)) => Backing::Evidence { evidence: Arc::new(evidence), replayed, unknowing },
            Ok(Err(mismatch)) => broken(model, specification, evidence, mismatch),
            Err(GaveUp::Memory) => return Err(GaveUp::Memory),
            // The comparison of runs is an extra.
            Err(_) => Backing::Evidence { evidence: Arc::new(evidence), replayed, unknowing: Vec::new() },
        },
        Err(mismatch) => broken(model, specification, evidence, mismatch),
    })
}

fn broken(model: &Model, specification: Specification, evidence: Evidence, mismatch: Mismatch) -> Backing {
    let file = Arc::new(EvidenceFile::new(&evidence, &[], model, specification));
    Backing::Broken { evidence: Arc::new(evidence), file, mismatch }
}

/// Cases in which the left side of an implication is true although the formula holds: what is wrong with the formula
/// that has `false` on the right side. Or one that does not replay.
fn interesting<S: Sets>(
    job: &Job,
    item: &Item,
    options: &Options,
    sets: &mut S,
) -> Result<Result<Vec<Interesting>, Backing>, GaveUp> {
    let (model, mut found) = (&job.model, Vec::new());
    for asked in &item.questions {
        let VacuityQuestion::Antecedent { antecedent, changed } = asked else { continue };
        let specification = Specification { formula: *changed, ..item.specification };
        match build(sets, model, specification, Conclusion::Fails, &options.terms()) {
            Ok(mut evidence) => {
                let replayed = replay(&evidence, model, specification);
                evidence.slice.clone_from(&job.slice);
                if let Err(mismatch) = replayed {
                    return Ok(Err(broken(model, specification, evidence, mismatch)));
                }
                let file = Arc::new(EvidenceFile::new(&evidence, &[], model, specification));
                found.push(Interesting { antecedent: *antecedent, evidence: Arc::new(evidence), file });
            }
            Err(GaveUp::Memory) => return Err(GaveUp::Memory),
            // It holds for an empty reason, which is said elsewhere.
            Err(_) => {}
        }
    }
    Ok(Ok(found))
}

/// For the first steps of knowledge that evidence takes to other states, the two runs side by side. Or what is wrong with
/// one of them.
fn why_not<S: Sets>(
    sets: &mut S,
    model: &Model,
    evidence: &Evidence,
) -> Result<Result<Vec<(usize, Unknowing)>, Mismatch>, GaveUp> {
    let Some(engine) = model.formulas.find_all(&evidence.formulas) else { return Ok(Ok(Vec::new())) };
    let mut formulas = evidence.formulas.clone();
    let mut found = Vec::new();
    for (number, node) in evidence.nodes.iter().enumerate() {
        let Reason::Jump(jump) = &node.reason else { continue };
        let [(agents, there)] = jump.steps.as_slice() else { continue };
        if *there == node.state {
            continue;
        }
        // !K(a, f) says that something is considered possible in which f is false.
        let known = formulas.negated_normal_form(evidence.nodes[jump.part].formula);
        let Some(&known) = engine.get(known.index()) else { continue };
        let state = &evidence.states[node.state];
        if let Some(why) = unknowing(sets, &model.system, state, agents, known)? {
            if let Err(mismatch) = replay_unknowing(&why, model) {
                return Ok(Err(mismatch));
            }
            // It speaks of the state that the step leads to, or is of no use to a reader.
            if *why.other.last() == evidence.states[*there] {
                found.push((number, why));
            }
        }
        if found.len() == MOST_COMPARED {
            break;
        }
    }
    Ok(Ok(found))
}

/// Whether all states would let a comparison of two runs say more.
pub(super) fn is_partial(explanation: &Explanation) -> bool {
    match &explanation.backing {
        Backing::Evidence { unknowing, .. } => unknowing.iter().any(|(_, why)| why.missing == Missing::Unknown),
        Backing::Nothing | Backing::Missing(_) | Backing::LeftOut | Backing::Broken { .. } => false,
    }
}

/// Adds to an explanation what a verdict rests on, or completes what is there, where all states are known.
///
/// # Errors
/// The limit that was reached; what was there has not changed then.
pub(super) fn add_what_is_missing<S: Sets>(
    explanation: &mut Explanation,
    (job, item): (&Job, &Item),
    options: &Options,
    sets: &mut S,
) -> Result<(), GaveUp> {
    if is_partial(explanation) {
        complete(explanation, (job, item), sets)
    } else {
        add(explanation, (job, item), options, sets)
    }
}

/// Compares the runs once more.
fn complete<S: Sets>(explanation: &mut Explanation, (job, item): (&Job, &Item), sets: &mut S) -> Result<(), GaveUp> {
    let Backing::Evidence { evidence, replayed, .. } = &explanation.backing else { return Ok(()) };
    explanation.backing = match why_not(sets, &job.model, evidence)? {
        Ok(unknowing) => Backing::Evidence { evidence: Arc::clone(evidence), replayed: replayed.clone(), unknowing },
        Err(mismatch) => broken(&job.model, item.specification, evidence.as_ref().clone(), mismatch),
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::super::listed::Listed;
    use super::super::purse::Purse;
    use super::*;
    use crate::automata::PathFormula;
    use crate::engine::{EngineName, Verdict};
    use crate::explicit::{Explicit, StateSet};
    use crate::ir::{AgentId, JointAction, State, VarId};
    use crate::load::{Strictness, load};
    use crate::logic::FormulaId;
    use crate::options::Shows;
    use crate::outcome::Outcome;
    use crate::run::Run;

    /// Sets of an engine that is wrong about something.
    struct Liar<'e, 'm> {
        honest: Listed<'e, 'm>,
        /// After so many right answers, others than those that an agent cannot tell apart.
        alike: usize,
        /// What is done in every step.
        action: Option<JointAction>,
    }

    impl Sets for Liar<'_, '_> {
        type Set = StateSet;

        fn satisfying(&mut self, formula: FormulaId) -> Result<StateSet, GaveUp> {
            self.honest.satisfying(formula)
        }

        fn universe(&self) -> StateSet {
            self.honest.universe()
        }

        fn initial(&self) -> Result<StateSet, GaveUp> {
            self.honest.initial()
        }

        fn fairness(&self) -> Vec<StateSet> {
            self.honest.fairness()
        }

        fn single(&self, state: &State) -> Result<StateSet, GaveUp> {
            self.honest.single(state)
        }

        fn with_value(&self, variable: VarId, value: i64) -> Result<StateSet, GaveUp> {
            self.honest.with_value(variable, value)
        }

        fn and(&self, left: &StateSet, right: &StateSet) -> Result<StateSet, GaveUp> {
            self.honest.and(left, right)
        }

        fn or(&self, left: &StateSet, right: &StateSet) -> Result<StateSet, GaveUp> {
            self.honest.or(left, right)
        }

        fn minus(&self, left: &StateSet, right: &StateSet) -> Result<StateSet, GaveUp> {
            self.honest.minus(left, right)
        }

        fn is_empty(&self, set: &StateSet) -> bool {
            self.honest.is_empty(set)
        }

        fn count(&self, set: &StateSet) -> BigUint {
            self.honest.count(set)
        }

        fn some(&self, set: &StateSet) -> Result<Option<State>, GaveUp> {
            self.honest.some(set)
        }

        fn before(&self, set: &StateSet) -> Result<StateSet, GaveUp> {
            self.honest.before(set)
        }

        fn after(&self, set: &StateSet) -> Result<StateSet, GaveUp> {
            self.honest.after(set)
        }

        fn alike(&mut self, set: &StateSet, agents: &[AgentId]) -> Result<StateSet, GaveUp> {
            let alike = self.honest.alike(set, agents)?;
            match self.alike.checked_sub(1) {
                Some(left) => {
                    self.alike = left;
                    Ok(alike)
                }
                None => self.honest.minus(&self.honest.universe(), &alike),
            }
        }

        fn tell_all_apart(&mut self, agents: &[AgentId]) -> Result<bool, GaveUp> {
            self.honest.tell_all_apart(agents)
        }

        fn action(&self, from: &State, to: &State) -> Result<JointAction, GaveUp> {
            self.action.clone().map_or_else(|| self.honest.action(from, to), Ok)
        }

        fn run(&mut self, path: PathFormula, from: Option<&State>) -> Result<Option<Run>, GaveUp> {
            self.honest.run(path, from)
        }
    }

    /// What is said of the only formula, which has this verdict, by sets that are made wrong.
    fn explained(formula: &str, verdict: Verdict, wrong: impl FnOnce(&mut Liar<'_, '_>)) -> Explanation {
        let text = format!(
            "Agent Environment Vars: x: 0..3; y: 0..1; end Vars Actions = {{ up, wait }};
             Protocol: x < 3: {{ up, wait }}; Other: {{ wait }}; end Protocol
             Evolution: x = x + 1 and y = 1 - y if Action = up; end Evolution end Agent
             Agent One Lobsvars = {{ y }}; Vars: z: boolean; end Vars Actions = {{ a }};
             Protocol: Other: {{ a }}; end Protocol Evolution: z = false if Action = a; end Evolution end Agent
             Evaluation two if Environment.x = 2; end Evaluation
             InitStates Environment.x = 0 and Environment.y = 0 and One.z = false; end InitStates
             Formulae {formula}; end Formulae"
        );
        let loaded = load(&text, Strictness::Lenient);
        let model = loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let options = Options { evidence: Shows::Everything, vacuity: true, ..Options::default() };
        let outcome = Outcome::new(verdict, EngineName::Explicit, std::time::Duration::ZERO);
        let purse = Purse::new(&options, std::time::Duration::ZERO);
        let job = Job::new(&model, &options, purse, [(0, &outcome)]).expect("no limits").expect("evidence is wanted");
        let mut engine = Explicit::new(&job.model, &options.terms()).expect("few states");
        let honest = Listed::new(&mut engine, &options, job.items[0].specification.logic);
        let mut sets = Liar { honest, alike: usize::MAX, action: None };
        wrong(&mut sets);
        let mut explanation = Explanation::default();
        add(&mut explanation, (&job, &job.items[0]), &options, &mut sets).expect("no limits");
        explanation
    }

    /// One cannot tell that x is 2 from its being 0. Evidence is right, the comparison of two runs is not.
    #[test]
    fn a_comparison_that_does_not_replay() {
        let formula = "AG(two -> K(One, two))";
        let Backing::Evidence { evidence: right, unknowing, .. } = explained(formula, Verdict::Fails, |_| ()).backing
        else {
            panic!("there is evidence")
        };
        assert_eq!(unknowing.len(), 1);
        // It takes some right answers to build the evidence, and one more to compare.
        let mut wrong = (0..10).map(|right| explained(formula, Verdict::Fails, |liar| liar.alike = right).backing);
        assert!(wrong.any(|backing| matches!(backing, Backing::Broken { evidence, .. } if evidence == right)));
    }

    #[test]
    fn a_case_that_does_not_replay() {
        let formula = "AG(two -> EF two)";
        let right = explained(formula, Verdict::Holds, |_| ());
        assert!(matches!(right.backing, Backing::Nothing) && right.interesting.len() == 1, "{right:?}");
        let wait = JointAction::new([1, 0].map(crate::ir::ActionId::new));
        let wrong = explained(formula, Verdict::Holds, |liar| liar.action = Some(wait));
        assert!(matches!(wrong.backing, Backing::Broken { .. }) && wrong.interesting.is_empty(), "{wrong:?}");
    }
}
