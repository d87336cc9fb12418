//! The files of the project, read and parsed.

use std::path::{Path, PathBuf};

/// A module by its path from the root of its crate, which is empty.
pub(crate) type Module = Vec<String>;

/// A file of a crate.
pub(crate) struct File {
    /// From the root of the project: `src/check/auto.rs`.
    pub(crate) name: String,
    /// Which module it is: `check::auto`.
    pub(crate) module: Module,
    pub(crate) text: String,
    pub(crate) syntax: syn::File,
}

impl File {
    /// A file of this name, below `folder`.
    ///
    /// # Panics
    /// If the text is no Rust.
    pub(crate) fn new(folder: &str, name: &str, text: String) -> Self {
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let below = name.strip_prefix(folder).expect("files are below their folder").trim_start_matches('/');
        let mut module: Module = below.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if module.last().is_some_and(|last| last == "mod") || module == ["lib"] || module == ["main"] {
            module.pop();
        }
        Self { name: name.to_owned(), module, text, syntax }
    }

    /// The part of the crate that it belongs to: its first folder, or its name.
    pub(crate) fn part(&self) -> &str {
        let own = if self.name.ends_with("main.rs") { "main" } else { "lib" };
        self.module.first().map_or(own, String::as_str)
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder of the project, in order.
pub(crate) fn files(folder: &str) -> Vec<File> {
    names(folder)
        .into_iter()
        .map(|name| {
            let text = std::fs::read_to_string(root().join(&name)).expect("source files are text");
            File::new(folder, &name, text)
        })
        .collect()
}

fn names(folder: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut work: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(folder) = work.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folders of the project are readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(root()).expect("below the root");
                names.push(below.to_str().expect("names are text").replace('\\', "/"));
            }
        }
    }
    names.sort();
    names
}
