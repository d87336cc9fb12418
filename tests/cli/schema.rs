//! The published schemas: they are those of the types, `qmas-rs schema` prints them, and output obeys them.

use qmas::report::Published;
use serde_json::Value;

use crate::validator::validate;
use crate::{program, stdout};

/// Fails unless a value has a published shape.
#[track_caller]
pub(crate) fn obeys(shape: Published, value: &Value) {
    let schema: Value = serde_json::from_str(shape.text()).expect("a schema is JSON");
    if let Err(why) = validate(&schema, value) {
        panic!("{why}\nin {value:#}");
    }
}

/// The files are what the types say. `UPDATE_SCHEMA=1` writes them anew, for a change that is meant.
#[test]
fn the_files_are_those_of_the_types() {
    for shape in Published::ALL {
        let path = format!("{}/docs/schema/{}.schema.json", env!("CARGO_MANIFEST_DIR"), shape.name());
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(&path, shape.derived()).expect("it can be written");
        }
        let file = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(file, shape.derived(), "{path} is not the schema of the types; UPDATE_SCHEMA=1 writes it anew");
    }
}

#[test]
fn the_command_prints_the_files() {
    for shape in Published::ALL {
        let printed = stdout(&program().args(["schema", shape.name()]).assert().code(0));
        assert_eq!(printed, shape.text());
        let schema: Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert!(schema["$id"].as_str().is_some_and(|id| id.ends_with("/1")), "the version is part of the name");
    }
    assert_eq!(stdout(&program().arg("schema").assert().code(0)), Published::Report.text());
    program().args(["schema", "everything"]).assert().code(2);
}
