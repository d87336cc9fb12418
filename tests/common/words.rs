//! Words, finite or ultimately periodic, and the truth of path formulas on them, straight from the definitions: a set of
//! positions per formula, a relation between positions per regular expression. Positions of the loop stand for all
//! their repetitions, which look the same to every formula.

use std::collections::{BTreeMap, BTreeSet};

use qmas::logic::{Formula, FormulaId, Formulas, Modality, Regex, RegexId, Temporal};

use crate::random::Prng;

/// How many atoms random formulas speak of.
pub const ATOMS: usize = 3;

/// A set of positions; a word has no more than there are bits.
type Positions = u128;

/// A word: which atoms hold at each position, and which position follows the last one listed, if any.
#[derive(Debug, Clone)]
pub struct Word {
    pub letters: Vec<[bool; ATOMS]>,
    pub back: Option<usize>,
}

impl Word {
    pub fn lasso(random: &mut Prng) -> Self {
        let (prefix, cycle) = (random.below(4), random.between(1, 4));
        Self { back: Some(prefix), ..Self::of_length(random, prefix + cycle) }
    }

    pub fn finite(random: &mut Prng) -> Self {
        let length = random.between(1, 6);
        Self::of_length(random, length)
    }

    fn of_length(random: &mut Prng, length: usize) -> Self {
        // Some atoms hold mostly, some rarely: otherwise nothing holds or fails for long.
        let chances: [usize; ATOMS] = std::array::from_fn(|_| *random.pick(&[15, 50, 85]));
        let letters = (0..length).map(|_| chances.map(|percent| random.chance(percent))).collect();
        Self { letters, back: None }
    }

    #[expect(clippy::len_without_is_empty, reason = "a word has a letter")]
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    pub fn next(&self, position: usize) -> Option<usize> {
        if position + 1 < self.len() { Some(position + 1) } else { self.back }
    }

    fn positions(&self, holds: impl Fn(usize) -> bool) -> Positions {
        (0..self.len()).filter(|&position| holds(position)).fold(0, |set, position| set | 1 << position)
    }

    /// Whether `root` holds at the first position.
    pub fn satisfies(&self, formulas: &Formulas, root: FormulaId) -> bool {
        self.satisfies_given(formulas, root, &BTreeMap::new())
    }

    /// Whether `root` holds at the first position, where some formulas are known to hold in certain positions.
    pub fn satisfies_given(
        &self,
        formulas: &Formulas,
        root: FormulaId,
        given: &BTreeMap<FormulaId, Vec<bool>>,
    ) -> bool {
        let mut known: BTreeMap<FormulaId, Positions> = BTreeMap::new();
        let all = self.positions(|_| true);
        for id in needed(formulas, root, given) {
            if let Some(places) = given.get(&id) {
                known.insert(id, self.positions(|position| places[position]));
                continue;
            }
            let of = |f: FormulaId| known[&f];
            let set = match formulas.get(id) {
                Formula::True => all,
                Formula::False => 0,
                Formula::Atom(atom) => self.positions(|position| self.letters[position][atom.index()]),
                Formula::Not(f) => all & !of(f),
                Formula::And(f, g) => of(f) & of(g),
                Formula::Or(f, g) => of(f) | of(g),
                Formula::Implies(f, g) => all & (!of(f) | of(g)),
                Formula::Linear(operator) => self.temporal(operator, &known),
                Formula::Dynamic(modality, rho, f) => {
                    let matches = self.relation(formulas, rho, &known);
                    match modality {
                        Modality::Diamond => self.positions(|from| matches[from] & of(f) != 0),
                        Modality::Box => self.positions(|from| matches[from] & !of(f) == 0),
                    }
                }
                other => unreachable!("random formulas have no {other:?}"),
            };
            known.insert(id, set);
        }
        known[&root] & 1 == 1
    }

    /// The positions from `start` on, in order, each once.
    fn ahead(&self, start: usize) -> Vec<usize> {
        let mut ahead = vec![start];
        while let Some(next) = self.next(ahead[ahead.len() - 1]).filter(|next| !ahead.contains(next)) {
            ahead.push(next);
        }
        ahead
    }

    fn temporal(&self, operator: Temporal, known: &BTreeMap<FormulaId, Positions>) -> Positions {
        let holds = |f: FormulaId, position: usize| known[&f] >> position & 1 == 1;
        // Some position has g, and f holds strictly before it.
        let until = |from: usize, f: &dyn Fn(usize) -> bool, g: &dyn Fn(usize) -> bool| {
            let ahead = self.ahead(from);
            (0..ahead.len()).any(|end| g(ahead[end]) && ahead[..end].iter().all(|&position| f(position)))
        };
        self.positions(|from| match operator {
            Temporal::Next(f) => self.next(from).is_some_and(|next| holds(f, next)),
            Temporal::Finally(f) => self.ahead(from).iter().any(|&position| holds(f, position)),
            Temporal::Globally(f) => self.ahead(from).iter().all(|&position| holds(f, position)),
            Temporal::Until(f, g) => until(from, &|position| holds(f, position), &|position| holds(g, position)),
            Temporal::Release(f, g) => !until(from, &|position| !holds(f, position), &|position| !holds(g, position)),
            Temporal::WeakUntil(f, g) => {
                until(from, &|position| holds(f, position), &|position| holds(g, position))
                    || self.ahead(from).iter().all(|&position| holds(f, position))
            }
        })
    }

    /// For each position, where a match of `root` that begins there may end.
    fn relation(&self, formulas: &Formulas, root: RegexId, known: &BTreeMap<FormulaId, Positions>) -> Vec<Positions> {
        let mut relations: BTreeMap<RegexId, Vec<Positions>> = BTreeMap::new();
        let count = self.len();
        let compose = |left: &[Positions], right: &[Positions]| -> Vec<Positions> {
            let image = |set: Positions| (0..count).filter(|&j| set >> j & 1 == 1).fold(0, |all, j| all | right[j]);
            left.iter().map(|&set| image(set)).collect()
        };
        for id in formulas.regexes_below(root) {
            let holds = |f: FormulaId, position: usize| known[&f] >> position & 1 == 1;
            let relation = match formulas.regex(id) {
                Regex::Step(f) => (0..count)
                    .map(|from| self.next(from).filter(|_| holds(f, from)).map_or(0, |next| 1 << next))
                    .collect(),
                Regex::Test(f) => (0..count).map(|from| if holds(f, from) { 1 << from } else { 0 }).collect(),
                Regex::Choice(left, right) => {
                    (0..count).map(|from| relations[&left][from] | relations[&right][from]).collect()
                }
                Regex::Sequence(left, right) => compose(&relations[&left], &relations[&right]),
                Regex::Star(inner) => {
                    let mut star: Vec<Positions> = (0..count).map(|from| 1 << from).collect();
                    for _ in 0..count {
                        let more = compose(&star, &relations[&inner]);
                        star.iter_mut().zip(more).for_each(|(old, new)| *old |= new);
                    }
                    star
                }
            };
            relations.insert(id, relation);
        }
        relations.remove(&root).expect("the root is below itself")
    }
}

/// The formulas below `root`, children first, down to those that are given.
fn needed(formulas: &Formulas, root: FormulaId, given: &BTreeMap<FormulaId, Vec<bool>>) -> BTreeSet<FormulaId> {
    let mut needed = BTreeSet::new();
    let mut work = vec![root];
    while let Some(id) = work.pop() {
        if needed.insert(id) && !given.contains_key(&id) {
            work.extend(formulas.children(id));
        }
    }
    needed
}
