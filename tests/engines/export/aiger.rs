//! AIGER files: simulated by the definition of the format, state by state, and compared with the oracle.

use std::collections::BTreeSet;

use crate::common::oracle::Oracle;
use qmas::engine::{Terms, Verdict};
use qmas::export::aiger;
use qmas::load::{Strictness, load_formula};
use qmas::options::Options;

use crate::common::effort;
use crate::common::random::{forall, loaded};
use crate::export::drawn;

struct File {
    inputs: Vec<usize>,
    /// Literal, next state, first value.
    latches: Vec<[usize; 3]>,
    bad: Vec<usize>,
    ands: Vec<[usize; 3]>,
    largest: usize,
}

fn numbers<const N: usize>(line: &str) -> [usize; N] {
    let all: Vec<usize> = line.split(' ').map(|word| word.parse().expect("a number")).collect();
    all.try_into().unwrap_or_else(|_| panic!("{line}"))
}

/// Reads a file and checks what the format demands.
fn read(text: &str) -> File {
    let mut lines = text.lines();
    let head = lines.next().and_then(|line| line.strip_prefix("aag ")).expect("a head");
    let [largest, inputs, latches, outputs, ands, bad] = numbers(head);
    assert_eq!((outputs, largest), (0, inputs + latches + ands), "every variable is something");
    let mut take = |count: usize| -> Vec<&str> { lines.by_ref().take(count).collect() };
    let file = File {
        inputs: take(inputs).into_iter().map(|line| numbers::<1>(line)[0]).collect(),
        latches: take(latches).into_iter().map(numbers).collect(),
        bad: take(bad).into_iter().map(|line| numbers::<1>(line)[0]).collect(),
        ands: take(ands).into_iter().map(numbers).collect(),
        largest,
    };
    let mut defined: BTreeSet<usize> = [0].into();
    for literal in file.inputs.iter().copied().chain(file.latches.iter().map(|latch| latch[0])) {
        assert!(literal % 2 == 0 && defined.insert(literal), "{literal}");
    }
    for &[gate, a, b] in &file.ands {
        assert!(gate > a && a >= b && defined.contains(&(a & !1)) && defined.contains(&(b & !1)), "{gate} {a} {b}");
        assert!(gate % 2 == 0 && defined.insert(gate), "{gate}");
    }
    for (number, symbol) in lines.enumerate() {
        let kind = symbol.chars().next();
        let expected = if number < inputs {
            'i'
        } else if number < inputs + latches {
            'l'
        } else {
            'b'
        };
        assert_eq!(kind, Some(expected), "{symbol}");
    }
    file
}

/// The binary form as the ASCII form.
fn unpacked(bytes: &[u8]) -> String {
    let mut at = 0;
    let line = |at: &mut usize| {
        let end = *at + bytes[*at..].iter().position(|&byte| byte == b'\n').expect("a line");
        let text = std::str::from_utf8(&bytes[*at..end]).expect("text").to_owned();
        *at = end + 1;
        text
    };
    let head = line(&mut at);
    let [largest, inputs, latches, outputs, ands, bad] = numbers(head.strip_prefix("aig ").expect("a head"));
    let mut text = format!("aag {largest} {inputs} {latches} {outputs} {ands} {bad}\n");
    let mut say = |words: String| text.push_str(&(words + "\n"));
    (0..inputs).for_each(|input| say((2 + 2 * input).to_string()));
    (0..latches).for_each(|latch| say(format!("{} {}", 2 + 2 * (inputs + latch), line(&mut at))));
    (0..bad).for_each(|_| say(line(&mut at)));
    let difference = |at: &mut usize| {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = bytes[*at];
            *at += 1;
            number |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    };
    for gate in 0..ands {
        let gate = 2 * (1 + inputs + latches + gate);
        let left = gate - difference(&mut at);
        say(format!("{gate} {left} {}", left - difference(&mut at)));
    }
    text + std::str::from_utf8(&bytes[at..]).expect("symbols are text")
}

/// All valuations of so many bits.
fn valuations(bits: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1usize << bits).map(move |row| (0..bits).map(|bit| row >> bit & 1 == 1).collect())
}

/// Which bad states can be reached.
fn bad(file: &File) -> Vec<bool> {
    let free: Vec<usize> = (0..file.latches.len()).filter(|&at| file.latches[at][2] == file.latches[at][0]).collect();
    let mut found = vec![false; file.bad.len()];
    let mut seen: BTreeSet<Vec<bool>> = BTreeSet::new();
    let mut work: Vec<Vec<bool>> = Vec::new();
    for start in valuations(free.len()) {
        let mut state: Vec<bool> = file.latches.iter().map(|latch| latch[2] == 1).collect();
        free.iter().zip(start).for_each(|(&at, value)| state[at] = value);
        work.push(state);
    }
    while let Some(state) = work.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        for chosen in valuations(file.inputs.len()) {
            let mut values = vec![false; file.largest + 1];
            file.inputs.iter().zip(chosen).for_each(|(&input, value)| values[input / 2] = value);
            file.latches.iter().zip(&state).for_each(|(latch, &value)| values[latch[0] / 2] = value);
            let value = |values: &[bool], literal: usize| values[literal / 2] != (literal % 2 == 1);
            for &[gate, a, b] in &file.ands {
                values[gate / 2] = value(&values, a) && value(&values, b);
            }
            for (found, &literal) in found.iter_mut().zip(&file.bad) {
                *found |= value(&values, literal);
            }
            work.push(file.latches.iter().map(|latch| value(&values, latch[1])).collect());
        }
    }
    found
}

/// Systems with more bits and inputs would take too long.
const WIDTH: usize = 13;

#[test]
fn bad_states_are_reached_where_invariants_fail() {
    let seen = std::cell::Cell::new([0, 0]);
    let seeds = 5_000..5_150;
    forall(seeds.clone(), drawn, |drawn| {
        let mut model = loaded(drawn)?;
        let atoms: Vec<String> = model.system.atoms.iter().map(|atom| atom.name.clone()).collect();
        let mut formulas = Vec::new();
        for atom in atoms {
            let text = format!("AG (!{atom} or {atom} and !{atom})");
            let (specification, _) =
                load_formula(&text, &mut model, Strictness::Lenient).map_err(|errors| format!("{errors:?}"))?;
            formulas.push((specification, text));
        }
        let written = aiger(&model, &formulas, &Options::default()).map_err(|reason| reason.to_string())?;
        let file = read(&written.ascii());
        assert_eq!(unpacked(&written.binary()), written.ascii(), "both forms say the same");
        if file.inputs.len() + file.latches.len() > WIDTH {
            return Ok(());
        }
        let mut oracle = Oracle::new(&model, &Terms::default()).map_err(|reason| reason.to_string())?;
        for ((specification, text), bad) in formulas.iter().zip(bad(&file)) {
            let expected = oracle.check(*specification);
            if bad != (expected == Verdict::Fails) {
                return Err(format!("{text}: {expected:?}, and a bad state is reached: {bad}"));
            }
            let mut counts = seen.get();
            counts[usize::from(bad)] += 1;
            seen.set(counts);
        }
        Ok(())
    });
    let seen = seen.get();
    let least = effort::share(20, seeds);
    assert!(seen.iter().all(|&count| count > least), "{seen:?}");
}
