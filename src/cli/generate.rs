//! `qmas-rs gen`: models of the library.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use qmas_models::{Parameters, Source, find, models, shared};

use super::examples;
use super::exit::Exit;
use super::output::{err, out, tell};
use crate::diagnostic::did_you_mean;

#[derive(Debug, Args)]
#[command(after_help = examples::GEN)]
pub(super) struct GenerateArguments {
    /// A model of the library; without it, all are listed
    #[arg(value_name = "FAMILY", value_parser = Names, hide_possible_values = true)]
    family: Option<String>,
    /// The size, for a family
    #[arg(short, value_name = "N")]
    n: Option<usize>,
    /// Where the family makes random choices
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

pub(super) fn run(arguments: &GenerateArguments) -> Exit {
    let Some(name) = &arguments.family else {
        list();
        return Exit::Success;
    };
    let Some(model) = find(name) else {
        let all = models();
        let near = did_you_mean(name, all.iter().map(|model| model.name));
        let hint = near.map_or_else(|| "`qmas-rs gen` lists all".to_owned(), |near| format!("did you mean `{near}`?"));
        err(&format!("error: there is no model `{name}` in the library; {hint}\n"));
        return Exit::Wrong;
    };
    let text = match model.source {
        Source::File(_) if arguments.n.is_some() => {
            err(&format!("error: `{name}` has one size only; leave out -n\n"));
            return Exit::Wrong;
        }
        Source::File(text) => text.to_owned(),
        Source::Family { smallest, generate } => match arguments.n {
            None => {
                err(&format!("error: `{name}` is a family; give its size with -n, {smallest} or more\n"));
                return Exit::Wrong;
            }
            Some(n) if n < smallest => {
                err(&format!("error: `{name}` starts at -n {smallest}\n"));
                return Exit::Wrong;
            }
            Some(n) => generate(Parameters { n, seed: arguments.seed }),
        },
    };
    out(&(text + &shared(name)));
    Exit::Success
}

/// Any word, of which completions and manual pages know those that are models. What is no model gets an answer of ours: see
/// [`run`].
#[derive(Clone)]
struct Names;

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(models().into_iter().map(|model| PossibleValue::new(model.name))))
    }
}

fn list() {
    let all = models();
    let width = all.iter().map(|model| model.name.len()).max().unwrap_or(0);
    for model in all {
        let size = match model.source {
            Source::File(_) => "      ".to_owned(),
            Source::Family { smallest, .. } => format!("-n {smallest}.."),
        };
        tell(&format!("{:<width$}  {size:<8}  {}\n", model.name, model.expected().about));
    }
}
