//! Type (2,n): three dining cryptographers as in section 5.2 of the qMAS paper, and an
//! Environment with n Booleans that also throws the coins.

use super::{all_false, environment};
use crate::catalogue::Parameters;
use crate::text::wrap;

pub(super) fn generate(parameters: Parameters) -> String {
    let Parameters { n, seed } = parameters;
    let environment = environment(
        parameters,
        "all_same, differ12, differ13, differ23",
        &["Action=all_same", "Action=differ12", "Action=differ13", "Action=differ23"],
    );
    let agents: String = (1..=3).map(cryptographer).collect();
    let all_false = all_false(n);
    wrap(&format!(
        "\
-- Three dining cryptographers and {n} Booleans that get random constants in every step
-- (seed {seed}). Type (2,n) of section 5.3 of the qMAS paper; the cryptographers are those of
-- its section 5.2: each sees two of three coins, says whether they differ, and lies if it pays.
-- An odd number of differences means that one of them pays, an even one that the agency does.
-- Since three coins show at most two sides, either no cryptographer sees a difference or two of
-- them do; the Environment's action says who. After the round everybody is done and nothing but
-- the Booleans changes.

{environment}{agents}Evaluation
  pay_nsa if C1.payer=n and C2.payer=n and C3.payer=n;
  clear if {all_false};
end Evaluation

InitStates
  C1.see_different=none and C2.see_different=none and C3.see_different=none
    and C1.number_of_odd=none and C2.number_of_odd=none and C3.number_of_odd=none
    and ((C1.payer=n and C2.payer=n and C3.payer=n) or (C1.payer=y and C2.payer=n and C3.payer=n)
      or (C1.payer=n and C2.payer=y and C3.payer=n) or (C1.payer=n and C2.payer=n and C3.payer=y))
    and {all_false};
end InitStates

Groups
  c12 = {{C1, C2}};
end Groups

Formulae
  -- 1: psi1, with the dual of C
  AG (EX (!GCK(c12, !pay_nsa)));
  -- 2: psi2, with the dual of K
  AG (EX (!K(C1, pay_nsa)));
  -- 3: psi3, with the dual of C
  AF (EX (!GCK(c12, !pay_nsa)));
  -- 4: psi4
  AF (EX (K(C1, !pay_nsa) or K(C1, pay_nsa)));
  -- 5: psi1, with C
  AG (EX GCK(c12, pay_nsa));
  -- 6: psi2, with K
  AG (EX K(C1, !pay_nsa));
  -- 7: after the first step some Boolean is true
  AX (AG (!clear));
end Formulae
"
    ))
}

/// The local state is the paper's: Payer, SeeDifferent, NumberOfOdd.
fn cryptographer(i: usize) -> String {
    let [first, second] = match i {
        1 => ["differ12", "differ13"],
        2 => ["differ12", "differ23"],
        _ => ["differ13", "differ23"],
    };
    let says = |differences: [bool; 3]| {
        let said = |index: usize| {
            let action = if differences[index] { "say_diff" } else { "say_same" };
            format!("C{}.Action={action}", index + 1)
        };
        format!("({} and {} and {})", said(0), said(1), said(2))
    };
    let any_of = |reports: [[bool; 3]; 4]| reports.map(says).join("\n      or ");
    let odd = any_of([[true, false, false], [false, true, false], [false, false, true], [true, true, true]]);
    let even = any_of([[false, false, false], [true, true, false], [true, false, true], [false, true, true]]);
    format!(
        "\
Agent C{i}
  Vars:
    payer: {{y, n}};
    see_different: {{none, y, n}};
    number_of_odd: {{none, odd, even}};
  end Vars
  Actions = {{check_coins, say_diff, say_same, done}};
  Protocol:
    see_different=none: {{check_coins}};
    number_of_odd=none and ((payer=n and see_different=y) or (payer=y and see_different=n)): {{say_diff}};
    number_of_odd=none and ((payer=n and see_different=n) or (payer=y and see_different=y)): {{say_same}};
    Other: {{done}};
  end Protocol
  Evolution:
    see_different=y if Action=check_coins
      and (Environment.Action={first} or Environment.Action={second});
    see_different=n if Action=check_coins
      and !(Environment.Action={first} or Environment.Action={second});
    number_of_odd=odd if {odd};
    number_of_odd=even if {even};
  end Evolution
end Agent

"
    )
}
