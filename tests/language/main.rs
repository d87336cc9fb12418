//! The language: what is accepted and what is said about the rest, how it is printed and formatted, and that nothing that
//! anybody writes makes us panic or run out of stack.

use qmas_testing as common;

mod annotations;
mod deep;
mod diagnostics;
mod format;
mod habits;
mod print;
mod rivals;
mod robust;
