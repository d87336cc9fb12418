//! Nesting 100,000 deep, in every logic and wherever a condition may stand: read, printed, read back and normalised on
//! a thread with an ordinary stack.

use qmas::Model;
use qmas::diagnostic::Severity;
use qmas::load::{Strictness, load, load_formula};

const DEPTH: usize = 100_000;
/// What Rust gives a thread unless told otherwise.
const STACK: usize = 2 << 20;

const MODEL: &str = "
Agent Ann
  Vars:
    x : boolean;
    n : 0..1;
  end Vars
  RedStates:
    x = true;
  end RedStates
  Actions = {go};
  Protocol:
    PROTOCOL : {go};
  end Protocol
  Evolution:
    x = VALUE if CONDITION;
    n = NUMBER if x = true;
  end Evolution
end Agent
Evaluation
  p if EVALUATION;
end Evaluation
InitStates
  INIT;
end InitStates
Groups
  g = {Ann};
end Groups
Formulae
  FORMULA;
end Formulae
";

/// The model with some of its places filled; the others hold something simple.
fn source(filled: &[(&str, &str)]) -> String {
    let simple = [
        ("PROTOCOL", "x = true"),
        ("VALUE", "true"),
        ("CONDITION", "x = true"),
        ("NUMBER", "1"),
        ("EVALUATION", "Ann.x = true"),
        ("INIT", "Ann.x = true"),
        ("FORMULA", "p"),
    ];
    filled.iter().chain(&simple).fold(MODEL.to_owned(), |text, (place, with)| text.replacen(place, with, 1))
}

fn on_an_ordinary_stack(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread can be started");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

fn model(text: &str) -> Model {
    let loaded = load(text, Strictness::Lenient);
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    loaded.model.unwrap_or_else(|| panic!("{errors:?}"))
}

/// Reads, prints, reads back, normalises.
fn round_trip(open: &'static str, core: &'static str, close: &'static str) {
    on_an_ordinary_stack(move || {
        let (prefix, open) = open.split_once('|').unwrap_or(("", open));
        let formula = format!("{prefix} {}{core}{}", open.repeat(DEPTH), close.repeat(DEPTH));
        let mut model = model(&source(&[("FORMULA", &formula)]));
        let specification = model.specifications[0];
        let printed = model.formulas.show(&model.system, specification).to_string();
        let again = load_formula(&printed, &mut model, Strictness::Lenient);
        assert!(again.is_ok_and(|(again, _)| again == specification), "{open} is read back otherwise");
        let normal = model.formulas.negation_normal_form(specification.formula);
        assert_eq!(model.formulas.negation_normal_form(normal), normal);
        assert_eq!(model.formulas.fragments([specification.formula]).len(), 1);
    });
}

/// One test per line: what is repeated in front (after the prefix and `|`), the core, what is repeated behind.
macro_rules! deep {
    ($($name:ident: $open:literal, $core:literal, $close:literal;)*) => {
        $(#[test]
        fn $name() {
            round_trip($open, $core, $close);
        })*
    };
}

deep! {
    parentheses: "(", "p", ")";
    negations: "!", "p", "";
    all_next: "AX ", "p", "";
    exists_until: "E(p U ", "p", ")";
    always_on_the_left: "A(", "p", " U p)";
    knowledge: "K(Ann, ", "p", ")";
    common_knowledge: "GCK(g, ", "p", ")";
    obligation: "O(Ann, ", "p", ")";
    strategies: "<g>X ", "p", "";
    strategic_until: "<g>(p U ", "p", ")";
    conjunctions_on_the_right: "(p and ", "p", ")";
    conjunctions_on_the_left: "", "p", " and p";
    implications_on_the_right: "p -> ", "p", "";
    implications_on_the_left: "(", "p", " -> p)";
    ltl_next: "LTL |X ", "p", "";
    ltl_until_on_the_left: "LTL |", "p", " U p";
    ltl_until_on_the_right: "LTL |p U (", "p", ")";
    ltl_weak_until: "LTL |(", "p", " W p)";
    ltl_negated_until: "LTL |!", "p", " U p";
    ltl_knowledge: "LTL |G K(Ann, ", "p", ")";
    ctl_star_quantifiers: "CTL* |A X ", "p", "";
    ctl_star_swallows: "CTL* |A G p or ", "p", "";
    ctl_star_until: "CTL* |E(p U ", "p", ")";
    ldl_diamonds: "LDL |<p>", "p", "";
    ldl_boxes: "LDL |[p*]", "p", "";
    cdl_star: "CDL* |A <p> ", "p", "";
}

#[test]
fn regular_expressions() {
    for (open, core, close) in
        [("(", "p", ")*"), ("p + (", "p", ")"), ("(", "p", " ; p)"), ("p ; ", "p", ""), ("<", "p", ">p?")]
    {
        on_an_ordinary_stack(move || {
            let formula = format!("LDL <{}{core}{}>p", open.repeat(DEPTH), close.repeat(DEPTH));
            let mut model = model(&source(&[("FORMULA", &formula)]));
            let specification = model.specifications[0];
            let printed = model.formulas.show(&model.system, specification).to_string();
            let again = load_formula(&printed, &mut model, Strictness::Lenient);
            assert!(again.is_ok_and(|(again, _)| again == specification), "{open} is read back otherwise");
            model.formulas.negation_normal_form(specification.formula);
        });
    }
}

#[test]
fn conditions() {
    let nested = |open: &str, core: &str, close: &str| format!("{}{core}{}", open.repeat(DEPTH), close.repeat(DEPTH));
    let cases = [
        ("PROTOCOL", nested("(", "x = true", ")")),
        ("PROTOCOL", nested("!", "x = true", "")),
        ("CONDITION", nested("(x = true and ", "x = true", ")")),
        ("CONDITION", nested("", "Action = go", " or x = true")),
        ("VALUE", nested("~", "x", "")),
        ("VALUE", nested("(x ^ ", "x", ")")),
        ("NUMBER", nested("(n + ", "n", ")")),
        ("EVALUATION", nested("!(", "Ann.x = true", ")")),
        ("INIT", nested("!", "Ann.x = true", "")),
        ("INIT", nested("(Ann.x = true or ", "Ann.x = true", ")")),
        ("INIT", nested("", "Ann.x = true", " and Ann.x = true")),
    ];
    for (place, text) in cases {
        on_an_ordinary_stack(move || {
            model(&source(&[(place, &text)]));
        });
    }
}

#[test]
fn errors_inside() {
    for core in ["q", "(p", "p)", "p p", "", "true"] {
        on_an_ordinary_stack(move || {
            let formula = format!("{}{core}{}", "AX (".repeat(DEPTH), ")".repeat(DEPTH));
            let loaded = load(&source(&[("FORMULA", &formula)]), Strictness::Strict);
            assert!(loaded.model.is_none());
            let errors = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
            assert_eq!(errors.count(), 1, "one mistake, one error");
        });
    }
}
