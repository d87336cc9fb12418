//! A number from 1 to m is guessed: "less", "more" or "right". `guess` has an action per number, and the guesser remembers
//! what is possible; in `guess-pointer` the guess is a variable that is moved up and down, and nothing is remembered.

use qmas_models::text::each;

use crate::family::{Family, Growth};

pub(crate) const ACTIONS: Family =
    Family { name: "guess", start: 8, growth: Growth::Twice, states: None, generate: actions };
pub(crate) const POINTER: Family =
    Family { name: "guess-pointer", start: 16, growth: Growth::Twice, states: None, generate: pointer };

fn actions(m: usize) -> String {
    let numbers = each(1, m, ", ", |i| format!("say{i}"));
    let answers = each(1, m, "\n", |i| {
        format!(
            "    answer = more if secret > {i} and Guesser.Action = say{i};\n    \
             answer = less if secret < {i} and Guesser.Action = say{i};\n    \
             answer = right if secret = {i} and Guesser.Action = say{i};"
        )
    });
    let protocol = each(1, m, "\n", |i| {
        format!("    asked = false and low <= {i} and high >= {i} and !(Environment.answer = right) : {{ say{i} }};")
    });
    let asks = each(1, m, "\n", |i| format!("    guess = {i} and asked = true if Action = say{i};"));
    format!(
        "\
Agent Environment
  Obsvars:
    answer : {{ none, less, more, right }};
  end Obsvars
  Vars:
    secret : 1..{m};
  end Vars
  Actions = {{ listen }};
  Protocol:
    Other : {{ listen }};
  end Protocol
  Evolution:
{answers}
  end Evolution
end Agent

Agent Guesser
  Vars:
    low : 1..{m};
    high : 1..{m};
    guess : 1..{m};
    asked : boolean;
  end Vars
  Actions = {{ think, {numbers} }};
  Protocol:
{protocol}
    Other : {{ think }};
  end Protocol
  Evolution:
{asks}
    low = guess + 1 and asked = false and guess = 1 if Action = think and asked = true and Environment.answer = more;
    high = guess - 1 and asked = false and guess = 1 if Action = think and asked = true and Environment.answer = less;
    low = guess and high = guess and asked = false if Action = think and asked = true and Environment.answer = right;
  end Evolution
end Agent

Evaluation
  right if Environment.answer = right;
  small if Environment.secret <= {half};
  first if Environment.secret = 1;
  sure if Guesser.low = Guesser.high and Guesser.asked = false;
  inside if Guesser.low <= Environment.secret and Environment.secret <= Guesser.high;
end Evaluation

InitStates
  Environment.answer = none and Guesser.low = 1 and Guesser.high = {m} and Guesser.guess = 1 and Guesser.asked = false;
end InitStates

{FORMULAE}",
        half = m / 2
    )
}

const FORMULAE: &str = "\
Groups
  guesser = { Guesser };
  nobody = { Environment };
end Groups

Formulae
  AG inside;
  AF right;
  AG(sure and small -> K(Guesser, small));
  AG(right -> (K(Guesser, first) or K(Guesser, !first)));
  AG(!right -> !K(Guesser, small));
  EF(K(Guesser, first) and !right);
  <guesser>F right;
  <nobody>G (!right);
  LTL F right;
  LTL (!sure) U right;
end Formulae
";

fn pointer(m: usize) -> String {
    let step = (m / 10).max(1);
    format!(
        "\
Agent Environment
  Obsvars:
    pointer : 1..{m};
    answer : {{ none, less, more, right }};
  end Obsvars
  Vars:
    secret : 1..{m};
  end Vars
  Actions = {{ listen }};
  Protocol:
    Other : {{ listen }};
  end Protocol
  Evolution:
    pointer = pointer + 1 and answer = none if Guesser.Action = up and pointer < {m};
    pointer = pointer - 1 and answer = none if Guesser.Action = down and pointer > 1;
    pointer = pointer + {step} and answer = none if Guesser.Action = far_up and pointer <= {last_up};
    pointer = pointer - {step} and answer = none if Guesser.Action = far_down and pointer > {step};
    answer = more if Guesser.Action = ask and pointer < secret;
    answer = less if Guesser.Action = ask and pointer > secret;
    answer = right if Guesser.Action = ask and pointer = secret;
  end Evolution
end Agent

Agent Guesser
  Vars:
    asked : 0..3;
  end Vars
  Actions = {{ up, down, far_up, far_down, ask, rest }};
  Protocol:
    Environment.answer = right : {{ rest }};
    Environment.answer = none : {{ up, down, far_up, far_down, ask }};
    Environment.answer = more : {{ up, far_up }};
    Environment.answer = less : {{ down, far_down }};
  end Protocol
  Evolution:
    asked = asked + 1 if Action = ask and asked < 3;
  end Evolution
end Agent

Evaluation
  right if Environment.answer = right;
  small if Environment.secret <= {half};
  first if Environment.secret = 1;
  sure if Environment.pointer = Environment.secret;
  inside if Guesser.asked < 3;
end Evaluation

InitStates
  Environment.answer = none and Environment.pointer = {half} and Guesser.asked = 0;
end InitStates

{FORMULAE}",
        last_up = m - step,
        half = m / 2
    )
}
