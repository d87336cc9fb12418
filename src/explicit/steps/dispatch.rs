//! Which lines of many can apply at all: those that do not test the variable that most lines test, and those that test it
//! for the value that it has. A thousand lines that each look at one value of a counter cost no more than one.

use std::collections::{BTreeMap, HashMap};

use rustc_hash::FxBuildHasher;

use super::code::Condition;

/// Lines by the value of one variable.
#[derive(Debug)]
pub(super) struct Dispatch {
    word: usize,
    mask: u64,
    /// Lines that demand these bits, and lines that demand nothing of the variable; ascending.
    by_bits: HashMap<u64, Vec<usize>, FxBuildHasher>,
    /// Lines that demand nothing of it; ascending.
    rest: Vec<usize>,
}

impl Dispatch {
    pub(super) fn new<'c>(conditions: impl Iterator<Item = &'c Condition> + Clone) -> Self {
        let mut tested: BTreeMap<(usize, u64), usize> = BTreeMap::new();
        for (word, mask, _) in conditions.clone().flat_map(Condition::demanded) {
            *tested.entry((word, mask)).or_default() += 1;
        }
        let most = tested.into_iter().max_by_key(|&(_, times)| times);
        let (word, mask) = most.map_or((0, 0), |(place, _)| place);
        let demanded = |condition: &Condition| {
            condition.demanded().find(|&(at, of, _)| (at, of) == (word, mask)).map(|(_, _, bits)| bits)
        };
        let bits: Vec<Option<u64>> = conditions.map(demanded).collect();
        let rest: Vec<usize> = (0..bits.len()).filter(|&line| bits[line].is_none()).collect();
        let mut by_bits: HashMap<u64, Vec<usize>, FxBuildHasher> = HashMap::default();
        for (line, bits) in bits.into_iter().enumerate() {
            if let Some(bits) = bits {
                by_bits.entry(bits).or_default().push(line);
            }
        }
        for lines in by_bits.values_mut() {
            lines.extend_from_slice(&rest);
            lines.sort_unstable();
        }
        Self { word, mask, by_bits, rest }
    }

    /// The lines that can apply in a state, ascending.
    pub(super) fn lines(&self, words: &[u64]) -> &[usize] {
        self.by_bits.get(&(words[self.word] & self.mask)).unwrap_or(&self.rest)
    }
}
