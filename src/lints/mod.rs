//! What is warned of: all kinds of warnings, and who decides whether one is said, a warning, or an error.
//!
//! | file | holds |
//! |---|---|
//! | `kinds` | the list of all kinds; a new one is a line there |
//! | `level` | nothing, a warning, or an error |
//! | `levels` | what settings, the file and the command line say of them, and which of these counts |

mod kinds;
mod level;
mod levels;

pub use kinds::{Found, KINDS, Kind, Seeker, Shown, WARNINGS, kind, named, words};
pub use level::Level;
pub use levels::{Levels, Origin};
