//! Path quantifiers on diagrams against the oracle: LTLK, CTL*K, LDLK and CDL*K on infinite paths and on finite traces,
//! 21,600 pairs of a system and a formula. Half of the systems have fairness; many have deadlocks.

use std::ops::Range;

use qmas::automata::Size;
use qmas::engine::{Options, Traces};

use crate::bdd::{FAIR, agree, agree_on_finite_traces, agree_with};
use crate::common::random::{Logic, Wishes, draw, forall};

/// Formulas per system.
const FORMULAS: usize = 8;

fn on_infinite_paths(seeds: Range<u64>, wishes: Wishes, logic: Logic) {
    forall(seeds, |seed| draw(seed, wishes, logic, FORMULAS), agree);
}

fn on_finite_traces(seeds: Range<u64>, wishes: Wishes, logic: Logic) {
    forall(seeds, |seed| draw(seed, wishes, logic, FORMULAS), agree_on_finite_traces);
}

#[test]
fn linear_time() {
    on_infinite_paths(50_000..50_270, Wishes::default(), Logic::Ltl);
    on_infinite_paths(51_000..51_270, FAIR, Logic::Ltl);
}

#[test]
fn path_quantifiers() {
    on_infinite_paths(52_000..52_270, Wishes::default(), Logic::CtlStar);
    on_infinite_paths(53_000..53_270, FAIR, Logic::CtlStar);
}

#[test]
fn linear_dynamic_logic() {
    on_infinite_paths(54_000..54_270, Wishes::default(), Logic::Ldl);
    on_infinite_paths(55_000..55_270, FAIR, Logic::Ldl);
}

#[test]
fn dynamic_logic_with_path_quantifiers() {
    on_infinite_paths(56_000..56_270, Wishes::default(), Logic::CdlStar);
    on_infinite_paths(57_000..57_270, FAIR, Logic::CdlStar);
}

#[test]
fn finite_traces() {
    on_finite_traces(58_000..58_270, Wishes::default(), Logic::Ldl);
    on_finite_traces(59_000..59_270, FAIR, Logic::CdlStar);
}

/// No automaton may be listed: all of them are diagrams over variables for alternating states.
#[test]
fn automata_as_diagrams() {
    let options = |traces| Options { automata: Size { states: 0, edges: 0 }, traces, ..Options::default() };
    let logics = [Logic::Ltl, Logic::CtlStar, Logic::Ldl, Logic::CdlStar];
    for (logic, seeds) in logics.into_iter().zip([60_000, 61_000, 62_000, 63_000]) {
        for (seeds, wishes) in [(seeds..seeds + 60, Wishes::default()), (seeds + 500..seeds + 560, FAIR)] {
            let draw = |seed| draw(seed, wishes, logic, 4);
            forall(seeds, draw, |model| agree_with(model, options(Traces::Infinite)));
        }
    }
    for (logic, seeds) in [(Logic::Ldl, 64_000..64_100), (Logic::CdlStar, 65_000..65_100)] {
        let draw = |seed| draw(seed, Wishes::default(), logic, 4);
        forall(seeds, draw, |model| agree_with(model, options(Traces::Finite)));
    }
}
