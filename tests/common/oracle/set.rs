//! Sets of numbered states.

/// A set of states of one universe, whose size it knows; complements are taken within it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StateSet {
    words: Vec<u64>,
    universe: usize,
}

impl StateSet {
    /// No state of a universe of that size.
    #[must_use]
    pub fn empty(universe: usize) -> Self {
        Self { words: vec![0; universe.div_ceil(64)], universe }
    }

    /// All states of a universe of that size.
    #[must_use]
    pub fn full(universe: usize) -> Self {
        Self::empty(universe).complement()
    }

    /// The states for which `member` says so.
    #[must_use]
    pub fn collect(universe: usize, mut member: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self::empty(universe);
        for state in 0..universe {
            if member(state) {
                set.insert(state);
            }
        }
        set
    }

    /// How many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// The size of the universe.
    #[must_use]
    pub fn universe(&self) -> usize {
        self.universe
    }

    /// Whether `state` is in the set.
    #[must_use]
    pub fn contains(&self, state: usize) -> bool {
        self.words[state / 64] >> (state % 64) & 1 == 1
    }

    /// Adds `state`; true if it is new.
    pub fn insert(&mut self, state: usize) -> bool {
        let word = &mut self.words[state / 64];
        let bit = 1 << (state % 64);
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes `state` out; true if it was in.
    pub fn remove(&mut self, state: usize) -> bool {
        let word = &mut self.words[state / 64];
        let bit = 1 << (state % 64);
        let old = *word & bit != 0;
        *word &= !bit;
        old
    }

    /// The states of the universe that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut words: Vec<u64> = self.words.iter().map(|word| !word).collect();
        if let Some(last) = words.last_mut().filter(|_| !self.universe.is_multiple_of(64)) {
            *last &= (1 << (self.universe % 64)) - 1;
        }
        Self { words, universe: self.universe }
    }

    /// The states in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |left, right| left & right)
    }

    /// The states in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |left, right| left | right)
    }

    /// The states of this set that are not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |left, right| left & !right)
    }

    /// Whether every state of this set is in `other`.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(left, right)| left & !right == 0)
    }

    /// Whether there is no state in the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many states are in the set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The states in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(number, &word)| {
            std::iter::successors(Some(word), |&rest| Some(rest & rest.wrapping_sub(1)))
                .take_while(|&rest| rest != 0)
                .map(move |rest| number * 64 + rest.trailing_zeros() as usize)
        })
    }

    fn zip(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        assert_eq!(self.universe, other.universe, "both sets speak of one universe");
        let words = self.words.iter().zip(&other.words).map(|(&left, &right)| combine(left, right)).collect();
        Self { words, universe: self.universe }
    }
}
