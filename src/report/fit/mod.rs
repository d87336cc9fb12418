//! Text that is wider than a terminal: lines are broken where words end and go on further to the right, so that columns stay
//! columns. Pictures of source lines are moved to what they point at, not broken.
//!
//! | file | holds |
//! |---|---|
//! | `row` | a line as characters with their widths, colours apart |
//! | `breaking` | a line in pieces |
//! | `picture` | lines of source with what stands beneath them |

mod breaking;
mod picture;
mod row;

use breaking::broken;
use row::Row;

/// A text with lines that are no wider than `width` columns. What fits stays as it is.
#[must_use]
pub fn fit(text: &str, width: usize) -> String {
    if text.lines().all(|line| line.len() <= width) {
        return text.to_owned();
    }
    let rows: Vec<Row<'_>> = text.split_inclusive('\n').map(Row::read).collect();
    let mut out = String::new();
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        let beneath =
            if row.is_source() { rows[at + 1..].iter().take_while(|row| row.is_beneath()).count() } else { 0 };
        let group = &rows[at..=at + beneath];
        if group.iter().all(|row| row.width() <= width) {
            group.iter().for_each(|row| out.push_str(row.text));
        } else if row.is_source() {
            picture::draw(group, width, &mut out);
        } else {
            broken(row, width, &mut out);
        }
        at += 1 + beneath;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_stays_and_the_rest_is_broken_between_words() {
        assert_eq!(fit("a b\n\nc", 3), "a b\n\nc");
        assert_eq!(fit("one two three\n", 9), "one two\n  three\n");
        assert_eq!(fit("  one two three", 10), "  one two\n    three");
        // Nothing is lost where there is no blank.
        assert_eq!(fit("abcdefgh", 5), "abcde\n  fgh");
    }

    #[test]
    fn columns_stay_columns() {
        assert_eq!(fit("1  fails  one two three\n", 16), "1  fails  one\n   two three\n");
        assert_eq!(fit("12  one two three four\n", 14), "12  one two\n    three four\n");
    }

    #[test]
    fn colours_have_no_width() {
        let red = |text: &str| format!("\u{1b}[31m{text}\u{1b}[0m");
        let line = format!("{} {}", red("abc"), red("def"));
        assert_eq!(fit(&line, 7), line);
        assert_eq!(fit(&line, 6), format!("{}\n  {}", red("abc"), red("def")));
    }

    /// Whatever stands in a text: it fits, and but for lines of source no letter is lost.
    #[test]
    fn any_text_fits() {
        let pieces =
            ["abc", " ", "  ", "模型", ": ", "│", " 7 │ ", "\u{1b}[31m", "\u{1b}[0m", "\n", "──┬", "                "];
        let mut seed = 1_u64;
        let mut chance = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).unwrap_or(0) % below
        };
        for _ in 0..5_000 {
            let text: String = (0..chance(60)).map(|_| pieces[chance(pieces.len())]).collect();
            let width = 12 + chance(60);
            let fitting = fit(&text, width);
            for line in fitting.lines() {
                assert!(Row::read(line).width() <= width, "{width}: {text:?}\n{fitting:?}");
            }
            let letters = |text: &str| text.matches(['a', 'b', 'c', '模']).count();
            if !text.contains('7') {
                assert_eq!(letters(&fitting), letters(&text), "{width}: {text:?}\n{fitting:?}");
            }
        }
    }

    /// A line of source of which a stretch is pointed at, far to the right, with a hint.
    fn picture(before: usize, pointed: &str, said: &str, hint: &str) -> String {
        let lead = " ".repeat(before);
        let (half, rest) = (pointed.len() / 2, pointed.len() - pointed.len() / 2 - 1);
        let (mark, down) = ("─".repeat(half) + "┬" + &"─".repeat(rest), " ".repeat(half));
        format!(
            " 7 │ {}{pointed} = 0;\n   │ {lead}{mark}  \n   │ {lead}{down}╰{} {said}\n   │ \n   │ Help: {hint}\n",
            "x".repeat(before),
            "─".repeat(rest + 2)
        )
    }

    #[test]
    fn what_is_pointed_at_moves_and_hints_stay() {
        for width in [40, 60, 80] {
            for before in [0, 30, 50, 70, 200] {
                let text = picture(before, "flor", "not a variable", "did you mean `floor`?");
                let shown = fit(&text, width);
                let rows: Vec<Row<'_>> = shown.lines().map(Row::read).collect();
                assert!(rows.iter().all(|row| row.width() <= width), "{width}: {shown}");
                assert!(shown.contains("   │ Help: did you mean `floor`?\n"), "{width}: {shown}");
                assert!(shown.contains("╰─── not a variable\n"), "{width}: {shown}");
                let column = |row: &Row<'_>, of: char| row.first(|_, c| c == of);
                assert_eq!(column(&rows[0], 'f'), rows[1].first(|at, c| at > 4 && c == '─'), "{width}: {shown}");
                assert_eq!(column(&rows[1], '┬'), column(&rows[2], '╰'), "{width}: {shown}");
            }
        }
    }

    #[test]
    fn marks_that_are_longer_than_a_line_are_cut_and_what_they_say_is_not() {
        let text = picture(10, &"flor".repeat(50), "this takes too long to be shown in a line", "make it shorter");
        let shown = fit(&text, 60);
        assert!(shown.lines().all(|line| Row::read(line).width() <= 60), "{shown}");
        assert_eq!(shown.lines().filter(|line| line.contains("───")).count(), 1, "{shown}");
        assert!(shown.contains("this takes too long to be shown in a line\n"), "{shown}");
        assert!(shown.contains("   │ Help: make it shorter\n"), "{shown}");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(fit("模型 模型", 9), "模型 模型");
        assert_eq!(fit("模型 模型", 8), "模型\n  模型");
    }
}
