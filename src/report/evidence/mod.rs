//! Evidence for people, and for tools that draw.
//!
//! | file | what it makes |
//! |---|---|
//! | `text` | what a terminal shows: one part after the other, what changes from state to state |
//! | `tables` | strategies, and what prevents them |
//! | `runs` | runs in lines, two of them side by side |
//! | `paint` | colours, if they are wanted |
//! | `dot` | a graph for Graphviz |
//! | `html` | one page for a browser; its style and its script are in `page` |

mod dot;
mod html;
mod paint;
mod runs;
mod tables;
mod text;

pub use dot::dot;
pub use html::{Page, PageFormula, html};
pub use paint::Paint;
pub use runs::Words;
pub use text::{Style, backing, emptiness, interesting, unknowing};
