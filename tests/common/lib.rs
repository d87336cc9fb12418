//! What the test programs share. Each of them says `use qmas_testing as common;`.
//!
//! | module | what it holds |
//! |---|---|
//! | [`random`] | random systems and formulas, and properties over many of them |
//! | [`naive`] | CTLK, obligation and ATL by their definitions, on drawn systems |
//! | [`oracle`] | every logic by its definitions, on enumerated states |
//! | [`words`] | path formulas by their definitions, on words |
//! | [`drat`] | a checker for proofs |
//! | [`effort`] | how many cases are drawn: `QMAS_TESTS=long` |
//! | [`skipped`] | what could not be tested, and for want of what |
//! | [`corpus`] | the other tool's example files, which are no part of this project |
#![allow(missing_docs, reason = "nobody but our own tests reads it: plain names are left to speak for themselves")]

pub mod corpus;
pub mod drat;
pub mod effort;
pub mod naive;
pub mod oracle;
pub mod random;
pub mod skipped;
pub mod words;
