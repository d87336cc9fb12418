//! As much of Markdown as the manual uses, as plain text of a given width: headings, paragraphs, lists, tables, code.

/// What stands below a heading.
#[derive(Debug, Clone)]
pub(super) struct Section {
    pub(super) heading: String,
    lines: Vec<String>,
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
    for (number, part) in text.split('`').enumerate() {
        if number > 0 {
            out.push('`');
        }
        if number % 2 == 1 {
            out.push_str(&part.replace("\\|", "|"));
        } else {
            out.push_str(&without_links(&without_emphasis(&part.replace('\\', ""))));
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

/// `[text](target)` is its text.
fn without_links(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, behind)) = rest.split_once("](") {
        out.push_str(&before.replacen('[', "", 1));
        rest = behind.split_once(')').map_or("", |(_, rest)| rest);
    }
    out + rest
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

/// Columns side by side if the last one keeps half of the width, otherwise the cells of a row below each other.
fn table(lines: &[String], width: usize) -> String {
    let rows: Vec<Vec<String>> =
        lines.iter().filter(|line| !line.starts_with("|---")).map(|line| cells(line)).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns.saturating_sub(1)).map(|column| widest(column).unwrap_or(0)).collect();
    let left: usize = widths.iter().map(|width| width + 2).sum();
    let mut out = String::new();
    for row in rows.iter().filter(|row| row.iter().any(|cell| !cell.is_empty())) {
        if left <= width / 2 {
            let front: String = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}  ")).collect();
            let last = row.get(columns - 1).map_or("", String::as_str);
            out.push_str(wrapped(last, (&front, &" ".repeat(left)), width).trim_end());
            out.push('\n');
        } else {
            for (number, cell) in row.iter().enumerate().filter(|(_, cell)| !cell.is_empty()) {
                let indent = if number == 0 { ("", "  ") } else { ("  ", "  ") };
                out.push_str(&wrapped(cell, indent, width));
            }
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
        assert!(rendered(&[&sections[1]], 12).contains("`x | y`\n  long words\n  in a cell\n"));
    }
}
