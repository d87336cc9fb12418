//! Declarations that a model shares with others of its kind although its own formulas do not use them: it says so, and no
//! checker needs to warn of them.

/// The models that do, and the kinds of warnings that this would be.
const SHARED: [(&str, &str); 12] = [
    ("bit-transmission-chain", "unused-atoms, unused-groups"),
    ("bit-transmission-finite", "unused-groups"),
    ("dining-cryptographers-forgetful", "unused-atoms, unused-groups"),
    ("dining-cryptographers-iterated", "unused-groups"),
    ("dining-cryptographers-pairs", "unused-atoms, unused-groups"),
    ("dining-cryptographers-qmas", "unused-atoms"),
    // With a buffer of two bits, one line has nothing to do.
    ("go-back-n", "idle"),
    ("go-back-n-finite", "idle"),
    ("go-back-n-shifted", "idle, unused-atoms, unused-groups"),
    ("muddy-children", "unused-atoms"),
    ("muddy-children-hasty", "unused-atoms, unused-groups"),
    ("prisoners-toggle-chain", "unused-atoms"),
];

/// The comment at the end of a model that says so; nothing for other models.
#[must_use]
pub fn shared(name: &str) -> String {
    let kinds = SHARED.iter().find(|(model, _)| *model == name).map(|(_, kinds)| *kinds);
    kinds.map_or_else(String::new, |kinds| {
        format!("\n-- Some declarations are for other models of this kind.\n-- @allow {kinds}\n")
    })
}
