//! `qmas-rs help ispl` and `qmas-rs help logic`: the manual on a terminal.

use crate::{contains, program, stderr, stdout};

fn help(words: &[&str]) -> String {
    stdout(&program().arg("help").args(words).env("COLUMNS", "80").assert().code(0))
}

/// Headings are underlined.
fn headings(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let underlined =
        lines.windows(2).filter(|two| !two[0].is_empty() && two[1].len() > 2 && two[1].trim_matches('=').is_empty());
    underlined.map(|two| two[0]).collect()
}

#[test]
fn the_language() {
    let text = help(&["ispl"]);
    contains(
        &text,
        &["These words are reserved:", "RedStates GreenStates", "SingleAssignment: every line has exactly one"],
    );
    assert!(headings(&text).len() > 15, "{:?}", headings(&text));
    assert!(!text.contains("](") && !text.contains("```"), "links and marks are for other readers");
    assert_eq!(headings(&help(&["ispl", "types"])), ["Types"]);
    assert_eq!(headings(&help(&["ispl", "who", "may", "read"])), ["Who may read what"]);
}

#[test]
fn logics() {
    for (word, heading, words) in [
        ("CTL", "CTLK: time", "`A(f U g)`, `E(f U g)`"),
        ("CTLK", "Knowledge", "`GCK(g, f)`"),
        ("LTL", "LTLK", "`f U g`"),
        ("LTLK", "LTLK", "`X f`"),
        ("CTLSK", "CTL*K", "Path formulas are built"),
        ("CTL*", "CTL*K", "Path formulas are built"),
        ("LDL", "LDLK", "`rho*`"),
        ("CDL*", "CDL*K", "Like CTL*"),
        ("ATL", "Strategies: ATL", "`<g>X f`"),
        ("finite-traces", "Finite traces", "--finite-traces"),
        ("obligation", "Obligation", "`O(i, f)`"),
        ("fairness", "Fairness", "paths are fair paths"),
        ("deadlocks", "Deadlocks", "`EX f` and `EG f` are false"),
    ] {
        let text = help(&["logic", word]);
        contains(&text, &[heading, words]);
        assert!(headings(&text).contains(&heading), "{word}: {:?}", headings(&text));
    }
    for (page, word, heading) in
        [("logic", "R", "LTLK"), ("logic", "GCK", "Knowledge"), ("ispl", "Other", "Actions and protocols")]
    {
        let text = help(&[page, word]);
        assert!(headings(&text).contains(&heading), "{word}: {:?}", headings(&text));
    }
    assert!(!headings(&help(&["logic", "R"])).contains(&"Strategies: ATL"), "`r` is a part of that word only");
    contains(&stderr(&program().args(["help", "ispl", "U"]).assert().code(2)), &["see `qmas-rs help logic u`"]);
    let wrong = program().args(["help", "ispl", "astrology"]).env("COLUMNS", "60").assert().code(2);
    let lines = stderr(&wrong);
    assert!(lines.lines().count() > 3 && lines.lines().all(|line| line.len() <= 60), "{lines}");
    let wrong = program().args(["help", "logic", "astrology"]).assert().code(2);
    contains(&stderr(&wrong), &["there is no such section", "LDLK", "Finite traces"]);
}

/// Cells of a table that does not fit stand behind the names of their columns; links leave no brackets behind.
#[test]
fn tables_and_links() {
    let text = stdout(&program().args(["help", "ispl"]).env("COLUMNS", "120").assert().code(0));
    contains(&text, &["place: agent: evolution, behind `if`\n  variables: the same\n  action tests: yes\n"]);
    contains(&text, &["  Environment: must, `{}` is fine\n  agents: at least one\n"]);
    contains(&text, &["and `--allow extension` silences"]);
}

/// Flags as the completions for fish name them: without the help, and all of them. No command is for checking.
fn flags(command: Option<&str>) -> Vec<String> {
    let script = stdout(&program().args(["completions", "fish"]).assert().code(0));
    let place = command.map_or("needs_command\"".to_owned(), |command| format!("using_subcommand {command}\""));
    let lines = script.lines().filter(|line| line.contains(&place));
    lines.filter_map(|line| Some(format!("--{}", line.split_once(" -l ")?.1.split(' ').next()?))).collect()
}

/// `-h` fits on a screen or two, in groups, and `--help` has everything.
#[test]
fn short_and_long_help() {
    let help = |command: Option<&str>, flag: &str| {
        let words = command.into_iter().chain([flag]);
        stdout(&program().args(words).env("COLUMNS", "100").assert().code(0))
    };
    let names = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == '=');
        words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
    };
    let (short, long) = (help(None, "-h"), help(None, "--help"));
    contains(
        &short,
        &["\nFormulas:\n", "\nEvidence:\n", "\nLimits:\n", "--formula", "--engine", "--timeout", "qmas-rs help ispl"],
    );
    let options = short.lines().skip_while(|line| *line != "Options:").take_while(|line| *line != "Examples:").count();
    assert!(options < 45 && short.lines().count() < 75, "{short}");
    for rare in ["--no-selectors", "--qbf-timeout", "--memory", "--order"] {
        assert!(!short.contains(rare) && long.contains(rare), "{rare}");
    }
    assert!(flags(None).len() > 40, "{:?}", flags(None));
    for command in [None, Some("health"), Some("export"), Some("automaton"), Some("lint"), Some("explain"), Some("gen")]
    {
        let (short, long) = (help(command, "-h"), names(&help(command, "--help")));
        assert!(command.is_none() || short.lines().count() < 35, "{short}");
        // What settings make of their table `[lints]` is not typed; the scripts name it all the same.
        let all: Vec<String> = flags(command).into_iter().filter(|flag| flag != "--lints").collect();
        assert!(!all.is_empty());
        for flag in names(&short).iter().filter(|flag| all.contains(*flag)).chain(&all) {
            assert!(long.contains(flag), "{command:?}: {flag} is not in --help");
        }
    }
}

/// The rest of `help` is as it was.
#[test]
fn commands() {
    for words in [&["help"][..], &["help", "lint"], &["help", "gen"]] {
        contains(&stdout(&program().args(words).assert().code(0)), &["Usage: qmas-rs"]);
    }
    contains(&stdout(&program().args(["help"]).assert().code(0)), &["qmas-rs help ispl", "qmas-rs help logic LDL"]);
    program().args(["help", "nothing"]).assert().code(2);
}
