//! The ISPL front end: text → tokens → syntax tree.
//!
//! | step | file | by |
//! |---|---|---|
//! | characters to tokens | `token` | logos |
//! | tokens to sections and lines, with recovery | `grammar` on `rules` | chumsky |
//! | conditions, formulas | `condition`, `formula` on `operators` and `literal` | explicit stacks: any depth |
//! | sections to a file | `assemble`, watched by `order` | |
//! | what people write by habit from other tools | `habits` | |
//! | tokens and comments to text, canonically | `format` | |
//! | comments that say something to us | `annotations` | |
//!
//! [`parse()`] never fails: it returns what it understood and everything that it has to say about the rest.

mod annotations;
mod assemble;
pub mod ast;
mod condition;
mod format;
mod formula;
mod formula_language;
mod grammar;
mod habits;
mod literal;
mod message;
mod operand;
mod operators;
mod order;
mod parse;
mod raw;
mod rules;
mod split;
mod token;

pub use annotations::{Annotation, annotations as annotations_of};
pub use format::format;
pub use parse::{MAX_SOURCE, Parsed, parse, parse_formula, parse_formula_among};
pub use token::{Lexed, Spanned, Token, lex};
