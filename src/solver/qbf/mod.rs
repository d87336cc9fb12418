//! QBF solvers: the embedded expansion, or a program that reads QDIMACS or QCIR.
//!
//! Exit status 10 means true and 20 false, as solvers agreed on for QBFEVAL; whatever else a program does is no answer.
//! Lines of the outermost block that begin with `V` (QDIMACS 1.1, section on output) are taken for a winning move.
//!
//! | file | holds |
//! |---|---|
//! | `known` | the solvers that need no arguments from the user |
//! | `calling` | how a program is called, and where it is |
//! | `external` | one question to one program |
//! | `process` | a program in a process group of its own, which ends with us |
//! | `temporary` | files that do not outlive their question |

mod calling;
mod external;
mod known;
mod process;
mod temporary;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub use calling::{Language, Passing};
pub use external::{External, ExternalAnswer, MissingSolver};
pub use known::{Found, found};

/// Who answers questions with alternations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum QbfChoice {
    /// Counterexample-guided expansion, built in.
    #[default]
    Expansion,
    /// A program.
    External(External),
}

impl fmt::Display for QbfChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expansion => f.write_str("expansion"),
            Self::External(external) => write!(f, "{}", external.program.display()),
        }
    }
}

/// A text that names no program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoProgram;

impl fmt::Display for NoProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected expansion, {} or PATH[:ARGUMENTS]", known::names().collect::<Vec<_>>().join(", "))
    }
}

impl std::error::Error for NoProgram {}

impl FromStr for QbfChoice {
    type Err = NoProgram;

    /// `expansion`, the name or the path of a program, or either with arguments after a colon. Among the arguments, `{}`
    /// is the name of a QDIMACS file, `{qcir}` that of a QCIR file; `{stdin}` and `{stdin-qcir}` stand for nothing, and the
    /// formula comes on standard input. Without any of these, a known solver gets what it reads, and another one the name
    /// of a QDIMACS file as its last argument.
    fn from_str(text: &str) -> Result<Self, NoProgram> {
        if text == "expansion" {
            return Ok(Self::Expansion);
        }
        let (program, words) = text.split_once(':').unwrap_or((text, ""));
        let name = Path::new(program).file_name().and_then(|name| name.to_str()).ok_or(NoProgram)?;
        let known = known::find(name);
        let mut external = External {
            program: PathBuf::from(program),
            arguments: known.map_or(&[][..], |known| known.arguments).iter().map(|&word| word.to_owned()).collect(),
            language: known.map_or(Language::Qdimacs, |known| known.language),
            passing: known.map_or(Passing::LastArgument, |known| known.passing),
            limit: None,
        };
        for word in words.split_whitespace() {
            (external.language, external.passing) = match word {
                "{}" => (Language::Qdimacs, Passing::Placeholder),
                "{qcir}" => (Language::Qcir, Passing::Placeholder),
                "{stdin}" => (Language::Qdimacs, Passing::StandardInput),
                "{stdin-qcir}" => (Language::Qcir, Passing::StandardInput),
                _ => (external.language, external.passing),
            };
            match word {
                "{stdin}" | "{stdin-qcir}" => {}
                "{qcir}" => external.arguments.push(external::PLACEHOLDER.to_owned()),
                word => external.arguments.push(word.to_owned()),
            }
        }
        Ok(Self::External(external))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> External {
        match text.parse() {
            Ok(QbfChoice::External(external)) => external,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn known_solvers_need_no_arguments() {
        assert_eq!("expansion".parse(), Ok(QbfChoice::Expansion));
        let depqbf = read("depqbf");
        assert_eq!((depqbf.language, depqbf.passing), (Language::Qdimacs, Passing::StandardInput));
        let quabs = read("/opt/quabs:-v");
        assert_eq!((quabs.language, quabs.passing), (Language::Qcir, Passing::LastArgument));
        assert_eq!(quabs.arguments.last().map(String::as_str), Some("-v"));
    }

    #[test]
    fn others_say_what_they_read() {
        let plain = read("/opt/solver:-a -b");
        assert_eq!((plain.language, plain.passing), (Language::Qdimacs, Passing::LastArgument));
        assert_eq!(plain.arguments, ["-a", "-b"]);
        let circuits = read("solver:--in {qcir} --fast");
        assert_eq!((circuits.language, circuits.passing), (Language::Qcir, Passing::Placeholder));
        assert_eq!(circuits.arguments, ["--in", "{}", "--fast"]);
        let piped = read("solver:{stdin-qcir} -");
        assert_eq!((piped.language, piped.passing), (Language::Qcir, Passing::StandardInput));
        assert_eq!(piped.arguments, ["-"]);
        assert!("".parse::<QbfChoice>().is_err() && "/:x".parse::<QbfChoice>().is_err());
    }
}
