//! Finite traces: a path and a last position. They exist everywhere, end, and see what CTL sees of steps.

use crate::common::random::{Formula, Logic, RandomModel, Regex, Specification, Wishes};
use crate::laws::build::{
    Exists, Forall, a, any, e, falsity, finally, globally, linear_to_star, next, release, truth, until,
};
use crate::laws::{Law, Laws, implies, same, valid};
use qmas::engine::Traces;
use qmas::options::Options;

fn finite(seeds: std::ops::Range<u64>, depth: usize) -> Laws {
    let wishes = Wishes { most_states: 80, ..Wishes::default() };
    let options = Options { traces: Traces::Finite, ..Options::default() };
    Laws { wishes, options, ..Laws::new(seeds, Logic::Ldl, depth) }
}

fn star(formula: Formula) -> Specification {
    formula.spec(Logic::CdlStar)
}

/// Formulas about states: here CTL and CDL* agree even in deadlocks, as none asks for more than finitely many steps.
fn of_steps(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    let ctl = |f: Formula| f.spec(Logic::Ctl);
    let many = |f: Formula| Regex::step(f).star();
    let (some, all) = (|f: Formula| star(f.quantified(Exists)), |f: Formula| star(f.quantified(Forall)));
    vec![
        same("E f = f", some(f()), ctl(f())),
        same("A f = f", all(f()), ctl(f())),
        same("E<true>f = EX f", some(f().diamond(any())), ctl(e(next(f())))),
        same("A[true]f = AX f", all(f().boxed(any())), ctl(a(next(f())))),
        same("E<true*>f = EF f", some(f().diamond(any().star())), ctl(e(finally(f())))),
        same("A[true*]f = AG f", all(f().boxed(any().star())), ctl(a(globally(f())))),
        same("E<f*>g = E(f U g)", some(g().diamond(many(f()))), ctl(e(until(f(), g())))),
        same("A[f*]g = A(!f R g)", all(g().boxed(many(f()))), ctl(a(release(f().not(), g())))),
        // A trace may end at once, so nothing has to happen later.
        same("A<true*>f = f", all(f().diamond(any().star())), ctl(f())),
        same("E[true*]f = f", some(f().boxed(any().star())), ctl(f())),
        same("A<true>f is false", all(f().diamond(any())), ctl(falsity())),
    ]
}

#[test]
fn steps() {
    finite(0..150, 0).hold(of_steps);
}

fn of_ends(_: &RandomModel, f: &Formula, _: &Formula) -> Vec<Law> {
    let quantified = |quantifier| star(linear_to_star(f).quantified(quantifier));
    let f = || f.clone();
    let last = || falsity().boxed(any());
    vec![
        implies("A f -> E f", quantified(Forall), quantified(Exists)),
        valid("every trace ends", last().diamond(any().star()).spec(Logic::Ldl)),
        valid("nothing follows the end", last().implies(truth().diamond(any().then(any())).not()).spec(Logic::Ldl)),
        valid("at the end all boxes hold", last().implies(f().boxed(any())).spec(Logic::Ldl)),
        valid("before the end X is its own dual", {
            let goes_on = truth().diamond(any());
            goes_on.implies(f().diamond(any()).equivalent(f().boxed(any()))).spec(Logic::Ldl)
        }),
        valid("a trace of one position", star(last().quantified(Exists))),
    ]
}

#[test]
fn ends() {
    finite(200..300, 2).hold(of_ends);
}

/// Linear time on finite traces (De Giacomo and Vardi 2013): its expansion laws, in its LDL form, for any formulas.
fn of_linear_time(_: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    let until = |f: Formula, g: Formula| g.diamond(Regex::test(f).then(any()).star());
    let law = |name, left: Formula, right: Formula| valid(name, left.equivalent(right).spec(Logic::Ldl));
    vec![
        law("f U g = g or f and X(f U g)", until(f(), g()), g().or(f().and(until(f(), g()).diamond(any())))),
        law("F f = true U f", f().diamond(any().star()), until(truth(), f())),
        law("G f = !F !f", f().boxed(any().star()), f().not().diamond(any().star()).not()),
        law("G f = f and WX G f", f().boxed(any().star()), f().and(f().boxed(any().star()).boxed(any()))),
        law("X f = !WX !f", f().diamond(any()), f().not().boxed(any()).not()),
        // What happens again and again happens in the end (thesis, section 8.2.2).
        law(
            "G F f = F(f and last)",
            f().diamond(any().star()).boxed(any().star()),
            f().and(falsity().boxed(any())).diamond(any().star()),
        ),
        law(
            "F G f = F(f and last)",
            f().boxed(any().star()).diamond(any().star()),
            f().and(falsity().boxed(any())).diamond(any().star()),
        ),
        law("f U g is f W g that comes", until(f(), g()), {
            let weak = until(g().not(), f().or(g()).not()).not();
            weak.and(g().diamond(any().star()))
        }),
    ]
}

#[test]
fn linear_time() {
    finite(400..500, 2).hold(of_linear_time);
}
