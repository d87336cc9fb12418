//! The BDD engine: every logic, with fairness, on sets of states as decision diagrams.
//!
//! | step | file |
//! |---|---|
//! | which formulas are answered on which part of the system | `parts` |
//! | a static order of the variables | `orders`: `order_supports`, `order_values` on `arrange` |
//! | which order is tried when, and what is learnt from failures | `turns`, `sifting` on `forest` |
//! | how an engine is made, and moves to a larger manager or another order | `engine/making`, `carried` |
//! | circuits to diagrams | `diagrams` |
//! | the end of operations for which a table is too small | `full` |
//! | the transition relation as a conjunction | `conjuncts` |
//! | the transition relation as a union of events; reachable states, images, preimages | `relation`, `split`, `event`, `squaring`, `simplify` |
//! | the relation between reachable states as one diagram | `inside` |
//! | evaluation of formulas | `engine`, `engine/evaluate` |
//! | one operator, one function | `branching`, `knowledge`, `strategic`, `uniform` |
//! | path quantifiers, by automata | `paths` |
//! | paths as runs of the system | `runs` |
//! | what evidence is built from | `engine/sets` |
//! | the reachable states as a circuit | `circuit` |
//!
//! What was tried, on which family, and what it gave (seconds on one machine, some of them under load, CTLK formulas;
//! ratios matter, and only within a line):
//!
//! | idea | family | without | with |
//! |---|---|---|---|
//! | FORCE from the order of the file | dining cryptographers, n = 50 | | not in 100 s |
//! | greedy arrangement and FORCE, hubs to the top (`order_supports`) | dining cryptographers, n = 50 | | 0.3 |
//! | greedy arrangement and FORCE, hubs to the top | prisoners, n = 14 | | not in 60 s |
//! | edges between single values (`order_values`) | prisoners, n = 14 | not in 60 s | 8 |
//! | values followed through copies and small ranges | go-back-N, nodes after 20 rounds | 313,000 | 221,000 |
//! | choices compared under the protocol, one conjunct per bit | prisoners, n = 14 | 34 | 8.3 |
//! | events split by action, chaining | prisoners, n = 14, order by hand | 36 | 34 |
//! | both of these, and only the range of an event is renamed | prisoners, n = 14, order by hand | 36 | 3.9 |
//! | actions that no evolution listens to are quantified first | prisoners, n = 14, order by hand | 3.9 | 2.4 |
//! | a table that fills up grows before it is swept | prisoners, n = 14, order by hand | 2.4 | 1.0 |
//! | squaring after 500 rounds | counter to 2^20, `AG(even -> EF maximal)` | 16 | 0.02 |
//! | total systems are seen to be total: no search for endless paths | dining cryptographers, n = 50, `LTL G …` alone | 0.25 | 0.04 |
//! | E X p without automaton, nothing below a nested quantifier is looked at | 1,000 nested `E(X …)`, alone | 1.4 | 0.01 |
//! | recurrence starts from what can go on forever (not kept) | prisoners, n = 20, `<tt;(tt;tt)*>…` | 7.0 | 7.8 |
//! | cones of influence | train controller with 2,000 Booleans, five formulas | 2.3 | 0.01 |
//! | events as rules, without renaming (`event`) | prisoners, n = 20 | 4.9 | 2.7 |
//! | many events applied to all that was reached, not to what is new | prisoners, n = 20 | 2.7 | 2.1 |
//! | room for formulas in the table of the search | prisoners, n = 30 | 20 | 14 |
//! | sifting as soon as an order has run out of nodes | prisoners, n = 20 | 2.1 | 7.3 |
//! | a sifted copy joins in when an order has run out of nodes twice (`static` against `auto`) | prisoners, n = 20 | 4.5 to 5.2 | 2.7 to 3.0 |
//! | a sifted copy joins in | go-back-N, 8 bits, all formulas | 8.4 | 7.8 |
//!
//! With models as others write them (generated; the cryptographers' coins are Lobsvars there, and their announcements are added up
//! or joined by `^`), all formulas, processor seconds; before, a search that ran out of nodes began anew with four times as many,
//! of 2^12 per variable:
//!
//! | idea | model | without | with |
//! |---|---|---|---|
//! | searches go on from where they stood, garbage is swept while little is in use, 2^11 nodes per variable | dining cryptographers, n = 100, MiB | 207 | 140 |
//! | the same, and sifting by exchanges of two levels (`forest`) | dining cryptographers in CTL* of MCMAS's tests, n = 12 | 1.4 | 0.7 |
//! | the same | muddy children, n = 12, MiB | 179 | 60 |
//! | sets are simplified before a step back (`simplify`), all of the above | cryptographers with sums, CTLK, n = 30 | 8.2 | 1.5 |
//! | the same | cryptographers with `^`, CTLK, n = 50 | 1.2 | 1.7 |
//! | the same, but in each of many events (not kept) | prisoners, n = 10 | 0.4 | 12 |
//! | sifting learns from what a product ran out of nodes with, not from reached states only | cryptographers with sums, CTLK, n = 30 | none in 15 | 2.5 |
//! | a sifted order replaces the one that it was learnt from (not kept: both go on) | prisoners, n = 20 | 2.6 | none in 20 |
//! | both orders are tried, and that with the smaller reachable set is kept (not kept) | voting, n = 5 | 0.1 | 1.9 |
//!
//! Steps back took longer than the search did. One diagram for the relation between reachable states (`inside`), verdicts only:
//! processor seconds for all formulas, but seconds on a busy, unevenly loaded machine for one formula or the search alone. With 2^14 nodes
//! as the limit on its making it was left out for the first three:
//!
//! | idea | model | without | with |
//! |---|---|---|---|
//! | the relation between reachable states | gdl-to-ispl, hanoi | 4.5 | 0.7 |
//! | the same, one formula | 3-valuedSL, software_development, `A(… U …)` | 7.7 | 1.0 |
//! | the same, one formula | bakery, n = 4, `EF full` | 6.5 | 0.1 |
//! | the same, all formulas | gossip, n = 5 | 1 of 12 in 6 | 8.1 |
//! | the same, also where 30 of 31 events are rules (not kept) | prisoners, n = 10 | 3.0 | none in 5.8 |
//! | the same for games, whatever events are | gdl-to-ispl, chomp, `--order values` | 19.6 | 0.8 |
//! | the same | gdl-to-ispl, ticTacToe | 1.2 | 0.3 |
//! | products in each of many events applied to what is new if that is half as large | bakery, n = 5 | 4.7 | 4.3 |
//! | the same, the search alone | gdl-to-ispl, hanoi | 1.4 | 1.0 |
//!
//! Sifting learns from states that were reached early. On the go-back-N of MCMAS's examples (54 bits) it makes a sample of
//! 15,600 nodes four times smaller, but sets of later rounds only half as large (240,000 nodes after 24 rounds; the
//! order by values had 990,000 after 28). Reachable states and one `AG` took 745 s of processor time (`--order values`,
//! under load).
//!
//! Burch, Clarke, McMillan, Dill, Hwang: "Symbolic model checking: 10^20 states and beyond" (1990); Raimondi and
//! Lomuscio: "Automatic verification of multi-agent systems by model checking via OBDDs" (2005).

mod arrange;
mod branching;
mod carried;
mod circuit;
mod conjuncts;
mod count;
mod diagrams;
mod engine;
mod event;
mod forest;
mod full;
mod inside;
mod knowledge;
mod options;
mod order_supports;
mod order_values;
mod orders;
mod parts;
mod paths;
mod relation;
mod runs;
mod sifting;
mod simplify;
mod split;
mod squaring;
mod statistics;
mod strategic;
mod turns;
mod uniform;

pub use engine::{BddEngine, BddSets};
pub(crate) use engine::{ChoiceUse, Together};
pub use options::{BddOptions, Order};
pub(crate) use parts::{Part, parts};
pub use statistics::BddStatistics;
