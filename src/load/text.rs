//! Parts of a file as messages repeat them.

/// A part that spans lines on one line, without comments.
pub(super) fn one_line(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("--").next().unwrap_or_default());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    words.join(" ")
}
