//! What a file mentions: the paths of its `use` lines, types, patterns, expressions, macros and attributes, spelled from the
//! root of the crate that they lead into. Code for tests is left out: it may use anything.
//!
//! A name that was imported stands for what was imported. What is reached by methods and fields alone is not seen.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::source::{File, Module};

/// Where a path leads.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// From the root of this crate.
    Ours(Vec<String>),
    /// With the name of another crate in front; or something local, which is not asked for.
    Foreign(Vec<String>),
}

/// Whether code needs the target, or only hands it on by `pub use`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Needed,
    HandedOn,
}

/// A path in a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mention {
    pub(crate) line: usize,
    pub(crate) target: Target,
    pub(crate) kind: Kind,
}

/// What a file mentions, and what it hands on under which name.
pub(crate) struct Mentions {
    pub(crate) all: BTreeSet<Mention>,
    pub(crate) handed_on: BTreeMap<String, Target>,
}

/// Reads a file of a crate that has these modules.
pub(crate) fn mentions(file: &File, modules: &BTreeSet<Module>) -> Mentions {
    let mut reader = Reader { modules, here: file.module.clone(), scope: BTreeMap::new(), found: BTreeSet::new() };
    // Twice: an import may rest on one that stands below it, and code on any.
    reader.visit_file(&file.syntax);
    reader.found.clear();
    reader.visit_file(&file.syntax);
    let handed_on = reader.scope.into_iter().filter(|(_, (_, kind))| *kind == Kind::HandedOn);
    Mentions { all: reader.found, handed_on: handed_on.map(|(name, (target, _))| (name, target)).collect() }
}

struct Reader<'a> {
    modules: &'a BTreeSet<Module>,
    /// The module in which we are.
    here: Module,
    /// What `use` lines gave names to.
    scope: BTreeMap<String, (Target, Kind)>,
    found: BTreeSet<Mention>,
}

impl Reader<'_> {
    /// Where a path leads from here.
    fn resolve(&self, path: &[String]) -> Target {
        let (first, rest) = path.split_first().expect("paths are not empty");
        match first.as_str() {
            // The program of a package calls its library by name.
            "crate" | "qmas" => Target::Ours(rest.to_vec()),
            "self" => Target::Ours([&self.here, rest].concat()),
            "super" => {
                let ups = path.iter().take_while(|word| *word == "super").count();
                let above = &self.here[..self.here.len().saturating_sub(ups)];
                Target::Ours([above, &path[ups..]].concat())
            }
            _ => {
                let child = [self.here.as_slice(), std::slice::from_ref(first)].concat();
                match self.scope.get(first) {
                    Some((Target::Ours(known), _)) => Target::Ours([known, rest].concat()),
                    Some((Target::Foreign(known), _)) => Target::Foreign([known, rest].concat()),
                    // A single word is a variable more often than a module.
                    None if !rest.is_empty() && self.modules.contains(&child) => {
                        Target::Ours([child.as_slice(), rest].concat())
                    }
                    None => Target::Foreign(path.to_vec()),
                }
            }
        }
    }

    /// A path in code.
    fn mention(&mut self, line: usize, path: &[String]) {
        if path.len() > 1 || self.scope.contains_key(&path[0]) {
            let target = self.resolve(path);
            self.found.insert(Mention { line, target, kind: Kind::Needed });
        }
    }

    /// The imports of a `use` line behind `front`.
    fn import(&mut self, tree: &syn::UseTree, front: &[String], kind: Kind) {
        let with = |word: &proc_macro2::Ident| [front, &[word.to_string()]].concat();
        let (path, name, place) = match tree {
            syn::UseTree::Path(tree) => return self.import(&tree.tree, &with(&tree.ident), kind),
            syn::UseTree::Group(group) => {
                return group.items.iter().for_each(|tree| self.import(tree, front, kind));
            }
            syn::UseTree::Glob(glob) => (front.to_vec(), None, glob.star_token.spans[0]),
            syn::UseTree::Name(tree) if tree.ident == "self" => {
                (front.to_vec(), front.last().cloned(), tree.ident.span())
            }
            syn::UseTree::Name(tree) => (with(&tree.ident), Some(tree.ident.to_string()), tree.ident.span()),
            syn::UseTree::Rename(tree) => {
                let path = if tree.ident == "self" { front.to_vec() } else { with(&tree.ident) };
                (path, Some(tree.rename.to_string()), tree.ident.span())
            }
        };
        // What a line imports is not looked up under the name that it gives.
        let own = name.as_ref().filter(|name| **name == path[0]).and_then(|name| self.scope.remove(name));
        let target = self.resolve(&path);
        if let (Some(name), Some(own)) = (&name, own) {
            self.scope.insert(name.clone(), own);
        }
        let line = place.start().line;
        self.found.insert(Mention { line, target: target.clone(), kind });
        if let Some(name) = name {
            self.scope.insert(name, (target, kind));
        }
    }

    /// The paths in what syn does not look into: arguments of macros and attributes.
    fn tokens(&mut self, tokens: &TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut line, mut colons) = (0, 0);
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(word) => {
                    if colons != 2 || path.is_empty() {
                        self.end(line, &mut path);
                        line = word.span().start().line;
                    }
                    path.push(word.to_string());
                    colons = 0;
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
                TokenTree::Group(group) => {
                    self.end(line, &mut path);
                    colons = 0;
                    self.tokens(&group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.end(line, &mut path);
                    colons = 0;
                }
            }
        }
        self.end(line, &mut path);
    }

    fn end(&mut self, line: usize, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.mention(line, path);
            path.clear();
        }
    }
}

/// Whether an item is compiled for tests only.
pub(crate) fn for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            let words = list.tokens.to_string();
            words.contains("test") && !words.contains("not")
        }
        meta => meta.path().is_ident("test"),
    })
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if for_tests(&item.attrs) {
            return;
        }
        let kind = if matches!(item.vis, syn::Visibility::Inherited) { Kind::Needed } else { Kind::HandedOn };
        self.import(&item.tree, &[], kind);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if for_tests(&item.attrs) {
            return;
        }
        self.here.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.here.pop();
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !for_tests(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    /// Who may see something is not what it needs.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let words: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let line = path.segments[0].ident.span().start().line;
        if path.leading_colon.is_some() {
            self.found.insert(Mention { line, target: Target::Foreign(words), kind: Kind::Needed });
        } else {
            self.mention(line, &words);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(&call.tokens);
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        visit::visit_meta_list(self, list);
        self.tokens(&list.tokens);
    }
}
