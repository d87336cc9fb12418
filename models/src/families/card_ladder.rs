//! A ladder of cards, our own example for uniform strategies of a group: what pays is to rely on the others.
//!
//! Alice and Bob draw a card each, with a number from 1 to n, and must lay them down in ascending order without a word
//! (equal ones at the same time or in any order). All that they share is a clock with n ticks. They win by counting: each
//! plays when the clock shows the number on the card. This is the idea of "The Mind" (W. Warsch, 2018).
//!
//! Together they see both cards, so nothing is hidden from the group; but each has to act on the own card alone. About
//! n^2 local states per player with two actions each, and about 5 n^3 states.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![Model::family("card-ladder", 2, generate, include_str!("../../library/card-ladder/expected.toml"))]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}\n{}\n{}", environment(n), player("Alice"), player("Bob"), frame(n)))
}

fn environment(n: usize) -> String {
    let draws = |player: &str| each(1, n, "", |i| format!("    {player}={i} if clock=0;\n"));
    format!(
        "\
-- Alice and Bob hold a card each, numbered from 1 to {n}, and lay them down in ascending order
-- without a word; the clock has {n} ticks. Our own example for <group> formulas.
Semantics = SingleAssignment;

Agent Environment
  Obsvars:
    clock : 0..{n}; -- cards are drawn at 0
    Alice_played : boolean;
    Bob_played : boolean;
    failed : boolean;
  end Obsvars
  Vars:
    Alice_card : 1..{n};
    Bob_card : 1..{n};
  end Vars
  Actions = {{ none }};
  Protocol:
    Other : {{ none }};
  end Protocol
  Evolution:
{alice}{bob}    clock=clock+1 if clock<{n};
    Alice_played=true if Alice.Action=play;
    Bob_played=true if Bob.Action=play;
    failed=true if Alice.Action=play and Bob_played=false and Bob_card<Alice_card;
    failed=true if Bob.Action=play and Alice_played=false and Alice_card<Bob_card;
    failed=true if clock={n} and Alice.Action=wait and Alice_played=false;
    failed=true if clock={n} and Bob.Action=wait and Bob_played=false;
  end Evolution
end Agent
",
        alice = draws("Alice_card"),
        bob = draws("Bob_card"),
    )
}

fn player(name: &str) -> String {
    format!(
        "\
Agent {name}
  Lobsvars = {{ {name}_card }};
  Vars:
    ready : boolean;
  end Vars
  Actions = {{ wait, play }};
  Protocol:
    Environment.clock=0 or Environment.{name}_played=true or Environment.failed=true : {{ wait }};
    Other : {{ wait, play }};
  end Protocol
  Evolution:
    ready=true if ready=false;
  end Evolution
end Agent
"
    )
}

fn frame(n: usize) -> String {
    format!(
        "\
Evaluation
  won if Environment.Alice_played=true and Environment.Bob_played=true and Environment.failed=false;
  failed if Environment.failed=true;
  early if Environment.clock<{n};
end Evaluation

InitStates
  Environment.clock=0 and Environment.Alice_played=false and Environment.Bob_played=false and
  Environment.failed=false and Environment.Alice_card=1 and Environment.Bob_card=1 and
  Alice.ready=false and Bob.ready=false;
end InitStates

Groups
  alice = {{ Alice }};
  both = {{ Alice, Bob }};
end Groups

Formulae
  -- 1: together they can win
  <both>F won;
  -- 2: so they never have to fail
  <both>G(!failed);
  -- 3: but they need all ticks
  <both>(early U won);
  -- 4: Alice alone cannot win
  <alice>F won;
end Formulae
"
    )
}
