//! Evidence as one page for a browser: the data of [`EvidenceFile`] and a viewer, nothing from elsewhere.

use serde::Serialize;

use crate::witness::EvidenceFile;

/// What a page shows.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// The file that was checked.
    pub model: String,
    /// Per formula, and per interesting case of it: its number, its text, its verdict and its evidence.
    pub formulas: Vec<(String, String, String, Option<EvidenceFile>)>,
}

/// The page.
#[must_use]
pub fn html(page: &Page) -> String {
    let data = serde_json::to_string(page).expect("evidence has string keys only");
    // A formula may be any text: it must not end the script.
    let data = data.replace('<', "\\u003c");
    let title = page.model.replace('&', "&amp;").replace('<', "&lt;");
    include_str!("page.html").replace("%TITLE%", &title).replace("%DATA%", &data)
}
