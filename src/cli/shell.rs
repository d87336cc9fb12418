//! `qmas-rs completions`, `man` and `schema`: what a shell, a manual reader and a program want to know of the command
//! line and its output.

use std::path::PathBuf;

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;

use super::Exit;
use super::output::{err, out};
use crate::report::Published;

#[derive(Debug, Args)]
pub(super) struct CompletionArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct ManArguments {
    /// Write a page per command to this folder
    #[arg(long, short, value_name = "FOLDER")]
    directory: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(super) struct SchemaArguments {
    /// Which output
    #[arg(value_enum, value_name = "WHAT", default_value_t = SchemaChoice::Report)]
    what: SchemaChoice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SchemaChoice {
    /// `--format json` of checking and of `lint`
    Report,
    /// A line of `--format jsonl`
    Lines,
    /// `--format json` of `health`
    Health,
    /// Evidence, as `replay` takes it
    Evidence,
}

pub(super) fn completions(arguments: &CompletionArguments, mut command: Command) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "qmas-rs", &mut text);
    out(&String::from_utf8_lossy(&text));
    Exit::Success
}

pub(super) fn man(arguments: &ManArguments, command: Command) -> Exit {
    let done = match &arguments.directory {
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page).map(|()| out(&String::from_utf8_lossy(&page)))
        }
        Some(folder) => std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder)),
    };
    match done {
        Ok(()) => Exit::Success,
        Err(error) => {
            err(&format!("error: cannot write the manual: {error}\n"));
            Exit::Wrong
        }
    }
}

pub(super) fn schema(arguments: &SchemaArguments) -> Exit {
    out(match arguments.what {
        SchemaChoice::Report => Published::Report,
        SchemaChoice::Lines => Published::Lines,
        SchemaChoice::Health => Published::Health,
        SchemaChoice::Evidence => Published::Evidence,
    }
    .text());
    Exit::Success
}
