//! Like-named things that are in the same way as one word: `coin1 … coin30=false (30)`. Names are alike if they differ in one
//! number, and stand together if it goes up by one each time, so that nothing is left to guess.

use std::collections::HashMap;

use crate::ir::{InterpretedSystem, VarId};

/// So few are named one by one.
const FEW: usize = 3;

/// A name, and what is said of it.
pub(super) struct Said {
    pub(super) name: String,
    pub(super) of: String,
    /// Whether it has to stand out.
    pub(super) stands_out: bool,
}

impl Said {
    /// That a variable has this value.
    pub(super) fn value(system: &InterpretedSystem, variable: VarId, value: &str, stands_out: bool) -> Self {
        Self { name: system.qualified(variable), of: format!("={value}"), stands_out }
    }

    /// As it is said.
    pub(super) fn text(self) -> String {
        self.name + &self.of
    }
}

/// What is said of one name, or of several.
pub(super) struct Together {
    pub(super) text: String,
    pub(super) count: usize,
    pub(super) stands_out: bool,
}

/// What is looked for: a group whose last name has these numbers.
type Key = (String, Vec<u64>, String, bool);

/// All that is said, each thing once, in the order of the first names.
pub(super) fn together(said: &[Said]) -> Vec<Together> {
    let mut groups: Vec<Group> = Vec::new();
    let mut ends: HashMap<Key, usize> = HashMap::new();
    for (number, Said { name, of, stands_out }) in said.iter().enumerate() {
        let (pattern, numbers) = numbers(name);
        let key = |numbers: Vec<u64>| (pattern.clone(), numbers, of.clone(), *stands_out);
        let before = (0..numbers.len()).find_map(|place| {
            let mut before = numbers.clone();
            before[place] = before[place].checked_sub(1)?;
            let before = key(before);
            let group = *ends.get(&before)?;
            groups[group].place.is_none_or(|along| along == place).then_some((before, group, place))
        });
        let group = match before {
            Some((before, group, place)) => {
                ends.remove(&before);
                groups[group].place = Some(place);
                groups[group].members.push(number);
                group
            }
            None => {
                groups.push(Group { place: None, members: vec![number] });
                groups.len() - 1
            }
        };
        ends.insert(key(numbers), group);
    }
    let mut words: Vec<(usize, Together)> = Vec::new();
    for Group { members, .. } in &groups {
        let stands_out = said[members[0]].stands_out;
        let one = |at: &usize| (*at, Together { text: said[*at].name.clone() + &said[*at].of, count: 1, stands_out });
        match members.as_slice() {
            [first, .., last] if members.len() > FEW => {
                let (first_name, last_name, count) = (&said[*first].name, &said[*last].name, members.len());
                let text = format!("{first_name} … {}{} ({count})", short(first_name, last_name), said[*first].of);
                words.push((*first, Together { text, count, stands_out }));
            }
            few => words.extend(few.iter().map(one)),
        }
    }
    words.sort_by_key(|(first, _)| *first);
    words.into_iter().map(|(_, word)| word).collect()
}

/// Names along which one number goes up.
struct Group {
    /// Which number, if there are two names.
    place: Option<usize>,
    members: Vec<usize>,
}

/// A name with its numbers taken out. Numbers too large to count with are letters.
fn numbers(name: &str) -> (String, Vec<u64>) {
    let (mut pattern, mut numbers, mut digits) = (String::new(), Vec::new(), String::new());
    for c in name.chars().map(Some).chain([None]) {
        if let Some(digit) = c.filter(char::is_ascii_digit) {
            digits.push(digit);
            continue;
        }
        match digits.parse() {
            Ok(number) if digits.len() == 1 || !digits.starts_with('0') => {
                numbers.push(number);
                pattern.push('#');
            }
            _ => pattern.push_str(&digits),
        }
        digits.clear();
        pattern.extend(c);
    }
    (pattern, numbers)
}

/// The last name of a group, without its agent if the first one has the same.
fn short<'n>(first: &str, last: &'n str) -> &'n str {
    match (first.split_once('.'), last.split_once('.')) {
        (Some((agent, _)), Some((same, variable))) if agent == same => variable,
        _ => last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(names: &[(&str, &str)]) -> Vec<String> {
        let said: Vec<Said> = names
            .iter()
            .map(|(name, of)| Said { name: (*name).to_owned(), of: (*of).to_owned(), stands_out: false })
            .collect();
        together(&said).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn what_is_alike_is_one_word() {
        let coins: Vec<String> = (1..=12).map(|number| format!("E.coin{number}")).collect();
        let all: Vec<(&str, &str)> = coins.iter().map(|name| (name.as_str(), "=no")).collect();
        assert_eq!(texts(&all), ["E.coin1 … coin12=no (12)"]);
        let agents = [("C1.paid", "=no"), ("C2.paid", "=no"), ("C3.paid", "=no"), ("C4.paid", "=no")];
        assert_eq!(texts(&agents), ["C1.paid … C4.paid=no (4)"]);
        assert_eq!(texts(&agents[1..]), ["C2.paid=no", "C3.paid=no", "C4.paid=no"]);
    }

    #[test]
    fn what_differs_stands_apart_and_names_have_no_gaps() {
        let mixed: Vec<(String, &str)> =
            (1..=9).map(|number| (format!("E.x{number}"), if number == 5 { "=yes" } else { "=no" })).collect();
        let mixed: Vec<(&str, &str)> = mixed.iter().map(|(name, of)| (name.as_str(), *of)).collect();
        assert_eq!(texts(&mixed), ["E.x1 … x4=no (4)", "E.x5=yes", "E.x6 … x9=no (4)"]);
        // Two by two: neither 1, 3, 5, 7 nor names with other letters are a row.
        let odd = [("E.x1", "=a"), ("E.x3", "=a"), ("E.x5", "=a"), ("E.x7", "=a"), ("E.y8", "=a")];
        assert_eq!(texts(&odd).len(), 5);
    }

    #[test]
    fn rows_of_a_board_go_along_one_number() {
        let board: Vec<String> = (1..=2).flat_map(|row| (1..=4).map(move |at| format!("E.cell{row}_{at}"))).collect();
        let all: Vec<(&str, &str)> = board.iter().map(|name| (name.as_str(), "=b")).collect();
        assert_eq!(texts(&all), ["E.cell1_1 … cell1_4=b (4)", "E.cell2_1 … cell2_4=b (4)"]);
    }
}
