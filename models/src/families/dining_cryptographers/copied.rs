//! One round, with the coins copied: in the first step each cryptographer looks at the two coins and remembers them.
//!
//! 4(n+1)2^n states: the moments of `dining-cryptographers`, and one before the cryptographers have looked.

use super::properties::{
    even_makes_it_common_negated, first_is_enlightened, odd_makes_it_common, odd_reveals_only_a_payer,
    payer_unknown_to_first,
};
use super::table::{at_most_one_payer, groups, left_coin, paid_atoms};
use crate::catalogue::Parameters;
use crate::text::{each, formulae, wrap};

pub(super) fn generate(Parameters { n, .. }: Parameters) -> String {
    let properties = [
        (
            "If the parity is odd, Crypt1 (unless the payer) knows that somebody else paid, but not who.",
            vec![format!("AG({})", odd_reveals_only_a_payer(1, n))],
        ),
        ("Crypt1 never knows of anybody else that they paid.", vec![format!("AG({})", payer_unknown_to_first(n))]),
        (
            "If the parity is even, it is common knowledge that nobody paid; if odd, that somebody did.",
            vec![format!("AG({})", even_makes_it_common_negated(n)), format!("AG({})", odd_makes_it_common(n))],
        ),
        (
            "Unless the payer, Crypt1 finds out that nobody paid, or that somebody did but not who.",
            vec![format!("AG(!paid1 -> AF({}))", first_is_enlightened(n))],
        ),
        (
            "Together the others know who paid: once the parity is public, but not before.",
            vec!["AG((odd and paid1) -> DK(others, paid1))".into(), "AG(paid1 -> DK(others, paid1))".into()],
        ),
        (
            "Crypt2 can come to know that Crypt1 paid; the parity is public at some time, is odd at some time.",
            vec!["EF K(Crypt2, paid1)".into(), "AF(odd or even)".into(), "AF odd".into()],
        ),
    ];
    wrap(&format!("{}\n{}", system(n), formulae(&properties)))
}

fn system(n: usize) -> String {
    format!(
        "-- The dining cryptographers (Chaum 1988), one round, n = {n}.
-- In the first step each copies the two coins at their hands; of the announcements only the parity
-- is public.
Semantics = SingleAssignment;

{environment}
{cryptographers}
Evaluation
  odd if Environment.announced=true and Environment.parity=true;
  even if Environment.announced=true and Environment.parity=false;
{paid}end Evaluation

InitStates
  {payers} and
  Environment.announced=false and Environment.parity=false and Environment.said=false and
  {silence} and
  {unseen};
end InitStates

Groups
{groups}end Groups
",
        environment = environment(n),
        cryptographers = each(1, n, "\n", |i| cryptographer(i, n)),
        paid = paid_atoms(n),
        payers = at_most_one_payer(n),
        silence = each(1, n, " and ", |i| format!("Environment.say{i}=false")),
        unseen = each(1, n, " and ", |i| format!("Crypt{i}.left=unseen and Crypt{i}.right=unseen")),
        groups = groups(n),
    )
}

fn environment(n: usize) -> String {
    format!(
        "Agent Environment
  Obsvars:
    announced : boolean; -- the announcements have been counted
    parity : boolean; -- an odd number of them was \"different\"
  end Obsvars
  Vars:
    said : boolean; -- the announcements have been made
{coins}  end Vars
  Actions = {{ none }};
  Protocol:
    Other : {{ none }};
  end Protocol
  Evolution:
    said=true if Crypt1.Action=equal or Crypt1.Action=different;
{say}    announced=true if said=true;
    parity={parity} if said=true and announced=false;
  end Evolution
end Agent
",
        coins = each(1, n, "", |i| format!("    coin{i} : {{ head, tail }};\n    say{i} : boolean;\n")),
        say = each(1, n, "", |i| format!("    say{i}=true if said=false and Crypt{i}.Action=different;\n")),
        parity = each(1, n, " ^ ", |i| format!("say{i}")),
    )
}

fn cryptographer(i: usize, n: usize) -> String {
    let (left, right) = (left_coin(i, n), i);
    format!(
        "Agent Crypt{i}
  Lobsvars = {{ coin{left}, coin{right} }};
  Vars:
    paid : boolean;
    left : {{ unseen, head, tail }};
    right : {{ unseen, head, tail }};
  end Vars
  Actions = {{ look, equal, different }};
  Protocol:
    left=unseen : {{ look }};
    left<>unseen and paid=false and left=right : {{ equal }};
    left<>unseen and paid=true and left<>right : {{ equal }};
    Other : {{ different }};
  end Protocol
  Evolution:
    left=head if Action=look and Environment.coin{left}=head;
    left=tail if Action=look and Environment.coin{left}=tail;
    right=head if Action=look and Environment.coin{right}=head;
    right=tail if Action=look and Environment.coin{right}=tail;
  end Evolution
end Agent
"
    )
}
