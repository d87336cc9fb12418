//! Counters that go round. All of an agent's many actions are enabled everywhere; an agent goes on by one if its action is
//! in a set and, with some, another agent's action is in a set as well. So the possible steps are the same everywhere,
//! found once from one action of each kind, and never by listing billions of joint actions.

use std::fmt::Write;

use super::Expected;
use super::direct::Direct;
use crate::common::random::Prng;

pub(super) struct Rings {
    actions: usize,
    round: usize,
    agents: Vec<Ring>,
}

/// Goes on with these actions and, if somebody is named, with those of that one.
struct Ring {
    own: Vec<usize>,
    other: Option<(usize, Vec<usize>)>,
}

impl Rings {
    pub(super) fn draw(prng: &mut Prng, most_states: usize) -> Self {
        let (agents, actions) = (prng.between(3, 6), prng.between(10, 40));
        let most = (most_states as f64).powf(1.0 / agents as f64) as usize;
        let round = prng.between(most.saturating_sub(2).max(2), most.max(2));
        let all: Vec<usize> = (0..actions).collect();
        // Never all of them: who wants to stay can.
        let some = |prng: &mut Prng| prng.some_of(&all[1..], 30);
        let ring = |agent: usize| {
            let own = some(prng);
            let other = prng.chance(60).then(|| ((agent + prng.between(1, agents - 1)) % agents, some(prng)));
            Ring { own, other }
        };
        Self { actions, round, agents: (0..agents).map(ring).collect() }
    }

    /// One action for each way in which an agent's actions are told apart.
    fn kinds(&self, agent: usize) -> Vec<usize> {
        let kind = |action: usize| {
            let tested = self.agents.iter().map(|ring| {
                ring.other.as_ref().is_some_and(|(other, actions)| *other == agent && actions.contains(&action))
            });
            tested.chain([self.agents[agent].own.contains(&action)]).collect::<Vec<bool>>()
        };
        let mut kinds: Vec<(Vec<bool>, usize)> = Vec::new();
        for action in 0..self.actions {
            if !kinds.iter().any(|(other, _)| *other == kind(action)) {
                kinds.push((kind(action), action));
            }
        }
        kinds.into_iter().map(|(_, action)| action).collect()
    }

    /// Who goes on, in each possible step.
    fn moves(&self) -> Vec<Vec<bool>> {
        let mut joints: Vec<Vec<usize>> = vec![Vec::new()];
        for agent in 0..self.agents.len() {
            let kinds = self.kinds(agent);
            joints = joints
                .iter()
                .flat_map(|joint| kinds.iter().map(|&action| [joint.as_slice(), &[action]].concat()))
                .collect();
        }
        let goes = |joint: &[usize], agent: usize| {
            let Ring { own, other } = &self.agents[agent];
            own.contains(&joint[agent])
                && other.as_ref().is_none_or(|(other, actions)| actions.contains(&joint[*other]))
        };
        let mut moves: Vec<Vec<bool>> =
            joints.iter().map(|joint| (0..joint.len()).map(|agent| goes(joint, agent)).collect()).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    pub(super) fn simulate(&self) -> Direct {
        let moves = self.moves();
        let next = |at: usize, goes: bool| (at + usize::from(goes)) % self.round;
        let start = vec![0; self.agents.len()];
        Direct::explore(vec![self.round; self.agents.len()], &start, |at| {
            moves.iter().map(|goes| at.iter().zip(goes).map(|(&at, &goes)| next(at, goes)).collect()).collect()
        })
    }

    /// In the order of the formulas of the text. The first agent can always stay, and goes round alone if nobody else is
    /// asked; together with whom it asks it always can.
    pub(super) fn truths(&self, direct: &Direct) -> Expected {
        let last = direct.truth(|at| at[0] + 1 == self.round);
        let second = direct.truth(|at| at[1] == 0);
        let everywhere = direct.truth(|_| true);
        let alone = self.agents[0].other.is_none();
        vec![
            ("EF last", direct.possible(&last)),
            // Steps of a finite group lead back, when they are taken often enough.
            ("AG EF start", everywhere.clone()),
            ("AF last", last.clone()),
            ("K(A0, second)", direct.known(&[0], &second)),
            ("<one>F last", if alone { everywhere.clone() } else { last.clone() }),
            ("<two>F last", everywhere),
            ("<one>G !last", direct.not(&last)),
        ]
    }

    pub(super) fn text(&self) -> String {
        let last = self.round - 1;
        let mut text = String::new();
        let actions: Vec<String> = (0..self.actions).map(|action| format!("a{action}")).collect();
        let set = |who: &str, actions: &[usize]| {
            let tests: Vec<String> = actions.iter().map(|action| format!("{who}Action = a{action}")).collect();
            format!("({})", tests.join(" or "))
        };
        for (agent, Ring { own, other }) in self.agents.iter().enumerate() {
            let mut test = set("", own);
            if let Some((other, actions)) = other {
                let _ = write!(test, " and {}", set(&format!("A{other}."), actions));
            }
            let _ = writeln!(text, "Agent A{agent}\n  Vars:\n    at : 0..{last};\n  end Vars");
            let _ = writeln!(text, "  Actions = {{ {} }};", actions.join(", "));
            let _ = writeln!(text, "  Protocol:\n    Other : {{ {} }};\n  end Protocol", actions.join(", "));
            let _ = writeln!(text, "  Evolution:\n    at = at + 1 if at < {last} and {test};");
            let _ = writeln!(text, "    at = 0 if at = {last} and {test};\n  end Evolution\nend Agent");
        }
        let at = |place: &str| {
            let all: Vec<String> = (0..self.agents.len()).map(|agent| format!("A{agent}.at = {place}")).collect();
            all.join(" and ")
        };
        let partner = self.agents[0].other.as_ref().map_or(1, |(other, _)| *other);
        let _ = writeln!(
            text,
            "Evaluation\n  last if A0.at = {last};\n  second if A1.at = 0;\n  start if {start};\nend Evaluation\n\
             InitStates\n  {start};\nend InitStates\nGroups\n  one = {{ A0 }};\n  two = {{ A0, A{partner} }};\nend Groups",
            start = at("0")
        );
        text.push_str("Formulae\n  EF last;\n  AG EF start;\n  AF last;\n  K(A0, second);\n  <one>F last;\n");
        text.push_str("  <two>F last;\n  <one>G !last;\nend Formulae\n");
        text
    }
}
