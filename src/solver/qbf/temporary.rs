//! Files for programs that do not read standard input. They go when they are dropped, by a panic as well.

use std::fs::OpenOptions;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How many names are tried: more files of one process would be a mistake of ours.
const TRIES: usize = 10_000;

/// A file that nobody else has.
#[derive(Debug)]
pub(super) struct TemporaryFile(PathBuf);

impl TemporaryFile {
    /// Writes a file to the system's folder for temporary files.
    pub(super) fn new(ending: &str, text: &str) -> io::Result<Self> {
        let folder = std::env::temp_dir();
        for number in 0..TRIES {
            let path = folder.join(format!("qmas-rs-{}-{number}.{ending}", std::process::id()));
            // Never an existing file, and never through a link that somebody has put there.
            let mut file = match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => file,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(named(&error, &path)),
            };
            // From here on the file goes whatever happens.
            let temporary = Self(path);
            file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(|error| named(&error, &temporary.0))?;
            return Ok(temporary);
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // If it cannot be removed, there is nobody to tell.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn named(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write `{}`: {error}", path.display()))
}
