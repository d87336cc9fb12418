//! A question as the bounded engine asks it: is there a run after which a cryptographer knows who paid?
//!
//! ∃ run of length k ∀ state u: if u is reachable and cryptographer 0 sees the same in it, p holds in u. With p = "some
//! cryptographer paid" the answer is yes (Chaum 1988), with p = "cryptographer 1 paid" it is no from three diners on.

use std::time::{Duration, Instant};

use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::{
    Answer, Circuit, ExpansionOptions, InputId, Interrupt, Lit, Move, Qbf, Quantifier, SatLimits, Solution,
};

/// The bits of a state: a phase of two bits, then four bits per diner.
struct State {
    phase: [Lit; 2],
    pay: Vec<Lit>,
    coin: Vec<Lit>,
    differ: Vec<Lit>,
    say: Vec<Lit>,
}

impl State {
    fn new(diners: usize, circuit: &mut Circuit, inputs: &mut Vec<InputId>) -> Self {
        let mut bit = || {
            let (id, lit) = circuit.input();
            inputs.push(id);
            lit
        };
        let phase = [bit(), bit()];
        let mut bits = || (0..diners).map(|_| bit()).collect::<Vec<_>>();
        Self { phase, pay: bits(), coin: bits(), differ: bits(), say: bits() }
    }

    fn all(&self) -> Vec<Lit> {
        let diners = [&self.pay, &self.coin, &self.differ, &self.say].into_iter().flatten();
        self.phase.iter().chain(diners).copied().collect()
    }

    /// What diner 0 sees: the phase, its own bits, its neighbour's coin, and what all of them say.
    fn observed(&self) -> Vec<Lit> {
        let neighbour = self.coin[self.coin.len() - 1];
        let own = [self.pay[0], self.coin[0], self.differ[0], neighbour];
        self.phase.into_iter().chain(own).chain(self.say.iter().copied()).collect()
    }

    fn in_phase(&self, phase: usize, circuit: &mut Circuit) -> Lit {
        let bits = [0, 1].map(|bit| self.phase[bit].negated_if(phase >> bit & 1 == 0));
        circuit.and(bits[0], bits[1])
    }
}

fn equal(left: &[Lit], right: &[Lit], circuit: &mut Circuit) -> Lit {
    let same: Vec<Lit> = left.iter().zip(right).map(|(&a, &b)| circuit.iff(a, b)).collect();
    circuit.and_all(same)
}

fn none(lits: &[Lit], circuit: &mut Circuit) -> Lit {
    !circuit.or_all(lits.iter().copied())
}

fn differences(state: &State, circuit: &mut Circuit) -> Vec<Lit> {
    let count = state.coin.len();
    (0..count).map(|at| circuit.xor(state.coin[at], state.coin[(at + count - 1) % count])).collect()
}

/// At most one diner pays, and nothing else has happened.
fn initial(state: &State, circuit: &mut Circuit) -> Lit {
    let mut parts = vec![!state.phase[0], !state.phase[1]];
    for (at, &one) in state.pay.iter().enumerate() {
        for &other in &state.pay[..at] {
            parts.push(!circuit.and(one, other));
        }
    }
    parts.extend([&state.coin, &state.differ, &state.say].map(|bits| none(bits, circuit)));
    circuit.and_all(parts)
}

/// Waits, or tosses coins, compares them, speaks, in this order.
fn step(from: &State, to: &State, circuit: &mut Circuit) -> Lit {
    let waits = equal(&from.all(), &to.all(), circuit);
    let keeps: Vec<Lit> =
        [(&from.pay, &to.pay), (&from.coin, &to.coin), (&from.differ, &to.differ), (&from.say, &to.say)]
            .map(|(from, to)| equal(from, to, circuit))
            .to_vec();
    let compared = differences(from, circuit);
    let compares = equal(&to.differ, &compared, circuit);
    let spoken: Vec<Lit> = from.differ.iter().zip(&from.pay).map(|(&a, &b)| circuit.xor(a, b)).collect();
    let speaks = equal(&to.say, &spoken, circuit);
    let mut ways = vec![waits];
    for (phase, change) in [Lit::TRUE, compares, speaks].into_iter().enumerate() {
        let before = from.in_phase(phase, circuit);
        let after = to.in_phase(phase + 1, circuit);
        let kept = keeps.iter().enumerate().filter(|&(at, _)| at != phase + 1).map(|(_, &keep)| keep);
        let parts: Vec<Lit> = kept.chain([before, after, change]).collect();
        ways.push(circuit.and_all(parts));
    }
    circuit.or_all(ways)
}

/// The reachable states, in closed form.
fn reachable(state: &State, circuit: &mut Circuit) -> Lit {
    let mut parts = Vec::new();
    for (at, &one) in state.pay.iter().enumerate() {
        for &other in &state.pay[..at] {
            parts.push(!circuit.and(one, other));
        }
    }
    let [first, second] = [0, 1].map(|bit| state.phase[bit]);
    let (tossed, third) = (circuit.or(first, second), circuit.and(first, second));
    let compared = differences(state, circuit);
    for (at, &compared) in compared.iter().enumerate() {
        let difference = circuit.and(second, compared);
        let spoken = circuit.xor(state.differ[at], state.pay[at]);
        let spoken = circuit.and(third, spoken);
        parts.push(circuit.implies(state.coin[at], tossed));
        parts.push(circuit.iff(state.differ[at], difference));
        parts.push(circuit.iff(state.say[at], spoken));
    }
    circuit.and_all(parts)
}

/// ∃ run of `bound` steps ∀ state; `who` is what diner 0 should know.
struct Question {
    circuit: Circuit,
    qbf: Qbf,
}

enum Known {
    SomebodyPaid,
    FirstPaid,
}

fn question(diners: usize, bound: usize, known: &Known) -> Question {
    let mut circuit = Circuit::new();
    let (mut possible, mut run) = (Vec::new(), Vec::new());
    let other = State::new(diners, &mut circuit, &mut possible);
    let states: Vec<State> = (0..=bound).map(|_| State::new(diners, &mut circuit, &mut run)).collect();
    let mut parts = vec![initial(&states[0], &mut circuit)];
    for pair in states.windows(2) {
        parts.push(step(&pair[0], &pair[1], &mut circuit));
    }
    let last = &states[bound];
    parts.push(!last.pay[0]);
    let same = equal(&last.observed(), &other.observed(), &mut circuit);
    let reach = reachable(&other, &mut circuit);
    let considered = circuit.and(same, reach);
    let holds = match known {
        Known::SomebodyPaid => circuit.or_all(other.pay.iter().copied()),
        Known::FirstPaid => other.pay[1],
    };
    parts.push(circuit.implies(considered, holds));
    let matrix = circuit.and_all(parts);
    let qbf = Qbf::new(matrix).with(Quantifier::Exists, run).with(Quantifier::Forall, possible);
    Question { circuit, qbf }
}

fn ask(question: &Question, seeds: &[Move], options: &ExpansionOptions, choice: SatChoice) -> Solution {
    solve(&question.circuit, &question.qbf, seeds, options, &choice)
}

fn is_true(solution: &Solution) -> bool {
    match &solution.answer {
        Answer::True(_) => true,
        Answer::False(_) => false,
        Answer::Unknown(stop) => panic!("{stop}"),
    }
}

#[test]
fn somebody_paid_is_known_after_three_steps_but_never_who() {
    for diners in [3, 4] {
        for (known, from) in [(Known::SomebodyPaid, 3), (Known::FirstPaid, usize::MAX)] {
            let mut seeds = Vec::new();
            for bound in 0..5 {
                let solution =
                    ask(&question(diners, bound, &known), &seeds, &ExpansionOptions::default(), SatChoice::Auto);
                assert_eq!(is_true(&solution), bound >= from, "{diners} diners, bound {bound}");
                seeds = solution.seeds;
            }
        }
    }
}

#[test]
fn two_diners_have_no_secrets() {
    let solution = ask(&question(2, 3, &Known::FirstPaid), &[], &ExpansionOptions::default(), SatChoice::Auto);
    assert!(is_true(&solution));
}

/// Run with `--ignored --nocapture` to compare back-ends; 60 seconds each at most.
#[test]
#[ignore = "a measurement, not a test"]
#[allow(clippy::print_stdout, reason = "a measurement")]
fn measure() {
    for (diners, bound, known) in [
        (8, 8, Known::SomebodyPaid),
        (16, 16, Known::SomebodyPaid),
        (5, 4, Known::FirstPaid),
        (6, 4, Known::FirstPaid),
        (8, 4, Known::FirstPaid),
        (10, 4, Known::FirstPaid),
    ] {
        let question = question(diners, bound, &known);
        for &choice in SatChoice::ALL {
            let deadline = Instant::now() + Duration::from_secs(60);
            let interrupt = Interrupt::new(move || Instant::now() > deadline);
            let sat = SatLimits { conflicts: None, interrupt };
            let options = ExpansionOptions { sat, ..ExpansionOptions::default() };
            let start = Instant::now();
            let solution = ask(&question, &[], &options, choice);
            let answer = match solution.answer {
                Answer::True(_) => "true",
                Answer::False(_) => "false",
                Answer::Unknown(_) => "unknown",
            };
            let (time, numbers) = (start.elapsed(), solution.statistics);
            println!("n = {diners}, k = {bound}: {answer} {choice} {:.3} s, {numbers:?}", time.as_secs_f64());
        }
    }
}
