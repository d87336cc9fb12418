//! The coordinated attack: two generals on two hills, and messengers that the enemy in the valley may catch.
//!
//! J. Halpern, Y. Moses: Knowledge and common knowledge in a distributed environment, Journal of the ACM 37(3), 1990, section 4;
//! R. Fagin, J. Halpern, Y. Moses, M. Vardi: Reasoning about Knowledge, 1995, section 6.1. The story is J. Gray's. However many
//! messengers arrive, that there is an order to attack never becomes common knowledge.
//!
//! North has the order, or has none, and sends messengers with numbers 1 to n; South confirms each; a message goes on being sent
//! until the answer is there. So the states stand in a row, neighbours look alike to North and South in turn, and at one end of
//! the row there is no order.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![Model::family(
        "coordinated-attack",
        1,
        generate,
        include_str!("../../library/coordinated-attack/expected.toml"),
    )]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}\n{}\n{}", environment(n), north(n), south(n), frame(n)))
}

fn environment(n: usize) -> String {
    let valley = "neither, to_south, to_north, both";
    format!(
        "\
-- General North may have the order to attack and tells General South by messengers, numbered from 1
-- to {n}; South confirms each. Messengers may be caught: the valley says who comes through.

Agent Environment
  Actions = {{ {valley} }};
  Protocol:
    Other : {{ {valley} }};
  end Protocol
  Evolution:
  end Evolution
end Agent
"
    )
}

fn north(n: usize) -> String {
    let sends = each(1, n, ", ", |k| format!("send{k}"));
    let protocol = each(1, n, "", |k| format!("    order = attack and confirmed = {} : {{ send{k} }};\n", k - 1));
    let lines = each(1, n, "", |k| {
        format!(
            "    confirmed = {k} if South.Action = confirm{k} and (Environment.Action = to_north or Environment.Action = both);\n"
        )
    });
    format!(
        "\
Agent North
  Vars:
    order : {{ attack, none }};
    confirmed : 0..{n}; -- how many messages have been
  end Vars
  Actions = {{ wait, {sends} }};
  Protocol:
{protocol}    Other : {{ wait }};
  end Protocol
  Evolution:
{lines}  end Evolution
end Agent
"
    )
}

fn south(n: usize) -> String {
    let confirms = each(1, n, ", ", |k| format!("confirm{k}"));
    let protocol = each(1, n, "", |k| format!("    arrived = {k} : {{ confirm{k} }};\n"));
    let lines = each(1, n, "", |k| {
        format!(
            "    arrived = {k} if North.Action = send{k} and (Environment.Action = to_south or Environment.Action = both);\n"
        )
    });
    format!(
        "\
Agent South
  Vars:
    arrived : 0..{n}; -- the number of the last message
  end Vars
  Actions = {{ wait, {confirms} }};
  Protocol:
{protocol}    Other : {{ wait }};
  end Protocol
  Evolution:
{lines}  end Evolution
end Agent
"
    )
}

/// "North knows that South knows that … there is an order", beginning with South inside; so many generals in all.
fn nested(depth: usize) -> String {
    (1..=depth).fold("order".to_owned(), |inner, level| {
        format!("K({}, {inner})", if level % 2 == 1 { "South" } else { "North" })
    })
}

fn frame(n: usize) -> String {
    format!(
        "\
Evaluation
  order if North.order = attack;
  arrived if South.arrived > 0;
  last if North.confirmed = {n};
end Evaluation

InitStates
  North.confirmed = 0 and South.arrived = 0;
end InitStates

Groups
  generals = {{ North, South }};
end Groups

Formulae
  -- 1, 2: the order never becomes common knowledge, in no logic
  AG (!GCK(generals, order));
  LTL G (!GCK(generals, order));
  -- 3: not even when the last message has been confirmed
  AG (last -> !GCK(generals, order));
  -- 4, 5: what has arrived is known, and both may come to know of the order
  AG (arrived -> K(South, order));
  order -> EF GK(generals, order);
  -- 6, 7: but they need not, if messengers are caught
  order -> AF GK(generals, order);
  CTL* order -> A(F(arrived));
  -- 8, 9: with {n} messages and answers, {most} levels of knowledge are reached and no more
  order -> EF {deep};
  AG (!{deeper});
  -- 10: together they always know what North knows
  AG (order -> DK(generals, order));
end Formulae
",
        most = 2 * n,
        deep = nested(2 * n),
        deeper = nested(2 * n + 1),
    )
}
