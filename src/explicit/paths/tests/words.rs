//! Truth on one word, finite or ultimately periodic, straight from the definitions: a table per formula, a relation
//! between positions per regular expression. The positions of the loop stand for all their repetitions, which look
//! the same to every formula.

use std::collections::HashMap;

use crate::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Temporal};

/// A word: what the atoms say at each position, and which position follows the last one listed, if any.
pub(super) struct Word<'a> {
    pub(super) length: usize,
    pub(super) back: Option<usize>,
    pub(super) atom: &'a dyn Fn(FormulaId, usize) -> bool,
}

type Table = Vec<bool>;
type Relation = Vec<Vec<bool>>;

impl Word<'_> {
    fn next(&self, position: usize) -> Option<usize> {
        if position + 1 < self.length { Some(position + 1) } else { self.back }
    }

    fn table(&self, holds: impl Fn(usize) -> bool) -> Table {
        (0..self.length).map(holds).collect()
    }

    /// At which positions `root` holds.
    pub(super) fn truth(&self, formulas: &Formulas, root: FormulaId) -> Table {
        let mut known: HashMap<FormulaId, Table> = HashMap::new();
        for id in formulas.below(root) {
            let of = |f: FormulaId| &known[&f];
            let table = match formulas.get(id) {
                Formula::True => self.table(|_| true),
                Formula::False => self.table(|_| false),
                Formula::Not(f) => self.table(|i| !of(f)[i]),
                Formula::And(f, g) => self.table(|i| of(f)[i] && of(g)[i]),
                Formula::Or(f, g) => self.table(|i| of(f)[i] || of(g)[i]),
                Formula::Implies(f, g) => self.table(|i| !of(f)[i] || of(g)[i]),
                Formula::Linear(operator) => self.temporal(operator, &known),
                Formula::Dynamic(modality, rho, f) => {
                    let matches = self.relation(formulas, rho, &known);
                    self.table(|i| match modality {
                        Modality::Diamond => (0..self.length).any(|j| matches[i][j] && of(f)[j]),
                        Modality::Box => (0..self.length).all(|j| !matches[i][j] || of(f)[j]),
                    })
                }
                Formula::Atom(_) => self.table(|i| (self.atom)(id, i)),
                other => unreachable!("the random formulas have no {other:?}"),
            };
            known.insert(id, table);
        }
        known.remove(&root).expect("the root is below itself")
    }

    /// The positions that a path from `start` visits, in order, each once.
    fn ahead(&self, start: usize) -> Vec<usize> {
        let mut positions = vec![start];
        while let Some(next) = self.next(positions[positions.len() - 1]).filter(|next| !positions.contains(next)) {
            positions.push(next);
        }
        positions
    }

    fn temporal(&self, operator: Temporal, known: &HashMap<FormulaId, Table>) -> Table {
        // f holds at all positions strictly before the first g, and there is one.
        let until = |f: &dyn Fn(usize) -> bool, g: &dyn Fn(usize) -> bool, start: usize| {
            let ahead = self.ahead(start);
            ahead.iter().position(|&j| g(j)).is_some_and(|end| ahead[..end].iter().all(|&j| f(j)))
        };
        match operator {
            Temporal::Next(f) => self.table(|i| self.next(i).is_some_and(|next| known[&f][next])),
            Temporal::Finally(f) => self.table(|i| self.ahead(i).iter().any(|&j| known[&f][j])),
            Temporal::Globally(f) => self.table(|i| self.ahead(i).iter().all(|&j| known[&f][j])),
            Temporal::Until(f, g) => self.table(|i| until(&|j| known[&f][j], &|j| known[&g][j], i)),
            Temporal::Release(f, g) => self.table(|i| !until(&|j| !known[&f][j], &|j| !known[&g][j], i)),
            Temporal::WeakUntil(f, g) => self.table(|i| {
                until(&|j| known[&f][j], &|j| known[&g][j], i) || self.ahead(i).iter().all(|&j| known[&f][j])
            }),
        }
    }

    /// Between which positions `root` matches.
    fn relation(&self, formulas: &Formulas, root: RegexId, known: &HashMap<FormulaId, Table>) -> Relation {
        let mut relations: HashMap<RegexId, Relation> = HashMap::new();
        let n = self.length;
        let build = |related: &dyn Fn(usize, usize) -> bool| -> Relation {
            (0..n).map(|i| (0..n).map(|j| related(i, j)).collect()).collect()
        };
        let compose = |left: &Relation, right: &Relation| build(&|i, k| (0..n).any(|j| left[i][j] && right[j][k]));
        for id in formulas.regexes_below(root) {
            let relation = match formulas.regex(id) {
                Regex::Step(f) => build(&|i, j| known[&f][i] && self.next(i) == Some(j)),
                Regex::Test(f) => build(&|i, j| known[&f][i] && i == j),
                Regex::Choice(left, right) => build(&|i, j| relations[&left][i][j] || relations[&right][i][j]),
                Regex::Sequence(left, right) => compose(&relations[&left], &relations[&right]),
                Regex::Star(inner) => {
                    let mut star = build(&|i, j| i == j);
                    for _ in 0..n {
                        let more = compose(&star, &relations[&inner]);
                        star = build(&|i, j| star[i][j] || more[i][j]);
                    }
                    star
                }
            };
            relations.insert(id, relation);
        }
        relations.remove(&root).expect("the root is below itself")
    }
}
