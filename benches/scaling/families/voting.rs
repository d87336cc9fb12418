//! n voters, three candidates and a coercer: each votes in turn, then shows a receipt or refuses, then is punished or not.
//! After the coercion scenario of Jamroga, Knapik and Kurpiewski, "Model checking the SELENE e-voting protocol in
//! multi-agent logics" (E-Vote-ID 2018).

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family { name: "voting", start: 1, growth: Growth::Plus(1), states: None, generate };

const CANDIDATES: [char; 3] = ['a', 'b', 'c'];

fn generate(n: usize) -> String {
    let end = n + 1;
    let votes = each(1, n, "\n", |i| {
        CANDIDATES.map(|c| format!("    votes_{c} = votes_{c} + 1 and turn = turn + 1 if phase = ballot and turn = {i} and Voter{i}.Action = vote_{c};")).join("\n")
    });
    let voters = each(1, n, "\n", voter);
    let seen =
        each(1, n, "\n", |i| format!("    seen{i} : {{ unknown, a, b, c, refused }};\n    punished{i} : boolean;"));
    let sees = each(1, n, "\n", |i| {
        let shows =
            CANDIDATES.map(|c| format!("    seen{i} = {c} if Environment.phase = show and Environment.turn = {i} and Voter{i}.Action = show_{c};")).join("\n");
        format!(
            "{shows}\n    seen{i} = refused if Environment.phase = show and Environment.turn = {i} and Voter{i}.Action = refuse;\n    punished{i} = true if Action = punish and Environment.turn = {i};"
        )
    });
    let atoms = each(1, n, "\n", |i| {
        format!(
            "  a{i} if Voter{i}.vote = a;\n  b{i} if Voter{i}.vote = b;\n  refused{i} if Coercer.seen{i} = refused;\n  \
             punished{i} if Coercer.punished{i} = true;"
        )
    });
    let start = each(1, n, " and\n  ", |i| {
        format!("Voter{i}.vote = none and Coercer.seen{i} = unknown and Coercer.punished{i} = false")
    });
    format!(
        "\
Agent Environment
  Obsvars:
    phase : {{ ballot, show, punish, over }};
    turn : 1..{end};
  end Obsvars
  Vars:
    votes_a : 0..{n};
    votes_b : 0..{n};
    votes_c : 0..{n};
  end Vars
  Actions = {{ count }};
  Protocol:
    Other : {{ count }};
  end Protocol
  Evolution:
{votes}
    phase = show and turn = 1 if phase = ballot and turn = {end};
    turn = turn + 1 if phase = show and turn < {end};
    phase = punish and turn = 1 if phase = show and turn = {end};
    turn = turn + 1 if phase = punish and turn < {end};
    phase = over if phase = punish and turn = {end};
  end Evolution
end Agent

{voters}
Agent Coercer
  Vars:
{seen}
  end Vars
  Actions = {{ wait, punish, spare }};
  Protocol:
    Environment.phase = punish and Environment.turn <= {n} : {{ punish, spare }};
    Other : {{ wait }};
  end Protocol
  Evolution:
{sees}
  end Evolution
end Agent

Evaluation
{atoms}
  over if Environment.phase = over;
  a_wins if Environment.votes_a > Environment.votes_b and Environment.votes_a > Environment.votes_c;
end Evaluation

InitStates
  Environment.phase = ballot and Environment.turn = 1 and
  Environment.votes_a = 0 and Environment.votes_b = 0 and Environment.votes_c = 0 and
  {start};
end InitStates

Groups
  coercer = {{ Coercer }};
  first = {{ Voter1 }};
  both = {{ Coercer, Voter1 }};
end Groups

Formulae
  AF over;
  AG(over and refused1 -> !(K(Coercer, a1) or K(Coercer, b1)));
  AG(a1 -> !K(Coercer, a1));
  EF(over and a1 and K(Coercer, a1));
  AG(a1 -> K(Voter1, a1));
  AG(over -> (K(Voter1, a_wins) or K(Voter1, !a_wins)));
  AG(punished1 -> refused1);
  <first>F (a1 and over and !punished1);
  <coercer>F (over and (b1 or punished1));
  <coercer>G (!b1 or !punished1);
  <both>F (over and a1 and !punished1);
  LTL F over;
  LTL G(refused1 -> F punished1);
end Formulae
"
    )
}

fn voter(i: usize) -> String {
    let shows = CANDIDATES
        .map(|c| {
            format!("    Environment.phase = show and Environment.turn = {i} and vote = {c} : {{ show_{c}, refuse }};")
        })
        .join("\n");
    let votes = CANDIDATES.map(|c| format!("    vote = {c} if Action = vote_{c};")).join("\n");
    format!(
        "\
Agent Voter{i}
  Vars:
    vote : {{ none, a, b, c }};
  end Vars
  Actions = {{ wait, vote_a, vote_b, vote_c, show_a, show_b, show_c, refuse }};
  Protocol:
    Environment.phase = ballot and Environment.turn = {i} : {{ vote_a, vote_b, vote_c }};
{shows}
    Other : {{ wait }};
  end Protocol
  Evolution:
{votes}
  end Evolution
end Agent
"
    )
}
