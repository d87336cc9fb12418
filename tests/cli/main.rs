//! The program as its users meet it: arguments, exit status, what it prints where.

mod answers;
mod automaton;
mod budget;
mod bug;
mod check;
mod evidence;
mod expectations;
mod formats;
mod generate;
mod habits;
mod health;
mod help;
mod input;
mod interrupt;
mod json;
mod limits;
mod manual;
mod output;
mod replay;
mod schema;
mod screen;
mod settings;
mod shell;
mod simulate;
#[cfg(target_os = "linux")]
mod terminal;
mod troubles;
mod validator;
mod warnings;
#[cfg(target_os = "linux")]
mod widths;
mod work;

use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use tempfile::TempDir;

/// A lamp that burns out after some switching: a formula that holds, one that fails, one on finite traces, a strategy.
const LAMP: &str = "\
Agent Lamp
  Vars:
    on: boolean;
    used: 0..3;
  end Vars
  Actions = { press, wait };
  Protocol:
    used < 3: { press, wait };
  end Protocol
  Evolution:
    on = ~on and used = used + 1 if Action = press;
  end Evolution
end Agent
Agent Blind
  Vars:
    asleep: boolean;
  end Vars
  Actions = { none };
  Protocol:
    Other: { none };
  end Protocol
  Evolution:
    asleep = true if Action = none and asleep = true;
  end Evolution
end Agent
Evaluation
  light if Lamp.on = true;
  dead if Lamp.used = 3;
end Evaluation
InitStates
  Lamp.on = false and Lamp.used = 0 and Blind.asleep = true;
end InitStates
Groups
  lamp = { Lamp };
end Groups
Formulae
  EF light;
  AG !dead;
  LDL <light*>(!light or dead);
  AG (light -> K(Blind, light));
  <lamp>F light;
end Formulae
";

/// A folder with a model in it.
struct Setup {
    folder: TempDir,
}

impl Setup {
    fn new(model: &str) -> Self {
        let folder = TempDir::new().expect("a folder for temporary files");
        std::fs::write(folder.path().join("model.ispl"), model).expect("it can be written");
        Self { folder }
    }

    /// Writes another file beside the model.
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).expect("it can be written");
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("model.ispl")
    }

    /// Runs `qmas-rs model.ispl ARGUMENTS` in the folder.
    fn check(&self, arguments: &[&str]) -> Assert {
        self.run(&[&["model.ispl"], arguments].concat())
    }

    fn run(&self, arguments: &[&str]) -> Assert {
        program().current_dir(self.folder.path()).args(arguments).assert()
    }
}

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
}

fn stdout(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

fn stderr(assert: &Assert) -> String {
    String::from_utf8(assert.get_output().stderr.clone()).expect("text")
}

/// Fails with the text unless it contains all of `parts`.
#[track_caller]
fn contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in:\n{text}");
    }
}
