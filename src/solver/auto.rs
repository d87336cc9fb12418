//! varisat for easy questions, CaDiCaL for the rest.
//!
//! On easy satisfiable questions varisat is 8 to 100 times faster, since CaDiCaL prepares for hard ones; on hard
//! unsatisfiable ones CaDiCaL is 3 to 8 times faster. So a question that costs varisat more than a few thousand
//! conflicts goes to CaDiCaL, and so do all later ones with the same clauses.

use qmas_encodings::{ClauseSink, SatAnswer, SatLimits, SatLit, SatSolver, SatVar, Stop};
use rustsat::types::Clause;

use super::bridge::Bridge;
use super::cadical::Cadical;
use super::varisat::Varisat;

/// What varisat may spend on one question.
const LIGHT_CONFLICTS: u64 = 2_000;

/// One of the two, varisat first.
pub enum Auto {
    /// No question was hard so far.
    Light(Bridge<Varisat>),
    /// Some question was.
    Heavy(Bridge<Cadical>),
}

impl Auto {
    /// A solver without clauses.
    #[must_use]
    pub fn new() -> Self {
        Self::Light(Bridge::new(Varisat::new()))
    }

    fn current(&mut self) -> &mut dyn SatSolver {
        match self {
            Self::Light(light) => light,
            Self::Heavy(heavy) => heavy,
        }
    }

    fn solve_light(light: &mut Bridge<Varisat>, assumptions: &[SatLit], limits: &SatLimits) -> Option<SatAnswer> {
        let enough = limits.conflicts.is_some_and(|conflicts| conflicts <= LIGHT_CONFLICTS);
        let conflicts = if enough { limits.conflicts } else { Some(LIGHT_CONFLICTS) };
        let answer = light.solve(assumptions, &SatLimits { conflicts, ..limits.clone() });
        (enough || answer != SatAnswer::Unknown(Stop::Conflicts)).then_some(answer)
    }

    /// Hands all clauses over to CaDiCaL.
    fn harden(light: &Bridge<Varisat>) -> Bridge<Cadical> {
        let mut heavy = Cadical::new();
        heavy.extend(light.get().clauses().map(|clause| clause.iter().copied().collect::<Clause>()));
        light.replaced_by(heavy)
    }
}

impl Default for Auto {
    fn default() -> Self {
        Self::new()
    }
}

impl ClauseSink for Auto {
    fn new_var(&mut self) -> SatVar {
        self.current().new_var()
    }

    fn add_clause(&mut self, clause: &[SatLit]) {
        self.current().add_clause(clause);
    }
}

impl SatSolver for Auto {
    fn solve(&mut self, assumptions: &[SatLit], limits: &SatLimits) -> SatAnswer {
        if let Self::Light(light) = self {
            if let Some(answer) = Self::solve_light(light, assumptions, limits) {
                return answer;
            }
            *self = Self::Heavy(Self::harden(light));
        }
        self.current().solve(assumptions, limits)
    }
}
