//! How code is read, on code that is small enough to see what must come out.

use std::collections::BTreeSet;

use crate::graph::{Crate, cycles, way_round};
use crate::mentions::{Kind, Target, mentions};
use crate::source::{File, Module};

fn file(name: &str, text: &str) -> File {
    File::new("src", &format!("src/{name}"), text.to_owned())
}

/// What a text mentions as the module `a::b` of a crate with the modules `a`, `a::b`, `a::b::child` and `c`.
fn found(text: &str) -> Vec<String> {
    let modules: BTreeSet<Module> =
        ["a", "a::b", "a::b::child", "c"].iter().map(|path| path.split("::").map(str::to_owned).collect()).collect();
    let mentions = mentions(&file("a/b.rs", text), &modules);
    let shown = |target: &Target| match target {
        Target::Ours(path) => {
            ["crate"].into_iter().chain(path.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
        }
        Target::Foreign(path) => path.join("::"),
    };
    let all: BTreeSet<String> = mentions
        .all
        .iter()
        .map(|mention| match mention.kind {
            Kind::Needed => shown(&mention.target),
            Kind::HandedOn => format!("pub {}", shown(&mention.target)),
        })
        .collect();
    all.into_iter().collect()
}

#[test]
fn groups_and_several_lines() {
    assert_eq!(
        found("use crate::{c, d::{self, e as f,\n g::*}};"),
        ["crate::c", "crate::d", "crate::d::e", "crate::d::g"]
    );
}

#[test]
fn super_and_self_are_real_modules() {
    assert_eq!(found("use super::x::Y;"), ["crate::a::x::Y"]);
    assert_eq!(found("use super::super::c::Z;"), ["crate::c::Z"]);
    assert_eq!(found("use self::child::Z;"), ["crate::a::b::child::Z"]);
    assert_eq!(found("mod inner { use super::Y; use super::super::X; }"), ["crate::a::X", "crate::a::b::Y"]);
}

#[test]
fn children_need_no_prefix() {
    assert_eq!(found("mod child; use child::Y;"), ["crate::a::b::child::Y"]);
    assert_eq!(found("fn f() { child::run(); }"), ["crate::a::b::child::run"]);
    assert_eq!(found("fn f(child: u8) -> u8 { child }"), [""; 0], "a variable is no module");
}

#[test]
fn paths_in_types_patterns_and_expressions() {
    assert_eq!(found("fn f(x: &crate::c::T<super::U>) {}"), ["crate::a::U", "crate::c::T"]);
    assert_eq!(
        found("fn f(x: T) { if let crate::c::V { .. } = x { crate::d::run::<crate::e::W>() } }"),
        ["crate::c::V", "crate::d::run", "crate::e::W"]
    );
    assert_eq!(found("impl crate::c::Trait for T {}"), ["crate::c::Trait"]);
}

#[test]
fn paths_in_macros_and_attributes() {
    assert_eq!(
        found("fn f() { assert!(matches!(x, crate::c::V(_)), \"{}\", super::name()); }"),
        ["crate::a::name", "crate::c::V"]
    );
    assert_eq!(found("macro_rules! m { () => { $crate::c::run() }; }"), ["crate::c::run"]);
    assert_eq!(found("#[arg(value_parser = crate::c::parse)] struct S;"), ["crate::c::parse"]);
}

#[test]
fn imported_names_stand_for_what_was_imported() {
    assert_eq!(found("use crate::c; fn f() { c::run() }"), ["crate::c", "crate::c::run"]);
    assert_eq!(found("use std::process; fn f() { process::exit(1) }"), ["std::process", "std::process::exit"]);
    assert_eq!(found("fn f() { e(1) } use std::process::exit as e;"), ["std::process::exit"]);
    assert_eq!(found("use d::e; use crate::c::d;"), ["crate::c::d", "crate::c::d::e"]);
}

#[test]
fn what_is_handed_on_is_told_from_what_is_needed() {
    assert_eq!(found("pub use crate::c::T;"), ["pub crate::c::T"]);
    assert_eq!(found("pub(crate) use crate::c::T; fn f(t: T) {}"), ["crate::c::T", "pub crate::c::T"]);
}

#[test]
fn neither_comments_nor_strings_nor_tests_count() {
    assert_eq!(found("// crate::c\n/* crate::c */ /// [`crate::c`]\nconst X: &str = \"crate::c\";"), [""; 0]);
    assert_eq!(found("#[cfg(test)] mod tests { use crate::c::T; }"), [""; 0]);
    assert_eq!(found("#[cfg(all(test, unix))] mod tests { use crate::c::T; }"), [""; 0]);
    assert_eq!(found("#[cfg(not(test))] mod inner { use crate::c::T; }"), ["crate::c::T"]);
    assert_eq!(found("pub(in crate::a) struct S;"), [""; 0], "who may see it is not what it needs");
}

#[test]
fn cycles_between_parts() {
    let files = vec![
        file("lib.rs", "mod a; mod b; mod c; pub use c::T;"),
        file("a.rs", "use crate::b::X;"),
        file("b/mod.rs", "mod deep; mod tests;"),
        file("b/deep.rs", "fn f(x: crate::T) {}"),
        file("c.rs", "fn f() { crate::a::run() }"),
    ];
    let parts = Crate::new(files).parts();
    let found = cycles(&parts);
    assert_eq!(found, [["a", "b", "c"]]);
    assert_eq!(
        way_round(&parts, &found[0]),
        "a needs b (src/a.rs:1), b needs c (src/b/deep.rs:1), c needs a (src/c.rs:1)"
    );
}

#[test]
fn files_of_a_part_are_found_behind_what_is_handed_on() {
    let files = |two: &str| {
        Crate::new(vec![
            file("lib.rs", "mod a;"),
            file("a/mod.rs", "mod one; mod two; #[cfg(test)] mod tests; pub use one::One; pub use two::Two;"),
            file("a/one.rs", "use super::Two;"),
            file("a/two.rs", two),
            file("a/tests.rs", "use super::{One, Two};"),
        ])
    };
    assert!(cycles(&files("").inside_parts()).is_empty(), "a module that only hands on needs no other");
    assert_eq!(cycles(&files("use crate::a::One;").inside_parts()), [["src/a/one.rs", "src/a/two.rs"]]);
}
