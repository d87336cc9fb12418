//! To be written.

use crate::catalogue::Model;

pub(crate) fn models() -> Vec<Model> {
    Vec::new()
}
