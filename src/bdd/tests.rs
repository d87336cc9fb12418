//! The BDD engine against the oracle.
