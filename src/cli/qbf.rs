//! `--qbf`, and `qmas-rs solvers`: which solvers there are and which of them is asked.

use std::fmt::Write;
use std::time::Duration;

use clap::Args;

use super::budget::time;
use super::exit::Exit;
use super::output::tell;
use crate::solver::built_in;
use crate::solver::qbf::{MissingSolver, QbfChoice, found};

#[derive(Debug, Args)]
pub(super) struct QbfArguments {
    /// Who answers questions with quantifier alternations (bounded engine): `expansion`, which is built in, depqbf,
    /// caqe, quabs, cqesto, or the path of a program and, after a colon, its arguments; `{}` among these is the name of a
    /// QDIMACS file, `{qcir}` of a QCIR file, `{stdin}` and `{stdin-qcir}` send them to standard input
    #[arg(long, value_name = "SOLVER|PATH[:ARGS]", default_value_t = QbfChoice::Expansion, hide_short_help = true)]
    qbf: QbfChoice,
    /// How long such a program may take for one question; 0 is no limit
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s", hide_short_help = true)]
    qbf_timeout: Duration,
}

impl QbfArguments {
    /// Whether questions go to a program outside, of which nobody sees how far it is.
    pub(super) fn is_external(&self) -> bool {
        matches!(self.qbf, QbfChoice::External(_))
    }

    /// The solver, if it is there.
    pub(super) fn choice(&self) -> Result<QbfChoice, MissingSolver> {
        Ok(match self.qbf.clone() {
            QbfChoice::Expansion => QbfChoice::Expansion,
            QbfChoice::External(mut external) => {
                external.limit = Some(self.qbf_timeout).filter(|limit| !limit.is_zero());
                QbfChoice::External(external.located()?)
            }
        })
    }
}

/// `qmas-rs solvers`
pub(super) fn run() -> Exit {
    let mut text = String::from("SAT (--sat)\n");
    for (name, version) in built_in() {
        let _ = writeln!(text, "  {name:<9}  built in, {version}");
    }
    text.push_str("QBF (--qbf)\n  expansion  built in, on the SAT solver\n");
    for solver in found() {
        let what = match (&solver.path, &solver.version) {
            (Some(path), Some(version)) => format!("{}, {version}", path.display()),
            (Some(path), None) => path.display().to_string(),
            (None, _) => format!("not found; {}", solver.install),
        };
        let _ = writeln!(text, "  {:<9}  {what} ({})", solver.name, solver.language.name());
    }
    tell(&text);
    Exit::Success
}
