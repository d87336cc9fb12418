//! The families, one file per subject. None is in `models`, and none of ours is written like that: guards look at others'
//! actions, the Environment is the referee, integers and enumerations have the ranges that come to mind.

mod auction;
mod bakery;
mod bank;
mod bulb;
mod cards;
mod contract;
mod cryptographers;
mod gossip;
mod guess;
mod robots;
mod token_ring;
mod voting;

use crate::family::Family;

/// All of them, in the order of the table.
pub(crate) const FAMILIES: [Family; 15] = [
    token_ring::FAMILY,
    gossip::FAMILY,
    bakery::PROCESSES,
    bakery::TICKETS,
    bank::FAMILY,
    guess::ACTIONS,
    guess::POINTER,
    cards::FAMILY,
    auction::FAMILY,
    robots::FAMILY,
    voting::FAMILY,
    contract::FAMILY,
    cryptographers::COINS,
    cryptographers::PATHS,
    bulb::FAMILY,
];
