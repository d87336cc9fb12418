//! Evidence for people, and for tools that draw.
//!
//! | file | what it makes |
//! |---|---|
//! | `text` | what a terminal shows, before and after the parts of evidence |
//! | `parts` | one part after the other, those inside further to the right |
//! | `paths` | paths, and what changes from state to state |
//! | `unknowing` | why an agent does not know |
//! | `writer` | the lines of such a text |
//! | `phrases` | formulas and agents in words |
//! | `style` | how much is shown, and whether in colours |
//! | `tables` | strategies, and what prevents them |
//! | `runs` | states and runs in lines |
//! | `pair` | two runs side by side, or one below the other |
//! | `fill`, `like` | words in lines, and like-named ones as one word |
//! | `about`, `known`, `cap` | what comes first, what has been shown already, and how much is enough |
//! | `paint` | colours, if they are wanted |
//! | `dot` | a graph for Graphviz |
//! | `html` | one page for a browser; its style and its script are in `page` |

mod about;
mod cap;
mod dot;
mod fill;
mod html;
mod known;
mod like;
mod paint;
mod pair;
mod parts;
mod paths;
mod phrases;
mod runs;
mod style;
mod tables;
mod text;
mod unknowing;
mod writer;

pub use about::{Nearness, near};
pub use dot::dot;
pub use html::{Page, PageFormula, html};
pub use paint::Paint;
pub use runs::Words;
pub use style::Style;
pub use text::{LEFT_OUT, backing, emptiness};
pub use unknowing::unknowing;
pub(crate) use {
    cap::capped,
    known::Known,
    text::{backing_after, interesting_after},
};
