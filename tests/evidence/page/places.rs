//! Everything on the page that names a state leads to it, and to the right one of its places on a path.

use crate::page::driver::Browser;
use crate::page::{HEADING, VIEW, browser, checked, page};

/// Clicks on everything that leads to a state, for every formula; what leads elsewhere, and how many led.
const CRAWL: &str = "(() => { const wrong = []; let clicks = 0; \
    for (const button of document.querySelectorAll('#formulas button:enabled')) { \
      button.click(); \
      for (const link of document.querySelectorAll('#view .where, #view .jump')) { \
        document.querySelector('#detail').replaceChildren(); \
        link.click(); clicks += 1; \
        const heading = document.querySelector('#detail h2')?.innerText ?? 'nowhere'; \
        const name = link.dataset.jump === undefined ? link.innerText : 's' + link.dataset.jump; \
        if (heading !== 'State ' + name && !heading.startsWith('State ' + name + ' (')) \
          wrong.push(button.dataset.number + ': ' + link.innerText + ' leads to ' + heading); \
      } } \
    return clicks < 10 ? 'only ' + clicks : wrong.join(', '); })()";

#[test]
fn whatever_names_a_state_leads_there() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let uniform: &[&str] = &["--atl", "uniform"];
    let finite: &[&str] = &["--finite-traces"];
    let models = [
        ("card-game", None, &[][..]),
        ("card-game-uniform", None, uniform),
        ("courier-norms", None, &[]),
        ("dining-cryptographers", Some(3), &[]),
        ("fair-scheduler", None, &[]),
        ("go-back-n-finite", Some(2), finite),
        ("kripke-chain-broken", None, &[]),
        ("prisoners", Some(3), &[]),
    ];
    for (family, size, more) in models {
        browser.open(&page(folder.path(), family, size, more));
        assert_eq!(browser.text(CRAWL), "", "{family}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Clicks on what has this text; the heading, and in which column the picked state stands.
fn follow(browser: &Browser, text: &str) -> (String, String) {
    browser.run(&format!(
        "[...document.querySelectorAll('#view .where')].filter(link => link.innerText === '{text}').at(-1).click()"
    ));
    (browser.text(HEADING), browser.text("document.querySelector('th.picked').cellIndex"))
}

#[test]
fn a_state_that_occurs_twice_is_named_by_its_step() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&checked(folder.path(), "twice", TWICE, &[]));
    let heads =
        "[...document.querySelectorAll('#view th.state')].map(cell => cell.innerText.replace(/\\s+/, ' ')).join()";
    assert_eq!(browser.text(heads), "s0,s1 (step 1),s1 (step 2),s2");
    let view = browser.text(VIEW);
    for expected in ["(X x2) is true from s1 (step 2), s2", "(X (x1 and (X x2))) is true from s1 (step 1)"] {
        assert!(view.contains(expected), "{expected}: {view}");
    }
    assert_eq!(follow(&browser, "s1 (step 2)"), ("State s1 (step 2)".to_owned(), "3".to_owned()));
    assert_eq!(follow(&browser, "s1 (step 1)"), ("State s1 (step 1)".to_owned(), "2".to_owned()));
    assert_eq!(follow(&browser, "s2"), ("State s2".to_owned(), "4".to_owned()));
    browser.key("b");
    assert_eq!(browser.text(HEADING), "State s1 (step 1)");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn readings_lead_to_positions() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&checked(folder.path(), "twice", TWICE, &["--formula", "CDL* E(<true;x1;x1>x2)"]));
    let view = browser.text(VIEW);
    assert!(view.contains("x1 in s1 (step 1), x1 in s1 (step 2), end in s2"), "{view}");
    assert_eq!(follow(&browser, "s1 (step 2)").1, "3");
    assert_eq!(follow(&browser, "s1 (step 1)").1, "2");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn loops_lead_back_to_positions() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    // Off, off, on, off, ...: the loop starts in a state that occurs twice.
    let formula = "LTL !(!on and X(!on and X(on and X !on)) and G F on)";
    browser.open(&checked(folder.path(), "switch", SWITCH, &["--formula", formula]));
    let back = "document.querySelector('#view thead th:last-child .where')";
    let name = browser.text(&format!("{back}.innerText"));
    assert!(name.starts_with("s0 (step "), "{name}");
    browser.run(&format!("{back}.click()"));
    assert_eq!(browser.text(HEADING), format!("State {name}"));
    assert_eq!(browser.text("document.querySelector('th.loop').classList.contains('picked')"), "true");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The button of the state in which something is permitted did nothing: no table showed that state.
#[test]
fn what_is_permitted_elsewhere_is_permitted_in_a_state_that_is_shown() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&checked(folder.path(), "coin", COIN, &[]));
    assert_eq!(follow(&browser, "s1").0, "State s1");
    assert_eq!(follow(&browser, "s0").0, "State s0");
    assert!(browser.text("document.querySelector('#detail').innerText").contains("heads"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Heads are red, and both sides are there from the start.
const COIN: &str = "
Agent C
  Vars: side: { heads, tails }; end Vars
  RedStates: side = heads; end RedStates
  Actions = { rest };
  Protocol: Other: { rest }; end Protocol
  Evolution: side = side if Action = rest; end Evolution
end Agent
Evaluation tails if C.side = tails; end Evaluation
InitStates C.side = heads or C.side = tails; end InitStates
Formulae O(C, !tails); end Formulae
";

/// A switch.
const SWITCH: &str = "
Agent C
  Vars: on: boolean; end Vars
  Actions = { stay, flip };
  Protocol: Other: { stay, flip }; end Protocol
  Evolution: on = ~on if Action = flip; end Evolution
end Agent
Evaluation on if C.on = true; end Evaluation
InitStates C.on = false; end InitStates
Formulae EF on; end Formulae
";

/// A counter that may stay where it is.
const TWICE: &str = "
Agent C
  Vars: value: 0..2; end Vars
  Actions = { stay, up };
  Protocol: value < 2: { stay, up }; Other: { stay }; end Protocol
  Evolution: value = value + 1 if Action = up; end Evolution
end Agent
Evaluation x1 if C.value = 1; x2 if C.value = 2; end Evaluation
InitStates C.value = 0; end InitStates
Formulae LTL !(X(x1 and X(x1 and X x2))); end Formulae
";
