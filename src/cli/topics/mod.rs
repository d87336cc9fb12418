//! `qmas-rs help ispl` and `qmas-rs help logic`: the pages of the manual on the language, or a section of them, for a terminal.
//!
//! They are the pages themselves, so that help and manual cannot differ. `help COMMAND` is not ours to answer.

mod choose;
mod markdown;

use std::ffi::OsString;

use super::exit::Exit;
use super::output::{err, out};
use super::terminal::{Stream, ascii};
use choose::chosen;
use markdown::{rendered, sections};

const ISPL: &str = include_str!("../../../docs/reference/ispl.md");
const LOGICS: &str = include_str!("../../../docs/reference/logics.md");

/// Where nobody knows the width; text in longer lines than the widest is hard to read.
const WIDTH: usize = 80;
const WIDEST: usize = 110;

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
    let about = about.join(" ");
    let sections = sections(page);
    let chosen = chosen(&sections, &about);
    if chosen.is_empty() {
        err(&unknown(name, &about));
        return Some(Exit::Wrong);
    }
    let mut text = rendered(&chosen, Stream::Out.width().unwrap_or(WIDTH).min(WIDEST));
    if about.is_empty() {
        text.push_str(&format!("\n`qmas-rs help {name} SECTION` prints one section.\n"));
    }
    // Not fitted as other texts are: code keeps its lines.
    out(&if Stream::Out.is_ascii() { ascii(&text) } else { text });
    Some(Exit::Success)
}

/// What to say of a word that no section of a page is about: the other page may have one.
fn unknown(name: &str, about: &str) -> String {
    let (page, other, others) = if name == "ispl" { (ISPL, "logic", LOGICS) } else { (LOGICS, "ispl", ISPL) };
    if !chosen(&sections(others), about).is_empty() {
        return format!("error: there is no such section here; see `qmas-rs help {other} {about}`\n");
    }
    let headings = sections(page).into_iter().skip(1).map(|section| format!("  {}\n", section.heading));
    format!("error: there is no such section; these are there:\n{}", headings.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

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
