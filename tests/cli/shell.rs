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
    let ask = format!(
        "{script}\nCOMP_WORDS=(qmas-rs hea); COMP_CWORD=1; _qmas__rs qmas-rs hea qmas-rs; echo \"${{COMPREPLY[@]}}\""
    );
    let answer = assert_cmd::Command::new("bash").args(["--norc", "-c", &ask]).assert().code(0);
    assert_eq!(stdout(&answer).trim(), "health");
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
    }
}

#[test]
fn help_has_examples() {
    let help = stdout(&program().arg("--help").assert().code(0));
    contains(&help, &["Examples:", "--format junit", "qmas-rs health model.ispl", "qmas.toml"]);
    for command in ["health", "config", "completions", "man", "schema"] {
        contains(&stdout(&program().args([command, "--help"]).assert().code(0)), &["Usage: qmas-rs"]);
    }
}
