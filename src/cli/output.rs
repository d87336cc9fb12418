//! Where everything that is printed goes. A reader that stops early, such as `head`, is no error.

use std::io::Write;

/// Results.
pub(super) fn out(text: &str) {
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
}

/// Errors and warnings.
pub(super) fn err(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}
