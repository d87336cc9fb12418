//! Path formulas on one path, by their definition. What state formulas say at a position may be unknown: then a path
//! formula is true only if it is true whatever they say.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::thompson::{Label, Thompson};
use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Modality, RegexId, Temporal};

/// How a dynamic part of a path formula is read along a path, from the first position where it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The part.
    pub formula: FormulaId,
    /// Where reading starts.
    pub from: usize,
    /// For a diamond, a shortest match of its regular expression: what is read or tested at which position.
    pub steps: Vec<(usize, FormulaId)>,
    /// Where the match ends; for a box, where matches can end.
    pub ends: Vec<usize>,
}

/// A path: so many positions, and the one that follows the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) len: usize,
    pub(super) back_to: Option<usize>,
}

/// Where a formula is true for certain, and where it may be true.
#[derive(Debug, Clone)]
struct Truth {
    must: Vec<bool>,
    may: Vec<bool>,
}

/// Whether a formula says something about single states by itself: then a word has to be told where it is true.
pub(super) fn is_leaf(formula: Formula) -> bool {
    let kind = formula.kind();
    kind.is_of_states() && kind != FormulaKind::Constant
}

/// How many formulas a path formula is made of, leaves included.
pub(super) fn size(formulas: &Formulas, path: FormulaId) -> usize {
    open(formulas, path).len()
}

/// The leaves of a path formula, ascending.
pub(super) fn leaves(formulas: &Formulas, path: FormulaId) -> Vec<FormulaId> {
    open(formulas, path).into_iter().filter(|&id| is_leaf(formulas.get(id))).collect()
}

/// The formula and what it is made of, down to the leaves.
pub(super) fn open(formulas: &Formulas, path: FormulaId) -> BTreeSet<FormulaId> {
    let mut seen = BTreeSet::new();
    let mut work = vec![path];
    while let Some(id) = work.pop() {
        if seen.insert(id) && !is_leaf(formulas.get(id)) {
            work.extend(formulas.children(id));
        }
    }
    seen
}

/// Whether a path formula may be true on an infinite path that begins with `len` positions, of which `says` tells what is
/// known: what comes after them is one more position, again and again, of which nothing is known.
pub(super) fn may_begin(
    len: usize,
    formulas: &Formulas,
    path: FormulaId,
    says: impl Fn(FormulaId, usize) -> Option<bool>,
) -> bool {
    let word = Word { len: len + 1, back_to: Some(len) };
    word.truths(formulas, path, |leaf, at| if at < len { says(leaf, at) } else { None })[&path].may[0]
}

impl Word {
    fn next(self, position: usize) -> Option<usize> {
        if position + 1 < self.len { Some(position + 1) } else { self.back_to }
    }

    /// Whether a path formula is true at the first position for certain, if `says` tells what is known of leaves.
    pub(super) fn satisfies(
        self,
        formulas: &Formulas,
        path: FormulaId,
        says: impl Fn(FormulaId, usize) -> Option<bool>,
    ) -> bool {
        self.truths(formulas, path, says)[&path].must[0]
    }

    /// Where the temporal and dynamic parts of a path formula are true for certain.
    pub(super) fn positions(
        self,
        formulas: &Formulas,
        path: FormulaId,
        says: impl Fn(FormulaId, usize) -> Option<bool>,
    ) -> Vec<(FormulaId, Vec<usize>)> {
        let truths = self.truths(formulas, path, says);
        let temporal = |id: FormulaId| formulas.get(id).kind() == FormulaKind::Path;
        let parts = truths.iter().filter(|(id, _)| temporal(**id));
        parts.map(|(&id, truth)| (id, (0..self.len).filter(|&at| truth.must[at]).collect())).collect()
    }

    /// How the dynamic parts are read, from the first position where they are true for certain.
    pub(super) fn readings(
        self,
        formulas: &Formulas,
        path: FormulaId,
        says: impl Fn(FormulaId, usize) -> Option<bool>,
    ) -> Vec<Reading> {
        let truths = self.truths(formulas, path, says);
        let mut readings = Vec::new();
        for (&formula, truth) in &truths {
            let (Formula::Dynamic(modality, rho, f), Some(from)) =
                (formulas.get(formula), truth.must.iter().position(|&must| must))
            else {
                continue;
            };
            let walk = match modality {
                Modality::Diamond => {
                    self.walk(formulas, rho, from, |id, at| truths[&id].must[at], |at| truths[&f].must[at])
                }
                Modality::Box => self.walk(formulas, rho, from, |id, at| truths[&id].may[at], |_| false),
            };
            readings.push(Reading { formula, from, steps: walk.0, ends: walk.1 });
        }
        readings
    }

    /// Reads `rho` from a position on, shortest matches first, until one ends at a position of `goal`: what was read
    /// where. Without such a match, all ends.
    fn walk(
        self,
        formulas: &Formulas,
        rho: RegexId,
        from: usize,
        of: impl Fn(FormulaId, usize) -> bool,
        goal: impl Fn(usize) -> bool,
    ) -> (Vec<(usize, FormulaId)>, Vec<usize>) {
        /// A state of the automaton and a position.
        type Place = (usize, usize);
        /// From where a place was reached, and what was read on the way.
        type Came = Option<(Place, Option<FormulaId>)>;
        let automaton = Thompson::new(formulas, rho);
        let mut came: BTreeMap<Place, Came> = BTreeMap::new();
        let mut work: VecDeque<(Place, Came)> = VecDeque::from([((Thompson::START, from), None)]);
        let mut ends = BTreeSet::new();
        while let Some((place, how)) = work.pop_front() {
            if came.contains_key(&place) {
                continue;
            }
            came.insert(place, how);
            let (state, at) = place;
            if state == Thompson::END {
                ends.insert(at);
                if goal(at) {
                    let mut steps = Vec::new();
                    let mut place = place;
                    while let Some((before, read)) = came[&place] {
                        steps.extend(read.map(|formula| (before.1, formula)));
                        place = before;
                    }
                    steps.reverse();
                    return (steps, vec![at]);
                }
            }
            for &(to, label) in &automaton.out[state] {
                match label {
                    Label::Nothing => work.push_front(((to, at), Some((place, None)))),
                    Label::Test(f) if of(f, at) => work.push_front(((to, at), Some((place, Some(f))))),
                    Label::Step(f) if of(f, at) => {
                        work.extend(self.next(at).map(|next| ((to, next), Some((place, Some(f))))));
                    }
                    Label::Test(_) | Label::Step(_) => {}
                }
            }
        }
        (Vec::new(), ends.into_iter().collect())
    }

    fn truths(
        self,
        formulas: &Formulas,
        path: FormulaId,
        says: impl Fn(FormulaId, usize) -> Option<bool>,
    ) -> BTreeMap<FormulaId, Truth> {
        let mut known: BTreeMap<FormulaId, Truth> = BTreeMap::new();
        for id in open(formulas, path) {
            let of = |f: FormulaId| &known[&f];
            let truth = match formulas.get(id) {
                Formula::True => self.truth(|_| (true, true)),
                Formula::False => self.truth(|_| (false, false)),
                Formula::Not(f) => self.truth(|at| (!of(f).may[at], !of(f).must[at])),
                Formula::And(f, g) => {
                    self.truth(|at| (of(f).must[at] && of(g).must[at], of(f).may[at] && of(g).may[at]))
                }
                Formula::Or(f, g) => {
                    self.truth(|at| (of(f).must[at] || of(g).must[at], of(f).may[at] || of(g).may[at]))
                }
                Formula::Implies(f, g) => {
                    self.truth(|at| (!of(f).may[at] || of(g).must[at], !of(f).must[at] || of(g).may[at]))
                }
                Formula::Linear(operator) => {
                    let must = self.temporal(operator, |f| of(f).must.clone());
                    Truth { must, may: self.temporal(operator, |f| of(f).may.clone()) }
                }
                Formula::Dynamic(modality, rho, f) => self.dynamic(formulas, modality, rho, of(f), &known),
                _ => self.truth(|at| says(id, at).map_or((false, true), |value| (value, value))),
            };
            known.insert(id, truth);
        }
        known
    }

    fn truth(self, at: impl Fn(usize) -> (bool, bool)) -> Truth {
        let (must, may) = (0..self.len).map(at).unzip();
        Truth { must, may }
    }

    fn temporal(self, operator: Temporal, of: impl Fn(FormulaId) -> Vec<bool>) -> Vec<bool> {
        let everywhere = || vec![true; self.len];
        match operator {
            Temporal::Next(f) => {
                let f = of(f);
                (0..self.len).map(|at| self.next(at).is_some_and(|next| f[next])).collect()
            }
            Temporal::Finally(f) => self.until(&everywhere(), &of(f), false),
            Temporal::Globally(f) => self.until(&of(f), &vec![false; self.len], true),
            Temporal::Until(f, g) => self.until(&of(f), &of(g), false),
            Temporal::WeakUntil(f, g) => self.until(&of(f), &of(g), true),
            Temporal::Release(f, g) => {
                let (f, g) = (of(f), of(g));
                let both: Vec<bool> = f.iter().zip(&g).map(|(f, g)| *f && *g).collect();
                self.until(&g, &both, true)
            }
        }
    }

    /// f until g: the least solution of `g or (f and next)`, or the greatest one, where f may go on forever.
    fn until(self, f: &[bool], g: &[bool], forever: bool) -> Vec<bool> {
        let mut set = vec![forever; self.len];
        loop {
            let mut changed = false;
            for at in (0..self.len).rev() {
                let value = g[at] || f[at] && self.next(at).map_or(forever, |next| set[next]);
                changed |= value != set[at];
                set[at] = value;
            }
            if !changed {
                return set;
            }
        }
    }

    fn dynamic(
        self,
        formulas: &Formulas,
        modality: Modality,
        rho: RegexId,
        f: &Truth,
        known: &BTreeMap<FormulaId, Truth>,
    ) -> Truth {
        let not = |set: &[bool]| set.iter().map(|value| !value).collect::<Vec<bool>>();
        let diamond = |certain: bool, goal: &[bool]| {
            let of = |id: FormulaId, at: usize| if certain { known[&id].must[at] } else { known[&id].may[at] };
            self.matches(formulas, rho, of, goal)
        };
        match modality {
            Modality::Diamond => Truth { must: diamond(true, &f.must), may: diamond(false, &f.may) },
            Modality::Box => {
                Truth { must: not(&diamond(false, &not(&f.must))), may: not(&diamond(true, &not(&f.may))) }
            }
        }
    }

    /// From which positions a match of `rho` leads to a position of `goal`: backwards through the expression, taken as a
    /// nondeterministic automaton, and the path side by side.
    fn matches(
        self,
        formulas: &Formulas,
        rho: RegexId,
        of: impl Fn(FormulaId, usize) -> bool,
        goal: &[bool],
    ) -> Vec<bool> {
        let automaton = Thompson::new(formulas, rho);
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.len];
        for at in 0..self.len {
            if let Some(next) = self.next(at) {
                before[next].push(at);
            }
        }
        let mut seen = vec![vec![false; self.len]; automaton.count];
        let mut work: Vec<(usize, usize)> =
            (0..self.len).filter(|&at| goal[at]).map(|at| (Thompson::END, at)).collect();
        while let Some((state, at)) = work.pop() {
            if std::mem::replace(&mut seen[state][at], true) {
                continue;
            }
            for &(from, label) in &automaton.into[state] {
                match label {
                    Label::Nothing => work.push((from, at)),
                    Label::Test(f) if of(f, at) => work.push((from, at)),
                    Label::Step(f) => {
                        work.extend(before[at].iter().filter(|&&at| of(f, at)).map(|&at| (from, at)));
                    }
                    Label::Test(_) => {}
                }
            }
        }
        seen.swap_remove(Thompson::START)
    }
}
