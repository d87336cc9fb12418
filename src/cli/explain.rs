//! `qmas-rs explain`: why somebody does not know something, in any state on the way to any state.

use std::path::PathBuf;

use clap::Args;

use super::budget::{LimitArguments, gave_up};
use super::evidence::style;
use super::exit::Exit;
use super::input::{read, show, show_with};
use super::output::{err, tell};
use super::selection::{meant_name, number};
use super::strictness::StrictnessArguments;
use crate::explain::{Explained, explain_doubt};
use crate::load::Loaded;
use crate::logic::{Formula, Knowledge, Specification};
use crate::model::Model;
use crate::options::Options;
use crate::report::evidence::unknowing;
use crate::report::{Detail, Source};

#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    qmas-rs explain model.ispl --formula 'K(Bob, paid)'\n  \
    qmas-rs explain model.ispl --formula 'K(Bob, paid)' --where 'odd and !paid'\n  \
    qmas-rs explain model.ispl --formula 'K(Bob, paid)' --where odd --step 1")]
pub(super) struct ExplainArguments {
    /// The model; `-` reads standard input
    #[arg(value_name = "MODEL")]
    model: PathBuf,
    /// Who should know what: K(agent, f), GK(group, f), DK(group, f) or GCK(group, f), or the number or the name of such a formula
    #[arg(long, short, value_name = "N|NAME|FORMULA")]
    formula: String,
    /// In which state: the nearest one in which this formula is true (by default, in which the formula is false)
    #[arg(long = "where", value_name = "FORMULA")]
    place: Option<String>,
    /// Not in that state, but after so many steps of a shortest run to it
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// Show all values, not only those that change or differ, and all lines
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

pub(super) fn run(arguments: &ExplainArguments) -> Exit {
    let watched = match arguments.limits.watched() {
        Ok(watched) => watched,
        Err(exit) => return exit,
    };
    let limits = watched.limits.clone();
    let options = Options { limits, ..Options::default() };
    let mut input = read(&arguments.model, &arguments.strictness);
    input.show(arguments.strictness.detail(Detail::Errors));
    // What is typed now is no repetition.
    let detail = arguments.strictness.detail(Detail::Counted);
    let Some(mut model) = input.loaded.model.take() else { return Exit::Wrong };
    let Some(asked) = formula(&input.loaded, &mut model, detail, ("--formula", &arguments.formula)) else {
        return Exit::Wrong;
    };
    let place = match &arguments.place {
        None => None,
        Some(text) => match formula(&input.loaded, &mut model, detail, ("--where", text)) {
            Some(place) => Some(place),
            None => return Exit::Wrong,
        },
    };
    match explain_doubt(&mut model, asked, place, arguments.step, &options) {
        Ok(Explained::Unknown(why, what)) => {
            let knowledge = model.formulas.get(asked.formula);
            if matches!(knowledge, Formula::Knows(Knowledge::Everyone(_) | Knowledge::Common(_), _)) {
                let agent = &model.system.agent(why.agents[0]).name;
                let what = model.formulas.show(&model.system, Specification { formula: what, ..asked });
                tell(&format!("{agent} does not know {what}\n"));
            }
            tell(&unknowing(&model.system, &why, style(arguments.full)));
            Exit::Fails
        }
        Ok(Explained::Known) => {
            tell("it is known there\n");
            Exit::Success
        }
        Ok(Explained::Nowhere) => {
            err(&match &arguments.place {
                Some(place) => format!("error: --where: no state satisfies `{}`\n", place.trim()),
                None => "error: there is no state in which the formula is false; it is known everywhere\n".to_owned(),
            });
            Exit::Wrong
        }
        Ok(Explained::Sooner(steps)) => {
            let steps = if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") };
            err(&format!("error: --step: a shortest run to such a state has {steps}\n"));
            Exit::Wrong
        }
        Ok(Explained::Broken(mismatch)) => {
            err(&format!("internal error: the explanation does not replay: {mismatch}; please report this\n"));
            Exit::Internal
        }
        Ok(Explained::NotKnowledge) => {
            err("error: --formula: expected K(agent, f), GK(group, f), DK(group, f) or GCK(group, f)\n");
            Exit::Wrong
        }
        Err(reason) => {
            let (why, exit) = gave_up(&reason, &options.limits);
            err(&format!("gave up: {why}\n"));
            exit
        }
    }
}

fn formula(loaded: &Loaded, model: &mut Model, detail: Detail, (option, text): (&str, &str)) -> Option<Specification> {
    if let Some(number) = number(text.trim(), loaded) {
        let found = number.checked_sub(1).and_then(|index| model.specifications.get(index)).copied();
        if found.is_none() {
            let all = model.specifications.len();
            err(&format!("error: {option}: there is no formula {number}; the file has {all}\n"));
        }
        return found;
    }
    match loaded.formula(text, model) {
        Ok((specification, warnings)) => {
            show_with(detail, &warnings, &Source::new(option, text));
            Some(specification)
        }
        Err(mut errors) => {
            meant_name(text, loaded, &mut errors);
            show(&errors, &Source::new(option, text));
            None
        }
    }
}
