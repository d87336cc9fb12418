//! What people type by habit from papers and other tools: the error says what to write, and its fix makes a file that can be
//! read and means what was meant.

use qmas::diagnostic::mended;
use qmas::load::{Loaded, Strictness, load};
use qmas::{Model, Severity, load_formula};

const MODEL: &str = "
Agent Alice
  Vars: x : boolean; n : 0..3; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution: x = true if CONDITION; end Evolution
end Agent
Agent Bob
  Vars: y : boolean; end Vars
  Actions = {b};
  Protocol: Other : {b}; end Protocol
  Evolution: y = true if Action = b; end Evolution
end Agent
Evaluation p if Alice.x = true; q if Bob.y = true; end Evaluation
InitStates Alice.x = false and Bob.y = false; end InitStates
GROUPS
Formulae
  FORMULA;
end Formulae
";
const BOTH: &str = "Groups both = {Alice, Bob}; end Groups";

fn file(condition: &str, groups: &str, formula: &str) -> String {
    MODEL.replace("CONDITION", condition).replace("GROUPS", groups).replace("FORMULA", formula)
}

/// Everything mended that can be.
fn fixed(source: &str) -> (String, Loaded) {
    let loaded = load(source, Strictness::Lenient);
    assert!(loaded.has(Severity::Error), "there is nothing wrong with {source}");
    let text = mended(source, loaded.diagnostics.iter().map(|diagnostic| &diagnostic.fix[..]));
    let loaded = load(&text, Strictness::Lenient);
    (text, loaded)
}

fn shown(model: &Model) -> String {
    model.formulas.show(&model.system, model.specifications[0]).to_string()
}

/// What the first formula of a text means, as the tool prints it.
fn meaning(groups: &str, formula: &str) -> String {
    let loaded = load(&file("Action = a", groups, formula), Strictness::Lenient);
    shown(&loaded.model.unwrap_or_else(|| panic!("{formula}: {:?}", loaded.diagnostics)))
}

#[test]
fn formulas_become_what_was_meant() {
    for (typed, meant) in [
        ("AG (p && q)", "AG (p and q)"),
        ("AG(p&&q||p)", "AG ((p and q) or p)"),
        ("AG (p & q | p)", "AG ((p and q) or p)"),
        ("AG ~p", "AG !p"),
        ("AG (not p or q)", "AG (!p or q)"),
        ("NOT p AND q", "!p and q"),
        ("AG (p => AF q)", "AG (p -> AF q)"),
        ("AG (p implies q)", "AG (p -> q)"),
        ("AG (p <-> q)", "AG ((p -> q) and (q -> p))"),
        ("p <=> ~q", "(p -> !q) and (!q -> p)"),
        ("p iff q", "(p -> q) and (q -> p)"),
        ("CTL* A (G p <-> F q)", "CTL* A (((G p) -> (F q)) and ((F q) -> (G p)))"),
        ("K(Alice, p <=> q)", "K(Alice, (p -> q) and (q -> p))"),
        ("AG Alice.n == 2", "AG Alice.n = 2"),
        ("A[p U q]", "A(p U q)"),
        ("E [ p U (q && p) ]", "E(p U (q and p))"),
        ("AG A[p U E[q U p]]", "AG A(p U E(q U p))"),
        ("[]p", "LTL G p"),
        ("[](p -> <>q)", "LTL G (p -> F q)"),
        ("<>[]p", "LTL F G p"),
        ("LTL [] p", "LTL G p"),
        ("CTL* A []<>p", "CTL* A G F p"),
        ("LDL []<>p", "LDL [true*]<true*>p"),
        ("A[]p", "AG p"),
        ("E<> (p && q)", "EF (p and q)"),
        ("<<Alice>>F p", "<Alice>F p"),
        ("<<both>> (p U q)", "<both>(p U q)"),
        ("<<both>>[]p", "<both>G p"),
        ("ATL <both>X p", "<both>X p"),
        ("<Alice, Bob>X p", "<both>X p"),
        ("<<{Bob, Alice}>>X p", "<both>X p"),
        ("C(both, p)", "GCK(both, p)"),
        ("CK(both, p)", "GCK(both, p)"),
        ("D(both, p)", "DK(both, p)"),
        ("EK(both, p)", "GK(both, p)"),
        ("M(Alice, p)", "!K(Alice, !p)"),
        ("M(Alice, p or q) and q", "!K(Alice, !(p or q)) and q"),
        ("GCK({Alice, Bob}, p)", "GCK(both, p)"),
        ("D({Alice,Bob}, p && q)", "DK(both, p and q)"),
        ("K({Alice}, p)", "K(Alice, p)"),
        ("K[Alice] p", "K(Alice, p)"),
        ("K[Alice]K[Bob]p", "K(Alice, K(Bob, p))"),
        ("K[Alice] !K{Bob} (p and q) or q", "K(Alice, !K(Bob, p and q)) or q"),
        ("C[Alice,Bob] p", "GCK(both, p)"),
        ("K_Alice(p)", "K(Alice, p)"),
        ("K_Alice p -> q", "K(Alice, p) -> q"),
        ("K_Alice !K_Bob (p) or q", "K(Alice, !K(Bob, p)) or q"),
        ("M_Alice (p and q)", "!K(Alice, !(p and q))"),
        ("C_both AG p", "GCK(both, AG p)"),
        ("LTLK G K(Alice, p)", "LTL G K(Alice, p)"),
        ("ltl G p", "LTL G p"),
        ("CTLK AG K(Alice, p)", "AG K(Alice, p)"),
        ("CTL AG p", "AG p"),
        ("CTLSK A(G p)", "CTL* A(G p)"),
        ("CTL*K A(G p)", "CTL* A(G p)"),
        ("CTLK* A(G p)", "CTL* A(G p)"),
        ("LDLK <p*>q", "LDL <p*>q"),
        ("cdl* A <p*>q", "CDL* A <p*>q"),
        ("LTLK [](~p || K_Alice(<>q)) && <>p", "LTL G (!p or K(Alice, F q)) and F p"),
    ] {
        let (text, loaded) = fixed(&file("Action = a", BOTH, typed));
        let model = loaded.model.unwrap_or_else(|| panic!("{typed} became\n{text}\n{:?}", loaded.diagnostics));
        assert_eq!(shown(&model), meaning(BOTH, meant), "{typed} became {text}");
        // The hint says it, too.
        let mut model = load(&file("Action = a", BOTH, "p"), Strictness::Lenient).model.expect("it is well-formed");
        let errors = load_formula(typed, &mut model, Strictness::Lenient).expect_err(typed);
        let hint = errors[0].hint.as_deref().unwrap_or_default();
        assert!(hint.starts_with("write "), "{typed}: {hint}");
    }
}

/// A new group used to be proposed for a formula apart from its file, whatever the file declares.
#[test]
fn a_declared_group_is_named() {
    let mut model = load(&file("Action = a", BOTH, "p"), Strictness::Lenient).model.expect("it is well-formed");
    let errors = load_formula("GCK({Bob, Alice}, p)", &mut model, Strictness::Lenient).expect_err("braces");
    let hint = errors[0].hint.as_deref().unwrap_or_default();
    assert_eq!(hint, "write `GCK(both, …)`: `GCK(both, p)`");
}

/// How far the sides of `==` between formulas reach is anybody's guess, so that nothing is mended.
#[test]
fn equal_formulas_are_explained() {
    let mut model = load(&file("Action = a", BOTH, "p"), Strictness::Lenient).model.expect("it is well-formed");
    let errors = load_formula("AG (p == q)", &mut model, Strictness::Lenient).expect_err("two signs");
    assert!(errors[0].hint.as_deref().is_some_and(|hint| hint.starts_with("for `f == g` write")), "{errors:?}");
    assert!(errors[0].fix.is_empty(), "{errors:?}");
}

#[test]
fn temporal_operators_alone_are_ltl() {
    for typed in ["G (p -> F q)", "p U q", "G K(Alice, F p)"] {
        let (_, loaded) = fixed(&file("Action = a", BOTH, typed));
        let model = loaded.model.unwrap_or_else(|| panic!("{typed}: {:?}", loaded.diagnostics));
        assert_eq!(shown(&model), meaning(BOTH, &format!("LTL {typed}")));
    }
}

/// `[]p` beside `AG` may mean any of two things: no program should choose.
#[test]
fn nothing_is_guessed() {
    for typed in ["AG (p -> <>q)", "AG (p and)", "p q", "A and B ->", "C(both)", "K(Alice p)", "p <-> q <-> p"] {
        let loaded = load(&file("Action = a", BOTH, typed), Strictness::Lenient);
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
        assert!(!errors.is_empty() && errors.iter().all(|error| error.fix.is_empty()), "{typed}: {errors:?}");
    }
}

#[test]
fn sets_of_agents_become_groups() {
    for groups in ["", "Groups other = {Bob}; end Groups"] {
        for (typed, meant) in [("GCK({Alice, Bob}, p)", "GCK(Alice_Bob, p)"), ("<Alice, Bob>X p", "<Alice_Bob>X p")] {
            let (text, loaded) = fixed(&file("Action = a", groups, typed));
            let model = loaded.model.unwrap_or_else(|| panic!("{typed} became\n{text}\n{:?}", loaded.diagnostics));
            assert_eq!(shown(&model), meaning("Groups Alice_Bob = {Alice, Bob}; end Groups", meant), "{text}");
        }
    }
    // Two formulas need one group.
    let twice = file("Action = a", "", "GCK({Alice, Bob}, p); DK({Alice, Bob}, p)");
    assert!(fixed(&twice).1.model.is_some(), "{}", fixed(&twice).0);
}

/// No agent can have such a name, but what to write instead is said nevertheless.
#[test]
fn agents_with_letters_that_are_operators() {
    for (typed, hint) in [
        ("<<A>> F p", "`<A>` for `<<…>>`"),
        ("GCK({A, E}, p)", "with `A_E = {A, E};` in Groups"),
        ("M(A, p)", "`!K(A, !…)` for `M(…)`"),
        ("C(G, p)", "`GCK(G, …)` for `C(…)`"),
    ] {
        let loaded = load(&file("Action = a", "", typed), Strictness::Lenient);
        let hints: Vec<&str> = loaded.diagnostics.iter().filter_map(|said| said.hint.as_deref()).collect();
        assert!(hints.iter().any(|said| said.contains(hint)), "{typed}: {hints:?}");
    }
}

#[test]
fn conditions_become_what_was_meant() {
    for (typed, meant) in [
        ("Action = a && n < 2", "Action = a and n < 2"),
        ("x = true||n<2", "x = true or n < 2"),
        ("n == 2", "n = 2"),
        ("not n = 2 and x = true", "!(n = 2) and x = true"),
        ("x = true -> n = 2", "!(x = true) or n = 2"),
        ("(x = true and n == 1) => !(n = 2)", "!(x = true and n = 1) or !(n = 2)"),
        ("Action = a AND NOT n = 2", "Action = a and !(n = 2)"),
    ] {
        let (text, loaded) = fixed(&file(typed, BOTH, "p"));
        let model = loaded.model.unwrap_or_else(|| panic!("{typed} became\n{text}\n{:?}", loaded.diagnostics));
        let other = load(&file(meant, BOTH, "p"), Strictness::Lenient).model.expect("it is well-formed");
        assert_eq!(model.system, other.system, "{typed} became {text}");
    }
}

#[test]
fn comments_of_other_languages() {
    let ours = file("Action = a", BOTH, "AG p");
    let meant = shown(&load(&ours, Strictness::Lenient).model.expect("it is well-formed"));
    for (from, to) in [
        ("Formulae\n", "Formulae // what is asked; end Formulae\n"),
        ("Formulae\n", "/* what\n * is asked */\nFormulae\n"),
        ("Formulae\n", "/* one */ Formulae /* two **/ "),
        ("  AG p", "  AG /* always */ p"),
        ("Agent Bob", "/// he\nAgent Bob"),
    ] {
        let (text, loaded) = fixed(&ours.replacen(from, to, 1));
        let model = loaded.model.unwrap_or_else(|| panic!("{text}\n{:?}", loaded.diagnostics));
        assert_eq!(shown(&model), meant, "{text}");
    }
    // Thousands of them are a few diagnostics, and one run mends all.
    let many = ours.replace("Formulae\n", &format!("{}Formulae\n", "// again\n".repeat(3_000)));
    let found = load(&many, Strictness::Lenient).diagnostics;
    assert!(found.len() < 40, "{}", found.len());
    assert!(fixed(&many).1.model.is_some());
}

#[test]
fn small_mistakes() {
    for (from, to) in [
        ("y = true if Action = b;", "y = true if Action = b"),
        ("FORMULA;", "FORMULA;;"),
        ("FORMULA;", "FORMULA"),
        ("Evaluation p", "Evalation p"),
        ("y : boolean;", "y : bolean;"),
        ("InitStates Alice", "InitStates Alcie"),
        ("q if Bob.y = true", "q if Bob.z = true"),
        ("Protocol: Other : {b}", "Protocol: Other : {bb}"),
    ] {
        let ours = MODEL.replacen(from, to, 1).replace("CONDITION", "Action = a").replace("GROUPS", BOTH);
        assert_ne!(from, to);
        let (text, loaded) = fixed(&ours.replace("FORMULA", "AG p"));
        assert!(loaded.model.is_some(), "{to}:\n{text}\n{:?}", loaded.diagnostics);
    }
}
