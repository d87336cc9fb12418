//! The examples of sections 5.1 and 5.2 of the qMAS paper, question by question: what the prefix is, at which bound the
//! answer comes, and why not earlier. With repeated states, known reachable states and no induction, which are the
//! paper's own definitions (`--repetition state --reach bdd --no-induction`), the bounds are the paper's; a test pins them.
//!
//! # Section 5.1: the train controller
//! Two trains and a controller; eight reachable states, of which s0 is initial, the first train is in the tunnel in s4
//! and s6, and the second in s5 and s7. Train 1 cannot tell s4 from s6; train 2 not s4 from s0 and s1, nor s6 from s2
//! and s3.
//!
//! | formula | question | prefix | bound |
//! |---|---|---|---|
//! | ψ1 = AG(t1tunnel → K₁ ¬t2tunnel) | prove | ∀ | 7 |
//! | ψ2 = EF K₁(t1tunnel ∧ ¬K₂ t1tunnel) | prove | ∃∀∃ | 2 |
//!
//! **ψ1** is universal, and so is all of Enc_k: the initial state, the actions of the path, the state z in which the player
//! ∀ claims to spoil the body, and the state u that train 1 confuses with z are one block. Its complement is a SAT
//! question: a path to z with t1tunnel, and a reachable u that looks like z to train 1, with t2tunnel; or a path of k
//! steps without a repeated state. The first never exists. The second does until k = 6: s0 s3 s6 s2 s7 s1 s4 visits seven
//! states, and no path visits all eight. So ψ1 is proved at 7, and its refutation, EF with the dual of K, which is ∃
//! throughout, is asked in vain before. Induction needs less: that u looks like z and is reachable is decided by the
//! set of reachable states alone.
//!
//! **ψ2** lets ∃ choose the path and the position z on it, ∀ the state u that train 1 confuses with z, and ∃ again the
//! state v that train 2 confuses with u. At k = 1 the path ends in s1, s2 or s3 at best, where train 1 is not in the
//! tunnel. At k = 2 the path s0 s1 s4 does it: u is s4 or s6, and v = s1 for s4, v = s2 for s6. Expansion finds it with
//! an instantiation for each u that ∀ tries: what is left after each is a SAT question with its own copy of v.
//!
//! # Section 5.2: the dining cryptographers
//! Three cryptographers, four trees of depth two: who pays, what the coins show, what was said. 36 states; the leaves
//! have loops. The agency pays in the fourth tree, and only its four leaves have an even number of differences.
//!
//! | formula | question | prefix | bound |
//! |---|---|---|---|
//! | ψ1 = AF(K₁ nsa ∨ K₁ ¬nsa) | prove | ∀ | 2 |
//! | ψ2 = AG ¬K₁ pay₂ | prove | ∀∃ | 3 |
//! | ψ3 = AG ¬K₁ nsa | refute | ∃∀ | 2 |
//! | ψ4 = AG ¬C nsa | refute | ∃∀ | 4, or less with classes |
//!
//! **ψ1**: ∀ spoils AF by a path on which the body is false everywhere. The body is a disjunction of two K, false where
//! ∀ finds a counterexample to each, so in every position ∀ chooses two states: copies, one block. At k = 1 the roots
//! and the states below leave cryptographer 1 in doubt; at k = 2 every path ends in a leaf, where parity tells.
//!
//! **ψ2** is AG of a dual K: ∀ chooses path and position, ∃ the state that cryptographer 1 considers possible and in
//! which 2 does not pay. That state exists everywhere, but k = 2 is not enough: root, middle, leaf repeats nothing. At
//! k = 3 every path has gone around the loop of a leaf.
//!
//! **ψ3** is false: EF K₁ nsa is ∃ path and position, ∀ the state that looks the same to cryptographer 1. The path to a
//! leaf of the fourth tree does it at k = 2.
//!
//! **ψ4** is false as well: EF C nsa. From a leaf of the fourth tree knowledge paths lead to all four of its leaves and
//! nowhere else, and ∀ must not find a path of length k without a repeated state: with four states, there is none from
//! k = 4 on. With classes ([`Repetition::Class`](super::Repetition)) a path is cut as soon as two states that are not
//! neighbours look the same to some cryptographer; any two of the four leaves do, so k = 2, the depth of the leaf, is
//! enough.
