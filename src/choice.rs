//! Choices: enums whose values have names, which are typed and shown, and a line each that says what they mean.
//!
//! The names stand beside the type, once: whoever reads a name or lists the values asks here, and the command line has no
//! lists of its own.

use std::fmt;

/// A type with a few values that have names.
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// All values, in the order in which they are listed.
    const ALL: &'static [Self];

    /// What is typed for a value, and shown of it.
    fn name(self) -> &'static str;

    /// What it means, in a line.
    fn help(self) -> &'static str;

    /// The value with a name.
    ///
    /// # Errors
    /// If there is none, with the names that there are.
    fn named(name: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.iter().copied().find(|value| value.name() == name);
        found.ok_or_else(|| UnknownName {
            name: name.to_owned(),
            known: Self::ALL.iter().map(|value| value.name()).collect(),
        })
    }
}

/// A name that no value has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    /// What was typed.
    pub name: String,
    /// What there is.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no `{}`; there are {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Gives names to the values of an enum of another crate.
macro_rules! names {
    ($type:ident { $($value:ident = $name:literal, $help:literal;)+ }) => {
        impl $crate::choice::Choice for $type {
            const ALL: &'static [Self] = &[$(Self::$value),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)+
                }
            }

            fn help(self) -> &'static str {
                match self {
                    $(Self::$value => $help,)+
                }
            }
        }
    };
}

/// Gives names to the values of an enum, and reads and shows them.
macro_rules! choice {
    ($type:ident { $($value:ident = $name:literal, $help:literal;)+ }) => {
        $crate::choice::names!($type { $($value = $name, $help;)+ });

        impl $type {
            /// All values, in the order in which they are listed.
            pub const ALL: &'static [Self] = <Self as $crate::choice::Choice>::ALL;

            /// What is typed for it, and shown of it.
            #[must_use]
            pub fn name(self) -> &'static str {
                $crate::choice::Choice::name(self)
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::choice::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                $crate::choice::Choice::named(name)
            }
        }
    };
}

pub(crate) use {choice, names};

#[cfg(test)]
mod tests {
    use crate::engine::Strategies;

    #[test]
    fn a_name_is_read_as_it_is_shown() {
        assert_eq!("uniform".parse(), Ok(Strategies::Uniform));
        assert_eq!(Strategies::Uniform.to_string(), "uniform");
        let unknown = "other".parse::<Strategies>().expect_err("there is no such value");
        assert_eq!(unknown.to_string(), "there is no `other`; there are perfect, uniform");
    }
}
