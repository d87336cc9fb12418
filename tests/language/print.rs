//! A formula that is printed and read back is the same formula, in every logic.

use proptest::prelude::*;
use qmas::Model;
use qmas::load::{Strictness, load, load_formula};
use qmas::logic::Logic;

const MODEL: &str = "
Agent Environment
  Vars: heat : 0..3; end Vars
  Actions = {};
  Protocol: end Protocol
  Evolution: end Evolution
end Agent
Agent Ann
  Vars: x : boolean; mood : {good, bad}; end Vars
  RedStates: x = true; end RedStates
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: x = true if Action = go; end Evolution
end Agent
Evaluation
  p if Ann.x = true;
  q if Ann.mood = good;
end Evaluation
InitStates Ann.x = true; end InitStates
Groups
  all = {Ann, Environment};
end Groups
Formulae p; end Formulae
";

/// A random choice per node: read from left to right while a formula is written.
type Seeds = Vec<u8>;

/// Writes formulas of one logic. Parentheses are put around operands at random, so that what is read is any formula.
struct Writer {
    logic: Logic,
    seeds: std::vec::IntoIter<u8>,
}

/// What is due: a formula true of states, or of paths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    State,
    Path,
}

impl Writer {
    fn seed(&mut self, choices: u8) -> u8 {
        self.seeds.next().map_or(0, |seed| seed % choices)
    }

    /// A formula in parentheses.
    fn inner(&mut self, sort: Sort) -> String {
        format!("({})", self.formula(sort))
    }

    fn formula(&mut self, sort: Sort) -> String {
        let pick = self.seed(12);
        match pick {
            0 | 1 => self.atom(),
            2 => format!("!{}", self.inner(sort)),
            3 => format!("{} and {}", self.inner(sort), self.inner(sort)),
            4 => format!("{} or {}", self.inner(sort), self.inner(sort)),
            5 => format!("{} -> {}", self.inner(sort), self.inner(sort)),
            6 => self.knowledge(),
            _ => self.modality(sort, pick),
        }
    }

    fn atom(&mut self) -> String {
        let in_ctl = ["Ann.RedStates", "Environment.GreenStates", "Environment.heat < 2"];
        let everywhere =
            ["p", "q", "true", "false", "tt", "ff", "Ann.mood = bad", "Environment.heat <= 2", "Ann.x <> true"];
        let pick = usize::from(self.seed(12));
        let text = in_ctl.iter().filter(|_| self.logic == Logic::Ctl).chain(&everywhere).cycle().nth(pick);
        (*text.expect("endless")).to_owned()
    }

    fn knowledge(&mut self) -> String {
        let modal = ["K(Ann", "K(Environment", "GK(all", "GCK(all", "DK(all", "GK(Ann", "O(Ann"];
        let count = if self.logic == Logic::Ctl { 7 } else { 6 };
        let modal = modal[usize::from(self.seed(count))];
        let sort = if matches!(self.logic, Logic::Ltl | Logic::Ldl) { Sort::Path } else { Sort::State };
        format!("{modal}, {})", self.formula(sort))
    }

    fn modality(&mut self, sort: Sort, pick: u8) -> String {
        match (self.logic, sort) {
            (Logic::Ctl, _) => {
                let quantifier = ["A", "E", "<all>", "<Ann>"][usize::from(self.seed(4))];
                let operators = if quantifier.starts_with('<') { 4 } else { 6 };
                format!("{quantifier}{}", self.temporal(Sort::State, operators))
            }
            (Logic::Ltl | Logic::CtlStar, Sort::Path) if pick < 11 => self.temporal(Sort::Path, 6),
            (Logic::Ldl | Logic::CdlStar, Sort::Path) if pick < 11 => {
                let (open, close) = if self.seed(2) == 0 { ("<", ">") } else { ("[", "]") };
                let rho = self.regex();
                format!("{open}{rho}{close}{}", self.inner(Sort::Path))
            }
            (Logic::Ltl | Logic::Ldl, _) => self.atom(),
            (Logic::CtlStar | Logic::CdlStar, _) => {
                let quantifier = if self.seed(2) == 0 { "A" } else { "E" };
                format!("{quantifier}{}", self.inner(Sort::Path))
            }
        }
    }

    fn temporal(&mut self, sort: Sort, operators: u8) -> String {
        match self.seed(operators) {
            0 => format!("X {}", self.inner(sort)),
            1 => format!("F {}", self.inner(sort)),
            2 => format!("G {}", self.inner(sort)),
            3 => format!("({} U {})", self.inner(sort), self.inner(sort)),
            4 => format!("({} R {})", self.inner(sort), self.inner(sort)),
            _ => format!("({} W {})", self.inner(sort), self.inner(sort)),
        }
    }

    fn regex(&mut self) -> String {
        match self.seed(8) {
            0 | 1 => self.atom(),
            2 => format!("!{}", self.atom()),
            3 => format!("{}?", self.inner(Sort::Path)),
            4 => format!("({} + {})", self.regex(), self.regex()),
            5 => format!("({} ; {})", self.regex(), self.regex()),
            _ => format!("({})*", self.regex()),
        }
    }
}

fn model() -> Model {
    load(MODEL, Strictness::Lenient).model.expect("without errors")
}

fn same_after_printing(logic: Logic, seeds: Seeds) {
    let mut writer = Writer { logic, seeds: seeds.into_iter() };
    let sort = if matches!(logic, Logic::Ltl | Logic::Ldl) { Sort::Path } else { Sort::State };
    let text = format!("{} {}", logic.prefix(), writer.formula(sort));
    let mut model = model();
    let (first, _) = load_formula(&text, &mut model, Strictness::Lenient).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let printed = model.formulas.show(&model.system, first).to_string();
    let again = load_formula(&printed, &mut model, Strictness::Lenient);
    let (again, said) = again.unwrap_or_else(|errors| panic!("{text} is printed {printed}: {errors:?}"));
    assert_eq!(first, again, "{text} is printed {printed}");
    assert!(said.iter().all(|warning| warning.code.0 != "ambiguous"), "{printed} can be read in two ways");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn ctl(seeds in proptest::collection::vec(any::<u8>(), 0..60)) {
        same_after_printing(Logic::Ctl, seeds);
    }

    #[test]
    fn ltl(seeds in proptest::collection::vec(any::<u8>(), 0..60)) {
        same_after_printing(Logic::Ltl, seeds);
    }

    #[test]
    fn ctl_star(seeds in proptest::collection::vec(any::<u8>(), 0..60)) {
        same_after_printing(Logic::CtlStar, seeds);
    }

    #[test]
    fn ldl(seeds in proptest::collection::vec(any::<u8>(), 0..60)) {
        same_after_printing(Logic::Ldl, seeds);
    }

    #[test]
    fn cdl_star(seeds in proptest::collection::vec(any::<u8>(), 0..60)) {
        same_after_printing(Logic::CdlStar, seeds);
    }
}

/// Regression: the papers' `tt` was an unknown atom. An atom of that name wins.
#[test]
fn papers_write_tt_and_ff() {
    let same = |model: &mut Model, one: &str, two: &str| {
        let mut read = |text: &str| load_formula(text, model, Strictness::Lenient).expect("a formula").0;
        read(one) == read(two)
    };
    let taken = MODEL.replace("  q if", "  tt if Ann.x = true;\n  ff if Ann.x = true;\n  q if");
    let mut taken = load(&taken, Strictness::Lenient).model.expect("without errors");
    let written = ["LDL [tt*](<tt?; (ff + p)*>q)", "CDL* A <tt*>ff", "AG (p or tt)", "LTL F ff", "CTL* E G (tt -> p)"];
    for paper in written {
        let plain = paper.replace("tt", "true").replace("ff", "false");
        assert!(same(&mut model(), paper, &plain), "{paper}");
        assert!(!same(&mut taken, paper, &plain), "{paper} with atoms of that name");
    }
}
