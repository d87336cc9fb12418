//! LDL and CDL*: the axioms of dynamic logic (Harel, Kozen, Tiuryn 2000), and LTL inside LDL. On infinite paths and on
//! finite traces alike, unless said otherwise.

use std::ops::Range;

use crate::common::random::{Formula, Logic, RandomModel, Regex, Wishes};
use crate::laws::build::{Exists, Forall, any, linear_to_star, next, path, release, to_dynamic, truth, until};
use crate::laws::{Law, Laws, same, valid};
use qmas::engine::Traces;
use qmas::options::Options;

const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 1, most_states: 60 };

/// Equivalent on every path.
fn on_paths(name: &'static str, left: Formula, right: Formula) -> Law {
    valid(name, left.equivalent(right).spec(Logic::Ldl))
}

/// The laws are about the parts of `<rho>f` and `<sigma>g`.
fn of_modalities(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let (Formula::Dynamic(_, rho, f), Formula::Dynamic(_, sigma, g)) = (f, g) else { return Vec::new() };
    let (rho, sigma) = (|| (**rho).clone(), || (**sigma).clone());
    let f = || (**f).clone();
    let g = || (**g).clone();
    vec![
        on_paths("[rho]f = !<rho>!f", f().boxed(rho()), f().not().diamond(rho()).not()),
        on_paths("<rho;sigma>f = <rho><sigma>f", f().diamond(rho().then(sigma())), f().diamond(sigma()).diamond(rho())),
        on_paths("[rho;sigma]f = [rho][sigma]f", f().boxed(rho().then(sigma())), f().boxed(sigma()).boxed(rho())),
        on_paths("<rho+sigma>f", f().diamond(rho().plus(sigma())), f().diamond(rho()).or(f().diamond(sigma()))),
        on_paths("[rho+sigma]f", f().boxed(rho().plus(sigma())), f().boxed(rho()).and(f().boxed(sigma()))),
        on_paths("<rho*>f unfolds", f().diamond(rho().star()), f().or(f().diamond(rho().star()).diamond(rho()))),
        on_paths("[rho*]f unfolds", f().boxed(rho().star()), f().and(f().boxed(rho().star()).boxed(rho()))),
        on_paths("<f?>g = f and g", g().diamond(Regex::test(f())), f().and(g())),
        on_paths("[f?]g = f -> g", g().boxed(Regex::test(f())), f().implies(g())),
        on_paths("<(f?)*>g = g", g().diamond(Regex::test(f()).star()), g()),
        on_paths("[(f?)*]g = g", g().boxed(Regex::test(f()).star()), g()),
        on_paths("<rho**>f = <rho*>f", f().diamond(rho().star().star()), f().diamond(rho().star())),
        on_paths("<(rho+f?)*>g", g().diamond(rho().plus(Regex::test(f())).star()), g().diamond(rho().star())),
        on_paths("<rho>(f or g)", f().or(g()).diamond(rho()), f().diamond(rho()).or(g().diamond(rho()))),
        on_paths("<rho+sigma> commutes", f().diamond(rho().plus(sigma())), f().diamond(sigma().plus(rho()))),
        same("LDL f = CDL* A f", f().spec(Logic::Ldl), linear_to_star(&f()).quantified(Forall).spec(Logic::CdlStar)),
        same(
            "E f = !A !f",
            linear_to_star(&f()).quantified(Exists).spec(Logic::CdlStar),
            linear_to_star(&f()).not().quantified(Forall).not().spec(Logic::CdlStar),
        ),
    ]
}

fn modalities(seeds: Range<u64>, options: Options) -> Laws {
    let wanted = |formula: &Formula| matches!(formula, Formula::Dynamic(..));
    Laws { wishes: FAIR, options, wanted, ..Laws::new(seeds, Logic::Ldl, 2) }
}

#[test]
fn modalities_on_infinite_paths() {
    modalities(0..60, Options::default()).hold(of_modalities);
}

#[test]
fn modalities_on_finite_traces() {
    let options = Options { traces: Traces::Finite, ..Options::default() };
    modalities(100..160, options).hold(of_modalities);
}

#[test]
fn linear_time_inside() {
    Laws { wishes: FAIR, ..Laws::new(200..320, Logic::Ltl, 3) }.hold(|_, f, g| {
        let law = |f: &Formula| same("LTL inside LDL", f.clone().spec(Logic::Ltl), to_dynamic(f).spec(Logic::Ldl));
        vec![law(f), law(g), law(&f.clone().not())]
    });
}

#[test]
fn quantifiers_over_linear_time_inside() {
    Laws { wishes: FAIR, ..Laws::new(400..520, Logic::CtlStar, 3) }.hold(|_, f, g| {
        let law =
            |f: &Formula| same("CTL* inside CDL*", f.clone().spec(Logic::CtlStar), to_dynamic(f).spec(Logic::CdlStar));
        vec![law(f), law(g), law(&f.clone().implies(g.clone()))]
    });
}

/// Steps over a state formula are U and R.
#[test]
fn stars_of_steps() {
    Laws { wishes: FAIR, ..Laws::new(600..700, Logic::Ldl, 0) }.hold(|_, f, g| {
        let (f, g) = (|| f.clone(), || g.clone());
        let law =
            |name, linear: Formula, dynamic: Formula| same(name, linear.spec(Logic::Ltl), dynamic.spec(Logic::Ldl));
        vec![
            law("<f*>g = f U g", path(until(f(), g())), g().diamond(Regex::step(f()).star())),
            law("[f*]g = !f R g", path(release(f().not(), g())), g().boxed(Regex::step(f()).star())),
            law("<(f?;true)*>g = f U g", path(until(f(), g())), g().diamond(Regex::test(f()).then(any()).star())),
            law("<true*>f = true U f", path(until(truth(), f())), f().diamond(any().star())),
            law("<f>g = <f?;true>g", f().and(path(next(g()))), g().diamond(Regex::step(f()))),
        ]
    });
}
