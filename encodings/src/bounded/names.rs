//! What the inputs of a question stand for, for people who read the formulas that we write.

use std::collections::BTreeMap;

use super::encoder::{Encoder, Question};
use super::scope::{InputKey, Part, Role, Scope};
use crate::circuit::InputId;

/// What an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// A bit of a state that is not the end of a path, by its number.
    StateBit(usize),
    /// An action bit, which this is in the system, in the step from a frame of a path to the next.
    Chosen(usize, InputId),
    /// In such a step, a bit of the number of the choice that a mover makes among several enabled lines.
    Choice {
        /// The frame.
        frame: usize,
        /// The agent, by its number.
        agent: usize,
        /// A state bit that the mover writes, by its number.
        writes: Option<usize>,
        /// Which bit of the number of the choice.
        bit: usize,
    },
    /// Whether a path is cut off at a frame, a run moves on there, or a player has an operand of a play looked at there.
    Stop(usize),
    /// At a frame, a bit of the number of the state of an automaton that reads the path.
    Automaton(usize, usize),
    /// At a frame, whether a letter of this automaton is claimed, by its number.
    Claim(usize, usize),
}

/// Where an input belongs and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputName {
    /// The place in the formula, from the outside inwards.
    pub place: String,
    /// What it is there.
    pub meaning: Meaning,
}

impl Encoder {
    /// The names of all inputs that any question has had so far.
    #[must_use]
    pub fn input_names(&self) -> BTreeMap<InputId, InputName> {
        let parents: BTreeMap<Scope, (Scope, Part)> = self.names.scopes().collect();
        let place = |mut scope: Scope| {
            let mut words = Vec::new();
            while let Some(&(around, part)) = parents.get(&scope) {
                words.push(word(part));
                scope = around;
            }
            words.reverse();
            words.join("/")
        };
        let name = |InputKey { scope, role, frame, number }| InputName {
            place: place(scope),
            meaning: match role {
                Role::Bit => Meaning::StateBit(number),
                Role::Step => match self.step.code(number) {
                    None => Meaning::Chosen(frame, self.step.input(number)),
                    Some(code) => Meaning::Choice { frame, agent: code.agent, writes: code.writes, bit: code.shift },
                },
                Role::Stop => Meaning::Stop(frame),
                Role::Automaton => Meaning::Automaton(frame, number),
                Role::Claim => Meaning::Claim(frame, number),
            },
        };
        self.names.inputs().map(|(key, input)| (input, name(key))).collect()
    }
}

fn word(part: Part) -> String {
    match part {
        Part::Question(question) if question == Question::Prove as usize => "prove".to_owned(),
        Part::Question(_) => "refute".to_owned(),
        Part::Left => "left".to_owned(),
        Part::Right => "right".to_owned(),
        Part::Chosen => "chosen".to_owned(),
        Part::Each(frame) => format!("at{frame}"),
        Part::Member(number) => format!("related{number}"),
        Part::Run => "run".to_owned(),
        Part::Step(formula) => format!("induction{formula}"),
        Part::Letter(number) => format!("letter{number}"),
    }
}
