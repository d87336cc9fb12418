//! Evidence on random systems: every verdict has some, from every engine, and it replays; what was tampered with does not. The page
//! that shows it works in a browser.

use qmas_testing as common;

mod claimed;
mod constants;
mod corpus;
mod doubts;
mod everyday;
mod forged;
mod idle;
mod knowing;
mod library;
mod mutation;
mod page;
mod random;
mod reading;
mod shortest;
mod unseen;
mod vacuity;
mod words;
