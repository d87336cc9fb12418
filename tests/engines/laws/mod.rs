//! Laws that every reading of the logics obeys, as properties of random systems, with every engine that knows all states
//! of a formula.
//!
//! A law relates two formulas in all states of the universe, not only in the initial ones.

mod branching;
mod build;
mod differential;
mod dynamic;
mod fairness;
mod finite;
mod knowledge;
mod linear;
mod normal_form;
mod strategies;

use std::ops::Range;

use crate::common::random::{
    AgentId, Formula, FormulaShape, Group, GroupId, Logic, Prng, RandomModel, Specification, Wishes, forall, loaded,
    random_formula,
};
use qmas::Model;
use qmas::bdd::BddEngine;
use qmas::engine::{GaveUp, Limits};
use qmas::explicit::{Explicit, StateSet};
use qmas::logic;
use qmas::options::Options;

/// How the states of two formulas relate.
#[derive(Clone)]
enum Relation {
    Equal,
    Included,
}

/// Two formulas and how they relate.
#[derive(Clone)]
struct Law {
    name: &'static str,
    left: Specification,
    relation: Relation,
    right: Specification,
}

/// Both formulas are true in the same states.
fn same(name: &'static str, left: Specification, right: Specification) -> Law {
    Law { name, left, relation: Relation::Equal, right }
}

/// Where the first formula is true, the second one is.
fn implies(name: &'static str, left: Specification, right: Specification) -> Law {
    Law { name, left, relation: Relation::Included, right }
}

/// The formula is true everywhere.
fn valid(name: &'static str, right: Specification) -> Law {
    Law { name, left: Formula::Constant(true).spec(Logic::Ctl), relation: Relation::Included, right }
}

/// The group of all agents, which [`Laws`] adds to every system.
const EVERYBODY: GroupId = GroupId(100);
/// The group of all agents but those of the first group; absent if there are none.
const OTHERS: GroupId = GroupId(101);

/// The group of one agent, which [`Laws`] adds to every system.
fn only(agent: AgentId) -> GroupId {
    GroupId(200 + agent.0)
}

/// Systems, the formulas that laws are made of, and how to read them.
struct Laws {
    seeds: Range<u64>,
    wishes: Wishes,
    /// Two formulas of this shape are drawn per system.
    shape: FormulaShape,
    /// Formulas that are not wanted are drawn again.
    wanted: fn(&Formula) -> bool,
    options: Options,
}

impl Laws {
    fn new(seeds: Range<u64>, logic: Logic, depth: usize) -> Self {
        let shape = FormulaShape::of(logic, depth);
        Self { seeds, wishes: Wishes::default(), shape, wanted: |_| true, options: Options::default() }
    }

    /// The system of a seed with its two formulas.
    fn draw(&self, seed: u64) -> RandomModel {
        let model = RandomModel::random(seed, self.wishes);
        let mut prng = Prng::new(!seed);
        let mut formula = || loop {
            let formula = random_formula(&mut prng, &model, self.shape);
            if (self.wanted)(&formula) {
                return formula.spec(self.shape.logic);
            }
        };
        let formulas = vec![formula(), formula()];
        model.with_formulas(formulas)
    }

    /// Checks the laws that `make` gives for a system and two formulas.
    fn hold(self, make: impl Fn(&RandomModel, &Formula, &Formula) -> Vec<Law>) {
        forall(
            self.seeds.clone(),
            |seed| self.draw(seed),
            |model| {
                // A smaller system need not be as wished any more, and then the law says nothing about it.
                let [f, g] = &model.formulas[..] else { return Ok(()) };
                if model.groups.is_empty() || !self.wishes.granted(model) {
                    return Ok(());
                }
                let model = with_groups(model);
                let laws = make(&model, &f.formula, &g.formula);
                check(&model, &laws, &self.options)
            },
        );
    }
}

fn with_groups(model: &RandomModel) -> RandomModel {
    let mut model = model.clone();
    let everybody = model.agent_ids();
    let first = &model.groups[0].members;
    let others: Vec<AgentId> = everybody.iter().copied().filter(|agent| !first.contains(agent)).collect();
    if !others.is_empty() {
        model.groups.push(Group { id: OTHERS, members: others });
    }
    model.groups.extend(everybody.iter().map(|&agent| Group { id: only(agent), members: vec![agent] }));
    model.groups.push(Group { id: EVERYBODY, members: everybody });
    model
}

/// An engine that can compare the states of two formulas.
#[derive(Debug, Clone, Copy)]
enum Engine {
    Explicit,
    Bdd,
}

impl Engine {
    const ALL: [Self; 2] = [Self::Explicit, Self::Bdd];

    /// For every pair of specifications, whether the first implies the second, and the second the first.
    fn implications(self, model: &Model, options: &Options) -> Result<Vec<[bool; 2]>, GaveUp> {
        let options = Options { limits: Limits { max_nodes: 1 << 16, ..Limits::default() }, ..options.clone() };
        let pairs = model.specifications.chunks(2).map(|pair| [pair[0], pair[1]]);
        match self {
            Self::Explicit => {
                let mut explicit = Explicit::new(model, &options.terms())?;
                let mut set = |one: logic::Specification| explicit.satisfying_specification(one);
                pairs.map(|[left, right]| Ok(both_ways(&set(left)?, &set(right)?))).collect()
            }
            Self::Bdd => {
                let mut bdd = BddEngine::new(model, &options.bdd_terms())?;
                pairs.map(|[left, right]| Ok([bdd.implies(left, right)?, bdd.implies(right, left)?])).collect()
            }
        }
    }
}

fn both_ways(left: &StateSet, right: &StateSet) -> [bool; 2] {
    [left.is_subset(right), right.is_subset(left)]
}

fn check(model: &RandomModel, laws: &[Law], options: &Options) -> Result<(), String> {
    let formulas = laws.iter().flat_map(|law| [law.left.clone(), law.right.clone()]).collect();
    let model = model.with_formulas(formulas);
    let product = loaded(&model)?;
    for engine in Engine::ALL {
        let found = engine.implications(&product, options).map_err(|reason| reason.to_string())?;
        for (law, [forth, back]) in laws.iter().zip(found) {
            let obeyed = match law.relation {
                Relation::Equal => forth && back,
                Relation::Included => forth,
            };
            if !obeyed {
                let (left, right) = (model.show(&law.left), model.show(&law.right));
                return Err(format!("{engine:?}, {}: {left}, {right}: {forth}, {back}", law.name));
            }
        }
    }
    Ok(())
}

/// Per formula of the model, the states in which it is true.
fn satisfying(model: &RandomModel, options: &Options) -> Result<Vec<StateSet>, String> {
    let product = loaded(model)?;
    let mut explicit = Explicit::new(&product, &options.terms()).map_err(|reason| reason.to_string())?;
    let sets = product.specifications.iter().map(|&one| explicit.satisfying_specification(one));
    sets.collect::<Result<_, _>>().map_err(|reason| reason.to_string())
}
