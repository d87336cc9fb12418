//! Words in lines of limited width, in a limited number of lines.

use super::like::Together;
use super::paint::Paint;

/// What is listed once takes no more lines, unless everything is wanted.
const MOST_LINES: usize = 6;

/// A line as it is counted, and as it is shown.
pub(super) type Line = (String, String);

/// What is said in lines. What stands out is painted. If they are too many, the last one says how much has been left out.
pub(super) fn listed(
    words: &[Together],
    width: usize,
    full: bool,
    paint: impl Fn(&str) -> String,
    dim: Paint,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (number, Together { text, stands_out, .. }) in words.iter().enumerate() {
        let painted = if *stands_out { paint(text) } else { text.clone() };
        add(&mut lines, text, &painted, width);
        if !full && lines.len() > MOST_LINES {
            lines.pop();
            let left: usize = words[number..].iter().map(|word| word.count).sum();
            let more = format!("… and {left} more, which --full shows");
            lines.push((more.clone(), dim.dim(&more)));
            break;
        }
    }
    lines
}

/// Adds a word to the last line, or in a new one.
pub(super) fn add(lines: &mut Vec<Line>, text: &str, painted: &str, width: usize) {
    match lines.last_mut() {
        Some((line, paint)) if line.chars().count() + 1 + text.chars().count() <= width => {
            line.push(' ');
            line.push_str(text);
            paint.push(' ');
            paint.push_str(painted);
        }
        _ => lines.push((text.to_owned(), painted.to_owned())),
    }
}
