//! One module per family of models; each opens with the paper that describes it.

pub mod backdoor;
pub mod bit_transmission;
pub mod card_duel;
pub mod card_ladder;
pub mod card_memory;
pub mod coordinated_attack;
pub mod counter;
pub mod dining_cryptographers;
pub mod english;
pub mod games;
pub mod go_back_n;
pub mod gossip;
pub mod kripke;
pub mod muddy_children;
pub mod prisoners;
pub mod random_booleans;
pub mod trains;

use crate::catalogue::Model;

/// All models of all families.
pub(crate) fn all() -> Vec<Model> {
    [
        backdoor::models(),
        bit_transmission::models(),
        card_duel::models(),
        card_ladder::models(),
        card_memory::models(),
        coordinated_attack::models(),
        counter::models(),
        dining_cryptographers::models(),
        english::models(),
        games::models(),
        go_back_n::models(),
        gossip::models(),
        kripke::models(),
        muddy_children::models(),
        prisoners::models(),
        random_booleans::models(),
        trains::models(),
    ]
    .concat()
}
