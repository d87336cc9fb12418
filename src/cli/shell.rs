//! `qmas-rs completions`, `man` and `schema`: what a shell, a manual reader and a program want to know of the command
//! line and its output.

use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use qmas_models::models;

use super::choices::choices;
use super::examples;
use super::exit::Exit;
use super::output::{err, out};
use crate::report::Published;

#[derive(Debug, Args)]
#[command(after_help = examples::COMPLETIONS)]
pub(super) struct CompletionArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    shell: Shell,
}

#[derive(Debug, Args)]
#[command(after_help = examples::MAN)]
pub(super) struct ManArguments {
    /// Write a page per command to this folder
    #[arg(long, short, value_name = "FOLDER")]
    directory: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = examples::SCHEMA)]
pub(super) struct SchemaArguments {
    /// Which output
    #[arg(value_parser = choices::<Published>(), value_name = "WHAT", default_value_t = Published::Report)]
    what: Published,
}

pub(super) fn completions(arguments: &CompletionArguments, mut command: Command) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "qmas-rs", &mut script);
    let script = String::from_utf8_lossy(&script);
    // clap_complete 4.6 takes the hyphen of our name for the border of a command in half of the places.
    out(&match arguments.shell {
        Shell::Bash => script.replace("qmas__subcmd__rs", "qmas__rs"),
        // And its scripts for fish complete no arguments but flags.
        Shell::Fish => {
            let names: Vec<&str> = models().iter().map(|model| model.name).collect();
            let place = "__fish_qmas_rs_using_subcommand gen";
            format!("{script}complete -c qmas-rs -n \"{place}\" -f -a \"{}\"\n", names.join(" "))
        }
        _ => script.into_owned(),
    });
    Exit::Success
}

pub(super) fn man(arguments: &ManArguments, command: Command) -> Exit {
    let mut command = described(command).disable_help_subcommand(true);
    command.build();
    let done = match &arguments.directory {
        None => page(&command).map(|(_, page)| out(&page)),
        Some(folder) => std::fs::create_dir_all(folder).and_then(|()| {
            let commands = std::iter::once(&command).chain(command.get_subcommands());
            commands
                .map(page)
                .try_for_each(|page| page.and_then(|(name, text)| std::fs::write(folder.join(name), text)))
        }),
    };
    match done {
        Ok(()) => Exit::Success,
        Err(error) => {
            err(&format!("error: cannot write the manual: {error}\n"));
            Exit::Wrong
        }
    }
}

/// A page describes what `-h` leaves out as well: `clap_mangen` would print such options without their text.
fn described(command: Command) -> Command {
    command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(described)
}

/// The page of a command, and the name of its file.
fn page(command: &Command) -> std::io::Result<(String, String)> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok((man.get_filename(), unfilled(&String::from_utf8_lossy(&page))))
}

/// What stands behind the flags in the help keeps its lines, and has a heading that says what it is.
fn unfilled(page: &str) -> String {
    let Some((before, extra)) = page.split_once("\n.SH EXTRA\n") else { return page.to_owned() };
    let (extra, after) = extra.split_once("\n.SH ").unwrap_or((extra, ""));
    let heading = if extra.contains("Exit status") { "\"EXIT STATUS AND EXAMPLES\"" } else { "EXAMPLES" };
    let after = if after.is_empty() { String::new() } else { format!(".SH {after}") };
    format!("{before}\n.SH {heading}\n.nf\n{extra}\n.fi\n{after}")
}

pub(super) fn schema(arguments: &SchemaArguments) -> Exit {
    out(arguments.what.text());
    Exit::Success
}
