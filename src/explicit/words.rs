//! States as words: where each variable is kept, and tables of such rows of words.
//!
//! The first variable has the highest bits of the first word, and what is kept is the distance from the least value of
//! its domain. So rows of words are ordered as the states that they stand for.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::ir::{Domain, InterpretedSystem, State, VarId};

/// Where a variable is kept within the words of a state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field {
    /// The least value of its domain.
    least: i64,
    pub(super) word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    /// The value of the variable.
    pub(super) fn get(self, words: &[u64]) -> i64 {
        self.least.wrapping_add((words[self.word] >> self.shift & self.mask).cast_signed())
    }

    /// Whether there is room for a value.
    pub(super) fn fits(self, value: i64) -> bool {
        value >= self.least && value.wrapping_sub(self.least).cast_unsigned() <= self.mask
    }

    /// The bits of a value in their place; it must fit.
    pub(super) fn bits(self, value: i64) -> u64 {
        value.wrapping_sub(self.least).cast_unsigned() << self.shift
    }

    /// All bits of the variable.
    pub(super) fn all(self) -> u64 {
        self.mask << self.shift
    }
}

/// Where all variables of a system are kept.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    fields: Vec<Field>,
    words: usize,
}

impl Packing {
    pub(super) fn new(system: &InterpretedSystem) -> Self {
        let mut fields = Vec::with_capacity(system.variables.len());
        let (mut word, mut left) = (0, u64::BITS);
        for variable in &system.variables {
            let (least, span) = extent(&variable.domain);
            let bits = u64::BITS - span.leading_zeros();
            if bits > left {
                (word, left) = (word + 1, u64::BITS);
            }
            left -= bits;
            let mask = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
            fields.push(Field { least, word, shift: left % u64::BITS, mask });
        }
        Self { fields, words: word + 1 }
    }

    /// How many words a state takes.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    pub(super) fn field(&self, variable: VarId) -> Field {
        self.fields[variable.index()]
    }

    pub(super) fn pack(&self, state: &State) -> Vec<u64> {
        let mut words = vec![0; self.words];
        for (field, &value) in self.fields.iter().zip(state.values()) {
            words[field.word] |= field.bits(value);
        }
        words
    }

    pub(super) fn unpack(&self, words: &[u64]) -> State {
        State::new(self.fields.iter().map(|field| field.get(words)).collect::<Vec<_>>())
    }

    /// The words that hold these variables, each with the bits of them.
    pub(super) fn view(&self, variables: impl IntoIterator<Item = VarId>) -> View {
        let fields = variables.into_iter().map(|variable| self.field(variable));
        let mut masks: Vec<(usize, u64)> = fields.map(|field| (field.word, field.all())).collect();
        masks.sort_unstable_by_key(|&(word, _)| word);
        masks.dedup_by(|(word, mask), (kept, all)| {
            let same = word == kept;
            *all |= if same { *mask } else { 0 };
            same
        });
        masks.retain(|&(_, mask)| mask != 0);
        View(masks)
    }
}

/// A part of the variables: what remains of a state when all others are forgotten.
#[derive(Debug, Clone, Default)]
pub(super) struct View(Vec<(usize, u64)>);

impl View {
    /// How many words it takes.
    pub(super) fn words(&self) -> usize {
        self.0.len()
    }

    /// Writes the part of a state that is seen to `key`.
    pub(super) fn of(&self, words: &[u64], key: &mut Vec<u64>) {
        key.clear();
        key.extend(self.0.iter().map(|&(word, mask)| words[word] & mask));
    }
}

/// The least value of a domain and the distance to the greatest.
fn extent(domain: &Domain) -> (i64, u64) {
    match domain {
        Domain::Boolean => (0, 1),
        Domain::Range { low, high } => (*low, high.abs_diff(*low)),
        Domain::Enumeration(symbols) => {
            let values = || symbols.iter().map(|symbol| symbol.index() as i64);
            let least = values().min().unwrap_or(0);
            (least, values().max().unwrap_or(0).abs_diff(least))
        }
    }
}

/// Rows of words, each once, numbered in the order of their arrival.
#[derive(Debug)]
pub(super) struct Table {
    width: usize,
    rows: Vec<u64>,
    len: usize,
    numbers: HashTable<u32>,
}

impl Table {
    /// An empty table of rows of so many words.
    pub(super) fn new(width: usize) -> Self {
        Self { width, rows: Vec::new(), len: 0, numbers: HashTable::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The row with that number.
    pub(super) fn row(&self, number: usize) -> &[u64] {
        &self.rows[number * self.width..(number + 1) * self.width]
    }

    /// The number of a row, if it is there.
    pub(super) fn find(&self, row: &[u64]) -> Option<usize> {
        self.numbers.find(hash(row), |&number| same(self.row(number as usize), row)).map(|&number| number as usize)
    }

    /// The number of a row, and whether it is new.
    pub(super) fn insert(&mut self, row: &[u64]) -> (usize, bool) {
        let hash_of_row = hash(row);
        let (rows, width) = (&self.rows, self.width);
        let at = |number: u32| &rows[number as usize * width..(number as usize + 1) * width];
        match self.numbers.entry(hash_of_row, |&number| same(at(number), row), |&number| hash(at(number))) {
            hashbrown::hash_table::Entry::Occupied(found) => (*found.get() as usize, false),
            hashbrown::hash_table::Entry::Vacant(place) => {
                let number = self.len;
                place.insert(index(number));
                self.rows.extend_from_slice(row);
                self.len += 1;
                (number, true)
            }
        }
    }
}

fn hash(row: &[u64]) -> u64 {
    FxBuildHasher.hash_one(row)
}

/// Rows are short: a loop is faster than a call that compares memory.
fn same(left: &[u64], right: &[u64]) -> bool {
    left.iter().zip(right).all(|(left, right)| left == right)
}

/// A number of a state or row as it is kept.
pub(super) fn index(number: usize) -> u32 {
    u32::try_from(number).expect("limits on states keep numbers below 2^32")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explicit::testing::Builder;

    #[test]
    fn states_come_back_as_they_were_put_in_and_in_their_order() {
        let mut builder = Builder::new();
        let agent = builder.agent("A", &["a"]);
        for (name, low, high) in [("one", 7, 7), ("wide", i64::MIN, i64::MAX), ("small", -3, 4), ("half", 0, 1 << 40)] {
            builder.variable(agent, name, Domain::Range { low, high });
        }
        builder.variable(agent, "flag", Domain::Boolean);
        let model = builder.model();
        let packing = Packing::new(&model.system);
        let mut table = Table::new(packing.words());
        let states = [[7, i64::MIN, -3, 0, 0], [7, 0, 0, 12345, 1], [7, i64::MAX, 4, 1 << 40, 1]].map(State::new);
        for (number, state) in states.iter().enumerate() {
            assert_eq!(table.insert(&packing.pack(state)), (number, true));
        }
        for (number, state) in states.iter().enumerate() {
            let words = packing.pack(state);
            assert_eq!(table.insert(&words), (number, false));
            assert_eq!(table.find(&words), Some(number));
            assert_eq!(&packing.unpack(table.row(number)), state);
            for variable in model.system.var_ids() {
                assert_eq!(packing.field(variable).get(&words), state.get(variable));
            }
        }
        assert!(states.windows(2).all(|pair| packing.pack(&pair[0]) < packing.pack(&pair[1])));
        assert_eq!(table.find(&packing.pack(&State::new([7, 1, 0, 0, 0]))), None);
    }
}
