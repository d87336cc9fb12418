//! As many lines as fit on a screen: the first and the last of a long text, and how many have been left out between them.

use super::style::Style;

/// As many lines are shown of a formula unless everything is wanted.
const MOST: usize = 40;
/// So many of them are the last ones: they say where a run ends, and what would have been enough to see.
const LAST: usize = 13;

/// The text, or its first and last lines with a word on the others between them.
pub(crate) fn capped(text: String, style: Style) -> String {
    let lines: Vec<&str> = text.lines().collect();
    if style.full || lines.len() <= MOST {
        return text;
    }
    let first = MOST - LAST - 1;
    let left_out = lines.len() - first - LAST;
    let more = format!("    … {left_out} lines left out; --full shows them");
    let more = style.paint.dim(&more);
    let shown =
        lines[..first].iter().copied().chain([more.as_str()]).chain(lines[lines.len() - LAST..].iter().copied());
    shown.fold(String::new(), |text, line| text + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_lines_stay() {
        let text: String = (1..=100).map(|number| format!("{number}\n")).collect();
        let shown = capped(text.clone(), Style::default());
        assert_eq!(shown.lines().count(), MOST);
        assert!(shown.starts_with("1\n2\n") && shown.ends_with("99\n100\n"), "{shown}");
        assert!(shown.contains("… 61 lines left out; --full shows them"), "{shown}");
        assert_eq!(capped(text.clone(), Style { full: true, ..Style::default() }), text);
        assert_eq!(capped("1\n2\n".to_owned(), Style::default()), "1\n2\n");
    }
}
