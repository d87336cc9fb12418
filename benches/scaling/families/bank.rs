//! Accounts at a bank that serves one customer at a time: deposit, withdraw, or transfer to the next account. Balances go
//! to 20, customers remember whether they were refused, which happens to those who have something, and never to all at
//! once: 41^n - 20^n states.

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family {
    name: "bank",
    start: 2,
    growth: Growth::Twice,
    states: Some(|n| 41f64.powi(n as i32) - 20f64.powi(n as i32)),
    generate,
};

/// The most that an account may hold.
const MOST: usize = 20;

fn generate(n: usize) -> String {
    let balances = each(1, n, "\n", |i| format!("    balance{i} : 0..{MOST};"));
    let serves = each(1, n, ", ", |i| format!("serve{i}"));
    let served = |i: usize, action: &str| format!("Action = serve{i} and Customer{i}.Action = {action}");
    let lines = each(1, n, "\n", |i| {
        let next = i % n + 1;
        let mut lines = format!(
            "    balance{i} = balance{i} + 1 if {} and balance{i} < {MOST};\n    \
             balance{i} = balance{i} - 1 if {} and balance{i} > 0;",
            served(i, "deposit"),
            served(i, "withdraw")
        );
        if next != i {
            lines.push_str(&format!(
                "\n    balance{i} = balance{i} - 1 and balance{next} = balance{next} + 1 if {} and balance{i} > 0 and \
                 balance{next} < {MOST};",
                served(i, "transfer")
            ));
        }
        lines
    });
    let customers = each(1, n, "\n", customer);
    let atoms = each(1, n, "\n", |i| {
        format!("  rich{i} if Environment.balance{i} > {};\n  broke{i} if Environment.balance{i} = 0;", MOST / 2)
    });
    let start = each(1, n, " and ", |i| format!("Environment.balance{i} = 5 and Customer{i}.refused = false"));
    let all = each(1, n, ", ", |i| format!("Customer{i}"));
    format!(
        "\
Agent Environment
  Vars:
{balances}
  end Vars
  Actions = {{ {serves} }};
  Protocol:
    Other : {{ {serves} }};
  end Protocol
  Evolution:
{lines}
  end Evolution
end Agent

{customers}
Evaluation
{atoms}
  richer if Environment.balance1 > Environment.balance{n};
  refused1 if Customer1.refused = true;
end Evaluation

InitStates
  {start};
end InitStates

Groups
  first = {{ Customer1 }};
  bank_and_first = {{ Environment, Customer1 }};
  everybody = {{ {all} }};
end Groups

Formulae
  AG(broke1 -> EF rich1);
  AG(rich1 -> K(Customer1, rich1));
  AG(rich1 -> K(Customer{n}, rich1));
  EF (broke1 and rich{n});
  AG(broke1 -> AX !rich1);
  AF rich1;
  AG DK(everybody, !broke1 or !rich1);
  AG(refused1 -> K(Customer1, !rich1));
  <first>F rich1;
  <bank_and_first>F rich1;
  <first>G (!broke1);
  LTL G(broke1 -> F rich1);
  LTL G(broke1 -> X(!rich1));
end Formulae
"
    )
}

fn customer(i: usize) -> String {
    format!(
        "\
Agent Customer{i}
  Lobsvars = {{ balance{i} }};
  Vars:
    refused : boolean;
  end Vars
  Actions = {{ wait, deposit, withdraw, transfer }};
  Protocol:
    Environment.balance{i} < {MOST} : {{ deposit, wait }};
    Environment.balance{i} > 0 : {{ withdraw, transfer, wait }};
  end Protocol
  Evolution:
    refused = true if (Action = withdraw or Action = transfer) and !(Environment.Action = serve{i});
    refused = false if Environment.Action = serve{i};
  end Evolution
end Agent
"
    )
}
