//! IC3 against breadth-first search on random machines: the same answer to whether a bad state can be reached, also when what is
//! bad changes, when it is asked a few questions at a time, and when latches are added.

use std::collections::BTreeSet;

use qmas::solver::SatChoice;
use qmas_encodings::aiger::Machine;
use qmas_encodings::ic3::{Found, Ic3};
use qmas_encodings::{Circuit, InputId, Lit, SatLimits};

use crate::common::effort;
use crate::common::random::Prng;

/// A literal over some others.
fn some(circuit: &mut Circuit, prng: &mut Prng, over: &[Lit], depth: usize) -> Lit {
    if depth == 0 {
        return prng.pick(over).negated_if(prng.chance(50));
    }
    let (a, b) = (some(circuit, prng, over, depth - 1), some(circuit, prng, over, depth - 1));
    match prng.below(4) {
        0 => circuit.xor(a, b),
        1 => circuit.or(a, b),
        _ => circuit.and(a, b),
    }
}

/// A machine, and literals over its state that may be bad.
fn draw(prng: &mut Prng) -> (Machine, Vec<Lit>) {
    let mut circuit = Circuit::new();
    let latches: Vec<(InputId, Lit)> = (0..prng.between(2, 6)).map(|_| circuit.input()).collect();
    let inputs: Vec<(InputId, Lit)> = (0..prng.between(1, 2)).map(|_| circuit.input()).collect();
    let state: Vec<Lit> = latches.iter().map(|&(_, lit)| lit).collect();
    let all: Vec<Lit> = state.iter().copied().chain(inputs.iter().map(|&(_, lit)| lit)).collect();
    let next = latches.iter().map(|&(latch, _)| (latch, some(&mut circuit, prng, &all, 2))).collect();
    let often = some(&mut circuit, prng, &all, 2);
    let seldom = some(&mut circuit, prng, &all, 3);
    let valid = circuit.or(often, seldom);
    let initial: Vec<Lit> = state.iter().map(|&lit| if prng.chance(80) { !lit } else { Lit::TRUE }).collect();
    let initial = circuit.and_all(initial);
    let bad = (0..3).map(|_| {
        let bad: Vec<Lit> = (0..prng.between(1, 4)).map(|_| some(&mut circuit, prng, &state, 0)).collect();
        circuit.and_all(bad)
    });
    let bad = bad.collect();
    let inputs = inputs.into_iter().map(|(input, _)| input).collect();
    (Machine { circuit, latches: next, inputs, valid, initial }, bad)
}

/// The states that can be reached and in which a step is possible that makes a literal true.
fn reaches(machine: &Machine, bad: Lit) -> bool {
    let (bits, choices) = (machine.latches.len(), machine.inputs.len());
    let value = |state: usize, chosen: usize| {
        move |input: InputId| {
            let latch = machine.latches.iter().position(|&(latch, _)| latch == input);
            let choice = || machine.inputs.iter().position(|&other| other == input);
            latch.map_or_else(|| choice().is_some_and(|at| chosen >> at & 1 == 1), |at| state >> at & 1 == 1)
        }
    };
    let next: Vec<Lit> = machine.latches.iter().map(|&(_, next)| next).collect();
    let is_initial = |state: &usize| machine.circuit.evaluate(machine.initial, value(*state, 0));
    let mut work: Vec<usize> = (0..1 << bits).filter(is_initial).collect();
    let mut seen: BTreeSet<usize> = work.iter().copied().collect();
    while let Some(state) = work.pop() {
        for chosen in 0..1 << choices {
            let value = value(state, chosen);
            if !machine.circuit.evaluate(machine.valid, value) {
                continue;
            }
            if machine.circuit.evaluate(bad, value) {
                return true;
            }
            let bits = machine.circuit.evaluate_all(&next, value);
            let to = bits.iter().enumerate().map(|(at, &bit)| usize::from(bit) << at).sum();
            if seen.insert(to) {
                work.push(to);
            }
        }
    }
    false
}

/// Asks until there is an answer.
fn search(ic3: &mut Ic3, bad: Lit, questions: u64) -> bool {
    for more in 0..200 {
        match ic3.search(bad, questions + more, usize::MAX, &SatLimits::default()) {
            Ok(Found::Safe) => return false,
            Ok(Found::Reachable) => return true,
            Ok(Found::Unfinished) => {}
            Err(stop) => panic!("{stop}"),
        }
    }
    panic!("no answer")
}

#[test]
fn finds_what_can_be_reached() {
    let mut counts = [0; 2];
    let seeds = 0..4_000;
    for seed in effort::seeds(seeds.clone()) {
        let prng = &mut Prng::new(seed);
        let (machine, bad) = draw(prng);
        let mut ic3 = Ic3::new(machine.clone(), Lit::TRUE, Box::new(SatChoice::default()));
        let questions = if prng.chance(30) { prng.between(20, 60) as u64 } else { 100_000 };
        for &bad in &bad {
            let expected = reaches(&machine, bad);
            assert_eq!(search(&mut ic3, bad, questions), expected, "seed {seed}, {bad:?} of {machine:?}");
            counts[usize::from(expected)] += 1;
        }
        // A latch that remembers whether the first was ever bad.
        let mut larger = machine.clone();
        let (latch, was) = larger.circuit.input();
        let ever = larger.circuit.or(was, bad[0]);
        larger.latches.push((latch, ever));
        larger.initial = larger.circuit.and(larger.initial, !was);
        let both = larger.circuit.and(was, bad[1]);
        // The same in the circuit of the search, which has grown.
        let (latch, was) = ic3.circuit().input();
        let ever = ic3.circuit().or(was, bad[0]);
        ic3.add_latch(latch, ever);
        let asked = ic3.circuit().and(was, bad[1]);
        assert_eq!(search(&mut ic3, asked, questions), reaches(&larger, both), "seed {seed}, both of {machine:?}");
    }
    let often = effort::share(2_000, seeds);
    assert!(counts.iter().all(|&count| count >= often), "{counts:?}");
}

/// A counter of twelve bits that skips its last value: all others are reached, one after the other. One clause is
/// an invariant.
#[test]
fn needs_no_unrolling() {
    let mut circuit = Circuit::new();
    let latches: Vec<(InputId, Lit)> = (0..12).map(|_| circuit.input()).collect();
    let (input, _) = circuit.input();
    let state: Vec<Lit> = latches.iter().map(|&(_, lit)| lit).collect();
    let last = circuit.and_all(state[1..].iter().copied());
    let last = circuit.and(last, !state[0]);
    let mut carry = Lit::TRUE;
    let mut next = Vec::new();
    for &(latch, bit) in &latches {
        let sum = circuit.xor(bit, carry);
        carry = circuit.and(bit, carry);
        next.push((latch, circuit.and(sum, !last)));
    }
    let initial = circuit.and_all(state.iter().map(|&bit| !bit));
    let bad = circuit.and_all(state.iter().copied());
    let machine = Machine { circuit, latches: next, inputs: vec![input], valid: Lit::TRUE, initial };
    let mut ic3 = Ic3::new(machine, Lit::TRUE, Box::new(SatChoice::default()));
    assert_eq!(ic3.search(bad, 10_000, usize::MAX, &SatLimits::default()), Ok(Found::Safe));
    assert!(ic3.depth() < 100 && ic3.clauses() < 100, "{} frames, {} clauses", ic3.depth(), ic3.clauses());
    assert_eq!(ic3.search(last, 5_000, 100, &SatLimits::default()), Ok(Found::Unfinished), "4,094 steps away");
}
