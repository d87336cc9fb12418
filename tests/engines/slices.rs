//! Slices: what is left of a model without what formulas do not depend on has the verdicts of the whole.
//!
//! Expected verdicts come from the oracle on the whole, or from the model to which variables were added that change at
//! random and that nobody looks at.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use qmas::engine::Terms;
use qmas::ir::VarId;
use qmas::load::{Strictness, load};
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::Backing;
use qmas::slice::{Dependences, restricted};
use qmas::witness::{EvidenceFile, prepared, replay, replay_within};
use qmas::{Model, Verdict};

use crate::common::effort;
use crate::common::oracle::Oracle;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};

const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 200 };

fn drawn(seed: u64, logic: Logic) -> RandomModel {
    let wishes = if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    draw(seed, wishes, logic, 6)
}

/// The states of a model with some of their values.
fn states(oracle: &Oracle<'_>, variables: &[VarId]) -> BTreeSet<Vec<i64>> {
    let space = oracle.space();
    (0..space.len()).map(|number| variables.iter().map(|&id| space.state(number).get(id)).collect()).collect()
}

/// The slice for each formula has the verdict of the whole, and its reachable states with the other values forgotten.
/// How many slices leave something out.
fn slices_agree(drawn: &RandomModel) -> Result<usize, String> {
    let model = loaded(drawn)?;
    let mut whole = Oracle::new(&model, &Terms::default()).map_err(|reason| reason.to_string())?;
    let mut dependences = Dependences::new(&model.system);
    let mut smaller = 0;
    for (number, &specification) in model.specifications.iter().enumerate() {
        let cone = dependences.cone(&model, [specification.formula]);
        let slice = restricted(&model, &cone);
        smaller += usize::from(slice.left_out > 0);
        let mut part = Oracle::new(&slice.model, &Terms::default()).map_err(|reason| reason.to_string())?;
        let (expected, found) = (whole.check(specification), part.check(specification));
        if expected != found {
            return Err(format!("formula {}: {expected:?}, on the slice {found:?}", number + 1));
        }
        let own: Vec<VarId> = slice.model.system.var_ids().collect();
        if states(&whole, &cone.variables) != states(&part, &own) {
            return Err(format!("formula {}: the slice has other states", number + 1));
        }
    }
    Ok(smaller)
}

fn agree(seeds: Range<u64>, logic: Logic) {
    let smaller = Cell::new(0);
    forall(
        seeds.clone(),
        |seed| drawn(seed, logic),
        |model| {
            smaller.set(smaller.get() + slices_agree(model)?);
            Ok(())
        },
    );
    let least = (seeds.end - seeds.start) / 4;
    assert!(
        smaller.get() > effort::share(usize::try_from(least).unwrap(), seeds),
        "{} leave something out",
        smaller.get()
    );
}

#[test]
fn branching_time() {
    agree(210_000..211_000, Logic::Ctl);
}

#[test]
fn strategies() {
    agree(212_000..212_600, Logic::Atl);
}

#[test]
fn paths() {
    agree(213_000..213_300, Logic::Ltl);
    agree(214_000..214_300, Logic::CtlStar);
    agree(215_000..215_300, Logic::CdlStar);
}

/// The text of a model, with an agent more whose variables change at random.
fn noisy(model: &RandomModel, free: bool) -> String {
    let (mut noise, mut init) = ("Agent Noise\n  Vars:\n".to_owned(), String::new());
    for number in 0..30 {
        let _ = writeln!(noise, "    n{number}: boolean;");
        let _ = write!(init, "Noise.n{number}=false and ");
    }
    noise += "  end Vars\n  Actions = {a, b};\n  Protocol:\n    n3=true: {a};\n    Other: {a, b};\n  end Protocol\n  Evolution:\n";
    for number in 0..30 {
        let _ =
            writeln!(noise, "    n{number}=true if Action=a;\n    n{number}=n{} if Action=b;", (number * 7 + 1) % 30);
    }
    noise += "  end Evolution\nend Agent\nEvaluation\n";
    let text = model.to_string().replacen("Evaluation\n", &noise, 1);
    let (before, after) = text.split_once("InitStates\n").expect("every model has one");
    let (condition, rest) = after.split_once(";\nend InitStates").expect("it ends");
    let init = if free { String::new() } else { init };
    format!("{before}InitStates\n  {init}({condition});\nend InitStates{rest}")
}

/// Verdicts of the noisy model are those of the model, evidence leaves the noise out and can be executed, also from a file.
fn noise_changes_nothing(drawn: &RandomModel, engine: EngineChoice, shown: &Cell<usize>) -> Result<(), String> {
    let quiet = loaded(drawn)?;
    let mut oracle = Oracle::new(&quiet, &Terms::default()).map_err(|reason| reason.to_string())?;
    let free = drawn.atoms.len().is_multiple_of(2);
    let loud = load(&noisy(drawn, free), Strictness::Lenient);
    let loud = prepared(&loud.model.ok_or_else(|| format!("{:?}", loud.diagnostics))?);
    let options = Options { engine, evidence: Shows::Everything, vacuity: true, ..Options::default() };
    let checked = qmas::check(&loud, &options);
    for (number, (&specification, outcome)) in quiet.specifications.iter().zip(&checked.outcomes).enumerate() {
        let about = |what: String| format!("formula {}: {what}", number + 1);
        let expected = oracle.check(specification);
        if outcome.verdict != expected {
            return Err(about(format!("{expected:?}, with noise {:?}", outcome.verdict)));
        }
        match &outcome.backing {
            Backing::Evidence { evidence, unknowing, .. } => {
                let specification = loud.specifications[number];
                replay(evidence, &loud, specification).map_err(|mismatch| about(mismatch.to_string()))?;
                let slice = evidence.slice.as_ref().ok_or_else(|| about("noise is shown".to_owned()))?;
                if slice.left_out < 30 {
                    return Err(about("some noise is shown".to_owned()));
                }
                let file = EvidenceFile::new(evidence, unknowing, &loud, specification);
                let again = file.evidence(&loud, specification).map_err(|error| about(error.to_string()))?;
                replay_within(&again, &loud, specification, 1_000).map_err(|mismatch| about(mismatch.to_string()))?;
                file.says_what_follows(&again, &loud, specification).map_err(|error| about(error.to_string()))?;
                shown.set(shown.get() + 1);
            }
            Backing::Broken { mismatch, .. } => return Err(about(mismatch.to_string())),
            Backing::Nothing | Backing::Missing(_) | Backing::LeftOut => {}
        }
    }
    Ok(())
}

fn noise(seeds: Range<u64>, logic: Logic, engine: EngineChoice) {
    let shown = Cell::new(0);
    forall(seeds.clone(), |seed| drawn(seed, logic), |model| noise_changes_nothing(model, engine, &shown));
    let least = usize::try_from(seeds.end - seeds.start).unwrap();
    assert!(shown.get() > effort::share(least, seeds), "evidence for {} formulas only", shown.get());
}

#[test]
fn noise_in_branching_time() {
    noise(216_000..216_150, Logic::Ctl, EngineChoice::Auto);
    noise(217_000..217_050, Logic::Ctl, EngineChoice::Explicit);
    noise(218_000..218_050, Logic::Ctl, EngineChoice::Bdd);
}

#[test]
fn noise_in_other_logics() {
    noise(219_000..219_050, Logic::Atl, EngineChoice::Auto);
    noise(220_000..220_050, Logic::Ltl, EngineChoice::Auto);
}

/// A clock that nobody looks at, and 20 Booleans that change at random.
fn with_clock(protocol: &str, evolution: &str) -> Model {
    let (mut variables, mut lines) = (String::new(), String::new());
    for number in 0..20 {
        let _ = write!(variables, " n{number}: boolean;");
        let _ = write!(lines, " n{number}=true if Action=t; n{number}=false if Action=t;");
    }
    let text = format!(
        "Semantics=SingleAssignment;
         Agent Clock Vars: c: 0..2;{variables} end Vars Actions = {{t, u}}; Protocol: {protocol} end Protocol
         Evolution: {evolution}{lines} end Evolution end Agent
         Agent Lamp Vars: on: boolean; end Vars Actions = {{s}}; Protocol: Other: {{s}}; end Protocol
         Evolution: on=true if on=false; on=false if on=true; end Evolution end Agent
         Evaluation lit if Lamp.on=true; end Evaluation
         InitStates Clock.c=0 and Lamp.on=false; end InitStates
         Formulae AG EX lit or AG EF lit; EG !lit; AG AF lit; AX AX EX true; end Formulae"
    );
    let loaded = load(&text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// The verdicts and how many variables the union of all cones leaves out.
fn verdicts(model: &Model) -> (Vec<Verdict>, usize) {
    let cone = Dependences::new(&model.system).cone(model, model.specifications.iter().map(|one| one.formula));
    let checked = qmas::check(model, &Options::default());
    (checked.outcomes.into_iter().map(|outcome| outcome.verdict).collect(), cone.left_out(&model.system))
}

/// A clock can stop everybody: by having no action, or no next value. Then it matters to every formula.
#[test]
fn who_may_stop_the_system_matters() {
    let [holds, fails] = [Verdict::Holds, Verdict::Fails];
    // It goes round and round: the lamp goes on and off forever.
    let forever = [&holds, &fails, &holds, &holds].map(Clone::clone).to_vec();
    assert_eq!(verdicts(&with_clock("Other: {t};", "c=c+1 if c<2; c=0 if c=2;")), (forever.clone(), 21));
    let lines = "c=0: {t}; c=1: {t}; c=2: {t};";
    assert_eq!(verdicts(&with_clock(lines, "c=c+1 if c<2; c=0 if c=2;")), (forever.clone(), 21));
    // After two steps, with the lamp off, there is no way on.
    let stopped = [&fails, &fails, &holds, &fails].map(Clone::clone).to_vec();
    assert_eq!(verdicts(&with_clock("c<2: {t};", "c=c+1 if c<2;")), (stopped.clone(), 20));
    assert_eq!(verdicts(&with_clock("Other: {t};", "c=c+1 if Action=t;")), (stopped, 20));
    // What the protocol does not allow does not happen: this clock stands still in the end, and stops nobody.
    assert_eq!(verdicts(&with_clock("c<2: {t}; Other: {u};", "c=c+1 if Action=t;")), (forever, 21));
}
