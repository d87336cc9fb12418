//! Decision diagrams over the inputs of a circuit. Running out of nodes or time is a [`GaveUp`], never an abort.

use std::collections::HashMap;

use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd::util::{AllocResult, OptBool};
use oxidd::{BooleanFunction, BooleanFunctionQuant, BooleanOperator, FunctionSubst, Manager, ManagerRef, Subst, VarNo};
use qmas_encodings::{Circuit, Gate, InputId, Lit};

use crate::engine::{GaveUp, Limits};

/// A set of states, or a relation.
pub(super) type Bdd = BCDDFunction;

/// The apply cache has an entry per node: a small one forgets so much that operations take exponential time. It is
/// written all over when it is made, so no more than this.
const CACHE_MOST: usize = 1 << 22;

/// A small table that fills up is too small: sweeping it forgets the apply cache as well.
const SMALL: usize = 1 << 22;
/// How often a larger one may be swept before more room is asked for.
const SWEEPS: u64 = 8;

/// The manager, the variables and the limits.
pub(super) struct Diagrams {
    manager: BCDDManagerRef,
    /// The variable of each input of the circuit that has one.
    variables: Vec<VarNo>,
    count: usize,
    limits: Limits,
    /// How often the table may be swept before more room is asked for.
    sweeps: u64,
    built: HashMap<usize, Bdd>,
}

fn allocated<T>(result: AllocResult<T>) -> Result<T, GaveUp> {
    result.map_err(|_| GaveUp::Memory)
}

impl Diagrams {
    /// A manager for so many nodes whose levels are the inputs in the given order.
    pub(super) fn new(order: &[InputId], nodes: usize, limits: Limits) -> Self {
        let nodes = nodes.max(2 * order.len() + 2);
        let manager = oxidd::bcdd::new_manager(nodes, nodes.min(CACHE_MOST), 1);
        let count = VarNo::try_from(order.len()).expect("the front end limits the size of its input");
        manager.with_manager_exclusive(|manager| manager.add_vars(count));
        let inputs = order.iter().map(|input| input.index() + 1).max().unwrap_or(0);
        let mut variables = vec![0; inputs];
        for (level, input) in (0..).zip(order) {
            variables[input.index()] = level;
        }
        let sweeps = match nodes {
            _ if nodes >= limits.max_nodes => u64::MAX,
            SMALL.. => SWEEPS,
            _ => 0,
        };
        Self { manager, variables, count: order.len(), limits, sweeps, built: HashMap::new() }
    }

    /// Time, interrupt and sweeps.
    pub(super) fn check(&self) -> Result<(), GaveUp> {
        self.limits.check()?;
        let sweeps = self.manager.with_manager_shared(|manager| manager.gc_count());
        if sweeps > self.sweeps { Err(GaveUp::Memory) } else { Ok(()) }
    }

    pub(super) fn constant(&self, value: bool) -> Bdd {
        self.manager.with_manager_shared(|manager| if value { Bdd::t(manager) } else { Bdd::f(manager) })
    }

    pub(super) fn variable(&self, input: InputId) -> Result<Bdd, GaveUp> {
        allocated(self.manager.with_manager_shared(|manager| Bdd::var(manager, self.variables[input.index()])))
    }

    /// The conjunction of variables, as quantification takes it.
    pub(super) fn cube(&self, inputs: impl IntoIterator<Item = InputId>) -> Result<Bdd, GaveUp> {
        let mut inputs: Vec<InputId> = inputs.into_iter().collect();
        // From the bottom up, each conjunction adds one node.
        inputs.sort_unstable_by_key(|input| std::cmp::Reverse(self.variables[input.index()]));
        let mut cube = self.constant(true);
        for input in inputs {
            cube = self.and(&self.variable(input)?, &cube)?;
        }
        Ok(cube)
    }

    pub(super) fn and(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(left.and(right))
    }

    pub(super) fn or(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(left.or(right))
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

    /// `left` without `right`.
    pub(super) fn minus(&self, left: &Bdd, right: &Bdd) -> Result<Bdd, GaveUp> {
        self.and(left, &self.not(right)?)
    }

    pub(super) fn exists(&self, inner: &Bdd, cube: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(inner.exists(cube))
    }

    /// `∃ cube. left ∧ right`
    pub(super) fn and_exists(&self, left: &Bdd, right: &Bdd, cube: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(left.apply_exists(BooleanOperator::And, right, cube))
    }

    /// `inner` where the literals of `cube` hold.
    pub(super) fn restrict(&self, inner: &Bdd, cube: &Bdd) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(inner.restrict(cube))
    }

    /// One assignment of `inputs` that is part of `set`, which depends on no others; none if `set` is empty.
    pub(super) fn some_cube(&self, set: &Bdd, inputs: &[InputId]) -> Result<Option<Bdd>, GaveUp> {
        let Some(values) = set.pick_cube(|_, _, _| true) else { return Ok(None) };
        let mut cube = self.constant(true);
        for &input in inputs {
            let variable = self.variable(input)?;
            let value = values[self.variables[input.index()] as usize] == OptBool::True;
            cube = self.and(&cube, &if value { variable } else { self.not(&variable)? })?;
        }
        Ok(Some(cube))
    }

    /// Replaces inputs by inputs.
    pub(super) fn renaming(&self, pairs: &[(InputId, InputId)]) -> Result<Subst<Bdd>, GaveUp> {
        let from: Vec<VarNo> = pairs.iter().map(|(from, _)| self.variables[from.index()]).collect();
        let to: Vec<Bdd> = pairs.iter().map(|(_, to)| self.variable(*to)).collect::<Result<_, _>>()?;
        Ok(Subst::new(from, to))
    }

    pub(super) fn rename(&self, inner: &Bdd, renaming: &Subst<Bdd>) -> Result<Bdd, GaveUp> {
        self.check()?;
        allocated(inner.substitute(renaming))
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

    /// Nodes in the table.
    pub(super) fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// Variables.
    pub(super) fn variable_count(&self) -> usize {
        self.count
    }

    /// The inputs from the top level down.
    pub(super) fn level(&self, input: InputId) -> VarNo {
        self.variables[input.index()]
    }
}
