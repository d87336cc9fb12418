//! The lowest layer of qmas-rs: circuits, and later bit-level systems, bounded encodings and QBF.
//! It knows no ISPL, no files and no solvers.
