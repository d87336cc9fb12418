//! Decision diagrams over the inputs of a circuit. Running out of nodes or time is a [`GaveUp`], never an abort.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{
    BooleanFunction, BooleanFunctionQuant, BooleanOperator, Function, FunctionSubst, Manager, ManagerRef, Subst, VarNo,
};
use qmas_encodings::{Circuit, Gate, InputId, Lit};

use super::full::Watcher;
use crate::engine::{EngineName, GaveUp, Limits};

/// A set of states, or a relation.
pub(super) type Bdd = BCDDFunction;

/// The apply cache has an entry per node: a small one forgets so much that operations take exponential time. It is
/// written all over when it is made, so no more than this.
const CACHE_MOST: usize = 1 << 24;

/// How much more room there is for formulas than for the search. Room that is not used costs nothing.
const ROOM: usize = 4;

/// A small table that fills up is too small: sweeping it forgets the apply cache as well.
const SMALL: usize = 1 << 22;
/// How often a larger one may be swept before more room is asked for.
const SWEEPS: u64 = 8;
/// How often it may be swept within one operation: each time, most of what the operation has found out is forgotten.
const WITHIN: u64 = 1;

/// How many nodes there may be.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// The table is made for these.
    pub(super) nodes: usize,
    /// What may be used of them before [`Diagrams::open_up`].
    pub(super) soft: usize,
}

impl Room {
    pub(super) fn of(nodes: usize) -> Self {
        Self { nodes, soft: nodes }
    }
}

/// The manager, the variables and the limits.
pub(super) struct Diagrams {
    manager: BCDDManagerRef,
    /// The variable of each input of the circuit that has one.
    variables: Vec<VarNo>,
    count: usize,
    limits: Limits,
    /// How many nodes may be used for now.
    soft: usize,
    /// How often the table may fill up in the middle of an operation, and be swept, before more room is asked for.
    sweeps: u64,
    /// How often it was swept between operations.
    swept: Cell<u64>,
    /// Who ends operations in vain.
    watcher: Watcher,
    built: HashMap<usize, Bdd>,
    /// What a product went through before it ran out of nodes, in this order.
    grown: RefCell<Vec<Bdd>>,
}

fn allocated<T>(result: AllocResult<T>) -> Result<T, GaveUp> {
    result.map_err(|_| GaveUp::Memory)
}

impl Diagrams {
    /// A manager whose levels are the inputs in the given order, with one more level after each of those in `doubled`.
    /// At first it may use so many nodes, and some more after [`Diagrams::open_up`].
    pub(super) fn new(order: &[InputId], doubled: &BTreeSet<InputId>, room: Room, limits: Limits) -> Self {
        let Room { nodes, soft } = room;
        let most = nodes.saturating_mul(ROOM).min(limits.max_nodes.max(nodes));
        let cache = nodes.saturating_mul(2).min(CACHE_MOST);
        Self { soft, ..Self::with_cache(order, doubled, most, cache, limits) }
    }

    /// From now on formulas are evaluated: they may use more nodes than the search.
    pub(super) fn open_up(&mut self) {
        self.soft = self.soft.saturating_mul(ROOM / 2);
    }

    /// How many nodes the search could use, while formulas are evaluated.
    pub(super) fn searched(&self) -> usize {
        self.soft / (ROOM / 2)
    }

    /// Diagrams with a cache of that size, which may use all nodes from the start.
    pub(super) fn with_cache(
        order: &[InputId],
        doubled: &BTreeSet<InputId>,
        nodes: usize,
        cache: usize,
        limits: Limits,
    ) -> Self {
        let count = order.len() + doubled.len();
        let nodes = nodes.max(2 * count + 2);
        let manager = oxidd::bcdd::new_manager(nodes, cache, 1);
        let levels = VarNo::try_from(count).expect("the front end limits the size of its input");
        manager.with_manager_exclusive(|manager| manager.add_vars(levels));
        let inputs = order.iter().map(|input| input.index() + 1).max().unwrap_or(0);
        let mut variables = vec![0; inputs];
        let mut level = 0;
        for input in order {
            variables[input.index()] = level;
            level += if doubled.contains(input) { 2 } else { 1 };
        }
        let sweeps = match nodes {
            _ if nodes >= limits.max_nodes => u64::MAX,
            SMALL.. => SWEEPS,
            _ => 0,
        };
        Self {
            watcher: Watcher::of(&manager),
            manager,
            variables,
            count,
            limits,
            soft: usize::MAX,
            sweeps,
            swept: Cell::new(0),
            built: HashMap::new(),
            grown: RefCell::default(),
        }
    }

    /// Time, interrupt and nodes, before an operation. What nobody uses any more is swept away first.
    pub(super) fn check(&self) -> Result<(), GaveUp> {
        self.limits.check()?;
        self.manager.with_manager_shared(|manager| {
            if manager.approx_num_inner_nodes() > self.soft {
                self.watcher.begins(u64::MAX);
                manager.gc();
                self.swept.set(self.swept.get() + 1);
                // Sweeping forgets the apply cache as well, so it must be worth it.
                if manager.num_inner_nodes() > self.soft / 2 || self.swept.get() > SWEEPS {
                    return Err(GaveUp::Memory);
                }
            }
            let all = manager.gc_count();
            let unasked = all - self.swept.get();
            if unasked > self.sweeps {
                return Err(GaveUp::Memory);
            }
            self.watcher.begins(all + (self.sweeps - unasked).min(WITHIN));
            Ok(())
        })
    }

    /// From now on these limits count.
    pub(super) fn set_limits(&mut self, limits: &Limits) {
        self.limits = limits.clone();
    }

    /// Tells how far a search or a fixpoint is.
    pub(super) fn at_round(&self, rounds: usize) {
        let nodes = self.manager.with_manager_shared(|manager| manager.approx_num_inner_nodes());
        self.limits.board.at(EngineName::Bdd, rounds, nodes);
    }

    /// Whether others work on the same.
    pub(super) fn in_a_race(&self) -> bool {
        self.limits.headway.is_some()
    }

    /// Tells others in a race how many states there are, perhaps all.
    pub(super) fn drawn(&self, states: &BigUint, all: bool) {
        let states = u64::try_from(states).unwrap_or(u64::MAX);
        self.limits.headway.iter().for_each(|headway| headway.drawn(states, all));
    }

    /// Tells what is known, in case that a limit is reached.
    pub(super) fn learnt(&self, text: String) {
        self.limits.learnt.say(text);
    }

    pub(super) fn constant(&self, value: bool) -> Bdd {
        self.manager.with_manager_shared(|manager| if value { Bdd::t(manager) } else { Bdd::f(manager) })
    }

    pub(super) fn variable(&self, input: InputId) -> Result<Bdd, GaveUp> {
        self.at_level(self.level(input))
    }

    /// The conjunction of variables, as quantification takes it.
    pub(super) fn cube(&self, inputs: impl IntoIterator<Item = InputId>) -> Result<Bdd, GaveUp> {
        self.cube_levels(inputs.into_iter().map(|input| self.level(input)).collect())
    }

    /// The conjunction of the variables at these levels, as quantification takes it.
    pub(super) fn cube_levels(&self, mut levels: Vec<VarNo>) -> Result<Bdd, GaveUp> {
        // From the bottom up, each conjunction adds one node.
        levels.sort_unstable_by_key(|&level| std::cmp::Reverse(level));
        let mut cube = self.constant(true);
        for level in levels {
            cube = self.and(&self.at_level(level)?, &cube)?;
        }
        Ok(cube)
    }

    /// The variable of a level.
    pub(super) fn at_level(&self, level: VarNo) -> Result<Bdd, GaveUp> {
        allocated(self.manager.with_manager_shared(|manager| Bdd::var(manager, level)))
    }

    /// Applies an operation; if it runs out of nodes, what it was applied to is remembered.
    fn watched(&self, set: &Bdd, operation: impl FnOnce(&Bdd) -> AllocResult<Bdd>) -> Result<Bdd, GaveUp> {
        let result = self.check().and_then(|()| allocated(operation(set)));
        if result == Err(GaveUp::Memory) {
            self.grew_through(vec![set.clone()]);
        }
        result
    }

    pub(super) fn and(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.watched(left, |left| left.and(right))
    }

    pub(super) fn or(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.watched(left, |left| left.or(right))
    }

    pub(super) fn xor(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(left.xor(right))
    }

    pub(super) fn iff(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(left.equiv(right))
    }

    pub(super) fn not(&self, inner: &Bdd) -> Result<Bdd, GaveUp> {
        allocated(inner.not())
    }

    /// `high` where the variable of a level is true, `low` where it is false.
    pub(super) fn choice(&self, level: VarNo, high: &Bdd, low: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(self.at_level(level)?.ite(high, low))
    }

    /// `left` without `right`.
    pub(super) fn minus(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.and(left, &self.not(right)?)
    }

    pub(super) fn exists(&self, inner: &Bdd, cube: &Bdd) -> Result<Bdd, GaveUp> {
        self.watched(inner, |inner| inner.exists(cube))
    }

    /// `∃ cube. left ∧ right`
    pub(super) fn and_exists(&self, left: &Bdd, right: &Bdd, cube: &Bdd) -> Result<Bdd, GaveUp> {
        self.watched(left, |left| left.apply_exists(BooleanOperator::And, right, cube))
    }

    /// `inner` where the literals of `cube` hold.
    pub(super) fn restrict(&self, inner: &Bdd, cube: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(inner.restrict(cube))
    }

    /// One assignment of `inputs` that is part of `set`, which depends on no others; none if `set` is empty.
    pub(super) fn some_cube(&self, set: &Bdd, inputs: &[InputId]) -> Result<Option<Bdd>, GaveUp> {
        let Some(values) = self.some_values(set, inputs) else { return Ok(None) };
        Ok(Some(self.cube_of(inputs, &values)?))
    }

    /// The values of `inputs` in one assignment of `set`; none if `set` is empty.
    pub(super) fn some_values(&self, set: &Bdd, inputs: &[InputId]) -> Option<Vec<bool>> {
        let values = set.pick_cube(|_, _, _| true)?;
        Some(inputs.iter().map(|input| values[self.variables[input.index()] as usize] == OptBool::True).collect())
    }

    /// The assignment of these values.
    pub(super) fn cube_of(&self, inputs: &[InputId], values: &[bool]) -> Result<Bdd, GaveUp> {
        let mut cube = self.constant(true);
        for (&input, &value) in inputs.iter().zip(values) {
            let variable = self.variable(input)?;
            cube = self.and(&cube, &if value { variable } else { self.not(&variable)? })?;
        }
        Ok(cube)
    }

    /// Replaces inputs by inputs.
    pub(super) fn renaming(&self, pairs: &[(InputId, InputId)]) -> Result<Subst<Bdd>, GaveUp> {
        let levels: Vec<_> = pairs.iter().map(|&(from, to)| (self.level(from), self.level(to))).collect();
        self.renaming_levels(&levels)
    }

    /// Replaces the variables at some levels by those at others.
    pub(super) fn renaming_levels(&self, pairs: &[(VarNo, VarNo)]) -> Result<Subst<Bdd>, GaveUp> {
        let from: Vec<VarNo> = pairs.iter().map(|&(from, _)| from).collect();
        let to: Vec<Bdd> = pairs.iter().map(|&(_, to)| self.at_level(to)).collect::<Result<_, _>>()?;
        Ok(Subst::new(from, to))
    }

    pub(super) fn rename(&self, inner: &Bdd, renaming: &Subst<Bdd>) -> Result<Bdd, GaveUp> {
        self.watched(inner, |inner| inner.substitute(renaming))
    }

    /// The diagram of a literal.
    pub(super) fn build(&mut self, circuit: &Circuit, root: Lit) -> Result<Bdd, GaveUp> {
        if !self.built.contains_key(&root.gate()) {
            for number in circuit.below([root]) {
                if !self.built.contains_key(&number) {
                    let diagram = match circuit.gate(number) {
                        Gate::False => self.constant(false),
                        Gate::Input(input) => self.variable(input)?,
                        Gate::And(a, b) => self.and(&self.literal(a)?, &self.literal(b)?)?,
                        Gate::Xor(a, b) => self.xor(&self.literal(a)?, &self.literal(b)?)?,
                    };
                    self.built.insert(number, diagram);
                }
            }
        }
        self.literal(root)
    }

    fn literal(&self, lit: Lit) -> Result<Bdd, GaveUp> {
        let diagram = &self.built[&lit.gate()];
        if lit.is_negated() { self.not(diagram) } else { Ok(diagram.clone()) }
    }

    /// Forgets the diagrams of gates: what is still needed is held elsewhere.
    pub(super) fn forget(&mut self) {
        self.built.clear();
    }

    /// Remembers what a product went through before it ran out of nodes: a better order has to make that smaller.
    pub(super) fn grew_through(&self, results: Vec<Bdd>) {
        *self.grown.borrow_mut() = results;
    }

    /// The last diagram with no more than `most` nodes that a product went through before it ran out of them.
    pub(super) fn grown(&self, most: usize) -> Option<Bdd> {
        self.grown.borrow().iter().rev().find(|result| result.node_count() <= most).cloned()
    }

    /// Nodes in the table.
    pub(super) fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// Nodes that were ever made, if none was swept away.
    pub(super) fn made(&self) -> Option<usize> {
        let swept = self.manager.with_manager_shared(|manager| manager.gc_count()) > 0;
        (!swept).then(|| self.nodes())
    }

    /// Variables.
    pub(super) fn variable_count(&self) -> usize {
        self.count
    }

    /// Levels, also those below all variables.
    pub(super) fn level_count(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_vars()) as usize
    }

    /// The first of so many levels below all others. The next call gets the same ones.
    pub(super) fn more_levels(&self, count: usize) -> VarNo {
        let first = VarNo::try_from(self.count).expect("variables are numbered by 32 bits");
        let wanted = first.saturating_add(VarNo::try_from(count).unwrap_or(VarNo::MAX));
        self.manager.with_manager_exclusive(|manager| {
            let there = manager.num_vars();
            manager.add_vars(wanted.saturating_sub(there));
        });
        first
    }

    /// The level after that of a doubled input.
    pub(super) fn middle(&self, input: InputId) -> VarNo {
        self.level(input) + 1
    }

    /// The level of an input, from the top down.
    pub(super) fn level(&self, input: InputId) -> VarNo {
        self.variables[input.index()]
    }
}
