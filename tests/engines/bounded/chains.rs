//! Common knowledge along long chains of doubt, which random systems hardly ever have: states that two or three agents
//! confuse in small classes, so that what is commonly known is decided many steps of knowledge away.

use std::fmt::Write;

use crate::bounded::in_every_way;
use crate::common::random::Prng;

/// A system with `count` states, all of them initial, of which every agent sees a class of its own. Nothing ever changes.
fn system(random: &mut Prng, count: usize) -> String {
    let agents = random.between(2, 3);
    let mut text = format!(
        "Agent Environment Vars: x : 0..{last}; end Vars Actions = {{stay}};
        Protocol: Other : {{stay}}; end Protocol Evolution: x = x if Action = stay; end Evolution end Agent\n",
        last = count - 1
    );
    // Chains: agent i confuses neighbours whose numbers have its parity, and now and then others.
    let mut classes = vec![vec![0; count]; agents];
    for (agent, classes) in classes.iter_mut().enumerate() {
        for (x, class) in classes.iter_mut().enumerate() {
            *class = if random.chance(85) { (x + agent) / 2 } else { random.below(count) };
        }
        let _ = writeln!(
            text,
            "Agent A{agent} Vars: seen : 0..{count}; end Vars Actions = {{none}};
            Protocol: Other : {{none}}; end Protocol Evolution: seen = seen if Action = none; end Evolution end Agent"
        );
    }
    let violated = random.below(2 * count);
    let _ =
        writeln!(text, "Evaluation p if Environment.x <> {}; q if Environment.x = 0; end Evaluation", violated % count);
    let states: Vec<String> = (0..count)
        .map(|x| {
            let seen = (0..agents).map(|agent| format!(" and A{agent}.seen = {}", classes[agent][x]));
            format!("(Environment.x = {x}{})", seen.collect::<String>())
        })
        .collect();
    let members: Vec<String> = (0..agents).map(|agent| format!("A{agent}")).collect();
    let _ = writeln!(text, "InitStates {}; end InitStates", states.join(" or "));
    let _ = writeln!(text, "Groups g = {{{}}}; end Groups", members.join(", "));
    text + "Formulae q -> GCK(g, p); q -> !GCK(g, p); GCK(g, p); !GCK(g, p); q -> AX GCK(g, p); q -> EF GCK(g, p);
        AG(q -> GCK(g, p)); AF GCK(g, p); q -> K(A0, GCK(g, p)); q -> GCK(g, !GCK(g, p)); GCK(g, GCK(g, p)) or !q;
        E(p U GCK(g, p)); q -> GCK(g, EX p); end Formulae"
}

#[test]
fn of_doubt() {
    let mut late = 0;
    for seed in 0..60 {
        let mut random = Prng::new(seed);
        let count = random.between(3, 7);
        let (states, needed) = in_every_way(&system(&mut random, count), 3);
        assert_eq!(states, count, "seed {seed}");
        late += needed;
    }
    assert!(late > 200, "only {late} verdicts needed a bound of 3");
}
