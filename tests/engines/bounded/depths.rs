//! What happens only many steps away, which random systems hardly ever have: runs that go on for several states before
//! they turn around, and formulas that are true almost everywhere. An induction that looks at the wrong paths fails here.

use std::fmt::Write;

use crate::bounded::in_every_way;
use crate::common::random::Prng;

/// States 0 to `last`; most steps lead to the next one. The agent sees half of the number. Without formulas.
pub(super) fn system(random: &mut Prng, last: usize) -> String {
    let mut text = format!(
        "Agent Environment Vars: x : 0..{last}; half : 0..{last}; end Vars Actions = {{a, b}};
        Protocol: Other : {{a, b}}; end Protocol Evolution:\n"
    );
    for x in 0..=last {
        for action in ["a", "b"] {
            let to = match random.below(10) {
                0..=6 => (x + 1).min(last),
                7 => random.below(last + 1),
                _ => random.below(x + 1),
            };
            let _ = writeln!(text, "x = {to} and half = {} if x = {x} and Action = {action};", to / 2);
        }
    }
    text += "end Evolution end Agent
        Agent Bob Lobsvars = {half}; Vars: v : boolean; end Vars Actions = {none};
        Protocol: Other : {none}; end Protocol Evolution: v = v if Action = none; end Evolution end Agent\n";
    text += "Evaluation\n";
    for name in ["p", "q", "r"] {
        let _ = writeln!(text, "{name} if Environment.x <> {};", random.below(last + 2).min(last));
    }
    text + "end Evaluation InitStates Environment.x = 0 and Environment.half = 0 and Bob.v = false; end InitStates\n"
}

const FORMULAE: &str = "
    Formulae AG p; AX AG p; AG(p or AX q); A(r R p); A(!p R q); AG K(Bob, p); AG(q -> AX AG p); !(EF !p);
    EF !(AG p); EF AG p; AG AF p; AG EF !p; AF !p; K(Bob, AG p); AG(p or AG q); A(p U !q); E(p U AG q);
    AG !K(Bob, p); EX AG (p or r); end Formulae";

#[test]
fn of_runs() {
    let mut late = 0;
    for seed in 0..60 {
        let mut random = Prng::new(seed);
        let last = random.between(3, 8);
        late += in_every_way(&(system(&mut random, last) + FORMULAE), 4).1;
    }
    assert!(late > 200, "only {late} verdicts needed a bound of 4");
}
