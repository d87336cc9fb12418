//! Back-ends and expansion stop when they are told to, and go on afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::{
    Answer, Circuit, ClauseSink, ExpansionOptions, Interrupt, Qbf, Quantifier, SatAnswer, SatFactory, SatLimits,
    SatLit, SatVar, Stop,
};

/// More pigeons than holes: hard for every solver that resolves.
fn pigeons(holes: usize, sink: &mut (impl ClauseSink + ?Sized)) -> SatLit {
    let switch = sink.new_var().lit(true);
    let sits: Vec<Vec<SatVar>> = (0..=holes).map(|_| (0..holes).map(|_| sink.new_var()).collect()).collect();
    for pigeon in &sits {
        let mut somewhere: Vec<SatLit> = pigeon.iter().map(|var| var.lit(true)).collect();
        somewhere.push(!switch);
        sink.add_clause(&somewhere);
    }
    for (at, one) in sits.iter().enumerate() {
        for other in &sits[..at] {
            one.iter().zip(other).for_each(|(one, other)| sink.add_clause(&[one.lit(false), other.lit(false)]));
        }
    }
    switch
}

/// Says stop when it is asked for the `after`-th time, once.
fn stop_after(after: usize) -> Interrupt {
    let asked = Arc::new(AtomicUsize::new(0));
    Interrupt::new(move || asked.fetch_add(1, Ordering::Relaxed) >= after)
}

#[test]
fn a_conflict_limit_ends_a_hard_question_and_nothing_else() {
    for &choice in SatChoice::ALL {
        let mut solver = choice.solver();
        let hard = pigeons(10, solver.as_mut());
        let limits = SatLimits { conflicts: Some(500), ..SatLimits::default() };
        assert_eq!(solver.solve(&[hard], &limits), SatAnswer::Unknown(Stop::Conflicts), "{choice}");
        // Without the hard part, or with a smaller one, it still answers.
        assert!(matches!(solver.solve(&[!hard], &limits), SatAnswer::Sat(_)), "{choice}");
        let easy = pigeons(3, solver.as_mut());
        assert_eq!(solver.solve(&[easy], &SatLimits::default()), SatAnswer::Unsat(vec![easy]), "{choice}");
    }
}

#[test]
fn an_interrupt_ends_a_hard_question() {
    for &choice in SatChoice::ALL {
        let mut solver = choice.solver();
        let hard = pigeons(12, solver.as_mut());
        let limits = SatLimits { conflicts: None, interrupt: stop_after(20) };
        assert_eq!(solver.solve(&[hard], &limits), SatAnswer::Unknown(Stop::Interrupted), "{choice}");
        assert!(matches!(solver.solve(&[!hard], &SatLimits::default()), SatAnswer::Sat(_)), "{choice}");
    }
}

/// ∀x ∃y: x = y, bit by bit: needs a reply for many moves.
fn copycat(bits: usize) -> (Circuit, Qbf) {
    let mut circuit = Circuit::new();
    let pairs: Vec<_> = (0..bits).map(|_| (circuit.input(), circuit.input())).collect();
    let same: Vec<_> = pairs.iter().map(|&((_, x), (_, y))| circuit.iff(x, y)).collect();
    let matrix = circuit.and_all(same);
    let qbf = Qbf::new(matrix)
        .with(Quantifier::Forall, pairs.iter().map(|&((x, _), _)| x))
        .with(Quantifier::Exists, pairs.iter().map(|&(_, (y, _))| y));
    (circuit, qbf)
}

#[test]
fn expansion_gives_up_at_its_limits() {
    let (circuit, qbf) = copycat(12);
    let reference = ExpansionOptions { full_expansion: 0, ..ExpansionOptions::default() };
    for (options, expected) in [
        (ExpansionOptions { max_instantiations: 5, ..reference.clone() }, Stop::Instantiations),
        (ExpansionOptions { max_gates: 60, ..reference.clone() }, Stop::Gates),
        (
            ExpansionOptions { sat: SatLimits { conflicts: None, interrupt: stop_after(30) }, ..reference.clone() },
            Stop::Interrupted,
        ),
    ] {
        let solution = solve(&circuit, &qbf, &[], &options, &SatChoice::Auto);
        assert_eq!(solution.answer, Answer::Unknown(expected.clone()));
        // What was found before the limit is of use in another attempt.
        assert!(!solution.seeds.is_empty(), "{expected}");
    }
    let (circuit, qbf) = copycat(3);
    assert_eq!(solve(&circuit, &qbf, &[], &reference, &SatChoice::Auto).answer, Answer::True(None));
}

#[test]
fn a_prefix_of_a_thousand_blocks_is_refused() {
    let mut circuit = Circuit::new();
    let inputs: Vec<_> = (0..1000).map(|_| circuit.input()).collect();
    let matrix = circuit.and_all(inputs.iter().map(|&(_, lit)| lit));
    let mut qbf = Qbf::new(matrix);
    for (at, &(id, _)) in inputs.iter().enumerate() {
        qbf = qbf.with(if at % 2 == 0 { Quantifier::Exists } else { Quantifier::Forall }, [id]);
    }
    let solution = solve(&circuit, &qbf, &[], &ExpansionOptions::default(), &SatChoice::Auto);
    assert_eq!(solution.answer, Answer::Unknown(Stop::Blocks));
}
