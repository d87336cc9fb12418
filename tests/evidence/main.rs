//! Evidence on random systems: every verdict has some, from every engine, and it replays; what was tampered with does not.

#[path = "../common/mod.rs"]
mod common;
#[path = "../automata/words.rs"]
#[allow(dead_code, reason = "random words are for automata")]
mod word;

mod claimed;
mod corpus;
mod doubts;
mod everyday;
mod forged;
mod idle;
mod knowing;
mod library;
mod mutation;
mod random;
mod reading;
mod shortest;
mod unseen;
mod vacuity;
mod words;
