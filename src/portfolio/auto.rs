//! The automatic choice: who is asked, in which order, and what they share.
//!
//! # Who is best where
//! All formulas of a model together, seconds, "a of b" answered within 10 s; other work on the machine:
//!
//! | model | states | explicit | bdd | bounded |
//! |---|---|---|---|---|
//! | dining-cryptographers-qmas, train-controller and other small ones | up to 300 | < .02 | .01 to .06 | .01 to 2 |
//! | train-controller-booleans, n = 500 | 24 | .014 | .66 | .059 |
//! | dining-cryptographers-booleans, n = 500 | 84 | .051 | 1.6 | .43 |
//! | backdoor, n = 8 | 4,353 | .029 | .10 | .19 |
//! | muddy-children-hasty, n = 8 | 1,536 | .015 | .019 | .084 |
//! | muddy-children, n = 8 | 1,791 | .23 | .067 | 2 of 18 |
//! | counter, n = 5000 | 5,000 | .86 | .060 | 1 of 14 |
//! | card-duel, n = 11 (uniform strategies) | 4,114 | 1.2 | .012 | none |
//! | dining-cryptographers, n = 10 | 33,792 | 25 of 30 | .18 | 5 of 30 |
//! | faulty-trains, n = 6 | 43,008 | none | .11 | 2 of 11 |
//! | prisoners, n = 10 (fairness) | 322,107 | 3 of 14 | .72 | none |
//! | dining-cryptographers, n = 30 | 1e11 | none | .35 | none |
//! | go-back-n-shifted, n = 6 | | none | 3.3 | .16 |
//! | go-back-n-shifted, n = 10 | | none | none | .19 |
//! | backdoor, n = 16 | | none | none | 7.7 |
//!
//! That was measured when enumeration listed all joint actions. Since it does not, other people's files say more (CPU
//! seconds, verdicts alone):
//!
//! | file | states | explicit | bdd |
//! |---|---|---|---|
//! | random game graph, five agents with 25 to 35 actions | 3,648 | .17 | none in 15 |
//! | hanoi, from GDL | 2,753 | .05 | 3.2 |
//! | tic-tac-toe, from GDL | 5,478 | .33 | 1.6 |
//! | chomp, from GDL, 650 KB | 12,868 | 1.6 | 7.8 |
//! | blocks for two players, from GDL | 321,035 | 3.3 | none in 15 |
//! | software development | 13,799 | .11 | 3.6 |
//! | smart contracts | some thousand | .02 | .53 |
//! | dining cryptographers, n = 20 | | none in 15 | .10 |
//!
//! So enumeration is best as long as it comes to an end; the BDD engine is best on most of what is larger; the bounded
//! engine is the only one that finds bugs where diagrams explode. Hence:
//!
//! 1. Enumeration, alone, up to [`AutoOptions::FEW_STATES`](crate::options::AutoOptions::FEW_STATES) states and with an
//!    effort that is counted in lines, parts of the system and states looked at: some hundredths of a second, and sixteen
//!    times as much while layers of the search shrink. If that lists all states, it tells
//!    deadlocks and overflows, and answers; what is not answered within 0.02 s, the BDD engine is asked as well.
//! 2. With a fraction of that effort: slices with few states (`slices`), and formulas of ATL from the initial states on (`local`).
//! 3. Then the BDD engine, in a thread of its own, races with the others: enumeration, games without all states, and the bounded
//!    engine. Where there are two jobs these share one place and take turns ([`Turn`]); enumeration has longer ones while layers of
//!    its search do not double. The BDD engine goes from small parts of the
//!    system to large ones, the bounded engine from the last formula to the first and for a while each (`bounded`).
//!    Logics that the bounded engine does not do, ATL, and most formulas with fairness, are left to the others; path quantifiers with
//!    knowledge or further quantifiers below them for a second.
//! 4. What nobody could answer is enumerated as far as limits allow, unless that has been tried.
//!
//! It was different: enumeration went on alone while layers did not double, with sixteen times the effort, and beside the
//! others until its effort was spent. Generated families that nobody tuned on, processor seconds before and now: token-ring 12
//! 11.4 and 0.17, auction 10 2.3 and 0.2, bank 4 3.1 and 0.8, contract 128 10.6 and 10.5; but chomp 1.6 and 4.6: where
//! enumeration is best and takes seconds, the others worked beside it for nothing. Since who is far behind rests
//! ([`Headway`](crate::engine::Headway)), on a faster machine: chomp 2.0, contract 128 4.9, guess 64 7.4, where enumeration alone takes 0.9, 5.4 and
//! 3.4, the BDD engine 8.8, 1.2 and 11.8.
//!
//! The first exact answer counts, and cancels the work of the other engine on that formula (`answers`).
//!
//! # What is shared
//! * Answers, and what follows from them for other formulas (`implied`).
//! * Invariants: what an AG has been shown of is assumed in every state by searches of the bounded engine that begin later.
//! * The reachable states that the BDD engine has found, as a circuit, if the bounded engine asks for them and they are
//!   small (`exchange`). It makes no diagrams of its own in a race.
//!
//! # What depends on chance
//! Verdicts never do. Who is faster does: in a race the engine that a report names and the bound may differ from run to
//! run, as its times do. Evidence and remarks are made afterwards, in the same way whoever was first (`explain`); the exceptions
//! are systems whose states enumeration has listed in a race, which are then looked at, and systems whose diagrams are too large to be made twice, if bounded searches may answer every formula that needs them
//! and only diagrams have evidence. With `--jobs 1` nobody races: the engines take turns that are counted
//! in nodes, bounds, conflicts and instantiations, not in seconds; BDD first, since it is best on most models. A turn of
//! 2^18 nodes took up to 1.4 s on models that it cannot do. One thing is left to chance: OxiDD sweeps its tables in a thread
//! of its own, so that whether a model that needs about as many nodes as a turn has fits into it depends on when that is.
//! Models with few states are answered by enumeration alone unless it is slow,
//! so that most small models get the same report every time with any number of jobs. Limits on time and memory
//! are a matter of chance everywhere.

use std::sync::Arc;
use std::time::Duration;

use super::bdd::{self, Bdd};
use super::bounded::{self, Bounded, Pace, States};
use super::explicit;
use super::local::{self, Games};
use super::slices;
use super::workers::Portfolio;
use crate::engine::fault::Work;
use crate::engine::{EngineName, GaveUp, Limits, Strategies, Turn, Verdict};
use crate::explain::AllListed;
use crate::explicit::Explicit;
use crate::options::Options;
use crate::outcome::Checked;

/// What enumeration may take before anything else is tried: a few hundredths of a second, seldom more.
const EFFORT: u64 = 1_500_000;
/// How long enumeration, if it has all states, may try to answer formulas alone.
const HEAD_START: Duration = Duration::from_millis(20);
/// With one thread, enumeration answers for no more states than this.
const FEWER_STATES: usize = 1_000;
/// With one thread: the nodes of decision diagrams in each turn, and the bounds and conflicts of the bounded engine.
const TURNS: [(usize, usize, u64); 3] = [(1 << 18, 4, 1_000), (1 << 21, 16, 10_000), (1 << 24, 64, 100_000)];

/// What comes before anything else: enumeration, if there are few states. Why it ended, if it was tried.
pub(super) fn few_states(portfolio: &Arc<Portfolio>) -> Result<(Checked, Option<AllListed<'_>>), Option<GaveUp>> {
    bdd::note_fairness(portfolio);
    let (options, mut limits) = (&portfolio.options, few(&portfolio.options));
    let listed = if options.auto.few_states == 0 {
        return Err(None);
    } else if options.auto.jobs() > 1 {
        let rival = || portfolio.start(Bdd { head_start: Some(HEAD_START), leaves_diagrams: true });
        explicit::work(portfolio, &limits, rival).map_err(Some)?
    } else if options.strategies == Strategies::PerfectInformation {
        limits.max_states = limits.max_states.min(FEWER_STATES);
        explicit::work(portfolio, &limits, || ()).map_err(Some)?
    } else {
        return Err(None);
    };
    Ok(finished(portfolio, listed, true))
}

/// What came out, and the engine that has listed all states, if one has. Enumeration ended for this reason, if it was tried.
pub(super) fn auto<'p>(
    portfolio: &'p Arc<Portfolio>,
    enumeration: Option<&GaveUp>,
) -> (Checked, Option<AllListed<'p>>) {
    slices::answer(portfolio, &Limits { max_effort: Some(EFFORT / 8), ..few(&portfolio.options) });
    local::answer(portfolio, Some(local::EFFORT), None);
    if portfolio.any_open() {
        if portfolio.options.auto.jobs() > 1 {
            return finished(portfolio, race(portfolio, enumeration), false);
        }
        take_turns(portfolio);
    }
    finished(portfolio, None, false)
}

/// Waits for those that are at work. Somebody may have listed all states, and that `soon`.
fn finished<'p>(
    portfolio: &'p Arc<Portfolio>,
    listed: Option<Explicit<'p>>,
    soon: bool,
) -> (Checked, Option<AllListed<'p>>) {
    let checked = portfolio.wait(Bdd::relieve);
    let gave_up = |reason: &GaveUp| match reason {
        GaveUp::Declined(_) | GaveUp::Memory | GaveUp::Nodes(_) | GaveUp::States(_) | GaveUp::Effort { .. } => true,
        GaveUp::Fault(fault) => fault.work != Work::Engine(EngineName::Explicit),
        GaveUp::Time | GaveUp::Interrupted | GaveUp::Solver(_) => false,
    };
    let open = |verdict: &Verdict| matches!(verdict, Verdict::GaveUp(reason) if gave_up(reason));
    if !portfolio.any_open()
        || portfolio.enumerated_in_vain()
        || portfolio.options.limits.check().is_err()
        || !checked.outcomes.iter().any(|outcome| open(&outcome.verdict))
    {
        return (checked, listed.map(|engine| AllListed { engine, soon }));
    }
    // Nobody else works any more; what enumeration cannot do either stays as it is.
    let listed = explicit::all(portfolio);
    (portfolio.wait(Bdd::relieve), listed.map(|engine| AllListed { engine, soon: false }))
}

/// The limits of enumeration before anything else is tried.
pub(super) fn few(options: &Options) -> Limits {
    let max_states = options.auto.few_states.min(options.limits.max_states);
    Limits { max_states, max_effort: Some(EFFORT), ..options.limits.clone() }
}

/// Room for the BDD engine and for another one, which the others share: enumeration, games without all states, and the
/// bounded engine. The explicit engine, if it has listed all states.
fn race<'p>(portfolio: &'p Arc<Portfolio>, enumeration: Option<&GaveUp>) -> Option<Explicit<'p>> {
    let enumerates = matches!(enumeration, Some(GaveUp::Effort { .. }));
    let (plays, hunts) = (local::can_answer_any(portfolio), for_the_bounded_engine(portfolio));
    portfolio.start(Bdd { leaves_diagrams: true, ..Bdd::default() });
    let shared = [enumerates, plays, hunts].iter().filter(|&&works| works).count() >= portfolio.options.auto.jobs();
    let turns = Turn::places().map(|turn| shared.then_some(turn));
    // Who does not work leaves at once.
    for (turn, works) in turns.iter().zip([enumerates, plays, hunts]) {
        drop(turn.as_ref().filter(|_| !works).map(Turn::taken));
    }
    let [first, second, third] = turns;
    if plays {
        portfolio.start(Games { turn: second });
    }
    if hunts {
        let mut options = portfolio.options.clone();
        options.limits.memory = options.limits.memory.impatient();
        options.limits.turn = third;
        portfolio.start(Bounded { options, states: States::Shared, pace: Pace::Backwards });
    }
    if enumerates { explicit::beside(portfolio, first) } else { None }
}

/// One thread.
fn take_turns(portfolio: &Arc<Portfolio>) {
    portfolio.start_work(EngineName::Bdd, |portfolio| {
        let bounded = for_the_bounded_engine(portfolio);
        let most = portfolio.options.limits.max_nodes;
        let mut last = 0;
        for (nodes, bound, conflicts) in TURNS {
            if portfolio.any_open() && last < most {
                last = nodes.min(most);
                bdd::answer(portfolio, Some(last));
            }
            if bounded && portfolio.any_open() {
                let mut options = portfolio.options.clone();
                options.bounded.max = Some(options.bounded.max.map_or(bound, |max| max.min(bound)));
                options.bounded.conflicts = Some(conflicts);
                bounded::answer(portfolio, &options, States::Shared, Pace::Straight);
            }
        }
        if portfolio.any_open() && last < most {
            bdd::answer(portfolio, None);
        }
        if bounded && portfolio.any_open() {
            bounded::answer(portfolio, &portfolio.options, States::Shared, Pace::Straight);
        }
    });
}

/// Whether the bounded engine looks for the answer to some formula of a model.
fn for_the_bounded_engine(portfolio: &Portfolio) -> bool {
    let Portfolio { model, options, .. } = portfolio;
    model.specifications.iter().any(|&specification| bounded::hunts(model, specification, options))
}
