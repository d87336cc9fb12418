//! From the items of a file to a [`File`](super::ast::File): has conditions and formulas read, and notes where names may be
//! missing because something could not be read.

mod agent;
mod file;
mod gaps;

pub(super) use file::file;
