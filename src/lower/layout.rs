//! Which bits of a state hold which variable, and how values are coded.

use std::ops::Range;

use crate::ir::{Domain, InterpretedSystem, State, VarId};

/// How a value is coded: as `value - offset`, in binary. Values of enumerations count by their position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// The least value.
    pub least: i64,
    /// What is subtracted.
    pub offset: i64,
}

/// The bits of every variable, least significant first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitLayout {
    ranges: Vec<Range<usize>>,
    codes: Vec<Code>,
}

/// How many bits tell `size` values apart.
pub(super) fn width(size: u64) -> usize {
    (u64::BITS - (size.max(1) - 1).leading_zeros()) as usize
}

/// A number in binary, most significant bit first.
fn pattern(code: i64, width: usize) -> String {
    (0..width).rev().map(|shift| if code >> shift & 1 == 1 { '1' } else { '0' }).collect()
}

impl BitLayout {
    /// One stretch of bits per variable, in the order of the variables.
    #[must_use]
    pub fn new(system: &InterpretedSystem) -> Self {
        let mut ranges = Vec::with_capacity(system.variables.len());
        let mut codes = Vec::with_capacity(system.variables.len());
        let mut next = 0;
        for variable in &system.variables {
            let width = width(variable.domain.size());
            ranges.push(next..next + width);
            next += width;
            codes.push(match variable.domain {
                // Plain binary wherever it needs no more bits: comparisons with constants stay simple.
                Domain::Range { low, high } if low >= 0 && high < 1 << width => Code { least: low, offset: 0 },
                Domain::Range { low, .. } => Code { least: low, offset: low },
                Domain::Boolean | Domain::Enumeration(_) => Code { least: 0, offset: 0 },
            });
        }
        Self { ranges, codes }
    }

    /// How many bits a state has.
    #[must_use]
    pub fn bit_count(&self) -> usize {
        self.ranges.last().map_or(0, |range| range.end)
    }

    /// The bits of a variable.
    #[must_use]
    pub fn range(&self, variable: VarId) -> Range<usize> {
        self.ranges[variable.index()].clone()
    }

    /// How a variable is coded.
    #[must_use]
    pub fn code(&self, variable: VarId) -> Code {
        self.codes[variable.index()]
    }

    /// The values of a variable, in their order, with their bits, most significant first.
    pub fn patterns(&self, system: &InterpretedSystem, variable: VarId) -> impl Iterator<Item = (String, i64)> {
        let Code { least, offset } = self.code(variable);
        let domain = system.variable(variable).domain.clone();
        let width = self.range(variable).len();
        let size = i64::try_from(domain.size()).expect("ranges have 32-bit bounds");
        (least..least + size).map(move |value| {
            let meant = match &domain {
                Domain::Enumeration(symbols) => symbols[usize::try_from(value).expect("a position")].index() as i64,
                Domain::Boolean | Domain::Range { .. } => value,
            };
            (pattern(value - offset, width), meant)
        })
    }

    /// The bits of a state.
    #[must_use]
    pub fn encode(&self, system: &InterpretedSystem, state: &State) -> Vec<bool> {
        let mut bits = vec![false; self.bit_count()];
        for variable in system.var_ids() {
            let value = state.get(variable);
            let code = match &system.variable(variable).domain {
                Domain::Enumeration(symbols) => {
                    let position = symbols.iter().position(|symbol| symbol.index() as i64 == value);
                    position.expect("states hold values of their variables") as i64
                }
                Domain::Boolean | Domain::Range { .. } => {
                    let Code { offset, .. } = self.code(variable);
                    value - offset
                }
            };
            for (shift, bit) in self.range(variable).enumerate() {
                bits[bit] = code >> shift & 1 == 1;
            }
        }
        bits
    }

    /// The state with these bits; `None` if some code is no value.
    #[must_use]
    pub fn decode(&self, system: &InterpretedSystem, bits: &[bool]) -> Option<State> {
        let bits: Vec<Option<bool>> = bits.iter().copied().map(Some).collect();
        let values: Option<Vec<i64>> = self.decode_part(system, &bits)?.into_iter().collect();
        values.map(State::new)
    }

    /// The values of the variables all of whose bits are known, `None` for the others; `None` if some code is no value.
    #[must_use]
    pub fn decode_part(&self, system: &InterpretedSystem, bits: &[Option<bool>]) -> Option<Vec<Option<i64>>> {
        let value = |variable: VarId| -> Option<Option<i64>> {
            let known: Option<Vec<bool>> = self.range(variable).map(|bit| bits[bit]).collect();
            let Some(known) = known else { return Some(None) };
            let code: i64 = known.iter().enumerate().map(|(shift, &bit)| i64::from(bit) << shift).sum();
            let Code { offset, .. } = self.code(variable);
            let value = match &system.variable(variable).domain {
                Domain::Enumeration(symbols) => symbols.get(usize::try_from(code).ok()?)?.index() as i64,
                Domain::Boolean | Domain::Range { .. } => code + offset,
            };
            system.variable(variable).domain.contains(value).then_some(Some(value))
        };
        system.var_ids().map(value).collect()
    }
}
