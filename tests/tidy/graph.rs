//! Which needs which: between the parts of a crate (the modules of its root), and between the files of a part.

use std::collections::{BTreeMap, BTreeSet};

use crate::mentions::{Kind, Mentions, Target, for_tests, mentions};
use crate::source::{File, Module, files};

/// A crate without its tests.
pub(crate) struct Crate {
    pub(crate) files: Vec<(File, Mentions)>,
    modules: BTreeSet<Module>,
}

/// From, to, and a place at which it is written.
pub(crate) type Graph = BTreeMap<String, BTreeMap<String, String>>;

impl Crate {
    /// All files below a folder.
    pub(crate) fn read(folder: &str) -> Self {
        Self::new(files(folder))
    }

    pub(crate) fn new(files: Vec<File>) -> Self {
        let tests: BTreeSet<Module> = files.iter().flat_map(test_modules).collect();
        let files: Vec<File> =
            files.into_iter().filter(|file| !tests.iter().any(|test| file.module.starts_with(test))).collect();
        let modules: BTreeSet<Module> = files.iter().map(|file| file.module.clone()).collect();
        let files = files
            .into_iter()
            .map(|file| {
                let mentions = mentions(&file, &modules);
                (file, mentions)
            })
            .collect();
        Self { files, modules }
    }

    /// The module that defines what a path leads to: what a module hands on, another one defines.
    fn home(&self, path: &[String]) -> Module {
        let mut path = path.to_vec();
        // Nothing is handed on more often than this.
        for _ in 0..20 {
            let length = (0..=path.len()).rev().find(|&length| self.modules.contains(&path[..length]));
            let (module, rest) = path.split_at(length.unwrap_or(0));
            let Some(word) = rest.first() else { return module.to_vec() };
            match self.handed_on(module, word) {
                Some(Target::Ours(next)) => path = [next, &rest[1..]].concat(),
                Some(Target::Foreign(_)) | None => return module.to_vec(),
            }
        }
        panic!("{} is handed on in a circle", path.join("::"));
    }

    fn handed_on(&self, module: &[String], word: &str) -> Option<&Target> {
        let (_, mentions) =
            self.files.iter().find(|(file, _)| file.module == module && !file.name.ends_with("main.rs"))?;
        mentions.handed_on.get(word)
    }

    /// The part that a path leads into.
    fn part(&self, path: &[String]) -> String {
        let known = path.first().filter(|first| self.modules.contains(std::slice::from_ref(*first)));
        // What the root hands on, a part defines.
        known.cloned().or_else(|| self.home(path).first().cloned()).unwrap_or_else(|| "lib".to_owned())
    }

    /// Between parts, as it is written: what a part hands on of another, it needs.
    pub(crate) fn parts(&self) -> Graph {
        let mut graph = Graph::new();
        for (file, mentions) in &self.files {
            let edges = graph.entry(file.part().to_owned()).or_default();
            for mention in &mentions.all {
                if let Target::Ours(path) = &mention.target {
                    let part = self.part(path);
                    if part != file.part() {
                        edges.entry(part).or_insert_with(|| format!("{}:{}", file.name, mention.line));
                    }
                }
            }
        }
        graph
    }

    /// Between files of the same part. To hand something on is not to need it.
    pub(crate) fn inside_parts(&self) -> Graph {
        let mut graph = Graph::new();
        for (file, mentions) in self.files.iter().filter(|(file, _)| !file.module.is_empty()) {
            let edges = graph.entry(file.name.clone()).or_default();
            for mention in mentions.all.iter().filter(|mention| mention.kind == Kind::Needed) {
                let Target::Ours(path) = &mention.target else { continue };
                let home = self.home(path);
                if home != file.module && home.first() == file.module.first() {
                    let (to, _) = self.files.iter().find(|(file, _)| file.module == home).expect("a known module");
                    edges.entry(to.name.clone()).or_insert_with(|| format!("{}:{}", file.name, mention.line));
                }
            }
        }
        graph
    }
}

fn test_modules(file: &File) -> Vec<Module> {
    let declared = file.syntax.items.iter().filter_map(|item| match item {
        syn::Item::Mod(item) if item.content.is_none() && for_tests(&item.attrs) => Some(item.ident.to_string()),
        _ => None,
    });
    declared.map(|name| [file.module.as_slice(), &[name]].concat()).collect()
}

/// The cycles of a graph: largest sets in which each needs every other, directly or not.
pub(crate) fn cycles(graph: &Graph) -> Vec<Vec<String>> {
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        graph.keys().map(|from| (from.as_str(), reach(graph, from))).collect();
    let both = |one: &str, other: &str| {
        reached[one].contains(other) && reached.get(other).is_some_and(|set| set.contains(one))
    };
    let found: BTreeSet<Vec<String>> = reached
        .keys()
        .map(|one| reached[one].iter().filter(|other| both(one, other)).map(|other| (*other).to_owned()).collect())
        .filter(|cycle: &Vec<String>| !cycle.is_empty())
        .collect();
    found.into_iter().collect()
}

fn reach<'g>(graph: &'g Graph, from: &str) -> BTreeSet<&'g str> {
    let mut seen = BTreeSet::new();
    let mut work = vec![from];
    while let Some(node) = work.pop() {
        for next in graph.get(node).into_iter().flat_map(BTreeMap::keys) {
            if seen.insert(next.as_str()) {
                work.push(next);
            }
        }
    }
    seen
}

/// A shortest way from a node back to itself, with its places.
pub(crate) fn way_round(graph: &Graph, cycle: &[String]) -> String {
    let start = &cycle[0];
    let mut before: BTreeMap<&str, &str> = BTreeMap::new();
    let mut work = std::collections::VecDeque::from([start.as_str()]);
    while let Some(node) = work.pop_front() {
        for next in graph.get(node).into_iter().flat_map(BTreeMap::keys).filter(|next| cycle.contains(next)) {
            if !before.contains_key(next.as_str()) {
                before.insert(next, node);
                work.push_back(next);
            }
        }
    }
    let mut steps = Vec::new();
    let mut to = start.as_str();
    loop {
        let from = before[to];
        steps.push(format!("{from} needs {to} ({})", graph[from][to]));
        to = from;
        if to == start {
            break;
        }
    }
    steps.reverse();
    steps.join(", ")
}
