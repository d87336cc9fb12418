//! The page of `--html` in a real browser: Chromium without a window, driven by chromedriver (WebDriver over loopback).
//!
//! Where these are not installed (Debian packages `chromium`, `chromium-driver`) the tests are skipped.

mod doubts;
mod driver;
mod folds;
mod looks;
mod places;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use driver::Browser;

use crate::common::skipped::skip;

/// Writes the page of a model of the library, with evidence for everything, to a folder. Some models have a size.
fn page(folder: &Path, family: &str, size: Option<usize>, more: &[&str]) -> PathBuf {
    let size = size.map(|size| ["-n".to_owned(), size.to_string()]);
    let mut command = Command::cargo_bin("qmas-rs").unwrap();
    let made = command.args(["gen", family]).args(size.iter().flatten()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let text = String::from_utf8(made.stdout).unwrap();
    checked(folder, family, &text, more)
}

/// Writes the page of a text, with evidence for everything, to a folder.
fn checked(folder: &Path, name: &str, text: &str, more: &[&str]) -> PathBuf {
    let model = folder.join(format!("{name}.ispl"));
    std::fs::write(&model, text).unwrap();
    let file = folder.join("page.html");
    let mut command = Command::cargo_bin("qmas-rs").unwrap();
    command.arg(&model).args(["--evidence", "all", "--html"]).arg(&file).args(more);
    let status = command.output().unwrap().status.code();
    assert!(matches!(status, Some(0 | 1)), "exit status {status:?}");
    file
}

/// What stands in the part of the page that shows evidence.
const VIEW: &str = "document.querySelector('#view').innerText";
/// Which state is shown in full.
const HEADING: &str = "document.querySelector('#detail h2').innerText";

#[track_caller]
fn browser() -> Option<Browser> {
    let browser = Browser::start();
    if browser.is_none() {
        skip("chromedriver");
    }
    browser
}

#[test]
fn states_and_knowledge_can_be_followed() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page(folder.path(), "dining-cryptographers", Some(3), &[]));
    let formulas = "document.querySelectorAll('#formulas button:not([data-number$=case])').length";
    assert_eq!(browser.text(formulas), "30");
    // Formula 24 fails: the others together do not know who paid.
    browser.run("document.querySelector('#formulas button[data-number=\"24\"]').click()");
    assert!(browser.text("document.querySelector('#view').innerText").contains("!DK(others, paid1)"));
    // A click on a state shows all its values and what each agent sees of them.
    browser.run("document.querySelector('th[data-state]').click()");
    let detail = browser.text("document.querySelector('#detail').innerText");
    for expected in ["State s0", "Crypt1.paid", "What each agent sees", "Crypt3"] {
        assert!(detail.contains(expected), "{expected}: {detail}");
    }
    // The knowledge edge leads to the other state, where another agent paid, and back.
    browser.run("document.querySelector('#view [data-jump]').click()");
    assert!(browser.text("document.querySelector('#detail h2').innerText").contains("State s1"));
    browser.key("b");
    assert!(browser.text("document.querySelector('#detail h2').innerText").contains("State s0"));
    browser.key("k");
    assert!(browser.text("document.querySelector('#detail h2').innerText").contains("State s1"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn tables_of_strategies_lead_to_states() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page(folder.path(), "card-game", None, &["--formula", "<bob>F won"]));
    let view = browser.text("document.querySelector('#view').innerText");
    assert!(view.contains("!<bob>F won, whatever is tried"), "{view}");
    // Alice loses in s1, whatever Bob did; the button in the last column leads there.
    browser.run("document.querySelector('#view tbody tr td:last-child .where').click()");
    let detail = browser.text("document.querySelector('#detail').innerText");
    assert!(detail.contains("State s1") && detail.contains("defeat"), "{detail}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn strategies_and_dilemmas_say_where_they_lead() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--formula", "<alice>F won"];
    browser.open(&page(folder.path(), "card-game", None, &arguments));
    // She bets on the card that she can see: the button in the last column leads to a state where she has won.
    browser.run("document.querySelector('#view tbody tr td:last-child .where').click()");
    let detail = browser.text("document.querySelector('#detail').innerText");
    assert!(detail.contains("victory"), "{detail}");
    // Without seeing it, each of her three actions may lose.
    browser.open(&page(folder.path(), "card-game", None, &["--formula", "<alice>X won", "--atl", "uniform"]));
    let view = browser.text("document.querySelector('#view').innerText");
    assert!(view.contains("!<alice>X won, whatever is decided"), "{view}");
    assert_eq!(view.matches("then play can be lost").count(), 3, "{view}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn regular_expressions_are_read_along_the_path() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&checked(folder.path(), "long", LONG, &["--formula", "CDL* E(<true;true>(!last))"]));
    let view = browser.text("document.querySelector('#view').innerText");
    assert!(view.contains("is read from s0"), "{view}");
    browser.run("[...document.querySelectorAll('#view .note .where')].at(-1).click()");
    assert!(browser.text("document.querySelector('#detail h2').innerText").contains("State s2"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_keyboard_is_enough() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page(folder.path(), "dining-cryptographers", Some(3), &["--formula", "28", "--formula", "29"]));
    let heading = || browser.text("document.querySelector('#detail h2').innerText");
    assert!(heading().contains("s0"));
    browser.key("ArrowRight");
    browser.key("ArrowRight");
    assert!(heading().contains("s2"), "{}", heading());
    browser.key("ArrowLeft");
    assert!(heading().contains("s1"));
    browser.key("ArrowDown");
    assert_eq!(browser.text("document.querySelector('#formulas [aria-current=true]').dataset.index"), "1");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn names_cannot_break_out_of_the_page() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let name = "<img src=x onerror=document.title='broken'>&%DATA%%SCRIPT%";
    let file = checked(folder.path(), name, LONG, &["--formula", "AG C.value <> 3"]);
    browser.open(&file);
    assert_eq!(browser.text("document.querySelectorAll('img').length"), "0");
    assert!(browser.text("document.querySelector('h1').innerText").contains("<img src=x"));
    assert!(browser.text("document.querySelector('h1').innerText").contains("%DATA%%SCRIPT%"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(page(folder.path(), "dining-cryptographers", Some(3), &[])).unwrap();
    for forbidden in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!text.contains(forbidden), "{forbidden}");
    }
}

/// 200 states in a row.
const LONG: &str = "
Agent C
  Vars: value: 0..199; end Vars
  Actions = { up, stay };
  Protocol: value < 199: { up }; Other: { stay }; end Protocol
  Evolution: value = value + 1 if Action = up; end Evolution
end Agent
Evaluation last if C.value = 199; end Evaluation
InitStates C.value = 0; end InitStates
Formulae AG !last; end Formulae
";
