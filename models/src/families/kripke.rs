//! Small Kripke structures, each one file: the examples with which the qMAS paper explains the
//! bounded semantics of CTLK (section 3), and Figure 1 of Kong, Lomuscio: Symbolic Model Checking
//! Multi-Agent Systems against CTL*K Specifications, AAMAS 2017.
//!
//! The state is a variable of the Environment. What an agent sees is a variable of its own that
//! follows the Environment's moves, so that its values are the classes of the example's relation.

use crate::catalogue::Model;

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::file(
            "kripke-chain",
            include_str!("../../library/kripke-chain/model.ispl"),
            include_str!("../../library/kripke-chain/expected.toml"),
        ),
        Model::file(
            "kripke-chain-broken",
            include_str!("../../library/kripke-chain-broken/model.ispl"),
            include_str!("../../library/kripke-chain-broken/expected.toml"),
        ),
        Model::file(
            "kripke-ctlstar",
            include_str!("../../library/kripke-ctlstar/model.ispl"),
            include_str!("../../library/kripke-ctlstar/expected.toml"),
        ),
        Model::file(
            "kripke-example-1",
            include_str!("../../library/kripke-example-1/model.ispl"),
            include_str!("../../library/kripke-example-1/expected.toml"),
        ),
        Model::file(
            "kripke-example-2",
            include_str!("../../library/kripke-example-2/model.ispl"),
            include_str!("../../library/kripke-example-2/expected.toml"),
        ),
    ]
}
