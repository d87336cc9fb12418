//! What all models of the dining cryptographers share: who sits where, who may have paid, who forms a group.
//!
//! Cryptographers `Crypt1` to `Cryptn` sit in a circle; coin i lies between `Crypti` and its right neighbour.

use crate::text::each;

/// With two cryptographers, whoever did not pay would know that the other did.
pub(super) const SMALLEST: usize = 3;

/// The number of the coin at the left hand of cryptographer `i`; the one at the right hand is coin `i`.
pub(super) fn left_coin(i: usize, n: usize) -> usize {
    if i == 1 { n } else { i - 1 }
}

/// One atom `paidI` for each cryptographer.
pub(super) fn paid_atoms(n: usize) -> String {
    each(1, n, "", |i| format!("  paid{i} if Crypt{i}.paid=true;\n"))
}

/// The group `all`, and the group `others` of all but the first.
pub(super) fn groups(n: usize) -> String {
    let members = |first| each(first, n, ", ", |i| format!("Crypt{i}"));
    format!("  all = {{ {} }};\n  others = {{ {} }};\n", members(1), members(2))
}

/// An initial condition: at most one of the `n` cryptographers pays.
///
/// Either nobody in the first half and at most one in the second, or the reverse: the text grows as n log n, where the
/// list of all cases would be quadratic.
pub(super) fn at_most_one_payer(n: usize) -> String {
    at_most_one(1, n).unwrap_or_default()
}

/// None where there is nothing to require: a single cryptographer is at most one.
fn at_most_one(first: usize, last: usize) -> Option<String> {
    if first == last {
        return None;
    }
    let middle = usize::midpoint(first, last);
    let case = |payers: Option<String>, idle: String| match payers {
        Some(payers) => format!("({idle} and {payers})"),
        None => idle,
    };
    let right = case(at_most_one(middle + 1, last), nobody(first, middle));
    let left = case(at_most_one(first, middle), nobody(middle + 1, last));
    Some(format!("({right} or {left})"))
}

fn nobody(first: usize, last: usize) -> String {
    let list = each(first, last, " and ", |i| format!("Crypt{i}.paid=false"));
    if first == last { list } else { format!("({list})") }
}
