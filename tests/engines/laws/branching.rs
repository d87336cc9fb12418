//! CTL: one operator defined by others, and fixpoints. They hold with deadlocks and with fairness.

use crate::common::random::{Formula, Logic, RandomModel, Wishes};
use crate::laws::build::{a, e, finally, globally, next, release, truth, until, weak_until};
use crate::laws::{Law, Laws, same};

fn laws(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    let law = |name, left: Formula, right: Formula| same(name, left.spec(Logic::Ctl), right.spec(Logic::Ctl));
    let neither = || f().not().and(g().not());
    vec![
        law("EF f = E(true U f)", e(finally(f())), e(until(truth(), f()))),
        law("AG f = !EF !f", a(globally(f())), e(finally(f().not())).not()),
        law("AX f = !EX !f", a(next(f())), e(next(f().not())).not()),
        law("AF f = !EG !f", a(finally(f())), e(globally(f().not())).not()),
        law(
            "A(f U g) = !(E(!g U !f and !g) or EG !g)",
            a(until(f(), g())),
            e(until(g().not(), neither())).or(e(globally(g().not()))).not(),
        ),
        law("A(f R g) = !E(!f U !g)", a(release(f(), g())), e(until(f().not(), g().not())).not()),
        law(
            "E(f R g) = E(g U f and g) or EG g",
            e(release(f(), g())),
            e(until(g(), f().and(g()))).or(e(globally(g()))),
        ),
        law("E(f W g) = E(f U g) or EG f", e(weak_until(f(), g())), e(until(f(), g())).or(e(globally(f())))),
        law("A(f W g) = !E(!g U !f and !g)", a(weak_until(f(), g())), e(until(g().not(), neither())).not()),
        law("f W g = g R (f or g)", a(weak_until(f(), g())), a(release(g(), f().or(g())))),
        law("EF f = f or EX EF f", e(finally(f())), f().or(e(next(e(finally(f())))))),
        law("EG f = f and EX EG f", e(globally(f())), f().and(e(next(e(globally(f())))))),
        law("AG f = f and AX AG f", a(globally(f())), f().and(a(next(a(globally(f())))))),
        law("AF f = f or AX AF f", a(finally(f())), f().or(a(next(a(finally(f())))))),
        law("E(f U g) = g or f and EX E(f U g)", e(until(f(), g())), g().or(f().and(e(next(e(until(f(), g()))))))),
        law("EX(f or g) = EX f or EX g", e(next(f().or(g()))), e(next(f())).or(e(next(g())))),
        law("EF EF f = EF f", e(finally(e(finally(f())))), e(finally(f()))),
        law("AG AG f = AG f", a(globally(a(globally(f())))), a(globally(f()))),
    ]
}

#[test]
fn with_deadlocks() {
    Laws::new(0..120, Logic::Ctl, 2).hold(laws);
}

#[test]
fn with_fairness() {
    Laws { wishes: Wishes { fairness: 2, ..Wishes::default() }, ..Laws::new(200..320, Logic::Ctl, 2) }.hold(laws);
}

/// Without the part of fairness that only EG sees, AU unfolds as well.
#[test]
fn until_unfolds_without_fairness() {
    Laws::new(400..500, Logic::Ctl, 2).hold(|_, f, g| {
        let until = || a(until(f.clone(), g.clone()));
        let unfolded = g.clone().or(f.clone().and(a(next(until()))));
        vec![same("A(f U g) = g or f and AX A(f U g)", until().spec(Logic::Ctl), unfolded.spec(Logic::Ctl))]
    });
}
