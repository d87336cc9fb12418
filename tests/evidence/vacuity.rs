//! Formulas that hold for an empty reason are said to; others are not.

use std::num::NonZeroUsize;
use std::sync::Arc;

use qmas::Model;
use qmas::bounded::BoundedOptions;
use qmas::engine::Verdict;
use qmas::load::{Strictness, load};
use qmas::options::{AutoOptions, EngineChoice, Options, Shows};
use qmas::outcome::{Backing, Checked, Outcome, Vacuity};
use qmas::portfolio::check_with;
use qmas::witness::{Evidence, Missing, Unknowing};

use crate::library;

const ENGINES: [EngineChoice; 4] =
    [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd, EngineChoice::Bounded];

fn loaded(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    loaded.model.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

const MODEL: &str = "
Agent Environment
  Vars: hidden: boolean; end Vars
  Actions = { flip, keep };
  Protocol: Other: { flip, keep }; end Protocol
  Evolution: hidden = ~hidden if Action = flip; end Evolution
end Agent
Agent Seer
  Lobsvars = { hidden };
  Vars: steps: 0..2; end Vars
  Actions = { go };
  Protocol: Other: { go }; end Protocol
  Evolution: steps = steps + 1 if steps < 2; end Evolution
end Agent
Agent Blind
  Vars: dummy: boolean; end Vars
  Actions = { none };
  Protocol: Other: { none }; end Protocol
  Evolution: dummy = false if Action = none; end Evolution
end Agent
Evaluation
  never if Seer.steps < 0 + 0 and Seer.steps > 1;
  early if Seer.steps < 2;
  late if Seer.steps = 2;
  dark if Environment.hidden = true;
end Evaluation
InitStates
  Seer.steps = 0 and Environment.hidden = false and Blind.dummy = false;
end InitStates
Formulae
  AG(never -> K(Blind, late));
  AG(late -> AF late);
  AG(dark -> K(Seer, dark));
  AG(dark -> !K(Blind, dark));
  AG((early and late) -> EF never);
end Formulae
";

fn checked(engine: EngineChoice) -> Checked {
    check_with(&loaded(MODEL), engine, &Options { vacuity: true, ..Options::default() })
}

#[test]
fn empty_reasons_are_found_and_no_others() {
    for engine in ENGINES {
        let checked = checked(engine);
        let of = |number: usize| {
            let outcome = &checked.outcomes[number - 1];
            assert_eq!(outcome.verdict, Verdict::Holds, "{engine:?}, formula {number}");
            let antecedent = outcome.vacuity.iter().any(|reason| matches!(reason, Vacuity::Antecedent(_)));
            let knowledge = outcome.vacuity.iter().any(|reason| matches!(reason, Vacuity::Knowledge(_)));
            (antecedent, knowledge)
        };
        // `never` is false everywhere; Blind sees little.
        assert_eq!(of(1), (true, false), "{engine:?}");
        assert_eq!(of(2), (false, false), "{engine:?}");
        // The Seer sees everything but Blind's variable, which never changes.
        assert_eq!(of(3), (false, true), "{engine:?}");
        assert_eq!(of(4), (false, false), "{engine:?}");
        assert_eq!(of(5), (true, false), "{engine:?}");
    }
}

/// A counter that stops: all its paths end.
#[test]
fn formulas_about_paths_that_are_not_there() {
    let text = "Agent C Vars: x: 0..2; end Vars Actions = { up }; Protocol: x < 2: { up }; end Protocol
        Evolution: x = x + 1 if Action = up; end Evolution end Agent
        Evaluation p if C.x = 1; end Evaluation InitStates C.x = 0; end InitStates
        Formulae LTL G p; AF p; end Formulae";
    let model = load(text, Strictness::Lenient).model.expect("it is right");
    for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
        let checked = check_with(&model, engine, &Options { vacuity: true, ..Options::default() });
        assert_eq!(checked.outcomes[0].verdict, Verdict::Holds);
        assert_eq!(checked.outcomes[0].vacuity, [Vacuity::NoPath]);
        assert!(checked.outcomes[1].vacuity.is_empty());
    }
}

/// Where the left side of an implication is true, that is shown, on request.
#[test]
fn interesting_cases_are_shown() {
    let model = loaded(MODEL);
    let options = Options { vacuity: true, evidence: Shows::Everything, ..Options::default() };
    for engine in ENGINES {
        let checked = check_with(&model, engine, &options);
        // `never -> …` has no such case, `late -> …` has one two steps away.
        assert!(checked.outcomes[0].interesting.is_empty(), "{engine:?}");
        let case = &checked.outcomes[1].interesting[0];
        assert_eq!(case.evidence.length(), Some(2), "{engine:?}");
    }
}

/// What a report says of a formula besides its verdict, time and engine.
#[derive(Debug, PartialEq)]
struct Said {
    vacuity: Vec<Vacuity>,
    /// Why there is no evidence, if that was said.
    missing: Option<String>,
    evidence: Option<Arc<Evidence>>,
    unknowing: Vec<(usize, Unknowing)>,
    interesting: Vec<Arc<Evidence>>,
}

fn said(checked: Checked) -> Vec<Said> {
    let said = |outcome: Outcome| {
        let (missing, evidence, unknowing) = match outcome.backing {
            Backing::Nothing | Backing::LeftOut => (None, None, Vec::new()),
            Backing::Missing(reason) => (Some(reason), None, Vec::new()),
            Backing::Evidence { evidence, unknowing, .. } => (None, Some(evidence), unknowing),
            broken @ Backing::Broken { .. } => panic!("{broken:?}"),
        };
        let interesting = outcome.interesting.into_iter().map(|case| case.evidence).collect();
        Said { vacuity: outcome.vacuity, missing, evidence, unknowing, interesting }
    };
    checked.outcomes.into_iter().map(said).collect()
}

/// Whoever was first: with one thread that is the BDD engine, with two it is a matter of chance.
#[test]
fn evidence_and_remarks_do_not_depend_on_who_was_first() {
    let failing = "AG !dark; AF late; K(Blind, early); AG(early -> K(Seer, late)); EF(dark and K(Blind, dark));
        AG((early and dark) -> !K(Blind, dark)); EF (late and dark); end Formulae";
    let model = loaded(&MODEL.replace("end Formulae", failing));
    let auto = |jobs, few_states| {
        let auto = AutoOptions { jobs: NonZeroUsize::new(jobs), few_states };
        let options = Options { vacuity: true, evidence: Shows::Everything, auto, ..Options::default() };
        said(check_with(&model, EngineChoice::Auto, &options))
    };
    let turns = auto(1, 0);
    assert!(turns.iter().any(|said| said.evidence.is_some()) && turns.iter().any(|said| !said.vacuity.is_empty()));
    for _ in 0..10 {
        assert_eq!(auto(2, 0), turns);
    }
    // Listed states: the rival of enumeration may answer as well.
    let listed = auto(1, 20_000);
    for _ in 0..10 {
        assert_eq!(auto(2, 20_000), listed);
    }
}

/// Where one thread works, diagrams are made anew for evidence; where two race, those of the race are used if they are at
/// hand. Both are the same, on every model of the library.
#[test]
fn diagrams_at_hand_show_what_new_ones_show() {
    let mut shown = 0;
    for model in qmas_models::models() {
        let loaded = library::loaded(&model);
        let on = |jobs| {
            let auto = AutoOptions { jobs: NonZeroUsize::new(jobs), few_states: 0 };
            let options = Options { vacuity: true, auto, ..library::options(&model) };
            said(check_with(&loaded, EngineChoice::Auto, &options))
        };
        let turns = on(1);
        shown += turns.iter().filter(|said| said.evidence.is_some()).count();
        assert_eq!(on(2), turns, "{}", model.name);
    }
    assert!(shown > 50, "only {shown} formulas");
}

/// What a group knows means little only if all its members see everything, or together for distributed knowledge.
#[test]
fn one_member_who_sees_all_is_not_the_group() {
    let formulas = "!GCK(g, early); !GK(g, dark); !DK(g, dark); !GK(seers, dark); !K(Seer, dark);";
    let groups = "Groups g = { Seer, Blind }; seers = { Seer, Twin }; end Groups";
    let other = "Agent Twin Lobsvars = { hidden }; Vars: mine: 0..2; end Vars Actions = { go };
        Protocol: Other: { go }; end Protocol Evolution: mine = mine + 1 if mine < 2; end Evolution end Agent";
    let (head, _) = MODEL.split_once("Formulae").expect("there are formulas");
    let text = head.replace("Evaluation\n  never", &format!("{other}\nEvaluation\n  never"));
    let text = text.replace("Blind.dummy = false;", "Blind.dummy = false and Twin.mine = 0;");
    let model = loaded(&format!("{text} {groups} Formulae {formulas} end Formulae"));
    for engine in ENGINES {
        let checked = check_with(&model, engine, &Options { vacuity: true, ..Options::default() });
        let of = |number: usize| {
            let outcome = &checked.outcomes[number - 1];
            assert_eq!(outcome.verdict, Verdict::Holds, "{engine:?}, formula {number}");
            let sizes = outcome.vacuity.iter().map(|reason| match reason {
                Vacuity::Knowledge(relations) => relations.iter().map(Vec::len).collect(),
                other => panic!("{other:?}"),
            });
            sizes.collect::<Vec<Vec<usize>>>()
        };
        assert_eq!([of(1), of(2)], [Vec::<Vec<usize>>::new(), Vec::new()], "{engine:?}: Blind does not see all");
        assert_eq!(of(3), [[2]], "{engine:?}: together they do");
        assert_eq!(of(4), [[1, 1]], "{engine:?}: each does");
        assert_eq!(of(5), [[1]], "{engine:?}");
    }
}

/// Nothing satisfies the Fairness section: one remark, whatever the formula says, and no evidence.
#[test]
fn no_fair_path() {
    let (head, formulas) = MODEL.split_once("Formulae").expect("there are formulas");
    let fairness = "Fairness never; end Fairness Formulae EF dark; AG !early; LTL G late;";
    let model = loaded(&format!("{head} {fairness} {formulas}"));
    let options = Options { vacuity: true, evidence: Shows::Everything, ..Options::default() };
    for engine in [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd] {
        for outcome in check_with(&model, engine, &options).outcomes {
            assert_eq!(outcome.verdict, Verdict::Holds, "{engine:?}");
            assert_eq!(outcome.vacuity, [Vacuity::NoFairPath], "{engine:?}");
            assert!(matches!(outcome.backing, Backing::Nothing), "{engine:?}: {:?}", outcome.backing);
            assert!(outcome.interesting.is_empty(), "{engine:?}");
        }
    }
}

/// Runs of three steps are asked for, and all end after two.
#[test]
fn a_bound_that_no_run_reaches() {
    let text = "Agent C Vars: x: 0..2; end Vars Actions = { up }; Protocol: x < 2: { up }; end Protocol
        Evolution: x = x + 1 if Action = up; end Evolution end Agent
        Evaluation p if C.x = 1; end Evaluation InitStates C.x = 0; end InitStates
        Formulae AG (p -> p); EF p; end Formulae";
    let model = loaded(text);
    for (start, expected) in [(1, vec![]), (2, vec![]), (3, vec![Vacuity::NoRun(3)])] {
        let bounded = BoundedOptions { start, ..BoundedOptions::default() };
        let checked =
            check_with(&model, EngineChoice::Bounded, &Options { vacuity: true, bounded, ..Options::default() });
        for outcome in &checked.outcomes {
            assert_eq!((&outcome.verdict, outcome.bound), (&Verdict::Holds, Some(start)));
            assert_eq!(outcome.vacuity, expected, "{start}");
        }
    }
}

/// A solver shows some states; what would have to be seen depends on all of them.
#[test]
fn what_would_be_enough_is_said_whoever_answered() {
    let (head, _) = MODEL.split_once("Formulae").expect("there are formulas");
    let model = loaded(&format!("{head} Formulae AG(dark -> K(Blind, dark)); end Formulae"));
    let options = Options { evidence: Shows::Failures, ..Options::default() };
    for engine in ENGINES {
        let checked = check_with(&model, engine, &options);
        let Backing::Evidence { unknowing, .. } = &checked.outcomes[0].backing else {
            panic!("{engine:?}: {:?}", checked.outcomes[0].backing)
        };
        let missing: Vec<_> = unknowing.iter().map(|(_, why)| &why.missing).collect();
        assert!(matches!(missing.as_slice(), [Missing::Variables { smallest: true, .. }]), "{engine:?}: {missing:?}");
    }
}
