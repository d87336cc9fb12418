//! n prisoners, one at a time in a room with a light bulb: the first one counts, each of the others switches the light on
//! once. Who is called sees the light, which the Environment says by the action with which it calls.
//! Dehaye, Ford and Segerman, "One hundred prisoners and a lightbulb" (Mathematical Intelligencer 2003).

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family { name: "bulb", start: 3, growth: Growth::Plus(1), states: None, generate };

fn generate(n: usize) -> String {
    let calls = |light: &str| each(1, n, ", ", |i| format!("call{i}_{light}"));
    let any = |action: &str| each(1, n, " or ", |i| format!("Prisoner{i}.Action = {action}"));
    let someone = each(1, n, "\n", |i| {
        format!(
            "    room = {i} if room = 0 and (Action = call{i}_on or Action = call{i}_off);\n    room = 0 if room = {i};"
        )
    });
    let prisoners = each(2, n, "\n", prisoner);
    let visited = each(1, n, " and ", |i| format!("Prisoner{i}.visited = true"));
    let start = each(2, n, " and\n  ", |i| {
        format!("Prisoner{i}.sees = nothing and Prisoner{i}.visited = false and Prisoner{i}.switched = false")
    });
    format!(
        "\
Semantics = SingleAssignment;

Agent Environment
  Vars:
    room : 0..{n};
    light : boolean;
  end Vars
  Actions = {{ wait, {on}, {off} }};
  Protocol:
    room = 0 and light = true : {{ {on} }};
    room = 0 and light = false : {{ {off} }};
    Other : {{ wait }};
  end Protocol
  Evolution:
{someone}
    light = true if {turns_on};
    light = false if {turns_off};
  end Evolution
end Agent

{counter}
{prisoners}
Evaluation
  announced if Prisoner1.announced = true;
  all_visited if {visited};
  last_visited if Prisoner{n}.visited = true;
  light if Environment.light = true;
  half if Prisoner1.count >= {half};
end Evaluation

InitStates
  Environment.room = 0 and Environment.light = false and
  Prisoner1.sees = nothing and Prisoner1.visited = false and Prisoner1.count = 0 and Prisoner1.announced = false and
  {start};
end InitStates

Groups
  counter = {{ Prisoner1 }};
  prisoners = {{ {everybody} }};
  with_warden = {{ Environment, Prisoner1, Prisoner2 }};
end Groups

Formulae
  AG(announced -> all_visited);
  AG(announced -> K(Prisoner1, all_visited));
  AG(all_visited -> announced);
  AG EF announced;
  AF announced;
  AG(last_visited -> K(Prisoner1, last_visited));
  EF K(Prisoner2, last_visited);
  AG(announced -> K(Prisoner2, announced));
  AG(half -> EX EX EF !light);
  <counter>F announced;
  <prisoners>G !announced;
  <with_warden>F half;
  LTL F announced;
  LTL G(announced -> G all_visited);
end Formulae
",
        on = calls("on"),
        off = calls("off"),
        turns_on = any("turn_on"),
        turns_off = any("turn_off"),
        counter = counter(n),
        half = n / 2,
        everybody = each(1, n, ", ", |i| format!("Prisoner{i}")),
    )
}

fn sight(i: usize) -> String {
    format!(
        "    sees = on if Environment.Action = call{i}_on;\n    sees = off if Environment.Action = call{i}_off;\n    \
         sees = nothing if sees <> nothing;\n    visited = true if sees <> nothing;"
    )
}

fn counter(n: usize) -> String {
    format!(
        "\
Agent Prisoner1
  Vars:
    sees : {{ nothing, on, off }};
    visited : boolean;
    count : 0..{last};
    announced : boolean;
  end Vars
  Actions = {{ nothing, turn_on, turn_off, announce }};
  Protocol:
    sees = on and count < {last} : {{ turn_off }};
    count = {last} and announced = false : {{ announce }};
    Other : {{ nothing }};
  end Protocol
  Evolution:
{}
    count = count + 1 if Action = turn_off and count < {last};
    announced = true if Action = announce;
  end Evolution
end Agent
",
        sight(1),
        last = n - 1
    )
}

fn prisoner(i: usize) -> String {
    format!(
        "\
Agent Prisoner{i}
  Vars:
    sees : {{ nothing, on, off }};
    visited : boolean;
    switched : boolean;
  end Vars
  Actions = {{ nothing, turn_on, turn_off }};
  Protocol:
    sees = off and switched = false : {{ turn_on }};
    Other : {{ nothing }};
  end Protocol
  Evolution:
{}
    switched = true if Action = turn_on;
  end Evolution
end Agent
",
        sight(i)
    )
}
