//! `qmas-rs simulate`: walks through a model step by step, by hand or at random. MCMAS calls it `-s`.

use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::evidence::style;
use super::exit::Exit;
use super::input::read;
use super::interrupt::{interruptible, reading};
use super::output::{err, tell};
use super::strictness::StrictnessArguments;
use crate::engine::Cancel;
use crate::ir::{InitialStates, InterpretedSystem, State, Successor, Transitions};
use crate::report::evidence::Words;
use crate::report::{Detail, by, choices, standing, starts};

/// Initial states to choose from, and how many values are tried to find them.
const MOST_STARTS: usize = 1_000;
const START_STEPS: u64 = 10_000_000;
/// A state with more moves cannot be walked through.
const MOST_MOVES: usize = 100_000;

#[derive(Debug, Args)]
#[command(
    after_help = "While walking: a number makes that choice, r a choice at random, b goes back, v shows all values, \
    q ends.\n\nExamples:\n  \
    qmas-rs simulate model.ispl\n  \
    qmas-rs simulate model.ispl --random 20 --seed 3\n  \
    printf '1\\n2\\n' | qmas-rs simulate model.ispl"
)]
pub(super) struct SimulateArguments {
    /// The model
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Do not ask: take so many steps at random
    #[arg(long, value_name = "STEPS")]
    random: Option<usize>,
    /// Where chance begins: the same seed, the same steps
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Show all values of every state, not only those that change, and the evolution lines of all steps
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

pub(super) fn run(arguments: &SimulateArguments) -> Exit {
    let cancel = interruptible();
    let mut input = read(&arguments.model, &arguments.strictness);
    input.show(arguments.strictness.detail(Detail::Errors));
    let Some(model) = input.loaded.model.take() else { return Exit::Wrong };
    let mut walk = match Walk::new(&model.system, arguments) {
        Ok(walk) => walk,
        Err(exit) => return exit,
    };
    match arguments.random {
        Some(steps) => walk.at_random(steps, &cancel),
        None => walk.by_hand(&cancel),
    }
}

struct Walk<'a> {
    words: Words<'a>,
    transitions: Transitions<'a>,
    starts: Vec<State>,
    /// Whether these are all.
    all_starts: bool,
    /// From an initial state to where we stand; empty before one is chosen.
    path: Vec<State>,
    chance: Chance,
}

impl<'a> Walk<'a> {
    fn new(system: &'a InterpretedSystem, arguments: &SimulateArguments) -> Result<Self, Exit> {
        let found: Vec<_> = InitialStates::new(system, START_STEPS).take(MOST_STARTS + 1).collect();
        let searched = found.iter().all(Result::is_ok);
        let mut starts: Vec<State> = found.into_iter().flatten().collect();
        if starts.is_empty() {
            if searched {
                err("error: no state satisfies InitStates\n");
                return Err(Exit::Wrong);
            }
            err("gave up: no initial state was found within ten million values\n");
            return Err(Exit::Open);
        }
        let all_starts = searched && starts.len() <= MOST_STARTS;
        starts.truncate(MOST_STARTS);
        let words = Words::new(system, style(arguments.full));
        let path = if starts.len() == 1 { starts.clone() } else { Vec::new() };
        let chance = Chance(SplitMix64::seed_from_u64(arguments.seed));
        Ok(Self { words, transitions: Transitions::new(system), starts, all_starts, path, chance })
    }

    fn successors(&self, state: &State) -> Result<Vec<Successor>, Exit> {
        match self.transitions.moves_within(state, MOST_MOVES) {
            Ok(moves) => Ok(moves.successors),
            Err(_) => {
                err(&format!("gave up: a state has more than {MOST_MOVES} moves\n"));
                Err(Exit::Open)
            }
        }
    }

    fn here(&self) -> String {
        let position = self.path.len() - 1;
        let previous = position.checked_sub(1).map(|before| &self.path[before]);
        standing(self.words, position, &self.path[position], previous)
    }

    fn at_random(&mut self, steps: usize, cancel: &Cancel) -> Exit {
        if self.path.is_empty() {
            let start = self.chance.below(self.starts.len());
            self.path.push(self.starts[start].clone());
        }
        tell(&self.here());
        for _ in 0..steps {
            if cancel.is_cancelled() {
                return Exit::Interrupted;
            }
            let state = self.path[self.path.len() - 1].clone();
            let mut successors = match self.successors(&state) {
                Ok(successors) => successors,
                Err(exit) => return exit,
            };
            if successors.is_empty() {
                tell(&choices(self.words, &self.transitions, &state, &successors));
                break;
            }
            let chosen = successors.swap_remove(self.chance.below(successors.len()));
            let by = by(self.words, &self.transitions, (&state, &chosen));
            tell(&format!("   {}{by}\n", self.words.actions(&chosen.action).join(" ")));
            self.path.push(chosen.state);
            tell(&self.here());
        }
        Exit::Success
    }

    fn by_hand(&mut self, cancel: &Cancel) -> Exit {
        let asks = std::io::stdin().is_terminal();
        let mut lines = std::io::stdin().lock().lines();
        loop {
            if cancel.is_cancelled() {
                return Exit::Interrupted;
            }
            let next: Vec<State> = match self.path.last() {
                None => {
                    tell(&format!("initial states:\n{}", starts(self.words, &self.starts, self.all_starts)));
                    self.starts.clone()
                }
                Some(state) => {
                    let successors = match self.successors(state) {
                        Ok(successors) => successors,
                        Err(exit) => return exit,
                    };
                    tell(&(self.here() + &choices(self.words, &self.transitions, state, &successors)));
                    successors.into_iter().map(|successor| successor.state).collect()
                }
            };
            if !self.step(&next, asks, &mut lines) {
                return Exit::Success;
            }
        }
    }

    /// Asks until there is somewhere to go; false if the walk ends.
    fn step(&mut self, next: &[State], asks: bool, lines: &mut impl Iterator<Item = std::io::Result<String>>) -> bool {
        loop {
            if asks {
                tell("choose: ");
            }
            let Some(Ok(line)) = reading(|| lines.next()) else { return false };
            match (line.trim(), line.trim().parse::<usize>()) {
                (_, Ok(number)) if (1..=next.len()).contains(&number) => {
                    self.path.push(next[number - 1].clone());
                    return true;
                }
                (_, Ok(_)) => err(&format!("expected a number from 1 to {}, r, b, v or q\n", next.len())),
                ("r", _) if !next.is_empty() => {
                    self.path.push(next[self.chance.below(next.len())].clone());
                    return true;
                }
                ("b", _) if self.path.len() > usize::from(self.starts.len() == 1) => {
                    self.path.pop();
                    return true;
                }
                ("v", _) if !self.path.is_empty() => {
                    let full = self.words.in_full();
                    tell(&standing(full, self.path.len() - 1, &self.path[self.path.len() - 1], None));
                }
                ("q", _) => return false,
                _ => err("expected a number, r (at random), b (back), v (all values) or q (quit)\n"),
            }
        }
    }
}

/// What a random walk follows; the same for equal seeds, in every version.
struct Chance(SplitMix64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.0.next_u64() % (count as u64)).unwrap_or(0)
    }
}
