//! Everybody has a secret. The Environment says who may telephone; a caller calls somebody whose secret it does not know
//! ("learn new secrets": Attamah, van Ditmarsch, Grossi and van der Hoek, "Knowledge and gossip", ECAI 2014), and both
//! partners tell each other all they know.

use qmas_models::text::{each, join};

use crate::family::{Family, Growth};

pub(crate) const FAMILY: Family = Family { name: "gossip", start: 3, growth: Growth::Plus(1), states: None, generate };

fn generate(n: usize) -> String {
    let others = |i: usize| (1..=n).filter(move |&j| j != i);
    let rows = |write: &dyn Fn(usize, usize) -> String, separator: &str| {
        join((1..=n).flat_map(|i| others(i).map(move |j| (i, j))).map(|(i, j)| write(i, j)), separator, "")
    };
    let secrets = rows(&|i, j| format!("    knows_{i}_{j} : boolean;"), "\n");
    let calls = |i: usize, j: usize| {
        format!(
            "((Action = pick{i} and Agent{i}.Action = call{j}) or (Action = pick{j} and Agent{j}.Action = call{i}))"
        )
    };
    let learns = rows(&|i, j| format!("    knows_{i}_{j} = true if {};", calls(i, j)), "\n");
    let hears = |i: usize, j: usize| {
        let heard = others(i).filter(|&secret| secret != j);
        join(
            heard.map(|secret| {
                format!("    knows_{i}_{secret} = true if knows_{j}_{secret} = true and {};", calls(i, j))
            }),
            "\n",
            "",
        )
    };
    let hears = rows(&hears, "\n");
    let picks = each(1, n, ", ", |i| format!("pick{i}"));
    let agents = each(1, n, "\n", |i| agent(i, n));
    let expert = |i: usize| join(others(i).map(|j| format!("Environment.knows_{i}_{j} = true")), " and ", "");
    let atoms = each(1, n, "\n", |i| format!("  expert{i} if {};", expert(i)));
    let nobody = rows(&|i, j| format!("Environment.knows_{i}_{j} = false"), " and ");
    let calm = each(1, n, " and ", |i| format!("Agent{i}.called = false"));
    let experts = each(1, n, " and ", |i| format!("expert{i}"));
    let all = each(1, n, ", ", |i| format!("Agent{i}"));
    format!(
        "\
Semantics = SingleAssignment;

Agent Environment
  Vars:
{secrets}
  end Vars
  Actions = {{ {picks} }};
  Protocol:
    Other : {{ {picks} }};
  end Protocol
  Evolution:
{learns}
{hears}
  end Evolution
end Agent

{agents}
Evaluation
{atoms}
  knows_1_2 if Environment.knows_1_2 = true;
  knows_2_1 if Environment.knows_2_1 = true;
  called1 if Agent1.called = true;
end Evaluation

InitStates
  {nobody} and
  {calm};
end InitStates

Groups
  everybody = {{ {all} }};
  first = {{ Agent1 }};
end Groups

Formulae
  EF ({experts});
  AG EF ({experts});
  AF ({experts});
  AG(knows_1_2 -> K(Agent1, knows_1_2));
  AG(knows_1_2 -> K(Agent2, knows_1_2));
  AG(expert1 -> K(Agent1, knows_2_1));
  EF K(Agent1, {experts});
  AG !GK(everybody, {experts});
  <first>F expert1;
  <everybody>F ({experts});
  LTL F expert1;
  LTL G(called1 -> F knows_1_2);
end Formulae
"
    )
}

fn agent(i: usize, n: usize) -> String {
    let others = || (1..=n).filter(|&j| j != i);
    let sees = join(others().map(|j| format!("knows_{i}_{j}")), ", ", "");
    let calls = join(others().map(|j| format!("call{j}")), ", ", "");
    let protocol = join(others().map(|j| format!("    Environment.knows_{i}_{j} = false : {{ call{j} }};")), "\n", "");
    let any = join(others().map(|j| format!("Action = call{j}")), " or ", "");
    format!(
        "\
Agent Agent{i}
  Lobsvars = {{ {sees} }};
  Vars:
    called : boolean;
  end Vars
  Actions = {{ wait, {calls} }};
  Protocol:
{protocol}
    Other : {{ wait }};
  end Protocol
  Evolution:
    called = true if Environment.Action = pick{i} and ({any});
  end Evolution
end Agent
"
    )
}
