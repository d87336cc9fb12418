//! Path quantifiers on diagrams against the oracle: LTLK, CTL*K, LDLK and CDL*K on infinite paths, LDLK and CDL*K on
//! finite traces. Half of the systems have fairness; many have deadlocks. A long run compares 20,000 pairs of a system and a
//! formula of each logic.

use std::ops::Range;

use qmas::automata::Size;
use qmas::bdd::BddOptions;
use qmas::engine::Traces;
use qmas::options::Options;

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
    on_infinite_paths(150_000..151_250, Wishes::default(), Logic::Ltl);
    on_infinite_paths(152_000..153_250, FAIR, Logic::Ltl);
}

#[test]
fn path_quantifiers() {
    on_infinite_paths(154_000..155_250, Wishes::default(), Logic::CtlStar);
    on_infinite_paths(156_000..157_250, FAIR, Logic::CtlStar);
}

#[test]
fn linear_dynamic_logic() {
    on_infinite_paths(158_000..159_250, Wishes::default(), Logic::Ldl);
    on_infinite_paths(160_000..161_250, FAIR, Logic::Ldl);
}

#[test]
fn dynamic_logic_with_path_quantifiers() {
    on_infinite_paths(162_000..163_250, Wishes::default(), Logic::CdlStar);
    on_infinite_paths(164_000..165_250, FAIR, Logic::CdlStar);
}

#[test]
fn linear_dynamic_logic_on_finite_traces() {
    on_finite_traces(166_000..167_250, Wishes::default(), Logic::Ldl);
    on_finite_traces(168_000..169_250, FAIR, Logic::Ldl);
}

#[test]
fn finite_traces() {
    on_finite_traces(170_000..171_250, Wishes::default(), Logic::CdlStar);
    on_finite_traces(172_000..173_250, FAIR, Logic::CdlStar);
}

/// No automaton may be listed: all of them are diagrams over variables for alternating states.
#[test]
fn automata_as_diagrams() {
    let options = |traces| Options {
        bdd: BddOptions { automata: Size { states: 0, edges: 0 }, ..BddOptions::default() },
        traces,
        ..Options::default()
    };
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
