//! What came out for several models, as a table for people.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::content::{Counts, Report};

/// What the numbers take behind the names.
const NUMBERS: usize = 37;
/// Stands for the beginning of a long name.
const CUT: &str = "...";

/// A table with a line per model, and the sums. Of names that are too long for `columns`, the end is shown.
pub(super) fn summary_table(reports: &[Report], columns: Option<usize>) -> String {
    let all = format!("{} model{}", reports.len(), if reports.len() == 1 { "" } else { "s" });
    let most = columns.map_or(usize::MAX, |columns| columns.saturating_sub(NUMBERS)).max(all.width());
    let names: Vec<String> = reports.iter().map(|model| end(&model.file, most)).collect();
    let width = names.iter().map(String::as_str).chain(["model", &all]).map(str::width).max().unwrap_or(0);
    let padded = |name: &str| format!("{name}{}", " ".repeat(width - name.width()));
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
    for (name, model) in names.iter().zip(reports) {
        out.push_str(&row(name, &|number| number(model.counts())));
    }
    out.push_str(&row(&all, &|number| reports.iter().map(|model| number(model.counts())).sum()));
    out
}

/// A name, or its end.
fn end(name: &str, most: usize) -> String {
    if name.width() <= most {
        return name.to_owned();
    }
    let mut taken = CUT.len();
    let kept = name.char_indices().rev().take_while(|(_, c)| {
        taken += c.width().unwrap_or(0);
        taken <= most
    });
    format!("{CUT}{}", kept.last().map_or("", |(at, _)| &name[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_shown_by_their_ends() {
        let models = [Report::new("a/very/long/path/to/the/models/of/a/project/first.ispl"), Report::new("b.ispl")];
        let table = summary_table(&models, Some(60));
        assert!(table.lines().all(|line| line.width() == 60), "{table}");
        assert!(table.contains("\n...") && table.contains("project/first.ispl "), "{table}");
        assert!(summary_table(&models, None).contains("a/very/long"));
    }

    #[test]
    fn columns_of_a_table_stand_below_each_other() {
        for files in [&["a", "b"][..], &["模型.ispl", "model.ispl"], &["e\u{301}te\u{301}.ispl"]] {
            let models: Vec<_> = files.iter().map(|file| Report::new(*file)).collect();
            let table = summary_table(&models, None);
            let ends: Vec<usize> = table.lines().map(str::width).collect();
            assert!(ends.iter().all(|&end| end == ends[0]), "{table}");
        }
    }
}
