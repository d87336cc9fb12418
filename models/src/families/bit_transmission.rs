//! The bit transmission problem: a bit and its acknowledgement over a channel that loses messages.
//!
//! Fagin, Halpern, Moses and Vardi, "Reasoning about Knowledge" (1995); here as in J. Kong's thesis on MCMAS-Dynamic,
//! sections 2.2.2, 8.2.2 and 8.6. Its 22 states are few, so that the thesis uses it to see how the algorithms scale with
//! the formula: `bit-transmission-chain` has the two specifications of its table 8.3, of length n.

use crate::catalogue::{Model, Parameters};
use crate::text::{formulae, wrap};

const MODEL: &str = include_str!("../../library/bit-transmission/model.ispl");
const FINITE: &str = include_str!("../../library/bit-transmission-finite/model.ispl");

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::file("bit-transmission", MODEL, include_str!("../../library/bit-transmission/expected.toml")),
        Model::file(
            "bit-transmission-finite",
            FINITE,
            include_str!("../../library/bit-transmission-finite/expected.toml"),
        ),
        Model::family(
            "bit-transmission-chain",
            2,
            generate_chain,
            include_str!("../../library/bit-transmission-chain/expected.toml"),
        ),
    ]
}

/// The sections of `model` between its opening comment and its formulas.
fn system(model: &str) -> &str {
    let start = model.find("Agent Environment").expect("the library's model has an Environment");
    let end = model.find("Formulae\n").expect("the library's model has formulas");
    &model[start..end]
}

fn generate_chain(Parameters { n, .. }: Parameters) -> String {
    wrap(&format!(
        "-- The bit transmission problem with formulas of length n = {n}
-- (J. Kong's thesis, section 8.6, specifications 1 and 2). The system is that of bit-transmission.

{}{}",
        system(MODEL),
        formulae(&chains(n))
    ))
}

fn chains(n: usize) -> Vec<(&'static str, Vec<String>)> {
    let nested = |open: &str, close: &str| format!("{}recack{}", open.repeat(n), close.repeat(n));
    let steps = vec!["tt"; n].join(";");
    let next = |count: usize| format!("{}recack", "X ".repeat(count));
    let works = format!("{}X envworks{}", "X(envworks and ".repeat(n - 1), ")".repeat(n - 1));
    let then = next(n + 1);
    let working_steps = format!("tt{}", ";envworks".repeat(n));
    vec![
        (
            "Specification 1: an acknowledgement can be there after n steps.",
            vec![
                format!("{}recack", "EX ".repeat(n)),
                format!("CTL* {}", nested("E(X(", "))")),
                format!("CDL* {}", nested("E([tt](", "))")),
                format!("CTL* E({})", next(n)),
                format!("CDL* E([{steps}]recack)"),
            ],
        ),
        (
            "Specification 2: if the channel works for n steps, an acknowledgement is there after them.",
            vec![
                format!("LTL ({works}) -> ({then})"),
                format!("CTL* A(({works}) -> ({then}))"),
                format!("LDL [{working_steps}]recack"),
                format!("CDL* A([{working_steps}]recack)"),
            ],
        ),
        (
            "An acknowledgement is there after n steps, whatever the channel does.",
            vec![format!("{}recack", "AX ".repeat(n)), format!("LTL {}", next(n)), format!("LDL [{steps}]recack")],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::{FINITE, MODEL, system};

    #[test]
    fn finite_and_infinite_traces_share_the_system() {
        assert_eq!(system(MODEL), system(FINITE));
    }
}
