//! What is said of regular expressions along a path: a match is one, by a matcher that knows nothing of automata.

use std::collections::BTreeSet;

use qmas::Model;
use qmas::engine::Verdict;
use qmas::explain::Listed;
use qmas::explicit::Explicit;
use qmas::ir::Program;
use qmas::load::{Strictness, load};
use qmas::logic::{Formula, FormulaId, Modality, Regex, RegexId};
use qmas::options::Options;
use qmas::witness::{Conclusion, Evidence, Path, Reading, Reason, build, prepared};

/// A match as it is written down, on its path.
struct Told<'a> {
    evidence: &'a Evidence,
    path: &'a Path,
    steps: &'a [(usize, FormulaId)],
}

impl Told<'_> {
    fn next(&self, position: usize) -> Option<usize> {
        if position + 1 < self.path.states.len() { Some(position + 1) } else { self.path.back_to }
    }

    /// Where the expression can lead to from a position, after so many steps: by its definition.
    fn read(&self, rho: RegexId, (position, done): (usize, usize)) -> BTreeSet<(usize, usize)> {
        let told = |formula: FormulaId| self.steps.get(done) == Some(&(position, formula));
        match self.evidence.formulas.regex(rho) {
            Regex::Step(f) => {
                self.next(position).filter(|_| told(f)).map(|next| (next, done + 1)).into_iter().collect()
            }
            Regex::Test(f) => told(f).then_some((position, done + 1)).into_iter().collect(),
            Regex::Choice(left, right) => &self.read(left, (position, done)) | &self.read(right, (position, done)),
            Regex::Sequence(left, right) => {
                self.read(left, (position, done)).into_iter().flat_map(|place| self.read(right, place)).collect()
            }
            Regex::Star(inner) => {
                let mut all = BTreeSet::from([(position, done)]);
                let mut work = vec![(position, done)];
                while let Some(place) = work.pop() {
                    work.extend(self.read(inner, place).into_iter().filter(|&place| all.insert(place)));
                }
                all
            }
        }
    }
}

/// Looks at everything that evidence says about regular expressions; how many matches there were.
pub(crate) fn matches(model: &Model, evidence: &Evidence) -> Result<usize, String> {
    let mut count = 0;
    for node in &evidence.nodes {
        let Reason::Path(path) = &node.reason else { continue };
        for reading in evidence.readings(&model.system, node) {
            let Formula::Dynamic(modality, rho, _) = evidence.formulas.get(reading.formula) else {
                return Err("a reading of something else".to_owned());
            };
            if modality == Modality::Box {
                continue;
            }
            let Reading { from, steps, ends, .. } = &reading;
            let told = Told { evidence, path, steps };
            let &[end] = ends.as_slice() else { return Err(format!("one end is wanted: {reading:?}")) };
            if !told.read(rho, (*from, 0)).contains(&(end, steps.len())) {
                return Err(format!("no match: {reading:?} on {path:?}"));
            }
            for &(position, formula) in steps {
                if let Formula::Atom(atom) = evidence.formulas.get(formula) {
                    let condition = model.system.atom(atom).condition;
                    let state = &evidence.states[path.states[position]];
                    if !Program::compile(&model.system.exprs, condition).holds(state) {
                        return Err(format!("an atom is false: {reading:?}"));
                    }
                }
            }
            count += 1;
        }
    }
    Ok(count)
}

/// A counter that goes 0, 1, 2, 3, 0, ...
const COUNTER: &str = "Agent One Vars: x : 0..3; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
    Evolution: x = x + 1 if x < 3; x = 0 if x = 3; end Evolution end Agent
    Evaluation zero if One.x = 0; one if One.x = 1; two if One.x = 2; three if One.x = 3; end Evaluation
    InitStates One.x = 0; end InitStates Formulae FORMULA end Formulae";

fn readings(formula: &str) -> Vec<(Vec<usize>, Vec<usize>)> {
    let loaded = load(&COUNTER.replace("FORMULA", formula), Strictness::Lenient);
    let model = prepared(&loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics)));
    let options = Options::default();
    let mut explicit = Explicit::new(&model, &options.terms()).expect("four states");
    let specification = model.specifications[0];
    assert_eq!(explicit.check(specification), Verdict::Holds, "{formula}");
    let mut listed = Listed::new(&mut explicit, &options, specification.logic);
    let evidence = build(&mut listed, &model, specification, Conclusion::Holds, &options.terms()).expect("evidence");
    let found = evidence.readings(&model.system, &evidence.nodes[0]);
    found.into_iter().map(|Reading { steps, ends, .. }| (steps.into_iter().map(|(at, _)| at).collect(), ends)).collect()
}

#[test]
fn a_diamond_shows_what_was_read_where() {
    // By hand: from position 0 the counter says its own number; a test takes no step.
    assert_eq!(readings("CDL* E(<zero;one;two>three);"), [(vec![0, 1, 2], vec![3])]);
    assert_eq!(readings("CDL* E(<true*;(two?);two>three);"), [(vec![0, 1, 2, 2], vec![3])]);
}

#[test]
fn a_box_shows_where_matches_end() {
    assert_eq!(readings("CDL* E([(true;true)*](zero or two));"), [(Vec::new(), vec![0, 2])]);
    assert_eq!(readings("CDL* E([one]false);"), [(Vec::new(), Vec::new())]);
}
