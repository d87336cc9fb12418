//! The command line: what was typed (`args`) and what is done about it, one file per command.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the layer that prints")]

mod args;
mod automaton;
mod bless;
mod budget;
mod bug;
mod check;
mod check_args;
mod choices;
mod config;
mod engines;
mod evidence;
mod examples;
mod exit;
mod explain;
mod export;
mod export_args;
mod export_common;
mod format;
mod formats;
mod generate;
mod health;
mod ignored;
mod input;
mod interrupt;
mod lint;
mod mistakes;
mod old_habits;
mod output;
mod progress;
mod qbf;
mod questions;
mod replay;
mod reporting;
mod selection;
mod several;
mod shell;
mod simulate;
mod strictness;
mod terminal;
mod topics;
mod typed;
mod watch;
mod work;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use args::{Arguments, Command};
use config::Settings;
use exit::Exit;
use terminal::Stream;
use typed::Typed;

/// Runs the program with the arguments of the process. `abandon` ends the process with a status, whatever it is doing:
/// a second Ctrl-C comes when there is nobody to return to.
#[must_use]
pub fn main(abandon: fn(u8) -> !) -> ExitCode {
    interrupt::abandoned_by(abandon);
    output::finish(bug::watched(all)).into()
}

fn all() -> Exit {
    if let Some(when) = terminal::typed(std::env::args_os()) {
        terminal::colours(when);
    }
    if let Some(exit) = topics::asked(&std::env::args_os().collect::<Vec<_>>()) {
        return exit;
    }
    let command = Arguments::command();
    let typed = match Typed::read(std::env::args_os().collect(), &command) {
        Ok((typed, notes)) => {
            notes.iter().for_each(|note| output::err(&format!("note: {note}\n")));
            typed
        }
        Err(message) => {
            output::err(&format!("error: {message}\n"));
            return Exit::Wrong;
        }
    };
    let Some(settings) = Settings::read(&typed, &command) else { return Exit::Wrong };
    let parsed = settings.apply(command, &typed).try_get_matches_from(typed.into_words());
    let parsed = parsed.and_then(|matches| {
        Ok((Arguments::from_arg_matches(&matches)?, ignored::warnings(&matches), ignored::notes(&matches)))
    });
    match parsed {
        Ok((arguments, warnings, notes)) => {
            terminal::colours(arguments.terminal.color);
            warnings.iter().for_each(|warning| output::err(&format!("warning: {warning}\n")));
            notes.iter().for_each(|note| output::err(&format!("note: {note}\n")));
            run(arguments, &settings)
        }
        Err(error) => {
            // Help and version are results as well.
            let shown = error.render();
            let stream = if error.use_stderr() { Stream::Err } else { Stream::Out };
            let text = if stream.colourful() { shown.ansi().to_string() } else { shown.to_string() };
            match stream {
                Stream::Out => output::tell(&text),
                Stream::Err => output::err(&text),
            }
            if error.exit_code() == 0 { Exit::Success } else { Exit::Wrong }
        }
    }
}

fn run(arguments: Arguments, settings: &Settings) -> Exit {
    match arguments.command {
        None => several::check(&arguments.check),
        Some(Command::Fmt(arguments)) => format::run(&arguments),
        Some(Command::Lint(arguments)) => lint::run(&arguments),
        Some(Command::Gen(arguments)) => generate::run(&arguments),
        Some(Command::Automaton(arguments)) => automaton::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Replay(arguments)) => replay::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Solvers) => qbf::run(),
        Some(Command::Health(arguments)) => health::run(&arguments),
        Some(Command::Simulate(arguments)) => simulate::run(&arguments),
        Some(Command::Config(_)) => config::run(settings, &Arguments::command()),
        Some(Command::Completions(arguments)) => shell::completions(&arguments, Arguments::command()),
        Some(Command::Man(arguments)) => shell::man(&arguments, Arguments::command()),
        Some(Command::Schema(arguments)) => shell::schema(&arguments),
    }
}
