//! Formulas from one arena to another.

use std::collections::HashMap;

use super::arena::{Formula, FormulaId, Formulas, Regex, RegexId};

enum Part {
    Formula(FormulaId),
    Regex(RegexId),
}

impl Formulas {
    /// Copies a formula of another arena. Into an empty arena, equal formulas are copied to equal ids, wherever they come
    /// from: the order is that of the formula, left to right, parts first.
    pub fn import(&mut self, from: &Self, root: FormulaId) -> FormulaId {
        let mut formulas: HashMap<FormulaId, FormulaId> = HashMap::new();
        let mut regexes: HashMap<RegexId, RegexId> = HashMap::new();
        let mut work = vec![(Part::Formula(root), false)];
        while let Some((part, ready)) = work.pop() {
            match part {
                Part::Formula(id) if formulas.contains_key(&id) => {}
                Part::Regex(id) if regexes.contains_key(&id) => {}
                Part::Formula(id) if ready => {
                    let copy = from.get(id).translated(|f| formulas[&f], |rho| regexes[&rho]);
                    formulas.insert(id, self.intern(copy));
                }
                Part::Regex(id) if ready => {
                    let copy = from.regex(id).translated(|f| formulas[&f], |rho| regexes[&rho]);
                    regexes.insert(id, self.intern_regex(copy));
                }
                Part::Formula(id) => {
                    work.push((Part::Formula(id), true));
                    work.extend(from.get(id).parts().into_iter().rev().map(|part| (part, false)));
                }
                Part::Regex(id) => {
                    work.push((Part::Regex(id), true));
                    work.extend(from.regex(id).parts().into_iter().rev().map(|part| (part, false)));
                }
            }
        }
        formulas[&root]
    }

    /// Copies all formulas of another arena.
    pub fn import_all(&mut self, from: &Self) {
        let mut formulas: Vec<FormulaId> = Vec::with_capacity(from.len());
        let mut regexes: HashMap<RegexId, RegexId> = HashMap::new();
        for id in from.ids() {
            if let Formula::Dynamic(_, rho, _) = from.get(id) {
                for part in from.regexes_below(rho) {
                    let copy = from.regex(part).translated(|f| formulas[f.index()], |rho| regexes[&rho]);
                    regexes.insert(part, self.intern_regex(copy));
                }
            }
            let copy = from.get(id).translated(|f| formulas[f.index()], |rho| regexes[&rho]);
            formulas.push(self.intern(copy));
        }
    }

    /// `root` with another formula in the place of one of its subformulas.
    pub fn replace(&mut self, root: FormulaId, old: FormulaId, new: FormulaId) -> FormulaId {
        let mut formulas: HashMap<FormulaId, FormulaId> = HashMap::new();
        let mut regexes: HashMap<RegexId, RegexId> = HashMap::new();
        for id in self.below(root) {
            if id == old {
                formulas.insert(id, new);
                continue;
            }
            if let Formula::Dynamic(_, rho, _) = self.get(id) {
                for part in self.regexes_below(rho) {
                    let copy = self.regex(part).translated(|f| formulas[&f], |rho| regexes[&rho]);
                    regexes.insert(part, self.intern_regex(copy));
                }
            }
            let copy = self.get(id).translated(|f| formulas[&f], |rho| regexes[&rho]);
            formulas.insert(id, self.intern(copy));
        }
        formulas[&root]
    }

    /// The ids of all formulas of another arena in this one, by their positions there; none if some is missing.
    #[must_use]
    pub fn find_all(&self, other: &Self) -> Option<Vec<FormulaId>> {
        let mut regexes: HashMap<RegexId, RegexId> = HashMap::new();
        let mut found: Vec<FormulaId> = Vec::with_capacity(other.len());
        for id in other.ids() {
            if let Formula::Dynamic(_, rho, _) = other.get(id) {
                for part in other.regexes_below(rho) {
                    let there = other.regex(part).translated(|f| found[f.index()], |rho| regexes[&rho]);
                    regexes.insert(part, self.find_regex(&there)?);
                }
            }
            let there = other.get(id).translated(|f| found[f.index()], |rho| regexes[&rho]);
            found.push(self.find(&there)?);
        }
        Some(found)
    }
}

impl Formula {
    fn parts(self) -> Vec<Part> {
        match self {
            Self::True | Self::False | Self::Atom(_) | Self::Red(_) => Vec::new(),
            Self::Not(f)
            | Self::Quantified(_, f)
            | Self::Knows(_, f)
            | Self::Considers(_, f)
            | Self::Obliged(_, f)
            | Self::Permitted(_, f) => vec![Part::Formula(f)],
            Self::And(f, g) | Self::Or(f, g) | Self::Implies(f, g) => vec![Part::Formula(f), Part::Formula(g)],
            Self::Branching(_, operator) | Self::Strategic(_, operator) | Self::Linear(operator) => {
                let (f, g) = operator.operands();
                std::iter::once(f).chain(g).map(Part::Formula).collect()
            }
            Self::Dynamic(_, rho, f) => vec![Part::Regex(rho), Part::Formula(f)],
        }
    }

    fn translated(self, of: impl Fn(FormulaId) -> FormulaId, regex: impl Fn(RegexId) -> RegexId) -> Self {
        match self {
            Self::True | Self::False | Self::Atom(_) | Self::Red(_) => self,
            Self::Not(f) => Self::Not(of(f)),
            Self::And(f, g) => Self::And(of(f), of(g)),
            Self::Or(f, g) => Self::Or(of(f), of(g)),
            Self::Implies(f, g) => Self::Implies(of(f), of(g)),
            Self::Branching(quantifier, operator) => Self::Branching(quantifier, operator.map(of)),
            Self::Strategic(group, operator) => Self::Strategic(group, operator.map(of)),
            Self::Quantified(quantifier, f) => Self::Quantified(quantifier, of(f)),
            Self::Linear(operator) => Self::Linear(operator.map(of)),
            Self::Dynamic(modality, rho, f) => Self::Dynamic(modality, regex(rho), of(f)),
            Self::Knows(knowledge, f) => Self::Knows(knowledge, of(f)),
            Self::Considers(knowledge, f) => Self::Considers(knowledge, of(f)),
            Self::Obliged(agent, f) => Self::Obliged(agent, of(f)),
            Self::Permitted(agent, f) => Self::Permitted(agent, of(f)),
        }
    }
}

impl Regex {
    fn parts(self) -> Vec<Part> {
        match self {
            Self::Step(f) | Self::Test(f) => vec![Part::Formula(f)],
            Self::Choice(left, right) | Self::Sequence(left, right) => vec![Part::Regex(left), Part::Regex(right)],
            Self::Star(inner) => vec![Part::Regex(inner)],
        }
    }

    fn translated(self, of: impl Fn(FormulaId) -> FormulaId, regex: impl Fn(RegexId) -> RegexId) -> Self {
        match self {
            Self::Step(f) => Self::Step(of(f)),
            Self::Test(f) => Self::Test(of(f)),
            Self::Choice(left, right) => Self::Choice(regex(left), regex(right)),
            Self::Sequence(left, right) => Self::Sequence(regex(left), regex(right)),
            Self::Star(inner) => Self::Star(regex(inner)),
        }
    }
}
