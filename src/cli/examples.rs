//! What stands below the help of commands: exit status and examples. A test types every example.

/// Below the short help.
pub(super) const MORE: &str = "\
Examples:
  qmas-rs model.ispl                                     check every formula of the file
  qmas-rs model.ispl --formula 'AG(p -> K(Bob, q))'      check this one instead

`--help` has all flags, the exit status and more examples; `qmas-rs help ispl` is the language of models.";

pub(super) const CHECK: &str = "\
Exit status: 0 all formulas hold, 1 some formula fails or --check found something,
2 the input or the command line is wrong or results cannot be written, 3 something stayed
open or gave up, 4 some formula is not as its comment `@expect` says, 70 an error of ours (please report it), 130 interrupted,
or nobody read any more.

Examples:
  qmas-rs model.ispl                                     check every formula of the file
  qmas-rs model.ispl --formula 'AG(p -> K(Bob, q))'      check this one instead
  qmas-rs models/ --format junit > report.xml            check all models below a folder, for CI
  qmas-rs model.ispl --bless                             write verdicts into the file as comments `@expect`
  qmas-rs model.ispl --watch                             check again whenever the file is saved
  qmas-rs model.ispl --engine bounded --bound-max 20     look for short counterexamples
  qmas-rs health model.ispl                              deadlocks, overflows, lines never used
  qmas-rs gen dining-cryptographers -n 3 | qmas-rs -     read the model from standard input

`qmas-rs help ispl` is the language of models, `qmas-rs help logic LDL` (or CTL, LTL, ATL, …) that of formulas.
Settings that are always the same belong in a file `qmas.toml`; `qmas-rs config` shows them.";

pub(super) const FMT: &str = "\
Examples:
  qmas-rs fmt model.ispl
  qmas-rs fmt models/ --check
  qmas-rs gen card-game | qmas-rs fmt -";

pub(super) const LINT: &str = "\
Examples:
  qmas-rs lint model.ispl
  qmas-rs lint models/ --deny warnings
  qmas-rs lint model.ispl --allow unused-atoms
  qmas-rs lint --list
  qmas-rs lint model.ispl --strict --format json";

pub(super) const GEN: &str = "\
Examples:
  qmas-rs gen
  qmas-rs gen card-game > game.ispl
  qmas-rs gen dining-cryptographers -n 10 | qmas-rs -";

pub(super) const AUTOMATON: &str = "\
Examples:
  qmas-rs automaton 'LTL G(p -> F q)'
  qmas-rs automaton 'LTL G(p -> F q)' --negate --dot | dot -Tsvg
  qmas-rs automaton 'LDL <p*>q' --finite-traces
  qmas-rs automaton 'CTL* A(F K(Bob, q))' --model model.ispl";

pub(super) const REPLAY: &str = "\
Examples:
  qmas-rs model.ispl --evidence-files evidence
  qmas-rs replay evidence/formula-2.json model.ispl";

pub(super) const EXPORT: &str = "\
Examples:
  qmas-rs export model.ispl --formula 1 --bound 3 --query refute --output question.qdimacs
  qmas-rs export model.ispl --formula 1 --format qcir --all-bounds 1..10 --directory questions
  qmas-rs export models --all-bounds 1..10 --directory collection
  qmas-rs export model.ispl --format aiger > system.aag
  qmas-rs export model.ispl --format dot | dot -Tsvg";

pub(super) const SOLVERS: &str = "\
Examples:
  qmas-rs solvers
  qmas-rs model.ispl --engine bounded --qbf depqbf --qbf-timeout 30s";

pub(super) const CONFIG: &str = "\
Examples:
  qmas-rs config
  qmas-rs config > qmas.toml
  qmas-rs config --config other.toml";

pub(super) const COMPLETIONS: &str = "\
Examples:
  qmas-rs completions bash > ~/.local/share/bash-completion/completions/qmas-rs
  qmas-rs completions zsh > ~/.zfunc/_qmas-rs
  qmas-rs completions fish > ~/.config/fish/completions/qmas-rs.fish";

pub(super) const MAN: &str = "\
Examples:
  qmas-rs man | man -l -
  qmas-rs man --directory ~/.local/share/man/man1";

pub(super) const SCHEMA: &str = "\
Examples:
  qmas-rs schema
  qmas-rs schema lines > lines.schema.json";

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use crate::cli::args::Arguments;

    /// The words of a line of a shell: quotes keep together; what is piped on or written to a file is cut off.
    fn commands(line: &str) -> Vec<Vec<String>> {
        let mut commands = vec![vec![String::new()]];
        let (mut quoted, mut target) = (false, false);
        for c in line.chars() {
            let words = commands.last_mut().expect("there is one");
            match c {
                '\'' => quoted = !quoted,
                '|' if !quoted => {
                    commands.push(vec![String::new()]);
                    target = false;
                }
                '>' if !quoted => target = true,
                ' ' if !quoted => words.push(String::new()),
                _ if target => {}
                c => words.last_mut().expect("there is one").push(c),
            }
        }
        let full = |words: Vec<String>| words.into_iter().filter(|word| !word.is_empty()).collect();
        commands.into_iter().map(full).collect()
    }

    /// What follows several blanks is a remark.
    fn without_remark(line: &str) -> &str {
        line.trim().split("   ").next().unwrap_or_default()
    }

    #[test]
    fn every_command_has_examples_and_they_can_be_typed() {
        let whole = Arguments::command();
        let mut count = 0;
        for command in std::iter::once(&whole).chain(whole.get_subcommands()) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{}", command.get_name()));
            for line in examples.lines().take_while(|line| !line.is_empty()).map(without_remark) {
                let ours = commands(line).into_iter().filter(|words| words[0] == "qmas-rs");
                for words in ours {
                    count += 1;
                    let parsed = Arguments::try_parse_from(&words);
                    assert!(parsed.is_ok(), "{words:?}: {}", parsed.err().map_or(String::new(), |why| why.to_string()));
                }
            }
        }
        assert!(count > 40, "{count} examples only");
    }
}
