//! Lamport's bakery lock: who wants in takes the next ticket, the smallest ticket goes first, and the tickets start anew
//! when nobody holds one. By processes (tickets to 20), and by tickets (three processes).
//! Lamport, "A new solution of Dijkstra's concurrent programming problem" (CACM 1974).

use qmas_models::text::{each, join};

use crate::family::{Family, Growth};

pub(crate) const PROCESSES: Family =
    Family { name: "bakery", start: 2, growth: Growth::Plus(1), states: None, generate: |n| generate(n, 20) };
pub(crate) const TICKETS: Family =
    Family { name: "bakery-tickets", start: 5, growth: Growth::Twice, states: None, generate: |m| generate(3, m) };

fn generate(n: usize, m: usize) -> String {
    let tickets = each(1, n, "\n", |i| format!("    ticket{i} : 0..{m};"));
    let runs = each(1, n, ", ", |i| format!("run{i}"));
    let none = each(1, n, " and ", |i| format!("ticket{i} = 0"));
    let takes = each(1, n, "\n", |i| {
        format!(
            "    ticket{i} = next and next = next + 1 if Action = run{i} and Process{i}.Action = take and next < {m};\n    \
             ticket{i} = 0 if Action = run{i} and Process{i}.Action = leave;"
        )
    });
    let resets = format!("    next = 1 if next > 1 and {none};");
    let processes = each(1, n, "\n", |i| process(i, n, m));
    let atoms = each(1, n, "\n", |i| {
        format!("  waiting{i} if Process{i}.state = waiting;\n  critical{i} if Process{i}.state = critical;")
    });
    let start = each(1, n, " and ", |i| format!("Environment.ticket{i} = 0 and Process{i}.state = idle"));
    let all = each(1, n, ", ", |i| format!("Process{i}"));
    format!(
        "\
Agent Environment
  Obsvars:
    next : 1..{m};
  end Obsvars
  Vars:
{tickets}
  end Vars
  Actions = {{ {runs} }};
  Protocol:
    Other : {{ {runs} }};
  end Protocol
  Evolution:
{takes}
{resets}
  end Evolution
end Agent

{processes}
Evaluation
{atoms}
  full if Environment.next = {m};
  before if Environment.ticket1 > 0 and Environment.ticket1 < Environment.ticket2;
end Evaluation

InitStates
  Environment.next = 1 and
  {start};
end InitStates

Groups
  first = {{ Process1 }};
  everybody = {{ {all} }};
  scheduled = {{ Environment, Process1 }};
end Groups

Formulae
  AG !(critical1 and critical2);
  AG(critical1 -> K(Process1, !critical2));
  AG(waiting1 -> EF critical1);
  AG(waiting1 -> AF critical1);
  EF full;
  AG(before -> A(!critical2 U critical1));
  AG(before and waiting2 -> !E(!critical1 U critical2));
  AG !GCK(everybody, critical1);
  <first>F critical1;
  <scheduled>F critical1;
  <everybody>G (!critical1);
  LTL G(waiting1 -> F critical1);
end Formulae
"
    )
}

fn process(i: usize, n: usize, m: usize) -> String {
    let sees = each(1, n, ", ", |j| format!("ticket{j}"));
    let others = (1..=n).filter(|&j| j != i);
    let first = join(
        others.map(|j| format!("(Environment.ticket{j} = 0 or Environment.ticket{i} < Environment.ticket{j})")),
        " and ",
        "",
    );
    format!(
        "\
Agent Process{i}
  Lobsvars = {{ {sees} }};
  Vars:
    state : {{ idle, waiting, critical }};
  end Vars
  Actions = {{ rest, take, wait, enter, work, leave }};
  Protocol:
    state = idle and Environment.next < {m} : {{ rest, take }};
    state = waiting and {first} : {{ enter }};
    state = critical : {{ work, leave }};
    Other : {{ wait }};
  end Protocol
  Evolution:
    state = waiting if Action = take and Environment.Action = run{i};
    state = critical if Action = enter and Environment.Action = run{i};
    state = idle if Action = leave and Environment.Action = run{i};
  end Evolution
end Agent
"
    )
}
