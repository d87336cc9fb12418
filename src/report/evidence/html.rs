//! Evidence as one page for a browser: the data of [`EvidenceFile`] and a viewer, nothing from elsewhere.

use serde::Serialize;

use super::about::Nearness;
use crate::witness::EvidenceFile;

/// What a page shows.
#[derive(Debug, Clone, Serialize)]
pub struct Page {
    /// The file that was checked.
    pub model: String,
    /// The formulas, and the interesting cases of each.
    pub formulas: Vec<PageFormula>,
}

/// A formula on a page, or an interesting case of one.
#[derive(Debug, Clone, Serialize)]
pub struct PageFormula {
    /// Its number in the file.
    pub number: String,
    /// Its text.
    pub text: String,
    /// Its verdict.
    pub verdict: String,
    /// Why it is so.
    pub evidence: Option<EvidenceFile>,
    /// How near the variables of the evidence are to the formula, in their order.
    pub near: Vec<Nearness>,
    /// What there is to say besides: why there is no evidence, for which empty reasons it holds.
    pub notes: Vec<String>,
}

/// The page.
#[must_use]
pub fn html(page: &Page) -> String {
    let data = serde_json::to_string(page).expect("evidence has string keys only");
    // A formula may be any text: it must not end the script.
    let data = data.replace('<', "\\u003c");
    let title = page.model.replace('&', "&amp;").replace('<', "&lt;");
    let script = [
        include_str!("page/parts.js"),
        include_str!("page/lanes.js"),
        include_str!("page/timeline.js"),
        include_str!("page/doubts.js"),
        include_str!("page/shell.js"),
    ];
    let values = [
        ("%TITLE%", title.as_str()),
        ("%STYLE%", include_str!("page/page.css")),
        ("%DATA%", data.as_str()),
        ("%SCRIPT%", &script.concat()),
    ];
    filled(include_str!("page/page.html"), &values)
}

/// A template with values in the places of their names. Values may contain names: they stay what they are.
fn filled(mut template: &str, values: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let next = |template: &str| {
        let places = values.iter().filter_map(|(name, value)| Some((template.find(name)?, *name, *value)));
        places.min_by_key(|(at, ..)| *at)
    };
    while let Some((at, name, value)) = next(template) {
        text.push_str(&template[..at]);
        text.push_str(value);
        template = &template[at + name.len()..];
    }
    text + template
}
