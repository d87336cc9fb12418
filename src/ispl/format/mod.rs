//! Canonical formatting: the tokens and comments of a file, laid out anew.
//!
//! Tokens are never changed, added or removed, only the blanks between them; so the formatter cannot change what a
//! file means, and what the user put in parentheses stays there. No step recurses and every step is linear.
//!
//! | step | file |
//! |---|---|
//! | tokens and comments, with what the user's line breaks say | `comments` |
//! | which tokens make a line, and how far it is indented | `outline` |
//! | blanks between the tokens of a line, and where it may be folded | `spacing` |
//! | folding at the margin, text | `layout` |
//! | all of it | `file` |

mod comments;
mod file;
mod layout;
mod outline;
mod spacing;

pub use file::format;
