//! Strategies: deadlocks, fairness, perfect information and uniform play.

use crate::engine::{GaveUp, Limits, Strategies, Terms};
use crate::explicit::game::{Detail, Game};
use crate::explicit::testing::{Builder, Random, values_with};
use crate::explicit::world::World;
use crate::explicit::{Explicit, Graph, Space, StateSet};
use crate::ir::{AgentId, Domain, GroupId, VarId};
use crate::logic::{Formula, FormulaId, Temporal};

use Strategies::{PerfectInformation, Uniform};

/// A coin lies hidden; naming its side wins. Who does not see it has no strategy.
#[test]
fn a_hidden_coin_cannot_be_guessed() {
    for (sees, expected) in [(true, 2), (false, 0)] {
        let mut b = Builder::new();
        let guesser = b.agent("Guesser", &["heads", "tails"]);
        let coin = b.variable(AgentId::ENVIRONMENT, "coin", Domain::Boolean);
        let won = b.variable(guesser, "won", Domain::Boolean);
        if sees {
            b.sees(guesser, coin);
        }
        let start = b.is(won, 0);
        b.init(start);
        for side in 0..2 {
            let parts = [b.is(coin, side as i64), b.does(guesser, side)];
            let right = b.and(&parts);
            b.becomes(won, 1, right);
        }
        let group = b.group(&[guesser]);
        let goal = b.is(won, 1);
        let goal = b.atom(goal);
        let next = b.formula(Formula::Strategic(group, Temporal::Next(goal)));
        let finally = b.formula(Formula::Strategic(group, Temporal::Finally(goal)));
        let model = b.model();
        for formula in [next, finally] {
            let initial = |strategies| {
                let options = Terms { strategies, ..Terms::default() };
                let mut engine = Explicit::new(&model, &options).expect("four states");
                let states = engine.satisfying(formula).expect("four states");
                states.and(&engine.space().initial_states()).count()
            };
            assert_eq!(initial(PerfectInformation), 2);
            assert_eq!(initial(Uniform), expected);
        }
    }
}

/// Where an agent has no action, in the group or not, `<g>X true` is false; where all can act, and every evolution is
/// dropped, `<g>X false` is true.
#[test]
fn being_stuck_is_no_success_but_leading_nowhere_is() {
    let mut b = Builder::new();
    let (left, right) = (b.agent("Left", &["go"]), b.agent("Right", &["go"]));
    let x = b.variable(left, "x", Domain::Range { low: 0, high: 3 });
    let y = b.variable(right, "y", Domain::Range { low: 0, high: 0 });
    b.sees(right, x);
    let (can_left, can_right) = (b.is_one_of(x, &[0, 2, 3]), b.is_one_of(x, &[0, 1, 3]));
    b.may(left, can_left, &[0]);
    b.may(right, can_right, &[0]);
    let three = b.is(x, 3);
    b.becomes(x, 9, three);
    let start = b.is(y, 0);
    b.init(start);
    let (top, bottom) = (b.formula(Formula::True), b.formula(Formula::False));
    let group = b.group(&[left]);
    let mut strategic = |operator| b.formula(Formula::Strategic(group, operator));
    // 0: both can go, and stay. 1: left is stuck. 2: right is stuck. 3: both can go, and get nowhere.
    let cases: Vec<(_, &[i64])> = vec![
        (strategic(Temporal::Next(top)), &[0, 3]),
        (strategic(Temporal::Next(bottom)), &[3]),
        (strategic(Temporal::Finally(bottom)), &[3]),
        (strategic(Temporal::Globally(top)), &[0, 3]),
        (strategic(Temporal::Until(top, bottom)), &[3]),
        (strategic(Temporal::WeakUntil(top, bottom)), &[0, 3]),
        (strategic(Temporal::Release(bottom, top)), &[0, 3]),
    ];
    let model = b.model();
    for (number, (formula, expected)) in cases.into_iter().enumerate() {
        assert_eq!(values_with(&model, formula, x, PerfectInformation), expected, "case {number}");
        assert_eq!(values_with(&model, formula, x, Uniform), expected, "case {number}, uniform");
    }
}

/// Two agents and the Environment's position, which the agents see blurred; two actions each; up to two targets per
/// joint action, sometimes none.
struct RandomGame {
    builder: Builder,
    at: VarId,
    group: GroupId,
    members: Vec<AgentId>,
}

const SIZE: i64 = 5;

fn random_game(random: &mut Random) -> RandomGame {
    let mut b = Builder::new();
    let agents = [b.agent("Left", &["a", "b"]), b.agent("Right", &["a", "b"])];
    let at = b.variable(AgentId::ENVIRONMENT, "at", Domain::Range { low: 0, high: SIZE - 1 });
    // What the agents see: a function of the position, which the Environment keeps up to date.
    let views: Vec<(VarId, Vec<i64>)> = (0..2)
        .map(|number| {
            let view = b.variable(AgentId::ENVIRONMENT, "view", Domain::Range { low: 0, high: 2 });
            b.sees(agents[number], view);
            (view, (0..SIZE).map(|_| random.below(3) as i64).collect())
        })
        .collect();
    let mut start = b.expr(crate::ir::Expr::Bool(false));
    for position in 0..SIZE {
        let mut parts = vec![b.is(at, position)];
        for (view, seen) in &views {
            parts.push(b.is(*view, seen[position as usize]));
        }
        let here = b.and(&parts);
        start = b.expr(crate::ir::Expr::Or(start, here));
    }
    b.init(start);
    for (position, left, right) in (0..SIZE).flat_map(|p| (0..4).map(move |joint| (p, joint / 2, joint % 2))) {
        let parts = [b.is(at, position), b.does(agents[0], left), b.does(agents[1], right)];
        let when = b.and(&parts);
        for _ in 0..1 + random.below(2) {
            // The last number is out of range, so that the choice is dropped.
            let target = random.below(SIZE as usize + 1) as i64;
            b.becomes(at, target, when);
            let line = b.model.system.agents[0].evolution.last_mut().expect("a line was added");
            for (view, seen) in &views {
                let value = seen.get(target as usize).copied().unwrap_or(0);
                let value = b.model.system.exprs.intern(crate::ir::Expr::Integer(value));
                line.assignments.push(crate::ir::Assignment { variable: *view, value });
            }
        }
    }
    let members = if random.below(2) == 0 { agents[..1].to_vec() } else { agents.to_vec() };
    let group = b.group(&members);
    RandomGame { builder: b, at, group, members }
}

/// All paths of `graph` that are fair satisfy the operator.
fn on_all_fair_paths(world: &World<'_>, operator: Temporal, p: &StateSet, q: &StateSet) -> Result<StateSet, GaveUp> {
    let fair =
        if world.fairness.is_empty() { world.universe.clone() } else { world.exists_globally(world.universe)? };
    let (not_p, not_q) = (world.complement(p), world.complement(q));
    let some_path_fails = match operator {
        Temporal::Next(_) => world.exists_next(&not_p.and(&fair))?,
        Temporal::Finally(_) => world.exists_globally(&not_p)?,
        Temporal::Globally(_) => world.exists_until(world.universe, &not_p.and(&fair))?,
        Temporal::Until(..) => {
            world.exists_until(&not_q, &not_p.and(&not_q).and(&fair))?.or(&world.exists_globally(&not_q)?)
        }
        Temporal::Release(..) => world.exists_until(&not_p, &not_q.and(&fair))?,
        Temporal::WeakUntil(..) => world.exists_until(&not_q, &not_p.and(&not_q).and(&fair))?,
    };
    Ok(world.complement(&some_path_fails))
}

/// Every way to take one of two actions in each of `places`.
fn strategies(places: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..1usize << places).map(move |bits| (0..places).map(|place| bits >> place & 1).collect())
}

/// The graph that is left if the group's action tuple in each state is as given.
fn restricted(space: &Space<'_>, game: &Game, takes: impl Fn(usize, usize) -> usize) -> Graph {
    let row = |state: usize| {
        let choice = game.choices(state).find(|&choice| {
            game.actions(choice).iter().enumerate().all(|(member, action)| action.index() == takes(member, state))
        });
        game.targets(choice.expect("all actions are enabled")).map(|target| target as u32).collect()
    };
    Graph::new((0..space.len()).map(row).collect())
}

fn operators(p: FormulaId, q: FormulaId) -> [Temporal; 6] {
    [
        Temporal::Next(p),
        Temporal::Finally(p),
        Temporal::Globally(p),
        Temporal::Until(p, q),
        Temporal::Release(p, q),
        Temporal::WeakUntil(p, q),
    ]
}

/// Against the definition: some strategy, of all of them, wins on all (fair) paths.
#[test]
fn fixpoints_and_search_agree_with_the_enumeration_of_strategies() {
    let mut random = Random::new(7);
    for round in 0..150 {
        let RandomGame { builder: mut b, at, group, members } = random_game(&mut random);
        let mut label = || {
            let values: Vec<i64> = (0..SIZE).filter(|_| random.below(2) == 0).collect();
            let condition = b.is_one_of(at, &values);
            b.atom(condition)
        };
        let (p, q) = (label(), label());
        let fair: Vec<FormulaId> = (0..round % 3).map(|_| label()).collect();
        fair.into_iter().for_each(|formula| b.fair(formula));
        let formulas = operators(p, q).map(|operator| (operator, b.formula(Formula::Strategic(group, operator))));
        let model = b.model();
        let limits = Limits::default();
        for strategies_of in [PerfectInformation, Uniform] {
            let options = Terms { strategies: strategies_of, ..Terms::default() };
            let mut engine = Explicit::new(&model, &options).expect("a small game");
            for (operator, formula) in formulas {
                let found = engine.satisfying(formula).expect("a small game");
                let fairness: Vec<StateSet> =
                    model.fairness.iter().map(|&formula| atom_states(&engine, formula)).collect();
                let sets = (atom_states(&engine, p), atom_states(&engine, q));
                let game = Game::new(engine.space(), &members, Detail::Actions, &limits).expect("a small game");
                let expected = by_enumeration(&engine, &game, strategies_of, |graph| {
                    let universe = StateSet::full(graph.len());
                    let world = World { graph, universe: &universe, fairness: &fairness, limits: &limits };
                    on_all_fair_paths(&world, operator, &sets.0, &sets.1).expect("a small game")
                });
                assert_eq!(found, expected, "round {round}, {strategies_of:?}, {operator:?}");
            }
        }
    }
}

/// Where an atom holds, fair or not.
fn atom_states(engine: &Explicit<'_>, formula: FormulaId) -> StateSet {
    let space = engine.space();
    let atoms = &space.system().atoms;
    // Atoms are interned in the order of their declaration, before anything else.
    space.satisfying(atoms[formula.index()].condition)
}

fn by_enumeration(
    engine: &Explicit<'_>,
    game: &Game,
    kind: Strategies,
    winning: impl Fn(&Graph) -> StateSet,
) -> StateSet {
    let space = engine.space();
    let universe = engine.universe(crate::logic::Logic::Ctl);
    let members = game.members();
    let observation =
        |member: AgentId, state: usize| space.state(state).observation(space.system(), member).iter().sum::<i64>();
    let mut result = StateSet::empty(space.len());
    match kind {
        PerfectInformation => {
            for strategy in strategies(space.len() * members.len()) {
                let graph = restricted(space, game, |member, state| strategy[member * space.len() + state]);
                result = result.or(&winning(&graph));
            }
        }
        Uniform => {
            for strategy in strategies(3 * members.len()) {
                let local = |member: usize, state| 3 * member + observation(members[member], state) as usize;
                let graph = restricted(space, game, |member, state| strategy[local(member, state)]);
                let won = winning(&graph);
                let cannot_tell =
                    |s: usize, t: usize| members.iter().all(|&member| observation(member, s) == observation(member, t));
                let all = |s: usize| universe.iter().filter(|&t| cannot_tell(s, t)).all(|t| won.contains(t));
                result = result.or(&StateSet::collect(space.len(), all));
            }
        }
    }
    result.and(universe)
}
