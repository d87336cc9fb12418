//! What a model's source says about its formulas: the contents of `expected.toml`.

use serde::Deserialize;

/// The verdicts expected of one model, at every size, with their sources.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// What the model is, in a sentence or two.
    pub about: String,
    /// The paper and section that describe the model.
    pub source: String,
    /// Sizes at which an explicit enumeration is quick; empty for a model of one size.
    #[serde(default)]
    pub small: Vec<usize>,
    /// Sizes meant for symbolic engines; empty for a model of one size.
    #[serde(default)]
    pub medium: Vec<usize>,
    /// Infinite traces unless said otherwise.
    #[serde(default)]
    pub traces: Traces,
    /// Strategies of `<g>` formulas are uniform (one action per local state).
    #[serde(default)]
    pub uniform: bool,
    /// The formulas in file order.
    #[serde(rename = "formula", default)]
    pub formulas: Vec<ExpectedFormula>,
}

/// The reading of LDL and CDL* formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Traces {
    /// Infinite paths.
    #[default]
    Infinite,
    /// A path and a last position.
    Finite,
}

/// The verdict expected of one formula.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedFormula {
    /// Position in the file, from 1.
    pub index: usize,
    /// The name that the source gives it, such as `psi1`.
    pub name: String,
    /// The verdict.
    pub verdict: ExpectedVerdict,
    /// Where the verdict is stated, or `own argument`.
    pub source: String,
    /// Why it is so, in terms of the model.
    pub why: String,
}

/// Whether a formula holds in all initial states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExpectedVerdict {
    /// True in every initial state.
    Holds,
    /// False in some initial state.
    Fails,
}

impl Expected {
    /// Reads an `expected.toml`.
    ///
    /// # Errors
    /// The reader's message, which names the line.
    pub fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}
