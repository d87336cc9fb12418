//! A game of memory with n cards, our own example for uniform strategies: what pays is to look around first.
//!
//! The cards lie face down in a row, each red or black. In a first round Alice may look at each in turn, in a second one
//! she bets on the colour of each in turn; one wrong bet and the game is lost. Bob sits beside her and may swap the card
//! that is her turn in the first round for one of the other colour, just after she looked, unless Bob is honest.
//!
//! With perfect information she wins without looking. Her local states are all that she may have seen: 3^n in the second
//! round. (2^n 3^n)-fold growth in the number of states.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![Model::family("card-memory", 2, generate, include_str!("../../library/card-memory/expected.toml"))]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}\n{BOB}\n{}\n{FORMULAE}", environment(n), alice(n), frame(n)))
}

fn environment(n: usize) -> String {
    format!(
        "\
-- A game of memory with {n} cards: Alice may look at each, then bets on the colour of each; Bob may
-- swap a card just after she looked, unless Bob is honest. Our own example for <group> formulas.
Semantics = SingleAssignment;

Agent Environment
  Obsvars:
    turn : 1..{n};
    betting : boolean;
    honest : boolean;
  end Obsvars
  Vars:
{cards}  end Vars
  -- The action is what a player who looks or bets gets to see: whether the card is red.
  Actions = {{ red, black }};
  Protocol:
    {red} : {{ red }};
    Other : {{ black }};
  end Protocol
  Evolution:
    turn=turn+1 if turn<{n};
    turn=1 if turn={n} and betting=false;
    betting=true if turn={n};
{swaps}  end Evolution
end Agent
",
        cards = each(1, n, "", |i| format!("    red{i} : boolean;\n")),
        red = each(1, n, " or ", |i| format!("(turn={i} and red{i}=true)")),
        swaps =
            each(1, n, "", |i| { format!("    red{i}=~red{i} if turn={i} and betting=false and Bob.Action=swap;\n") }),
    )
}

fn alice(n: usize) -> String {
    let sees = |colour: &str| {
        each(1, n, "", |i| {
            format!("    saw{i}={colour} if Environment.turn={i} and Action=look and Environment.Action={colour};\n")
        })
    };
    format!(
        "\
Agent Alice
  Vars:
{memory}    result : {{ open, victory, defeat }};
  end Vars
  Actions = {{ look, skip, bet_red, bet_black, rest }};
  Protocol:
    Environment.betting=false : {{ look, skip }};
    Environment.betting=true and result=open : {{ bet_red, bet_black }};
    Other : {{ rest }};
  end Protocol
  Evolution:
{red}{black}    result=defeat if Action=bet_red and Environment.Action=black;
    result=defeat if Action=bet_black and Environment.Action=red;
    result=victory if Environment.turn={n} and Action=bet_red and Environment.Action=red;
    result=victory if Environment.turn={n} and Action=bet_black and Environment.Action=black;
  end Evolution
end Agent
",
        memory = each(1, n, "", |i| format!("    saw{i} : {{ nothing, red, black }};\n")),
        red = sees("red"),
        black = sees("black"),
    )
}

const BOB: &str = "\
Agent Bob
  Vars:
    swapped : boolean; -- in the last turn
  end Vars
  Actions = { keep, swap };
  Protocol:
    Environment.honest=true : { keep };
    Other : { keep, swap };
  end Protocol
  Evolution:
    swapped=true if Action=swap;
    swapped=false if Action=keep;
  end Evolution
end Agent
";

fn frame(n: usize) -> String {
    format!(
        "\
Evaluation
  honest if Environment.honest=true;
  open if Alice.result=open;
  won if Alice.result=victory;
  lost if Alice.result=defeat;
  blind if {blind};
  -- She has looked at every card that has been her turn.
  careful if {careful};
end Evaluation

InitStates
  Environment.turn=1 and Environment.betting=false and Bob.swapped=false and
  Alice.result=open and {blind};
end InitStates

Groups
  alice = {{ Alice }};
  both = {{ Alice, Bob }};
end Groups
",
        blind = each(1, n, " and ", |i| format!("Alice.saw{i}=nothing")),
        careful = each(1, n, " and ", |i| {
            format!("(!(Alice.saw{i}=nothing) or (Environment.betting=false and Environment.turn<={i}))")
        }),
    )
}

const FORMULAE: &str = "\
Formulae
  -- 1 and 2: Alice can win if and only if Bob is honest
  honest -> <alice>F won;
  (!honest) -> !(<alice>F won);
  -- 3: she can win if Bob helps
  <both>F won;
  -- 4: but not without looking
  <both>(blind U won);
  -- 5: if Bob is honest, she can see to it that she never loses
  honest -> <alice>G(!lost);
  -- 6: and as long as she has looked, she can still win
  AG((honest and careful and open) -> <alice>F won);
  -- 7: if she has not, she may not be able to
  AG((honest and open) -> <alice>F won);
end Formulae
";
