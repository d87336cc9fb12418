//! The dining cryptographers of Chaum: was it one of us who paid, without saying who?
//!
//! The protocol is from D. Chaum, "The Dining Cryptographers Problem: Unconditional Sender and Recipient
//! Untraceability" (Journal of Cryptology 1, 1988). The models and properties follow Lomuscio, Qu and Raimondi,
//! "MCMAS: A model checker for the verification of multi-agent systems" (CAV 2009, section 4); Kong and Lomuscio,
//! "Symbolic Model Checking Multi-Agent Systems against CTL*K Specifications" (AAMAS 2017, section 4); J. Kong's
//! thesis on MCMAS-Dynamic (section 8.4); and the qMAS paper (section 5.2).
//!
//! | model | what is special |
//! |---|---|
//! | `dining-cryptographers` | one round; the coins are variables of the Environment that two neighbours see |
//! | `dining-cryptographers-pairs` | the same with the properties that speak of every pair, of quadratic length |
//! | `dining-cryptographers-forgetful` | the same with a bug: a payer who sees equal coins forgets to lie |
//! | `dining-cryptographers-copied` | the neighbours copy the two coins into variables of their own |
//! | `dining-cryptographers-iterated` | round after round, announcements heard by all, and a payer who may lie |
//! | `dining-cryptographers-qmas` | three cryptographers and 36 states, with no coins in the state |

mod copied;
mod iterated;
mod one_round;
mod properties;
mod table;

use crate::catalogue::Model;

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::family(
            "dining-cryptographers",
            table::SMALLEST,
            one_round::generate,
            include_str!("../../../library/dining-cryptographers/expected.toml"),
        ),
        Model::family(
            "dining-cryptographers-pairs",
            table::SMALLEST,
            one_round::generate_pairs,
            include_str!("../../../library/dining-cryptographers-pairs/expected.toml"),
        ),
        Model::family(
            "dining-cryptographers-forgetful",
            table::SMALLEST,
            one_round::generate_forgetful,
            include_str!("../../../library/dining-cryptographers-forgetful/expected.toml"),
        ),
        Model::family(
            "dining-cryptographers-copied",
            table::SMALLEST,
            copied::generate,
            include_str!("../../../library/dining-cryptographers-copied/expected.toml"),
        ),
        Model::family(
            "dining-cryptographers-iterated",
            table::SMALLEST,
            iterated::generate,
            include_str!("../../../library/dining-cryptographers-iterated/expected.toml"),
        ),
        Model::file(
            "dining-cryptographers-qmas",
            include_str!("../../../library/dining-cryptographers-qmas/model.ispl"),
            include_str!("../../../library/dining-cryptographers-qmas/expected.toml"),
        ),
    ]
}
