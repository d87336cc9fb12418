//! What an edge asks of the letter that it reads: Boolean functions of propositions, equal functions once.
//!
//! Decision diagrams with complement edges (Bryant 1986; Brace, Rudell and Bryant 1990), small on purpose: a label
//! speaks of a handful of propositions. Being canonical they make equal edges equal, and an edge that asks for more than
//! another one is seen to do so. No operation recurses: a label may speak of any number of propositions.

use std::collections::HashMap;
use std::ops::Not;

use super::TooLarge;
use super::propositions::Proposition;

/// A Boolean function of propositions, in its [`Labels`]. Twice the number of a node, plus one for its complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);

impl Label {
    /// Every letter.
    pub const TRUE: Self = Self(0);
    /// No letter.
    pub const FALSE: Self = Self(1);

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_complement(self) -> bool {
        self.0 & 1 == 1
    }

    fn complement_if(self, complement: bool) -> Self {
        if complement { !self } else { self }
    }
}

impl Not for Label {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A label by cases of a proposition. Those that are kept have a `high` that is no complement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cases {
    /// The proposition on which the label depends first.
    pub proposition: Proposition,
    /// What is left when it is true.
    pub high: Label,
    /// What is left when it is false.
    pub low: Label,
}

/// The labels of an automaton.
#[derive(Debug, Clone)]
pub struct Labels {
    /// Node 0 is the constant; its fields mean nothing.
    nodes: Vec<Cases>,
    ids: HashMap<Cases, Label>,
    conjunctions: HashMap<(Label, Label), Label>,
    most: usize,
}

/// A conjunction on its way.
enum Step {
    Conjoin(Label, Label),
    Join(Label, Label, Proposition),
}

impl Labels {
    /// No labels yet, at most `most` nodes.
    pub(super) fn new(most: usize) -> Self {
        let constant = Cases { proposition: Proposition::new(0), high: Label::TRUE, low: Label::TRUE };
        Self { nodes: vec![constant], ids: HashMap::new(), conjunctions: HashMap::new(), most }
    }

    /// A label by cases of the proposition on which it depends first; nothing for constants. What is left depends on
    /// greater propositions only.
    #[must_use]
    pub fn cases(&self, label: Label) -> Option<Cases> {
        if label.node() == 0 {
            return None;
        }
        let Cases { proposition, high, low } = self.nodes[label.node()];
        let complement = label.is_complement();
        Some(Cases { proposition, high: high.complement_if(complement), low: low.complement_if(complement) })
    }

    /// Whether a letter satisfies a label.
    pub fn holds(&self, label: Label, letter: impl Fn(Proposition) -> bool) -> bool {
        let mut label = label;
        while let Some(Cases { proposition, high, low }) = self.cases(label) {
            label = if letter(proposition) { high } else { low };
        }
        label == Label::TRUE
    }

    /// The letters that contain the proposition.
    pub(super) fn literal(&mut self, proposition: Proposition) -> Result<Label, TooLarge> {
        self.make(proposition, Label::TRUE, Label::FALSE)
    }

    pub(super) fn or(&mut self, left: Label, right: Label) -> Result<Label, TooLarge> {
        Ok(!self.and(!left, !right)?)
    }

    /// The disjunction of all, halves first: so a thousand literals take a thousand steps, times a few, in any order.
    pub(super) fn any(&mut self, labels: &[Label]) -> Result<Label, TooLarge> {
        let mut level = labels.to_vec();
        while level.len() > 1 {
            let mut halves = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                halves.push(self.or(pair[0], pair[pair.len() - 1])?);
            }
            level = halves;
        }
        Ok(level.first().copied().unwrap_or(Label::FALSE))
    }

    /// The conjunction of all.
    pub(super) fn all(&mut self, labels: &[Label]) -> Result<Label, TooLarge> {
        let negations: Vec<Label> = labels.iter().map(|&label| !label).collect();
        Ok(!self.any(&negations)?)
    }

    /// Whether every letter of `left` is one of `right`.
    pub(super) fn implies(&mut self, left: Label, right: Label) -> Result<bool, TooLarge> {
        Ok(self.and(left, !right)? == Label::FALSE)
    }

    pub(super) fn and(&mut self, left: Label, right: Label) -> Result<Label, TooLarge> {
        let mut work = vec![Step::Conjoin(left, right)];
        let mut results = Vec::new();
        while let Some(step) = work.pop() {
            match step {
                Step::Conjoin(left, right) => match self.known(left, right) {
                    Some(label) => results.push(label),
                    None => {
                        let first = self.first(left).min(self.first(right));
                        let ((left_high, left_low), (right_high, right_low)) =
                            (self.cofactors(left, first), self.cofactors(right, first));
                        work.push(Step::Join(left, right, first));
                        work.push(Step::Conjoin(left_low, right_low));
                        work.push(Step::Conjoin(left_high, right_high));
                    }
                },
                Step::Join(left, right, first) => {
                    let low = results.pop().expect("both parts come before what joins them");
                    let high = results.pop().expect("both parts come before what joins them");
                    let label = self.make(first, high, low)?;
                    self.conjunctions.insert((left.min(right), left.max(right)), label);
                    results.push(label);
                }
            }
        }
        Ok(results.pop().expect("the first step leaves its result"))
    }

    fn known(&self, left: Label, right: Label) -> Option<Label> {
        match (left.min(right), left.max(right)) {
            (Label::TRUE, other) => Some(other),
            (Label::FALSE, _) => Some(Label::FALSE),
            (left, right) if left == right => Some(left),
            (left, right) if left == !right => Some(Label::FALSE),
            pair => self.conjunctions.get(&pair).copied(),
        }
    }

    /// The first proposition of a label that is no constant.
    fn first(&self, label: Label) -> Proposition {
        self.nodes[label.node()].proposition
    }

    fn cofactors(&self, label: Label, on: Proposition) -> (Label, Label) {
        match self.cases(label) {
            Some(Cases { proposition, high, low }) if proposition == on => (high, low),
            _ => (label, label),
        }
    }

    fn make(&mut self, proposition: Proposition, high: Label, low: Label) -> Result<Label, TooLarge> {
        if high == low {
            return Ok(high);
        }
        let complement = high.is_complement();
        let node = Cases { proposition, high: high.complement_if(complement), low: low.complement_if(complement) };
        if let Some(&label) = self.ids.get(&node) {
            return Ok(label.complement_if(complement));
        }
        if self.nodes.len() >= self.most || self.conjunctions.len() >= 8 * self.most {
            return Err(TooLarge);
        }
        let label = Label(u32::try_from(2 * self.nodes.len()).expect("the limit is far below 2^31"));
        self.nodes.push(node);
        self.ids.insert(node, label);
        Ok(label.complement_if(complement))
    }

    /// Forgets what was only needed to compute.
    pub(super) fn forget(&mut self) {
        self.conjunctions = HashMap::new();
    }
}
