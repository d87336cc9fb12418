//! Evidence that consists of claims: nothing is shown, everything is said to have been checked on all paths, in all states
//! or for all strategies. Whoever takes that for evidence takes anything.
//!
//! Random formulas of all logics, claimed to hold and claimed to fail; the explicit engine knows which of these is right.
//! What is wrong must never be accepted, and what is right and nothing but one claim must not be rejected.

use std::cell::Cell;
use std::ops::Range;

use qmas::Model;
use qmas::engine::{Strategies, Traces, Verdict};
use qmas::explain::Listed;
use qmas::explicit::Explicit;
use qmas::ir::State;
use qmas::logic::{Formula, FormulaId, Formulas, Logic as LogicOf, Quantifier, Specification, Temporal};
use qmas::options::Options;
use qmas::witness::{Conclusion, Evidence, Jump, Node, NodeId, Path, Reason, build, prepared, replay_within};

use crate::common::random::{Logic, Prng, RandomModel, Wishes, draw, forall, loaded};
use crate::mutation::named;
use crate::random::{FAIR, on_finite_traces, options, uniform};

/// Makes evidence of claims.
pub(crate) struct Forger<'a> {
    model: &'a Model,
    formulas: Formulas,
    pub(crate) root: FormulaId,
    traces: Traces,
    nodes: Vec<Node>,
    /// The part that shows a fair path from the only state, with fairness.
    fair: Option<NodeId>,
    prng: Prng,
}

impl<'a> Forger<'a> {
    /// The formulas that evidence speaks of have the same numbers wherever they are made in this order.
    pub(crate) fn new(model: &'a Model, specification: Specification, shown: Conclusion, options: &Options) -> Self {
        let mut formulas = Formulas::default();
        let formula = formulas.import(&model.formulas, specification.formula);
        let root = match shown {
            Conclusion::Holds => formulas.negation_normal_form(formula),
            Conclusion::Fails => formulas.negated_normal_form(formula),
        };
        everlasting(&mut formulas);
        let traces = options.traces_of(specification.logic);
        Self { model, formulas, root, traces, nodes: Vec::new(), fair: None, prng: Prng::new(7) }
    }

    pub(crate) fn formulas(&self) -> &Formulas {
        &self.formulas
    }

    /// Evidence for the first of these states, if it can be made of claims. With fairness the states are those of a path
    /// that is fair.
    pub(crate) fn forge(
        mut self,
        (shown, strategies): (Conclusion, Strategies),
        states: Vec<State>,
        fair: Option<Path>,
    ) -> Option<Evidence> {
        self.nodes.push(Node { state: 0, formula: self.root, reason: Reason::Evident, fair: None });
        if let Some(path) = fair {
            let formula = everlasting(&mut self.formulas);
            self.fair = Some(self.nodes.len());
            self.nodes.push(Node { state: 0, formula, reason: Reason::Path(path), fair: None });
        }
        self.nodes[0].fair = self.fair;
        self.nodes[0].reason = self.reason(self.root)?;
        Some(Evidence {
            shown,
            traces: self.traces,
            strategies,
            states,
            nodes: self.nodes,
            origins: std::collections::BTreeMap::new(),
            formulas: self.formulas,
            universe: None,
            slice: None,
        })
    }

    fn node(&mut self, formula: FormulaId) -> Option<NodeId> {
        let id = self.nodes.len();
        self.nodes.push(Node { state: 0, formula, reason: Reason::Evident, fair: self.fair });
        self.nodes[id].reason = self.reason(formula)?;
        Some(id)
    }

    fn reason(&mut self, formula: FormulaId) -> Option<Reason> {
        if is_evident(&self.formulas, formula) {
            return Some(Reason::Evident);
        }
        Some(match self.formulas.get(formula) {
            Formula::And(f, g) => Reason::Both(self.node(f)?, self.node(g)?),
            Formula::Or(f, g) => {
                let part = if self.prng.below(2) == 0 { f } else { g };
                Reason::Either(self.node(part)?)
            }
            Formula::Considers(knowledge, f) => {
                let agents = named(self.model, knowledge).into_iter().next()?;
                Reason::Jump(Jump { steps: vec![(agents, 0)], part: self.node(f)? })
            }
            Formula::Permitted(_, f) => Reason::Elsewhere(self.node(f)?),
            Formula::Branching(Quantifier::Exists, Temporal::Finally(f) | Temporal::Until(_, f)) => self.stay(&[f])?,
            Formula::Branching(Quantifier::Exists, Temporal::Release(f, g)) => self.stay(&[f, g])?,
            Formula::Quantified(Quantifier::Exists, path) if self.traces == Traces::Finite => {
                let parts: Vec<FormulaId> =
                    self.formulas.below(path).into_iter().filter(|&id| is_claim(self.formulas.get(id))).collect();
                self.stay(&parts)?
            }
            claim if is_claim(claim) => Reason::Checked(Vec::new()),
            Formula::Not(f) if is_claim(self.formulas.get(f)) => Reason::Checked(Vec::new()),
            _ => return None,
        })
    }

    /// A path that goes nowhere, with parts at its only position.
    fn stay(&mut self, claims: &[FormulaId]) -> Option<Reason> {
        let mut parts: Vec<(usize, NodeId)> = self.fair.iter().map(|&part| (0, part)).collect();
        for &claim in claims {
            if !is_evident(&self.formulas, claim) {
                parts.push((0, self.node(claim)?));
            }
        }
        Some(Reason::Path(Path { states: vec![0], actions: Vec::new(), back_to: None, parts, fair: Vec::new() }))
    }
}

fn everlasting(formulas: &mut Formulas) -> FormulaId {
    let truth = formulas.intern(Formula::True);
    formulas.intern(Formula::Branching(Quantifier::Exists, Temporal::Globally(truth)))
}

fn is_claim(formula: Formula) -> bool {
    matches!(
        formula,
        Formula::Knows(..)
            | Formula::Obliged(..)
            | Formula::Strategic(..)
            | Formula::Branching(Quantifier::Forall, _)
            | Formula::Quantified(Quantifier::Forall, _)
    )
}

fn is_evident(formulas: &Formulas, formula: FormulaId) -> bool {
    formulas.below(formula).into_iter().all(|id| {
        matches!(
            formulas.get(id),
            Formula::True
                | Formula::False
                | Formula::Atom(_)
                | Formula::Red(_)
                | Formula::Not(_)
                | Formula::And(..)
                | Formula::Or(..)
        )
    })
}

/// Of claims: how many were wrong, how many were right and accepted, and how many replay could not look at.
type Counts = (usize, usize, usize);

fn judged(drawn: &RandomModel, options: &Options) -> Result<Counts, String> {
    let mut model = loaded(drawn)?;
    let fair = Specification { logic: LogicOf::Ctl, formula: everlasting(&mut model.formulas) };
    let specifications = model.specifications.clone();
    model.specifications.push(fair);
    let model = prepared(&model);
    let options = self::options(options.clone());
    let mut explicit = Explicit::new(&model, &options.terms()).map_err(|reason| reason.to_string())?;
    let mut counts = (0, 0, 0);
    for (number, &specification) in specifications.iter().enumerate() {
        let is_fair = options.traces_of(specification.logic) == Traces::Infinite && !model.fairness.is_empty();
        let initial = explicit.space().initial_states().and(explicit.universe(specification.logic));
        let Some(mut start) = initial.iter().next() else { continue };
        let (mut states, mut path): (Vec<State>, Option<Path>) = (vec![explicit.space().state(start)], None);
        if is_fair {
            let mut listed = Listed::new(&mut explicit, &options, LogicOf::Ctl);
            let evidence =
                build(&mut listed, &model, fair, Conclusion::Holds, &options.terms()).map_err(|why| why.to_string())?;
            let Reason::Path(found) = &evidence.nodes[0].reason else { return Err("no path".to_owned()) };
            path = Some(found.clone());
            states = evidence.states.clone();
            start = explicit.space().find(&states[0]).ok_or("a path from nowhere")?;
        }
        let verdict = explicit.check(specification);
        for shown in [Conclusion::Holds, Conclusion::Fails] {
            let forger = Forger::new(&model, specification, shown, &options);
            let engine = model.formulas.find_all(&forger.formulas).ok_or("the model is prepared")?;
            let claim = Specification { formula: engine[forger.root.index()], ..specification };
            let satisfying = explicit.satisfying_specification(claim).map_err(|reason| reason.to_string())?;
            let is_right = satisfying.contains(start) && (shown == Conclusion::Fails || verdict == Verdict::Holds);
            let Some(evidence) = forger.forge((shown, options.strategies), states.clone(), path.clone()) else {
                continue;
            };
            let complain = |what: String| Err(format!("formula {}, {shown:?}: {what}: {evidence:?}", number + 1));
            match replay_within(&evidence, &model, specification, 1_000) {
                Ok(replayed) if !replayed.open.is_empty() => counts.2 += 1,
                Ok(_) if is_right => counts.1 += 1,
                Ok(_) => return complain("accepted, but wrong".to_owned()),
                Err(mismatch) if is_right && matches!(evidence.nodes[0].reason, Reason::Checked(_)) => {
                    return complain(format!("rejected, but right: {mismatch}"));
                }
                Err(_) => counts.0 += 1,
            }
        }
    }
    Ok(counts)
}

/// Claims about formulas of a logic: so many must be wrong, and as many right.
fn claims(seeds: Range<u64>, logic: Logic, least: usize, options: fn() -> Options) {
    let counts = Cell::new((0, 0, 0));
    let wishes = |seed: u64| if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    forall(
        seeds,
        |seed| draw(seed, wishes(seed), logic, 8),
        |drawn| {
            let (wrong, right, open) = judged(drawn, &options())?;
            let before = counts.get();
            counts.set((before.0 + wrong, before.1 + right, before.2 + open));
            Ok(())
        },
    );
    let (wrong, right, open) = counts.get();
    assert!(wrong > least && right > least, "{wrong} wrong, {right} right");
    assert!(open * 20 < wrong + right, "{open} open, {wrong} wrong, {right} right");
}

#[test]
fn claims_of_branching_time() {
    claims(120_000..120_200, Logic::Ctl, 100, Options::default);
}

#[test]
fn claims_about_strategies() {
    claims(121_000..121_150, Logic::Atl, 100, Options::default);
}

#[test]
fn claims_about_uniform_strategies() {
    claims(122_000..122_150, Logic::Atl, 100, uniform);
}

#[test]
fn claims_of_linear_time() {
    claims(123_000..123_150, Logic::Ltl, 100, Options::default);
}

#[test]
fn claims_about_path_quantifiers() {
    claims(124_000..124_150, Logic::CtlStar, 100, Options::default);
}

#[test]
fn claims_of_dynamic_logic() {
    claims(125_000..125_100, Logic::Ldl, 50, Options::default);
    claims(126_000..126_100, Logic::CdlStar, 50, Options::default);
}

#[test]
fn claims_about_finite_traces() {
    claims(127_000..127_100, Logic::Ldl, 50, on_finite_traces);
    claims(128_000..128_100, Logic::CdlStar, 50, on_finite_traces);
}
