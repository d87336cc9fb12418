//! Random formulas of each logic over a system.

use super::formula::{BinaryTemporal, Formula, Knowledge, Logic, Modality, Quantifier, Regex, Temporal, UnaryTemporal};
use super::model::{Comparison, Domain, Expr, RandomModel};
use super::prng::Prng;

/// What formulas are drawn.
#[derive(Debug, Clone, Copy)]
pub struct FormulaShape {
    pub logic: Logic,
    /// How many operators lie above each other.
    pub depth: usize,
    /// K, GK, GCK, DK.
    pub knowledge: bool,
    /// R and W, which MCMAS does not have.
    pub release: bool,
    /// O, in CTL only.
    pub obligation: bool,
}

impl Default for FormulaShape {
    fn default() -> Self {
        Self { logic: Logic::Ctl, depth: 3, knowledge: true, release: true, obligation: true }
    }
}

impl FormulaShape {
    /// Formulas of a logic, up to a depth.
    pub fn of(logic: Logic, depth: usize) -> Self {
        Self { logic, depth, ..Self::default() }
    }
}

/// A formula of the shape's logic, as it may stand behind its prefix.
pub fn random_formula(prng: &mut Prng, model: &RandomModel, shape: FormulaShape) -> Formula {
    let mut draw = Draw { prng, model, shape };
    match shape.logic {
        Logic::Ctl | Logic::Atl | Logic::CtlStar | Logic::CdlStar => draw.state(shape.depth),
        Logic::Ltl | Logic::Ldl => draw.path(shape.depth),
    }
}

struct Draw<'a> {
    prng: &'a mut Prng,
    model: &'a RandomModel,
    shape: FormulaShape,
}

impl Draw<'_> {
    fn state(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.leaf();
        }
        let smaller = depth - 1;
        match self.prng.below(12) {
            0 => self.leaf(),
            1 => self.state(smaller).not(),
            2..5 => self.connective(|draw| draw.state(smaller)),
            5..8 if self.shape.knowledge => self.knowledge(|draw| draw.state(smaller)),
            _ => self.temporal_state(smaller),
        }
    }

    /// A state formula with a temporal operator, as the logic has it.
    fn temporal_state(&mut self, smaller: usize) -> Formula {
        let quantifier = *self.prng.pick(&[Quantifier::Exists, Quantifier::Forall]);
        match self.shape.logic {
            Logic::Ctl if self.shape.obligation && self.prng.chance(15) => {
                let agent = *self.prng.pick(&self.model.agent_ids());
                self.state(smaller).obliged(agent)
            }
            Logic::Atl if self.prng.chance(70) => {
                let group = self.prng.pick(&self.model.groups).id;
                // ATL has neither R nor W.
                let release = std::mem::replace(&mut self.shape.release, false);
                let operator = self.temporal(|draw| {
                    draw.shape.release = release;
                    let operand = draw.state(smaller);
                    draw.shape.release = false;
                    operand
                });
                self.shape.release = release;
                Formula::Strategic(group, operator)
            }
            Logic::Ctl | Logic::Atl => Formula::Branching(quantifier, self.temporal(|draw| draw.state(smaller))),
            Logic::CtlStar | Logic::CdlStar => self.path(smaller).quantified(quantifier),
            Logic::Ltl | Logic::Ldl => self.leaf(),
        }
    }

    fn path(&mut self, depth: usize) -> Formula {
        if depth == 0 {
            return self.leaf();
        }
        let smaller = depth - 1;
        let linear = matches!(self.shape.logic, Logic::Ltl | Logic::Ldl);
        match self.prng.below(14) {
            0 => self.leaf(),
            12.. => self.everyday(smaller),
            1 => self.path(smaller).not(),
            2..5 => self.connective(|draw| draw.path(smaller)),
            5 if self.shape.knowledge && linear => self.knowledge(|draw| draw.path(smaller)),
            5 if !linear => self.state(depth),
            _ => match self.shape.logic {
                Logic::Ldl | Logic::CdlStar => {
                    let modality = *self.prng.pick(&[Modality::Diamond, Modality::Box]);
                    let rho = self.regex(depth.min(2));
                    Formula::Dynamic(modality, Box::new(rho), Box::new(self.path(smaller)))
                }
                Logic::Ctl | Logic::Atl | Logic::Ltl | Logic::CtlStar => {
                    Formula::Linear(self.temporal(|draw| draw.path(smaller)))
                }
            },
        }
    }

    /// What people write: recurrence, persistence and response, alone or beside something about the present, mostly as the
    /// left side of an implication.
    fn everyday(&mut self, depth: usize) -> Formula {
        let shape = match self.prng.below(4) {
            0 => {
                let often = self.eventually(Self::leaf);
                self.always(often).not().not()
            }
            1 => {
                let leaf = self.leaf();
                let stays = self.always(leaf);
                self.eventually(|_| stays)
            }
            2 => {
                let response = self.leaf().implies(self.eventually(Self::leaf));
                self.always(response)
            }
            _ => {
                let often = self.eventually(Self::leaf);
                self.always(often)
            }
        };
        match self.prng.below(4) {
            0 => shape,
            1 => shape.and(self.leaf()),
            2 => shape.and(self.leaf()).implies(self.path(depth.min(1))),
            _ => shape.and(self.path(depth)),
        }
    }

    fn eventually(&mut self, operand: impl FnOnce(&mut Self) -> Formula) -> Formula {
        let f = operand(self);
        match self.shape.logic {
            Logic::Ldl | Logic::CdlStar => f.diamond(Regex::step(Formula::Constant(true)).star()),
            _ => Formula::Linear(Temporal::unary(UnaryTemporal::Finally, f)),
        }
    }

    fn always(&self, f: Formula) -> Formula {
        match self.shape.logic {
            Logic::Ldl | Logic::CdlStar => f.boxed(Regex::step(Formula::Constant(true)).star()),
            _ => Formula::Linear(Temporal::unary(UnaryTemporal::Globally, f)),
        }
    }

    fn regex(&mut self, depth: usize) -> Regex {
        if depth == 0 {
            return Regex::step(self.step());
        }
        let smaller = depth - 1;
        match self.prng.below(10) {
            0..2 => Regex::step(self.step()),
            2..4 => Regex::test(self.path(smaller.min(1))),
            4..6 => self.regex(smaller).plus(self.regex(smaller)),
            6..8 => self.regex(smaller).then(self.regex(smaller)),
            _ => self.regex(smaller).star(),
        }
    }

    /// What a step starts from: mostly anything.
    fn step(&mut self) -> Formula {
        match self.prng.below(6) {
            0..3 => Formula::Constant(true),
            3 if self.shape.knowledge => self.knowledge(Self::leaf),
            4 => self.connective(Self::leaf),
            _ => self.leaf(),
        }
    }

    fn connective(&mut self, mut operand: impl FnMut(&mut Self) -> Formula) -> Formula {
        let (f, g) = (operand(self), operand(self));
        match self.prng.below(3) {
            0 => f.and(g),
            1 => f.or(g),
            _ => f.implies(g),
        }
    }

    fn temporal(&mut self, mut operand: impl FnMut(&mut Self) -> Formula) -> Temporal {
        match self.prng.below(if self.shape.release { 10 } else { 8 }) {
            0..2 => Temporal::unary(UnaryTemporal::Next, operand(self)),
            2..4 => Temporal::unary(UnaryTemporal::Finally, operand(self)),
            4..6 => Temporal::unary(UnaryTemporal::Globally, operand(self)),
            6..8 => Temporal::binary(BinaryTemporal::Until, operand(self), operand(self)),
            8 => Temporal::binary(BinaryTemporal::Release, operand(self), operand(self)),
            _ => Temporal::binary(BinaryTemporal::WeakUntil, operand(self), operand(self)),
        }
    }

    fn knowledge(&mut self, mut operand: impl FnMut(&mut Self) -> Formula) -> Formula {
        let agent = *self.prng.pick(&self.model.agent_ids());
        let group = self.prng.pick(&self.model.groups).id;
        let knowledge = match self.prng.below(6) {
            0..3 => Knowledge::Agent(agent),
            3 => Knowledge::Everyone(group),
            4 => Knowledge::Common(group),
            _ => Knowledge::Distributed(group),
        };
        operand(self).knows(knowledge)
    }

    fn leaf(&mut self) -> Formula {
        match self.prng.below(12) {
            0 => Formula::Constant(self.prng.chance(50)),
            1 => Formula::Red(*self.prng.pick(&self.model.agent_ids())),
            2 => Formula::Green(*self.prng.pick(&self.model.agent_ids())),
            3..6 => self.compare(),
            _ => Formula::Atom(self.prng.pick(&self.model.atoms).0),
        }
    }

    /// `Agent.x = value`, a constant of the variable's type.
    fn compare(&mut self) -> Formula {
        let variables: Vec<_> = self.model.variables().collect();
        let variable = *self.prng.pick(&variables);
        let value = *self.prng.pick(&variable.domain.values());
        let equality = *self.prng.pick(&[Comparison::Equal, Comparison::Different]);
        match variable.domain {
            Domain::Boolean => Formula::Compare(variable.id, equality, Expr::Bool(value == 1)),
            Domain::Enumeration(_) => Formula::Compare(variable.id, equality, Expr::Symbol(value)),
            Domain::Range(..) => {
                let orders = [equality, Comparison::Less, Comparison::LessEqual, Comparison::Greater];
                let order = match self.shape.logic {
                    // Here `<` and `>` are brackets.
                    Logic::Ldl | Logic::CdlStar => *self.prng.pick(&[equality, Comparison::LessEqual]),
                    Logic::Ctl | Logic::Atl | Logic::Ltl | Logic::CtlStar => *self.prng.pick(&orders),
                };
                Formula::Compare(variable.id, order, Expr::Integer(value))
            }
        }
    }
}
