//! Automata that would be too large if their states were listed: one variable per state of the alternating automaton.
//!
//! Bloem, Cimatti, Pill, Roveri and Semprini, "Symbolic implementation of alternating automata" (CIAA 2006), on the
//! construction of Miyano and Hayashi (1984); Kong and Lomuscio (IJCAI 2017) do the same for LDL. A state of the
//! nondeterministic automaton is a set of states that must accept, some of them owed. Two sets of variables say which:
//!
//! ```text
//! accepts(s) → transition(s) over accepts′        owed(s) → transition(s) over owed′ (eventual states) and accepts′
//! owed′(s) → accepts′(s)                          nothing owed → (accepts′(s) → owed′(s))
//! ```
//!
//! A set in which nothing is owed is a breakpoint; these must come again and again. Where all cycles are eventual, nothing
//! need be owed: in the end nothing must be left that has to accept. On finite traces nothing is owed either, and a
//! trace may end where the last letter satisfies everything.

use std::collections::{BTreeMap, BTreeSet};

use oxidd::{BooleanFunction, Subst, VarNo};

use super::super::branching::World;
use super::super::diagrams::Bdd;
use crate::automata::{Alternating, Proposition, StateId, Transition, TransitionId};
use crate::engine::{GaveUp, Traces};
use crate::logic::Sign;

/// The variables of a state.
#[derive(Clone, Copy)]
struct Levels {
    accepts: VarNo,
    accepts_next: VarNo,
    owed: VarNo,
    owed_next: VarNo,
}

impl Levels {
    const COUNT: usize = 4;

    fn of(first: VarNo, state: usize) -> Self {
        let base = first + VarNo::try_from(Self::COUNT * state).expect("levels are numbered by 32 bits");
        Self { accepts: base, accepts_next: base + 1, owed: base + 2, owed_next: base + 3 }
    }
}

/// What a transition says, once the next states are known.
struct Meanings {
    /// Over `accepts_next`.
    plain: Vec<Bdd>,
    /// Over `owed_next` of eventual states and `accepts_next` of others.
    owing: Vec<Bdd>,
    /// At the last position of a finite trace.
    last: Vec<Bdd>,
}

/// A conjunct of the automaton's relation, and the next-state variables that it mentions.
struct Conjunct {
    set: Bdd,
    mentions: BTreeSet<VarNo>,
}

/// Model and automaton; sets of pairs are over state variables and variables of the automaton.
pub(super) struct Breakpoints<'a> {
    world: &'a World<'a>,
    automaton: &'a Alternating,
    levels: Vec<Levels>,
    /// Next-state variables that no conjunct mentions.
    first: Bdd,
    /// Conjuncts of the automaton's relation, and the next-state variables that no later one mentions.
    relation: Vec<(Bdd, Bdd)>,
    to_next: Subst<Bdd>,
    /// The pairs in which nothing is owed.
    breakpoint: Bdd,
    /// The pairs in which the last letter of a finite trace satisfies everything.
    ending: Bdd,
    /// On infinite paths where all cycles are eventual: the pairs in which nothing is left that has to accept.
    done: Option<Bdd>,
}

impl<'a> Breakpoints<'a> {
    /// `of` says in which states a proposition holds.
    pub(super) fn new(
        world: &'a World<'a>,
        automaton: &'a Alternating,
        of: impl Fn(Proposition) -> &'a Bdd,
    ) -> Result<Self, GaveUp> {
        let diagrams = world.diagrams;
        let first = diagrams.more_levels(Levels::COUNT * automaton.states().len());
        let levels: Vec<Levels> = (0..automaton.states().len()).map(|state| Levels::of(first, state)).collect();
        let meanings = meanings(world, automaton, &levels, of)?;
        let mut breakpoint = diagrams.constant(true);
        let mut ending = world.universe.states.clone();
        let mut done = world.universe.states.clone();
        let terminal = automaton.traces() == Traces::Infinite && is_terminal(automaton);
        for (state, level) in automaton.states().iter().zip(&levels).rev() {
            let end = &meanings.last[state.transition.index()];
            let accepts = diagrams.at_level(level.accepts)?;
            ending = diagrams.and(&ending, &diagrams.or(&diagrams.not(&accepts)?, end)?)?;
            done = diagrams.minus(&done, &accepts)?;
            if state.eventual && !terminal {
                breakpoint = diagrams.minus(&breakpoint, &diagrams.at_level(level.owed)?)?;
            }
        }
        let done = if terminal { Some(diagrams.and(&done, &world.endless()?)?) } else { None };
        let breakpoints = if terminal { None } else { Some(&breakpoint) };
        let conjuncts = conjuncts(world, automaton, &levels, &meanings, breakpoints)?;
        let next = levels.iter().flat_map(|level| [level.accepts_next, level.owed_next]);
        let mut last_use: BTreeMap<VarNo, Option<usize>> = next.map(|level| (level, None)).collect();
        for (number, conjunct) in conjuncts.iter().enumerate() {
            last_use.extend(conjunct.mentions.iter().map(|&level| (level, Some(number))));
        }
        let cube = |number: Option<usize>| {
            let levels = last_use.iter().filter(|(_, last)| **last == number).map(|(&level, _)| level);
            diagrams.cube_levels(levels.collect())
        };
        let relation = conjuncts.iter().enumerate().map(|(number, one)| Ok((one.set.clone(), cube(Some(number))?)));
        let pairs: Vec<(VarNo, VarNo)> = levels
            .iter()
            .flat_map(|level| [(level.accepts, level.accepts_next), (level.owed, level.owed_next)])
            .collect();
        Ok(Self {
            world,
            automaton,
            first: cube(None)?,
            relation: relation.collect::<Result<_, GaveUp>>()?,
            to_next: diagrams.renaming_levels(&pairs)?,
            levels,
            breakpoint,
            ending,
            done,
        })
    }

    /// The states of the model from which both accept.
    pub(super) fn accepting(&self) -> Result<Bdd, GaveUp> {
        let pairs = match (self.automaton.traces(), &self.done) {
            (Traces::Finite, _) => self.until(&self.world.universe.states, &self.ending)?,
            (Traces::Infinite, Some(done)) => self.until(&self.world.universe.states, done)?,
            (Traces::Infinite, None) => self.recurring()?,
        };
        let diagrams = self.world.diagrams;
        let initial: BTreeSet<usize> = self.automaton.initial().iter().map(|state| state.index()).collect();
        let mut start = diagrams.constant(true);
        for (state, level) in self.levels.iter().enumerate().rev() {
            start = diagrams.minus(&start, &diagrams.at_level(level.owed)?)?;
            let accepts = diagrams.at_level(level.accepts)?;
            start = match initial.contains(&state) {
                true => diagrams.and(&start, &accepts)?,
                false => diagrams.minus(&start, &accepts)?,
            };
        }
        diagrams.and(&diagrams.restrict(&pairs, &start)?, &self.world.universe.states)
    }

    /// νZ. ⋀_C Pre until(Z, Z ∧ C), with breakpoints among the constraints.
    fn recurring(&self) -> Result<Bdd, GaveUp> {
        let mut constraints = self.world.universe.fairness.clone();
        if !self.breakpoint.valid() || constraints.is_empty() {
            constraints.push(self.breakpoint.clone());
        }
        let mut pairs = self.world.universe.states.clone();
        loop {
            let mut fewer = pairs.clone();
            for constraint in &constraints {
                fewer = self.towards_again(fewer, constraint)?;
            }
            if fewer == pairs {
                return Ok(pairs);
            }
            pairs = fewer;
        }
    }

    fn towards_again(&self, mut set: Bdd, constraint: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        loop {
            let towards = self.until(&set, &diagrams.and(&set, constraint)?)?;
            let fewer = diagrams.and(&towards, &self.before(&towards)?)?;
            if fewer == set {
                return Ok(set);
            }
            set = fewer;
        }
    }

    /// μZ. goal ∨ (within ∧ Pre Z)
    fn until(&self, within: &Bdd, goal: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        let (mut reached, mut frontier) = (goal.clone(), goal.clone());
        while frontier.satisfiable() {
            let found = diagrams.and(&self.before(&frontier)?, within)?;
            frontier = diagrams.minus(&found, &reached)?;
            reached = diagrams.or(&reached, &frontier)?;
        }
        Ok(reached)
    }

    /// One step of both before `set`.
    fn before(&self, set: &Bdd) -> Result<Bdd, GaveUp> {
        let diagrams = self.world.diagrams;
        let next = diagrams.exists(&diagrams.rename(set, &self.to_next)?, &self.first)?;
        let mut before = self.world.exists_next(&next)?;
        for (conjunct, cube) in &self.relation {
            before = diagrams.and_exists(&before, conjunct, cube)?;
        }
        Ok(before)
    }
}

fn meanings<'a>(
    world: &World<'_>,
    automaton: &Alternating,
    levels: &[Levels],
    of: impl Fn(Proposition) -> &'a Bdd,
) -> Result<Meanings, GaveUp> {
    let diagrams = world.diagrams;
    let constant = |value: bool| if value { world.universe.states.clone() } else { diagrams.constant(false) };
    let next = |state: StateId, owing: bool| {
        let level = levels[state.index()];
        let owed = owing && automaton.states()[state.index()].eventual;
        let variable = diagrams.at_level(if owed { level.owed_next } else { level.accepts_next })?;
        diagrams.and(&world.universe.states, &variable)
    };
    let mut meanings = Meanings { plain: Vec::new(), owing: Vec::new(), last: Vec::new() };
    for &transition in automaton.transitions() {
        let [plain, owing, last] = match transition {
            Transition::True => [true; 3].map(constant),
            Transition::False => [false; 3].map(constant),
            Transition::Letter(sign, proposition) => {
                let holds = of(proposition);
                let set = match sign {
                    Sign::Plain => diagrams.and(&world.universe.states, holds)?,
                    Sign::Negated => world.complement(holds)?,
                };
                [set.clone(), set.clone(), set]
            }
            Transition::Next(state) => [next(state, false)?, next(state, true)?, constant(false)],
            Transition::WeakNext(state) => [next(state, false)?, next(state, true)?, constant(true)],
            Transition::And(f, g) => meanings.both(f, g, |f, g| diagrams.and(f, g))?,
            Transition::Or(f, g) => meanings.both(f, g, |f, g| diagrams.or(f, g))?,
        };
        meanings.plain.push(plain);
        meanings.owing.push(owing);
        meanings.last.push(last);
    }
    Ok(meanings)
}

impl Meanings {
    fn both(
        &self,
        f: TransitionId,
        g: TransitionId,
        join: impl Fn(&Bdd, &Bdd) -> Result<Bdd, GaveUp>,
    ) -> Result<[Bdd; 3], GaveUp> {
        let of = |table: &[Bdd]| join(&table[f.index()], &table[g.index()]);
        Ok([of(&self.plain)?, of(&self.owing)?, of(&self.last)?])
    }
}

/// The automaton's relation, state by state; without breakpoints nothing is owed.
fn conjuncts(
    world: &World<'_>,
    automaton: &Alternating,
    levels: &[Levels],
    meanings: &Meanings,
    breakpoint: Option<&Bdd>,
) -> Result<Vec<Conjunct>, GaveUp> {
    let diagrams = world.diagrams;
    let unless = |level: VarNo, set: &Bdd| diagrams.or(&diagrams.not(&diagrams.at_level(level)?)?, set);
    let mut conjuncts = Vec::new();
    for (state, level) in automaton.states().iter().zip(levels) {
        let asked = asked_for(automaton, state.transition);
        let mentions = asked.iter().map(|next| levels[next.index()].accepts_next).collect();
        conjuncts.push(Conjunct { set: unless(level.accepts, &meanings.plain[state.transition.index()])?, mentions });
        let Some(breakpoint) = breakpoint.filter(|_| state.eventual) else { continue };
        let level_of = |next: &StateId| match automaton.states()[next.index()].eventual {
            true => levels[next.index()].owed_next,
            false => levels[next.index()].accepts_next,
        };
        let mentions = asked.iter().map(level_of).collect();
        conjuncts.push(Conjunct { set: unless(level.owed, &meanings.owing[state.transition.index()])?, mentions });
        let (accepts, owed) = (diagrams.at_level(level.accepts_next)?, diagrams.at_level(level.owed_next)?);
        let mentions = BTreeSet::from([level.accepts_next, level.owed_next]);
        let contained = diagrams.or(&diagrams.not(&owed)?, &accepts)?;
        let all_owed = diagrams.or(&diagrams.not(breakpoint)?, &diagrams.iff(&accepts, &owed)?)?;
        conjuncts.push(Conjunct { set: diagrams.and(&contained, &all_owed)?, mentions });
    }
    Ok(conjuncts)
}

/// Whether only eventual states come back to themselves.
fn is_terminal(automaton: &Alternating) -> bool {
    automaton.states().iter().all(|state| {
        let same_rank = |next: &StateId| automaton.states()[next.index()].rank == state.rank;
        state.eventual || !asked_for(automaton, state.transition).iter().any(same_rank)
    })
}

/// The states that a transition asks for at the next position.
fn asked_for(automaton: &Alternating, root: TransitionId) -> BTreeSet<StateId> {
    let (mut asked, mut seen, mut work) = (BTreeSet::new(), BTreeSet::new(), vec![root]);
    while let Some(id) = work.pop() {
        if !seen.insert(id) {
            continue;
        }
        match automaton.transition(id) {
            Transition::Next(state) | Transition::WeakNext(state) => {
                asked.insert(state);
            }
            Transition::And(f, g) | Transition::Or(f, g) => work.extend([f, g]),
            Transition::True | Transition::False | Transition::Letter(..) => {}
        }
    }
    asked
}
