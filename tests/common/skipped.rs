//! Notes of tests that were skipped for want of a program or of files. Tests only leave notes: what they print nobody sees.
//! The test program `untested`, which runs last, reads the notes of its own run and says it once.
//!
//! A note is a file in a folder of this run, beside the test programs. All programs of a run are started by one `cargo test`:
//! its number, and where the system tells the time at which it started, name the folder. So notes of another run, even of
//! one that never came to its end, do not count.

use std::collections::BTreeMap;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether a program is there. Without it the test that asks is noted as skipped.
#[must_use]
#[track_caller]
pub fn installed(program: &str) -> bool {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        skip(program);
    }
    found
}

/// Notes that the test which is running could not be run, or not in full, for want of something.
///
/// # Panics
/// If the note cannot be written: then nobody would learn of it.
#[track_caller]
pub fn skip(want_of: &str) {
    let here = Location::caller();
    // Tests run in threads that have their names, unless they run one by one: then the place has to do.
    let test = match std::thread::current().name() {
        Some(name) if name != "main" => name.to_owned(),
        _ => format!("{}:{}", here.file(), here.line()),
    };
    let program = std::env::current_exe().ok();
    let program = program.as_deref().and_then(Path::file_stem).unwrap_or_default().to_string_lossy();
    let name: String = format!("{program} {test} {want_of}").replace(['/', '\\', ':'], "_");
    let folder = notes().join(this_run());
    std::fs::create_dir_all(&folder).expect("the folder of test programs can be written to");
    std::fs::write(folder.join(name), want_of).expect("the folder of test programs can be written to");
}

/// What was wanting in this run, and how many tests wanted it; forgets it and whatever other runs left behind long ago.
#[must_use]
pub fn take() -> BTreeMap<String, usize> {
    let folder = notes().join(this_run());
    let mut wants = BTreeMap::new();
    for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
        if let Ok(want) = std::fs::read_to_string(entry.path()) {
            *wants.entry(want).or_insert(0) += 1;
        }
    }
    let _ = std::fs::remove_dir_all(folder);
    for old in std::fs::read_dir(notes()).into_iter().flatten().flatten() {
        let age = old.metadata().and_then(|metadata| metadata.modified()).map(|time| time.elapsed());
        if matches!(age, Ok(Ok(age)) if age.as_secs() > 24 * 60 * 60) {
            let _ = std::fs::remove_dir_all(old.path());
        }
    }
    wants
}

/// The folder of all notes: two above the test program.
fn notes() -> PathBuf {
    let program = std::env::current_exe().expect("a program knows where it is");
    program.ancestors().nth(2).expect("test programs are in folders").join("skipped-tests")
}

/// A name that all test programs of a run share, and no others.
fn this_run() -> String {
    let cargo = parent();
    // Behind the name, which may contain anything: the 20th field is the time at which the process started.
    let status = std::fs::read_to_string(format!("/proc/{cargo}/stat")).unwrap_or_default();
    let fields = status.rsplit(')').next().unwrap_or_default();
    let started = fields.split_whitespace().nth(19).unwrap_or("0");
    format!("{cargo}-{started}")
}

#[cfg(unix)]
fn parent() -> u32 {
    std::os::unix::process::parent_id()
}

#[cfg(not(unix))]
fn parent() -> u32 {
    0
}
