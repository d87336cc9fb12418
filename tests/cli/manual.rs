//! The manual tells the truth: its commands are run in the order of the page, and they print what the page says.
//!
//! A block marked `console` holds commands after `$ ` and what they print, both streams together. In expected output
//! `...` stands for any number of lines, and numbers of seconds are not compared; neither is the engine that won a race,
//! unless the command asks for one. A block marked `ispl,file=NAME` (or with another language) is a file that the reader
//! saves.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::{program, stdout};

fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut work = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")];
    while let Some(folder) = work.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the manual") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}

/// The fenced blocks of a page: their marks and their lines.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match (inside, line.strip_prefix("```")) {
            (false, Some(mark)) => {
                blocks.push((mark.trim().to_owned(), Vec::new()));
                inside = true;
            }
            (true, Some(_)) => inside = false,
            (true, None) => blocks.last_mut().expect("one is open").1.push(line.to_owned()),
            (false, None) => {}
        }
    }
    assert!(!inside, "a block stays open");
    blocks
}

/// Commands with what they should print.
fn commands(lines: &[String]) -> Vec<(String, Vec<String>)> {
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in lines {
        match line.strip_prefix("$ ") {
            Some(command) => commands.push((command.to_owned(), Vec::new())),
            None => commands.last_mut().expect("a block begins with a command").1.push(line.to_owned()),
        }
    }
    commands
}

/// Times as zeros: `0.012 s` is `0.000 s`.
fn timeless(line: &str) -> String {
    let is_seconds = |word: &str| word.parse::<f64>().is_ok() && word.contains('.');
    let words: Vec<&str> = line.split(' ').collect();
    let zeros = |word: &str| word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect::<String>();
    let timeless: Vec<String> = words
        .iter()
        .enumerate()
        .map(|(at, word)| match words.get(at + 1) {
            Some(&"s") if is_seconds(word) => zeros(word),
            None if is_seconds(word) && line.starts_with("execution time") => zeros(word),
            _ => (*word).to_owned(),
        })
        .collect();
    timeless.join(" ").trim_end().to_owned()
}

/// Without the engine that was first, where engines raced: on a busy machine it is another one. Reports name it after the
/// verdict, or at the end of the line in parentheses, and its length decides how wide a column is.
fn raceless(line: &str) -> String {
    let is_engine = |word: &str| matches!(word, "explicit" | "bdd" | "bounded");
    let mut words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [number, "holds" | "fails", engine, ..] if number.parse::<usize>().is_ok() && is_engine(engine) => {
            words[2] = "engine"
        }
        [.., last] if last.strip_prefix('(').and_then(|word| word.strip_suffix(')')).is_some_and(is_engine) => {
            let at = words.len() - 1;
            words[at] = "(engine)";
        }
        _ => return line.to_owned(),
    }
    words.join(" ")
}

/// What is compared: no times, and no engine that nobody asked for.
fn comparable(command: &str, line: &str) -> String {
    let line = timeless(line);
    if command.contains("--engine") { line } else { raceless(&line) }
}

/// Whether lines are as expected, where `...` is any number of lines.
fn matches(expected: &[String], found: &[String]) -> bool {
    match expected {
        [] => found.is_empty(),
        [dots, rest @ ..] if dots == "..." => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        [line, rest @ ..] => found.first().is_some_and(|first| first == line) && matches(rest, &found[1..]),
    }
}

fn run(command: &str, folder: &Path) -> Vec<String> {
    let binary = Path::new(env!("CARGO_BIN_EXE_qmas-rs"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", binary.parent().expect("a file is in a folder").display());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(folder)
        .env("PATH", path)
        .env("COLUMNS", "100")
        .output()
        .expect("there is a shell");
    String::from_utf8(output.stdout).expect("text").lines().map(|line| comparable(command, line)).collect()
}

#[cfg(unix)]
#[test]
fn commands_print_what_the_manual_says() {
    let mut count = 0;
    for page in pages() {
        let folder = TempDir::new().expect("a folder");
        for (mark, lines) in blocks(&std::fs::read_to_string(&page).expect("text")) {
            if let Some((_, name)) = mark.split_once(",file=") {
                std::fs::write(folder.path().join(name), lines.join("\n") + "\n").expect("it can be written");
            }
            if mark != "console" {
                continue;
            }
            for (command, expected) in commands(&lines) {
                count += 1;
                let found = run(&command, folder.path());
                let expected: Vec<String> = expected.iter().map(|line| comparable(&command, line)).collect();
                let (page, shown) = (page.display(), found.join("\n"));
                assert!(
                    matches(&expected, &found),
                    "{page}: `{command}` prints\n{shown}\nnot\n{}",
                    expected.join("\n")
                );
            }
        }
    }
    assert!(count > 25, "only {count} commands were found: the pages are not read rightly");
}

#[test]
fn who_was_first_is_not_compared() {
    let line = |engine: &str| format!("5  holds    {engine}    0.000 s  AG p");
    assert_eq!(comparable("qmas-rs a.ispl", &line("explicit")), comparable("qmas-rs a.ispl", &line("bdd     ")));
    assert_ne!(
        comparable("qmas-rs a.ispl", &line("bdd")),
        comparable("qmas-rs a.ispl", &line("bdd").replace("holds", "fails"))
    );
    assert_ne!(comparable("qmas-rs a.ispl --engine bdd", &line("explicit")), line("bdd"));
    assert_eq!(comparable("qmas-rs health a.ispl", "a: 4 reachable states (bdd)"), "a: 4 reachable states (engine)");
}

/// The reference names every command and every flag.
#[test]
fn the_reference_is_complete() {
    let flags = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference/flags.md")).expect("text");
    let help = |arguments: &[&str]| stdout(&program().args(arguments).args(["--help"]).assert().code(0));
    let top = help(&[]);
    let commands: Vec<&str> = top
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        // What is indented further goes on with the line before.
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split_whitespace().next())
        .filter(|word| *word != "help")
        .collect();
    assert!(commands.len() >= 10, "{commands:?}");
    let mut texts = vec![top.clone()];
    for command in commands {
        assert!(flags.contains(&format!("## `qmas-rs {command}")), "{command} has no section");
        texts.push(help(&[command]));
    }
    for text in texts {
        for flag in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| word.starts_with("--")) {
            let flag = flag.trim_end_matches(['.', ']', ')', ';', '`']).split(['=', '[']).next().unwrap_or_default();
            assert!(flags.contains(&format!("`{flag}")), "{flag} is not in the reference");
        }
    }
}

/// Every page is in the table of contents, and links lead somewhere.
#[test]
fn pages_are_linked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = std::fs::read_to_string(root.join("SUMMARY.md")).expect("a table of contents");
    for page in pages() {
        let name = page.strip_prefix(&root).expect("below").to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in SUMMARY.md");
        let text = std::fs::read_to_string(&page).expect("text");
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !file.contains("://") {
                assert!(page.parent().expect("a folder").join(file).exists(), "{name}: there is no {file}");
            }
        }
    }
}
