//! What in a formula has the same value in all states that it speaks of, see `witness::operands`.

use std::collections::{BTreeMap, BTreeSet};

use super::wanted::{Item, Job};
use crate::engine::GaveUp;
use crate::logic::{Formula, FormulaId, FormulaKind};
use crate::outcome::Vacuity;
use crate::witness::{Operand, Place, Sets, atoms};

/// Remarks on what never changes.
pub(super) struct WhatNeverChanges<'a> {
    pub(super) job: &'a Job,
    pub(super) item: &'a Item,
    /// The empty reasons that have been found.
    pub(super) empty: Vec<Vacuity>,
}

impl WhatNeverChanges<'_> {
    /// What that is in these states.
    pub(super) fn among<S: Sets>(&self, sets: &mut S) -> Result<Vec<Vacuity>, GaveUp> {
        let fair = self.item.infinite && !self.job.model.fairness.is_empty();
        let (mut found, mut remarked) = (Vec::new(), BTreeSet::new());
        // Where there is no state, everything is both.
        if sets.is_empty(&sets.universe()) {
            return Ok(found);
        }
        let mut values = Values { sets, known: BTreeMap::new() };
        for operand in &self.item.operands {
            // If the left side is never true, that is said already, and its sides do not matter.
            if operand.condition.is_some_and(|f| self.empty.contains(&Vacuity::Antecedent(f))) {
                continue;
            }
            for (formula, value, place) in self.constants(&mut values, operand)? {
                if remarked.insert(self.without_negations(formula)) {
                    found.push(Vacuity::Constant { formula, value, place, fair });
                }
            }
        }
        Ok(found)
    }

    /// The operand, if its value is always the same, or its atoms that have always the same value.
    fn constants<S: Sets>(
        &self,
        values: &mut Values<'_, S>,
        operand: &Operand,
    ) -> Result<Vec<(FormulaId, bool, Place)>, GaveUp> {
        let &Operand { place, formula, told, .. } = operand;
        let formulas = &self.job.model.formulas;
        match values.of(formula)? {
            Some(false) if told && formulas.get(self.without_negations(formula)).kind() == FormulaKind::Atomic => {
                return Ok(Vec::new());
            }
            Some(value) if value || !told => return Ok(vec![(formula, value, place)]),
            _ => {}
        }
        let mut found = Vec::new();
        for atom in atoms(formulas, formula) {
            found.extend(values.of(atom)?.map(|value| (atom, value, Place::Inside)));
        }
        Ok(found)
    }

    fn without_negations(&self, mut formula: FormulaId) -> FormulaId {
        while let Formula::Not(f) = self.job.model.formulas.get(formula) {
            formula = f;
        }
        formula
    }
}

/// The values of formulas, each asked for once.
struct Values<'s, S> {
    sets: &'s mut S,
    known: BTreeMap<FormulaId, Option<bool>>,
}

impl<S: Sets> Values<'_, S> {
    /// The value of a formula, if it is the same in all states, of which there are some.
    fn of(&mut self, formula: FormulaId) -> Result<Option<bool>, GaveUp> {
        if let Some(&value) = self.known.get(&formula) {
            return Ok(value);
        }
        let true_in = self.sets.satisfying(formula)?;
        let value = if self.sets.is_empty(&true_in) {
            Some(false)
        } else {
            let false_in = self.sets.minus(&self.sets.universe(), &true_in)?;
            self.sets.is_empty(&false_in).then_some(true)
        };
        self.known.insert(formula, value);
        Ok(value)
    }
}
