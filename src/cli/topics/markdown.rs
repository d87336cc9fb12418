//! As much of Markdown as the manual uses, as plain text of a given width: headings, paragraphs, lists, tables, code.

/// What stands below a heading.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) lines: Vec<String>,
}

/// The sections of a page, its introduction first.
pub(super) fn sections(page: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut code = false;
    for line in page.lines() {
        code ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("# ")).filter(|_| !code) {
            sections.push(Section { heading: heading.replace('\\', ""), lines: Vec::new() });
        }
        if let Some(section) = sections.last_mut().filter(|_| code || !line.starts_with('#')) {
            section.lines.push(line.to_owned());
        }
    }
    sections
}

/// Sections as text.
pub(super) fn rendered(sections: &[&Section], width: usize) -> String {
    let mut out = String::new();
    for section in sections {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&format!("{}\n{}\n\n", section.heading, "=".repeat(section.heading.chars().count())));
        out.push_str(body(&section.lines, width).trim_matches('\n'));
        out.push('\n');
    }
    out
}

fn body(lines: &[String], width: usize) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].as_str();
        let rest = &lines[at + 1..];
        let length = if line.starts_with("```") {
            let code = rest.iter().take_while(|line| !line.starts_with("```")).count();
            rest[..code].iter().for_each(|line| out.push_str(&format!("{}\n", format!("    {line}").trim_end())));
            code + 2
        } else if line.starts_with('|') {
            let rows = 1 + rest.iter().take_while(|line| line.starts_with('|')).count();
            out.push_str(&table(&lines[at..at + rows], width));
            rows
        } else if line.is_empty() {
            out.push('\n');
            1
        } else {
            let more = |line: &&String| !line.is_empty() && !line.starts_with(['|', '`', '-']);
            let length = 1 + rest
                .iter()
                .take_while(|line| more(line) || line.starts_with('`') && !line.starts_with("```"))
                .count();
            let (first, next) = if line.starts_with("- ") { ("- ", "  ") } else { ("", "") };
            let text = lines[at..at + length].join(" ");
            out.push_str(&wrapped(&plain(text.strip_prefix("- ").unwrap_or(&text)), (first, next), width));
            length
        };
        at += length;
    }
    out
}

/// Without links, emphasis and escapes; what is between backticks stays as it is.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in without_links(text).split('`').enumerate() {
        if number > 0 {
            out.push('`');
        }
        if number % 2 == 1 {
            out.push_str(&part.replace("\\|", "|"));
        } else {
            out.push_str(&without_emphasis(&part.replace('\\', "")));
        }
    }
    out
}

/// `*word*` and `**word**` are words; the star of `CTL*` stays.
fn without_emphasis(text: &str) -> String {
    let (mut out, mut open) = (String::new(), false);
    let text = text.replace("**", "");
    for (at, c) in text.char_indices() {
        let alone = out.chars().next_back().is_none_or(|before| before == ' ' || before == '(');
        let word = text[at + c.len_utf8()..].starts_with(|c: char| c.is_alphanumeric());
        match c {
            '*' if open => open = false,
            '*' if alone && word => open = true,
            _ => out.push(c),
        }
    }
    out
}

/// `[text](target)` is its text, in which there may be code. Brackets between backticks are code.
fn without_links(text: &str) -> String {
    let (mut out, mut code, mut opened) = (String::new(), false, None);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '`' => code = !code,
            '[' if !code => opened = Some(out.len()),
            ']' if !code => {
                if let (Some(at), Some(target)) = (opened.take(), rest.strip_prefix('(')) {
                    out.remove(at);
                    rest = target.split_once(')').map_or("", |(_, behind)| behind);
                    continue;
                }
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Words in lines, the first of which begins otherwise than the next.
fn wrapped(text: &str, (first, next): (&str, &str), width: usize) -> String {
    let mut out = first.to_owned();
    let mut column = first.chars().count();
    let mut begun = false;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if begun && column + 1 + length > width {
            out.push_str(&format!("\n{next}"));
            (column, begun) = (next.chars().count(), false);
        }
        if begun {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        (column, begun) = (column + length, true);
    }
    out.push('\n');
    out
}

/// Columns side by side if all of it fits, or the last one keeps half of the width. Otherwise the cells of a row stand below
/// each other, each behind the name of its column.
fn table(lines: &[String], width: usize) -> String {
    let rows: Vec<Vec<String>> =
        lines.iter().filter(|line| !line.starts_with("|---")).map(|line| cells(line)).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let mut widths: Vec<usize> = (0..columns).map(|column| widest(column).unwrap_or(0)).collect();
    let last = widths.pop().unwrap_or(0);
    let left: usize = widths.iter().map(|width| width + 2).sum();
    if left > width / 2 && left + last > width {
        return below_each_other(&rows, width);
    }
    let mut out = String::new();
    for row in rows.iter().filter(|row| row.iter().any(|cell| !cell.is_empty())) {
        let front: String = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}  ")).collect();
        let last = row.get(columns - 1).map_or("", String::as_str);
        out.push_str(wrapped(last, (&front, &" ".repeat(left)), width).trim_end());
        out.push('\n');
    }
    out
}

fn below_each_other(rows: &[Vec<String>], width: usize) -> String {
    let Some((names, rows)) = rows.split_first() else { return String::new() };
    let mut out = String::new();
    for row in rows {
        for (number, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let indent = if number == 0 { ("", "    ") } else { ("  ", "    ") };
            let named = match names.get(number).filter(|name| !name.is_empty()) {
                Some(name) => format!("{name}: {cell}"),
                None => cell.clone(),
            };
            out.push_str(&wrapped(&named, indent, width));
        }
    }
    out
}

/// The cells of a row; a bar behind a backslash is text.
fn cells(line: &str) -> Vec<String> {
    let hidden = line.replace("\\|", "\u{1}");
    let inside = hidden.trim().trim_start_matches('|').trim_end_matches('|');
    inside.split('|').map(|cell| plain(&cell.trim().replace('\u{1}', "|"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_manual_uses() {
        let page = "# Page\n\nOne **two** CTL* *and* [three](x.md#y)\n`a*b` four.\n\n## Next\n\n| a | b |\n|---|---|\n\
            | `x \\| y` | long words in a cell |\n\n- item one\n  goes on\n\n```console\n$ # no heading\n```\n";
        let sections = sections(page);
        let text = rendered(&sections.iter().collect::<Vec<_>>(), 24);
        let expected = "Page\n====\n\nOne two CTL* and three\n`a*b` four.\n\nNext\n====\n\na        b\n`x | y`  long words in a\n         \
            cell\n\n- item one goes on\n\n    $ # no heading\n";
        assert_eq!(text, expected);
    }

    /// The names of the columns used to stand above all rows, cell by cell, where nobody saw what they belong to.
    #[test]
    fn a_table_that_does_not_fit() {
        let page =
            "# Table\n\n| place | may read | |\n|---|---|---|\n| here | all of it | `x` |\n| there | nothing | |\n";
        let at = |width| rendered(&sections(page).iter().collect::<Vec<_>>(), width);
        let whole = "Table\n=====\n\nplace  may read\nhere   all of it  `x`\nthere  nothing\n";
        assert_eq!(at(21), whole);
        let named =
            "Table\n=====\n\nplace: here\n  may read: all of\n    it\n  `x`\nplace: there\n  may read: nothing\n";
        assert_eq!(at(20), named);
    }

    #[test]
    fn code_in_a_link() {
        assert_eq!(plain("x, [`--allow y`](a.md#b) and [z](c) `[w](v)` [u]"), "x, `--allow y` and z `[w](v)` [u]");
    }
}
