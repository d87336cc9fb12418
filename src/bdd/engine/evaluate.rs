//! Formulas evaluated on sets of states, subformulas first.

use std::collections::BTreeSet;

use oxidd::BooleanFunction;
use qmas_encodings::Lit;

use super::super::branching::World;
use super::super::diagrams::Bdd;
use super::super::knowledge::Hidden;
use super::super::paths::state_subformulas;
use super::super::strategic::{Game, Player};
use super::super::uniform::{Team, Uniform, on_the_surface};
use super::{BddEngine, Reading};
use crate::engine::{GaveUp, Strategies, Traces};
use crate::ir::{AgentId, GroupId};
use crate::logic::{Formula, FormulaId, Temporal};

impl BddEngine {
    pub(super) fn satisfying(&mut self, traces: Traces, root: FormulaId) -> Result<Bdd, GaveUp> {
        self.evaluate(traces, root, false)
    }

    /// The states that satisfy a formula; on request right for the initial states only.
    pub(super) fn evaluate(&mut self, traces: Traces, root: FormulaId, initially: bool) -> Result<Bdd, GaveUp> {
        let mut needed = BTreeSet::new();
        let mut work = vec![root];
        while let Some(id) = work.pop() {
            if self.reading(traces).known.contains_key(&id) || !needed.insert(id) {
                continue;
            }
            let formulas = &self.model.formulas;
            work.extend(match formulas.get(id) {
                Formula::Quantified(_, path) => state_subformulas(formulas, path),
                _ => formulas.children(id),
            });
        }
        if initially {
            self.surface = on_the_surface(&self.model.formulas, &needed);
        }
        let done = needed.into_iter().try_for_each(|id| {
            self.diagrams.check()?;
            let states = self.apply(traces, id)?;
            self.reading_mut(traces).known.insert(id, states);
            Ok(())
        });
        let result = done.map(|()| self.reading(traces).known[&root].clone());
        for id in std::mem::take(&mut self.surface) {
            self.reading_mut(traces).known.remove(&id);
        }
        result
    }

    /// One operator, applied to operands that are known.
    fn apply(&mut self, traces: Traces, id: FormulaId) -> Result<Bdd, GaveUp> {
        let formula = self.model.formulas.get(id);
        self.prepare(formula)?;
        let Reading { universe, known } = self.reading(traces);
        let world = World { diagrams: &self.diagrams, relation: &self.relation, universe };
        let of = |f: FormulaId| known[&f].clone();
        match formula {
            Formula::True => Ok(world.universe.states.clone()),
            Formula::False => Ok(self.diagrams.constant(false)),
            Formula::Atom(atom) => self.labelled(traces, self.symbolic.atoms[atom.index()]),
            Formula::Red(agent) => self.labelled(traces, self.symbolic.agents[agent.index()].red),
            Formula::Not(f) => world.complement(&of(f)),
            Formula::And(f, g) => self.diagrams.and(&of(f), &of(g)),
            Formula::Or(f, g) => self.diagrams.or(&of(f), &of(g)),
            Formula::Implies(f, g) => self.diagrams.or(&world.complement(&of(f))?, &of(g)),
            Formula::Branching(quantifier, operator) => world.branching(quantifier, operator, of),
            Formula::Strategic(group, operator) => self.strategic(traces, id, group, operator),
            Formula::Knows(knowledge, f) => world.knows(&self.hidden[&knowledge], &of(f)),
            Formula::Considers(knowledge, f) => world.considers(&self.hidden[&knowledge], &of(f)),
            Formula::Obliged(agent, f) => {
                let (f, green) = (of(f), self.green(traces, agent)?);
                let violated = self.diagrams.minus(&green, &f)?.satisfiable();
                Ok(self.everywhere_if(traces, !violated))
            }
            Formula::Permitted(agent, f) => {
                let (f, green) = (of(f), self.green(traces, agent)?);
                let somewhere = self.diagrams.and(&green, &f)?.satisfiable();
                Ok(self.everywhere_if(traces, somewhere))
            }
            Formula::Quantified(quantifier, path) => self.paths(traces).quantified(quantifier, path),
            Formula::Linear(_) | Formula::Dynamic(..) => {
                unreachable!("resolve puts path formulas below path quantifiers only")
            }
        }
    }

    /// What a group can enforce.
    fn strategic(&self, traces: Traces, id: FormulaId, group: GroupId, operator: Temporal) -> Result<Bdd, GaveUp> {
        let Reading { universe, known } = self.reading(traces);
        let world = World { diagrams: &self.diagrams, relation: &self.relation, universe };
        let of = |f: FormulaId| known[&f].clone();
        let player = &self.players[&group];
        match self.options.strategies {
            Strategies::PerfectInformation => {
                Game { world: &world, player, moves: &player.protocol }.enforces(operator, of)
            }
            Strategies::Uniform => {
                let asked = if self.surface.contains(&id) { &self.initial } else { &world.universe.states };
                Uniform::new(&world, (player, &self.teams[&group]), operator, &of)?.enforces(asked)
            }
        }
    }

    /// The states of the universe that are green for an agent.
    fn green(&mut self, traces: Traces, agent: AgentId) -> Result<Bdd, GaveUp> {
        let red = self.labelled(traces, self.symbolic.agents[agent.index()].red)?;
        self.diagrams.minus(&self.reading(traces).universe.states, &red)
    }

    /// All states of the universe, or none.
    fn everywhere_if(&self, traces: Traces, condition: bool) -> Bdd {
        if condition { self.reading(traces).universe.states.clone() } else { self.diagrams.constant(false) }
    }

    /// The states of the universe in which a circuit is true.
    fn labelled(&mut self, traces: Traces, lit: Lit) -> Result<Bdd, GaveUp> {
        let states = self.diagrams.build(&self.symbolic.circuit, lit)?;
        self.diagrams.and(&states, &self.reading(traces).universe.states)
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
                let clusters = self.relation.clusters(&self.diagrams)?;
                let mut player = Player::new(&mut self.diagrams, &self.symbolic, &clusters, members)?;
                match self.options.strategies {
                    Strategies::PerfectInformation => {
                        player.restrict(&self.diagrams, &self.relation, &self.finite.universe.states)?;
                    }
                    Strategies::Uniform => {
                        let team = Team::new(&mut self.diagrams, &self.symbolic, &clusters, members)?;
                        self.teams.insert(group, team);
                    }
                }
                self.players.insert(group, player);
            }
            _ => {}
        }
        Ok(())
    }
}
