//! `--format junit`, `mcmas` and `jsonl`: what CI systems, old scripts and programs read.

use qmas::report::Published;
use serde_json::Value;

use crate::schema::obeys;
use crate::{LAMP, Setup, contains, program, stderr, stdout};

/// An XML document as tags and texts, if it is well-formed: tags are closed in order, attributes are quoted, nothing
/// that must be escaped stands free. By hand, since the crate that writes JUnit files would read what it has written.
fn parse_xml(document: &str) -> Result<Vec<String>, String> {
    let body = document.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n").ok_or("no declaration")?;
    let mut open: Vec<String> = Vec::new();
    let mut found = Vec::new();
    let mut rest = body;
    while !rest.is_empty() {
        let (text, tag) = rest.split_once('<').unwrap_or((rest, ""));
        plain(text)?;
        if tag.is_empty() {
            break;
        }
        let (tag, after) = tag.split_once('>').ok_or("a tag without end")?;
        rest = after;
        found.push(tag.to_owned());
        if let Some(name) = tag.strip_prefix('/') {
            let expected = open.pop().ok_or("a closing tag too many")?;
            if expected != name {
                return Err(format!("</{name}> closes <{expected}>"));
            }
            continue;
        }
        let mut quoted = tag.split('"');
        let name = quoted.next().unwrap_or_default().split_whitespace().next().unwrap_or_default().to_owned();
        let parts: Vec<&str> = tag.split('"').collect();
        if parts.len().is_multiple_of(2) {
            return Err(format!("quotes do not match in <{tag}>"));
        }
        parts.iter().skip(1).step_by(2).try_for_each(|value| plain(value))?;
        if !tag.ends_with('/') {
            open.push(name.trim_end_matches('/').to_owned());
        }
    }
    if open.is_empty() { Ok(found) } else { Err(format!("{open:?} stay open")) }
}

/// Text without markup: every `&` begins a known entity, and there are no control characters.
fn plain(text: &str) -> Result<(), String> {
    let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#10;", "&#9;"];
    let wrong = text.match_indices('&').any(|(at, _)| !entities.iter().any(|entity| text[at..].starts_with(entity)));
    let control = text.chars().any(|c| c.is_control() && c != '\n' && c != '\t');
    if wrong || control || text.contains('>') { Err(format!("`{text}` is not escaped")) } else { Ok(()) }
}

#[track_caller]
fn junit(setup: &Setup, arguments: &[&str], code: i32) -> (String, Vec<String>) {
    let text = stdout(&setup.run(&[arguments, &["--format", "junit"]].concat()).code(code));
    let tags = parse_xml(&text).unwrap_or_else(|why| panic!("{why}:\n{text}"));
    (text, tags)
}

#[test]
fn junit_has_a_case_per_formula() {
    let (text, tags) = junit(&Setup::new(LAMP), &["model.ispl"], 1);
    let cases: Vec<&String> = tags.iter().filter(|tag| tag.starts_with("testcase ")).collect();
    assert_eq!(cases.len(), 5);
    contains(cases[2], &["classname=\"model.ispl\"", "name=\"3: LDL &lt;light*&gt;(!light or dead)\""]);
    assert!(cases[0].ends_with('/') && !cases[1].ends_with('/'), "the first holds, the second fails");
    let failures = tags.iter().filter(|tag| tag.starts_with("failure ") && tag.ends_with("type=\"fails\""));
    assert_eq!(failures.count(), 2);
    contains(
        &text,
        &["tests=\"5\" skipped=\"0\" failures=\"2\" errors=\"0\"", ">AG !dead\n", "Lamp.used=3", "<system-err>"],
    );
}

#[test]
fn junit_says_error_where_there_is_no_answer() {
    let setup = Setup::new(LAMP);
    let (_, tags) = junit(&setup, &["model.ispl", "--engine", "explicit", "--max-states", "1"], 3);
    let errors: Vec<&String> = tags.iter().filter(|tag| tag.starts_with("error ")).collect();
    assert_eq!(errors.len(), 5);
    contains(errors[0], &["type=\"gave-up\"", "gave up: more than 1 states"]);
    // AG !dead fails at depth 3.
    let bounded = ["model.ispl", "--engine", "bounded", "--formula", "2", "--bound-max", "1", "--no-induction"];
    let (text, _) = junit(&setup, &bounded, 3);
    contains(&text, &["errors=\"1\"", "message=\"neither proved nor refuted up to bound 1\" type=\"open\""]);
}

#[test]
fn junit_of_models_that_are_wrong() {
    let setup = Setup::new(&LAMP.replace("EF light", "EF lihgt"));
    let (text, tags) = junit(&setup, &["model.ispl", "nowhere.ispl"], 2);
    assert_eq!(tags.iter().filter(|tag| tag.starts_with("testsuite ")).count(), 2);
    contains(&text, &["errors=\"2\"", "type=\"unknown-atom\"", "model.ispl:37:6", "type=\"io\"", "`nowhere.ispl`"]);
}

#[test]
fn junit_of_what_was_looked_for() {
    let (text, _) = junit(&Setup::new(LAMP), &["model.ispl", "--formula", "1", "--check", "deadlock"], 1);
    contains(&text, &["tests=\"2\" skipped=\"0\" failures=\"1\"", "type=\"deadlock\">", "Lamp.used=3"]);
}

/// Everything that XML minds, in the name of a file.
#[cfg(unix)]
#[test]
fn junit_escapes() {
    let setup = Setup::new(LAMP);
    let name = "a<b>&\"c'\u{1}\td.ispl";
    std::fs::write(setup.folder.path().join(name), LAMP).expect("it can be written");
    let (text, _) = junit(&setup, &[name, "--formula", "1"], 0);
    contains(&text, &["a&lt;b&gt;&amp;&quot;c&apos;\u{fffd}\u{fffd}d.ispl"]);
}

#[test]
fn the_words_of_mcmas() {
    let setup = Setup::new(LAMP);
    let text = stdout(&setup.check(&["--format", "mcmas"]).code(1));
    let lines: Vec<&str> = text.lines().collect();
    let [first, .., formula_1, formula_2, formula_3, formula_4, formula_5, done, time, states] = lines[..] else {
        panic!("{text}")
    };
    assert_eq!(first, "model.ispl has been parsed successfully.");
    // What MCMAS writes: parentheses around everything, && || ! ->.
    assert_eq!(formula_1, "  Formula number 1: (EF light), is TRUE in the model");
    assert_eq!(formula_2, "  Formula number 2: (AG (! dead)), is FALSE in the model");
    assert_eq!(formula_3, "  Formula number 3: <(light)*>((! light) || dead), is TRUE in the model");
    assert_eq!(formula_4, "  Formula number 4: (AG (light -> K(Blind, light))), is FALSE in the model");
    assert_eq!(formula_5, "  Formula number 5: (<lamp>F light), is TRUE in the model");
    assert_eq!(done, "done, 5 formulae successfully read and checked");
    let seconds = time.strip_prefix("execution time = ").map(str::parse::<f64>);
    assert!(matches!(seconds, Some(Ok(seconds)) if seconds >= 0.0), "{time}");
    assert_eq!(states, "number of reachable states = 4");
}

#[test]
fn formulas_in_the_words_of_mcmas() {
    let setup = Setup::new(LAMP);
    for (ours, theirs) in [
        ("light and dead or light -> dead", "(((light && dead) || light) -> dead)"),
        ("A(light U dead)", "A(light U dead)"),
        ("E(light U !dead)", "E(light U (! dead))"),
        ("AX EX AF EG light", "(AX (EX (AF (EG light))))"),
        ("<lamp>X light", "(<lamp>X light)"),
        ("<lamp>(light U dead)", "<lamp>(light U dead)"),
        ("GK(lamp, DK(lamp, GCK(lamp, light)))", "GK(lamp, DK(lamp, GCK(lamp, light)))"),
        ("O(Lamp, light)", "O(Lamp, light)"),
        ("Lamp.GreenStates or Lamp.RedStates", "(Lamp.GreenStates || Lamp.RedStates)"),
        ("LTL G F light", "(G (F light))"),
        ("LTL (X light) U K(Blind, dead)", "((X light) U K(Blind, dead))"),
        ("CTL* A(F (G light))", "(A (F (G light)))"),
        ("LDL [light ; dead?]light", "[(light ; dead?)]light"),
        ("CDL* E(<light + dead>light)", "(E <(light + dead)>light)"),
    ] {
        let text = stdout(&setup.check(&["--format", "mcmas", "--formula", ours]));
        let line =
            text.lines().find(|line| line.starts_with("  Formula number 6: ")).unwrap_or_else(|| panic!("{text}"));
        let shown = line.strip_prefix("  Formula number 6: ").and_then(|line| line.split_once(", is "));
        assert_eq!(shown.map(|(formula, _)| formula), Some(theirs));
    }
}

#[test]
fn mcmas_has_no_word_for_no_answer() {
    let text =
        stdout(&Setup::new(LAMP).check(&["--format", "mcmas", "--engine", "explicit", "--max-states", "1"]).code(3));
    contains(&text, &["(EF light), is UNKNOWN in the model"]);
    assert!(
        !text.contains("TRUE") && !text.contains("FALSE") && !text.contains("number of reachable states"),
        "{text}"
    );
}

/// Scripts read that line whoever answered; it used to come from enumeration only.
#[test]
fn mcmas_counts_states_whoever_answers() {
    let counter = stdout(&program().args(["gen", "counter", "-n", "100000"]).assert().code(0));
    let setup = Setup::new(&counter);
    for arguments in [&["--engine", "bdd"][..], &["--engine", "bounded", "--bound-max", "1"], &["--engine", "auto"]] {
        let asked = ["--format", "mcmas", "--formula", "EX true"];
        let text = stdout(&setup.check(&[arguments, &asked].concat()).code(0));
        contains(&text, &["(EX TRUE), is TRUE", "number of reachable states = 100000\n"]);
    }
    // What nobody can count soon is left out.
    let hopeless = Setup::new(&crate::budget::hopeless("AG(authorised -> light);"));
    let text = stdout(&hopeless.check(&["--format", "mcmas", "--max-nodes", "50000"]).code(0));
    assert!(!text.contains("number of reachable states"), "{text}");
}

/// The lines of a check, each obeying its schema.
#[track_caller]
fn lines(setup: &Setup, arguments: &[&str], code: i32) -> Vec<Value> {
    let assert = setup.run(&[arguments, &["--format", "jsonl"]].concat()).code(code);
    assert_eq!(stderr(&assert), "");
    let lines: Vec<Value> =
        stdout(&assert).lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
    lines.iter().for_each(|line| obeys(Published::Lines, line));
    lines
}

fn of<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().filter(|line| line["type"] == kind).collect()
}

#[test]
fn a_line_per_formula_and_a_summary() {
    for engine in ["auto", "explicit", "bdd"] {
        let lines = lines(&Setup::new(LAMP), &["model.ispl", "--engine", engine], 1);
        let formulas = of(&lines, "formula");
        let mut verdicts: Vec<_> = formulas.iter().map(|line| (line["index"].as_u64(), &line["verdict"])).collect();
        verdicts.sort_by_key(|(index, _)| *index);
        let verdicts: Vec<_> = verdicts.into_iter().map(|(_, verdict)| verdict.as_str().expect("text")).collect();
        assert_eq!(verdicts, ["holds", "fails", "holds", "fails", "holds"], "{engine}");
        // What fails has its evidence on a line of its own, after all verdicts.
        let evidence = of(&lines, "evidence");
        let mut shown: Vec<_> = evidence.iter().filter(|line| line["evidence"].is_object()).collect();
        shown.sort_by_key(|line| line["index"].as_u64());
        assert_eq!(shown.iter().map(|line| line["index"].as_u64()).collect::<Vec<_>>(), [Some(2), Some(4)], "{engine}");
        assert_eq!(shown[0]["evidence"]["shows"], "fails");
        let summary = lines.last().expect("a line");
        assert_eq!((&summary["type"], &summary["exit_status"]), (&"summary".into(), &1.into()));
        assert_eq!((&summary["models"][0]["holds"], &summary["models"][0]["fails"]), (&3.into(), &2.into()));
    }
}

#[test]
fn lines_of_several_models_and_of_wrong_ones() {
    let setup = Setup::new(LAMP);
    let lines = lines(&setup, &["model.ispl", "nowhere.ispl", "--formula", "1", "--formula", "EX light"], 2);
    assert_eq!(of(&lines, "formula").len(), 2);
    let errors: Vec<_> = of(&lines, "diagnostic").into_iter().filter(|line| line["severity"] == "error").collect();
    assert_eq!(errors.len(), 1);
    assert_eq!((&errors[0]["code"], &errors[0]["file"]), (&"io".into(), &"nowhere.ispl".into()));
    let models = lines.last().expect("a line")["models"].as_array().expect("a list").clone();
    let statuses: Vec<_> = models.iter().map(|model| model["exit_status"].as_u64()).collect();
    assert_eq!(statuses, [Some(0), Some(2)]);
}

#[test]
fn lines_without_an_answer_come_last() {
    let lines = lines(&Setup::new(LAMP), &["model.ispl", "--engine", "bounded", "--bound-max", "1"], 1);
    let verdicts: Vec<&str> =
        of(&lines, "formula").iter().map(|line| line["verdict"].as_str().expect("text")).collect();
    assert_eq!(verdicts.len(), 5);
    let known = verdicts.iter().take_while(|verdict| matches!(**verdict, "holds" | "fails")).count();
    assert!(
        known > 0 && verdicts[known..].iter().all(|verdict| matches!(*verdict, "open" | "gave-up")),
        "{verdicts:?}"
    );
}

/// The first line comes while later formulas are still being worked on.
#[test]
fn lines_come_as_soon_as_they_are_known() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let setup = Setup::new(&stdout(&program().args(["gen", "counter", "-n", "1000000"]).assert().code(0)));
    // One step is quickly looked at; half a million takes the bounded engine longer than anybody waits.
    let mut child = Command::new(env!("CARGO_BIN_EXE_qmas-rs"))
        .current_dir(setup.folder.path())
        .args(["model.ispl", "--engine", "bounded", "--format", "jsonl", "--reach", "unroll", "--no-induction"])
        .args(["--formula", "EX !maximal", "--formula", "AG (even -> EF maximal)", "--timeout", "60"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("it was piped")).read_line(&mut first).expect("a line");
    let running = child.try_wait().expect("it can be asked").is_none();
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    contains(&first, &["\"verdict\":\"holds\"", "EX !maximal"]);
    assert!(running, "the program had ended before its first line was read");
}

/// It used to be a report without anything in it, which CI systems show in green.
#[test]
fn what_cannot_be_done_is_in_the_report() {
    let setup = Setup::new(LAMP);
    let twice = ["model.ispl", "-", "-"];
    let impossible: [(&[&str], &str); 7] = [
        (&["model.ispl", "--qbf", "nosuch"], "nosuch"),
        (&["model.ispl", "--proof", "/dev/null/folder"], "/dev/null/folder"),
        (&["model.ispl", "--html", "/dev/null/page.html"], "/dev/null/page.html"),
        (&["model.ispl", "--dot", "/dev/null/dots"], "/dev/null/dots"),
        (&["model.ispl", "--formulas", "nowhere.txt"], "nowhere.txt"),
        (&["model.ispl", "--bound-step", "0"], "--bound-step 0"),
        (&twice, "standard input"),
    ];
    for (arguments, word) in impossible {
        let (text, tags) = junit(&setup, arguments, 2);
        assert!(tags.iter().any(|tag| tag.starts_with("error ") && tag.contains(word)), "{text}");
        let report = stdout(&setup.run(&[arguments, &["--format", "json"]].concat()).code(2));
        let report: Value = serde_json::from_str(&report).expect("JSON");
        obeys(Published::Report, &report);
        let report = if report.is_array() { report[0].clone() } else { report };
        let said = report["diagnostics"].as_array().expect("a list").iter().find(|said| said["severity"] == "error");
        contains(said.expect("an error")["message"].as_str().expect("text"), &[word]);
        let lines = lines(&setup, arguments, 2);
        assert!(
            of(&lines, "diagnostic").iter().any(|line| line["message"].as_str().is_some_and(|it| it.contains(word)))
        );
        contains(&stderr(&setup.run(arguments).code(2)), &[word]);
    }
}

/// The sum of no times used to be -0.0.
#[test]
fn no_time_has_no_sign() {
    let text = stdout(&Setup::new(LAMP).run(&["nowhere.ispl", "--format", "jsonl"]).code(2));
    contains(&text, &["\"seconds\":0.0"]);
}
