//! A validator of our own, since none of the known ones is as strict: for the part of JSON Schema (draft 2020-12) that our
//! schemas use. It refuses keywords that it does not
//! know, so that nothing is passed over, and it is stricter than the standard: a field that the schema does not name is
//! an error, although readers of our output must expect new ones.

use serde_json::{Map, Value};

/// What says nothing about values.
const REMARKS: [&str; 7] = ["$schema", "$id", "$defs", "title", "description", "format", "default"];

/// What is wrong with `value`, with the place where it is wrong.
pub(crate) fn validate(schema: &Value, value: &Value) -> Result<(), String> {
    Validator { root: schema }.check(schema, value, "$")
}

struct Validator<'s> {
    root: &'s Value,
}

impl<'s> Validator<'s> {
    fn check(&self, schema: &'s Value, value: &Value, at: &str) -> Result<(), String> {
        if schema == &Value::Bool(true) {
            return Ok(());
        }
        self.keywords(schema, value, at)?;
        self.no_strangers(schema, value, at)
    }

    fn keywords(&self, schema: &'s Value, value: &Value, at: &str) -> Result<(), String> {
        for (keyword, argument) in object(schema) {
            match keyword.as_str() {
                // Fields that stand beside a reference are no strangers to it.
                "$ref" if schema.get("properties").is_some() => self.keywords(self.target(argument), value, at)?,
                keyword => self.keyword(keyword, argument, value, at)?,
            }
        }
        Ok(())
    }

    fn keyword(&self, keyword: &str, argument: &'s Value, value: &Value, at: &str) -> Result<(), String> {
        let ensure =
            |truth: bool| if truth { Ok(()) } else { Err(format!("{at}: {keyword} {argument} forbids {value}")) };
        match keyword {
            "type" => ensure(match argument {
                Value::Array(names) => names.iter().any(|name| has_type(name, value)),
                name => has_type(name, value),
            }),
            "enum" => ensure(list(argument).contains(value)),
            "const" => ensure(argument == value),
            "minimum" => {
                ensure(value.as_f64().is_none_or(|value| argument.as_f64().is_some_and(|least| value >= least)))
            }
            "maximum" => ensure(value.as_f64().is_none_or(|value| argument.as_f64().is_some_and(|most| value <= most))),
            "required" => {
                ensure(list(argument).iter().all(|name| name.as_str().is_some_and(|name| value.get(name).is_some())))
            }
            "properties" => object(argument).iter().try_for_each(|(name, schema)| match value.get(name) {
                Some(value) => self.check(schema, value, &format!("{at}.{name}")),
                None => Ok(()),
            }),
            "additionalProperties" => value
                .as_object()
                .into_iter()
                .flatten()
                .try_for_each(|(name, value)| self.check(argument, value, &format!("{at}.{name}"))),
            "items" => value
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
                .try_for_each(|(number, value)| self.check(argument, value, &format!("{at}[{number}]"))),
            "prefixItems" => value
                .as_array()
                .into_iter()
                .flatten()
                .zip(list(argument))
                .enumerate()
                .try_for_each(|(number, (value, schema))| self.check(schema, value, &format!("{at}[{number}]"))),
            "minItems" => ensure(value.as_array().is_none_or(|items| argument.as_u64() <= Some(items.len() as u64))),
            "maxItems" => ensure(value.as_array().is_none_or(|items| argument.as_u64() >= Some(items.len() as u64))),
            "$ref" => self.check(self.target(argument), value, at),
            "anyOf" => self.some(argument, value, at).map(drop),
            "oneOf" => {
                let count = self.some(argument, value, at)?;
                ensure(count == 1)
            }
            _ if REMARKS.contains(&keyword) => Ok(()),
            _ => Err(format!("{at}: the validator does not know `{keyword}`")),
        }
    }

    /// How many of these schemas admit the value.
    fn some(&self, schemas: &'s Value, value: &Value, at: &str) -> Result<usize, String> {
        let results: Vec<_> = list(schemas).iter().map(|schema| self.check(schema, value, at)).collect();
        let count = results.iter().filter(|result| result.is_ok()).count();
        let why: Vec<String> = results.into_iter().filter_map(Result::err).collect();
        if count > 0 { Ok(count) } else { Err(format!("{at}: none of these: {}", why.join(" | "))) }
    }

    fn target(&self, reference: &Value) -> &'s Value {
        let reference = reference.as_str().expect("a reference is a text");
        let pointer = reference.strip_prefix('#').expect("references stay inside");
        self.root.pointer(pointer).expect("references lead somewhere")
    }

    /// Fields that no part of the schema names.
    fn no_strangers(&self, schema: &'s Value, value: &Value, at: &str) -> Result<(), String> {
        let Some(fields) = value.as_object() else { return Ok(()) };
        let mut named = Vec::new();
        if !self.names(schema, &mut named) {
            return Ok(());
        }
        match fields.keys().find(|name| !named.contains(name)) {
            Some(stranger) => Err(format!("{at}: the schema does not name the field `{stranger}`")),
            None => Ok(()),
        }
    }

    /// Collects the names of fields; false if the schema does not list them.
    fn names(&self, schema: &'s Value, named: &mut Vec<&'s String>) -> bool {
        let Some(properties) = schema.get("properties") else { return false };
        named.extend(object(properties).keys());
        if let Some(reference) = schema.get("$ref") {
            self.names(self.target(reference), named);
        }
        true
    }
}

fn object(value: &Value) -> &Map<String, Value> {
    value.as_object().expect("a schema is an object")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_number() && !value.to_string().contains(['.', 'e']),
        other => panic!("{other:?} is no type"),
    }
}

/// The validator itself: what is wrong is found.
#[test]
fn wrong_values_are_refused() {
    let schema: Value = serde_json::from_str(
        r##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/small"},
            "b": {"type": ["string", "null"], "enum": ["x", null]}, "c": {"type": "array", "items": {"type": "number"}}},
            "$defs": {"small": {"type": "integer", "minimum": 0}}}"##,
    )
    .expect("JSON");
    let answer = |text: &str| validate(&schema, &serde_json::from_str(text).expect("JSON"));
    for right in [r#"{"a": 1}"#, r#"{"a": 0, "b": null, "c": [1, 2.5]}"#, r#"{"a": 3, "b": "x", "c": []}"#] {
        assert_eq!(answer(right), Ok(()), "{right}");
    }
    for wrong in [
        "1",
        "{}",
        r#"{"a": -1}"#,
        r#"{"a": 1.5}"#,
        r#"{"a": "1"}"#,
        r#"{"a": 1, "b": "y"}"#,
        r#"{"a": 1, "c": ["1"]}"#,
        r#"{"a": 1, "d": 1}"#,
    ] {
        assert!(answer(wrong).is_err(), "{wrong}");
    }
    let strange = serde_json::json!({"patternProperties": {}});
    assert!(validate(&strange, &Value::Null).is_err(), "unknown keywords must not be passed over");
}
