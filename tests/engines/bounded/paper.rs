//! The bounds that the qMAS paper reports for its examples.

use qmas::bounded::{BoundedOptions, Question, Repetition};
use qmas::engine::Verdict;
use qmas::export::bounded_question;
use qmas::options::Options;
use qmas_encodings::Quantifier;

use crate::bounded::{bounds, library, of_the_paper};

/// Section 5.1: ψ1 at 7, ψ2 at 2.
#[test]
fn the_train_controller() {
    let found = bounds("train-controller", of_the_paper());
    assert_eq!(found, [(Verdict::Holds, Some(7)), (Verdict::Holds, Some(2))]);
}

/// Section 5.2: ψ1 at 2, ψ2 at 3, ψ3 at 2, ψ4 at 4.
#[test]
fn the_dining_cryptographers() {
    let found = bounds("dining-cryptographers-qmas", of_the_paper());
    let expected =
        [(Verdict::Holds, Some(2)), (Verdict::Holds, Some(3)), (Verdict::Fails, Some(2)), (Verdict::Fails, Some(4))];
    assert_eq!(found[..4], expected);
}

/// Section 3, Figure 1: C p at 4. Its negation is refuted where C p is proved.
#[test]
fn the_chain_of_doubt() {
    let found = bounds("kripke-chain", of_the_paper());
    assert_eq!(found, [(Verdict::Holds, Some(4)), (Verdict::Fails, Some(4))]);
}

/// Section 3, the table after Figure 1 for the chain in which s2 violates p: the dual of C is true from 2 on.
#[test]
fn the_broken_chain() {
    let found = bounds("kripke-chain-broken", of_the_paper());
    assert_eq!(found[0], (Verdict::Fails, Some(2)));
}

/// Paths of knowledge can be cut where an agent sees no difference: no bound is larger than with repeated states.
#[test]
fn classes_need_no_larger_bounds_than_states() {
    for name in ["train-controller", "dining-cryptographers-qmas", "kripke-chain"] {
        let classes = bounds(name, BoundedOptions { repetition: Repetition::Class, ..of_the_paper() });
        for (class, state) in classes.into_iter().zip(bounds(name, of_the_paper())) {
            assert_eq!(class.0, state.0, "{name}");
            assert!(class.1 <= state.1, "{name}: {class:?}, {state:?}");
        }
    }
}

/// The prefix of a question about a formula, counted from 1, at the bound at which the paper answers it.
fn prefix(name: &str, formula: usize, question: Question, bound: usize) -> String {
    let model = library(name);
    let options = Options { bounded: of_the_paper(), ..Options::default() };
    let specification = model.specifications[formula - 1];
    let posed = bounded_question(&model, (specification, question), bound, &options).expect("it is CTLK");
    posed.qbf.prefix.iter().map(|block| if block.quantifier == Quantifier::Exists { '∃' } else { '∀' }).collect()
}

/// What the walk through sections 5.1 and 5.2 says of prefixes, and of ψ4 with classes.
#[test]
fn the_walkthrough() {
    let trains = |formula, bound| prefix("train-controller", formula, Question::Prove, bound);
    assert_eq!([trains(1, 7), trains(2, 2)], ["∀", "∃∀∃"]);
    let diners = |formula, question, bound| prefix("dining-cryptographers-qmas", formula, question, bound);
    assert_eq!(diners(1, Question::Prove, 2), "∀");
    assert_eq!(diners(2, Question::Prove, 3), "∀∃");
    assert_eq!(diners(3, Question::Refute, 2), "∃∀");
    assert_eq!(diners(4, Question::Refute, 4), "∃∀");
    let classes = BoundedOptions { repetition: Repetition::Class, ..of_the_paper() };
    assert_eq!(bounds("dining-cryptographers-qmas", classes)[3], (Verdict::Fails, Some(2)));
}
