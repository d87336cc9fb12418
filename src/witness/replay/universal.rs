//! Universal claims: that something is true on all paths, in all states that an agent considers possible, or whatever a
//! group does. They are looked at in all states where there are few; otherwise it is noted that they were not.

use super::super::evidence::{Conclusion, NodeId};
use super::super::word::leaves;
use super::outcome::{Beyond, Checked, Unseen, wrong};
use super::replayer::Replayer;
use crate::ir::{InitialStates, State};
use crate::logic::{Formula, FormulaId, FormulaKind, Formulas, Quantifier};

/// How many values are tried to see whether there is more than one initial state.
const EFFORT: u64 = 1_000_000;

impl Replayer<'_> {
    /// Looks at a universal claim in all states, or notes that it was not looked at.
    pub(super) fn universal(&mut self, id: NodeId, state: &State, formula: FormulaId) -> Checked {
        let judged = match &mut self.judge {
            Ok(judge) => judge.is_true(&self.claim.formulas, formula, state),
            Err(beyond) => Err(*beyond),
        };
        match judged {
            Ok(true) => self.done.checked += 1,
            Ok(false) => return wrong("a universal claim is false"),
            Err(why) => self.not_seen(Unseen::Claim(id), why),
        }
        Ok(())
    }

    /// A formula holds if it is true in all initial states, though one is shown; one is enough for it to fail.
    pub(super) fn other_initial_states(&mut self) -> Checked {
        if self.evidence.shown == Conclusion::Fails || matches!(self.judge, Err(Beyond::NotAsked)) || self.starts_once()
        {
            return Ok(());
        }
        let judged = match &mut self.judge {
            Ok(judge) => judge.is_true_initially(&self.claim.formulas, self.claim.root),
            Err(beyond) => Err(*beyond),
        };
        match judged {
            Ok(true) => self.done.checked += 1,
            Ok(false) => return wrong("the formula is false in another initial state"),
            Err(why) => self.not_seen(Unseen::OtherInitialStates, why),
        }
        Ok(())
    }

    /// Whether there is but one initial state, for certain.
    fn starts_once(&self) -> bool {
        let mut states = InitialStates::new(&self.model.system, EFFORT);
        matches!((states.next(), states.next()), (Some(Ok(_)), None))
    }
}

/// What a universal claim says of single states.
pub(super) fn operands(formulas: &Formulas, formula: Formula) -> Vec<FormulaId> {
    match formula {
        Formula::Knows(_, f) | Formula::Obliged(_, f) => vec![f],
        Formula::Branching(_, operator) => {
            let (f, g) = operator.operands();
            std::iter::once(f).chain(g).collect()
        }
        Formula::Quantified(_, path) => leaves(formulas, path),
        _ => Vec::new(),
    }
}

/// Whether a formula makes a claim about all of something.
pub(super) fn is_universal(formulas: &Formulas, formula: Formula) -> bool {
    let strategic = |formula: Formula| formula.kind() == FormulaKind::Strategic;
    match formula {
        Formula::Not(f) => strategic(formulas.get(f)),
        _ => strategic(formula) || formula.quantifier() == Some(Quantifier::Forall),
    }
}
