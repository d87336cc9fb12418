//! The classes of an agent's actions when certain parts wait for it at certain nodes, and what each class makes of these
//! parts.
//!
//! Agents that act without regard to each other meet the same situation once for everything that those before them do.
//! So it is remembered, unless situations hardly ever come back.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;

use rustc_hash::FxBuildHasher;

use super::diagram::{Diagram, NodeId, Update};
use super::part::{FEW, TRIAL};
use super::protocol::Enabled;
use super::rows::Actions;

/// What all plans may take, in numbers, before they are forgotten.
const MOST: usize = 1 << 20;

/// New bits of one word, and which bits become what they were in the state.
#[derive(Debug, Clone, Copy)]
struct Rewrite {
    word: usize,
    /// Bits of parts that this one decides.
    own: u64,
    /// Bits of these parts that stay as they were in the state.
    kept: u64,
    bits: u64,
}

/// What becomes of the parts that wait.
#[derive(Debug, Default)]
pub(super) struct Effects {
    rewrites: Vec<Rewrite>,
    /// Parts that come to another question, or to a leaf that is not plain.
    pub(super) places: Vec<(usize, NodeId)>,
}

impl Effects {
    /// Does what plain leaves say; `state` is how it all began.
    pub(super) fn rewrite(&self, words: &mut [u64], state: &[u64]) {
        for Rewrite { word, own, kept, bits } in &self.rewrites {
            words[*word] = words[*word] & !own | state[*word] & kept | bits;
        }
    }

    /// A part has come to a node.
    fn add(&mut self, (part, node): (usize, NodeId), owns: &[Update], diagram: &Diagram) {
        let plain = diagram.plain(node);
        if plain.is_none() {
            self.places.push((part, node));
        }
        for own in &owns[part] {
            let written = plain.into_iter().flatten().filter(|patch| patch.word == own.word);
            let (mask, bits) = written.fold((0, 0), |(mask, bits), patch| (mask | patch.mask, bits | patch.bits));
            let kept = own.mask & !mask;
            match self.rewrites.iter_mut().find(|rewrite| rewrite.word == own.word) {
                Some(rewrite) => {
                    rewrite.own |= own.mask;
                    rewrite.kept |= kept;
                    rewrite.bits |= bits;
                }
                None => self.rewrites.push(Rewrite { word: own.word, own: own.mask, kept, bits }),
            }
        }
    }
}

/// A class of actions.
#[derive(Debug)]
pub(super) struct Class {
    pub(super) actions: Actions,
    pub(super) effects: Effects,
}

/// The classes of an agent, by their first actions.
#[derive(Debug)]
pub(super) struct Plan {
    /// What parts do by default, where that is a plain leaf: done once, so that a class costs what is different in it.
    pub(super) common: Effects,
    pub(super) classes: Vec<Class>,
}

impl Plan {
    fn size(&self) -> usize {
        let effects = |effects: &Effects| 4 * effects.rewrites.len() + 2 * effects.places.len();
        let of = |class: &Class| class.actions.list.len() + effects(&class.effects) + 8;
        self.classes.iter().map(of).sum::<usize>() + effects(&self.common)
    }
}

/// The situation of an agent.
pub(super) struct Asked<'a> {
    pub(super) enabled: &'a Enabled,
    /// The parts that wait for it.
    pub(super) waiting: &'a [(usize, NodeId)],
    /// Per part, the bits of the variables that it assigns.
    pub(super) owns: &'a [Update],
    pub(super) diagram: &'a Diagram,
}

/// All plans that are remembered.
#[derive(Debug, Default)]
pub(super) struct Plans {
    known: HashMap<Box<[u64]>, Rc<Plan>, FxBuildHasher>,
    /// What they take.
    size: usize,
    key: Vec<u64>,
    asked: u32,
    hits: u32,
    /// Classes of actions, and their numbers: these last.
    numbers: HashMap<Rc<[u32]>, u32, FxBuildHasher>,
    /// Per action, the parts that do not go on to their default; empty in between.
    others: Vec<Vec<(usize, NodeId)>>,
}

impl Plans {
    /// Forgets plans: they are about nodes. Numbers of classes stay.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.size = 0;
    }

    /// The plan for a situation.
    pub(super) fn get(&mut self, asked: &Asked<'_>) -> Rc<Plan> {
        if self.asked == TRIAL && self.hits < TRIAL / FEW {
            return Rc::new(self.plan(asked));
        }
        self.key.clear();
        // Protocols keep each set of actions once and for ever.
        self.key.push(Rc::as_ptr(asked.enabled).addr() as u64);
        self.key.extend(asked.waiting.iter().map(|&(part, node)| (part as u64) << 32 | node.number()));
        let found = self.known.get(&*self.key).map(Rc::clone);
        if self.asked < TRIAL {
            self.asked += 1;
            self.hits += u32::from(found.is_some());
        }
        found.unwrap_or_else(|| {
            let plan = Rc::new(self.plan(asked));
            self.size += self.key.len() + plan.size();
            if self.size > MOST {
                self.forget();
            }
            self.known.insert(self.key.clone().into(), Rc::clone(&plan));
            plan
        })
    }

    /// Two actions that lead to equal nodes may be one class or not.
    fn plan(&mut self, asked: &Asked<'_>) -> Plan {
        let Asked { enabled, waiting, owns, diagram } = *asked;
        let most = enabled.last().map_or(0, |&last| last as usize + 1);
        self.others.resize_with(self.others.len().max(most), Vec::new);
        // Parts that go elsewhere than by default, per action; what is not enabled is left behind.
        for (position, &(_, node)) in waiting.iter().enumerate() {
            for &(action, child) in diagram.asks(node).0 {
                if let Some(others) = self.others.get_mut(action as usize) {
                    others.push((position, child));
                }
            }
        }
        let mut by_children: Vec<(u64, u32)> =
            enabled.iter().map(|&action| (FxBuildHasher.hash_one(&self.others[action as usize]), action)).collect();
        by_children.sort_unstable();
        let mut groups: Vec<Vec<u32>> = Vec::new();
        for (_, action) in by_children {
            match groups.last_mut() {
                Some(group) if self.others[group[0] as usize] == self.others[action as usize] => group.push(action),
                _ => groups.push(vec![action]),
            }
        }
        groups.sort_unstable_by_key(|group| group[0]);
        let mut common = Effects::default();
        // By default to another question, or to a leaf that is not plain.
        let mut open: Vec<(usize, (usize, NodeId))> = Vec::new();
        for (position, &(part, node)) in waiting.iter().enumerate() {
            let default = diagram.asks(node).1;
            match diagram.plain(default) {
                Some(_) => common.add((part, default), owns, diagram),
                None => open.push((position, (part, default))),
            }
        }
        let effects = groups.iter().map(|group| {
            let others = &self.others[group[0] as usize];
            let mut effects = Effects::default();
            for &(position, node) in others {
                effects.add((waiting[position].0, node), owns, diagram);
            }
            let goes_elsewhere = |position| others.binary_search_by_key(&position, |&(other, _)| other).is_ok();
            effects
                .places
                .extend(open.iter().filter(|&&(position, _)| !goes_elsewhere(position)).map(|&(_, place)| place));
            effects.places.sort_unstable();
            effects
        });
        let effects: Vec<Effects> = effects.collect();
        for &(_, node) in waiting {
            for &(action, _) in diagram.asks(node).0 {
                if let Some(others) = self.others.get_mut(action as usize) {
                    others.clear();
                }
            }
        }
        let classes = groups.into_iter().zip(effects);
        let classes = classes.map(|(group, effects)| Class { actions: self.number(group), effects }).collect();
        Plan { common, classes }
    }

    fn number(&mut self, actions: Vec<u32>) -> Actions {
        let list: Rc<[u32]> = actions.into();
        let next = u32::try_from(self.numbers.len()).expect("classes of actions fit into memory");
        let number = *self.numbers.entry(Rc::clone(&list)).or_insert(next);
        Actions { number, list }
    }
}
