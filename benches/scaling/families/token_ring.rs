//! Stations in a ring that hand a token on; all move at once. The holder is idle, wants or is critical, the others are idle
//! or want: 3 n 2^(n-1) states.

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family {
    name: "token-ring",
    start: 2,
    growth: Growth::Plus(2),
    states: Some(|n| (3 * n) as f64 * 2f64.powi(n as i32 - 1)),
    generate,
};

fn generate(n: usize) -> String {
    let stations = each(1, n, "\n", |i| station(i, if i == 1 { n } else { i - 1 }));
    let atoms = each(1, n, "\n", |i| {
        format!("  want{i} if Station{i}.state = want;\n  critical{i} if Station{i}.state = critical;")
    });
    let start = each(1, n, " and\n  ", |i| {
        format!("Station{i}.state = idle and Station{i}.token = {}", if i == 1 { "true" } else { "false" })
    });
    let all = each(1, n, ", ", |i| format!("Station{i}"));
    let alone = each(2, n, " and ", |i| format!("!critical{i}"));
    format!(
        "\
Agent Environment
  Obsvars:
  end Obsvars
  Actions = {{ tick }};
  Protocol:
    Other : {{ tick }};
  end Protocol
  Evolution:
  end Evolution
end Agent

{stations}
Evaluation
{atoms}
  token1 if Station1.token = true;
end Evaluation

InitStates
  {start};
end InitStates

Groups
  everybody = {{ {all} }};
  first = {{ Station1 }};
end Groups

Formulae
  AG(critical1 -> ({alone}));
  AG(critical1 -> K(Station1, {alone}));
  AG(want1 -> AF critical1);
  AG(want1 -> EF critical1);
  AG(!critical{n});
  AG(want1 -> K(Station2, want1));
  AG(GCK(everybody, !(critical1 and critical2)));
  <everybody>F critical{n};
  <first>F critical1;
  LTL G(want1 -> F critical1);
  LTL (G F token1) -> (F critical1);
end Formulae
"
    )
}

fn station(i: usize, before: usize) -> String {
    format!(
        "\
Agent Station{i}
  Vars:
    state : {{ idle, want, critical }};
    token : boolean;
  end Vars
  Actions = {{ nothing, ask, enter, stay, leave, pass }};
  Protocol:
    state = idle and token = false : {{ nothing, ask }};
    state = idle and token = true : {{ ask, pass }};
    state = want and token = true : {{ enter }};
    state = critical : {{ stay, leave }};
    Other : {{ nothing }};
  end Protocol
  Evolution:
    state = want and token = true if Action = ask and Station{before}.Action = pass;
    state = want if Action = ask and !(Station{before}.Action = pass);
    token = true if Action = nothing and Station{before}.Action = pass;
    token = false if Action = pass;
    state = critical if Action = enter;
    state = idle if Action = leave;
  end Evolution
end Agent
"
    )
}
