//! A part of the relation in which only some variables change.
//!
//! Most events leave few outcomes: prisoner 3 in the dark room presses the switch or not, and that is all. Such an event
//! is a list of *rules*, a guard with the values that some bits get, and takes neither next-state variables nor renaming:
//!
//! | | by rules (g, v) over the bits B |
//! |---|---|
//! | image of Z | ⋁ v ∧ ∃B. g ∧ Z |
//! | preimage of Z | ⋁ g ∧ Z[B := v] |
//!
//! An event with more outcomes, such as a counter, is a conjunction of clusters.

use std::collections::BTreeSet;

use oxidd::{BooleanFunction, Function, Subst};
use qmas_encodings::{InputId, SymbolicSystem};

use super::conjuncts::{Conjunct, Product, clusters, without_private};
use super::diagrams::{Bdd, Diagrams};
use crate::engine::GaveUp;

/// An event with more outcomes than this is not split into rules.
const OUTCOMES: usize = 4;
/// Nor is one whose relation has more nodes.
const LARGE: usize = 1000;

/// States where it applies, and the values that some bits have afterwards.
struct Rule {
    guard: Bdd,
    values: Bdd,
}

enum Form {
    /// All rules write the same bits.
    Rules {
        rules: Vec<Rule>,
        bits: Bdd,
    },
    Clusters(Clusters),
}

struct Clusters {
    forward: Product,
    backward: Product,
    /// No other state comes after this event, as far as single clusters tell.
    range: Bdd,
    to_now: Subst<Bdd>,
    to_next: Subst<Bdd>,
}

/// A part of the relation in which only some variables change.
pub(super) struct Event(Form);

impl Event {
    /// The event in which `conjuncts` hold and bits that none of them speaks of keep their values.
    pub(super) fn new(diagrams: &Diagrams, system: &SymbolicSystem, conjuncts: Vec<Conjunct>) -> Result<Self, GaveUp> {
        let changed: BTreeSet<usize> = conjuncts.iter().flat_map(|conjunct| conjunct.bits.iter().copied()).collect();
        let actions: BTreeSet<InputId> = system.agents.iter().flat_map(|agent| agent.actions.iter().copied()).collect();
        let clusters = clusters(diagrams, without_private(diagrams, conjuncts, &actions)?)?;
        if let Some(form) = rules(diagrams, system, &clusters, &changed, &actions)? {
            return Ok(Self(form));
        }
        let now: BTreeSet<InputId> = changed.iter().map(|&bit| system.state[bit].now).collect();
        let next: BTreeSet<InputId> = changed.iter().map(|&bit| system.state[bit].next).collect();
        let pairs: Vec<(InputId, InputId)> =
            changed.iter().map(|&bit| (system.state[bit].next, system.state[bit].now)).collect();
        let back: Vec<(InputId, InputId)> = pairs.iter().map(|&(next, now)| (now, next)).collect();
        let to_now = diagrams.renaming(&pairs)?;
        let from = diagrams.cube(now.union(&actions).copied())?;
        let mut range = diagrams.constant(true);
        for cluster in &clusters {
            let after = diagrams.rename(&diagrams.exists(&cluster.bdd, &from)?, &to_now)?;
            range = diagrams.and(&range, &after)?;
        }
        Ok(Self(Form::Clusters(Clusters {
            forward: Product::new(diagrams, &clusters, &now.union(&actions).copied().collect())?,
            backward: Product::new(diagrams, &clusters, &next.union(&actions).copied().collect())?,
            range,
            to_now,
            to_next: diagrams.renaming(&back)?,
        })))
    }

    /// The states one step after `set`.
    pub(super) fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        match &self.0 {
            Form::Rules { rules, bits } => {
                union(diagrams, rules, |rule| diagrams.and(&diagrams.and_exists(set, &rule.guard, bits)?, &rule.values))
            }
            Form::Clusters(event) => diagrams.rename(&event.forward.apply(diagrams, set)?, &event.to_now),
        }
    }

    /// Whether what comes before a set is found faster if the set has a smaller diagram.
    pub(super) fn is_product(&self) -> bool {
        matches!(self.0, Form::Clusters(_))
    }

    /// The states one step before `set`.
    pub(super) fn preimage(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, GaveUp> {
        match &self.0 {
            // Quantification remembers more than a restriction does.
            Form::Rules { rules, bits } => {
                union(diagrams, rules, |rule| diagrams.and(&diagrams.and_exists(set, &rule.values, bits)?, &rule.guard))
            }
            Form::Clusters(event) => {
                let set = diagrams.and(set, &event.range)?;
                if !set.satisfiable() {
                    return Ok(set);
                }
                event.backward.apply(diagrams, &diagrams.rename(&set, &event.to_next)?)
            }
        }
    }
}

fn union(diagrams: &Diagrams, rules: &[Rule], part: impl Fn(&Rule) -> Result<Bdd, GaveUp>) -> Result<Bdd, GaveUp> {
    rules.iter().try_fold(diagrams.constant(false), |all, rule| diagrams.or(&all, &part(rule)?))
}

/// The conjunction of clusters as rules, if there are few.
fn rules(
    diagrams: &Diagrams,
    system: &SymbolicSystem,
    clusters: &[Conjunct],
    changed: &BTreeSet<usize>,
    actions: &BTreeSet<InputId>,
) -> Result<Option<Form>, GaveUp> {
    let [clusters @ .., last] = clusters else { return Ok(None) };
    let mut relation = last.bdd.clone();
    for cluster in clusters {
        relation = diagrams.and(&relation, &cluster.bdd)?;
        if relation.node_count() > LARGE {
            return Ok(None);
        }
    }
    let relation = diagrams.exists(&relation, &diagrams.cube(actions.iter().copied())?)?;
    let now: Vec<InputId> = system.state.iter().map(|bit| bit.now).collect();
    let next: Vec<InputId> = changed.iter().map(|&bit| system.state[bit].next).collect();
    let pairs: Vec<(InputId, InputId)> =
        changed.iter().map(|&bit| (system.state[bit].next, system.state[bit].now)).collect();
    let to_now = diagrams.renaming(&pairs)?;
    let mut outcomes = diagrams.exists(&relation, &diagrams.cube(now)?)?;
    let mut rules = Vec::new();
    while let Some(outcome) = diagrams.some_cube(&outcomes, &next)? {
        if rules.len() == OUTCOMES {
            return Ok(None);
        }
        outcomes = diagrams.minus(&outcomes, &outcome)?;
        let guard = diagrams.restrict(&relation, &outcome)?;
        rules.push(Rule { guard, values: diagrams.rename(&outcome, &to_now)? });
    }
    let bits = diagrams.cube(changed.iter().map(|&bit| system.state[bit].now))?;
    Ok(Some(Form::Rules { rules, bits }))
}
