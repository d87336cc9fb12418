//! States as numbers, steps as lists: what a simulation finds, and the truths that follow from it.

/// The reachable part of a system in which every agent has one variable that counts from 0.
pub(super) struct Direct {
    /// How many values each variable has.
    sizes: Vec<usize>,
    start: usize,
    /// The codes of the reachable states.
    states: Vec<usize>,
    /// By the codes of states.
    successors: Vec<Vec<usize>>,
}

impl Direct {
    /// Goes from `start` wherever `step` leads.
    pub(super) fn explore(sizes: Vec<usize>, start: &[usize], step: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Self {
        let all = sizes.iter().product();
        let mut found =
            Self { start: encode(&sizes, start), states: Vec::new(), successors: vec![Vec::new(); all], sizes };
        let mut seen = vec![false; all];
        seen[found.start] = true;
        found.states.push(found.start);
        let mut next = 0;
        while let Some(&code) = found.states.get(next) {
            next += 1;
            let mut targets: Vec<usize> =
                step(&found.values(code)).iter().map(|values| encode(&found.sizes, values)).collect();
            targets.sort_unstable();
            targets.dedup();
            for &target in &targets {
                if !std::mem::replace(&mut seen[target], true) {
                    found.states.push(target);
                }
            }
            found.successors[code] = targets;
        }
        found
    }

    pub(super) fn start(&self) -> usize {
        self.start
    }

    pub(super) fn states(&self) -> &[usize] {
        &self.states
    }

    pub(super) fn steps(&self) -> usize {
        self.successors.iter().map(Vec::len).sum()
    }

    /// The code of a state by its values, as an engine has them.
    pub(super) fn code(&self, values: &[i64]) -> usize {
        let values: Vec<usize> = values.iter().map(|&value| usize::try_from(value).expect("from 0 on")).collect();
        self.encode(&values)
    }

    pub(super) fn encode(&self, values: &[usize]) -> usize {
        encode(&self.sizes, values)
    }

    pub(super) fn values(&self, mut code: usize) -> Vec<usize> {
        let digit = |size: &usize| {
            let digit = code % size;
            code /= size;
            digit
        };
        self.sizes.iter().map(digit).collect()
    }

    /// Where a condition on values is true.
    pub(super) fn truth(&self, holds: impl Fn(&[usize]) -> bool) -> Vec<bool> {
        self.on_states(|code| holds(&self.values(code)))
    }

    /// Where a condition on codes is true.
    pub(super) fn on_states(&self, holds: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut truth = vec![false; self.successors.len()];
        for &code in &self.states {
            truth[code] = holds(code);
        }
        truth
    }

    /// Adds states for as long as the rule adds any: a least fixpoint.
    pub(super) fn least(&self, mut truth: Vec<bool>, rule: impl Fn(usize, &[bool]) -> bool) -> Vec<bool> {
        loop {
            let mut grown = false;
            // The last ones found first: steps lead away from the start more often than back.
            for &code in self.states.iter().rev() {
                if !truth[code] && rule(code, &truth) {
                    truth[code] = true;
                    grown = true;
                }
            }
            if !grown {
                return truth;
            }
        }
    }

    pub(super) fn not(&self, truth: &[bool]) -> Vec<bool> {
        self.on_states(|code| !truth[code])
    }

    /// EF: some successor, again and again.
    pub(super) fn possible(&self, goal: &[bool]) -> Vec<bool> {
        self.least(goal.to_vec(), |code, truth| self.successors[code].iter().any(|&next| truth[next]))
    }

    /// AF: all successors, again and again; there are no deadlocks.
    pub(super) fn inevitable(&self, goal: &[bool]) -> Vec<bool> {
        self.least(goal.to_vec(), |code, truth| self.successors[code].iter().all(|&next| truth[next]))
    }

    /// AG.
    pub(super) fn always(&self, good: &[bool]) -> Vec<bool> {
        self.not(&self.possible(&self.not(good)))
    }

    /// K for who sees these variables.
    pub(super) fn known(&self, seen: &[usize], fact: &[bool]) -> Vec<bool> {
        let view = |code: usize| {
            let values = self.values(code);
            seen.iter().fold(0, |view, &variable| view * self.sizes[variable] + values[variable])
        };
        let mut doubted = vec![false; self.successors.len()];
        for &code in &self.states {
            doubted[view(code)] |= !fact[code];
        }
        self.on_states(|code| !doubted[view(code)])
    }
}

fn encode(sizes: &[usize], values: &[usize]) -> usize {
    sizes.iter().zip(values).rev().fold(0, |code, (size, value)| code * size + value)
}
