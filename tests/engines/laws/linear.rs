//! LTL and CTL*: the same formulas on the same paths, and CTL where every state has a path.

use crate::common::random::{Formula, Logic, RandomModel, Specification, Wishes};
use crate::laws::build::{
    Exists, Forall, branching_to_star, falsity, finally, globally, linear_to_star, next, path, release, truth, until,
    weak_until,
};
use crate::laws::{Law, Laws, implies, same, valid};

const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 60 };

/// Equivalent on every path, not only on all paths of a state.
fn on_paths(name: &'static str, left: Formula, right: Formula) -> Law {
    valid(name, left.equivalent(right).spec(Logic::Ltl))
}

fn of_linear_time(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    let unfolded = || g().or(f().and(path(next(path(until(f(), g()))))));
    vec![
        same("LTL f = CTL* A f", f().spec(Logic::Ltl), linear_to_star(&f()).quantified(Forall).spec(Logic::CtlStar)),
        on_paths("F f = true U f", path(finally(f())), path(until(truth(), f()))),
        on_paths("G f = !F !f", path(globally(f())), path(finally(f().not())).not()),
        on_paths("X f = !X !f", path(next(f())), path(next(f().not())).not()),
        on_paths("f R g = !(!f U !g)", path(release(f(), g())), path(until(f().not(), g().not())).not()),
        on_paths("f W g = f U g or G f", path(weak_until(f(), g())), path(until(f(), g())).or(path(globally(f())))),
        on_paths("F f = f or X F f", path(finally(f())), f().or(path(next(path(finally(f())))))),
        on_paths("f U g = g or f and X(f U g)", path(until(f(), g())), unfolded()),
        on_paths("F F f = F f", path(finally(path(finally(f())))), path(finally(f()))),
        on_paths("F(f or g) = F f or F g", path(finally(f().or(g()))), path(finally(f())).or(path(finally(g())))),
    ]
}

#[test]
fn linear_time() {
    Laws { wishes: FAIR, ..Laws::new(0..100, Logic::Ltl, 2) }.hold(of_linear_time);
}

fn star(formula: Formula) -> Specification {
    formula.spec(Logic::CtlStar)
}

fn of_quantifiers(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    let some = |f: Formula| f.quantified(Exists);
    let all = |f: Formula| f.quantified(Forall);
    let (always_f, always_g) = (|| path(globally(f())), || path(globally(g())));
    let starts = || path(next(truth()));
    let (once_f, once_g) = (|| path(finally(f())), || path(finally(g())));
    vec![
        same(
            "A G F f = !E !G F f",
            star(all(path(globally(once_f())))),
            star(some(path(globally(once_f())).not()).not()),
        ),
        same(
            "E(F f or F g) = E F f or E F g",
            star(some(once_f().or(once_g()))),
            star(some(once_f()).or(some(once_g()))),
        ),
        same("A(G f and G g) = A G f and A G g", star(all(always_f().and(always_g()))), {
            star(all(always_f()).and(all(always_g())))
        }),
        implies("E(F f and G g) -> E F f and E G g", star(some(once_f().and(always_g()))), {
            star(some(once_f()).and(some(always_g())))
        }),
        same("E(f and X true) = f where a path starts", star(some(f().and(starts()))), star(f().and(some(starts())))),
        same("A(X true -> f) = f where a path starts", star(all(starts().implies(f()))), {
            star(some(starts()).implies(f()))
        }),
        same("A X false where none starts", star(all(path(next(falsity())))), star(some(starts()).not())),
        same("E true = true, and A false = false", star(some(truth())), star(all(falsity()).not())),
        valid("A(G f -> F f)", star(all(always_f().implies(once_f())))),
    ]
}

#[test]
fn quantifiers() {
    Laws { wishes: FAIR, ..Laws::new(200..300, Logic::CtlStar, 2) }.hold(of_quantifiers);
}

/// CTL's `EF` looks at all steps, CTL*'s `E F` at infinite paths: they agree where every state starts a path.
fn of_both(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let law = |f: &Formula| same("CTL inside CTL*", f.clone().spec(Logic::Ctl), star(branching_to_star(f)));
    vec![law(f), law(g), law(&f.clone().implies(g.clone()))]
}

fn both(seeds: std::ops::Range<u64>, wishes: Wishes) -> Laws {
    let mut laws = Laws { wishes, ..Laws::new(seeds, Logic::Ctl, 3) };
    laws.shape.obligation = false;
    laws
}

#[test]
fn branching_time_on_total_systems() {
    both(400..600, Wishes { total: true, ..Wishes::default() }).hold(of_both);
}

#[test]
fn branching_time_on_fair_paths() {
    let laws = both(600..800, Wishes { fairness: 2, ..Wishes::default() });
    laws.hold(|model, f, g| if model.fairness.is_empty() { Vec::new() } else { of_both(model, f, g) });
}
