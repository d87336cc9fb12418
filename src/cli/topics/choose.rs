//! Which sections of a page a word of a user names: by their headings, and otherwise by what their own text is about.
//!
//! A word is in a section or it is not: parts of words would find `R` in "strategies".

use super::markdown::Section;

/// Other names for sections, and what is in the heading of these.
pub(super) const ALSO: [(&str, &[&str]); 18] = [
    ("ctl", &["ctlk: time", "atoms"]),
    ("ctlk", &["ctlk: time", "knowledge", "atoms"]),
    ("ltl", &["ltlk", "precedence"]),
    ("ltlk", &["ltlk", "knowledge", "precedence"]),
    ("ctl*", &["ctl*k", "ltlk", "precedence"]),
    ("ctls", &["ctl*k", "ltlk", "precedence"]),
    ("ctlsk", &["ctl*k", "ltlk", "knowledge", "precedence"]),
    ("ldl", &["ldlk", "precedence"]),
    ("cdl", &["cdl*k", "ldlk"]),
    ("cdl*", &["cdl*k", "ldlk"]),
    ("cdlsk", &["cdl*k", "ldlk", "knowledge"]),
    ("atlk", &["strategies", "knowledge"]),
    ("regular", &["ldlk"]),
    ("semantics", &["evolution"]),
    ("reserved", &["words"]),
    ("operators", &["expressions", "precedence"]),
    ("environment", &["sections", "who may read"]),
    ("mcmas", &["differently"]),
];

/// The sections that a word names; all without one.
pub(super) fn chosen<'s>(sections: &'s [Section], about: &str) -> Vec<&'s Section> {
    if about.is_empty() {
        return sections.iter().collect();
    }
    let about = about.to_lowercase().replace('-', " ");
    if let Some((_, parts)) = ALSO.iter().find(|(name, _)| *name == about) {
        let with =
            |part: &'static str| sections.iter().filter(move |section| section.heading.to_lowercase().contains(part));
        let found: Vec<&Section> = parts.iter().copied().flat_map(with).collect();
        if !found.is_empty() {
            return found;
        }
    }
    let asked = words(&about);
    let headed: Vec<&Section> = sections.iter().filter(|section| names(&section.heading, &asked)).collect();
    match &asked[..] {
        [word] if headed.is_empty() => about_word(sections, word),
        _ => headed,
    }
}

/// Whether these words stand in a heading, in this order, in the singular or in the plural.
fn names(heading: &str, asked: &[String]) -> bool {
    let plural = |word: &str| format!("{word}s");
    let alike = |(one, other): (&String, &String)| one == other || plural(one) == *other || *one == plural(other);
    let heading = words(&heading.to_lowercase());
    !asked.is_empty() && heading.windows(asked.len()).any(|some| some.iter().zip(asked).all(alike))
}

/// The sections that explain a word of the language: those that have it in the first column of a table, and those that
/// speak of it most often. A word that is never written as code is none.
fn about_word<'s>(sections: &'s [Section], word: &str) -> Vec<&'s Section> {
    let mentions: Vec<Mentions> = sections.iter().map(|section| Mentions::of(section, word)).collect();
    if mentions.iter().all(|mentions| mentions.as_code == 0) {
        return Vec::new();
    }
    // One mention is made in passing, unless there is nothing else; and a letter is often part of an example.
    let enough = if mentions.iter().any(|mentions| mentions.explained) || word.len() == 1 { 2 } else { 1 };
    let most = mentions.iter().map(|mentions| mentions.all).max().filter(|&most| most >= enough);
    let both = sections.iter().zip(&mentions);
    both.filter(|(_, mentions)| mentions.explained || Some(mentions.all) == most).map(|(section, _)| section).collect()
}

/// How a section mentions a word.
#[derive(Default)]
struct Mentions {
    /// In the first column of a table, where that holds nothing but code.
    explained: bool,
    as_code: usize,
    all: usize,
}

impl Mentions {
    /// Blocks of code are examples: they mention everything.
    fn of(section: &Section, word: &str) -> Self {
        let (mut mentions, mut block) = (Self::default(), false);
        for line in &section.lines {
            block ^= line.starts_with("```");
            if block {
                continue;
            }
            let first_cell = line.strip_prefix("| ").and_then(|row| row.split(" | ").next()).unwrap_or_default();
            let only_code = first_cell.split('`').step_by(2).all(|part| words(part).is_empty());
            let mut at = 0;
            for (number, part) in line.split('`').enumerate() {
                let code = number % 2 == 1;
                let count = words(part).iter().filter(|found| is_meant(found, word, code)).count();
                mentions.all += count;
                if code {
                    mentions.as_code += count;
                    mentions.explained |= count > 0 && only_code && at < first_cell.len();
                }
                at += part.len() + 1;
            }
        }
        mentions
    }
}

/// Whether this is the word that was asked for. A single letter means something in code only, and there the small ones are
/// formulas and groups.
fn is_meant(found: &str, word: &str, code: bool) -> bool {
    let alone = found.chars().count() == 1;
    found.to_lowercase() == word && (!alone || code && found.chars().all(char::is_uppercase))
}

/// The words of a text: `CTL*` is one.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| !c.is_alphanumeric() && c != '*' && c != '_');
    parts.filter(|part| part.contains(char::is_alphanumeric)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::markdown::sections;
    use super::super::{ISPL, LOGICS};
    use super::*;

    #[test]
    fn every_other_name_leads_somewhere() {
        let all = [sections(ISPL), sections(LOGICS)].concat();
        for (name, parts) in ALSO {
            for part in parts {
                assert!(all.iter().any(|section| section.heading.to_lowercase().contains(part)), "{name}: {part}");
            }
        }
    }

    fn headings(page: &str, word: &str) -> Vec<String> {
        chosen(&sections(page), word).iter().map(|section| section.heading.clone()).collect()
    }

    #[test]
    fn words_of_the_language() {
        for (page, word, expected) in [
            (LOGICS, "GCK", "Knowledge"),
            (LOGICS, "DK", "Knowledge"),
            (LOGICS, "GK", "Knowledge"),
            (LOGICS, "K", "Knowledge"),
            (LOGICS, "AG", "CTLK: time"),
            (LOGICS, "O", "Obligation"),
            (LOGICS, "RedStates", "Atoms and connectives"),
            (ISPL, "lobsvars", "What an agent sees"),
            (ISPL, "obsvars", "Sections"),
            (ISPL, "MA", "Sections"),
            (ISPL, "Vars", "Sections"),
            (ISPL, "Protocol", "Actions and protocols"),
            (ISPL, "Other", "Actions and protocols"),
            (ISPL, "InitStates", "Sections"),
            (ISPL, "SingleAssignment", "Sections"),
            (ISPL, "group", "Groups"),
        ] {
            let found = headings(page, word);
            assert!(found.iter().any(|heading| heading == expected), "{word}: {found:?}");
        }
        for word in ["X", "F", "G", "U", "R", "W"] {
            let found = headings(LOGICS, word);
            assert!(
                found.contains(&"LTLK".to_owned()) && !found.contains(&"Knowledge".to_owned()),
                "{word}: {found:?}"
            );
        }
    }

    #[test]
    fn no_part_of_a_word() {
        for (page, word) in [(ISPL, "U"), (ISPL, "ange"), (LOGICS, "strateg"), (LOGICS, "q"), (LOGICS, "whether")] {
            assert_eq!(headings(page, word), [""; 0], "{word}");
        }
    }
}
