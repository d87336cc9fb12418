//! States kept small: a few bits per variable, each state once, numbered in the order of their arrival.

use indexmap::IndexSet;

use crate::ir::{Domain, InterpretedSystem, State, VarId};

/// Where a variable is kept within the words of a state.
#[derive(Debug, Clone, Copy)]
struct Field {
    /// The least value of its domain; what is kept is the distance from it.
    least: i64,
    word: usize,
    shift: u32,
    mask: u64,
}

/// All states that have been seen, by number and by value.
#[derive(Debug)]
pub(super) struct Store {
    fields: Vec<Field>,
    words: usize,
    states: IndexSet<Box<[u64]>>,
}

impl Store {
    pub(super) fn new(system: &InterpretedSystem) -> Self {
        let mut fields = Vec::with_capacity(system.variables.len());
        let (mut word, mut used) = (0, 0);
        for variable in &system.variables {
            let (least, span) = extent(&variable.domain);
            let bits = u64::BITS - span.leading_zeros();
            if used + bits > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            let mask = u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0);
            fields.push(Field { least, word, shift: used % u64::BITS, mask });
            used += bits;
        }
        Self { fields, words: word + 1, states: IndexSet::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The number of `state`, and whether it is new.
    pub(super) fn insert(&mut self, state: &State) -> (usize, bool) {
        self.states.insert_full(self.pack(state))
    }

    /// The number of `state`, if it has been seen.
    pub(super) fn find(&self, state: &State) -> Option<usize> {
        self.states.get_index_of(&self.pack(state))
    }

    /// The value of a variable in the state with that number.
    pub(super) fn value(&self, number: usize, variable: VarId) -> i64 {
        unpack(&self.states[number], self.fields[variable.index()])
    }

    /// The state with that number.
    pub(super) fn state(&self, number: usize) -> State {
        let words = &self.states[number];
        State::new(self.fields.iter().map(|&field| unpack(words, field)).collect::<Vec<_>>())
    }

    fn pack(&self, state: &State) -> Box<[u64]> {
        let mut words = vec![0; self.words].into_boxed_slice();
        for (field, &value) in self.fields.iter().zip(state.values()) {
            words[field.word] |= value.wrapping_sub(field.least).cast_unsigned() << field.shift;
        }
        words
    }
}

fn unpack(words: &[u64], field: Field) -> i64 {
    field.least.wrapping_add((words[field.word] >> field.shift & field.mask).cast_signed())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explicit::testing::Builder;

    #[test]
    fn states_come_back_as_they_were_put_in() {
        let mut builder = Builder::new();
        let agent = builder.agent("A", &["a"]);
        for (name, low, high) in [("one", 7, 7), ("wide", i64::MIN, i64::MAX), ("small", -3, 4), ("half", 0, 1 << 40)] {
            builder.variable(agent, name, Domain::Range { low, high });
        }
        builder.variable(agent, "flag", Domain::Boolean);
        let model = builder.model();
        let mut store = Store::new(&model.system);
        let states = [[7, i64::MIN, -3, 0, 0], [7, i64::MAX, 4, 1 << 40, 1], [7, 0, 0, 12345, 1]].map(State::new);
        for (number, state) in states.iter().enumerate() {
            assert_eq!(store.insert(state), (number, true));
        }
        for (number, state) in states.iter().enumerate() {
            assert_eq!(store.insert(state), (number, false));
            assert_eq!(store.find(state), Some(number));
            assert_eq!(&store.state(number), state);
            for variable in model.system.var_ids() {
                assert_eq!(store.value(number, variable), state.get(variable));
            }
        }
        assert_eq!(store.find(&State::new([7, 1, 0, 0, 0])), None);
    }
}
