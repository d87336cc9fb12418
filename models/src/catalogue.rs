//! The list of all models, by name.

use crate::expected::Expected;
use crate::families;

/// What a generator may depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// The number that the family scales by: agents, trains, bits, variables.
    pub n: usize,
    /// Where a family makes random choices, they follow from this number.
    pub seed: u64,
}

/// Where a model's text comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// One fixed file.
    File(&'static str),
    /// A generator, for every size from `smallest` on.
    Family {
        /// The smallest sensible size.
        smallest: usize,
        /// Makes the ISPL text.
        generate: fn(Parameters) -> String,
    },
}

/// A model of the library.
#[derive(Clone, Copy)]
pub struct Model {
    /// Its name, as `qmas-rs gen` takes it.
    pub name: &'static str,
    /// Where its text comes from.
    pub source: Source,
    expected: &'static str,
}

impl Model {
    /// A model that is one file.
    pub(crate) const fn file(name: &'static str, text: &'static str, expected: &'static str) -> Self {
        Self { name, source: Source::File(text), expected }
    }

    /// A model that scales.
    pub(crate) const fn family(
        name: &'static str,
        smallest: usize,
        generate: fn(Parameters) -> String,
        expected: &'static str,
    ) -> Self {
        Self { name, source: Source::Family { smallest, generate }, expected }
    }

    /// The verdicts that its source states.
    ///
    /// # Panics
    /// If the file that ships with this crate is malformed; a test of this crate reads all of them.
    #[must_use]
    pub fn expected(&self) -> Expected {
        Expected::parse(self.expected).unwrap_or_else(|error| panic!("expected.toml of {}: {error}", self.name))
    }
}

/// Every model, in alphabetical order.
#[must_use]
pub fn models() -> Vec<Model> {
    let mut all = families::all();
    all.sort_by_key(|model| model.name);
    all
}

/// The model of that name.
#[must_use]
pub fn find(name: &str) -> Option<Model> {
    models().into_iter().find(|model| model.name == name)
}
