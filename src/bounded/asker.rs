//! Who answers one kind of question, from bound to bound: a SAT solver that keeps what it knows where one player makes
//! all choices, counterexample-guided expansion that keeps its instantiations where both choose, or a program that
//! knows nothing of the question before.

use qmas_encodings::expansion::solve;
use qmas_encodings::{
    Answer, Circuit, ClauseList, ClauseSink, Cnf, ExpansionOptions, Lit, Move, Polarity, Qbf, Quantifier, SatAnswer,
    SatFactory, SatLimits, SatLit, SatSolver, SatVar, Stop,
};

use crate::solver::qbf::{External, QbfChoice};
use crate::solver::{Proof, SatChoice};

/// Where conflicts are limited, there is one instantiation for so many of them.
const CONFLICTS_PER_INSTANTIATION: u64 = 10;

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
    /// How often it was asked until no path had a pair of states that nobody had demanded to be different. For counting,
    /// the rounds that a path may complete, and one.
    pub rounds: usize,
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

/// The answer to a question.
pub(super) struct Reply {
    /// Whether the formula is true.
    pub(super) yes: bool,
    pub(super) cost: Cost,
    /// If one player makes all choices: the choices by which it got its way.
    pub(super) found: Option<Move>,
    /// If both do: the first choices of the one who got its way, if these are known.
    pub(super) moved: Option<Move>,
}

/// See the module.
pub(super) struct Asker {
    choice: SatChoice,
    qbf: QbfChoice,
    limits: SatLimits,
    cnf: Cnf,
    sat: Option<Counting>,
    seeds: Vec<Move>,
}

impl Asker {
    pub(super) fn new(choice: SatChoice, limits: SatLimits) -> Self {
        Self { choice, qbf: QbfChoice::default(), limits, cnf: Cnf::new(), sat: None, seeds: Vec::new() }
    }

    /// With somebody for questions in which both players choose.
    pub(super) fn with(self, qbf: QbfChoice) -> Self {
        Self { qbf, ..self }
    }

    /// From now on with these limits.
    pub(super) fn limit(&mut self, limits: SatLimits) {
        self.limits = limits;
    }

    /// What has been handed to the SAT solver so far.
    pub(super) fn cost(&self) -> Cost {
        let (variables, clauses) = self.sat.as_ref().map_or((0, 0), |sat| (sat.variables, sat.clauses));
        Cost { variables, clauses, gates: self.cnf.gates().len(), rounds: 1, ..Cost::default() }
    }

    /// Whether a formula is true. If a SAT solver says that nobody has a choice to get its way, the proof of that goes
    /// where `proof` says.
    pub(super) fn is_true(&mut self, circuit: &Circuit, qbf: &Qbf, proof: Option<&Proof>) -> Result<Reply, Stop> {
        let gates = circuit.below([qbf.matrix]).len();
        match qbf.prefix.as_slice() {
            // Nobody can choose anything: what spoils the formula, if anything, is any choice.
            [] => {
                let yes = qbf.matrix == Lit::TRUE;
                Ok(Reply { yes, cost: Cost::default(), found: (!yes).then(Move::default), moved: None })
            }
            [block] => {
                let spoils = block.quantifier == Quantifier::Forall;
                let wanted = qbf.matrix.negated_if(spoils);
                let found = self.satisfiable(circuit, wanted)?;
                if let (None, Some(proof)) = (&found, proof) {
                    self.prove(circuit, wanted, proof)?;
                }
                let cost = Cost { gates, ..self.cost() };
                Ok(Reply { yes: found.is_some() != spoils, cost, found, moved: None })
            }
            blocks => {
                let cost = Cost {
                    alternations: blocks.len() - 1,
                    variables: blocks.iter().map(|block| block.inputs.len()).sum(),
                    gates,
                    ..Cost::default()
                };
                match self.qbf.clone() {
                    QbfChoice::Expansion => self.expand(circuit, qbf, cost),
                    QbfChoice::External(external) => self.outside(&external, circuit, qbf, cost),
                }
            }
        }
    }

    fn expand(&mut self, circuit: &Circuit, qbf: &Qbf, cost: Cost) -> Result<Reply, Stop> {
        let mut options = ExpansionOptions { sat: self.limits.clone(), ..ExpansionOptions::default() };
        if let Some(conflicts) = self.limits.conflicts {
            let few = usize::try_from(conflicts / CONFLICTS_PER_INSTANTIATION).unwrap_or(usize::MAX);
            options.max_instantiations = options.max_instantiations.min(few);
        }
        let solution = solve(circuit, qbf, &self.seeds, &options, &self.choice);
        let cost = Cost { instantiations: solution.statistics.instantiations, ..cost };
        self.seeds = solution.seeds;
        match solution.answer {
            Answer::True(moved) => Ok(Reply { yes: true, cost, found: None, moved }),
            Answer::False(moved) => Ok(Reply { yes: false, cost, found: None, moved }),
            Answer::Unknown(stop) => Err(stop),
        }
    }

    fn outside(&self, external: &External, circuit: &Circuit, qbf: &Qbf, cost: Cost) -> Result<Reply, Stop> {
        let answer = external.solve(circuit, qbf, &self.limits.interrupt)?;
        Ok(Reply { yes: answer.yes, cost, found: None, moved: answer.moved })
    }

    /// Values that make a literal true, if there are any. They are evaluated on the circuit before they are believed.
    pub(super) fn satisfiable(&mut self, circuit: &Circuit, lit: Lit) -> Result<Option<Move>, Stop> {
        if let Some(value) = lit.as_constant() {
            return Ok(value.then(Move::default));
        }
        let choice = self.choice;
        let sat = self.sat.get_or_insert_with(|| Counting { solver: choice.solver(), variables: 0, clauses: 0 });
        let assumption = self.cnf.literal(circuit, lit, Polarity::Positive, sat);
        match sat.solver.solve(&[assumption], &self.limits) {
            SatAnswer::Unsat(_) => Ok(None),
            SatAnswer::Unknown(stop) => Err(stop),
            SatAnswer::Sat(model) => {
                let values: Move =
                    self.cnf.inputs().iter().map(|&(input, var)| (input, model.value(var.lit(true)))).collect();
                match circuit.evaluate(lit, |input| values.get(input).unwrap_or(false)) {
                    true => Ok(Some(values)),
                    false => Err(Stop::Broken("a SAT solver's model is none".to_owned())),
                }
            }
        }
    }

    /// Writes a literal that cannot be true as clauses, and the proof that it cannot. A new solver makes it, from these
    /// clauses and no others: a proof of a solver that has heard more than one question is of no use to a checker.
    fn prove(&self, circuit: &Circuit, lit: Lit, proof: &Proof) -> Result<(), Stop> {
        let mut clauses = ClauseList::default();
        Cnf::new().assert(circuit, lit, &mut clauses);
        proof.write(&clauses, self.choice, &self.limits)
    }
}
