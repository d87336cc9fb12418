//! A lock with a cipher inside and a backdoor: a bug at depth 5 to 20 in a model whose reachable states cannot be counted.
//!
//! An own model. The lock turns a password over with the rounds of the SIMON block cipher (Beaulieu, Shors, Smith,
//! Treatman-Clark, Weeks, Wingers: "The SIMON and SPECK families of lightweight block ciphers", 2013), without a key: two
//! halves of n bits, of which in each round one becomes the other with (x <<< 1 & x <<< 8) ^ (x <<< 2) of that. The left
//! half is the password, any of 2^n; the right half is zero. After 4 + n/2 rounds, 20 of them for 64 bits, the light goes
//! on if all 2n bits are those of a pattern; it also goes on whenever a badge is shown, and only this is meant. Rounds
//! are permutations and the pattern is what the generator gets from a password that the seed chooses, so exactly one
//! password opens the backdoor, and only a run from it shows what is wrong. The guard sees the light alone.
//!
//! A set of 2^n values of 2n bits without any structure has no small decision diagram; a SAT solver that is told the
//! pattern computes the rounds backwards.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::catalogue::{Model, Parameters};
use crate::text::{each, formulae, wrap};

pub(crate) fn models() -> Vec<Model> {
    vec![Model::family("backdoor", 2, generate, include_str!("../../library/backdoor/expected.toml"))]
}

/// After how many rounds the light looks at the pattern.
fn rounds(n: usize) -> usize {
    4 + n / 2
}

/// One round: the halves after it. Bit i of x <<< r is bit i - r of x, counted around.
fn round(left: &[bool], right: &[bool]) -> (Vec<bool>, Vec<bool>) {
    let n = left.len();
    let rotated = |by: usize, bit: usize| left[(bit + n - by % n) % n];
    let mixed = (0..n).map(|bit| right[bit] ^ (rotated(1, bit) & rotated(8, bit)) ^ rotated(2, bit));
    (mixed.collect(), left.to_vec())
}

/// What becomes of a password that the seed chooses.
fn pattern(n: usize, seed: u64) -> (Vec<bool>, Vec<bool>) {
    let mut random = SplitMix64::seed_from_u64(seed);
    let password: Vec<bool> = (0..n).map(|_| random.next_u64() >> 63 == 1).collect();
    (0..rounds(n)).fold((password, vec![false; n]), |(left, right), _| round(&left, &right))
}

fn generate(Parameters { n, seed }: Parameters) -> String {
    let (left, right) = pattern(n, seed);
    let bit = |name: &str, bits: &[bool]| each(0, n - 1, " and ", |i| format!("{name}{i}={}", bits[i]));
    let rotated = |by: usize, i: usize| (i + n - by % n) % n;
    let last = rounds(n);
    wrap(&format!(
        "-- A lock with {last} rounds of a cipher of {bits} bits and a backdoor (seed {seed}).

Agent Environment
  Vars:
    round : 0..{last};
{variables}  end Vars
  Actions = {{ turn, ring }};
  Protocol:
    round={last} and {found} : {{ ring }};
    Other : {{ turn }};
  end Protocol
  Evolution:
    round=round+1 and {mixed}
      if round<{last};
  end Evolution
end Agent

Agent Visitor
  Vars:
    authorised : boolean; -- has shown a badge
  end Vars
  Actions = {{ badge, wait }};
  Protocol:
    Other : {{ badge, wait }};
  end Protocol
  Evolution:
    authorised=true if Action=badge;
  end Evolution
end Agent

Agent Guard
  Vars:
    light : boolean;
  end Vars
  Actions = {{ watch }};
  Protocol:
    Other : {{ watch }};
  end Protocol
  Evolution:
    light=true if Visitor.Action=badge or Environment.Action=ring;
  end Evolution
end Agent

Evaluation
  light if Guard.light=true;
  authorised if Visitor.authorised=true;
end Evaluation

InitStates
  Environment.round=0 and {zero} and
  Visitor.authorised=false and Guard.light=false;
end InitStates

{formulae}",
        bits = 2 * n,
        variables = each(0, n - 1, "", |i| format!("    l{i} : boolean;\n    r{i} : boolean;\n")),
        mixed = each(0, n - 1, " and ", |i| {
            format!("l{i}=r{i} ^ (l{} & l{}) ^ l{} and r{i}=l{i}", rotated(1, i), rotated(8, i), rotated(2, i))
        }),
        found = bit("l", &left) + " and " + &bit("r", &right),
        zero = each(0, n - 1, " and ", |i| format!("Environment.r{i}=false")),
        formulae = formulae(&[
            ("Where there is light, the guard knows that somebody showed a badge.", vec![KNOWN.to_owned()]),
            ("Where there is light, somebody showed a badge.", vec!["AG(light -> authorised)".to_owned()]),
            ("Who shows a badge gets light.", vec!["AG(authorised -> light)".to_owned()]),
            ("Without light, the guard knows that nobody did.", vec!["AG(!light -> K(Guard, !authorised))".to_owned()]),
        ]),
    ))
}

const KNOWN: &str = "AG(light -> K(Guard, authorised))";
