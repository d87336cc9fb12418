//! The moves of games: which answer a state keeps, and which game has to be solved before another one can go on.

use std::collections::BTreeMap;

use super::arena::Arena;
use super::boolean::{Boolean, GameId};
use super::choice::{Search, Toll};
use super::play::{Keeper, Play, Status};
use crate::engine::{Declined, GaveUp, Limits};
use crate::ir::{AgentId, InterpretedSystem, State};
use crate::logic::{Formula, FormulaId, Formulas, Temporal};

/// The operands of a game.
#[derive(Debug)]
enum Rules {
    /// p in all next states.
    Next(Boolean),
    /// True where the first is, otherwise false where the second is not, otherwise a matter of the next states.
    Until(Boolean, Boolean),
    /// False where the second is not true, otherwise true where the first is, otherwise a matter of the next states.
    Release(Boolean, Boolean),
}

/// A strategic operator.
#[derive(Debug)]
struct Game {
    members: Vec<AgentId>,
    rules: Rules,
    keeper: Keeper,
}

/// What a state says of a game by itself.
enum Label {
    True,
    False,
    Goes,
}

/// All games of a formula.
pub(super) struct Solver<'m> {
    arena: Arena<'m>,
    root: Boolean,
    games: Vec<Game>,
    /// What is known of each of them.
    plays: Vec<Play>,
}

impl<'m> Solver<'m> {
    pub(super) fn new(
        (system, formulas): (&'m InterpretedSystem, &Formulas),
        root: FormulaId,
        limits: &Limits,
    ) -> Result<Self, GaveUp> {
        let arena = Arena::new(system, limits);
        let mut numbers: BTreeMap<FormulaId, GameId> = BTreeMap::new();
        let mut games = Vec::new();
        // Operands come before what they are operands of.
        for id in formulas.below(root) {
            if let Formula::Strategic(group, operator) = formulas.get(id) {
                let boolean = |f| {
                    let game = |id| numbers.get(&id).copied();
                    Boolean::compile((system, formulas), f, arena.packing(), game).ok_or(Declined::LocalLogic)
                };
                let (rules, keeper) = rules(operator, boolean)?;
                let members = system.group(group).members.clone();
                numbers.insert(id, games.len());
                games.push(Game { members, rules, keeper });
            }
        }
        let game = |id| numbers.get(&id).copied();
        let root = Boolean::compile((system, formulas), root, arena.packing(), game).ok_or(Declined::LocalLogic)?;
        let plays = games.iter().map(|_| Play::new()).collect();
        Ok(Self { arena, root, games, plays })
    }

    /// How many states were met.
    pub(super) fn states(&self) -> usize {
        self.arena.len()
    }

    /// Whether the formula is true in a state.
    pub(super) fn holds(&mut self, state: &State) -> Result<bool, GaveUp> {
        let state = self.arena.number(state)?;
        loop {
            match self.root.value(self.arena.words(state), |game| self.said(game, state)) {
                Ok(value) => return Ok(value),
                Err(game) => self.solve(game, state)?,
            }
        }
    }

    /// What a game says in a state, if that is known.
    fn said(&self, game: GameId, state: u32) -> Option<bool> {
        match (self.plays[game].status(state), self.games[game].keeper) {
            (Status::Unseen | Status::Open | Status::Kept, _) => None,
            (Status::Safe, Keeper::Group) | (Status::Lost, Keeper::Others) => Some(true),
            (Status::Lost, Keeper::Group) | (Status::Safe, Keeper::Others) => Some(false),
        }
    }

    /// Finds out what a game says in a state, and before that what other games say where it asks.
    fn solve(&mut self, game: GameId, state: u32) -> Result<(), GaveUp> {
        let mut asked = vec![(game, state)];
        while let Some(&(game, state)) = asked.last() {
            self.plays[game].grow(self.arena.len());
            let first = match self.games[game].rules {
                Rules::Next(_) => self.step(game, state)?,
                Rules::Until(..) | Rules::Release(..) => self.go_on(game, state)?,
            };
            match first {
                None => _ = asked.pop(),
                Some(other) => asked.push(other),
            }
        }
        Ok(())
    }

    /// Goes on with a game until it says something in `root`, or another game has to say something first.
    fn go_on(&mut self, game: GameId, root: u32) -> Result<Option<(GameId, u32)>, GaveUp> {
        loop {
            while let Some(state) = self.plays[game].bereft() {
                self.answer(game, state)?;
            }
            if self.said(game, root).is_some() {
                return Ok(None);
            }
            let Some(state) = self.next(game, root) else { continue };
            match self.label(game, state) {
                Err(other) => {
                    self.plays[game].put_back(state);
                    return Ok(Some((other, state)));
                }
                Ok(label) => self.look(game, state, label)?,
            }
        }
    }

    /// The next state to be looked at, if there is one now.
    fn next(&mut self, game: GameId, root: u32) -> Option<u32> {
        let play = &mut self.plays[game];
        if matches!(play.status(root), Status::Unseen | Status::Open) {
            return Some(root);
        }
        let next = play.next();
        if next.is_none() {
            play.settle(root);
        }
        next
    }

    /// What a state says of a game by itself.
    fn label(&self, game: GameId, state: u32) -> Result<Label, GameId> {
        let value = |boolean: &Boolean| boolean.value(self.arena.words(state), |game| self.said(game, state));
        Ok(match &self.games[game].rules {
            Rules::Next(_) => Label::Goes,
            Rules::Until(p, q) => match value(q)? {
                true => Label::True,
                false if value(p)? => Label::Goes,
                false => Label::False,
            },
            Rules::Release(p, q) => match value(q)? {
                false => Label::False,
                true if value(p)? => Label::True,
                true => Label::Goes,
            },
        })
    }

    /// Looks at a state that is part of an answer.
    fn look(&mut self, game: GameId, state: u32, label: Label) -> Result<(), GaveUp> {
        if matches!(label, Label::Goes) {
            return self.answer(game, state);
        }
        self.glance(game, state, &label);
        Ok(())
    }

    /// Notes what a state says of a game by itself.
    fn glance(&mut self, game: GameId, state: u32, label: &Label) {
        let status = match (label, self.games[game].keeper) {
            (Label::Goes, _) => Status::Open,
            (Label::True, Keeper::Group) | (Label::False, Keeper::Others) => Status::Safe,
            (Label::False, Keeper::Group) | (Label::True, Keeper::Others) => Status::Lost,
        };
        self.plays[game].set(state, status);
    }

    /// Finds an answer for a state, or it is lost.
    fn answer(&mut self, game: GameId, state: u32) -> Result<(), GaveUp> {
        let branches = self.arena.branches(state)?;
        self.plays[game].grow(self.arena.len());
        if branches.is_empty() {
            // Somebody cannot act: there is no next state, and no choice.
            self.glance(game, state, &Label::False);
            return Ok(());
        }
        for branch in branches.clone() {
            for place in 0..self.arena.targets(branch).len() {
                let target = self.arena.targets(branch)[place];
                if self.plays[game].status(target) == Status::Unseen {
                    // What another game would have to say is left open.
                    let label = self.label(game, target).unwrap_or(Label::Goes);
                    self.glance(game, target, &label);
                }
            }
        }
        let answer = match self.games[game].keeper {
            Keeper::Group => self.choice(game, state, branches)?,
            Keeper::Others => self.replies(game, state, branches)?,
        };
        match answer {
            Some(answer) => self.plays[game].keep(state, answer),
            None => self.plays[game].set(state, Status::Lost),
        }
        Ok(())
    }

    /// All states that some choice of the group can lead to, none of them lost.
    fn choice(
        &mut self,
        game: GameId,
        state: u32,
        branches: std::ops::Range<usize>,
    ) -> Result<Option<Vec<u32>>, GaveUp> {
        let play = &self.plays[game];
        let toll = |branch: usize| {
            let mut unknown = 0;
            for &target in self.arena.targets(branch) {
                match play.status(target) {
                    Status::Lost => return Toll::Avoid,
                    Status::Unseen | Status::Open if target != state => unknown += 1,
                    Status::Unseen | Status::Open | Status::Kept | Status::Safe => {}
                }
            }
            Toll::Costs(unknown)
        };
        let tolls: Vec<Toll> = branches.clone().map(toll).collect();
        let search = Search::new(&mut self.arena, state, &self.games[game].members, branches.start);
        let Some(possible) = search.avoiding(&mut self.arena, &tolls)? else { return Ok(None) };
        let mut answer: Vec<u32> = Vec::new();
        for place in possible {
            answer.extend_from_slice(self.arena.targets(branches.start + place as usize));
        }
        answer.sort_unstable();
        answer.dedup();
        answer.retain(|&target| self.plays[game].status(target) != Status::Safe);
        Ok(Some(answer))
    }

    /// For every choice of the group a state that it can lead to and that is not lost.
    fn replies(
        &mut self,
        game: GameId,
        state: u32,
        branches: std::ops::Range<usize>,
    ) -> Result<Option<Vec<u32>>, GaveUp> {
        let rank = |play: &Play, target: u32| match play.status(target) {
            Status::Lost => None,
            Status::Safe => Some(0),
            _ if target == state => Some(0),
            Status::Kept => Some(1),
            Status::Unseen | Status::Open => Some(2),
        };
        let mut times: BTreeMap<u32, usize> = BTreeMap::new();
        for branch in branches.clone() {
            for &target in self.arena.targets(branch) {
                *times.entry(target).or_default() += 1;
            }
        }
        let mut tolls = Vec::with_capacity(branches.len());
        for branch in branches.clone() {
            let free = self.arena.targets(branch).iter().any(|&target| rank(&self.plays[game], target) == Some(0));
            tolls.push(if free { Toll::Avoid } else { Toll::Costs(0) });
        }
        let search = Search::new(&mut self.arena, state, &self.games[game].members, branches.start);
        let mut answer = Vec::new();
        while let Some(possible) = search.avoiding(&mut self.arena, &tolls)? {
            let best = possible
                .iter()
                .flat_map(|&place| self.arena.targets(branches.start + place as usize))
                .filter_map(|&target| Some((rank(&self.plays[game], target)?, usize::MAX - times[&target], target)))
                .min();
            let Some((_, _, best)) = best else { return Ok(None) };
            answer.push(best);
            for (toll, branch) in tolls.iter_mut().zip(branches.clone()) {
                if self.arena.targets(branch).binary_search(&best).is_ok() {
                    *toll = Toll::Avoid;
                }
            }
        }
        Ok(Some(answer))
    }

    /// Whether the group has a choice after which p is true, or which game has to say something first.
    fn step(&mut self, game: GameId, state: u32) -> Result<Option<(GameId, u32)>, GaveUp> {
        let branches = self.arena.branches(state)?;
        self.plays[game].grow(self.arena.len());
        if branches.is_empty() {
            self.glance(game, state, &Label::False);
            return Ok(None);
        }
        let mut values: BTreeMap<u32, Result<bool, GameId>> = BTreeMap::new();
        for branch in branches.clone() {
            for &target in self.arena.targets(branch) {
                values.entry(target).or_insert_with(|| self.operand(game, target));
            }
        }
        let toll = |branch: usize| {
            let of = || self.arena.targets(branch).iter().map(|target| values[target]);
            if of().any(|value| value == Ok(false)) {
                Toll::Avoid
            } else {
                Toll::Costs(u32::try_from(of().filter(Result::is_err).count()).unwrap_or(u32::MAX))
            }
        };
        let tolls: Vec<Toll> = branches.clone().map(toll).collect();
        let search = Search::new(&mut self.arena, state, &self.games[game].members, branches.start);
        let Some(possible) = search.avoiding(&mut self.arena, &tolls)? else {
            self.glance(game, state, &Label::False);
            return Ok(None);
        };
        let targets = possible.iter().flat_map(|&place| self.arena.targets(branches.start + place as usize));
        let first = targets.filter_map(|&target| values[&target].err().map(|other| (other, target))).min();
        if first.is_none() {
            self.glance(game, state, &Label::True);
        }
        Ok(first)
    }

    /// The operand of X in a state.
    fn operand(&self, game: GameId, state: u32) -> Result<bool, GameId> {
        let Rules::Next(p) = &self.games[game].rules else { unreachable!("`solve` steps in games of one step only") };
        p.value(self.arena.words(state), |game| self.said(game, state))
    }
}

/// The rules of an operator.
fn rules(
    operator: Temporal,
    boolean: impl Fn(FormulaId) -> Result<Boolean, Declined>,
) -> Result<(Rules, Keeper), Declined> {
    let constant = Boolean::constant;
    Ok(match operator {
        Temporal::Next(p) => (Rules::Next(boolean(p)?), Keeper::Group),
        Temporal::Finally(q) => (Rules::Until(constant(true), boolean(q)?), Keeper::Others),
        Temporal::Until(p, q) => (Rules::Until(boolean(p)?, boolean(q)?), Keeper::Others),
        Temporal::WeakUntil(p, q) => (Rules::Until(boolean(p)?, boolean(q)?), Keeper::Group),
        Temporal::Globally(q) => (Rules::Release(constant(false), boolean(q)?), Keeper::Group),
        Temporal::Release(p, q) => (Rules::Release(boolean(p)?, boolean(q)?), Keeper::Group),
    })
}
