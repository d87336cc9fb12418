//! The formatter on files that no person would write: thousands of other blanks, line breaks and comments.

use super::{examine, examine_with_model, formatted, library, words};
use crate::common::random::Prng;

/// The tokens of a text with other blanks and more comments between them; `lines` and `comments` are chances of 1000.
fn scrambled(text: &str, prng: &mut Prng, lines: usize, comments: usize) -> String {
    let mut all = String::new();
    for word in words(text) {
        if prng.below(1000) < lines {
            all.push_str(prng.pick::<&str>(&["\n", "\n\n", "\r\n", "\n \n\n\n", "\n\t\t"]));
        }
        all.push_str(prng.pick::<&str>(&["", " ", "  ", "\t", " \r", "\x0c "]));
        if prng.below(1000) < comments {
            all.push_str(prng.pick::<&str>(&[
                " --\n",
                " -- beside the point \t\r\n",
                "\n-- \u{e9}t\u{e9}\n",
                "\n\n--- ;end\n\n",
            ]));
        }
        // The blank may have been empty, and these must not become one token.
        if !all.ends_with(char::is_whitespace) {
            all.push(' ');
        }
        all.push_str(word);
        if word.starts_with("--") {
            all.push('\n');
        }
    }
    all
}

/// Every construct of the language in a few lines.
const EVERYTHING: &str = "\
-- A header.

Semantics = MA;
Agent Environment
Obsvars: o : boolean; e : {CTL, CDL, R, W}; end Obsvars
Vars: v : -3 .. -1; w : 0..4; end Vars
RedStates: v = -2 and !(w > 3) or w * 2 - 1 <= 4 / 2; end RedStates
Actions = {go, stop};
Protocol: o = true and (v < -1 or w <> 3) : {go}; e != R : {go, stop}; Other : {stop}; end Protocol
Evolution: o = ~o & (true | false ^ o) and w = w - 1 if Action = go and A1.Action = a or v >= -3;
(v = -1 and (e = R)) if !(!(Action = stop)) and w + 1 - -1 > 1; end Evolution
end Agent
Agent A1
Lobsvars = {v};
Vars: x : {aaaa, bbbb, cccc, dddd, eeee, ffff, gggg, hhhh, iiii, jjjj, kkkk, llll, mmmm, nnnn, oooo, pppp, qqqq}; end Vars
RedStates: end RedStates
Actions = {a};
Protocol: Environment.v = -1 and Environment.o = false : {a}; Other : {a}; end Protocol
Evolution: x = bbbb if x = aaaa and Environment.Action = go; end Evolution
end Agent
Evaluation CTL if A1.x = aaaa; R if Environment.o = true; W if (Environment.w) = 3; end Evaluation
InitStates A1.x = aaaa and Environment.o = false and Environment.e = R and Environment.v = -1 and Environment.w = 0; end InitStates
Groups g = {A1, Environment}; h = {A1}; end Groups
Fairness R or Environment.w = 3; end Fairness
Formulae
AG (R -> !!(K(A1, R) and GCK(g, DK(h, W)))) or E (R U W) and A(R -> W U CTL and R);
<g>X R and <h> (R U <g> F W) -> <A1> G ! O(Environment, A1.GreenStates or Environment . RedStates);
E(R R W) and A(W W <g> X R) and Environment.v > -2 and Environment.w < 3;
LTL G F R U W or X X (CTL R R) and GK(g, F W);
CTL* A(G R or F W) -> E(R U W) and A X (CTL W R);
LDL <CTL *> R and [R; W? + (R and W)* ; (<R>W)?] W -> [<CTL * >R ?] <(R; W)*> true;
CDL* A([R*]E(<R ; R>W)) and ! A <W> R and E [W] <R> ! [R] K(A1, E(<R ; W>R));
end Formulae
-- The end.
";

#[test]
fn every_construct_survives() {
    examine_with_model("everything", EVERYTHING);
}

#[test]
fn scrambled_files_are_formatted_alike() {
    let mut prng = Prng::new(42);
    let tokens: Vec<&str> = words(EVERYTHING).into_iter().filter(|word| !word.starts_with("--")).collect();
    let on_one_line = tokens.join(" ");
    let expected = formatted("everything", &on_one_line);
    for case in 0..3000 {
        let (lines, comments) = [(0, 0), (300, 0), (30, 30), (300, 300), (900, 900)][case % 5];
        let name = format!("case {case}");
        let text = scrambled(EVERYTHING, &mut prng, lines, comments);
        if case % 10 == 0 {
            examine_with_model(&name, &text);
        } else {
            examine(&name, &text);
        }
        if case % 5 == 0 {
            // Without comments and empty lines, the blanks of the input leave no trace.
            assert_eq!(formatted(&name, &scrambled(&on_one_line, &mut prng, 0, 0)), expected);
            assert_eq!(formatted(&name, &scrambled(&expected.replace("\n\n", "\n"), &mut prng, 0, 0)), expected);
        }
    }
}

#[test]
fn scrambled_models_of_the_library() {
    let mut prng = Prng::new(7);
    for (name, text) in library().iter().filter(|(_, text)| text.len() < 20_000) {
        for (lines, comments) in [(0, 0), (100, 20), (300, 300), (700, 10)] {
            for _ in 0..5 {
                examine(name, &scrambled(text, &mut prng, lines, comments));
            }
        }
        examine_with_model(name, &scrambled(text, &mut prng, 200, 50));
    }
}
