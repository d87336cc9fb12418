//! The `qmas-rs` binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    qmas::cli::main(|status| std::process::exit(status.into()))
}
