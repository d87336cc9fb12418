//! Formulas, written about as short as in a textbook.

use crate::common::random::{
    BinaryTemporal, Comparison, Formula, GroupId, Modality, Quantifier, Regex, Temporal, UnaryTemporal,
};

pub(crate) use Quantifier::{Exists, Forall};

pub(crate) fn truth() -> Formula {
    Formula::Constant(true)
}

pub(crate) fn falsity() -> Formula {
    Formula::Constant(false)
}

pub(crate) fn next(f: Formula) -> Temporal {
    Temporal::unary(UnaryTemporal::Next, f)
}

pub(crate) fn finally(f: Formula) -> Temporal {
    Temporal::unary(UnaryTemporal::Finally, f)
}

pub(crate) fn globally(f: Formula) -> Temporal {
    Temporal::unary(UnaryTemporal::Globally, f)
}

pub(crate) fn until(f: Formula, g: Formula) -> Temporal {
    Temporal::binary(BinaryTemporal::Until, f, g)
}

pub(crate) fn release(f: Formula, g: Formula) -> Temporal {
    Temporal::binary(BinaryTemporal::Release, f, g)
}

pub(crate) fn weak_until(f: Formula, g: Formula) -> Temporal {
    Temporal::binary(BinaryTemporal::WeakUntil, f, g)
}

/// `E` and a temporal operator of CTL.
pub(crate) fn e(operator: Temporal) -> Formula {
    Formula::Branching(Exists, operator)
}

/// `A` and a temporal operator of CTL.
pub(crate) fn a(operator: Temporal) -> Formula {
    Formula::Branching(Forall, operator)
}

/// `<group>` and a temporal operator.
pub(crate) fn can(group: GroupId, operator: Temporal) -> Formula {
    Formula::Strategic(group, operator)
}

/// A temporal operator of LTL and CTL*.
pub(crate) fn path(operator: Temporal) -> Formula {
    Formula::Linear(operator)
}

/// Any step.
pub(crate) fn any() -> Regex {
    Regex::step(truth())
}

/// An LTL formula as one of CTL*: K(i, f) inside LTL means K(i, A f).
pub(crate) fn linear_to_star(f: &Formula) -> Formula {
    rebuild(f, &|f| match f {
        Formula::Knows(knowledge, f) => Some(linear_to_star(f).quantified(Forall).knows(*knowledge)),
        _ => None,
    })
}

/// A CTL formula with its quantifiers and temporal operators apart.
pub(crate) fn branching_to_star(f: &Formula) -> Formula {
    rebuild(f, &|f| match f {
        Formula::Branching(quantifier, operator) => {
            let operator = match operator {
                Temporal::Unary(kind, f) => Temporal::unary(*kind, branching_to_star(f)),
                Temporal::Binary(kind, f, g) => Temporal::binary(*kind, branching_to_star(f), branching_to_star(g)),
            };
            Some(path(operator).quantified(*quantifier))
        }
        _ => None,
    })
}

/// A formula with dynamic modalities instead of temporal operators: LTL to LDL, CTL* to CDL*.
pub(crate) fn to_dynamic(f: &Formula) -> Formula {
    rebuild(f, &|f| {
        let operator = match f {
            Formula::Linear(operator) => operator,
            // Where modalities are, `<` and `>` are brackets.
            Formula::Compare(variable, Comparison::Less, value) => {
                return Some(Formula::Compare(*variable, Comparison::GreaterEqual, value.clone()).not());
            }
            Formula::Compare(variable, Comparison::Greater, value) => {
                return Some(Formula::Compare(*variable, Comparison::LessEqual, value.clone()).not());
            }
            _ => return None,
        };
        let until = |f: Formula, g: Formula| g.diamond(Regex::test(f).then(any()).star());
        Some(match operator {
            Temporal::Unary(UnaryTemporal::Next, f) => to_dynamic(f).diamond(any()),
            Temporal::Unary(UnaryTemporal::Finally, f) => to_dynamic(f).diamond(any().star()),
            Temporal::Unary(UnaryTemporal::Globally, f) => to_dynamic(f).boxed(any().star()),
            Temporal::Binary(operator, f, g) => {
                let (f, g) = (to_dynamic(f), to_dynamic(g));
                match operator {
                    BinaryTemporal::Until => until(f, g),
                    BinaryTemporal::Release => until(f.not(), g.not()).not(),
                    // f W g is g R (f or g).
                    BinaryTemporal::WeakUntil => until(g.clone().not(), f.or(g).not()).not(),
                }
            }
        })
    })
}

/// `f` with every part replaced for which `change` gives something.
fn rebuild(f: &Formula, change: &dyn Fn(&Formula) -> Option<Formula>) -> Formula {
    if let Some(changed) = change(f) {
        return changed;
    }
    let of = |f: &Formula| Box::new(rebuild(f, change));
    let operator = |operator: &Temporal| match operator {
        Temporal::Unary(kind, f) => Temporal::Unary(*kind, of(f)),
        Temporal::Binary(kind, f, g) => Temporal::Binary(*kind, of(f), of(g)),
    };
    match f {
        Formula::Constant(_) | Formula::Atom(_) | Formula::Compare(..) | Formula::Red(_) | Formula::Green(_) => {
            f.clone()
        }
        Formula::Not(f) => Formula::Not(of(f)),
        Formula::And(f, g) => Formula::And(of(f), of(g)),
        Formula::Or(f, g) => Formula::Or(of(f), of(g)),
        Formula::Implies(f, g) => Formula::Implies(of(f), of(g)),
        Formula::Branching(quantifier, temporal) => Formula::Branching(*quantifier, operator(temporal)),
        Formula::Strategic(group, temporal) => Formula::Strategic(*group, operator(temporal)),
        Formula::Quantified(quantifier, f) => Formula::Quantified(*quantifier, of(f)),
        Formula::Linear(temporal) => Formula::Linear(operator(temporal)),
        Formula::Dynamic(modality, rho, f) => {
            let rho = rebuild_regex(rho, change);
            match modality {
                Modality::Diamond => of(f).diamond(rho),
                Modality::Box => of(f).boxed(rho),
            }
        }
        Formula::Knows(knowledge, f) => Formula::Knows(*knowledge, of(f)),
        Formula::Obliged(agent, f) => Formula::Obliged(*agent, of(f)),
    }
}

fn rebuild_regex(rho: &Regex, change: &dyn Fn(&Formula) -> Option<Formula>) -> Regex {
    match rho {
        Regex::Step(f) => Regex::step(rebuild(f, change)),
        Regex::Test(f) => Regex::test(rebuild(f, change)),
        Regex::Choice(left, right) => rebuild_regex(left, change).plus(rebuild_regex(right, change)),
        Regex::Sequence(left, right) => rebuild_regex(left, change).then(rebuild_regex(right, change)),
        Regex::Star(inner) => rebuild_regex(inner, change).star(),
    }
}
