//! qmas.
