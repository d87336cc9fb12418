//! Which parts may do what the rest of the world sees: print, exit, touch files and processes. And which know bit
//! positions.

use syn::visit::{self, Visit};

use crate::exactly;
use crate::graph::Crate;
use crate::mentions::{Mentions, Target};

/// Files that end the process although they are not `main`.
const EXITS: &[&str] = &[];

/// What knows bit positions although its part should not.
const BIT_POSITIONS: &[&str] = &[];

/// Whether a file mentions something that begins with one of these paths.
fn uses(mentions: &Mentions, paths: &[&str]) -> Option<usize> {
    let begins = |path: &[String]| {
        let path = path.join("::");
        paths.iter().any(|front| path.strip_prefix(front).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")))
    };
    let found = mentions.all.iter().find(|mention| matches!(&mention.target, Target::Foreign(path) if begins(path)));
    found.map(|mention| mention.line)
}

#[test]
fn only_main_exits() {
    let src = Crate::read("src");
    let found = src.files.iter().filter(|(file, mentions)| {
        file.part() != "main" && uses(mentions, &["std::process::exit", "std::process::abort"]).is_some()
    });
    exactly(
        found.map(|(file, _)| file.name.as_str()),
        EXITS.iter().copied(),
        "EXITS",
        "Return an exit status instead: only `main` exits.",
    );
}

#[test]
fn only_the_command_line_and_reports_print() {
    // The lints are on for the whole workspace; only these may switch them off.
    for (file, mentions) in &Crate::read("src").files {
        let line = uses(mentions, &["clippy::print_stdout", "clippy::print_stderr"]);
        assert!(matches!(file.part(), "cli" | "report") || line.is_none(), "{}:{line:?} allows printing", file.name);
    }
    for folder in ["encodings/src", "models/src"] {
        for (file, mentions) in &Crate::read(folder).files {
            let line = uses(mentions, &["clippy::print_stdout", "clippy::print_stderr"]);
            assert!(line.is_none(), "{}:{line:?} allows printing", file.name);
        }
    }
}

#[test]
fn only_some_touch_files_and_processes() {
    let touched = ["std::fs", "std::process", "std::io::stdin", "std::net"];
    for (file, mentions) in &Crate::read("src").files {
        // How large the process is, only the operating system knows: it says so in a file.
        let may = matches!(file.part(), "cli" | "report" | "solver" | "main") || file.name == "src/engine/memory.rs";
        let line = uses(mentions, &touched);
        assert!(may || line.is_none(), "{}:{line:?} touches files or processes", file.name);
    }
    for (file, mentions) in &Crate::read("encodings/src").files {
        let line = uses(mentions, &touched);
        assert!(line.is_none(), "{}:{line:?} touches files or processes", file.name);
    }
}

/// Looks for `….layout`: the way to bit positions that needs no import.
#[derive(Default)]
struct Layouts(bool);

impl<'ast> Visit<'ast> for Layouts {
    fn visit_expr_field(&mut self, field: &'ast syn::ExprField) {
        self.0 |= matches!(&field.member, syn::Member::Named(name) if name == "layout");
        visit::visit_expr_field(self, field);
    }

    fn visit_path_segment(&mut self, segment: &'ast syn::PathSegment) {
        self.0 |= segment.ident == "BitLayout";
        visit::visit_path_segment(self, segment);
    }

    fn visit_use_name(&mut self, name: &'ast syn::UseName) {
        self.0 |= name.ident == "BitLayout";
    }

    fn visit_use_rename(&mut self, name: &'ast syn::UseRename) {
        self.0 |= name.ident == "BitLayout";
    }
}

#[test]
fn only_lowering_knows_bit_positions() {
    let src = Crate::read("src");
    let found = src.files.iter().filter(|(file, _)| {
        let mut layouts = Layouts::default();
        layouts.visit_file(&file.syntax);
        layouts.0 && !matches!(file.part(), "lower" | "witness" | "bdd")
    });
    exactly(
        found.map(|(file, _)| file.name.as_str()),
        BIT_POSITIONS.iter().copied(),
        "BIT_POSITIONS",
        "Ask `lower` or `witness` to encode and decode.",
    );
}
