//! Equivalences on random branching graphs.

use super::super::super::{Graph, StateSet};
use super::{Grammar, Labels, Language, finite, infinite};
use crate::logic::{Formula, FormulaId, Modality, Regex, RegexId, Temporal};

/// A random graph with labels and two random path formulas.
struct Case {
    grammar: Grammar,
    graph: Graph,
    labels: Labels,
    fairness: Vec<StateSet>,
    f: FormulaId,
    g: FormulaId,
}

impl Case {
    fn new(seed: u64, language: Language) -> Self {
        let mut grammar = Grammar::new(seed, language);
        let size = 2 + grammar.random.below(4);
        let graph = grammar.random.graph(size, false);
        let labels = grammar.labels(size);
        let fairness = (0..grammar.random.below(3)).map(|_| grammar.random.set(size)).collect();
        let (f, g) = (grammar.path(2), grammar.path(1));
        Self { grammar, graph, labels, fairness, f, g }
    }

    fn make(&mut self, formula: Formula) -> FormulaId {
        self.grammar.formulas.intern(formula)
    }

    fn regex(&mut self, regex: Regex) -> RegexId {
        self.grammar.formulas.intern_regex(regex)
    }

    fn star(&mut self, step: FormulaId) -> RegexId {
        let step = self.regex(Regex::Step(step));
        self.regex(Regex::Star(step))
    }

    fn infinite(&self, path: FormulaId) -> StateSet {
        infinite(&self.graph, &self.fairness, &self.grammar, path, &self.labels)
    }

    fn finite(&self, path: FormulaId) -> StateSet {
        finite(&self.graph, &self.grammar, path, &self.labels)
    }

    /// Both formulas have a witness from the same states, and so have their negations; on finite traces too.
    fn same(&mut self, left: FormulaId, right: FormulaId, name: &str) {
        let (not_left, not_right) = (self.make(Formula::Not(left)), self.make(Formula::Not(right)));
        for (left, right) in [(left, right), (not_left, not_right)] {
            assert_eq!(self.infinite(left), self.infinite(right), "{name}");
            assert_eq!(self.finite(left), self.finite(right), "{name}, finite traces");
        }
    }
}

#[test]
fn dynamic_modalities_express_linear_time() {
    for seed in 0..500 {
        let mut case = Case::new(7_000_000 + seed, Language::Both);
        let (f, g) = (case.f, case.g);
        let truth = case.make(Formula::True);
        let any = case.star(truth);
        let always = case.make(Formula::Dynamic(Modality::Box, any, f));
        let globally = case.make(Formula::Linear(Temporal::Globally(f)));
        case.same(always, globally, "[true*]f = G f");
        let sometime = case.make(Formula::Dynamic(Modality::Diamond, any, f));
        let finally = case.make(Formula::Linear(Temporal::Finally(f)));
        case.same(sometime, finally, "<true*>f = F f");
        let steps = case.star(f);
        let matched = case.make(Formula::Dynamic(Modality::Diamond, steps, g));
        let until = case.make(Formula::Linear(Temporal::Until(f, g)));
        case.same(matched, until, "<f*>g = f U g");
        let step = case.regex(Regex::Step(truth));
        let after = case.make(Formula::Dynamic(Modality::Diamond, step, f));
        let next = case.make(Formula::Linear(Temporal::Next(f)));
        case.same(after, next, "<true>f = X f");
    }
}

#[test]
fn modalities_are_dual_and_respect_their_expressions() {
    for seed in 0..500 {
        let mut case = Case::new(8_000_000 + seed, Language::Dynamic);
        let (f, g) = (case.f, case.g);
        let (rho, sigma) = (case.grammar.regex(2, 1), case.grammar.regex(2, 1));
        let not_f = case.make(Formula::Not(f));
        let diamond = case.make(Formula::Dynamic(Modality::Diamond, rho, f));
        let negated_box = case.make(Formula::Dynamic(Modality::Box, rho, not_f));
        let dual = case.make(Formula::Not(negated_box));
        case.same(diamond, dual, "<rho>f = ![rho]!f");

        let sequence = case.regex(Regex::Sequence(sigma, rho));
        let at_once = case.make(Formula::Dynamic(Modality::Diamond, sequence, f));
        let in_turn = case.make(Formula::Dynamic(Modality::Diamond, sigma, diamond));
        case.same(at_once, in_turn, "<sigma;rho>f = <sigma><rho>f");

        let star = case.regex(Regex::Star(rho));
        let test = case.regex(Regex::Test(g));
        let or_test = case.regex(Regex::Choice(test, rho));
        let star_of_both = case.regex(Regex::Star(or_test));
        let star_twice = case.regex(Regex::Star(star));
        let plain = case.make(Formula::Dynamic(Modality::Diamond, star, f));
        for other in [star_of_both, star_twice] {
            let other = case.make(Formula::Dynamic(Modality::Diamond, other, f));
            case.same(plain, other, "<rho*>f = <(g? + rho)*>f = <(rho*)*>f");
        }
        let then_plain = case.make(Formula::Dynamic(Modality::Diamond, rho, plain));
        let unrolled = case.make(Formula::Or(f, then_plain));
        case.same(plain, unrolled, "<rho*>f = f or <rho><rho*>f");
    }
}

#[test]
fn contradictions_have_no_path_and_tautologies_all() {
    for seed in 0..1_500 {
        let mut case = Case::new(9_000_000 + seed, Language::Both);
        let f = case.f;
        let not_f = case.make(Formula::Not(f));
        let (truth, never) = (case.make(Formula::True), case.make(Formula::And(f, not_f)));
        let tautology = case.make(Formula::Or(f, not_f));
        assert!(case.infinite(never).is_empty());
        assert!(case.finite(never).is_empty());
        assert_eq!(case.infinite(tautology), case.infinite(truth));
        assert_eq!(case.infinite(f).or(&case.infinite(not_f)), case.infinite(truth));
        assert_eq!(case.finite(tautology), StateSet::full(case.graph.len()));
    }
}
