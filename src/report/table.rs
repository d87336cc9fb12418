//! What came out for several models, as a table for people.

use super::content::{Counts, Report};

/// A table with a line per model, and the sums.
pub(super) fn summary_table(reports: &[Report]) -> String {
    let all = format!("{} model{}", reports.len(), if reports.len() == 1 { "" } else { "s" });
    let names = reports.iter().map(|model| model.file.as_str()).chain(["model", &all]);
    let width = names.map(columns).max().unwrap_or(0);
    let padded = |name: &str| format!("{name}{}", " ".repeat(width - columns(name)));
    let head = format!(
        "{}  {:>5}  {:>5}  {:>4}  {:>7}  {:>6}",
        padded("model"),
        "holds",
        "fails",
        "open",
        "gave up",
        "errors"
    );
    let row = |name: &str, of: &dyn Fn(fn(Counts) -> usize) -> usize| {
        format!(
            "{}  {:>5}  {:>5}  {:>4}  {:>7}  {:>6}\n",
            padded(name),
            of(|counts| counts.holds),
            of(|counts| counts.fails),
            of(|counts| counts.open),
            of(|counts| counts.gave_up),
            of(|counts| counts.errors)
        )
    };
    let mut out = head + "\n";
    for model in reports {
        out.push_str(&row(&model.file, &|number| number(model.counts())));
    }
    out.push_str(&row(&all, &|number| reports.iter().map(|model| number(model.counts())).sum()));
    out
}

/// How many columns of a terminal a name takes, near enough for names of files.
fn columns(name: &str) -> usize {
    let wide = |c: char| {
        matches!(u32::from(c),
        0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60
        | 0xffe0..=0xffe6 | 0x1f300..=0x1faff | 0x20000..=0x3fffd)
    };
    let mark = |c: char| matches!(u32::from(c), 0x300..=0x36f | 0x200b..=0x200f | 0xfe00..=0xfe0f);
    name.chars().map(|c| if mark(c) { 0 } else { 1 + usize::from(wide(c)) }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_table_stand_below_each_other() {
        for files in [&["a", "b"][..], &["模型.ispl", "model.ispl"], &["e\u{301}te\u{301}.ispl"]] {
            let models: Vec<_> = files.iter().map(|file| Report::new(*file)).collect();
            let table = summary_table(&models);
            let ends: Vec<usize> = table.lines().map(columns).collect();
            assert!(ends.iter().all(|&end| end == ends[0]), "{table}");
        }
    }
}
