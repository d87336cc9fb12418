//! Timelines of many variables fit on a screen: like-named ones are one line that opens, and what does not matter waits for a
//! click. Nothing is lost.

use crate::page::driver::Browser;
use crate::page::{VIEW, browser, checked, page};

/// How many lines the timelines have, and the names of their first ones.
const LINES: &str = "document.querySelectorAll('#view tbody tr').length";
const FIRST: &str =
    "[...document.querySelectorAll('#view table')].map(table => table.querySelector('tbody th').innerText).join()";

fn click(browser: &Browser, name: &str) {
    browser.run(&format!(
        "[...document.querySelectorAll('#view .fold')].find(fold => fold.innerText.includes('{name}')).click()"
    ));
}

fn lines(browser: &Browser) -> usize {
    browser.text(LINES).parse().expect("a number")
}

#[test]
fn like_named_variables_are_one_line_that_opens() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    // Somebody paid, and the others together do not know it.
    browser.open(&page(folder.path(), "dining-cryptographers", Some(8), &["--formula", "24"]));
    let view = browser.text(VIEW);
    for expected in
        ["Environment.coin1 … coin8 (8)", "Crypt2.paid … Crypt8.paid (7)", "Crypt2 … Crypt8 (7) cannot tell"]
    {
        assert!(view.contains(expected), "{expected}: {view}");
    }
    assert!(!view.contains("Environment.coin2"), "{view}");
    // What the formula names stands first, in the state and in both runs.
    assert_eq!(browser.text(FIRST), "Crypt1.paid,Crypt1.paid,Crypt1.paid");
    let folded = lines(&browser);
    click(&browser, "Environment.coin1");
    assert_eq!(lines(&browser), folded + 8);
    assert!(browser.text(VIEW).contains("Environment.coin2"));
    click(&browser, "Environment.coin1");
    assert_eq!(lines(&browser), folded);
    // Two runs that are compared open together.
    browser.run(
        "[...document.querySelectorAll('#view .runs .fold')].find(fold => fold.innerText.includes('coin1')).click()",
    );
    assert_eq!(lines(&browser), folded + 16);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_rest_is_behind_a_click() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    // A word moves along a row of letters: all of them matter, but the formula names the last one.
    let letters: Vec<char> = ('a'..='t').collect();
    let variables: String = letters.iter().map(|letter| format!("{letter}: boolean; ")).collect();
    let moves: String = letters.windows(2).map(|two| format!("{} = true if {} = true; ", two[1], two[0])).collect();
    let start: Vec<String> = letters.iter().map(|letter| format!("C.{letter} = {}", *letter == 'a')).collect();
    let model = format!(
        "Agent C Vars: {variables} end Vars Actions = {{ go }}; Protocol: Other: {{ go }}; end Protocol \
         Evolution: {moves} end Evolution end Agent Evaluation done if C.t = true; end Evaluation \
         InitStates {}; end InitStates Formulae AG !done; end Formulae",
        start.join(" and ")
    );
    browser.open(&checked(folder.path(), "letters", &model, &[]));
    let view = browser.text(VIEW);
    assert!(view.contains("C.t") && view.contains("18 more lines") && !view.contains("C.k"), "{view}");
    let folded = lines(&browser);
    click(&browser, "more lines");
    assert_eq!(lines(&browser), folded - 1 + 18);
    assert!(browser.text(VIEW).contains("C.k"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
