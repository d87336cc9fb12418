//! Small helpers to write ISPL text.

/// Joins `items` with `separator`, or gives `empty` when there are none.
#[must_use]
pub fn join(items: impl IntoIterator<Item = String>, separator: &str, empty: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    if items.is_empty() { empty.to_owned() } else { items.join(separator) }
}
