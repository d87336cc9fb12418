//! Values that have names, as arguments: the library says which there are, and help and errors list them.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::choice::Choice;

/// A parser for all values of a type.
pub(super) fn choices<C: Choice>() -> impl TypedValueParser<Value = C> {
    among(C::ALL.iter().map(|&value| (value, value.help())))
}

/// A parser for some values of a type, each with what it means here.
pub(super) fn among<C: Choice>(
    values: impl IntoIterator<Item = (C, &'static str)>,
) -> impl TypedValueParser<Value = C> {
    let listed = values.into_iter().map(|(value, help)| PossibleValue::new(value.name()).help(help));
    PossibleValuesParser::new(listed)
        .map(|name| C::named(&name).expect("the parser lets names through and nothing else"))
}
