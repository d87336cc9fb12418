//! Sets of agents where a group is due: the group that has these members, or a new one.

use std::collections::BTreeSet;

use crate::diagnostic::{Replacement, Span};
use crate::ispl::raw::RawItem;

/// The groups of a file, and where another could be declared.
#[derive(Debug, Default)]
pub(in crate::ispl) struct Declared {
    groups: Vec<(String, BTreeSet<String>)>,
    place: Option<Place>,
}

#[derive(Debug, Clone, Copy)]
enum Place {
    /// Behind this word, which begins the section.
    Behind(usize),
    /// In a new section before this.
    Before(usize),
}

/// A group that has to be declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) members: Vec<String>,
}

impl Group {
    /// `a_b = {a, b};`
    pub(super) fn declaration(&self) -> String {
        format!("{} = {{{}}};", self.name, self.members.join(", "))
    }
}

impl Declared {
    /// Those of a file.
    pub(in crate::ispl) fn of(items: &[(RawItem<'_, '_>, Span)]) -> Self {
        let mut declared = Self::default();
        for (item, _) in items {
            match item {
                RawItem::Groups(keyword, groups) => {
                    declared.place = Some(Place::Behind(keyword.end));
                    let members = |members: &[super::super::ast::Name<'_>]| {
                        members.iter().map(|member| member.text.to_owned()).collect::<BTreeSet<_>>()
                    };
                    declared.groups.extend(groups.iter().map(|(name, list)| (name.text.to_owned(), members(list))));
                }
                RawItem::Fairness(keyword, _) | RawItem::Formulae(keyword, _) => {
                    declared.place.get_or_insert(Place::Before(keyword.start));
                }
                _ => {}
            }
        }
        declared
    }

    /// Those of a model that has been read, for a formula apart from its file.
    pub(in crate::ispl) fn known(groups: &[(String, Vec<String>)]) -> Self {
        let groups = groups.iter().map(|(name, members)| (name.clone(), members.iter().cloned().collect()));
        Self { groups: groups.collect(), place: None }
    }

    /// The name for a set of agents, and the group if it is new. One agent is its own group.
    pub(super) fn name(&self, members: &[&str]) -> (String, Option<Group>) {
        if let [alone] = members {
            return ((*alone).to_owned(), None);
        }
        let set: BTreeSet<String> = members.iter().map(|member| (*member).to_owned()).collect();
        if let Some((name, _)) = self.groups.iter().find(|(_, group)| *group == set) {
            return (name.clone(), None);
        }
        let mut name = members.join("_");
        while self.groups.iter().any(|(taken, _)| *taken == name) {
            name.push_str("_group");
        }
        let members = members.iter().map(|member| (*member).to_owned()).collect();
        (name.clone(), Some(Group { name, members }))
    }

    /// What declares new groups, if there is a file.
    pub(super) fn declaring(&self, groups: &[Group]) -> Option<Replacement> {
        let lines: Vec<String> = groups.iter().map(Group::declaration).collect();
        Some(match self.place? {
            Place::Behind(at) => Replacement { span: Span::new(at, at), text: format!("\n  {}", lines.join("\n  ")) },
            Place::Before(at) => {
                let text = format!("Groups\n  {}\nend Groups\n\n", lines.join("\n  "));
                Replacement { span: Span::new(at, at), text }
            }
        })
    }
}

/// The name of a group with these members, which is declared or joins those that have to be.
pub(super) fn name(members: &[&str], declared: &Declared, groups: &mut Vec<Group>) -> String {
    let (name, new) = declared.name(members);
    if let Some(group) = new.filter(|group| !groups.contains(group)) {
        groups.push(group);
    }
    name
}

/// With the declaration of the group, if it is new.
pub(super) fn with_group(said: String, name: &str, groups: &[Group]) -> String {
    match groups.iter().find(|group| group.name == name) {
        Some(group) => format!("{said} with `{}` in Groups", group.declaration()),
        None => said,
    }
}
