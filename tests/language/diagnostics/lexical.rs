//! Characters and words.

use crate::diagnostics::{cases, edit, file};

cases! {
    empty_file: file("");
    only_comments: file("-- nothing\n-- here\n");
    only_blanks: file("\n\n   \n");
    zero_byte: edit("timer : 0..3;", "timer : 0..\0;");
    unknown_character: edit("timer : 0..3;", "timer : 0..3; $");
    comment_of_another_language: edit("Vars:\n    timer", "Vars: # the clock\n    timer");
    slashes_as_comment: edit("timer : 0..3;", "timer : 0..3; // the clock");
    quotes: edit("state : {idle, busy};", "state : {\"idle\", busy};");
    name_with_umlaut: edit("sent : 0..5;", "größe : 0..5;");
    name_starts_with_underscore: edit("sent : 0..5;", "_sent : 0..5;");
    name_starts_with_digit: edit("sent : 0..5;", "2sent : 0..5;");
    ampersands: edit("timer < 3 and Action", "timer < 3 && Action");
    double_equal: edit("colour = blue :", "colour == blue :");
    reserved_word_as_variable: edit("sent : 0..5;", "X : 0..5;");
    reserved_word_as_value: edit("{idle, busy}", "{idle, E}");
    reserved_word_as_action: edit("Actions = {tick, rain};", "Actions = {tick, end};");
    reserved_word_as_agent: edit("Agent Receiver", "Agent Other");
    reserved_word_as_atom: edit("late if", "U if");
    reserved_word_in_condition: edit("timer = timer + 1 if timer < 3", "timer = timer + 1 if F < 3");
    integer_too_large: edit("timer : 0..3;", "timer : 0..99999999999;");
    integer_in_condition_too_large: edit("sent < 5;", "sent < 2147483648;");
    negative_range_too_low: edit("timer : 0..3;", "timer : -2147483649..3;");
    escape_character: edit("timer : 0..3;", "timer : 0..\u{1b}[31m3;");
    line_too_long_to_draw: edit("timer : 0..3;", &format!("timer : 0..3{};", " ".repeat(600) + "x"));
    at_sign: edit("wet = true if", "wet = @true if");
    smart_quote_in_comment_is_fine: edit("-- A model", "-- “A model”");
    byte_order_mark: edit("-- A model", "\u{feff}-- A model");
}

/// Twenty are drawn, the others are counted.
#[test]
fn unknown_characters_on_many_lines() {
    let report = file(&"$ or $$\n".repeat(30)).report();
    let drawn: Vec<&str> = report.split_inclusive("╯\n").collect();
    let [one_by_one @ .., rest] = drawn.as_slice() else { panic!("{report}") };
    assert_eq!(one_by_one.len(), 20, "{report}");
    for (line, drawn) in (1..).zip(one_by_one) {
        assert!(drawn.starts_with("[unknown-character] Error: `$` is not part of ISPL\n"), "{drawn}");
        let place = format!("─[ model.ispl:{line}:1 ]\n");
        let parts = [&place, "$ or $$\n", "not a word or symbol", "only comments, behind `--`, may hold any character"];
        assert!(parts.iter().all(|part| drawn.contains(part)), "{drawn}");
    }
    let expected = "\
[unknown-character] Error: 10 more lines with characters that ISPL does not have
    ╭─[ model.ispl:21:1 ]
    │
 21 │ $ or $$
    │ ┬  
    │ ╰── the first of them
────╯
";
    assert_eq!(*rest, expected);
}
