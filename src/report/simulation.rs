//! States and what can be done in them, for somebody who walks through a model.

use std::fmt::Write;

use super::evidence::Words;
use super::executed::{Named, executed};
use crate::ir::{AtomId, InterpretedSystem, Program, State, Successor, Transitions};

/// Choices beyond these are counted, not shown.
const MOST_SHOWN: usize = 40;

/// A state: its values, or what has changed, and the atoms that are true in it.
#[must_use]
pub fn standing(words: Words<'_>, position: usize, state: &State, previous: Option<&State>) -> String {
    let mut out = String::new();
    let label = words.paint.state(&position.to_string());
    for (number, line) in words.values(state, previous).into_iter().enumerate() {
        let head = if number == 0 { label.clone() } else { " ".repeat(position.to_string().len()) };
        let _ = writeln!(out, "{head}  {line}");
    }
    let atoms = true_atoms(words.system, state);
    let listed = if atoms.is_empty() { "nothing".to_owned() } else { atoms.join(", ") };
    let _ = writeln!(out, "   true: {listed}");
    out
}

/// What can be done in a state, numbered from 1, with the evolution lines that make the difference where the same actions lead to
/// several states.
#[must_use]
pub fn choices(words: Words<'_>, transitions: &Transitions<'_>, state: &State, successors: &[Successor]) -> String {
    let mut out = String::new();
    if successors.is_empty() {
        return "   nothing can be done here\n".to_owned();
    }
    let width = successors.len().min(MOST_SHOWN).to_string().len();
    for (number, successor) in successors.iter().take(MOST_SHOWN).enumerate() {
        let done = words.actions(&successor.action).join(" ");
        let effect = words.values(&successor.state, Some(state)).join(" ");
        let by = by(words, transitions, (state, successor));
        let _ = writeln!(out, "   {:>width$}  {} → {effect}{by}", number + 1, words.paint.dim(&done));
    }
    if successors.len() > MOST_SHOWN {
        let _ = writeln!(out, "   … {} choices in all", successors.len());
    }
    out
}

/// " (line 2 of Lamp)"; empty if there is nothing to say.
#[must_use]
pub fn by(words: Words<'_>, transitions: &Transitions<'_>, (from, taken): (&State, &Successor)) -> String {
    let named = if words.full { Named::All } else { Named::Chosen };
    let lines = executed(transitions, (from, &taken.action, &taken.state), named);
    if lines.is_empty() { String::new() } else { words.paint.dim(&format!(" ({})", lines.join(", "))) }
}

/// Initial states to start from, numbered from 1.
#[must_use]
pub fn starts(words: Words<'_>, states: &[State], all: bool) -> String {
    let mut out = String::new();
    for (number, state) in states.iter().take(MOST_SHOWN).enumerate() {
        let _ = writeln!(out, "   {}  {}", number + 1, words.values(state, None).join(" "));
    }
    if states.len() > MOST_SHOWN {
        let many = if all { "" } else { "more than " };
        let _ = writeln!(out, "   … {many}{} initial states in all", states.len());
    }
    out
}

fn true_atoms(system: &InterpretedSystem, state: &State) -> Vec<String> {
    let holds = |atom: AtomId| Program::compile(&system.exprs, system.atom(atom).condition).holds(state);
    let atoms = (0..system.atoms.len()).map(AtomId::new);
    atoms.filter(|&atom| holds(atom)).map(|atom| system.atom(atom).name.clone()).collect()
}
