//! What tables of benchmarks share: models of the library by name, large numbers, memory.

use qmas_models::{Parameters, Source, find};

/// What one row may take.
pub(crate) const LIMIT: std::time::Duration = std::time::Duration::from_secs(300);

/// The text of a model of the library.
pub(crate) fn source(family: &str, n: usize) -> String {
    match find(family).expect("a model of the library").source {
        Source::Family { generate, .. } => generate(Parameters { n, seed: 0 }),
        Source::File(text) => text.to_owned(),
    }
}

/// The arguments of a benchmark, without those that cargo adds.
pub(crate) fn arguments() -> Vec<String> {
    std::env::args().skip(1).filter(|argument| argument != "--bench").collect()
}

/// Runs this program again, for one row.
pub(crate) fn row(arguments: &[&str]) -> std::process::Command {
    let this = std::env::current_exe().expect("a running program has a path");
    let mut command = std::process::Command::new(this);
    command.arg("--row").args(arguments);
    command
}

/// The most memory that this process has had, in MiB; a question mark where the system does not tell.
#[allow(dead_code, reason = "not every benchmark asks")]
pub(crate) fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib: Option<u64> = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kib.map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string())
}
