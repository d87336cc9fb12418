//! Gossip: everybody has a secret, and a call tells both partners all that either has heard.
//!
//! * The least number of calls after which everybody has heard everything: B. Baker, R. Shostak: Gossips and telephones,
//!   Discrete Mathematics 2, 1972: 2n - 4 for four or more, 3 for three.
//! * Who knows what: M. Attamah, H. van Ditmarsch, D. Grossi, W. van der Hoek: Knowledge and gossip, ECAI 2014. There agents
//!   remember their calls; ours remember what they have heard, and no order.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, join, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![Model::family("gossip", 3, generate, include_str!("../../library/gossip/expected.toml"))]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    let agents = each(1, n, "\n", |i| agent(i, n));
    wrap(&format!("{}\n{agents}\n{}", environment(n), frame(n)))
}

/// Everybody but one.
fn others(i: usize, n: usize) -> impl Iterator<Item = usize> {
    (1..=n).filter(move |&j| j != i)
}

/// Each pair once.
fn pairs(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=n).flat_map(move |i| (i + 1..=n).map(move |j| (i, j)))
}

/// Something for each secret that can be heard.
fn rows(n: usize, separator: &str, write: impl Fn(usize, usize) -> String) -> String {
    join((1..=n).flat_map(|i| others(i, n).map(move |j| (i, j))).map(|(i, j)| write(i, j)), separator, "")
}

fn environment(n: usize) -> String {
    let heard = rows(n, "", |i, j| format!("    heard_{i}_{j} : boolean;\n"));
    let calls = join(pairs(n).map(|(i, j)| format!("call_{i}_{j}")), ", ", "");
    let lines = join(pairs(n).map(|(i, j)| call(i, j, n)), "", "");
    format!(
        "\
-- {n} agents with a secret each. Two of them at a time talk on the telephone and tell each other
-- all secrets that they have heard: one line per call, since both partners hear at once.

Agent Environment
  Vars:
{heard}  end Vars
  Actions = {{ {calls} }};
  Protocol:
    Other : {{ {calls} }};
  end Protocol
  Evolution:
{lines}  end Evolution
end Agent
"
    )
}

fn call(i: usize, j: usize, n: usize) -> String {
    let third = join(
        others(i, n).filter(|&k| k != j).map(|k| {
            let either = format!("heard_{i}_{k} | heard_{j}_{k}");
            format!(" and heard_{i}_{k} = {either} and heard_{j}_{k} = {either}")
        }),
        "",
        "",
    );
    format!("    heard_{i}_{j} = true and heard_{j}_{i} = true{third} if Action = call_{i}_{j};\n")
}

fn agent(i: usize, n: usize) -> String {
    let row = join(others(i, n).map(|j| format!("heard_{i}_{j}")), ", ", "");
    let calls = join(others(i, n).map(|j| format!("Environment.Action = call_{}_{}", i.min(j), i.max(j))), " or ", "");
    format!(
        "\
Agent Agent{i}
  Lobsvars = {{ {row} }};
  Vars:
    called : boolean;
  end Vars
  Actions = {{ listen }};
  Protocol:
    Other : {{ listen }};
  end Protocol
  Evolution:
    called = true if {calls};
  end Evolution
end Agent
"
    )
}

fn frame(n: usize) -> String {
    let expert = |i: usize| join(others(i, n).map(|j| format!("Environment.heard_{i}_{j} = true")), " and ", "");
    let experts = each(1, n, "", |i| format!("  expert{i} if {};\n", expert(i)));
    let nothing = rows(n, " and ", |i, j| format!("Environment.heard_{i}_{j} = false"));
    let silence = each(1, n, " and ", |i| format!("Agent{i}.called = false"));
    let all = each(1, n, " and ", |i| format!("expert{i}"));
    let another = each(2, n, " or ", |i| format!("expert{i}"));
    let members = each(1, n, ", ", |i| format!("Agent{i}"));
    // Baker and Shostak.
    let calls = if n == 3 { 3 } else { 2 * n - 4 };
    let next = |steps: usize| "EX ".repeat(steps);
    format!(
        "\
Evaluation
{experts}  heard_1_2 if Environment.heard_1_2 = true;
  heard_2_1 if Environment.heard_2_1 = true;
end Evaluation

InitStates
  {nothing} and {silence};
end InitStates

Groups
  everybody = {{ {members} }};
end Groups

Formulae
  -- 1, 2: everybody can become an expert, who has heard all secrets, and has to call for it
  EF ({all});
  AF ({all});
  -- 3, 4: {calls} calls are enough, fewer are not
  {enough}({all});
  {fewer}({all});
  -- 5: who is an expert stays one
  AG (expert1 -> AG expert1);
  -- 6: an expert knows that there is another one
  AG (expert1 -> K(Agent1, {another}));
  -- 7: but never that all are, since calls are not remembered
  AG (!K(Agent1, {all}));
  -- 8: who has heard a secret need not have told its own
  AG (heard_1_2 -> K(Agent1, heard_2_1));
  -- 9: what all have heard together is all there is to hear
  LTL G (({all}) -> DK(everybody, {all}));
end Formulae
",
        enough = next(calls),
        fewer = next(calls - 1),
    )
}
