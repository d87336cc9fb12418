//! As many lines as fit on a screen, as wide as it is. From a longer text one stretch is left out, with a word on how long it
//! is: where the fewest lines are that somebody wanted kept, and if it is all the same, between the first and the last lines.

use super::style::Style;
use crate::report::fit::fit;

/// As many lines are shown of a formula unless everything is wanted.
const MOST: usize = 40;
/// So many of them are the last ones, if that is all the same: they say where a run ends, and what would have been enough to see.
const LAST: usize = 13;
/// So many first and last lines are shown in any case: what is claimed, and what was executed of it.
const EDGES: usize = 3;

/// Begins a line that is wanted. No text has it: a name in a model has no such character.
const WANTED: char = '\u{1}';

/// A line that is left out only if there are too many of its kind.
pub(super) fn wanted(line: &str) -> String {
    format!("{WANTED}{line}")
}

/// The text, or as much of it as fits on a screen, with a word on the rest.
pub(crate) fn capped(text: String, style: Style) -> String {
    let shown = |text: &str| text.replace(WANTED, "");
    if style.full {
        return shown(&text);
    }
    let text = style.width.map_or(text.clone(), |width| fit(&text, width));
    let lines: Vec<&str> = text.lines().collect();
    if lines.len() <= MOST {
        return shown(&text);
    }
    let left_out = lines.len() - (MOST - 1);
    let from = least_wanted(&lines, left_out);
    let more = style.paint.dim(&format!("    … {left_out} lines left out; --full shows them"));
    let lines = lines[..from].iter().copied().chain([more.as_str()]).chain(lines[from + left_out..].iter().copied());
    shown(&lines.fold(String::new(), |text, line| text + line + "\n"))
}

/// Where the stretch of so many lines begins that has the fewest wanted ones.
fn least_wanted(lines: &[&str], length: usize) -> usize {
    let usual = MOST - LAST - 1;
    let wanted = |from: usize| lines[from..from + length].iter().filter(|line| line.contains(WANTED)).count();
    let all = EDGES..=lines.len() - length - EDGES;
    all.min_by_key(|&from| (wanted(from), from.abs_diff(usual))).unwrap_or(usual)
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
    #[test]
    fn wanted_lines_stay_where_there_is_room_for_them() {
        let text = |from: usize, to: usize| -> String {
            let line = |number: usize| if (from..to).contains(&number) { wanted("wanted") } else { number.to_string() };
            (0..60).map(|number| format!("  {}\n", line(number))).collect()
        };
        for from in [0, 10, 20, 30, 50] {
            let shown = capped(text(from, from + 10), Style::default());
            assert_eq!(shown.matches("wanted").count(), 10, "{shown}");
            assert_eq!(shown.lines().count(), MOST);
            assert!(!shown.contains(WANTED) && shown.contains("… 21 lines left out"), "{shown}");
        }
        assert_eq!(capped(text(0, 60), Style::default()).lines().count(), MOST);
        assert!(!capped(text(0, 60), Style { full: true, ..Style::default() }).contains(WANTED));
    }
}
