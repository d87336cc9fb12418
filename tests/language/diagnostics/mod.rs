//! What a user is told about wrong or suspicious input, word for word: one snapshot per mistake.
//!
//! Each case breaks `base.ispl`, a model without fault, by a small edit. The snapshot is what the terminal shows,
//! without colours; its description is the edit.

mod conditions;
mod declarations;
mod divisions;
mod formulas;

mod lexical;
mod lines;
mod lints;
mod logics;
mod readings;
mod sections;
mod several;
mod strict;
mod types;

use qmas::load::{Strictness, load};
use qmas::report::{Colours, Source, render};

const BASE: &str = include_str!("base.ispl");

/// A file and how it came about.
struct Case {
    source: String,
    description: String,
    strictness: Strictness,
}

/// A file of its own.
fn file(source: &str) -> Case {
    Case { source: source.to_owned(), description: "a whole file".to_owned(), strictness: Strictness::Lenient }
}

/// The base with `from`, which occurs once, replaced by `to`.
fn edit(from: &str, to: &str) -> Case {
    Case { source: BASE.to_owned(), description: String::new(), strictness: Strictness::Lenient }.edit(from, to)
}

/// The base with one more formula.
fn formula(text: &str) -> Case {
    edit("\nFormulae\n", &format!("\nFormulae\n  {text};\n"))
}

/// The base with one more conjunct in InitStates.
fn init(text: &str) -> Case {
    edit(" = red;\nend", &format!(" = red and {text};\nend"))
}

impl Case {
    /// One more edit.
    fn edit(mut self, from: &str, to: &str) -> Self {
        assert_eq!(self.source.matches(from).count(), 1, "{from:?} must occur once");
        self.source = self.source.replace(from, to);
        if !self.description.is_empty() {
            self.description.push_str("; ");
        }
        self.description.push_str(&format!("{:?} becomes {:?}", from.trim(), to.trim()));
        self
    }

    /// With `--strict`.
    fn strict(mut self) -> Self {
        self.strictness = Strictness::Strict;
        self.description.push_str(", --strict");
        self
    }

    /// Everything that is said about it.
    fn report(&self) -> String {
        let loaded = load(&self.source, self.strictness);
        let source = Source::new("model.ispl", self.source.as_str());
        loaded.diagnostics.iter().map(|diagnostic| render(diagnostic, &source, Colours::Off)).collect()
    }
}

/// Compares what is said about a case with its snapshot.
fn check(module: &str, name: &str, case: &Case) {
    let theme = module.rsplit("::").next().unwrap_or_default();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("snapshots/{theme}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(case.description.as_str());
    settings.bind(|| insta::assert_snapshot!(name, case.report()));
}

/// One test per line.
macro_rules! cases {
    ($($name:ident: $case:expr;)*) => {
        $(#[test]
        fn $name() {
            $crate::diagnostics::check(module_path!(), stringify!($name), &$case);
        })*
    };
}
use cases;

#[test]
fn the_base_is_without_fault() {
    assert_eq!(file(BASE).strict().report(), "");
}
