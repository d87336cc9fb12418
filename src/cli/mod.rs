//! The command line: what was typed (`args`) and what is done about it, one file per command.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the layer that prints")]

mod args;
mod automaton;
mod budget;
mod check;
mod evidence;
mod explain;
mod export;
mod export_args;
mod format;
mod generate;
mod input;
mod interrupt;
mod lint;
mod output;
mod progress;
mod qbf;
mod replay;
mod selection;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};

/// What the process tells its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All formulas hold; nothing was wrong.
    Success,
    /// Some formula fails, or a check found something.
    Fails,
    /// The input or the command line is wrong.
    Wrong,
    /// Something stayed open or gave up.
    Open,
    /// The user interrupted.
    Interrupted,
    /// We are wrong: evidence of ours does not replay.
    Internal,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Fails => 1,
            Exit::Wrong => 2,
            Exit::Open => 3,
            Exit::Interrupted => 130,
            Exit::Internal => 70,
        })
    }
}

/// Runs the program with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let exit = match arguments.command {
        None => check::run(&arguments.check),
        Some(Command::Fmt(arguments)) => format::run(&arguments),
        Some(Command::Lint(arguments)) => lint::run(&arguments),
        Some(Command::Gen(arguments)) => generate::run(&arguments),
        Some(Command::Automaton(arguments)) => automaton::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Replay(arguments)) => replay::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Solvers) => qbf::run(),
    };
    exit.into()
}
