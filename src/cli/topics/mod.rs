//! `qmas-rs help ispl` and `qmas-rs help logic`: the pages of the manual on the language, or a section of them, for a terminal.
//!
//! They are the pages themselves, so that help and manual cannot differ. `help COMMAND` is not ours to answer.

mod markdown;

use std::ffi::OsString;

use super::exit::Exit;
use super::output::{err, out};
use super::terminal::Stream;
use markdown::{Section, rendered, sections};

const ISPL: &str = include_str!("../../../docs/reference/ispl.md");
const LOGICS: &str = include_str!("../../../docs/reference/logics.md");

/// Where nobody knows the width; text in longer lines than the widest is hard to read.
const WIDTH: usize = 80;
const WIDEST: usize = 110;

/// Other names for sections, and what is in the heading of these.
const ALSO: [(&str, &[&str]); 20] = [
    ("ctl", &["ctlk: time", "atoms"]),
    ("ctlk", &["ctlk: time", "knowledge", "atoms"]),
    ("ltl", &["ltlk", "precedence"]),
    ("ltlk", &["ltlk", "knowledge", "precedence"]),
    ("ctl*", &["ctl*k", "ltlk", "precedence"]),
    ("ctls", &["ctl*k", "ltlk", "precedence"]),
    ("ctlsk", &["ctl*k", "ltlk", "knowledge", "precedence"]),
    ("ldl", &["ldlk", "precedence"]),
    ("cdl", &["cdl*k", "ldlk"]),
    ("cdl*", &["cdl*k", "ldlk"]),
    ("cdlsk", &["cdl*k", "ldlk", "knowledge"]),
    ("atlk", &["strategies", "knowledge"]),
    ("k", &["knowledge"]),
    ("o", &["obligation"]),
    ("regular", &["ldlk"]),
    ("semantics", &["evolution"]),
    ("reserved", &["words"]),
    ("operators", &["expressions", "precedence"]),
    ("environment", &["sections", "who may read"]),
    ("mcmas", &["differently"]),
];

/// Prints a page if one was asked for: `help ispl …` or `help logic …`.
pub(super) fn asked(words: &[OsString]) -> Option<Exit> {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().to_lowercase()).collect();
    let [_, help, page, about @ ..] = &words[..] else { return None };
    let (name, page) = match page.as_str() {
        "ispl" => ("ispl", ISPL),
        "logic" | "logics" => ("logic", LOGICS),
        _ => return None,
    };
    if help != "help" {
        return None;
    }
    let sections = sections(page);
    let chosen = chosen(&sections, &about.join(" "));
    if chosen.is_empty() {
        let headings: Vec<&str> = sections.iter().skip(1).map(|section| section.heading.as_str()).collect();
        err(&format!("error: there is no such section; these are there: {}\n", headings.join(", ")));
        return Some(Exit::Wrong);
    }
    let width = Stream::Out.width().unwrap_or(WIDTH).min(WIDEST);
    let mut text = rendered(&chosen, width);
    if about.is_empty() {
        text.push_str(&format!("\n`qmas-rs help {name} SECTION` prints one section.\n"));
    }
    out(&text);
    Some(Exit::Success)
}

/// The sections that a word names; all without one.
fn chosen<'s>(sections: &'s [Section], about: &str) -> Vec<&'s Section> {
    let about = about.replace('-', " ");
    let with = |part: &str| sections.iter().filter(|section| section.heading.to_lowercase().contains(part)).collect();
    match ALSO.iter().find(|(name, _)| *name == about) {
        _ if about.is_empty() => sections.iter().collect(),
        Some((_, parts)) => {
            let found: Vec<&Section> = parts.iter().flat_map(|part| with(part) as Vec<&Section>).collect();
            if found.is_empty() { with(&about) } else { found }
        }
        None => with(&about),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_name_leads_somewhere() {
        let all = [sections(ISPL), sections(LOGICS)].concat();
        for (name, parts) in ALSO {
            for part in parts {
                assert!(all.iter().any(|section| section.heading.to_lowercase().contains(part)), "{name}: {part}");
            }
        }
    }

    #[test]
    fn all_of_a_page_fits() {
        for width in [40, 60, 80, 110] {
            for page in [ISPL, LOGICS] {
                let sections = sections(page);
                let text = rendered(&sections.iter().collect::<Vec<_>>(), width);
                // What is code keeps its lines.
                let long = text.lines().find(|line| !line.starts_with("    ") && line.chars().count() > width);
                assert_eq!(long, None, "at {width}");
                for section in &sections {
                    assert!(text.contains(&section.heading), "{}", section.heading);
                }
            }
        }
    }
}
