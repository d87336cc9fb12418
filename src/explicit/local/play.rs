//! One game, solved from the states that are asked about: somebody wants to stay where it is safe for ever.
//!
//! For `<g>`G, W and R that is the group, for `<g>`F and U the others. Whoever it is, *keeps* an answer in each state that
//! was looked at: the group one choice, with all states that it can lead to; the others, for every choice of the group, one
//! state that it can lead to. Only states that are part of an answer are looked at. Where no answer is left the state is
//! lost, and those whose answers it was part of look for others. When nothing is left to look at, all answers that lead on
//! from the state that was asked about are safe together.
//!
//! Cassez, David, Fleury, Larsen and Lime, "Efficient on-the-fly algorithms for the analysis of timed games" (CONCUR 2005),
//! after Liu and Smolka, "Simple linear-time algorithms for minimal fixed points" (ICALP 1998), for the safe player instead
//! of the one who wants to get somewhere: there is one answer at a time, not all edges.

use std::collections::{BTreeSet, VecDeque};

/// What is known of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Status {
    /// It was not looked at.
    #[default]
    Unseen,
    /// It does not decide the game by itself, as far as that is known.
    Open,
    /// There is an answer, which may turn out to be none.
    Kept,
    /// It is safe.
    Safe,
    /// Nobody can stay safe from here.
    Lost,
}

/// Who wants to stay safe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keeper {
    Group,
    Others,
}

/// What is known of one game.
#[derive(Debug)]
pub(super) struct Play {
    status: Vec<Status>,
    /// Per state, the states of its answer that are not known to be safe.
    answers: Vec<Box<[u32]>>,
    /// Per state, those of whose answers it is or was part.
    users: Vec<Vec<u32>>,
    /// Parts of answers that were not looked at.
    queue: VecDeque<u32>,
    /// Lost states whose users do not know yet.
    news: Vec<u32>,
}

impl Play {
    pub(super) fn new() -> Self {
        Self { status: Vec::new(), answers: Vec::new(), users: Vec::new(), queue: VecDeque::new(), news: Vec::new() }
    }

    /// Makes room for so many states.
    pub(super) fn grow(&mut self, states: usize) {
        self.status.resize(states, Status::Unseen);
        self.answers.resize_with(states, Box::default);
        self.users.resize_with(states, Vec::new);
    }

    pub(super) fn status(&self, state: u32) -> Status {
        self.status.get(state as usize).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, state: u32, status: Status) {
        if status == Status::Lost {
            self.news.push(state);
        }
        self.status[state as usize] = status;
    }

    /// From now on a state keeps an answer.
    pub(super) fn keep(&mut self, state: u32, answer: Vec<u32>) {
        for &part in &answer {
            let users = &mut self.users[part as usize];
            if users.last() != Some(&state) {
                users.push(state);
            }
            if matches!(self.status[part as usize], Status::Unseen | Status::Open) {
                self.queue.push_back(part);
            }
        }
        self.status[state as usize] = Status::Kept;
        self.answers[state as usize] = answer.into();
    }

    /// A state that has lost its answer, if there is one.
    pub(super) fn bereft(&mut self) -> Option<u32> {
        while let Some(&lost) = self.news.last() {
            match self.users[lost as usize].pop() {
                Some(user) if self.uses(user, lost) => return Some(user),
                Some(_) => {}
                None => _ = self.news.pop(),
            }
        }
        None
    }

    fn uses(&self, user: u32, part: u32) -> bool {
        self.status[user as usize] == Status::Kept && self.answers[user as usize].contains(&part)
    }

    /// A state to be looked at: part of some answer.
    pub(super) fn next(&mut self) -> Option<u32> {
        while let Some(state) = self.queue.pop_front() {
            let open = matches!(self.status[state as usize], Status::Unseen | Status::Open);
            if open && self.users[state as usize].iter().any(|&user| self.uses(user, state)) {
                return Some(state);
            }
        }
        None
    }

    /// A state could not be looked at yet.
    pub(super) fn put_back(&mut self, state: u32) {
        self.queue.push_front(state);
    }

    /// Whether answers lead from a state to nothing but answers: then all of them are safe. Otherwise what is missing will be
    /// looked at.
    pub(super) fn settle(&mut self, root: u32) {
        let mut reached = BTreeSet::from([root]);
        let mut work = VecDeque::from([root]);
        while let Some(state) = work.pop_front() {
            match self.status[state as usize] {
                Status::Unseen | Status::Open => self.queue.push_back(state),
                Status::Kept => {
                    work.extend(self.answers[state as usize].iter().filter(|&&part| reached.insert(part)));
                }
                Status::Safe | Status::Lost => {}
            }
        }
        if self.queue.is_empty() {
            for state in reached {
                self.status[state as usize] = Status::Safe;
                self.answers[state as usize] = Box::default();
            }
        }
    }
}
