//! n cards, dealt one by one to three players, who get the same number each; then Alice says whether she has the first.
//! After "Russian cards": van Ditmarsch, "The Russian cards problem" (Studia Logica 2003).

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family =
    Family { name: "cards", start: 3, growth: Growth::Plus(3), states: Some(states), generate };

/// Deals of the first cards, however many, with no more than a third for anybody, and two answers.
fn states(n: usize) -> f64 {
    let hand = n / 3;
    let mut factorial = vec![1.0];
    for i in 1..=n {
        factorial.push(factorial[i - 1] * i as f64);
    }
    let mut sum = 0.0;
    for a in 0..=hand {
        for b in 0..=hand {
            for c in 0..=hand {
                sum += factorial[a + b + c] / (factorial[a] * factorial[b] * factorial[c]);
            }
        }
    }
    sum + factorial[n] / factorial[hand].powi(3)
}

fn generate(n: usize) -> String {
    let hand = n / 3;
    let players = ["Alice", "Bob", "Cath"].map(|name| player(name, n)).join("\n");
    let hands =
        each(1, n, " and\n  ", |i| format!("Alice.has{i} = false and Bob.has{i} = false and Cath.has{i} = false"));
    format!(
        "\
Agent Environment
  Obsvars:
    dealt : 0..{n};
    said : {{ nothing, yes, no }};
  end Obsvars
  Vars:
    alice : 0..{hand};
    bob : 0..{hand};
    cath : 0..{hand};
  end Vars
  Actions = {{ to_alice, to_bob, to_cath, listen }};
  Protocol:
    alice < {hand} : {{ to_alice }};
    bob < {hand} : {{ to_bob }};
    cath < {hand} : {{ to_cath }};
    Other : {{ listen }};
  end Protocol
  Evolution:
    alice = alice + 1 and dealt = dealt + 1 if Action = to_alice;
    bob = bob + 1 and dealt = dealt + 1 if Action = to_bob;
    cath = cath + 1 and dealt = dealt + 1 if Action = to_cath;
    said = yes if Alice.Action = say_yes;
    said = no if Alice.Action = say_no;
  end Evolution
end Agent

{players}
Evaluation
  done if Environment.dealt = {n};
  said if Environment.said <> nothing;
  alice1 if Alice.has1 = true;
  bob1 if Bob.has1 = true;
  cath1 if Cath.has1 = true;
  bob2 if Bob.has2 = true;
end Evaluation

InitStates
  Environment.dealt = 0 and Environment.said = nothing and
  Environment.alice = 0 and Environment.bob = 0 and Environment.cath = 0 and
  {hands};
end InitStates

Groups
  all = {{ Alice, Bob, Cath }};
  two = {{ Alice, Bob }};
  alice = {{ Alice }};
  dealer = {{ Environment }};
end Groups

Formulae
  AF said;
  AG(done -> (alice1 or bob1 or cath1));
  AG(said and alice1 -> K(Bob, alice1));
  AG(said and cath1 -> K(Bob, cath1));
  AG(done and cath1 -> DK(two, cath1));
  AG(done and !said and alice1 -> !K(Bob, alice1));
  AG(said and alice1 -> GCK(all, alice1));
  AG(done and bob2 -> K(Alice, bob2));
  EF(done and K(Alice, bob2));
  <dealer>F (done and alice1);
  <alice>F alice1;
  LTL F G said;
  LTL G(alice1 -> X(!bob1));
end Formulae
"
    )
}

fn player(name: &str, n: usize) -> String {
    let lower = name.to_lowercase();
    let hand = each(1, n, "\n", |i| format!("    has{i} : boolean;"));
    let takes = each(1, n, "\n", |i| {
        format!("    has{i} = true if Environment.dealt = {} and Environment.Action = to_{lower};", i - 1)
    });
    let (actions, protocol) = if name == "Alice" {
        (
            "wait, say_yes, say_no",
            format!(
                "    Environment.dealt = {n} and Environment.said = nothing and has1 = true : {{ say_yes }};\n    \
                 Environment.dealt = {n} and Environment.said = nothing and has1 = false : {{ say_no }};\n"
            ),
        )
    } else {
        ("wait", String::new())
    };
    format!(
        "\
Agent {name}
  Vars:
{hand}
  end Vars
  Actions = {{ {actions} }};
  Protocol:
{protocol}    Other : {{ wait }};
  end Protocol
  Evolution:
{takes}
  end Evolution
end Agent
"
    )
}
