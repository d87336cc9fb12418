//! Completions, manual pages and help.

use tempfile::TempDir;

use crate::{contains, program, stderr, stdout};

#[test]
fn completions_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout(&program().args(["completions", shell]).assert().code(0));
        contains(&script, &["qmas-rs", "health", "bound-start"]);
    }
    contains(&stderr(&program().args(["completions", "tcsh"]).assert().code(2)), &["bash"]);
}

/// Bash itself accepts its script.
#[cfg(unix)]
#[test]
fn bash_reads_its_completions() {
    let script = stdout(&program().args(["completions", "bash"]).assert().code(0));
    let complete = |words: &[&str]| {
        let [.., before, last] = words else { panic!("two words at least") };
        let ask = format!(
            "{script}\nCOMP_WORDS=({}); COMP_CWORD={}; _qmas__rs qmas-rs '{last}' {before}; echo \"${{COMPREPLY[@]}}\"",
            words.join(" ") + if last.is_empty() { "''" } else { "" },
            words.len() - 1
        );
        let answer = assert_cmd::Command::new("bash").args(["--norc", "-c", &ask]).assert().code(0);
        stdout(&answer).trim().to_owned()
    };
    assert_eq!(complete(&["qmas-rs", "hea"]), "health");
    // Behind a command its own flags are offered; it used to be nothing.
    assert_eq!(complete(&["qmas-rs", "health", "--max"]), "--max-states --max-nodes");
    assert_eq!(complete(&["qmas-rs", "health", "--engine", ""]), "auto explicit bdd");
    assert_eq!(complete(&["qmas-rs", "export", "--all-"]), "--all-bounds");
    assert_eq!(complete(&["qmas-rs", "help", "simu"]), "simulate");
    // Models of the library.
    assert_eq!(complete(&["qmas-rs", "gen", "dining-cryptographers-i"]), "dining-cryptographers-iterated");
    assert_eq!(complete(&["qmas-rs", "lint", "dining-cry"]), "");
}

/// The names of the library stand where `gen` is completed.
#[test]
fn completions_know_the_library() {
    let script = |shell: &str| stdout(&program().args(["completions", shell]).assert().code(0));
    let zsh = script("zsh");
    let (_, generator) = zsh.split_once("\n(gen)\n").expect("zsh has a part for gen");
    contains(generator.split_once(";;").expect("it ends").0, &["dining-cryptographers ", "muddy-children"]);
    let fish = script("fish");
    let mut of_gen = fish.lines().filter(|line| line.contains("using_subcommand gen\""));
    assert!(of_gen.any(|line| line.contains(" dining-cryptographers ")), "{fish}");
    // Who mistypes is still helped.
    let wrong = program().args(["gen", "dining-cryptographer"]).assert().code(2);
    contains(&stderr(&wrong), &["did you mean `dining-cryptographers`?"]);
}

#[test]
fn manual_pages() {
    let page = stdout(&program().arg("man").assert().code(0));
    contains(&page, &[".TH qmas-rs 1", "\\-\\-bound\\-max", "Exit status"]);
    let folder = TempDir::new().expect("a folder");
    let pages = folder.path().join("man1");
    program().args(["man", "--directory"]).arg(&pages).assert().code(0);
    for name in ["qmas-rs.1", "qmas-rs-health.1", "qmas-rs-export.1", "qmas-rs-config.1"] {
        let text = std::fs::read_to_string(pages.join(name)).expect(name);
        assert!(text.contains(".SH SYNOPSIS"), "{name}");
        // Examples keep their lines.
        let (_, examples) =
            text.split_once("EXAMPLES\n.nf\n").or_else(|| text.split_once("EXAMPLES\"\n.nf\n")).expect(name);
        assert!(examples.contains("\n.fi"), "{name}");
    }
    // Every page that is named is there.
    for text in std::iter::once(page).chain(std::fs::read_to_string(pages.join("qmas-rs.1"))) {
        let plain = text.replace("\\-", "-");
        let named: Vec<&str> = plain.lines().filter_map(|line| line.strip_suffix("(1)")).collect();
        assert!(named.len() >= 10, "{named:?}");
        for name in named {
            assert!(pages.join(format!("{name}.1")).is_file(), "there is no page {name}");
        }
    }
}

/// What only `--help` shows used to stand in the pages as a bare name.
#[test]
fn every_option_of_every_page_is_described() {
    let folder = TempDir::new().expect("a folder");
    program().args(["man", "--directory"]).arg(folder.path()).assert().code(0);
    let (mut pages, mut options) = (0, 0);
    for page in std::fs::read_dir(folder.path()).expect("pages") {
        let path = page.expect("a page").path();
        let text = std::fs::read_to_string(&path).expect("a page is text");
        let (_, behind) = text.split_once("\n.SH OPTIONS\n").expect("every command has options");
        for item in behind.split(".TP\n").skip(1) {
            let (name, description) = item.split_once('\n').expect("a name has a line of its own");
            let described = description.starts_with(|c: char| c.is_alphanumeric() || c == '`');
            assert!(described, "{}: {name}: {description}", path.display());
            options += 1;
        }
        pages += 1;
    }
    assert!(pages > 10 && options > 100, "{pages} pages, {options} options");
}

#[test]
fn help_has_examples() {
    let help = stdout(&program().arg("--help").assert().code(0));
    contains(&help, &["Examples:", "--format junit", "qmas-rs health model.ispl", "qmas.toml"]);
    contains(&help, &["--check", "70", "130"]);
    let commands = "fmt lint gen automaton explain replay export solvers health simulate config completions man schema";
    for command in commands.split(' ') {
        let help = stdout(&program().args([command, "--help"]).assert().code(0));
        contains(&help, &["Usage: qmas-rs", "Examples:\n  ", &format!("qmas-rs {command}")]);
    }
    contains(&stdout(&program().args(["health", "--help"]).assert().code(0)), &["130"]);
}
