//! Round after round, with a payer who may lie: the variant of Kong and Lomuscio (AAMAS 2017, section 4) for φ2.
//!
//! The announcements are heard by all, as the remark of that section on distributed knowledge supposes. A round has
//! three steps: talk, count, show; then the coins are tossed again. 3(2n+1)2^n states.

use super::table::{at_most_one_payer, groups, left_coin, paid_atoms};
use crate::catalogue::Parameters;
use crate::text::{each, formulae, wrap};

pub(super) fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}", system(n), formulae(&properties(n))))
}

fn system(n: usize) -> String {
    format!(
        "-- The dining cryptographers (Chaum 1988), round after round, n = {n}.
-- The announcements are heard by all; the payer, if there is one, may say what is seen instead of
-- its opposite.
Semantics = SingleAssignment;

{environment}
{cryptographers}
Evaluation
  tt if Environment.parity=true or Environment.parity=false;
  odd if Environment.stage=show and Environment.parity=true;
  even if Environment.stage=show and Environment.parity=false;
  obey1 if Crypt1.obey=true;
{paid}end Evaluation

InitStates
  {payers} and
  Environment.stage=talk and Environment.parity=false and
  {silence} and
  {obedience};
end InitStates

Groups
{groups}  neighbours = {{ Crypt2, Crypt{n} }};
end Groups
",
        environment = environment(n),
        cryptographers = each(1, n, "\n", |i| cryptographer(i, n)),
        paid = paid_atoms(n),
        payers = at_most_one_payer(n),
        silence = each(1, n, " and ", |i| format!("Environment.say{i}=false")),
        obedience = each(1, n, " and ", |i| format!("Crypt{i}.obey=true")),
        groups = groups(n),
    )
}

fn environment(n: usize) -> String {
    format!(
        "Agent Environment
  Obsvars:
    stage : {{ talk, count, show }};
    parity : boolean; -- while shown: an odd number of announcements was \"different\"
{announcements}  end Obsvars
  Vars:
{coins}  end Vars
  Actions = {{ none }};
  Protocol:
    Other : {{ none }};
  end Protocol
  Evolution:
    stage=count if stage=talk;
    stage=show if stage=count;
    stage=talk if stage=show;
    parity={parity} if stage=count;
    parity=false if stage=show;
{rounds}  end Evolution
end Agent
",
        announcements = each(1, n, "", |i| format!("    say{i} : boolean; -- \"different\"\n")),
        coins = each(1, n, "", |i| format!("    coin{i} : boolean;\n")),
        parity = each(1, n, " ^ ", |i| format!("say{i}")),
        rounds = each(1, n, "", |i| {
            format!(
                "    say{i}=true if stage=talk and Crypt{i}.Action=different;
    say{i}=false if stage=show;
    coin{i}=true if stage=show;
    coin{i}=false if stage=show;
"
            )
        }),
    )
}

fn cryptographer(i: usize, n: usize) -> String {
    let (left, right) = (left_coin(i, n), i);
    let same = format!("Environment.coin{left}=Environment.coin{right}");
    let differ = format!("Environment.coin{left}<>Environment.coin{right}");
    format!(
        "Agent Crypt{i}
  Lobsvars = {{ coin{left}, coin{right} }};
  Vars:
    paid : boolean;
    obey : boolean; -- the last announcement was the one that the protocol asks for
  end Vars
  Actions = {{ equal, different, quiet }};
  Protocol:
    Environment.stage=talk and (paid=true or {same}) : {{ equal }};
    Environment.stage=talk and (paid=true or {differ}) : {{ different }};
    Other : {{ quiet }};
  end Protocol
  Evolution:
    obey=true if paid=true and {differ} and Action=equal;
    obey=true if paid=true and {same} and Action=different;
    obey=false if paid=true and {same} and Action=equal;
    obey=false if paid=true and {differ} and Action=different;
  end Evolution
end Agent
"
    )
}

fn properties(n: usize) -> Vec<(&'static str, Vec<String>)> {
    let unsuspected = each(2, n, " and ", |i| format!("!K(Crypt{i}, paid1)"));
    let somebody = each(1, n, " or ", |i| format!("paid{i}"));
    let nobody = each(1, n, " and ", |i| format!("!paid{i}"));
    let arbitrary = "(G(F obey1)) and (G(F(!obey1)))";
    vec![
        (
            "While unsuspected, the payer can obey and lie infinitely often each, and stay unsuspected.",
            vec![
                format!("CTL* paid1 -> (A(G(({unsuspected}) -> (E({arbitrary} and (G({unsuspected})))))))"),
                format!(
                    "CDL* paid1 -> A([tt*](({unsuspected}) -> \
                     E([tt*]<tt*>obey1 and [tt*]<tt*>!obey1 and [tt*]({unsuspected}))))"
                ),
            ],
        ),
        ("Nobody else ever knows that Crypt1 paid.", vec![format!("AG({unsuspected})")]),
        (
            "If it obeys and lies infinitely often, its neighbours together find out; obeying is what betrays it.",
            vec![
                format!("CTL* A((paid1 and {arbitrary}) -> (F DK(neighbours, paid1)))"),
                "CTL* A((paid1 and (G(F obey1))) -> (F DK(neighbours, paid1)))".into(),
                "CTL* A((paid1 and (G(F(!obey1)))) -> (F DK(neighbours, paid1)))".into(),
                "EG !DK(neighbours, paid1)".into(),
                "AG !DK(neighbours, paid1)".into(),
            ],
        ),
        (
            "An odd parity still means that somebody paid; an even one means nothing.",
            vec![format!("AG(odd -> GCK(all, {somebody}))"), format!("AG(even -> GCK(all, {nobody}))")],
        ),
        (
            "Every third state shows the parity, not every second one.",
            vec!["LDL [tt;tt;(tt;tt;tt)*](odd or even)".into(), "LDL [(tt;tt)*](odd or even)".into()],
        ),
        (
            "An honest payer makes the parity odd for ever; a lying one can make it even.",
            vec![
                "LTL (paid1 and (G obey1)) -> (G(F odd))".into(),
                "LTL G(F odd)".into(),
                "CTL* E(G(F even))".into(),
                "CTL* paid1 -> (E((G(F odd)) and (G(F even))))".into(),
            ],
        ),
    ]
}
