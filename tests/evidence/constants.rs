//! What never changes is remarked where a formula makes something of it, and nothing else is: on a model where that can be
//! seen by looking at it, and on drawn systems by the definitions.

use std::cell::Cell;
use std::collections::BTreeSet;

use qmas::Model;
use qmas::load::{Strictness, load};
use qmas::logic::{Formula, FormulaId};
use qmas::options::{EngineChoice, Options};
use qmas::outcome::{Finding, Outcome, Vacuity};
use qmas::portfolio::check_with;
use qmas::report::evidence::emptiness;
use qmas::witness::{Place, atoms, operands};

use crate::common::oracle::Oracle;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use crate::random::{FAIR, on_finite_traces, options};

const ENGINES: [EngineChoice; 4] =
    [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd, EngineChoice::Bounded];

/// A coin that is tossed until it shows heads, next to a wall that stays where it is and a lamp that never burns.
const COIN: &str = "
Agent Environment
  Vars: wall: boolean; lamp: boolean; end Vars
  Actions = { none };
  Protocol: Other: { none }; end Protocol
  Evolution: wall = wall if Action = none; end Evolution
end Agent
Agent Tosser
  Vars: coin: { none, heads, tails }; end Vars
  Actions = { heads, tails, rest };
  Protocol: coin = heads: { rest }; Other: { heads, tails }; end Protocol
  Evolution: coin = heads if Action = heads; coin = tails if Action = tails; end Evolution
end Agent
Evaluation
  wall if Environment.wall = true;
  lamp if Environment.lamp = true;
  heads if Tosser.coin = heads;
  tails if Tosser.coin = tails;
end Evaluation
InitStates
  Environment.wall = true and Environment.lamp = false and Tosser.coin = none;
end InitStates
Groups both = { Environment, Tosser }; end Groups
";

fn coin(formulas: &str) -> Model {
    let loaded = load(&format!("{COIN} Formulae {formulas} end Formulae"), Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// What is said of the first formula, in words, without the first two.
fn said(formula: &str) -> Vec<String> {
    let model = coin(&format!("{formula};"));
    let mut all = BTreeSet::new();
    for engine in ENGINES {
        let checked = check_with(&model, engine, &Options { vacuity: true, ..Options::default() });
        let said: Vec<_> = checked.outcomes[0].vacuity.iter().filter(|reason| is_constant(reason)).cloned().collect();
        all.insert(emptiness(&model, &said));
    }
    assert_eq!(all.len(), 1, "{formula}: engines disagree: {all:?}");
    let words = |line: &str| line.trim().trim_start_matches("says little: ").to_owned();
    all.iter().flat_map(|text| text.lines().map(words)).collect()
}

fn is_constant(reason: &Vacuity) -> bool {
    matches!(reason, Vacuity::Constant { .. })
}

#[test]
fn under_knowledge() {
    for operator in ["K(Tosser, wall)", "GK(both, wall)", "GCK(both, wall)", "DK(both, wall)", "!K(Tosser, wall)"] {
        assert_eq!(
            said(operator),
            ["`wall` is true in every reachable state, so that everybody knows it"],
            "{operator}"
        );
    }
    assert_eq!(said("AG !K(Tosser, lamp)"), ["`lamp` is false in every reachable state, so that nobody knows it"]);
    assert_eq!(said("K(Tosser, !lamp)"), ["`!lamp` is true in every reachable state, so that everybody knows it"]);
    // The coin changes.
    assert!(said("AG(heads -> K(Tosser, heads))").is_empty());
    // One of two things, of which one changes nothing.
    assert_eq!(said("AG !K(Environment, heads and wall)"), ["`wall` is true in every reachable state"]);
    // Once, though it occurs twice.
    assert_eq!(said("K(Tosser, wall) and AG K(Environment, !wall -> heads)").len(), 2);
    assert_eq!(said("K(Tosser, wall) and AG K(Environment, wall)").len(), 1);
}

#[test]
fn under_ef_and_its_like() {
    assert_eq!(said("EF wall"), ["`wall` is true in every reachable state, so that no path is needed to reach it"]);
    assert_eq!(said("CTL* E F wall").len(), 1);
    assert!(said("EF heads").is_empty());
    // That there is no path is the verdict; inside another formula it is not.
    assert!(said("EF lamp").is_empty() && said("!EF lamp").is_empty());
    let lamp = "`lamp` is false in every reachable state, so that no path reaches it";
    assert_eq!(said("AG(tails -> EF lamp)"), [lamp]);
    assert_eq!(said("EF (lamp and heads)"), ["`lamp` is false in every reachable state"]);
    // What invariants say is no remark.
    assert!(said("AG wall").is_empty() && said("AG lamp").is_empty() && said("AF lamp").is_empty());
}

#[test]
fn in_implications() {
    assert_eq!(said("AG(wall -> AF heads)"), ["`wall` is true in every reachable state, so that it is no condition"]);
    let nothing = "so that the implication says nothing";
    assert_eq!(said("AG(heads -> wall)"), [format!("`wall` is true in every reachable state, {nothing}")]);
    // That the left side is never true is said by an empty reason already.
    assert!(said("AG(lamp -> wall)").is_empty());
    let denied =
        "`lamp` is false in every reachable state, so that the implication says only that its left side is false";
    assert_eq!(said("AG(heads -> lamp)"), [denied]);
    assert_eq!(said("LTL G (wall -> F heads)").len(), 1);
    // Written as a constant, it is meant so.
    assert!(said("AG(heads -> true)").is_empty());
}

/// Heads is reached, but after it there are no tails: no fair path.
#[test]
fn with_fairness_only_states_with_a_fair_path_count() {
    let text = format!("{COIN} Fairness tails; end Fairness Formulae K(Tosser, !heads); end Formulae");
    let model = load(&text, Strictness::Lenient).model.expect("it is right");
    for engine in [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd] {
        let checked = check_with(&model, engine, &Options { vacuity: true, ..Options::default() });
        let text = emptiness(&model, &checked.outcomes[0].vacuity);
        assert!(text.contains("`!heads` is true in every reachable state with a fair path"), "{engine:?}: {text}");
    }
}

#[test]
fn nothing_without_the_question() {
    let model = coin("K(Tosser, wall);");
    assert!(check_with(&model, EngineChoice::Auto, &Options::default()).outcomes[0].vacuity.is_empty());
}

/// The remarks of an outcome.
fn constants(outcome: &Outcome) -> Vec<(FormulaId, bool, Place)> {
    let constant = |reason: &Vacuity| match *reason {
        Vacuity::Constant { formula, value, place, .. } => Some((formula, value, place)),
        _ => None,
    };
    outcome.vacuity.iter().filter_map(constant).collect()
}

/// What is remarked is so by the definitions; what is so is remarked, unless it is said otherwise. How many remarks there are.
fn as_defined(drawn: &RandomModel, with: Options) -> Result<usize, String> {
    let (model, mut remarks) = (loaded(drawn)?, 0);
    let with = Options { vacuity: true, ..options(with) };
    let mut oracle = Oracle::new(&model, &with.terms()).map_err(|reason| reason.to_string())?;
    for engine in [EngineChoice::Explicit, EngineChoice::Bdd, EngineChoice::Auto] {
        let checked = check_with(&model, engine, &with);
        if checked.findings.iter().any(|finding| matches!(finding, Finding::NoFairPath | Finding::NoInitialState)) {
            continue;
        }
        for (outcome, specification) in checked.outcomes.iter().zip(&model.specifications) {
            let states = oracle.universe(specification.logic).clone();
            let mut is_always = |formula, value| {
                let asked = qmas::logic::Specification { formula, ..*specification };
                let found = oracle.satisfying_specification(asked).expect("drawn systems are small");
                states.iter().all(|state| found.contains(state) == value)
            };
            let found = constants(outcome);
            remarks += found.len();
            for &(formula, value, _) in &found {
                if !is_always(formula, value) {
                    return Err(format!("{engine:?}: {formula:?} is not always {value}: {found:?}"));
                }
            }
            let said: BTreeSet<FormulaId> =
                found.iter().flat_map(|&(formula, ..)| atoms(&model.formulas, formula)).collect();
            for operand in operands(&model.formulas, specification.formula) {
                let empty = operand.condition.is_some_and(|f| outcome.vacuity.contains(&Vacuity::Antecedent(f)));
                let is_atom = matches!(model.formulas.get(operand.formula), Formula::Atom(_));
                let always = [true, false].into_iter().find(|&value| is_always(operand.formula, value));
                let told = operand.told && always == Some(false);
                if is_atom && always.is_some() && !empty && !told && !said.contains(&operand.formula) {
                    return Err(format!("{engine:?}: nothing is said of {operand:?}, always {always:?}: {found:?}"));
                }
            }
        }
    }
    Ok(remarks)
}

#[test]
fn drawn_systems() {
    let remarks = Cell::new(0);
    let wishes = |seed: u64| if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    let look = |drawn: &RandomModel, options: Options| {
        remarks.set(remarks.get() + as_defined(drawn, options)?);
        Ok(())
    };
    let ctl = |seed| draw(seed, wishes(seed), Logic::Ctl, 8);
    forall(180_000..180_150, ctl, |drawn| look(drawn, Options::default()));
    let ltl = |seed| draw(seed, FAIR, Logic::Ltl, 6);
    forall(181_000..181_050, ltl, |drawn| look(drawn, Options::default()));
    forall(182_000..182_050, ltl, |drawn| look(drawn, on_finite_traces()));
    assert!(remarks.get() > 100, "only {} remarks", remarks.get());
}
