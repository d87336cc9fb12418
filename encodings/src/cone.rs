//! The cone of influence: the part of a system that a formula can depend on.
//!
//! A bit matters if it occurs in an atom, if an agent of the formula observes it, or if it occurs in a guard or a new
//! value of a bit that matters, or in the protocol of an agent whose action matters. What is left out must not be able
//! to stop the system: agents that may have no action and movers that may have no result always matter. Bits that the
//! initial states tie together matter together. Then every run of the part extends to a run of the whole, and the
//! reachable states of the part are those of the whole, projected.

use std::collections::BTreeMap;

use crate::circuit::{Circuit, InputId, Lit};
use crate::system::{Choice, Mover, SymbolicAgent, SymbolicSystem};

/// A part of a system that is closed under influence.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cone {
    /// For every state bit, whether it matters.
    pub bits: Vec<bool>,
    /// For every agent, whether its actions matter.
    pub agents: Vec<bool>,
}

impl Cone {
    /// How many bits matter.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bits.iter().filter(|&&matters| matters).count()
    }

    /// Whether all of `other` is in here.
    #[must_use]
    pub fn includes(&self, other: &Self) -> bool {
        let within = |ours: &[bool], theirs: &[bool]| ours.iter().zip(theirs).all(|(&ours, &theirs)| ours || !theirs);
        within(&self.bits, &other.bits) && within(&self.agents, &other.agents)
    }

    /// Nothing left out.
    #[must_use]
    pub fn whole(system: &SymbolicSystem) -> Self {
        Self { bits: vec![true; system.state.len()], agents: vec![true; system.agents.len()] }
    }

    /// Whether nothing is left out.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.bits.iter().chain(&self.agents).all(|&matters| matters)
    }
}

/// What an input stands for.
#[derive(Clone, Copy)]
enum Meaning {
    Bit(usize),
    Action(usize),
}

/// Grows a cone until it is closed.
struct Growth<'a> {
    system: &'a SymbolicSystem,
    meanings: BTreeMap<InputId, Meaning>,
    cone: Cone,
    movers: Vec<bool>,
    /// The mover of each bit and the new values that it may get.
    values: Vec<(usize, Vec<Lit>)>,
    work: Vec<Lit>,
}

impl<'a> Growth<'a> {
    fn new(system: &'a SymbolicSystem) -> Self {
        let mut meanings: BTreeMap<InputId, Meaning> = BTreeMap::new();
        for (number, bit) in system.state.iter().enumerate() {
            meanings.insert(bit.now, Meaning::Bit(number));
        }
        for (number, agent) in system.agents.iter().enumerate() {
            meanings.extend(agent.actions.iter().map(|&input| (input, Meaning::Action(number))));
        }
        let mut values = vec![(0, Vec::new()); system.state.len()];
        for (number, mover) in system.movers.iter().enumerate() {
            for &bit in &mover.bits {
                values[bit].0 = number;
            }
            for &(bit, value) in mover.choices.iter().flat_map(|choice| &choice.updates) {
                values[bit].1.push(value);
            }
        }
        let cone = Cone { bits: vec![false; system.state.len()], agents: vec![false; system.agents.len()] };
        Self { system, meanings, cone, movers: vec![false; system.movers.len()], values, work: Vec::new() }
    }

    fn bit(&mut self, bit: usize) {
        if !std::mem::replace(&mut self.cone.bits[bit], true) {
            let (mover, values) = &mut self.values[bit];
            self.work.append(values);
            let mover = *mover;
            self.mover(mover);
        }
    }

    fn mover(&mut self, mover: usize) {
        if !std::mem::replace(&mut self.movers[mover], true) {
            let choices = &self.system.movers[mover].choices;
            self.work.extend(choices.iter().flat_map(|choice| [choice.enabled, choice.fits]));
        }
    }

    fn agent(&mut self, agent: usize) {
        if !std::mem::replace(&mut self.cone.agents[agent], true) {
            self.work.push(self.system.agents[agent].protocol);
        }
    }

    fn close(&mut self) {
        while !self.work.is_empty() {
            let lits = std::mem::take(&mut self.work);
            for input in self.system.circuit.support(lits) {
                match self.meanings.get(&input) {
                    Some(&Meaning::Bit(bit)) => self.bit(bit),
                    Some(&Meaning::Action(agent)) => self.agent(agent),
                    None => {}
                }
            }
        }
    }

    /// The bits of each constraint on single states.
    fn ties(&self) -> Vec<Vec<usize>> {
        let circuit = &self.system.circuit;
        let constraints = circuit.conjuncts(self.system.init).into_iter().chain(self.system.domain.iter().copied());
        let bit = |input: InputId| match self.meanings.get(&input) {
            Some(&Meaning::Bit(bit)) => Some(bit),
            _ => None,
        };
        constraints.map(|lit| circuit.support([lit]).into_iter().filter_map(bit).collect()).collect()
    }
}

impl SymbolicSystem {
    /// The part on which circuits `roots` over x, the listed bits and the listed agents' actions depend.
    #[must_use]
    pub fn cone(&self, roots: &[Lit], bits: &[usize], agents: &[usize]) -> Cone {
        let mut growth = Growth::new(self);
        growth.work.extend(roots);
        bits.iter().for_each(|&bit| growth.bit(bit));
        agents.iter().for_each(|&agent| growth.agent(agent));
        for (number, agent) in self.agents.iter().enumerate() {
            if !agent.never_stuck {
                growth.agent(number);
            }
        }
        for (number, mover) in self.movers.iter().enumerate() {
            if !mover.never_blocks {
                growth.mover(number);
            }
        }
        growth.close();
        let mut ties = growth.ties();
        loop {
            let touched = |tie: &Vec<usize>| tie.iter().any(|&bit| growth.cone.bits[bit]);
            let (now, later): (Vec<_>, Vec<_>) = ties.into_iter().partition(touched);
            if now.is_empty() {
                return growth.cone;
            }
            now.iter().flatten().for_each(|&bit| growth.bit(bit));
            growth.close();
            ties = later;
        }
    }

    /// The part alone. Atoms outside it are still there and must not be asked for.
    #[must_use]
    pub fn restricted(&self, cone: &Cone) -> Self {
        let mut numbers: Vec<Option<usize>> = Vec::with_capacity(self.state.len());
        let mut next = 0..;
        numbers.extend(cone.bits.iter().map(|&matters| if matters { next.next() } else { None }));
        let mut circuit = self.circuit.clone();
        let inputs: BTreeMap<InputId, bool> =
            self.state.iter().zip(&cone.bits).map(|(bit, &matters)| (bit.now, matters)).collect();
        let inside = |circuit: &Circuit, lit: Lit| circuit.support([lit]).iter().all(|input| inputs[input]);
        let init: Vec<Lit> = circuit.conjuncts(self.init);
        let init: Vec<Lit> = init.into_iter().filter(|&lit| inside(&circuit, lit)).collect();
        let init = circuit.and_all(init);
        Self {
            state: self.state.iter().zip(&cone.bits).filter(|(_, matters)| **matters).map(|(bit, _)| *bit).collect(),
            domain: self.domain.iter().copied().filter(|&lit| inside(&circuit, lit)).collect(),
            init,
            agents: self
                .agents
                .iter()
                .zip(&cone.agents)
                .map(|(agent, &matters)| restricted_agent(agent, matters, &numbers))
                .collect(),
            movers: self.movers.iter().filter_map(|mover| restricted_mover(mover, &numbers)).collect(),
            atoms: self.atoms.clone(),
            circuit,
        }
    }
}

fn restricted_agent(agent: &SymbolicAgent, matters: bool, numbers: &[Option<usize>]) -> SymbolicAgent {
    let observes = agent.observes.iter().filter_map(|&bit| numbers[bit]).collect();
    if matters {
        SymbolicAgent { observes, ..agent.clone() }
    } else {
        SymbolicAgent { actions: Vec::new(), protocol: Lit::TRUE, observes, ..agent.clone() }
    }
}

fn restricted_mover(mover: &Mover, numbers: &[Option<usize>]) -> Option<Mover> {
    let bits: Vec<usize> = mover.bits.iter().filter_map(|&bit| numbers[bit]).collect();
    if bits.is_empty() && mover.never_blocks {
        return None;
    }
    let update = |&(bit, value): &(usize, Lit)| numbers[bit].map(|bit| (bit, value));
    let choices = mover
        .choices
        .iter()
        .map(|choice| Choice { updates: choice.updates.iter().filter_map(update).collect(), ..choice.clone() })
        .collect();
    Some(Mover { bits, choices, ..mover.clone() })
}
