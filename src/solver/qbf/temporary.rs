//! Files for programs that do not read standard input. They go when they are dropped, by a panic as well.

use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, TempPath};

/// A file that nothing else has.
#[derive(Debug)]
pub(super) struct TemporaryFile(TempPath);

impl TemporaryFile {
    /// Writes a file to the system's folder for temporary files.
    pub(super) fn new(ending: &str, text: &str) -> io::Result<Self> {
        let created = Builder::new().prefix("qmas-rs-").suffix(&format!(".{ending}")).tempfile();
        // With a slash at its end: it is a folder.
        let mut file = created.map_err(|error| named(&error, &std::env::temp_dir().join("")))?;
        file.as_file_mut().write_all(text.as_bytes()).map_err(|error| named(&error, file.path()))?;
        Ok(Self(file.into_temp_path()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

fn named(error: &io::Error, path: &Path) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write `{}`: {error}", path.display()))
}
