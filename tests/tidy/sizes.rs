//! How long files, functions and snapshots are, and how many test programs there are.

use syn::visit::{self, Visit};

use crate::exactly;
use crate::source::{File, files, root};

/// Past this many lines, a file has a second subject.
const FILE: usize = 400;
/// Past this many lines, a function does several things.
const FUNCTION: usize = 80;
/// Half of the files are shorter than this.
const MEDIAN: usize = 150;
/// Longer than this, nobody reads a snapshot when it changes.
const SNAPSHOT: usize = 80;
/// Every one is linked with all there is.
const PROGRAMS: usize = 6;

/// Files that are longer.
const LONG_FILES: &[&str] = &[];

/// Functions that are longer.
const LONG_FUNCTIONS: &[&str] = &[];

fn code() -> Vec<File> {
    ["src", "encodings/src", "models/src"].into_iter().flat_map(files).collect()
}

fn lines(file: &File) -> usize {
    file.text.lines().count()
}

#[test]
fn files_have_one_subject() {
    let code = code();
    let long = code.iter().filter(|file| lines(file) > FILE);
    exactly(
        long.map(|file| file.name.as_str()),
        LONG_FILES.iter().copied(),
        "LONG_FILES",
        &format!("A file of more than {FILE} lines has a second subject: give it a file of its own."),
    );
    let mut lengths: Vec<usize> = files("src").iter().map(lines).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median < MEDIAN, "half of the files of `src` have {median} lines or more");
}

/// The functions of a file that are too long, by their names.
struct Functions<'f> {
    file: &'f File,
    long: Vec<String>,
}

impl Functions<'_> {
    fn measure(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let (first, last) = (signature.fn_token.span.start().line, block.brace_token.span.close().end().line);
        if last + 1 - first > FUNCTION {
            self.long.push(format!("{} {}", self.file.name, signature.ident));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.measure(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.measure(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.measure(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}

fn long_functions(file: &File) -> Vec<String> {
    let mut functions = Functions { file, long: Vec::new() };
    functions.visit_file(&file.syntax);
    functions.long
}

#[test]
fn functions_do_one_thing() {
    let long: Vec<String> = code().iter().flat_map(long_functions).collect();
    exactly(
        long.iter().map(String::as_str),
        LONG_FUNCTIONS.iter().copied(),
        "LONG_FUNCTIONS",
        &format!("A function of more than {FUNCTION} lines does several things: name them."),
    );
}

/// What changes in a snapshot must be read by somebody.
#[test]
fn snapshots_can_be_read() {
    let mut work = vec![root().join("tests")];
    let mut seen = 0;
    while let Some(folder) = work.pop() {
        for entry in std::fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                work.push(path);
            } else if path.extension().is_some_and(|extension| extension == "snap") {
                let count = std::fs::read_to_string(&path).expect("text").lines().count();
                assert!(count <= SNAPSHOT, "{} has {count} lines: check properties instead", path.display());
                seen += 1;
            } else {
                let new = path.extension().is_some_and(|extension| extension == "new");
                assert!(!new, "{} waits for a decision", path.display());
            }
        }
    }
    assert!(seen > 100, "only {seen} snapshots");
}

#[test]
fn there_are_few_test_programs() {
    let mut programs = Vec::new();
    for folder in ["tests", "encodings/tests", "models/tests"] {
        for entry in std::fs::read_dir(root().join(folder)).into_iter().flatten() {
            let path = entry.expect("readable").path();
            if path.extension().is_some_and(|extension| extension == "rs") || path.join("main.rs").is_file() {
                programs.push(path.display().to_string());
            }
        }
    }
    assert!(programs.len() <= PROGRAMS, "tests are modules of a program that is there: {programs:#?}");
}
