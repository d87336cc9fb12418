//! What came out for several models, as a table for people.

use unicode_width::UnicodeWidthStr;

use super::content::{Counts, Report};

/// A table with a line per model, and the sums.
pub(super) fn summary_table(reports: &[Report]) -> String {
    let all = format!("{} model{}", reports.len(), if reports.len() == 1 { "" } else { "s" });
    let names = reports.iter().map(|model| model.file.as_str()).chain(["model", &all]);
    let width = names.map(str::width).max().unwrap_or(0);
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
    for model in reports {
        out.push_str(&row(&model.file, &|number| number(model.counts())));
    }
    out.push_str(&row(&all, &|number| reports.iter().map(|model| number(model.counts())).sum()));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_table_stand_below_each_other() {
        for files in [&["a", "b"][..], &["模型.ispl", "model.ispl"], &["e\u{301}te\u{301}.ispl"]] {
            let models: Vec<_> = files.iter().map(|file| Report::new(*file)).collect();
            let table = summary_table(&models);
            let ends: Vec<usize> = table.lines().map(str::width).collect();
            assert!(ends.iter().all(|&end| end == ends[0]), "{table}");
        }
    }
}
