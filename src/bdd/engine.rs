//! The engine: prepares a model, evaluates formulas, subformulas first, and keeps what it found.

use std::collections::{BTreeSet, HashMap};
use std::time::{Duration, Instant};

use num_bigint::BigUint;
use oxidd::BooleanFunction;
use qmas_encodings::{InputId, Lit, SymbolicSystem};

use super::branching::{Universe, World};
use super::count::count;
use super::diagrams::{Bdd, Diagrams};
use super::knowledge::Hidden;
use super::order_supports::by_supports;
use super::order_values::by_values;
use super::relation::{Piece, Relation, exclusive, mover_pieces};
use super::strategic::{Game, Player};
use super::uniform::{Team, Uniform, on_the_surface, with_twins};
use crate::engine::{GaveUp, Options, Strategies, Verdict};
use crate::ir::GroupId;
use crate::logic::{Formula, FormulaId, Knowledge, Specification};
use crate::lower::lower;
use crate::model::Model;

/// What the engine can say of its work.
#[derive(Debug, Clone)]
pub struct BddStatistics {
    /// Variables of the diagrams.
    pub variables: usize,
    /// Reachable states, exactly.
    pub states: BigUint,
    /// Initial states, exactly.
    pub initial_states: BigUint,
    /// Steps of the breadth-first search: the distance of the farthest state.
    pub depth: usize,
    /// Pieces of the transition relation after clustering.
    pub clusters: usize,
    /// Most nodes seen between two steps.
    pub peak_nodes: usize,
    /// Nodes now.
    pub live_nodes: usize,
    /// Time for the relation.
    pub relation_time: Duration,
    /// Time for the reachable states.
    pub reachability_time: Duration,
}

/// The nodes that every order may use at first, and how that grows from turn to turn.
const FIRST_BUDGET: usize = 1 << 18;
const BUDGET_GROWTH: usize = 8;

/// A model as decision diagrams.
pub struct BddEngine<'m> {
    model: &'m Model,
    options: Options,
    symbolic: SymbolicSystem,
    diagrams: Diagrams,
    relation: Relation,
    initial: Bdd,
    universe: Universe,
    known: HashMap<FormulaId, Bdd>,
    hidden: HashMap<Knowledge, Hidden>,
    players: HashMap<GroupId, Player>,
    teams: HashMap<GroupId, Team>,
    /// What is being evaluated for the initial states only.
    surface: BTreeSet<FormulaId>,
    statistics: BddStatistics,
    order: Vec<InputId>,
    /// How many nodes there is room for.
    nodes: usize,
}

impl<'m> BddEngine<'m> {
    /// Builds the relation and the reachable states of `model`, restricted to those with a fair path.
    ///
    /// No order of the variables is good for every model. The heuristics take turns with a growing number of nodes;
    /// the first that gets through is kept. Nodes are counted, not seconds: the same model gets the same order.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(model: &'m Model, options: &Options) -> Result<Self, GaveUp> {
        let mut lowered = lower(&model.system);
        let mut orders = [by_supports(&lowered.system), by_values(&model.system, &lowered)];
        if options.strategies == Strategies::Uniform {
            orders = with_twins(&mut lowered.system, orders);
        }
        let most = options.limits.max_nodes;
        let mut budget = FIRST_BUDGET.min(most);
        loop {
            for order in &orders {
                match Self::with_order(model, options, &lowered.system, order, budget) {
                    Err(GaveUp::Memory) => {}
                    done => return done,
                }
            }
            if budget == most {
                return Err(GaveUp::Memory);
            }
            budget = budget.saturating_mul(BUDGET_GROWTH).min(most);
        }
    }

    fn with_order(
        model: &'m Model,
        options: &Options,
        symbolic: &SymbolicSystem,
        order: &[InputId],
        nodes: usize,
    ) -> Result<Self, GaveUp> {
        let start = Instant::now();
        let mut diagrams = Diagrams::new(order, nodes, options.limits.clone());
        let pieces = pieces(&mut diagrams, symbolic)?;
        let relation = Relation::new(&diagrams, symbolic, pieces)?;
        let relation_time = start.elapsed();
        let start = Instant::now();
        let mut initial = diagrams.build(&symbolic.circuit, symbolic.init)?;
        for &lit in &symbolic.domain {
            let valid = diagrams.build(&symbolic.circuit, lit)?;
            initial = diagrams.and(&initial, &valid)?;
        }
        diagrams.forget();
        let (reachable, depth, peak_nodes) = reachable(&diagrams, &relation, &initial)?;
        let bits = symbolic.state.len();
        let statistics = BddStatistics {
            variables: diagrams.variable_count(),
            states: count(&reachable, diagrams.variable_count(), bits),
            initial_states: count(&initial, diagrams.variable_count(), bits),
            depth,
            clusters: relation.clusters.len(),
            peak_nodes,
            live_nodes: diagrams.nodes(),
            relation_time,
            reachability_time: start.elapsed(),
        };
        let universe = Universe { states: reachable, fairness: Vec::new() };
        let mut engine = Self {
            model,
            options: options.clone(),
            symbolic: symbolic.clone(),
            diagrams,
            relation,
            initial,
            universe,
            known: HashMap::new(),
            hidden: HashMap::new(),
            players: HashMap::new(),
            teams: HashMap::new(),
            surface: BTreeSet::new(),
            statistics,
            order: order.to_vec(),
            nodes,
        };
        engine.restrict_to_fair()?;
        Ok(engine)
    }

    /// Fairness formulas are read over all reachable states; afterwards only states with a fair path count.
    fn restrict_to_fair(&mut self) -> Result<(), GaveUp> {
        if self.model.fairness.is_empty() {
            return Ok(());
        }
        let fairness: Vec<Bdd> =
            self.model.fairness.iter().map(|&formula| self.satisfying(formula)).collect::<Result<_, _>>()?;
        let all = Universe { states: self.universe.states.clone(), fairness };
        let world = World { diagrams: &self.diagrams, relation: &self.relation, universe: &all };
        let states = world.exists_globally(&all.states)?;
        self.universe = Universe { states, fairness: all.fairness };
        self.known.clear();
        Ok(())
    }

    /// Whether the specification is true in all initial states.
    pub fn check(&mut self, specification: Specification) -> Verdict {
        match self.growing(|engine| engine.fails(specification)) {
            Ok(false) => Verdict::Holds,
            Ok(true) => Verdict::Fails,
            Err(reason) => Verdict::GaveUp(reason),
        }
    }

    /// Tries again with more room, under the same order, while there is more to be had.
    fn growing<T>(&mut self, mut ask: impl FnMut(&mut Self) -> Result<T, GaveUp>) -> Result<T, GaveUp> {
        loop {
            match ask(self) {
                Err(GaveUp::Memory) if self.nodes < self.options.limits.max_nodes => {
                    let nodes = self.nodes.saturating_mul(BUDGET_GROWTH).min(self.options.limits.max_nodes);
                    *self = Self::with_order(self.model, &self.options, &self.symbolic, &self.order, nodes)?;
                }
                done => return done,
            }
        }
    }

    fn fails(&mut self, specification: Specification) -> Result<bool, GaveUp> {
        let states = self.evaluate(specification.formula, self.options.strategies == Strategies::Uniform)?;
        let initial = self.diagrams.and(&self.initial, &self.universe.states)?;
        Ok(self.diagrams.minus(&initial, &states)?.satisfiable())
    }

    /// Whether no state has a fair path.
    #[must_use]
    pub fn vacuous(&self) -> bool {
        !self.universe.states.satisfiable()
    }

    /// What it took.
    #[must_use]
    pub fn statistics(&self) -> BddStatistics {
        let live_nodes = self.diagrams.nodes();
        let peak_nodes = self.statistics.peak_nodes.max(live_nodes);
        BddStatistics { live_nodes, peak_nodes, ..self.statistics.clone() }
    }

    /// How many states satisfy a formula, exactly.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn count_satisfying(&mut self, formula: FormulaId) -> Result<BigUint, GaveUp> {
        let states = self.growing(|engine| engine.satisfying(formula))?;
        Ok(count(&states, self.diagrams.variable_count(), self.symbolic.state.len()))
    }

    fn satisfying(&mut self, root: FormulaId) -> Result<Bdd, GaveUp> {
        self.evaluate(root, false)
    }

    /// The states that satisfy a formula; on request right for the initial states only.
    fn evaluate(&mut self, root: FormulaId, initially: bool) -> Result<Bdd, GaveUp> {
        let mut needed = BTreeSet::new();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if self.known.contains_key(&id) || !needed.insert(id) {
                continue;
            }
            if matches!(self.model.formulas.get(id), Formula::Quantified(..)) {
                let why = "the BDD engine does not do LTL, CTL*, LDL and CDL* yet; use `--engine explicit`";
                return Err(GaveUp::Declined(why.to_owned()));
            }
            work.extend(self.model.formulas.children(id));
        }
        if initially {
            self.surface = on_the_surface(&self.model.formulas, &needed);
        }
        let done = needed.into_iter().try_for_each(|id| {
            self.diagrams.check()?;
            let states = self.apply(id)?;
            self.known.insert(id, states);
            Ok(())
        });
        let result = done.map(|()| self.known[&root].clone());
        for id in std::mem::take(&mut self.surface) {
            self.known.remove(&id);
        }
        result
    }

    /// One operator, applied to operands that are known.
    fn apply(&mut self, id: FormulaId) -> Result<Bdd, GaveUp> {
        let formula = self.model.formulas.get(id);
        self.prepare(formula)?;
        match formula {
            Formula::Atom(atom) => return self.labelled(self.symbolic.atoms[atom.index()]),
            Formula::Red(agent) => return self.labelled(self.symbolic.agents[agent.index()].red),
            Formula::Obliged(agent, f) | Formula::Permitted(agent, f) => {
                let red = self.labelled(self.symbolic.agents[agent.index()].red)?;
                let green = self.diagrams.minus(&self.universe.states, &red)?;
                let everywhere = match formula {
                    Formula::Obliged(..) => !self.diagrams.minus(&green, &self.known[&f])?.satisfiable(),
                    _ => self.diagrams.and(&green, &self.known[&f])?.satisfiable(),
                };
                return Ok(if everywhere { self.universe.states.clone() } else { self.diagrams.constant(false) });
            }
            _ => {}
        }
        let world = World { diagrams: &self.diagrams, relation: &self.relation, universe: &self.universe };
        let of = |f: FormulaId| self.known[&f].clone();
        match formula {
            Formula::True => Ok(world.universe.states.clone()),
            Formula::False => Ok(self.diagrams.constant(false)),
            Formula::Not(f) => world.complement(&of(f)),
            Formula::And(f, g) => self.diagrams.and(&of(f), &of(g)),
            Formula::Or(f, g) => self.diagrams.or(&of(f), &of(g)),
            Formula::Implies(f, g) => self.diagrams.or(&world.complement(&of(f))?, &of(g)),
            Formula::Branching(quantifier, operator) => world.branching(quantifier, operator, of),
            Formula::Strategic(group, operator) => {
                let player = &self.players[&group];
                match self.options.strategies {
                    Strategies::PerfectInformation => {
                        Game { world: &world, player, moves: &player.protocol }.enforces(operator, of)
                    }
                    Strategies::Uniform => {
                        let asked = if self.surface.contains(&id) { &self.initial } else { &self.universe.states };
                        Uniform::new(&world, (player, &self.teams[&group]), operator, &of)?.enforces(asked)
                    }
                }
            }
            Formula::Knows(knowledge, f) => world.knows(&self.hidden[&knowledge], &of(f)),
            Formula::Considers(knowledge, f) => world.considers(&self.hidden[&knowledge], &of(f)),
            Formula::Atom(_) | Formula::Red(_) | Formula::Obliged(..) | Formula::Permitted(..) => {
                unreachable!("done above")
            }
            Formula::Quantified(..) | Formula::Linear(_) | Formula::Dynamic(..) => {
                unreachable!("path formulas have been declined")
            }
        }
    }

    /// The states of the universe in which a circuit is true.
    fn labelled(&mut self, lit: Lit) -> Result<Bdd, GaveUp> {
        let states = self.diagrams.build(&self.symbolic.circuit, lit)?;
        self.diagrams.and(&states, &self.universe.states)
    }

    /// Builds what an operator needs besides its operands.
    fn prepare(&mut self, formula: Formula) -> Result<(), GaveUp> {
        match formula {
            Formula::Knows(knowledge, _) | Formula::Considers(knowledge, _)
                if !self.hidden.contains_key(&knowledge) =>
            {
                let hidden = Hidden::behind(&self.diagrams, &self.symbolic, &self.model.system, knowledge)?;
                self.hidden.insert(knowledge, hidden);
            }
            Formula::Strategic(group, _) if !self.players.contains_key(&group) => {
                let members = &self.model.system.group(group).members;
                let player = Player::new(&mut self.diagrams, &self.symbolic, &self.relation.clusters, members)?;
                self.players.insert(group, player);
                if self.options.strategies == Strategies::Uniform {
                    let team = Team::new(&mut self.diagrams, &self.symbolic, &self.relation.clusters, members)?;
                    self.teams.insert(group, team);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The pieces of the transition relation.
fn pieces(diagrams: &mut Diagrams, symbolic: &SymbolicSystem) -> Result<Vec<Piece>, GaveUp> {
    let mut circuit = symbolic.circuit.clone();
    let mut lits: Vec<Lit> = symbolic.agents.iter().map(|agent| agent.protocol).collect();
    for mover in &symbolic.movers {
        let exclusive = exclusive(diagrams, symbolic, mover)?;
        lits.extend(mover_pieces(&mut circuit, symbolic, mover, exclusive));
    }
    lits.into_iter()
        .map(|lit| {
            let support = circuit.support([lit]).into_iter().collect();
            Ok(Piece { bdd: diagrams.build(&circuit, lit)?, support })
        })
        .collect()
}

/// Breadth-first search from `initial`: the reachable states, the number of steps, the most nodes seen.
fn reachable(diagrams: &Diagrams, relation: &Relation, initial: &Bdd) -> Result<(Bdd, usize, usize), GaveUp> {
    let mut reached = initial.clone();
    let mut frontier = initial.clone();
    let mut depth = 0;
    let mut peak = diagrams.nodes();
    loop {
        let after = relation.image(diagrams, &frontier)?;
        frontier = diagrams.minus(&after, &reached)?;
        if !frontier.satisfiable() {
            return Ok((reached, depth, peak));
        }
        reached = diagrams.or(&reached, &frontier)?;
        depth += 1;
        peak = peak.max(diagrams.nodes());
    }
}
