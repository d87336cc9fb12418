//! What fits on the page, and what can be read: small and large evidence, small and large windows, light and dark.

use crate::page::{LONG, browser, checked, page};

#[test]
fn two_hundred_states_and_thirty_agents_fit() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let many = page(folder.path(), "dining-cryptographers", Some(30), &["--formula", "LTL F odd"]);
    browser.looks(1400, 900, "light");
    browser.open(&many);
    assert!(browser.text("document.querySelectorAll('#view th[data-place]').length").parse::<usize>().unwrap() > 1);
    // Like-named agents do the same: there is nothing to scroll before they are unfolded.
    assert_eq!(browser.text("document.querySelector('.scroll').classList.contains('tall')"), "false");
    browser.run("document.querySelectorAll('#view .fold').forEach(fold => fold.click())");
    // The names of the states stay in view, and so does the whole box.
    browser.run("document.querySelector('.scroll').scrollTop = 30");
    let stays = "(() => { const box = document.querySelector('.scroll'), edges = box.getBoundingClientRect(); \
        const head = box.querySelector('th.state').getBoundingClientRect(); \
        return [box.scrollTop, Math.abs(head.top - edges.top) < 3, edges.bottom <= window.innerHeight].join(); })()";
    assert_eq!(browser.text(stays), "30,true,true");
    browser.open(&checked(folder.path(), "long", LONG, &[]));
    assert_eq!(browser.text("document.querySelectorAll('#view th[data-place]').length"), "200");
    let visible = "(() => { const edges = document.querySelector('.scroll').getBoundingClientRect(); \
        return [...document.querySelectorAll('th.state')].filter(cell => cell.getBoundingClientRect().right <= edges.right).length; })()";
    let count: usize = browser.text(visible).parse().unwrap();
    assert!(count >= 15, "only {count} states fit");
    // A state that is picked is not hidden behind the names of the variables.
    for key in ["ArrowRight"; 60].into_iter().chain(["ArrowLeft"; 40]) {
        browser.key(key);
    }
    let clear = "document.querySelector('th.picked').getBoundingClientRect().left >= \
        document.querySelector('.scroll tbody th').getBoundingClientRect().right - 1";
    assert_eq!(browser.text(clear), "true");
    // The page itself never scrolls sideways; the timeline does.
    assert_eq!(browser.text("document.documentElement.scrollWidth <= window.innerWidth"), "true");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn long_values_are_cut_and_shown_whole_on_demand() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    browser.open(&checked(folder.path(), "wordy", WORDY, &[]));
    let cell = "[...document.querySelectorAll('#view td')].find(cell => cell.title)";
    assert_eq!(browser.text(&format!("{cell}.title")), "an_extraordinarily_long_value");
    assert_eq!(browser.text(&format!("{cell}.innerText")), "an_extraord…");
    assert!(browser.text("document.querySelector('#detail').innerText").contains("an_extraordinarily_long_value"));
}

#[test]
fn the_list_says_why_there_is_no_evidence() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let empty = "AG ((last and C.value = 3) -> C.value = 4)";
    let formulas = ["--formula", "AG C.value >= 0", "--formula", empty, "--formula", "EF last"];
    browser.open(&checked(folder.path(), "long", LONG, &formulas));
    let note = |number: usize| {
        browser.text(&format!("[...document.querySelectorAll('#formulas button')][{number}].innerText"))
    };
    assert!(note(0).contains("nothing to show"), "{}", note(0));
    assert!(note(1).contains("holds for an empty reason: `"), "{}", note(1));
    assert!(!note(2).contains("nothing"), "{}", note(2));
    let model = folder.path().join("long.ispl");
    let file = folder.path().join("other.html");
    let mut command = assert_cmd::Command::cargo_bin("qmas-rs").unwrap();
    command.arg(model).args(["--formula", "EF last", "--formula", "AG !last", "--html"]).arg(&file).assert().code(1);
    browser.open(&file);
    assert!(note(0).contains("not asked for: --evidence all"), "{}", note(0));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_picked_formula_is_in_view() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = page(folder.path(), "dining-cryptographers", Some(3), &[]);
    let inside = "(() => { const list = document.querySelector('#formulas').getBoundingClientRect(); \
        const button = document.querySelector('#formulas [aria-current=true]').getBoundingClientRect(); \
        return button.top >= list.top - 1 && button.top < list.bottom - 10; })()";
    for (width, height) in [(1400, 900), (900, 800), (420, 700)] {
        browser.looks(width, height, "light");
        browser.open(&file);
        for _ in 0..12 {
            browser.key("ArrowDown");
            assert_eq!(browser.text(inside), "true", "{width}");
        }
        browser.looks(width - 20, height - 100, "light");
        assert_eq!(browser.text(inside), "true", "{width}, smaller");
        // The list leaves room for the evidence.
        let shares = browser.text(
            "['#formulas', '#view'].map(part => Math.round(100 * document.querySelector(part).offsetWidth * \
             document.querySelector(part).offsetHeight / window.innerWidth / window.innerHeight)).join(' ')",
        );
        let (list, view) = shares.split_once(' ').unwrap();
        let (list, view): (usize, usize) = (list.parse().unwrap(), view.parse().unwrap());
        assert!(list <= 21 && view >= 40, "{width}: {shares}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The lowest contrast between text and what is behind it, by the rules of the Web Content Accessibility Guidelines.
const CONTRAST: &str = "(() => { \
    const parts = colour => colour.match(/[0-9.]+/g).map(Number); \
    const light = colour => { const [r, g, b] = parts(colour).map(part => part / 255) \
      .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4); \
      return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
    const behind = element => { for (let here = element; here; here = here.parentElement) { \
      const colour = getComputedStyle(here).backgroundColor; if (parts(colour)[3] !== 0) return colour; } }; \
    let lowest = [21, '']; \
    for (const element of document.querySelectorAll('body *')) { \
      if (![...element.childNodes].some(child => child.nodeType === 3 && child.data.trim()) || !element.offsetHeight) continue; \
      const [low, high] = [getComputedStyle(element).color, behind(element)].map(light).sort((a, b) => a - b); \
      const ratio = (high + 0.05) / (low + 0.05); \
      if (ratio < lowest[0]) lowest = [ratio, element.outerHTML.slice(0, 80)]; } \
    return lowest.join(' '); })()";

#[test]
fn colours_can_be_read_and_told_apart() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let small = page(folder.path(), "dining-cryptographers", Some(3), &[]);
    for scheme in ["light", "dark"] {
        browser.looks(1400, 900, scheme);
        browser.open(&small);
        browser.run("document.querySelector('#formulas button[data-number=\"24\"]').click()");
        let lowest = browser.text(CONTRAST);
        let ratio: f64 = lowest.split(' ').next().unwrap().parse().unwrap();
        assert!(ratio >= 4.5, "{scheme}: {lowest}");
    }
    let large = page(folder.path(), "dining-cryptographers", Some(30), &["--formula", "LTL F odd"]);
    // The smallest distance between the colours of two agents; 441 is that of black and white.
    let distance = "(() => { const colours = [...document.querySelectorAll('#detail .view')] \
        .map(view => getComputedStyle(view).borderLeftColor.match(/[0-9.]+/g).map(Number)); \
        let least = 441; \
        colours.forEach((one, at) => colours.slice(0, at).forEach(other => { \
          least = Math.min(least, Math.hypot(...one.map((part, index) => part - other[index]))); })); \
        return [colours.length, least].join(' '); })()";
    for scheme in ["light", "dark"] {
        browser.looks(1400, 900, scheme);
        browser.open(&large);
        let found = browser.text(distance);
        let (count, least) = found.split_once(' ').unwrap();
        assert_eq!(count, "31");
        assert!(least.parse::<f64>().unwrap() > 15.0, "{scheme}: {found}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Values that do not fit into a column.
const WORDY: &str = "
Agent C
  Vars: value: { short, an_extraordinarily_long_value }; end Vars
  Actions = { change };
  Protocol: Other: { change }; end Protocol
  Evolution: value = short if Action = change; end Evolution
end Agent
Evaluation short if C.value = short; end Evaluation
InitStates C.value = an_extraordinarily_long_value; end InitStates
Formulae AG !short; end Formulae
";
