//! Who answers one of the two questions, from bound to bound: a SAT solver that keeps what it knows where one player
//! makes all choices, counterexample-guided expansion that keeps its instantiations where both choose.

use qmas_encodings::expansion::solve;
use qmas_encodings::{
    Answer, Circuit, ClauseSink, Cnf, ExpansionOptions, InputId, Lit, Move, Polarity, Qbf, Quantifier, SatAnswer,
    SatFactory, SatLimits, SatLit, SatSolver, SatVar, Stop,
};

use crate::solver::SatChoice;

/// What one question cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Changes of the quantifier in the prefix.
    pub alternations: usize,
    /// Variables: of the SAT solver, or of the prefix.
    pub variables: usize,
    /// Clauses that the SAT solver knows.
    pub clauses: usize,
    /// Gates that the question depends on.
    pub gates: usize,
    /// Instantiations of blocks.
    pub instantiations: usize,
}

/// A solver that counts.
struct Counting {
    solver: Box<dyn SatSolver>,
    variables: usize,
    clauses: usize,
}

impl ClauseSink for Counting {
    fn new_var(&mut self) -> SatVar {
        self.variables += 1;
        self.solver.new_var()
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        self.clauses += 1;
        self.solver.add_clause(clause);
    }
}

/// See the module.
pub(super) struct Asker {
    choice: SatChoice,
    limits: SatLimits,
    cnf: Cnf,
    sat: Option<Counting>,
    seeds: Vec<Move>,
}

impl Asker {
    pub(super) fn new(choice: SatChoice, limits: SatLimits) -> Self {
        Self { choice, limits, cnf: Cnf::new(), sat: None, seeds: Vec::new() }
    }

    /// Whether a formula is true, and what that cost.
    pub(super) fn is_true(&mut self, circuit: &Circuit, qbf: &Qbf) -> Result<(bool, Cost), Stop> {
        let gates = circuit.below([qbf.matrix]).len();
        match qbf.prefix.as_slice() {
            [] => Ok((qbf.matrix == Lit::TRUE, Cost::default())),
            [block] => {
                let spoils = block.quantifier == Quantifier::Forall;
                let found = self.satisfiable(circuit, qbf.matrix.negated_if(spoils))?;
                let (variables, clauses) = self.sat.as_ref().map_or((0, 0), |sat| (sat.variables, sat.clauses));
                Ok((found != spoils, Cost { variables, clauses, gates, ..Cost::default() }))
            }
            blocks => {
                let options = ExpansionOptions { sat: self.limits.clone(), ..ExpansionOptions::default() };
                let solution = solve(circuit, qbf, &self.seeds, &options, &self.choice);
                let cost = Cost {
                    alternations: blocks.len() - 1,
                    variables: blocks.iter().map(|block| block.inputs.len()).sum(),
                    clauses: 0,
                    gates,
                    instantiations: solution.statistics.instantiations,
                };
                self.seeds = solution.seeds;
                match solution.answer {
                    Answer::True(_) => Ok((true, cost)),
                    Answer::False(_) => Ok((false, cost)),
                    Answer::Unknown(stop) => Err(stop),
                }
            }
        }
    }

    /// Whether a literal can be true. Models are evaluated on the circuit before they are believed.
    pub(super) fn satisfiable(&mut self, circuit: &Circuit, lit: Lit) -> Result<bool, Stop> {
        if let Some(value) = lit.as_constant() {
            return Ok(value);
        }
        let choice = self.choice;
        let sat = self.sat.get_or_insert_with(|| Counting { solver: choice.solver(), variables: 0, clauses: 0 });
        let assumption = self.cnf.literal(circuit, lit, Polarity::Positive, sat);
        match sat.solver.solve(&[assumption], &self.limits) {
            SatAnswer::Unsat(_) => Ok(false),
            SatAnswer::Unknown(stop) => Err(stop),
            SatAnswer::Sat(model) => {
                let values: Move =
                    self.cnf.inputs().iter().map(|&(input, var)| (input, model.value(var.lit(true)))).collect();
                let value = |input: InputId| values.get(input).unwrap_or(false);
                match circuit.evaluate(lit, value) {
                    true => Ok(true),
                    false => Err(Stop::Broken("a SAT solver's model is none".to_owned())),
                }
            }
        }
    }
}
