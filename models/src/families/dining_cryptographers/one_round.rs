//! One round: the coins have fallen, all announce at once, the parity of the announcements becomes public.
//!
//! 3(n+1)2^n states, as in table 2 of the CAV 2009 paper: 2^n falls of the coins, n+1 cases of who paid, and three
//! moments (before the announcements, when they are made, when they are counted).

use super::properties::{
    even_makes_it_common, even_makes_it_common_negated, first_is_enlightened, odd_makes_it_common,
    odd_reveals_only_a_payer, payer_unknown_to_all, payer_unknown_to_first,
};
use super::table::{at_most_one_payer, groups, left_coin, paid_atoms};
use crate::catalogue::Parameters;
use crate::text::{always, each, formulae, wrap};

/// What a payer announces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Payer {
    /// Always the opposite of what they see.
    Lies,
    /// That the coins are equal if they are: a bug.
    Forgets,
}

pub(super) fn generate(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!("{}\n{}", system(n, Payer::Lies), formulae(&linear_properties(n))))
}

/// With a bug: a payer who sees equal coins forgets to lie.
pub(super) fn generate_forgetful(Parameters { n, .. }: Parameters) -> String {
    let nobody = each(1, n, " and ", |j| format!("!paid{j}"));
    let properties = [
        (
            "If the parity is even, it is common knowledge that nobody paid.",
            vec![format!("AG({})", even_makes_it_common(n))],
        ),
        ("If the parity is even, Crypt1 knows that nobody paid.", vec![format!("AG(even -> K(Crypt1, {nobody}))")]),
        (
            "If the parity is odd, it is common knowledge that somebody paid.",
            vec![format!("AG({})", odd_makes_it_common(n))],
        ),
    ];
    wrap(&format!("{}\n{}", system(n, Payer::Forgets), formulae(&properties)))
}

pub(super) fn generate_pairs(Parameters { n, .. }: Parameters) -> String {
    let for_everybody = [("", "AG"), ("LTL ", "G"), ("LDL ", "[tt*]")].map(|(prefix, always)| {
        let each = each(1, n, " and ", |i| format!("({always}({}))", odd_reveals_only_a_payer(i, n)));
        format!("{prefix}{each}")
    });
    let properties = [
        ("Nobody ever knows of anybody else that they paid.", always(&payer_unknown_to_all(n))),
        ("Whoever did not pay learns that somebody did, but not who.", for_everybody.to_vec()),
    ];
    wrap(&format!("{}\n{}", system(n, Payer::Lies), formulae(&properties)))
}

fn system(n: usize, payer: Payer) -> String {
    format!(
        "-- The dining cryptographers (Chaum 1988), one round, n = {n}.
-- Each sees the two coins at their hands; of the announcements only the parity is public.
Semantics = SingleAssignment;

{environment}
{cryptographers}
Evaluation
  tt if Environment.announced=true or Environment.announced=false;
  odd if Environment.announced=true and Environment.parity=true;
  even if Environment.announced=true and Environment.parity=false;
{paid}end Evaluation

InitStates
  {payers} and
  Environment.announced=false and Environment.parity=false and Environment.said=false and
  {silence};
end InitStates

Groups
{groups}end Groups
",
        environment = environment(n),
        cryptographers = each(1, n, "\n", |i| cryptographer(i, n, payer)),
        paid = paid_atoms(n),
        payers = at_most_one_payer(n),
        silence = each(1, n, " and ", |i| format!("Environment.say{i}=false")),
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
    said=true if said=false;
{say}    announced=true if said=true;
    parity={parity} if said=true and announced=false;
  end Evolution
end Agent
",
        coins = each(1, n, "", |i| format!("    coin{i} : boolean;\n    say{i} : boolean;\n")),
        say = each(1, n, "", |i| format!("    say{i}=true if said=false and Crypt{i}.Action=different;\n")),
        parity = each(1, n, " ^ ", |i| format!("say{i}")),
    )
}

fn cryptographer(i: usize, n: usize, payer: Payer) -> String {
    let (left, right) = (left_coin(i, n), i);
    let honest = if payer == Payer::Forgets { "" } else { "paid=false and " };
    format!(
        "Agent Crypt{i}
  Lobsvars = {{ coin{left}, coin{right} }};
  Vars:
    paid : boolean;
  end Vars
  Actions = {{ equal, different }};
  Protocol:
    {honest}Environment.coin{left}=Environment.coin{right} : {{ equal }};
    paid=true and Environment.coin{left}<>Environment.coin{right} : {{ equal }};
    Other : {{ different }};
  end Protocol
  Evolution:
    paid=true if paid=true;
  end Evolution
end Agent
"
    )
}

/// Formulas whose length is linear in `n`; the comment names the property.
fn linear_properties(n: usize) -> Vec<(&'static str, Vec<String>)> {
    let enlightened = first_is_enlightened(n);
    vec![
        (
            "If the parity is odd, Crypt1 (unless the payer) knows that somebody else paid, but not who.",
            always(&odd_reveals_only_a_payer(1, n)),
        ),
        ("Crypt1 never knows of anybody else that they paid.", always(&payer_unknown_to_first(n))),
        (
            "If the parity is even, it is common knowledge that nobody paid.",
            [vec![format!("AG({})", even_makes_it_common_negated(n))], always(&even_makes_it_common(n))].concat(),
        ),
        (
            "Unless the payer, Crypt1 finds out that nobody paid, or that somebody did but not who.",
            vec![
                format!("AG(!paid1 -> AF({enlightened}))"),
                format!("LTL G(!paid1 -> F({enlightened}))"),
                format!("CTL* A(G(!paid1 -> F({enlightened})))"),
                format!("LDL [tt*](!paid1 -> <tt*>({enlightened}))"),
                format!("CDL* A([tt*](!paid1 -> <tt*>({enlightened})))"),
            ],
        ),
        (
            "If the parity is odd, it is common knowledge that somebody paid.",
            vec![format!("AG({})", odd_makes_it_common(n))],
        ),
        (
            "Together the others know who paid: once the parity is public, but not before.",
            vec!["AG((odd and paid1) -> DK(others, paid1))".into(), "AG(paid1 -> DK(others, paid1))".into()],
        ),
        ("Crypt2 can come to know that Crypt1 paid.", vec!["EF K(Crypt2, paid1)".into()]),
        (
            "The parity is public after two steps, not after one; it is odd only if somebody paid.",
            vec![
                "LTL F(odd or even)".into(),
                "LDL [tt;tt](odd or even)".into(),
                "LDL [tt](odd or even)".into(),
                "LTL F odd".into(),
                "CTL* paid1 -> (E(F odd))".into(),
            ],
        ),
    ]
}
