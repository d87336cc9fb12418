//! Models of type (1,n) and (2,n) of section 5.3 of the qMAS paper: the train controller and the
//! three dining cryptographers, each with n Boolean variables that are false at first and are
//! assigned random constants in every step.
//!
//! The Booleans belong to the Environment, whom no agent observes, so the verdicts are those of
//! the small system, as in the paper's table. The Environment has a few lines, told apart by
//! what the agents or the coins do, and each of them assigns a constant to every Boolean; the seed
//! decides which. A line sets at least one Boolean, so that they are never all false again: a
//! formula of ours says so, and no engine can check it without looking at the Booleans.
//!
//! The paper writes the dual of an operator with a bar. Where only the dual gives the verdict of
//! its table (φ4, ψ3) that is what is meant; φ1, ψ1 and ψ2 fail in both readings, and come in both.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::catalogue::{Model, Parameters};
use crate::text::each;

mod cryptographers;
mod train_controller;

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::family(
            "train-controller-booleans",
            1,
            train_controller::generate,
            include_str!("../../../library/train-controller-booleans/expected.toml"),
        ),
        Model::family(
            "dining-cryptographers-booleans",
            1,
            cryptographers::generate,
            include_str!("../../../library/dining-cryptographers-booleans/expected.toml"),
        ),
    ]
}

/// An Environment with `n` Booleans that may do any of `actions` at any time. Its line for each of
/// `cases` is taken when that condition holds; exactly one of them should hold in every step.
fn environment(parameters: Parameters, actions: &str, cases: &[&str]) -> String {
    let Parameters { n, seed } = parameters;
    let mut random = SplitMix64::seed_from_u64(seed);
    let variables: String = (1..=n).map(|i| format!("    b{i}: boolean;\n")).collect();
    let lines: String = cases
        .iter()
        .map(|case| {
            let constants = constants(n, &mut random);
            let assignments = each(1, n, " and ", |i| format!("b{i}={}", constants[i - 1]));
            format!("    {assignments}\n      if {case};\n")
        })
        .collect();
    format!(
        "\
Agent Environment
  Vars:
{variables}  end Vars
  Actions = {{{actions}}};
  Protocol:
    Other: {{{actions}}};
  end Protocol
  Evolution:
{lines}  end Evolution
end Agent

"
    )
}

/// `n` constants, not all of them false.
fn constants(n: usize, random: &mut SplitMix64) -> Vec<bool> {
    let mut constants: Vec<bool> = (0..n).map(|_| random.next_u64() >> 63 == 1).collect();
    if !constants.contains(&true) {
        constants[0] = true;
    }
    constants
}

/// The condition that all Booleans are false.
fn all_false(n: usize) -> String {
    each(1, n, " and ", |i| format!("Environment.b{i}=false"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of the published reference implementation of SplitMix64 for this seed: a seed means the same
    /// model in every version.
    #[test]
    fn seeds_keep_their_meaning() {
        let mut random = SplitMix64::seed_from_u64(1_234_567);
        let outputs = [(); 3].map(|()| random.next_u64());
        assert_eq!(outputs, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
