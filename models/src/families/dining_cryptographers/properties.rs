//! The properties of the dining cryptographers as formula bodies, to be put under a temporal operator.
//!
//! The papers count the cryptographers from 0 or from 1; here the distinguished one is always `Crypt1`.

use crate::text::each;

/// `Crypt1` knows of nobody else that they paid.
pub(super) fn payer_unknown_to_first(n: usize) -> String {
    each(2, n, " and ", |j| format!("!K(Crypt1, paid{j})"))
}

/// Nobody knows of anybody else that they paid: a conjunct for every ordered pair.
pub(super) fn payer_unknown_to_all(n: usize) -> String {
    each(1, n, " and ", |i| {
        let others = (1..=n).filter(|&j| j != i).map(|j| format!("!K(Crypt{i}, paid{j})"));
        others.collect::<Vec<_>>().join(" and ")
    })
}

/// `Crypti` knows that somebody else paid, and of none of them that it was this one.
fn knows_somebody_else(i: usize, n: usize) -> String {
    let list = |separator: &str, write: fn(usize, usize) -> String| {
        (1..=n).filter(|&j| j != i).map(|j| write(i, j)).collect::<Vec<_>>().join(separator)
    };
    let somebody = list(" or ", |_, j| format!("paid{j}"));
    let unknown = list(" and ", |i, j| format!("!K(Crypt{i}, paid{j})"));
    format!("K(Crypt{i}, {somebody}) and {unknown}")
}

/// If the number of "different" is odd and `Crypti` did not pay, it knows that somebody else did, but not who.
pub(super) fn odd_reveals_only_a_payer(i: usize, n: usize) -> String {
    format!("(odd and !paid{i}) -> ({})", knows_somebody_else(i, n))
}

/// If the number of "different" is even, it is common knowledge that nobody paid.
pub(super) fn even_makes_it_common(n: usize) -> String {
    format!("even -> GCK(all, {})", each(1, n, " and ", |j| format!("!paid{j}")))
}

/// If the number of "different" is even, it is common knowledge that nobody paid: with the disjunction of the payers
/// negated.
pub(super) fn even_makes_it_common_negated(n: usize) -> String {
    format!("even -> GCK(all, !({}))", somebody(n))
}

/// If the number of "different" is odd, it is common knowledge that somebody paid.
pub(super) fn odd_makes_it_common(n: usize) -> String {
    format!("odd -> GCK(all, {})", somebody(n))
}

/// Some cryptographer paid.
pub(super) fn somebody(n: usize) -> String {
    each(1, n, " or ", |j| format!("paid{j}"))
}

/// What `Crypt1` learns in the end: nobody paid, or somebody else did and it does not know who.
pub(super) fn first_is_enlightened(n: usize) -> String {
    let nobody = each(1, n, " and ", |j| format!("!paid{j}"));
    format!("K(Crypt1, {nobody}) or ({})", knows_somebody_else(1, n))
}
