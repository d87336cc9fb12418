//! Why an agent does not know, on the page: two runs that can be compared.

use crate::page::{HEADING, VIEW, browser, page};

#[test]
fn who_does_not_know_is_shown_two_runs() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&page(folder.path(), "dining-cryptographers", Some(3), &["--formula", "24"]));
    let view = browser.text(VIEW);
    for expected in [
        "what happened",
        "what Crypt2 and Crypt3 consider possible",
        "at both ends, Crypt2 and Crypt3 see = the same and do not see ≠ what differs (1 of 12 variables)",
        "it would be enough to see besides: Crypt1.paid",
    ] {
        assert!(view.contains(expected), "{expected}: {view}");
    }
    // By run and line: the name, and what stands at the end.
    let marked = |kind: &str| {
        browser.text(&format!(
            "[...document.querySelectorAll('.runs td.{kind}')].map(cell => \
             cell.parentNode.firstChild.innerText + '=' + cell.innerText).join(' ')"
        ))
    };
    assert_eq!(marked("differs"), "Crypt1.paid=true Crypt1.paid=false");
    let same = marked("same");
    for expected in ["Environment.coin1=false", "Environment.coin2=false", "Crypt2.paid=false", "Crypt3.paid=false"] {
        assert_eq!(same.matches(expected).count(), 2, "{same}");
    }
    // What they do not see and what is the same says nothing.
    assert!(!same.contains("say1"), "{same}");
    // The knowledge edge leads to the end of the other run.
    browser.run("document.querySelector('#view [data-jump]').click()");
    assert_eq!(browser.text(HEADING), "State s1");
    assert_eq!(browser.text("document.querySelector('th.picked').closest('.run') !== null"), "true");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The left and the right edge of the last column of each run, and the top of each run.
const EDGES: &str = "[...document.querySelectorAll('.runs .run')].map(run => { \
    const end = [...run.querySelectorAll('th.state')].at(-1).getBoundingClientRect(); \
    return [end.left, end.right, run.getBoundingClientRect().top].map(Math.round).join(' '); }).join(' ')";

#[test]
fn runs_stand_side_by_side_or_end_together() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let formula = "AG (recbit -> K(Sender, recbit))";
    let file = page(folder.path(), "bit-transmission", None, &["--formula", formula]);
    let edges = || -> Vec<f64> { browser.text(EDGES).split(' ').map(|edge| edge.parse().unwrap()).collect() };
    for scheme in ["light", "dark"] {
        browser.looks(1400, 900, scheme);
        browser.open(&file);
        let [_, right, top, left, _, other_top] = edges()[..] else { panic!("two runs") };
        assert!(right < left && (top - other_top).abs() < 1.0, "not side by side: {right} {left} {top} {other_top}");
        // Both have the same lines, at the same height.
        let lines = browser.text(
            "(() => { const heads = [...document.querySelectorAll('.runs tbody')].map(body => \
             [...body.querySelectorAll('th')].map(th => th.innerText + Math.round(th.getBoundingClientRect().top)).join()); \
             return heads.length === 2 && heads[0] === heads[1]; })()",
        );
        assert_eq!(lines, "true");
        // One run takes a step, the other none; below each other they end in the same place.
        browser.looks(420, 900, scheme);
        let [left, right, top, other_left, other_right, other_top] = edges()[..] else { panic!("two runs") };
        assert!(top + 50.0 < other_top, "not below each other: {top} {other_top}");
        assert!((left - other_left).abs() <= 1.0 && (right - other_right).abs() <= 1.0, "{left} {other_left}");
        assert_eq!(browser.text("document.documentElement.scrollWidth <= window.innerWidth"), "true");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
