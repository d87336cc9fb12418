//! Small helpers to write ISPL text.

/// Joins `items` with `separator`, or gives `empty` when there are none.
#[must_use]
pub fn join(items: impl IntoIterator<Item = String>, separator: &str, empty: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    if items.is_empty() { empty.to_owned() } else { items.join(separator) }
}

/// `write` applied to every number from `first` to `last`, joined with `separator`.
#[must_use]
pub fn each(first: usize, last: usize, separator: &str, write: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in first..=last {
        if number > first {
            text.push_str(separator);
        }
        text.push_str(&write(number));
    }
    text
}

/// "At every reachable state, `body`" in CTLK, LTLK, CTL*K, LDLK and CDL*K, in this order.
///
/// The atom `tt` must hold everywhere.
#[must_use]
pub fn always(body: &str) -> Vec<String> {
    vec![
        format!("AG({body})"),
        format!("LTL G({body})"),
        format!("CTL* A(G({body}))"),
        format!("LDL [tt*]({body})"),
        format!("CDL* A([tt*]({body}))"),
    ]
}

/// The Formulae section: groups of formulas, each under a comment that says what they state.
#[must_use]
pub fn formulae(groups: &[(&str, Vec<String>)]) -> String {
    let mut text = String::from("Formulae\n");
    for (comment, formulas) in groups {
        text.push_str(&format!("  -- {comment}\n"));
        for formula in formulas {
            text.push_str(&format!("  {formula};\n"));
        }
    }
    text.push_str("end Formulae\n");
    text
}

/// Breaks lines of more than 100 characters at blanks; lines that are comments stay as they are.
///
/// A line that ends in a comment must be shorter.
#[must_use]
pub fn wrap(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut wrapped = String::with_capacity(text.len() + text.len() / 10);
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        if line.len() <= WIDTH || line.trim_start().starts_with("--") {
            wrapped.push_str(line);
        } else {
            let mut column = 0;
            for word in unbroken_words(line) {
                if column == 0 {
                    wrapped.push_str(&" ".repeat(indent));
                    column = indent;
                } else if column + 1 + word.len() > WIDTH {
                    wrapped.push('\n');
                    wrapped.push_str(&" ".repeat(indent + 4));
                    column = indent + 4;
                } else {
                    wrapped.push(' ');
                    column += 1;
                }
                wrapped.push_str(word);
                column += word.len();
            }
        }
        wrapped.push('\n');
    }
    wrapped
}

/// The words of a line; one that opens a bracket and ends in a comma, as in `K(Alice, secret)`, keeps the next.
fn unbroken_words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let mut end = rest.find(' ').unwrap_or(rest.len());
        if rest[..end].contains('(') && rest[..end].ends_with(',') {
            end += rest[end..].trim_start().find(' ').map_or(rest.len() - end, |next| next + 1);
        }
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}
