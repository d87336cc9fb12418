//! Four answers to the same question: the embedded expansion, DepQBF on the file, trying everything on the file, and the
//! bounded semantics on plain states. None may disagree, and none may be missing.

use std::cell::Cell;

use qmas::bounded::Question;
use qmas::export::{QuestionFormat, bounded_question, question};
use qmas::options::Options;
use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::{Answer, ExpansionOptions};

use crate::common::effort;
use crate::common::random::{
    BinaryTemporal, Formula, FormulaShape, Knowledge, Logic, Prng, Quantifier, RandomModel, Temporal, UnaryTemporal,
    forall, loaded, random_formula,
};
use crate::common::skipped::installed;
use crate::export::bounded_semantics::Bounded;
use crate::export::reader::{read, truth};
use crate::export::tools::depqbf;
use crate::export::{QUESTIONS, options};

/// Choices that trying everything may take; hardly anything that is drawn needs more.
const CHOICES: usize = 300_000;

/// Tiny systems with a formula of any shape and two whose quantifiers alternate: at larger bounds, of fewer operators.
pub(crate) fn tiny(seed: u64, bound: usize) -> RandomModel {
    let model = RandomModel::tiny(seed);
    let mut prng = Prng::new(!seed);
    let depth = prng.between(1, 4 - bound);
    let any = random_formula(&mut prng, &model, FormulaShape::of(Logic::Ctl, depth));
    let length = if bound == 1 { prng.between(2, 4) } else { 2 };
    let formulas = [any, alternating(&mut prng, &model, length), alternating(&mut prng, &model, length)];
    model.with_formulas(formulas.into_iter().map(|formula| formula.spec(Logic::Ctl)).collect())
}

/// So many operators above each other, existential and universal in turn, with something plain beside some of them.
fn alternating(prng: &mut Prng, model: &RandomModel, length: usize) -> Formula {
    let plain = |prng: &mut Prng| random_formula(prng, model, FormulaShape::of(Logic::Ctl, 0));
    let mut exists = prng.chance(50);
    let mut formula = plain(prng);
    for _ in 0..length {
        let beside = plain(prng);
        formula = match prng.below(4) {
            0 => formula.and(beside.clone()),
            1 => formula.or(beside.clone()),
            _ => formula,
        };
        let quantifier = if exists { Quantifier::Exists } else { Quantifier::Forall };
        let group = prng.pick(&model.groups).id;
        let agent = *prng.pick(&model.agent_ids());
        let knowledge = match prng.below(5) {
            0 | 1 => Knowledge::Agent(agent),
            2 => Knowledge::Everyone(group),
            3 => Knowledge::Distributed(group),
            _ => Knowledge::Common(group),
        };
        formula = match prng.below(8) {
            0..3 if exists => formula.not().knows(knowledge).not(),
            0..3 => formula.knows(knowledge),
            3 => Formula::Branching(quantifier, Temporal::unary(UnaryTemporal::Next, formula)),
            4 => Formula::Branching(quantifier, Temporal::unary(UnaryTemporal::Finally, formula)),
            5 => Formula::Branching(quantifier, Temporal::unary(UnaryTemporal::Globally, formula)),
            6 => Formula::Branching(quantifier, Temporal::binary(BinaryTemporal::Until, beside, formula)),
            _ => Formula::Branching(quantifier, Temporal::binary(BinaryTemporal::Release, formula, beside)),
        };
        exists = !exists;
    }
    formula
}

/// Tiny systems with two formulas of ATL: one of any shape, and strategies of groups above each other.
fn tiny_games(seed: u64, bound: usize) -> RandomModel {
    let model = RandomModel::tiny(seed);
    let mut prng = Prng::new(!seed);
    let any = random_formula(&mut prng, &model, FormulaShape::of(Logic::Atl, if bound == 1 { 3 } else { 2 }));
    let plain = |prng: &mut Prng| random_formula(prng, &model, FormulaShape::of(Logic::Atl, 0));
    let mut games = plain(&mut prng);
    for _ in 0..if bound < 3 { 2 } else { 1 } {
        let group = prng.pick(&model.groups).id;
        let operator = match prng.below(4) {
            0 => Temporal::unary(UnaryTemporal::Next, games),
            1 => Temporal::unary(UnaryTemporal::Finally, games),
            2 => Temporal::unary(UnaryTemporal::Globally, games),
            _ => Temporal::binary(BinaryTemporal::Until, plain(&mut prng), games),
        };
        games = Formula::Strategic(group, operator);
        if prng.chance(40) {
            games = games.not();
        }
    }
    model.with_formulas([any, games].into_iter().map(|formula| formula.spec(Logic::Atl)).collect())
}

/// What was seen: questions too large to try everything; of the others, answers no and yes, alternations 0, 1, 2, more.
#[derive(Debug, Clone, Copy, Default)]
struct Seen {
    large: usize,
    answers: [usize; 2],
    alternations: [usize; 4],
}

fn compare(drawn: &RandomModel, bound: usize, seen: &Cell<Seen>, ask_depqbf: bool) -> Result<(), String> {
    let model = loaded(drawn)?;
    let reached = drawn.reached(usize::MAX).ok_or("no limit")?;
    let semantics = Bounded { model: drawn, reached: &reached, bound };
    // The definitions speak of the whole system.
    let options = Options { whole_system: true, ..options() };
    for (&specification, formula) in model.specifications.iter().zip(&drawn.formulas) {
        for asked in QUESTIONS {
            let expected = match asked {
                Question::Prove => semantics.proves(&formula.formula),
                Question::Refute => semantics.refutes(&formula.formula),
            };
            let posed = bounded_question(&model, (specification, asked), bound, &options);
            let posed = posed.map_err(|reason| reason.to_string())?;
            let expansion = solve(&posed.circuit, &posed.qbf, &[], &ExpansionOptions::default(), &SatChoice::Auto);
            let expansion = match expansion.answer {
                Answer::True(_) => true,
                Answer::False(_) => false,
                Answer::Unknown(stop) => return Err(format!("expansion: {stop}")),
            };
            let how = (QuestionFormat::Qdimacs, "a random model");
            let written = question(&model, (specification, asked), bound, how, &options);
            let written = written.map_err(|reason| reason.to_string())?;
            let file = read(&written.text);
            let tried = truth(&file, CHOICES);
            let theirs = if ask_depqbf { depqbf(&written.text)? } else { expected };
            if [expansion, tried.unwrap_or(expected), theirs] != [expected; 3] {
                return Err(format!(
                    "{asked:?} at bound {bound}: the semantics says {expected}, expansion {expansion}, \
                     the file {tried:?}, DepQBF {theirs}"
                ));
            }
            let mut counts = seen.get();
            if tried.is_none() {
                counts.large += 1;
                seen.set(counts);
                continue;
            }
            counts.answers[usize::from(expected)] += 1;
            counts.alternations[posed.qbf.prefix.len().saturating_sub(1).min(3)] += 1;
            seen.set(counts);
        }
    }
    Ok(())
}

#[test]
#[expect(clippy::print_stderr, reason = "what was compared is for the reader of the test")]
fn four_ways_to_answer() {
    let ask_depqbf = installed("depqbf");
    let seen = Cell::new(Seen::default());
    for (seeds, bound) in [(0..130, 1), (10_000..10_130, 2), (20_000..20_130, 3)] {
        forall(seeds, |seed| tiny(seed, bound), |drawn| compare(drawn, bound, &seen, ask_depqbf));
    }
    let seen = seen.get();
    eprintln!("compared: {seen:?}");
    let compared: usize = seen.answers.iter().sum();
    let least = |often| effort::share(often, 0..130);
    assert!(compared >= least(2_000) && seen.large * 500 <= compared, "{seen:?}");
    assert!(seen.answers.iter().all(|&count| count > least(400)), "{seen:?}");
    assert!(seen.alternations.iter().all(|&count| count > least(30)), "{seen:?}");
}

#[test]
#[expect(clippy::print_stderr, reason = "what was compared is for the reader of the test")]
fn four_ways_to_answer_about_strategies() {
    let ask_depqbf = installed("depqbf");
    let seen = Cell::new(Seen::default());
    for (seeds, bound) in [(30_000..30_130, 1), (40_000..40_130, 2), (50_000..50_130, 3)] {
        forall(seeds, |seed| tiny_games(seed, bound), |drawn| compare(drawn, bound, &seen, ask_depqbf));
    }
    let seen = seen.get();
    eprintln!("compared: {seen:?}");
    let compared: usize = seen.answers.iter().sum();
    let least = |often| effort::share(often, 0..130);
    assert!(compared >= least(1_000), "{seen:?}");
    assert!(seen.answers.iter().all(|&count| count > least(200)), "{seen:?}");
    assert!(seen.alternations.iter().all(|&count| count > least(20)), "{seen:?}");
}

/// Every variable of the prefix is explained by a path, a frame, and an agent's bit of a variable, action or choice.
#[test]
fn comments_explain_every_variable() {
    let mut kinds = [0; 4];
    for drawn in (0..300).flat_map(|seed| [tiny(seed, 2), tiny_games(seed, 2)]) {
        let model = loaded(&drawn).expect("what is drawn is accepted");
        for (&specification, asked) in model.specifications.iter().zip(QUESTIONS) {
            let how = (QuestionFormat::Qdimacs, "a random model");
            let written = question(&model, (specification, asked), 2, how, &options()).expect("it is CTLK or ATL");
            for (number, name) in &read(&written.text).names {
                let words: Vec<&str> = name.split(' ').collect();
                let [path, "frame", frame, what] = words[..] else { panic!("{number} = {name}") };
                assert!(path.starts_with(asked.name()) && frame.parse::<usize>().is_ok_and(|frame| frame < 3));
                if what == "stop" {
                    kinds[0] += 1;
                    continue;
                }
                let (place, bit) = what.strip_suffix(']').and_then(|what| what.split_once('[')).expect("a bit");
                assert!(bit.parse::<usize>().is_ok(), "{name}");
                let mut parts = place.split('.');
                let agent = parts.next().and_then(|agent| model.system.agents.iter().find(|a| a.name == agent));
                let agent = agent.unwrap_or_else(|| panic!("{name}: no such agent"));
                let owns = |word: &str| agent.variables.iter().any(|&id| model.system.variable(id).name == word);
                match (parts.next(), parts.next()) {
                    (Some("Action"), None) => kinds[1] += 1,
                    (Some("choice"), None) => kinds[2] += 1,
                    (Some(variable), Some("choice")) if owns(variable) => kinds[2] += 1,
                    (Some(variable), None) if owns(variable) => kinds[3] += 1,
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 10), "{kinds:?}");
}
