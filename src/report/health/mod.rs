//! The health of a model, for people and for programs. Lines of protocols and evolutions are shown with their place in the
//! file.
//!
//! | file | holds |
//! |---|---|
//! | `content` | what there is to report |
//! | `reporter` | what every format can do |
//! | `text`, `json` | the formats |

mod content;
mod json;
mod reporter;
mod text;

pub use content::{HealthReport, Place, RIVAL_LINES, RivalPlaces};
pub use json::{
    JsonFindings, JsonFree, JsonHealth, JsonHealthOutput, JsonHealthReporter, JsonPlace, JsonRivals, JsonStep,
    JsonUnchanging,
};
pub use reporter::HealthReporter;
pub use text::TextHealthReporter;
