//! The other tool's example files. They are no part of this project: who has them puts them beside it.

use std::path::{Path, PathBuf};

use crate::skipped::skip;

/// Where the files are. Without them the test that asks is noted as skipped.
#[must_use]
#[track_caller]
pub fn corpus() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if path.is_dir() {
        return Some(path);
    }
    skip("../shared/corpus");
    None
}
