//! One question to one program: written as the program reads it, answered by its exit status.

use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use qmas_encodings::qcir::Qcir;
use qmas_encodings::qdimacs::Qdimacs;
use qmas_encodings::{Circuit, InputId, Interrupt, Move, Qbf, Stop};

use super::calling::{Language, Passing, located};
use super::known;
use super::process::{Finished, Halt, run};
use super::temporary::TemporaryFile;

/// What stands for the name of the file among arguments.
pub(super) const PLACEHOLDER: &str = "{}";

/// The longest line of a program that we repeat.
const LONGEST_LINE: usize = 200;

/// A program that solves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct External {
    /// Its name or its path.
    pub program: PathBuf,
    /// What it is called with.
    pub arguments: Vec<String>,
    /// What it reads.
    pub language: Language,
    /// How it gets it.
    pub passing: Passing,
    /// How long one question may take.
    pub limit: Option<Duration>,
}

/// What a program says of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExternalAnswer {
    /// Whether it is true.
    pub yes: bool,
    /// The values of the outermost block by which it is true or false, if the program says them. What it leaves out may
    /// have any value.
    pub moved: Option<Move>,
}

/// A solver that is not there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingSolver {
    program: PathBuf,
}

impl fmt::Display for MissingSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.display();
        let name = self.program.file_name().and_then(OsStr::to_str).unwrap_or_default();
        match known::find(name) {
            Some(known) => {
                let install = known.install;
                write!(
                    f,
                    "the QBF solver `{program}` is not there; {install}, or give its path, as in --qbf /opt/{name}"
                )
            }
            None => write!(f, "the QBF solver `{program}` is not there; `qmas-rs solvers` lists those that are known"),
        }
    }
}

impl std::error::Error for MissingSolver {}

impl External {
    /// The solver with the path at which its program is, so that it is looked for only once.
    ///
    /// # Errors
    /// If it is nowhere.
    pub fn located(self) -> Result<Self, MissingSolver> {
        match located(&self.program) {
            Some(program) => Ok(Self { program, ..self }),
            None => Err(MissingSolver { program: self.program }),
        }
    }

    /// Whether a formula is true.
    ///
    /// # Errors
    /// Why the program gave no answer.
    pub fn solve(&self, circuit: &Circuit, qbf: &Qbf, interrupt: &Interrupt) -> Result<ExternalAnswer, Stop> {
        let (text, inputs) = match self.language {
            Language::Qdimacs => {
                let file = Qdimacs::new(circuit, qbf);
                (file.to_string(), file.inputs)
            }
            Language::Qcir => {
                let file = Qcir::new(circuit, qbf);
                (file.to_string(), file.inputs)
            }
        };
        let finished = self.run(text, interrupt)?;
        let yes = match finished.status.code() {
            Some(10) => true,
            Some(20) => false,
            _ => return Err(Stop::Failed(self.complaint(&finished))),
        };
        // The first block is that of the formula: what follows does not depend on how the writer numbers.
        let outermost = qbf.normalised(circuit).prefix.into_iter().next();
        let own = |input: &InputId| outermost.as_ref().is_some_and(|block| block.inputs.contains(input));
        let moved =
            winning_move(&finished.stdout, &inputs).map(|made| made.into_iter().filter(|(i, _)| own(i)).collect());
        Ok(ExternalAnswer { yes, moved })
    }

    fn run(&self, text: String, interrupt: &Interrupt) -> Result<Finished, Stop> {
        let failed = |error: &dyn fmt::Display| Stop::Failed(format!("{}: {error}", self.name()));
        let mut command = Command::new(&self.program);
        let (file, input) = match self.passing {
            Passing::StandardInput => (None, Some(text)),
            Passing::LastArgument | Passing::Placeholder => {
                let file = TemporaryFile::new(self.language.name(), &text).map_err(|error| failed(&error))?;
                (Some(file), None)
            }
        };
        for word in &self.arguments {
            match &file {
                Some(file) if self.passing == Passing::Placeholder && word == PLACEHOLDER => command.arg(file.path()),
                _ => command.arg(word),
            };
        }
        if let (Some(file), Passing::LastArgument) = (&file, self.passing) {
            command.arg(file.path());
        }
        run(&mut command, input, self.limit, interrupt).map_err(|halt| match halt {
            Halt::System(error) => failed(&format!("cannot be run: {error}")),
            Halt::Interrupted => Stop::Interrupted,
            Halt::Late => {
                let seconds = self.limit.unwrap_or_default().as_secs_f64();
                Stop::Slow(format!("{}: no answer within {seconds} s", self.name()))
            }
        })
    }

    fn name(&self) -> String {
        self.program.file_name().unwrap_or(self.program.as_os_str()).to_string_lossy().into_owned()
    }

    /// How the program ended, and its last words.
    fn complaint(&self, finished: &Finished) -> String {
        let last = finished.stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
        let last = last.map(|line| {
            format!(": {}", line.chars().filter(|c| !c.is_control()).take(LONGEST_LINE).collect::<String>())
        });
        format!("{}: no answer, {}{}", self.name(), ended(finished.status), last.unwrap_or_default())
    }
}

fn ended(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.code().map_or_else(|| "it was killed".to_owned(), |code| format!("exit status {code}"))
}

/// The values in lines that begin with `V`; nothing if there are none, or if some are not literals of the formula.
fn winning_move(output: &str, inputs: &[InputId]) -> Option<Vec<(InputId, bool)>> {
    let mut made = Vec::new();
    for line in output.lines().filter_map(|line| line.strip_prefix('V')) {
        for word in line.split_whitespace() {
            let lit: i64 = word.parse().ok()?;
            if lit != 0 {
                let number = usize::try_from(lit.unsigned_abs()).ok()?;
                made.push((*inputs.get(number - 1)?, lit > 0));
            }
        }
    }
    (!made.is_empty()).then_some(made)
}
