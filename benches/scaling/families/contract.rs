//! A smart contract as tools generate it: Seller, Buyer and Judge with 14 actions each, one of whom is scheduled at a time;
//! time passes when all three are done. n is the time at which the last deadline is, and the money of each.

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family { name: "contract", start: 2, growth: Growth::Twice, states: None, generate };

const PARTIES: [&str; 3] = ["Seller", "Buyer", "Judge"];
const ACTIONS: &str = "nop, deposit, deposit_more, sign, reveal, withdraw, refund, dispute, approve, reject, claim, cancel, \
                       rule_seller, rule_buyer";

fn generate(n: usize) -> String {
    let parties = PARTIES.map(|name| party(name, n)).join("\n");
    let signs = PARTIES.map(|name| format!("    signed_{name} = true if {};", does(name, "sign"))).join("\n");
    let all_signed = PARTIES.map(|name| format!("signed_{name} = true")).join(" and ");
    let turns = PARTIES.map(|name| format!("    done_{name} = true if {};", does(name, "nop"))).join("\n");
    let all_done = PARTIES.map(|name| format!("done_{name} = true")).join(" and ");
    let anew = PARTIES.map(|name| format!("    done_{name} = false if Action = delay and {all_done};")).join("\n");
    let schedule = PARTIES.map(|name| format!("    done_{name} = false : {{ schedule_{name} }};")).join("\n");
    let flags = PARTIES.map(|name| format!("    signed_{name} : boolean;")).join("\n");
    let done = PARTIES.map(|name| format!("    done_{name} : boolean;")).join("\n");
    let start = PARTIES
        .map(|name| format!("Environment.signed_{name} = false and Environment.done_{name} = false"))
        .join(" and\n  ");
    let secrets = PARTIES.map(|name| format!("{name}.active = true")).join(" and ");
    let any = |action: &str| PARTIES.map(|name| format!("({})", does(name, action))).join(" or ");
    format!(
        "\
Semantics = SingleAssignment;

Agent Environment
  Obsvars:
    time : 0..{n};
    funds : 0..{n};
    seller_money : 0..{n};
    buyer_money : 0..{n};
{flags}
    status : {{ open, signed, disputed, for_seller, for_buyer, closed }};
    revealed : boolean;
  end Obsvars
  Vars:
{done}
  end Vars
  Actions = {{ delay, schedule_Seller, schedule_Buyer, schedule_Judge }};
  Protocol:
{schedule}
    Other : {{ delay }};
  end Protocol
  Evolution:
{anew}
{turns}
    time = time + 1 if Action = delay and time < {n};
{signs}
    status = signed if status = open and {all_signed} and time < {n};
    funds = funds + 1 if {deposit};
    buyer_money = buyer_money - 1 if {deposit};
    funds = funds + 2 if {deposit_more};
    buyer_money = buyer_money - 2 if {deposit_more};
    revealed = true if {reveal};
    status = disputed if {dispute};
    status = for_seller if ({rule_seller}) or ({approve});
    status = for_buyer if ({rule_buyer}) or ({reject});
    funds = 0 if ({withdraw}) or ({refund});
    seller_money = seller_money + funds if {withdraw};
    buyer_money = buyer_money + funds if {refund};
    status = closed if ({withdraw}) or ({refund}) or ({cancel}) or ({claim});
  end Evolution
end Agent

{parties}
Evaluation
  closed if Environment.status = closed;
  for_seller if Environment.status = for_seller;
  no_funds if Environment.funds = 0;
  paid if Environment.seller_money > 0;
  whole if Environment.buyer_money = {n};
  late if Environment.time = {n};
  disputed if Environment.status = disputed;
  revealed if Environment.revealed = true;
end Evaluation

InitStates
  Environment.time = 0 and Environment.funds = 0 and Environment.seller_money = 0 and
  Environment.buyer_money = {n} and Environment.status = open and Environment.revealed = false and
  {start} and
  {secrets};
end InitStates

Groups
  seller = {{ Seller }};
  buyer = {{ Buyer }};
  judge = {{ Judge }};
  traders = {{ Seller, Buyer }};
  all = {{ Seller, Buyer, Judge }};
end Groups

Formulae
  <seller>F paid;
  <buyer>G whole;
  <buyer>F closed;
  <judge>F closed;
  <traders>F (closed and paid);
  <traders>G no_funds;
  <all>F (late and no_funds);
  AG(disputed -> <judge>F for_seller);
  AG(closed -> no_funds);
  EF(late and !no_funds);
  AG(paid -> K(Judge, revealed));
  LTL G(paid -> closed);
end Formulae
",
        deposit = does("Buyer", "deposit"),
        deposit_more = does("Buyer", "deposit_more"),
        reveal = does("Seller", "reveal"),
        dispute = any("dispute"),
        rule_seller = does("Judge", "rule_seller"),
        rule_buyer = does("Judge", "rule_buyer"),
        approve = does("Buyer", "approve"),
        reject = does("Seller", "reject"),
        withdraw = does("Seller", "withdraw"),
        refund = does("Buyer", "refund"),
        cancel = any("cancel"),
        claim = does("Seller", "claim"),
    )
}

/// A party acts, and it is scheduled.
fn does(party: &str, action: &str) -> String {
    format!("Action = schedule_{party} and {party}.Action = {action}")
}

fn party(name: &str, n: usize) -> String {
    let status = |wanted: &str| format!("active = true and Environment.status = {wanted}");
    let own = match name {
        "Seller" => format!(
            "    {} and Environment.revealed = false : {{ reveal }};\n    {} and Environment.revealed = true : {{ withdraw }};\n    \
             {} : {{ dispute, reject }};\n    {} and Environment.funds = 0 : {{ claim }};\n",
            status("for_seller"),
            status("for_seller"),
            status("signed"),
            status("for_seller")
        ),
        "Buyer" => format!(
            "    {} and Environment.buyer_money > 0 and Environment.funds < {n} : {{ deposit }};\n    \
             {} and Environment.buyer_money > 1 and Environment.funds + 1 < {n} : {{ deposit_more }};\n    \
             {} : {{ dispute, approve }};\n    {} : {{ refund }};\n",
            status("open"),
            status("open"),
            status("signed"),
            status("for_buyer")
        ),
        _ => format!("    {} : {{ rule_seller, rule_buyer }};\n", status("disputed")),
    };
    format!(
        "\
Agent {name}
  Vars:
    active : boolean;
  end Vars
  Actions = {{ {ACTIONS} }};
  Protocol:
    active = true or active = false : {{ nop }};
    {open} and Environment.signed_{name} = false : {{ sign }};
    {open} and Environment.time = {n} and Environment.funds = 0 : {{ cancel }};
{own}    Other : {{ nop }};
  end Protocol
  Evolution:
    active = false if Action = cancel and Environment.Action = schedule_{name};
  end Evolution
end Agent
",
        open = status("open")
    )
}
