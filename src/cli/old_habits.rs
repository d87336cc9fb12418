//! The flags of MCMAS: those with a counterpart work, and a note says what they are called here; the others are answered.
//!
//! MCMAS has flags such as `-ldlf`, one dash and many letters, which look like many flags to most parsers of command
//! lines. So they are translated before anything else reads the arguments.

use std::ffi::OsString;

/// Arguments in today's words, and what there is to say about the translation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Translated {
    pub(super) arguments: Vec<OsString>,
    pub(super) notes: Vec<String>,
}

/// What becomes of a flag.
enum Answer {
    /// It is called this here.
    Called(&'static [&'static str]),
    /// The same, and something to know about it.
    Almost(&'static [&'static str], &'static str),
    /// It changes nothing here; why.
    LeftOut(&'static str),
    /// It is a command of its own here.
    Command(&'static str),
    /// It cannot be done; what to do instead.
    Refused(&'static str),
}
use Answer::{Almost, Called, Command, LeftOut, Refused};

/// The flag for a walk through the model, and the command that it is here. That has no other flags of MCMAS.
const SIMULATE: (&str, &str) = ("-s", "simulate");
/// The flag of today that may be given several times.
const MANY: &str = "--check";
const REORDERING: &str = "variable orders are chosen automatically; see --order";
const WITNESSES: &str = "evidence is shortest, and shown as text, HTML, DOT or JSON; see --evidence, --html and --dot";

/// The answer to a flag of MCMAS with its value, and whether it takes one; none for other flags.
fn answer(flag: &str, value: Option<&str>) -> Option<(Answer, bool)> {
    Some(match flag {
        "-k" => (Called(&["--check", "deadlock"]), false),
        "-a" => (Called(&["--check", "overflow"]), false),
        "-u" => (Called(&["--stats"]), false),
        "-v" => (Called(&["--stats"]), true),
        "-ldlf" => (Called(&["--finite-traces"]), false),
        "-uniform" => {
            let difference = "each `<g>` is about strategies of its group; MCMAS fixes a strategy of all agents";
            (Almost(&["--atl", "uniform"], difference), false)
        }
        "-atlk" => match value {
            Some("0" | "1") => (Called(&["--atl", "perfect"]), true),
            Some("2") => (Called(&["--atl", "uniform"]), true),
            _ => (Refused("it takes 0 or 1 (`--atl perfect`) or 2 (`--atl uniform`)"), true),
        },
        "-c" => (Called(&["--evidence", "all"]), true),
        "-p" | "-l" => (LeftOut(WITNESSES), true),
        "-w" => (LeftOut(WITNESSES), false),
        "-e" | "-o" | "-g" | "-d" => (LeftOut(REORDERING), true),
        "-nobddcache" => (LeftOut("there is no cache that could be wrong"), false),
        "-uc" => (LeftOut("strategies are not counted one by one"), true),
        "-n" => (LeftOut("enumerations are compared by the names of their values"), false),
        flag if flag == SIMULATE.0 => (Command(SIMULATE.1), false),
        "-exportmodel" => (Refused("use `qmas-rs export --format aiger MODEL`, or the format `smv` or `json`"), false),
        "-ufgroup" => (Refused("write the group into the formula and use `--atl uniform`"), true),
        _ => return None,
    })
}

/// Puts a command line into today's words. Commands have no flags of MCMAS: with one, nothing changes.
///
/// # Errors
/// What to type instead.
pub(super) fn translate(typed: Vec<OsString>, commands: &[&str], flags: &[&str]) -> Result<Translated, String> {
    let is_command = typed.get(1).is_some_and(|first| commands.iter().any(|command| first == command));
    if is_command {
        return Ok(Translated { arguments: typed, notes: Vec::new() });
    }
    let walks = typed.iter().take_while(|argument| *argument != "--").any(|argument| argument == SIMULATE.0);
    let given = given(&typed);
    let mut typed = typed.into_iter().peekable();
    let mut translated = Translated { arguments: typed.next().into_iter().collect(), notes: Vec::new() };
    if walks {
        translated.arguments.push(SIMULATE.1.into());
    }
    // Flags that were translated, each once, come after all others.
    let mut later: Vec<&'static [&'static str]> = Vec::new();
    let mut rest: Vec<OsString> = Vec::new();
    while let Some(argument) = typed.next() {
        if argument == "--" {
            rest = std::iter::once(argument).chain(typed).collect();
            break;
        }
        let text = argument.to_string_lossy().into_owned();
        let value = typed.peek().map(|value| value.to_string_lossy().into_owned());
        let Some((answer, takes_value)) = answer(&text, value.as_deref()) else {
            one_dash(&text, flags)?;
            translated.arguments.push(argument);
            continue;
        };
        let shown = match value.filter(|value| takes_value && is_value(&text, value)) {
            Some(value) => {
                typed.next();
                format!("{text} {value}")
            }
            None => text,
        };
        match answer {
            Called(_) | Almost(..) if walks => {
                translated.notes.push(format!("`{shown}` is left out: nothing is checked on a walk"));
            }
            Called(words) | Almost(words, _) => {
                let difference = if let Almost(_, why) = answer { format!(": {why}") } else { String::new() };
                if given.iter().any(|flag| flag == words[0]) {
                    translated.notes.push(format!("`{shown}` is left out: `{}` says it already", words[0]));
                    continue;
                }
                translated.notes.push(format!("`{shown}` is `{}` here{difference}", words.join(" ")));
                // Of flags that may be given once, the last one counts.
                later.retain(|before| *before != words && (before[0] != words[0] || words[0] == MANY));
                later.push(words);
            }
            Command(name) => translated.notes.push(format!("`{shown}` is `qmas-rs {name} MODEL` here")),
            LeftOut(why) => translated.notes.push(format!("`{shown}` is left out: {why}")),
            Refused(instead) => return Err(format!("`{shown}` is a flag of MCMAS: {instead}")),
        }
    }
    translated.arguments.extend(later.into_iter().flatten().map(OsString::from));
    translated.arguments.extend(rest);
    Ok(translated)
}

/// The flags of today that were typed and may be given once: they win over old ones.
fn given(typed: &[OsString]) -> Vec<String> {
    let flags = typed.iter().take_while(|argument| *argument != "--").filter_map(|argument| {
        let text = argument.to_str()?;
        let flag = text.split('=').next().unwrap_or(text);
        flag.starts_with("--").then(|| if flag == "--ldlf" { "--finite-traces".to_owned() } else { flag.to_owned() })
    });
    flags.filter(|flag| flag != MANY).collect()
}

/// Most flags take a number; what else follows them is a model or another flag.
fn is_value(flag: &str, text: &str) -> bool {
    matches!(flag, "-p" | "-ufgroup") || text.chars().all(|c| c.is_ascii_digit())
}

/// `-stats` is not four flags: nobody means that.
fn one_dash(text: &str, flags: &[&str]) -> Result<(), String> {
    let name = text.strip_prefix('-').filter(|name| name.len() > 1 && !name.starts_with('-'));
    let word = name.map(|name| name.split('=').next().unwrap_or(name));
    match word.filter(|word| flags.contains(word)) {
        Some(word) => Err(format!("`{text}` has one dash too few: did you mean `--{word}`?")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        std::iter::once("qmas-rs").chain(text.split_whitespace()).map(OsString::from).collect()
    }

    fn to(text: &str) -> Result<Vec<OsString>, String> {
        translate(words(text), &["lint"], &["stats", "formula"]).map(|translated| translated.arguments)
    }

    #[test]
    fn flags_with_a_counterpart() {
        for (old, new) in [
            ("-k m.ispl", "m.ispl --check deadlock"),
            ("-a -k m.ispl", "m.ispl --check overflow --check deadlock"),
            ("-v 3 m.ispl", "m.ispl --stats"),
            ("-u m.ispl", "m.ispl --stats"),
            ("-v models", "models --stats"),
            ("-ldlf m.ispl", "m.ispl --finite-traces"),
            ("m.ispl -atlk 0", "m.ispl --atl perfect"),
            ("-atlk 1 m.ispl", "m.ispl --atl perfect"),
            ("-atlk 2 m.ispl", "m.ispl --atl uniform"),
            ("-uniform m.ispl", "m.ispl --atl uniform"),
            ("-c 1 m.ispl", "m.ispl --evidence all"),
            ("-c 3 -p out/dir m.ispl", "m.ispl --evidence all"),
            ("-v 3 -u m.ispl", "m.ispl --stats"),
            ("-atlk 2 -uniform m.ispl", "m.ispl --atl uniform"),
            ("-uniform -atlk 0 m.ispl", "m.ispl --atl perfect"),
            ("-c 1 -c 3 m.ispl", "m.ispl --evidence all"),
            ("-a -k -a m.ispl", "m.ispl --check deadlock --check overflow"),
            ("-k -- m.ispl", "--check deadlock -- m.ispl"),
            ("-s m.ispl", "simulate m.ispl"),
            ("-v 3 m.ispl -s -c 1", "simulate m.ispl"),
            ("-o 2 -g 1 -d 3 -e 1 -nobddcache m.ispl", "m.ispl"),
        ] {
            assert_eq!(to(old), Ok(words(new)), "{old}");
            let notes = translate(words(old), &[], &[]).expect("it is understood").notes.len();
            let flags = old.split_whitespace().filter(|word| word.starts_with('-') && *word != "--").count();
            assert_eq!(notes, flags, "{old}");
        }
    }

    #[test]
    fn todays_flags_win() {
        for (typed, kept) in [
            ("-u m.ispl --stats", "m.ispl --stats"),
            ("-c 1 m.ispl --evidence none", "m.ispl --evidence none"),
            ("-c 1 m.ispl --evidence=none", "m.ispl --evidence=none"),
            ("-uniform m.ispl --atl perfect", "m.ispl --atl perfect"),
            ("-ldlf m.ispl --ldlf", "m.ispl --ldlf"),
            ("-a m.ispl --check deadlock", "m.ispl --check deadlock --check overflow"),
        ] {
            assert_eq!(to(typed), Ok(words(kept)), "{typed}");
        }
    }

    #[test]
    fn flags_without_one() {
        for flag in ["-exportmodel", "-ufgroup all", "-atlk 7", "-atlk", "-stats", "-formula=1"] {
            assert!(to(&format!("m.ispl {flag}")).is_err(), "{flag}");
        }
    }

    #[test]
    fn todays_flags_stay() {
        for line in ["m.ispl --stats -f 1", "lint -s", "-- -k", "-h", "-", "-f 1 m.ispl", "m.ispl --formula EF-k"] {
            assert_eq!(to(line), Ok(words(line)), "{line}");
        }
    }
}
