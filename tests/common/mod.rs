//! Support for tests: every test file says `mod common;` and takes what it needs.
#![allow(dead_code, unused_imports, reason = "no test file uses all of it")]

pub(crate) mod drat;
pub(crate) mod naive;
pub(crate) mod random;
