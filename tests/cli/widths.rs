//! Text is no wider than the terminal, has its colours, and no signs that the terminal does not know.

use std::process::Command;

use unicode_width::UnicodeWidthStr;

use crate::{Setup, contains, stderr, stdout};

/// Two agents, one of whom sees nothing: evidence has two runs, and names are long.
const LONG_NAMES: &str = "\
Agent Environment
  Vars:
    temperature_of_the_reactor: { cold, lukewarm, dangerously_hot };
    pressure_in_the_main_vessel: 0..5;
  end Vars
  Actions = { heat_everything_up, leave_it_alone };
  Protocol: Other: { heat_everything_up, leave_it_alone }; end Protocol
  Evolution:
    temperature_of_the_reactor = dangerously_hot and pressure_in_the_main_vessel = 5 if Action = heat_everything_up;
  end Evolution
end Agent
Agent Visitor
  Vars: asleep_in_the_waiting_room: boolean; end Vars
  Actions = { wait_patiently };
  Protocol: Other: { wait_patiently }; end Protocol
  Evolution: asleep_in_the_waiting_room = true if Action = wait_patiently; end Evolution
end Agent
Evaluation
  hot if Environment.temperature_of_the_reactor = dangerously_hot;
end Evaluation
InitStates
  Environment.temperature_of_the_reactor = cold and Environment.pressure_in_the_main_vessel = 0
    and Visitor.asleep_in_the_waiting_room = true;
end InitStates
Formulae
  AG (hot -> K(Visitor, hot));
  AG (!hot or (EX hot and EX EX hot and EX EX EX hot and EX EX EX EX hot and EX EX EX EX EX hot and !hot));
  EF hot;
end Formulae
";

/// What a terminal with so many columns shows, without what moves on it; escape sequences are taken out.
fn shown(setup: &Setup, columns: usize, arguments: &str, locale: &str) -> String {
    let raw = raw(setup, columns, arguments, locale);
    let mut text = String::new();
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        match c {
            '\u{1b}' => drop(characters.find(char::is_ascii_alphabetic)),
            '\r' => {}
            c => text.push(c),
        }
    }
    text
}

fn raw(setup: &Setup, columns: usize, arguments: &str, locale: &str) -> String {
    let command = format!("stty rows 50 cols {columns}; {} {arguments}", env!("CARGO_BIN_EXE_qmas-rs"));
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .current_dir(setup.folder.path())
        .env("TERM", "xterm-256color")
        .env("LC_ALL", locale)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .output()
        .expect("these tests need `script`, which is part of util-linux");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn prepared() -> Setup {
    let setup = Setup::new(LONG_NAMES);
    setup.write(
        "wrong.ispl",
        &LONG_NAMES.replace("= dangerously_hot;", "= dangerously_hot and nobody_has_ever_declared_this = 1;"),
    );
    let far = format!("{}undeclared if true;", " ".repeat(70));
    setup.write(
        "far.ispl",
        &LONG_NAMES
            .replace("  hot if", &format!("  x if Environment.pressure_in_the_main_vessel = 1; {far}\n  hot if")),
    );
    let family = crate::program().args(["gen", "dining-cryptographers", "-n", "5"]).assert().code(0);
    setup.write("cryptographers.ispl", &stdout(&family));
    setup
}

const UTF_8: &str = "C.UTF-8";

/// What is typed, and words that must be there although there is little room.
const TYPED: &[(&str, &[&str])] = &[
    ("model.ispl --quiet", &["AG (hot -> K(Visitor, hot))", "Visitor cannot tell", "what happened", "in both:"]),
    ("model.ispl --quiet --full", &["Environment.pressure_in_the_main_vessel=5"]),
    ("model.ispl --quiet --stats --engine bounded --bound-max 2", &["alternations", "instantiations", "reachable"]),
    ("wrong.ispl", &["nobody_has_ever_declared_this", "1 error"]),
    ("lint wrong.ispl far.ispl", &["nobody_has_ever_declared_this", "undeclared", "..."]),
    ("model.ispl cryptographers.ispl --quiet --evidence none", &["gave up", "errors", "2 models"]),
    ("cryptographers.ispl --quiet --formula 24 --evidence all", &["what happened", "paid=true"]),
    (
        "explain cryptographers.ispl --formula 'K(Crypt1, paid2)' --where 'odd and paid2'",
        &["it would be enough to see"],
    ),
    ("health model.ispl", &["deadlocks: none", "variables that never change"]),
    ("simulate model.ispl --random 2", &["Visitor.wait_patiently", "true:"]),
    ("gen", &["dining-cryptographers", "muddy-children"]),
    ("--help", &["--evidence", "Examples:"]),
    ("explain --help", &["--where"]),
    ("--no-such-flag", &["unexpected argument"]),
];

#[test]
fn no_line_is_wider_than_the_terminal() {
    let setup = prepared();
    for columns in [60, 80, 120] {
        for (arguments, words) in TYPED {
            let text = shown(&setup, columns, arguments, UTF_8);
            let wide = text.lines().find(|line| line.width() > columns);
            assert_eq!(wide, None, "{arguments}, {columns} columns:\n{text}");
            for word in *words {
                // A word that has no room for itself is broken.
                assert!(
                    text.contains(word) || text.replace(['\n', ' '], "").contains(&word.replace(' ', "")),
                    "{word}: {text}"
                );
            }
        }
    }
}

/// Two runs stand side by side where there is room for them, and one below the other where there is not.
#[test]
fn two_runs_are_stacked_where_there_is_no_room() {
    let setup = prepared();
    let arguments = "model.ispl --quiet --formula 1";
    let headings = ["what happened", "what Visitor considers possible"];
    let together = |text: &str| text.lines().any(|line| headings.iter().all(|heading| line.contains(heading)));
    assert!(together(&shown(&setup, 160, arguments, UTF_8)));
    let narrow = shown(&setup, 60, arguments, UTF_8);
    assert!(!together(&narrow), "{narrow}");
    contains(&narrow, &headings);
}

/// What is pointed at is shown, however far to the right it stands.
#[test]
fn source_lines_move_to_what_is_wrong() {
    let setup = prepared();
    for columns in [60, 80] {
        let text = shown(&setup, columns, "lint far.ispl", UTF_8);
        let line =
            text.lines().find(|line| line.contains("undeclared") && line.contains('│')).expect("a line of source");
        assert!(line.contains("..."), "{text}");
        let mark = text.lines().skip_while(|other| *other != line).nth(1).expect("a line beneath");
        let (word, marked) =
            (line.find("undeclared").map(|at| line[..at].width()), mark.find('─').map(|at| mark[..at].width()));
        assert_eq!(word, marked, "{text}");
    }
}

#[test]
fn verdicts_have_colours() {
    let setup = prepared();
    let text = raw(&setup, 100, "model.ispl --quiet", UTF_8);
    contains(&text, &["\u{1b}[31mfails\u{1b}[0m", "\u{1b}[32mholds\u{1b}[0m"]);
    for (arguments, colours) in [("--color always", true), ("--color=never", false), ("", false)] {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let piped = stdout(&setup.check(&[&words[..], &["--formula", "3"]].concat()).code(0));
        assert_eq!(piped.contains("\u{1b}[32mholds"), colours, "{arguments}: {piped}");
    }
    let never = raw(&setup, 100, "--color never model.ispl --quiet", UTF_8);
    assert!(!never.contains('\u{1b}') && never.contains("holds"), "{never}");
    // What is wrong with the command line itself has the colours that it asks for.
    let always = stderr(&setup.run(&["--no-such-flag", "--color", "always"]).code(2));
    assert!(always.contains('\u{1b}'), "{always}");
    let lint = stderr(&setup.run(&["--color", "always", "lint", "wrong.ispl"]).code(2));
    assert!(lint.contains('\u{1b}'), "{lint}");
}

/// A terminal whose locale is not UTF-8 gets ASCII; a pipe gets UTF-8 whatever the locale is.
#[test]
fn terminals_without_utf_8_get_ascii() {
    let setup = prepared();
    for arguments in [
        "model.ispl --quiet",
        "lint wrong.ispl",
        "explain cryptographers.ispl --formula 'K(Crypt1, paid2)' --where 'odd and paid2'",
        "help logic CTL",
    ] {
        let text = shown(&setup, 100, arguments, "C");
        assert!(text.is_ascii(), "{arguments}: {text}");
        let rich = shown(&setup, 100, arguments, UTF_8);
        assert!(!rich.is_ascii(), "{arguments}: {rich}");
    }
    contains(
        &shown(&setup, 160, "model.ispl --quiet --formula 1", "C"),
        &[" v  Environment.heat_everything_up", " | "],
    );
    let mut piped = crate::program();
    piped.current_dir(setup.folder.path()).env("LC_ALL", "C").args(["model.ispl", "--formula", "1"]);
    assert!(stdout(&piped.assert().code(1)).contains('↓'));
}

/// `COLUMNS` holds for pipes as well; without it they are as wide as ever.
#[test]
fn columns_can_be_set() {
    let setup = prepared();
    let widest = |columns: Option<&str>| {
        let mut program = crate::program();
        program.current_dir(setup.folder.path()).args(["model.ispl", "--formula", "2", "--evidence", "none"]);
        match columns {
            Some(columns) => program.env("COLUMNS", columns),
            None => program.env_remove("COLUMNS"),
        };
        let text = stdout(&program.assert().code(1));
        text.lines().map(str::width).max().unwrap_or(0)
    };
    assert!(widest(Some("70")) <= 70);
    assert!(widest(None) > 100 && widest(Some("nonsense")) > 100 && widest(Some("0")) > 100);
}
