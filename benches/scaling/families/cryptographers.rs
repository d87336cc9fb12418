//! Dining cryptographers, written in two other ways than in the library. In `cryptographers-coins` coins are variables of
//! the Environment that neighbours see, all announce at once, and parity is an exclusive or: 2 (n + 1) 2^n states. In
//! `cryptographers-paths` they announce one after the other, and formulas are of LTL and CTL*: (n + 1)^2 2^n states.
//! Chaum, "The dining cryptographers problem" (Journal of Cryptology 1988).

use qmas_models::text::{each, join};

use crate::family::{Family, Growth};

pub(crate) const COINS: Family = Family {
    name: "cryptographers-coins",
    start: 4,
    growth: Growth::Twice,
    states: Some(|n| 2.0 * (n + 1) as f64 * 2f64.powi(n as i32)),
    generate: coins,
};
pub(crate) const PATHS: Family = Family {
    name: "cryptographers-paths",
    start: 4,
    growth: Growth::Plus(2),
    states: Some(|n| ((n + 1) * (n + 1)) as f64 * 2f64.powi(n as i32)),
    generate: paths,
};

/// What each sees of the coins, and says.
fn protocol(i: usize, n: usize, when: &str) -> String {
    let (left, right) = (format!("Environment.coin{i}"), format!("Environment.coin{}", i % n + 1));
    format!(
        "    {when} and ({left} ^ {right} ^ paid) = true : {{ say_different }};\n    \
         {when} and ({left} ^ {right} ^ paid) = false : {{ say_equal }};\n    Other : {{ wait }};"
    )
}

fn cryptographer(i: usize, n: usize, when: &str) -> String {
    format!(
        "\
Agent C{i}
  Lobsvars = {{ coin{i}, coin{} }};
  Vars:
    paid : boolean;
  end Vars
  Actions = {{ say_equal, say_different, wait }};
  Protocol:
{}
  end Protocol
  Evolution:
    paid = paid if Action = wait;
  end Evolution
end Agent
",
        i % n + 1,
        protocol(i, n, when)
    )
}

/// Nobody paid, or exactly one.
fn payers(n: usize) -> String {
    let case = |payer: usize| format!("({})", each(1, n, " and ", |i| format!("C{i}.paid = {}", i == payer)));
    join((0..=n).map(case), " or\n    ", "")
}

fn coins(n: usize) -> String {
    let coins = each(1, n, "\n", |i| format!("    coin{i} : boolean;"));
    let said = each(1, n, "\n", |i| format!("    said{i} : boolean;"));
    let hears = each(1, n, "\n", |i| format!("    said{i} = true if C{i}.Action = say_different;"));
    let cryptographers = each(1, n, "\n", |i| cryptographer(i, n, "Environment.done = false"));
    let odd = each(1, n, " ^ ", |i| format!("Environment.said{i}"));
    let atoms = each(1, n, "\n", |i| format!("  paid{i} if C{i}.paid = true;"));
    let silent = each(1, n, " and ", |i| format!("Environment.said{i} = false"));
    let others = each(2, n, " or ", |i| format!("paid{i}"));
    let known = each(2, n, " or ", |i| format!("K(C1, paid{i})"));
    let all = each(1, n, ", ", |i| format!("C{i}"));
    format!(
        "\
Semantics = SingleAssignment;

Agent Environment
  Obsvars:
{said}
    done : boolean;
  end Obsvars
  Vars:
{coins}
  end Vars
  Actions = {{ listen }};
  Protocol:
    Other : {{ listen }};
  end Protocol
  Evolution:
{hears}
    done = true if Action = listen;
  end Evolution
end Agent

{cryptographers}
Evaluation
{atoms}
  odd if ({odd}) = true;
  done if Environment.done = true;
end Evaluation

InitStates
  Environment.done = false and {silent} and
  ({payers});
end InitStates

Groups
  all = {{ {all} }};
end Groups

Formulae
  AG(done and odd and !paid1 -> K(C1, {others}));
  AG(done and odd and !paid1 -> !({known}));
  AG(done and !odd -> K(C1, !(paid1 or {others})));
  AG(done and odd -> K(C1, paid2));
  AG(done and odd -> GCK(all, paid1 or {others}));
  AG(done and paid2 -> DK(all, paid2));
  EF(done and !paid1 and K(C1, paid2));
  AF(done and (odd or K(C2, !paid1)));
  AX K(C1, !paid1);
end Formulae
",
        payers = payers(n)
    )
}

fn paths(n: usize) -> String {
    let coins = each(1, n, "\n", |i| format!("    coin{i} : boolean;"));
    let hears = each(1, n, "\n", |i| {
        format!(
            "    odd = true and turn = {next} if turn = {i} and C{i}.Action = say_different and odd = false;\n    \
             odd = false and turn = {next} if turn = {i} and C{i}.Action = say_different and odd = true;\n    \
             turn = {next} if turn = {i} and C{i}.Action = say_equal;",
            next = i + 1
        )
    });
    let cryptographers = each(1, n, "\n", |i| cryptographer(i, n, &format!("Environment.turn = {i}")));
    let atoms = each(1, n, "\n", |i| format!("  paid{i} if C{i}.paid = true;"));
    let others = each(2, n, " or ", |i| format!("paid{i}"));
    let known = each(2, n, " or ", |i| format!("K(C1, paid{i})"));
    format!(
        "\
Agent Environment
  Obsvars:
    turn : 1..{last};
    odd : boolean;
  end Obsvars
  Vars:
{coins}
  end Vars
  Actions = {{ listen }};
  Protocol:
    Other : {{ listen }};
  end Protocol
  Evolution:
{hears}
    turn = 1 and odd = false if turn = {last};
  end Evolution
end Agent

{cryptographers}
Evaluation
{atoms}
  odd if Environment.odd = true;
  done if Environment.turn = {last};
end Evaluation

InitStates
  Environment.turn = 1 and Environment.odd = false and
  ({payers});
end InitStates

Formulae
  LTL G(done and odd and !paid1 -> K(C1, {others}));
  LTL G(done and odd and !paid1 -> !({known}));
  LTL G F (done and odd) or G F (done and !odd);
  LTL F (done and odd);
  CTL* A(G(F(done)));
  CTL* A((F(done and odd)) -> (G(F(odd))));
  CTL* E(G(F(odd)));
  CTL* A(G(done -> (E(X(E(X(odd)))))));
end Formulae
",
        last = n + 1,
        payers = payers(n)
    )
}
