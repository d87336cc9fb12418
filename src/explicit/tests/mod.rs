//! Every operator on systems made by hand, and against naive definitions on random ones.

mod atl;
mod branching;
mod fair;
mod knowledge;
mod space;
