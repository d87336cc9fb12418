//! Questions about path formulas as files: the embedded expansion, DepQBF on the file and trying everything on the file
//! have the same answer, none of which is wrong, and every variable is explained.

use std::cell::Cell;

use qmas::bounded::Question;
use qmas::engine::{Terms, Traces, Verdict};
use qmas::export::{QuestionFormat, bounded_question, question};
use qmas::options::Options;
use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::{Answer, ExpansionOptions};

use crate::common::oracle::Oracle;
use crate::common::random::{FormulaShape, Logic, Prng, RandomModel, forall, loaded, random_formula};
use crate::common::skipped::installed;
use crate::export::reader::{read, truth};
use crate::export::tools::depqbf;
use crate::export::{QUESTIONS, options};

/// Choices that trying everything may take.
const CHOICES: usize = 100_000;

fn drawn(seed: u64, logic: Logic) -> RandomModel {
    let model = RandomModel::tiny(seed);
    let mut prng = Prng::new(!seed);
    let formulas = (0..3).map(|_| random_formula(&mut prng, &model, FormulaShape::of(logic, 2)).spec(logic)).collect();
    model.with_formulas(formulas)
}

/// What kinds of variables there are: those of systems, codes of automata, claims.
fn kinds(text: &str) -> [usize; 3] {
    let mut kinds = [0; 3];
    for (number, name) in &read(text).names {
        let [_, "frame", frame, what] = name.split(' ').collect::<Vec<_>>()[..] else { panic!("{number} = {name}") };
        assert!(frame.parse::<usize>().is_ok(), "{name}");
        let kind = match what.split_once('[') {
            Some(("automaton", _)) => 1,
            Some(("claim", _)) => 2,
            _ => 0,
        };
        kinds[kind] += 1;
    }
    kinds
}

#[test]
#[expect(clippy::print_stderr, reason = "what was compared is for the reader of the test")]
fn three_ways_to_answer() {
    let ask_depqbf = installed("depqbf");
    let (tried, named) = (Cell::new([0; 2]), Cell::new([0; 3]));
    let groups = [(Logic::Ltl, Traces::Infinite), (Logic::CtlStar, Traces::Infinite), (Logic::CdlStar, Traces::Finite)];
    for (number, (logic, traces)) in (0..).zip(groups) {
        let options = Options { whole_system: true, traces, ..options() };
        let compare = |drawn: &RandomModel| {
            let model = loaded(drawn)?;
            let terms = Terms { traces, ..Terms::default() };
            let mut oracle = Oracle::new(&model, &terms).map_err(|reason| reason.to_string())?;
            for (&specification, bound) in model.specifications.iter().zip([1, 2, 2]) {
                let right = oracle.check(specification);
                for asked in QUESTIONS {
                    let posed = bounded_question(&model, (specification, asked), bound, &options);
                    let posed = posed.map_err(|reason| reason.to_string())?;
                    let ours = solve(&posed.circuit, &posed.qbf, &[], &ExpansionOptions::default(), &SatChoice::Auto);
                    let ours = match ours.answer {
                        Answer::True(_) => true,
                        Answer::False(_) => false,
                        Answer::Unknown(stop) => return Err(format!("expansion: {stop}")),
                    };
                    let how = (QuestionFormat::Qdimacs, "a random model");
                    let written = question(&model, (specification, asked), bound, how, &options);
                    let written = written.map_err(|reason| reason.to_string())?.text;
                    let file = truth(&read(&written), CHOICES);
                    let theirs = if ask_depqbf { depqbf(&written)? } else { ours };
                    let wrong = ours && (right == Verdict::Holds) != (asked == Question::Prove);
                    if wrong || [file.unwrap_or(ours), theirs] != [ours; 2] {
                        let said =
                            format!("expansion {ours}, the file {file:?}, DepQBF {theirs}, the oracle {right:?}");
                        return Err(format!("{asked:?} at bound {bound}: {said}"));
                    }
                    let mut counts = tried.get();
                    counts[usize::from(ours)] += usize::from(file.is_some());
                    tried.set(counts);
                    let (mut all, found) = (named.get(), kinds(&written));
                    all.iter_mut().zip(found).for_each(|(all, found)| *all += found);
                    named.set(all);
                }
            }
            Ok(())
        };
        let seeds = 30_000 + number * 1_000..30_060 + number * 1_000;
        forall(seeds, |seed| drawn(seed, logic), compare);
    }
    eprintln!("tried: {:?}, names: {:?}", tried.get(), named.get());
    assert!(tried.get().iter().all(|&count| count > 100), "{:?}", tried.get());
    assert!(named.get().iter().all(|&count| count > 20), "{:?}", named.get());
}
