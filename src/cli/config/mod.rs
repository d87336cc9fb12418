//! `qmas.toml`: settings that hold unless a flag says otherwise.
//!
//! A key is the long name of a flag, so every flag can be set and nothing is declared twice. Keys at the top are for
//! checking; a table named after a command is for that command. The values of the file become the defaults of the
//! command line: what reads the flags need not know that there is a file.

mod keys;
mod reader;
mod settings;
mod shown;

use std::path::PathBuf;

use clap::Args;

use super::examples;
pub(super) use settings::Settings;
pub(super) use shown::run;

#[derive(Debug, Args)]
pub(super) struct ConfigArguments {
    /// Read settings from this file, not from the nearest `qmas.toml`
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        conflicts_with = "no_config",
        help_heading = "Settings",
        hide_short_help = true
    )]
    pub(super) config: Option<PathBuf>,
    /// Read no settings
    #[arg(long, global = true, help_heading = "Settings", hide_short_help = true)]
    pub(super) no_config: bool,
}

#[derive(Debug, Args)]
#[command(after_help = examples::CONFIG)]
pub(super) struct ShowConfigArguments {}
