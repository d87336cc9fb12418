//! `qmas-rs replay` and what cannot be executed: claims about all paths are looked at, or the exit status is 3.

use serde_json::Value;

use crate::{LAMP, Setup, contains, stderr, stdout};

/// The lamp, and one beside it that never lights: what is true of the latter is evidence there, and forged here.
fn lamps(change: impl Fn(&str) -> String) -> Setup {
    let setup = Setup::new(&change(LAMP));
    setup.write("dark.ispl", &change(&LAMP.replace("on = ~on", "on = on")));
    setup
}

/// The evidence for the only formula that was asked for, without the number of states, which would give it away.
fn evidence(setup: &Setup, formula: &str, flags: &[&str]) -> Value {
    setup.run(&[&["dark.ispl", "--formula", formula, "--evidence-files", "out"], flags].concat()).code(1);
    let text = std::fs::read_to_string(setup.folder.path().join("out/formula-6.json")).expect("a file");
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    file.as_object_mut().expect("an object").remove("universe");
    for part in file["parts"].as_array_mut().expect("parts") {
        part["reason"].as_object_mut().expect("a reason").remove("scope");
    }
    file
}

/// It was "right as far as it can be replayed" that no path lights the lamp.
#[test]
fn claims_about_all_paths_are_looked_at() {
    let setup = lamps(str::to_owned);
    for (formula, flags) in
        [("CTL* E(F light)", &[][..]), ("CDL* E(<true*>light)", &["--finite-traces"]), ("<lamp>F light", &[])]
    {
        let mut file = evidence(&setup, formula, flags);
        if file["parts"][0]["reason"]["kind"] == "prevention" {
            // Nothing is shown of what the lamp can do.
            file["parts"] = serde_json::json!([{ "state": 0, "formula": file["parts"][0]["formula"],
                "reason": { "kind": "checked" } }]);
            file["states"].as_array_mut().expect("states").truncate(1);
        }
        assert_eq!(file["parts"][0]["reason"]["kind"], "checked", "{file}");
        setup.write("forged.json", &file.to_string());
        let right = setup.run(&["replay", "forged.json", "dark.ispl"]).code(0);
        contains(&stdout(&right), &["right: `", "universal claims looked at in all states: 1; left to whoever made"]);
        let wrong = setup.run(&["replay", "forged.json", "model.ispl"]).code(1);
        contains(&stdout(&wrong), &["wrong: part 0: a universal claim is false"]);
        let wrong = stdout(&setup.run(&["replay", "forged.json", "model.ispl", "--format", "json"]).code(1));
        let wrong: Value = serde_json::from_str(&wrong).expect("JSON");
        assert_eq!((&wrong["result"], &wrong["shows"]), (&"wrong".into(), &"fails".into()), "{wrong}");
    }
}

/// Beyond the limit it is said what was not looked at, whether it is true or not: there is no telling.
#[test]
fn what_was_not_looked_at_is_named() {
    let setup = lamps(|lamp| lamp.replace("0..3", "0..30000").replace("used < 3", "used < 30000"));
    let file = evidence(&setup, "CTL* E(F light)", &[]);
    setup.write("claimed.json", &file.to_string());
    for model in ["dark.ispl", "model.ispl"] {
        let open = setup.run(&["replay", "claimed.json", model]).code(3);
        contains(
            &stdout(&open),
            &[
                "open: nothing speaks against it, but not all that the verdict rests on was looked at",
                "left to whoever made them: 1",
                "not looked at: part 0, that `A(G !light)` is true in state 0: there are more than 20000 states",
            ],
        );
    }
    let open = stdout(&setup.run(&["replay", "claimed.json", "dark.ispl", "--format", "json"]).code(3));
    let open: Value = serde_json::from_str(&open).expect("JSON");
    assert_eq!(open["result"], "open", "{open}");
    assert_eq!(open["looked_at"]["universal_claims"], 0, "{open}");
    assert_eq!(open["not_looked_at"][0]["part"], 0, "{open}");
}

/// The model first is what other commands take.
#[test]
fn evidence_comes_first() {
    let setup = lamps(str::to_owned);
    setup.write("evidence.json", &evidence(&setup, "EF light", &[]).to_string());
    let swapped = setup.run(&["replay", "dark.ispl", "evidence.json"]).code(2);
    assert_eq!(
        stderr(&swapped),
        "error: the evidence comes first: `qmas-rs replay evidence.json dark.ispl`\n",
        "nothing else is wrong"
    );
}
