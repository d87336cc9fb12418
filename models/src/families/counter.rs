//! A counter that goes up or down by one, from section 8.5 of J. Kong's thesis on MCMAS-Dynamic,
//! with the five specifications of its Table 8.2 (LDLK and CDL*K: they speak of parity) and what
//! LTL, CTL and CTL* can say of them.
//!
//! Two families with the same structure, one for each way to write it briefly: InitStates and
//! Evaluation of ISPL have no "is even", and a list of all even values would be long.
//!
//! * `counter`: n is the paper's N, the maximum (an odd n is rounded up, as N is even). The value
//!   is an integer `half` and a Boolean `odd`: value = 2·half, less one if odd.
//! * `counter-bits`: N = 2ⁿ, as in the table. The value less one is written in n bits.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, join, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::family("counter", 4, counter, include_str!("../../library/counter/expected.toml")),
        Model::family("counter-bits", 2, counter_bits, include_str!("../../library/counter-bits/expected.toml")),
    ]
}

const SOURCE: &str = "\
-- After section 8.5 of J. Kong's thesis on MCMAS-Dynamic: it goes up or down by one in every
-- step, stays in its range, and starts with any even value.
";

fn counter(Parameters { n, .. }: Parameters) -> String {
    let half = n.div_ceil(2);
    let maximum = 2 * half;
    format!(
        "\
-- A counter from 1 to {maximum}.
{SOURCE}-- The value is 2*half, less one if odd.

Agent Counter
  Vars:
    half: 1..{half};
    odd: boolean;
  end Vars
  Actions = {{up, down}};
  Protocol:
    half<{half} or odd=true: {{up}};
    half>1 or odd=false: {{down}};
  end Protocol
  Evolution:
    odd=false if odd=true and Action=up;
    half=half+1 and odd=true if odd=false and Action=up;
    odd=true if odd=false and Action=down;
    half=half-1 and odd=false if odd=true and Action=down;
  end Evolution
end Agent

Evaluation
  tt if Counter.odd=true or Counter.odd=false;
  even if Counter.odd=false;
  maximal if Counter.half={half} and Counter.odd=false;
  near_maximal if Counter.half={half};
end Evaluation

InitStates
  Counter.odd=false;
end InitStates

{FORMULAE}"
    )
}

fn counter_bits(Parameters { n, .. }: Parameters) -> String {
    let variables: String = (0..n).map(|i| format!("    b{i}: boolean;\n")).collect();
    let some = |value: bool| each(0, n - 1, " or ", |i| format!("b{i}={value}"));
    let ups: String = (0..n).map(|i| carry(i, true)).collect();
    let downs: String = (0..n).map(|i| carry(i, false)).collect();
    let ones = |from: usize| each(from, n - 1, " and ", |i| format!("Counter.b{i}=true"));
    wrap(&format!(
        "\
-- A counter from 1 to 2^{n}.
{SOURCE}-- The bits b0 (the lowest), b1, ... hold the value less one, so that b0 is true for even values.

Agent Counter
  Vars:
{variables}  end Vars
  Actions = {{up, down}};
  Protocol:
    {below_maximum}: {{up}};
    {above_minimum}: {{down}};
  end Protocol
  Evolution:
{ups}{downs}  end Evolution
end Agent

Evaluation
  tt if Counter.b0=true or Counter.b0=false;
  even if Counter.b0=true;
  maximal if {maximal};
  near_maximal if {near_maximal};
end Evaluation

InitStates
  Counter.b0=true;
end InitStates

{FORMULAE}",
        below_maximum = some(false),
        above_minimum = some(true),
        maximal = ones(0),
        near_maximal = ones(1),
    ))
}

/// The step up (or down) that changes bit `i` and, with the carry (or borrow), all below it.
fn carry(i: usize, up: bool) -> String {
    let below = |value: bool| (0..i).rev().map(move |j| format!("b{j}={value}"));
    let set = join([format!("b{i}={up}")].into_iter().chain(below(!up)), " and ", "");
    let test = join([format!("b{i}={}", !up)].into_iter().chain(below(up)), " and ", "");
    let action = if up { "up" } else { "down" };
    format!("    {set}\n      if {test} and Action={action};\n")
}

const FORMULAE: &str = "\
Formulae
  -- 1, specification 1: after an even number of steps the value is even
  LDL [(tt;tt)*]even;
  -- 2, specification 2: after an odd number of steps it is odd
  LDL [tt;(tt;tt)*](!even);
  -- 3, specification 3: from the maximum, every second state is the maximum again
  LDL [tt*](maximal -> [(tt;tt)*]maximal);
  -- 4, specification 4: from an even value, an alternating sequence leads to the maximum
  CDL* A([tt*](even -> E(<(even;!even)*>maximal)));
  -- 5, specification 5: a path that is near the maximum in every third state and not always
  CDL* near_maximal -> E(([tt*]<tt*>(!near_maximal)) and ([(tt;tt;tt)*]near_maximal));
  -- 6 to 8: specifications 1 to 3 in CDL*
  CDL* A([(tt;tt)*]even);
  CDL* A([tt;(tt;tt)*](!even));
  CDL* A([tt*](maximal -> A([(tt;tt)*]maximal)));
  -- 9: specifications 1 and 2 in LTL, which can only say that the parity changes
  LTL even and (G((even -> X (!even)) and ((!even) -> X even)));
  -- 10 and 11: the first two steps of specification 3
  LTL G(maximal -> X(X maximal));
  AG (maximal -> AX (AX maximal));
  -- 12: what CTL can say of specification 4
  AG (even -> EF maximal);
  -- 13: what CTL* can say of specification 5
  CTL* near_maximal -> E(G((F near_maximal) and (F (!near_maximal))));
  -- 14: the counter knows its value
  LDL [tt*](maximal -> K(Counter, maximal));
end Formulae
";
