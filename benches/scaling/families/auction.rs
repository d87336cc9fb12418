//! An auction with three bidders: each has a value up to m that only it knows, and bids or passes until all pass.

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family { name: "auction", start: 5, growth: Growth::Twice, states: None, generate };

fn generate(m: usize) -> String {
    let bids = each(1, 3, "\n", |i| {
        format!("    price = price + 1 and leader = b{i} if open = true and Bidder{i}.Action = bid and price < {m};")
    });
    let bidders = each(1, 3, "\n", |i| bidder(i, m));
    let atoms = each(1, 3, "\n", |i| {
        format!(
            "  won{i} if Environment.open = false and Environment.leader = b{i};\n  \
             overpaid{i} if Environment.leader = b{i} and Environment.price > Bidder{i}.value;\n  \
             keen{i} if Bidder{i}.value > {};",
            m / 2
        )
    });
    format!(
        "\
Agent Environment
  Obsvars:
    price : 0..{m};
    leader : {{ nobody, b1, b2, b3 }};
    open : boolean;
  end Obsvars
  Actions = {{ call, close }};
  Protocol:
    Other : {{ call }};
  end Protocol
  Evolution:
{bids}
    open = false if Bidder1.Action = pass and Bidder2.Action = pass and Bidder3.Action = pass;
  end Evolution
end Agent

{bidders}
Evaluation
{atoms}
  closed if Environment.open = false;
  high if Environment.price > {half};
  sold if Environment.leader <> nobody;
end Evaluation

InitStates
  Environment.price = 0 and Environment.leader = nobody and Environment.open = true and
  Bidder1.bids = 0 and Bidder2.bids = 0 and Bidder3.bids = 0;
end InitStates

Groups
  first = {{ Bidder1 }};
  ring = {{ Bidder1, Bidder2, Bidder3 }};
  rivals = {{ Bidder2, Bidder3 }};
end Groups

Formulae
  AG !overpaid1;
  AF closed;
  AG(won1 and high -> K(Bidder2, keen1));
  AG(won1 -> K(Bidder2, keen1));
  AG(high -> (keen1 or keen2 or keen3));
  AG(closed and keen1 -> high);
  EF(K(Bidder1, keen2) and !K(Bidder1, keen3));
  AG(high -> GCK(ring, keen1 or keen2 or keen3));
  <first>F won1;
  <ring>F (closed and !high);
  <rivals>G !won1;
  LTL F G closed;
  LTL G(closed -> sold);
end Formulae
",
        half = m / 2
    )
}

fn bidder(i: usize, m: usize) -> String {
    format!(
        "\
Agent Bidder{i}
  Vars:
    value : 0..{m};
    bids : 0..3;
  end Vars
  Actions = {{ bid, pass }};
  Protocol:
    Environment.open = true and Environment.price < value and Environment.leader <> b{i} : {{ bid, pass }};
    Other : {{ pass }};
  end Protocol
  Evolution:
    bids = bids + 1 if Action = bid and bids < 3;
  end Evolution
end Agent
"
    )
}
