//! What is left to do when all is answered: which verdicts want evidence, which formulas that hold are asked for an empty
//! reason, and a model that knows all formulas that this speaks of.
//!
//! Nothing of this is prepared before there are verdicts: it may take longer than they do.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::purse::{Part, Purse};
use crate::bounded::BoundedOptions;
use crate::engine::{GaveUp, Traces, Verdict};
use crate::logic::{Formula, FormulaId, Formulas, Quantifier, Specification};
use crate::model::Model;
use crate::options::{EngineChoice, Options, Shows};
use crate::outcome::{Backing, Interesting, Outcome, Vacuity};
use crate::slice::Slice;
use crate::witness::{Conclusion, Operand, VacuityQuestion, operands, prepare, vacuity_questions};

/// What is wanted for one formula.
#[derive(Clone)]
pub(super) struct Item {
    /// Its number.
    pub(super) number: usize,
    pub(super) specification: Specification,
    /// What evidence is wanted for.
    pub(super) shown: Option<Conclusion>,
    /// What could make it hold for an empty reason.
    pub(super) questions: Vec<VacuityQuestion>,
    /// What in it should not be the same in all states.
    pub(super) operands: Vec<Operand>,
    /// Whether it is read on infinite paths.
    pub(super) infinite: bool,
    /// At which bound it was answered, if there was one.
    pub(super) bound: Option<usize>,
    /// A bound that the user has chosen and that proved it at once: is there anything to see so far away?
    pub(super) far: Option<usize>,
}

impl Item {
    /// Whether there may be something to remark on.
    pub(super) fn is_doubted(&self) -> bool {
        !self.questions.is_empty() || !self.operands.is_empty()
    }
}

/// What was found out about a verdict.
#[derive(Debug, Clone, Default)]
pub(super) struct Explanation {
    pub(super) vacuity: Vec<Vacuity>,
    pub(super) vacuity_left_out: bool,
    /// What has been done about it.
    pub(super) done: BTreeSet<Part>,
    pub(super) backing: Backing,
    pub(super) interesting: Vec<Interesting>,
}

impl Explanation {
    /// Whether there is no evidence, nor a reason why there is none.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self.backing, Backing::Nothing) && self.interesting.is_empty()
    }
}

/// See the module.
pub(super) struct Job {
    /// The model, and more formulas after those that it has.
    pub(super) model: Arc<Model>,
    pub(super) items: Vec<Item>,
    pub(super) options: Options,
    /// Whether an engine has listed all states before, so soon that it can be done again.
    pub(super) listed: bool,
    /// The slice that the model is, if it is one.
    pub(super) slice: Option<Arc<Slice>>,
    /// How long it may take.
    pub(super) purse: Arc<Purse>,
    /// What has been found out so far, by the number of the formula.
    found: Mutex<BTreeMap<usize, Explanation>>,
}

impl Job {
    /// What is to be done about these outcomes, by the numbers of their formulas; nothing if nothing is wanted.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new<'o>(
        model: &Model,
        options: &Options,
        purse: Purse,
        outcomes: impl IntoIterator<Item = (usize, &'o Outcome)>,
    ) -> Result<Option<Self>, GaveUp> {
        let worth_asking = worth_asking(&model.formulas);
        let mut prepared: Option<Model> = None;
        let (mut items, mut late) = (Vec::new(), Vec::new());
        for (number, outcome) in outcomes {
            options.limits.check()?;
            let specification = model.specifications[number];
            let shown = shown(&outcome.verdict, options);
            let asked =
                outcome.verdict == Verdict::Holds && options.vacuity && worth_asking[specification.formula.index()];
            let answered = matches!(outcome.verdict, Verdict::Holds | Verdict::Fails);
            let operands =
                if options.vacuity && answered { operands(&model.formulas, specification.formula) } else { Vec::new() };
            let start = options.bounded.start;
            let chosen = options.engine == EngineChoice::Bounded && start > BoundedOptions::default().start;
            let at_once = outcome.verdict == Verdict::Holds && outcome.bound == Some(start);
            let far = Some(start).filter(|_| chosen && at_once && options.vacuity);
            if shown.is_none() && !asked && operands.is_empty() && far.is_none() {
                continue;
            }
            let model = prepared.get_or_insert_with(|| model.clone());
            let mut questions = Vec::new();
            if asked {
                let piece = purse.piece(Part::Vacuity, 1);
                match vacuity_questions(model, specification, &piece.limits) {
                    Ok(all) => questions = all,
                    Err(_) if piece.ran_out() => late.push(number),
                    Err(reason) => return Err(reason),
                }
            }
            if let Some(shown) = shown {
                prepare(model, specification, shown);
            }
            if shown == Some(Conclusion::Holds) {
                for changed in changed(&questions) {
                    options.limits.check()?;
                    prepare(model, Specification { formula: changed, ..specification }, Conclusion::Fails);
                }
            }
            let infinite = options.traces_of(specification.logic) == Traces::Infinite;
            let bound = outcome.bound;
            let item = Item { number, specification, shown, questions, operands, infinite, bound, far };
            if item.shown.is_some() || item.is_doubted() || far.is_some() || late.contains(&number) {
                items.push(item);
            }
        }
        let options = options.clone();
        let left_out = Explanation { vacuity_left_out: true, ..Explanation::default() };
        let found = Mutex::new(late.into_iter().map(|number| (number, left_out.clone())).collect());
        let job = |model| Self {
            model: Arc::new(model),
            items,
            options,
            listed: false,
            slice: None,
            purse: Arc::new(purse),
            found,
        };
        Ok(prepared.map(job).filter(|job| !job.items.is_empty()))
    }

    /// The same about some formulas, on a slice of the model that matters to them.
    pub(super) fn part(&self, slice: &Arc<Slice>, numbers: &[usize]) -> Self {
        let items = self.items.iter().filter(|item| numbers.binary_search(&item.number).is_ok()).cloned().collect();
        let mut found = self.all().clone();
        found.retain(|number, _| numbers.binary_search(number).is_ok());
        Self {
            model: Arc::new(slice.model.clone()),
            items,
            options: self.options.clone(),
            listed: true,
            slice: Some(Arc::clone(slice)),
            purse: Arc::clone(&self.purse),
            found: Mutex::new(found),
        }
    }

    /// The same on a slice that was made before the job was: it learns the formulas of the job.
    pub(super) fn on(self, slice: &Arc<Slice>) -> Self {
        let Model { formulas, fairness, specifications, .. } = self.model.as_ref().clone();
        let model = Model { system: slice.model.system.clone(), formulas, fairness, specifications };
        Self { model: Arc::new(model), slice: Some(Arc::clone(slice)), ..self }
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<usize, Explanation>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been found out about a formula so far.
    pub(super) fn found(&self, item: &Item) -> Explanation {
        self.all().get(&item.number).cloned().unwrap_or_default()
    }

    /// This has been found out.
    pub(super) fn put(&self, item: &Item, explanation: Explanation) {
        self.all().insert(item.number, explanation);
    }

    /// There is no evidence for these, unless there is some already.
    pub(super) fn miss<'i>(&self, items: impl IntoIterator<Item = &'i Item>, reason: &GaveUp) {
        let mut found = self.all();
        for item in items.into_iter().filter(|item| item.shown.is_some()) {
            let explanation = found.entry(item.number).or_default();
            if explanation.is_nothing() {
                explanation.backing = Backing::Missing(reason.to_string());
            }
        }
    }

    /// There was no time for anything that has not been done.
    pub(super) fn leave_out_rest<'i>(&self, items: impl IntoIterator<Item = &'i Item>) {
        for item in items {
            let done = self.found(item).done;
            if item.shown.is_some() && !done.contains(&Part::Evidence) {
                self.leave_out(Part::Evidence, [item]);
            }
            if !item.questions.is_empty() && !done.contains(&Part::Vacuity) {
                self.leave_out(Part::Vacuity, [item]);
            }
        }
    }

    /// There was no time for this.
    pub(super) fn leave_out<'i>(&self, part: Part, items: impl IntoIterator<Item = &'i Item>) {
        let mut found = self.all();
        for item in items {
            let explanation = found.entry(item.number).or_default();
            match part {
                Part::Evidence if explanation.is_nothing() => explanation.backing = Backing::LeftOut,
                Part::Evidence => {}
                // What never changes is an extra, not an empty reason.
                Part::Vacuity => explanation.vacuity_left_out |= !item.questions.is_empty(),
            }
        }
    }

    /// Everything that was found out, by the number of the formula. What limits left undone is said to be missing.
    pub(super) fn explanations(&self, cut_short: Option<&GaveUp>) -> BTreeMap<usize, Explanation> {
        if let Some(reason) = cut_short {
            let undone: Vec<&Item> = {
                let found = self.all();
                self.items.iter().filter(|item| !found.contains_key(&item.number)).collect()
            };
            self.miss(undone, reason);
        }
        self.all().clone()
    }
}

/// What evidence is wanted for, if any is.
pub(super) fn shown(verdict: &Verdict, options: &Options) -> Option<Conclusion> {
    match (verdict, options.evidence) {
        (Verdict::Fails, Shows::Failures | Shows::Everything) => Some(Conclusion::Fails),
        (Verdict::Holds, Shows::Everything) => Some(Conclusion::Holds),
        _ => None,
    }
}

/// The formulas with `false` on the right side of an implication.
fn changed(questions: &[VacuityQuestion]) -> Vec<FormulaId> {
    let changed = questions.iter().filter_map(|asked| match asked {
        VacuityQuestion::Antecedent { changed, .. } => Some(*changed),
        VacuityQuestion::NoPath { .. } | VacuityQuestion::Knowledge { .. } => None,
    });
    changed.collect()
}

/// By position: whether a formula has something in it that could make it hold for an empty reason.
fn worth_asking(formulas: &Formulas) -> Vec<bool> {
    let mut worth: Vec<bool> = Vec::with_capacity(formulas.len());
    for id in formulas.ids() {
        let itself = matches!(
            formulas.get(id),
            Formula::Implies(..) | Formula::Knows(..) | Formula::Quantified(Quantifier::Forall, _)
        );
        worth.push(itself || formulas.children(id).iter().any(|child| worth[child.index()]));
    }
    worth
}
