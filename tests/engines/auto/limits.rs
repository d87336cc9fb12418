//! Checks in several threads at once, tokens, limits, and what does not depend on which engine is faster.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use qmas::Model;
use qmas::engine::{Cancel, EngineName, GaveUp, Limits, Memory, Verdict};
use qmas::load::{Strictness, load};
use qmas::options::{AutoOptions, EngineChoice, Options, Shows};
use qmas::outcome::{Backing, Checked};
use qmas::portfolio::{Listener, Told, check_telling};

use crate::auto::library::{family, read};

/// A model whose reachable states have no small diagram, with a formula that needs them.
fn hopeless() -> Model {
    let text = family("backdoor", 40);
    let at = text.find("Formulae").expect("a model has formulas");
    read(&format!("{}Formulae CTL* A(G(light -> A(F authorised))); end Formulae", &text[..at]))
}

fn verdicts(checked: &Checked) -> Vec<Verdict> {
    checked.outcomes.iter().map(|outcome| outcome.verdict.clone()).collect()
}

#[test]
fn two_checks_in_two_threads_at_once() {
    let models = [read(&family("muddy-children", 9)), read(&family("dining-cryptographers", 9))];
    let alone: Vec<Vec<Verdict>> =
        models.iter().map(|model| verdicts(&qmas::check(model, &Options::default()))).collect();
    assert!(alone.iter().flatten().all(|verdict| matches!(verdict, Verdict::Holds | Verdict::Fails)));
    let together: Vec<Vec<Verdict>> = thread::scope(|scope| {
        let check = |model| scope.spawn(move || verdicts(&qmas::check(model, &Options::default())));
        let threads: Vec<_> = models.iter().chain(&models).map(check).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    assert_eq!(together, [alone.clone(), alone].concat());
}

#[test]
fn a_token_ends_one_check_and_not_the_other() {
    let (hopeless, easy) = (hopeless(), read(&family("dining-cryptographers", 9)));
    for engine in [EngineChoice::Auto, EngineChoice::Bdd, EngineChoice::Bounded, EngineChoice::Explicit] {
        let model = if engine == EngineChoice::Bounded { read(&family("go-back-n", 6)) } else { hopeless.clone() };
        let cancel = Cancel::default();
        let limits = Limits { cancel: cancel.clone(), max_states: usize::MAX, ..Limits::default() };
        let options = Options { engine, limits, ..Options::default() };
        let (stopped, finished) = thread::scope(|scope| {
            let long = scope.spawn(|| qmas::check(&model, &options));
            let finished = qmas::check(&easy, &Options::default());
            cancel.cancel();
            (long.join().expect("it does not panic"), finished)
        });
        assert!(verdicts(&finished).iter().all(|verdict| matches!(verdict, Verdict::Holds | Verdict::Fails)));
        let interrupted = Verdict::GaveUp(GaveUp::Interrupted);
        assert!(verdicts(&stopped).contains(&interrupted), "{engine:?}: {:?}", verdicts(&stopped));
    }
}

#[test]
fn a_formula_out_of_time_does_not_take_that_of_the_others() {
    let text = family("backdoor", 40);
    let at = text.find("Formulae").expect("a model has formulas");
    // The second depends on nothing.
    let formulas = "Formulae CTL* A(G(light -> A(F authorised))); AG(true); end Formulae";
    let model = read(&format!("{}{formulas}", &text[..at]));
    let formula_timeout = Some(Duration::from_millis(500));
    let checked = qmas::check(&model, &Options { formula_timeout, ..Options::default() });
    assert_eq!(verdicts(&checked), [Verdict::GaveUp(GaveUp::Time), Verdict::Holds]);
}

#[test]
fn a_deadline_in_the_past() {
    let limits = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    let checked = qmas::check(&hopeless(), &Options { limits, ..Options::default() });
    assert_eq!(verdicts(&checked), [Verdict::GaveUp(GaveUp::Time)]);
}

/// With one thread, engines and bounds are the same every time, not only verdicts. Models that are far from the number of
/// nodes of a turn: near it, the answer is left to when the tables are swept, which happens in a thread of its own.
#[test]
fn one_job_is_deterministic() {
    for (name, n) in [("backdoor", 10), ("muddy-children-hasty", 10), ("dining-cryptographers-forgetful", 8)] {
        let model = read(&family(name, n));
        let auto = AutoOptions { jobs: NonZeroUsize::new(1), few_states: 0 };
        let options = Options { auto, ..Options::default() };
        let report = || {
            let outcomes = qmas::check(&model, &options).outcomes;
            outcomes.into_iter().map(|outcome| (outcome.verdict, outcome.engine, outcome.bound)).collect::<Vec<_>>()
        };
        let first = report();
        assert!(first.iter().all(|(verdict, ..)| matches!(verdict, Verdict::Holds | Verdict::Fails)), "{first:?}");
        assert_eq!(first, report());
    }
}

/// Only the BDD engine answers strategies: no other engine is asked, and few states are enumerated.
#[test]
fn who_answers() {
    let engines = |model: &Model, options: &Options| -> Vec<Option<EngineName>> {
        qmas::check(model, options).outcomes.into_iter().map(|outcome| outcome.engine).collect()
    };
    let few = read(&family("train-controller", 0));
    assert!(engines(&few, &Options::default()).iter().all(|engine| *engine == Some(EngineName::Explicit)));
    let many = read(&family("card-duel", 51));
    let all = engines(&many, &Options::default());
    assert!(all.iter().all(|engine| *engine == Some(EngineName::Bdd)), "{all:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_a_limit() {
    // Less than the tests themselves take: whoever looks stops at once.
    let memory = Memory::at_most(1 << 20).expect("Linux tells");
    for engine in [EngineChoice::Auto, EngineChoice::Bdd, EngineChoice::Explicit] {
        let limits = Limits { memory: memory.clone(), max_states: usize::MAX, ..Limits::default() };
        let checked = qmas::check(&hopeless(), &Options { engine, limits, ..Options::default() });
        assert_eq!(verdicts(&checked), [Verdict::GaveUp(GaveUp::Memory)], "{engine:?}");
    }
}

/// Somebody interrupts as soon as all is answered: no verdict is lost, and evidence has not even been prepared.
#[test]
fn verdicts_come_before_evidence() {
    let text = "Agent One Vars: x : 0..3; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol
        Evolution: x = x + 1 if x < 3; end Evolution end Agent
        Evaluation p if One.x = 3; q if One.x < 3; end Evaluation
        InitStates One.x = 0; end InitStates Formulae AG q; AF p; EG q; end Formulae";
    let model = load(text, Strictness::Lenient).model.expect("it is right");
    for engine in [EngineChoice::Auto, EngineChoice::Explicit, EngineChoice::Bdd, EngineChoice::Bounded] {
        let cancel = Cancel::default();
        let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
        let options = Options { evidence: Shows::Everything, vacuity: true, limits, ..Options::default() };
        let told = Mutex::new(BTreeSet::new());
        let listener = Listener::new(move |heard| {
            let Told::Verdict(number, _) = heard else { return };
            let mut told = told.lock().expect("no thread panics while it holds this");
            told.insert(number);
            if told.len() == 3 {
                cancel.cancel();
            }
        });
        let checked = check_telling(&model, engine, &options, &listener);
        let verdicts: Vec<_> = checked.outcomes.iter().map(|outcome| &outcome.verdict).collect();
        assert_eq!(verdicts, [&Verdict::Fails, &Verdict::Holds, &Verdict::Fails], "{engine:?}");
        assert_eq!(checked.cut_short, Some(GaveUp::Interrupted), "{engine:?}");
        for outcome in &checked.outcomes {
            let missing = matches!(&outcome.backing, Backing::Missing(why) if why == "interrupted");
            assert!(missing, "{engine:?}: {:?}", outcome.backing);
        }
    }
}
