//! The differential tests of J. Kong's thesis on MCMAS-Dynamic (section 8.2.2 and appendix A): one property in every logic
//! that can say it. There they are written by hand for one model; here states, agents and systems are drawn.

use crate::common::random::{AgentId, Formula, Knowledge, Logic, RandomModel, Regex, Specification, Temporal, Wishes};
use crate::laws::build::{
    Exists, Forall, a, any, branching_to_star, e, finally, globally, next, path, to_dynamic, truth, until,
};
use crate::laws::{Law, Laws, same};

const TOTAL: Wishes = Wishes { total: true, never_blocked: false, fairness: 0, most_states: 60 };
const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 60 };

/// All forms mean the same as the first.
fn alike(name: &'static str, forms: Vec<Specification>) -> Vec<Law> {
    let Some((first, others)) = forms.split_first() else { return Vec::new() };
    others.iter().map(|other| same(name, first.clone(), other.clone())).collect()
}

/// A property of all paths in the four logics that have paths.
fn on_all_paths(linear: &Formula) -> Vec<Specification> {
    let star = linear.clone().quantified(Forall);
    vec![
        linear.clone().spec(Logic::Ltl),
        star.clone().spec(Logic::CtlStar),
        to_dynamic(linear).spec(Logic::Ldl),
        to_dynamic(&star).spec(Logic::CdlStar),
    ]
}

/// A CTL formula, and the same with quantifiers and operators apart, with and without modalities.
fn branching(formula: &Formula) -> Vec<Specification> {
    let star = branching_to_star(formula);
    vec![formula.clone().spec(Logic::Ctl), star.clone().spec(Logic::CtlStar), to_dynamic(&star).spec(Logic::CdlStar)]
}

/// Both: a CTL formula that is a property of all paths.
fn both(formula: Formula, linear: &Formula) -> Vec<Specification> {
    [branching(&formula), on_all_paths(linear)].concat()
}

/// `operator` as it stands below a path quantifier.
fn linear(operator: Temporal) -> Formula {
    path(operator)
}

/// That the one knows that the other knows whether f.
fn knows_that_known(of: [AgentId; 2], f: &Formula) -> Formula {
    let other = |f: Formula| f.knows(Knowledge::Agent(of[1]));
    other(f.clone()).or(other(f.clone().not())).knows(Knowledge::Agent(of[0]))
}

fn of_the_thesis(model: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    let agents = model.agent_ids();
    let known = || knows_that_known([agents[0], agents[agents.len() - 1]], &f());
    let once = |f: Formula| linear(finally(f));
    let always = |f: Formula| linear(globally(f));
    let sometimes = once(f()).implies(once(g()));
    let fairly = always(once(f())).implies(once(g()));
    [
        alike("AF f", both(a(finally(f())), &once(f()))),
        alike("AG(f -> K ..)", both(a(globally(g().implies(known()))), &always(g().implies(known())))),
        alike("A(f U g)", both(a(until(f(), g())), &linear(until(f(), g())))),
        alike("EF f", branching(&e(finally(f())))),
        alike("AG EF f", branching(&a(globally(e(finally(f())))))),
        alike("EX EX f", branching(&e(next(e(next(f())))))),
        alike("F f -> F g", on_all_paths(&sometimes)),
        alike("G F f -> F g", on_all_paths(&fairly)),
        alike("AG(f -> AF g)", both(a(globally(f().implies(a(finally(g()))))), &always(f().implies(once(g()))))),
        chains(&f(), &g()),
    ]
    .concat()
}

/// Specifications 1 and 2 of section 8.6: chains of steps.
fn chains(f: &Formula, g: &Formula) -> Vec<Law> {
    let next_step = |f: Formula| path(next(f));
    let mut laws = Vec::new();
    for length in 1..4 {
        let reached = (0..length).fold(g.clone(), |inner, _| e(next(inner)));
        let steps = (1..length).fold(any(), |steps, _| steps.then(any()));
        let linear = (0..length).fold(g.clone(), |inner, _| next_step(inner));
        let mut forms = branching(&reached);
        forms.push(linear.quantified(Exists).spec(Logic::CtlStar));
        forms.push(g.clone().boxed(steps.clone()).quantified(Exists).spec(Logic::CdlStar));
        forms.push(g.clone().diamond(steps).quantified(Exists).spec(Logic::CdlStar));
        laws.extend(alike("EX .. EX g", forms));
        let works = (0..length).fold(truth(), |inner, _| next_step(f.clone().and(inner)));
        let then = (0..=length).fold(g.clone(), |inner, _| next_step(inner));
        let working = (0..length).fold(any(), |steps, _| steps.then(Regex::step(f.clone())));
        let working = to_dynamic(&g.clone().boxed(working));
        let mut forms = on_all_paths(&works.implies(then));
        forms.push(working.clone().spec(Logic::Ldl));
        forms.push(working.quantified(Forall).spec(Logic::CdlStar));
        laws.extend(alike("[tt;f;..;f]g", forms));
    }
    laws
}

/// Modalities have no `<` and `>` as comparisons: formulas are drawn as LDL has them.
fn leaves(seeds: std::ops::Range<u64>, wishes: Wishes) -> Laws {
    Laws { wishes, ..Laws::new(seeds, Logic::Ldl, 0) }
}

#[test]
fn the_thesis_on_total_systems() {
    leaves(0..100, TOTAL).hold(of_the_thesis);
}

#[test]
fn the_thesis_on_fair_paths() {
    leaves(100..200, FAIR).hold(|model, f, g| {
        // Without fairness there may be deadlocks, where CTL and linear time differ.
        if model.fairness.is_empty() { Vec::new() } else { of_the_thesis(model, f, g) }
    });
}

/// Any CTL formula, whatever is nested in it.
#[test]
fn branching_time_in_three_logics() {
    let mut laws = Laws { wishes: TOTAL, ..Laws::new(200..320, Logic::Ctl, 3) };
    laws.shape.obligation = false;
    laws.hold(|_, f, g| {
        [alike("f", branching(f)), alike("f and not g", branching(&f.clone().and(g.clone().not())))].concat()
    });
}

/// Any LTL formula.
#[test]
fn linear_time_in_four_logics() {
    let mut laws = Laws { wishes: FAIR, ..Laws::new(400..520, Logic::Ltl, 3) };
    laws.shape.knowledge = false;
    laws.hold(|_, f, g| {
        let both = f.clone().implies(g.clone());
        [alike("f", on_all_paths(f)), alike("f -> g", on_all_paths(&both))].concat()
    });
}
