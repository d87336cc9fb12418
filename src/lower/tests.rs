//! Circuits against the meaning of the system that they come from.
