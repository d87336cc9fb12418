//! One hundred prisoners and a light bulb, for n prisoners: Kong, Lomuscio: Model Checking
//! Multi-Agent Systems against LDLK Specifications, IJCAI 2017, section 4, and section 8.7 of
//! J. Kong's thesis on MCMAS-Dynamic, with the formulas of both.
//!
//! Steps come in pairs: the Prison calls a prisoner, then the prisoner in the room acts. No prisoner
//! sees the room from its cell: the Environment's action tells who is in it and whether the light
//! is on, and only the evolution of the prisoner who is called depends on it.
//!
//! * `prisoners`: the formulas whose size does not matter (CTLK, LTLK, LDLK, CDL*K).
//! * `prisoners-toggle-chain`: the CTL* form of specification 4, a chain of 4n - 4 nested X.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::family(
            "prisoners",
            3,
            |Parameters { n, .. }| wrap(&(system(n) + &formulae(n))),
            include_str!("../../library/prisoners/expected.toml"),
        ),
        Model::family(
            "prisoners-toggle-chain",
            3,
            |Parameters { n, .. }| wrap(&(system(n) + &toggle_chain(n))),
            include_str!("../../library/prisoners-toggle-chain/expected.toml"),
        ),
    ]
}

/// Everything but the formulas. Prisoner 0 is the counter.
fn system(n: usize) -> String {
    let header = format!(
        "\
-- {n} prisoners and a light bulb. Prisoners are called into a room one by one, each again and
-- again. Prisoner 0, the Counter, switches the light off; each of the others switches it on
-- once. When the Counter has found it on {last} times, it announces that all prisoners have been
-- in the room; they are released if that is true and executed otherwise.
-- After Kong, Lomuscio: Model Checking Multi-Agent Systems against LDLK Specifications, IJCAI
-- 2017, section 4, and section 8.7 of J. Kong's thesis on MCMAS-Dynamic.

",
        last = n - 1
    );
    let others: String = (1..n).map(prisoner).collect();
    [header, environment(n), prison(n), counter(n), others, evaluation(n)].concat()
}

/// Who is in the room and whether the light is on. The action says both: `dark3`, `lit3`.
fn environment(n: usize) -> String {
    let rooms = each(0, n - 1, ", ", |i| format!("room{i}"));
    let actions = each(0, n - 1, ", ", |i| format!("dark{i}, lit{i}"));
    let protocol: String = (0..n)
        .map(|i| {
            format!("    room=room{i} and light=false: {{dark{i}}};\n    room=room{i} and light=true: {{lit{i}}};\n")
        })
        .collect();
    let calls: String = (0..n).map(|i| format!("    room=room{i} if Prison.Action=call{i};\n")).collect();
    let visits: String = (1..n)
        .map(|i| {
            format!(
                "    room=nobody and light=true if Action=dark{i} and Prisoner{i}.Action=press;
    room=nobody if Action=lit{i} or (Action=dark{i} and Prisoner{i}.Action=pass);
"
            )
        })
        .collect();
    format!(
        "\
Agent Environment
  Vars:
    light: boolean;
    room: {{nobody, {rooms}}};
  end Vars
  Actions = {{quiet, {actions}}};
  Protocol:
    room=nobody: {{quiet}};
{protocol}  end Protocol
  Evolution:
{calls}    room=nobody and light=false if Action=lit0 and Counter.Action=count_on;
    room=nobody if Action=dark0 or (Action=lit0 and Counter.Action=count_last);
{visits}  end Evolution
end Agent

"
    )
}

/// Calls the prisoners, notes who has been called, and decides after the announcement.
fn prison(n: usize) -> String {
    let notes: String = (0..n).map(|i| format!("    interrogated{i}: boolean;\n")).collect();
    let calls = each(0, n - 1, ", ", |i| format!("call{i}"));
    let called: String =
        (0..n).map(|i| format!("    interrogated{i}=true and phase=interrogate if Action=call{i};\n")).collect();
    let everybody = each(0, n - 1, " and ", |i| format!("interrogated{i}=true"));
    format!(
        "\
Agent Prison
  Vars:
    phase: {{select, interrogate, over}};
    decision: {{pending, release, execute}};
{notes}  end Vars
  Actions = {{none, {calls}}};
  Protocol:
    phase=select: {{{calls}}};
    Other: {{none}};
  end Protocol
  Evolution:
{called}    phase=select if phase=interrogate
      and !(Environment.Action=lit0 and Counter.Action=count_last);
    phase=over and decision=release if phase=interrogate
      and Environment.Action=lit0 and Counter.Action=count_last
      and ({everybody});
    phase=over and decision=execute if phase=interrogate
      and Environment.Action=lit0 and Counter.Action=count_last
      and !({everybody});
  end Evolution
end Agent

"
    )
}

/// Counts how often it has found the light on, up to the time before the last.
fn counter(n: usize) -> String {
    let last = n - 2;
    format!(
        "\
Agent Counter
  Vars:
    found_on: 0..{last};
    announced: boolean;
  end Vars
  Actions = {{count_on, count_last, rest}};
  Protocol:
    announced=false and found_on<{last}: {{count_on}};
    announced=false and found_on={last}: {{count_last}};
    Other: {{rest}};
  end Protocol
  Evolution:
    found_on=found_on+1 if Action=count_on and Environment.Action=lit0;
    announced=true if Action=count_last and Environment.Action=lit0;
  end Evolution
end Agent

"
    )
}

fn prisoner(i: usize) -> String {
    format!(
        "\
Agent Prisoner{i}
  Vars:
    pressed: boolean;
  end Vars
  Actions = {{press, pass}};
  Protocol:
    pressed=false: {{press}};
    pressed=true: {{pass}};
  end Protocol
  Evolution:
    pressed=true if Action=press and Environment.Action=dark{i};
  end Evolution
end Agent

"
    )
}

fn evaluation(n: usize) -> String {
    let atoms: String = (0..n)
        .map(|i| {
            format!("  interrogated{i} if Prison.interrogated{i}=true;\n  inside{i} if Environment.room=room{i};\n")
        })
        .collect();
    let called = each(0, n - 1, " and ", |i| format!("Prison.interrogated{i}=false"));
    let pressed = each(1, n - 1, " and ", |i| format!("Prisoner{i}.pressed=false"));
    let fairness: String = (0..n).map(|i| format!("  inside{i} or release or execute;\n")).collect();
    format!(
        "\
Evaluation
  tt if Environment.light=true or Environment.light=false;
  on if Environment.light=true;
  announce if Counter.announced=true;
  release if Prison.decision=release;
  execute if Prison.decision=execute;
{atoms}end Evaluation

InitStates
  Environment.light=false and Environment.room=nobody and Prison.phase=select
    and Prison.decision=pending and Counter.found_on=0 and Counter.announced=false
    and {called}
    and {pressed};
end InitStates

-- At any time every prisoner will be called again, unless all is over.
Fairness
{fairness}end Fairness

"
    )
}

fn formulae(n: usize) -> String {
    let everybody = each(0, n - 1, " and ", |i| format!("interrogated{i}"));
    format!(
        "\
Formulae
  -- 1 to 3, specification 1: the prisoners will be released
  AF release;
  LTL F release;
  LDL <tt*>release;
  -- 4 to 6, specification 2: the Counter knows that all have been in the room when it says so
  AG (announce -> K(Counter, {everybody}));
  LTL G(announce -> K(Counter, {everybody}));
  LDL [tt*](announce -> K(Counter, {everybody}));
  -- 7, specification 3: the announcement is first made after an even number of steps
  LDL <tt;(tt;tt)*>((!announce) and [tt]announce);
  -- 8, specification 4: the light may be toggled in turn until the prisoners are released
  CDL* E(<((!on);(!on);on;on)*>release);
  -- 9: phi_1 of the LDLK paper, the negation of the linear form of 8
  LDL !(<((!on);(!on);on;on)*>K(Counter, release));
  -- 10 and 11: no prisoner is ever executed
  AG (!execute);
  LDL [tt*](!execute);
  -- 12: the Counter will know it all
  AF K(Counter, {everybody});
  -- 13: the other prisoners need not know of their release
  AG (release -> K(Prisoner1, release));
  -- 14: before the announcement the Counter never knows who switched the light on
  AG ((!announce) -> !K(Counter, interrogated1));
end Formulae
"
    )
}

/// n - 1 rounds of off, off, on, on, then the release.
fn toggle_chain(n: usize) -> String {
    let round = "(!on) and X((!on) and X(on and X(on and X(";
    let opening = vec![round; n - 1].join("\n    ");
    let closing = "))))".repeat(n - 1);
    format!(
        "\
Formulae
  -- Specification 4 in CTL*, where the number of rounds has to be written out
  CTL* E({opening}release{closing});
end Formulae
"
    )
}
