//! A duel with cards over and over again, for uniform strategies under fairness.
//!
//! After the card game of Jamroga and van der Hoek, "Agents that know how to play" (Fundamenta Informaticae 2004), with n
//! cards in a circle instead of three: a card beats the n/2 that follow it. A dealer deals one card to the player, one to
//! itself and one to the table, from three decks. The player sees the own card and may swap it for the one on the
//! table; then cards are compared, and all starts again. Busard, Pecheur, Qu and Raimondi, "Reasoning about strategies
//! under partial observability and fairness constraints" (SR 2013), add that the dealer is fair. Here it need not be fair
//! in general, but one deal comes again and again: card n to the player, 1 to itself, 2 to the table. Then keeping wins
//! and swapping loses.
//!
//! n + 1 local states that matter, 3 n^3 states.

use crate::catalogue::{Model, Parameters};
use crate::text::{each, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![Model::family("card-duel", 3, generate, include_str!("../../library/card-duel/expected.toml"))]
}

fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{PLAYER}\n{}\n{FORMULAE}", environment(n), frame(n)))
}

fn environment(n: usize) -> String {
    let deals = |to: &str| each(1, n, "", |i| format!("    {to}={i} if phase=deal;\n"));
    format!(
        "\
-- A duel with {n} cards in a circle, each of which beats the {half} that follow it, over and over again.
-- After Jamroga and van der Hoek (2004); with fairness as in Busard, Pecheur, Qu, Raimondi (2013).
Semantics = SingleAssignment;

Agent Environment
  Obsvars:
    phase : {{ deal, play, compare }};
  end Obsvars
  Vars:
    own : 1..{n}; -- the player's card
    other : 1..{n}; -- the dealer's card
    table : 1..{n};
  end Vars
  Actions = {{ none }};
  Protocol:
    Other : {{ none }};
  end Protocol
  Evolution:
{own}{other}{table}    own=table if phase=play and Player.Action=swap;
    phase=play if phase=deal;
    phase=compare if phase=play;
    phase=deal if phase=compare;
  end Evolution
end Agent
",
        half = n / 2,
        own = deals("own"),
        other = deals("other"),
        table = deals("table"),
    )
}

const PLAYER: &str = "\
Agent Player
  Lobsvars = { own };
  Vars:
    swapped : boolean; -- in this round
  end Vars
  Actions = { swap, keep };
  Protocol:
    Environment.phase=play : { swap, keep };
    Other : { keep };
  end Protocol
  Evolution:
    swapped=true if Action=swap;
    swapped=false if Environment.phase=compare;
  end Evolution
end Agent
";

fn frame(n: usize) -> String {
    let half = n / 2;
    let beats = format!(
        "((Environment.own<Environment.other and Environment.other<=Environment.own+{half}) or \
         Environment.other+{n}<=Environment.own+{half})"
    );
    format!(
        "\
Evaluation
  playing if Environment.phase=play;
  won if Environment.phase=compare and {beats};
  lost if Environment.phase=compare and !{beats};
  good_deal if Environment.phase=play and Environment.own={n} and Environment.other=1 and
    Environment.table=2;
end Evaluation

InitStates
  Environment.phase=deal and Environment.own=1 and Environment.other=1 and Environment.table=1 and
  Player.swapped=false;
end InitStates

Groups
  player = {{ Player }};
end Groups

Fairness
  good_deal;
end Fairness
"
    )
}

const FORMULAE: &str = "\
Formulae
  -- 1 and 2: the player can win, or lose, at last
  <player>F won;
  <player>F lost;
  -- 3: at any time
  AG(<player>F won);
  -- 4 and 5: but not in every round, nor in the next one
  <player>G(!lost);
  AG(playing -> <player>X won);
  -- 6: whatever is dealt first
  <player>X(<player>F won);
  -- 7: after the cards were dealt the player may have to lose before winning
  AG(playing -> <player>((!lost) U won));
end Formulae
";
