//! Walkers on random graphs, with the Environment, whose place all see, as one of them. A place allows one to three of an
//! agent's many actions; where an action leads depends on what another one does.

use std::fmt::Write;

use super::Expected;
use super::direct::Direct;
use crate::common::random::Prng;

/// The Environment comes first.
pub(super) struct Walkers {
    actions: usize,
    single: bool,
    walkers: Vec<Walker>,
}

/// By places.
struct Walker {
    allowed: Vec<Vec<usize>>,
    steps: Vec<Vec<Step>>,
}

/// With this action, if that agent does (or does not do) the other one.
struct Step {
    action: usize,
    other: usize,
    does: bool,
    what: usize,
    to: usize,
}

/// Who is in the group of the games.
const GROUP: [usize; 2] = [1, 2];

impl Walkers {
    pub(super) fn draw(prng: &mut Prng, most_states: usize) -> Self {
        let (agents, actions) = (prng.between(3, 6), prng.between(10, 40));
        let mut places = vec![2; agents + 1];
        // One place more is at most half as many states more.
        while places.iter().product::<usize>() * 2 <= most_states {
            let at = prng.below(places.len());
            places[at] += 1;
        }
        let allowed: Vec<Vec<Vec<usize>>> =
            places.iter().map(|&places| (0..places).map(|_| Self::allowed(prng, actions)).collect()).collect();
        let steps = |prng: &mut Prng, agent: usize| {
            let place = |place: usize| {
                let count = prng.between(1, 4);
                let mut steps: Vec<Step> = (0..count).map(|_| Self::step(prng, &allowed, agent, place)).collect();
                // One leads on, so that most places are reached.
                steps[0].to = (place + 1) % places[agent];
                steps
            };
            (0..places[agent]).map(place).collect::<Vec<Vec<Step>>>()
        };
        let steps: Vec<_> = (0..=agents).map(|agent| steps(prng, agent)).collect();
        let walkers = allowed.iter().cloned().zip(steps).map(|(allowed, steps)| Walker { allowed, steps }).collect();
        Self { actions, single: prng.chance(50), walkers }
    }

    fn allowed(prng: &mut Prng, actions: usize) -> Vec<usize> {
        let mut allowed: Vec<usize> = (0..prng.between(1, 3)).map(|_| prng.below(actions)).collect();
        allowed.sort_unstable();
        allowed.dedup();
        allowed
    }

    /// Actions that are allowed somewhere: others would be tested in vain.
    fn step(prng: &mut Prng, allowed: &[Vec<Vec<usize>>], agent: usize, place: usize) -> Step {
        let other = (agent + prng.between(1, allowed.len() - 1)) % allowed.len();
        let elsewhere = prng.pick(&allowed[other]);
        Step {
            action: *prng.pick(&allowed[agent][place]),
            other,
            does: prng.chance(60),
            what: *prng.pick(elsewhere),
            to: prng.below(allowed[agent].len()),
        }
    }

    pub(super) fn simulate(&self) -> Direct {
        let sizes = self.walkers.iter().map(|walker| walker.allowed.len()).collect();
        Direct::explore(sizes, &vec![0; self.walkers.len()], |at| {
            let joints = self.joints(at, &[]);
            joints.iter().flat_map(|joint| self.targets(at, joint)).collect()
        })
    }

    /// All joint actions in which some agents do what is given.
    fn joints(&self, at: &[usize], given: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut joints = vec![Vec::new()];
        for (agent, walker) in self.walkers.iter().enumerate() {
            let fixed = given.iter().find(|(one, _)| *one == agent).map(|(_, action)| vec![*action]);
            let choices = fixed.unwrap_or_else(|| walker.allowed[at[agent]].clone());
            joints = joints
                .iter()
                .flat_map(|joint| choices.iter().map(|&action| [joint.as_slice(), &[action]].concat()))
                .collect();
        }
        joints
    }

    /// Where a joint action may lead.
    fn targets(&self, at: &[usize], joint: &[usize]) -> Vec<Vec<usize>> {
        let mut targets = vec![Vec::new()];
        for (agent, walker) in self.walkers.iter().enumerate() {
            let steps = walker.steps[at[agent]].iter();
            let taken =
                steps.filter(|step| step.action == joint[agent] && (joint[step.other] == step.what) == step.does);
            let mut places: Vec<usize> = taken.map(|step| step.to).collect();
            if places.is_empty() {
                places.push(at[agent]);
            }
            targets = targets
                .iter()
                .flat_map(|target| places.iter().map(|&place| [target.as_slice(), &[place]].concat()))
                .collect();
        }
        targets
    }

    /// Whether the group has a choice after which, whatever the others do, all ends in these states.
    fn forces(&self, direct: &Direct, code: usize, goal: &[bool]) -> bool {
        let at = direct.values(code);
        let [one, two] = GROUP;
        let choices = self.walkers[one].allowed[at[one]]
            .iter()
            .flat_map(|&a| self.walkers[two].allowed[at[two]].iter().map(move |&b| [(one, a), (two, b)]));
        let good = |given: &[(usize, usize)]| {
            let joints = self.joints(&at, given);
            let mut targets = joints.iter().flat_map(|joint| self.targets(&at, joint));
            targets.all(|target| goal[direct.encode(&target)])
        };
        choices.into_iter().any(|given| good(&given))
    }

    /// In the order of the formulas of the text.
    pub(super) fn truths(&self, direct: &Direct) -> Expected {
        let far = direct.truth(|at| at[1] + 1 == self.walkers[1].allowed.len());
        let home = direct.truth(|at| at[2] == 0);
        let known = direct.known(&[0, 2], &far);
        let force = |code: usize, goal: &[bool]| self.forces(direct, code, goal);
        vec![
            ("EF far", direct.possible(&far)),
            ("AG EF home", direct.always(&direct.possible(&home))),
            ("AF far", direct.inevitable(&far)),
            ("K(A1, home)", direct.known(&[0, 1], &home)),
            ("EF K(A3, home)", direct.possible(&direct.known(&[0, 3], &home))),
            ("<g>X far", direct.on_states(|code| force(code, &far))),
            ("<g>F far", direct.least(far.clone(), force)),
            ("AG (home -> !K(A2, far))", direct.always(&direct.on_states(|code| !(home[code] && known[code])))),
        ]
    }

    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        if self.single {
            text.push_str("Semantics = SingleAssignment;\n");
        }
        for agent in 0..self.walkers.len() {
            self.write(&mut text, agent);
        }
        let last = self.walkers[1].allowed.len() - 1;
        let _ = writeln!(text, "Evaluation\n  far if A1.at = {last};\n  home if A2.at = 0;\nend Evaluation");
        let start: Vec<String> = (0..self.walkers.len()).map(|agent| format!("{}.at = 0", name(agent))).collect();
        let _ = writeln!(text, "InitStates\n  {};\nend InitStates", start.join(" and "));
        text.push_str("Groups\n  g = { A1, A2 };\nend Groups\nFormulae\n");
        text.push_str("  EF far;\n  AG EF home;\n  AF far;\n  K(A1, home);\n  EF K(A3, home);\n");
        text.push_str("  <g>X far;\n  <g>F far;\n  AG (home -> !K(A2, far));\nend Formulae\n");
        text
    }

    fn write(&self, text: &mut String, agent: usize) {
        let walker = &self.walkers[agent];
        let section = if agent == 0 { "Obsvars" } else { "Vars" };
        let _ = writeln!(
            text,
            "Agent {}\n  {section}:\n    at : 0..{};\n  end {section}",
            name(agent),
            walker.allowed.len() - 1
        );
        let actions: Vec<String> = (0..self.actions).map(|action| format!("a{action}")).collect();
        let _ = writeln!(text, "  Actions = {{ {} }};\n  Protocol:", actions.join(", "));
        for (place, allowed) in walker.allowed.iter().enumerate() {
            let allowed: Vec<&str> = allowed.iter().map(|&action| actions[action].as_str()).collect();
            let _ = writeln!(text, "    at = {place} : {{ {} }};", allowed.join(", "));
        }
        text.push_str("  end Protocol\n  Evolution:\n");
        for (place, steps) in walker.steps.iter().enumerate() {
            for step in steps {
                let test = format!("{}.Action = a{}", name(step.other), step.what);
                let test = if step.does { test } else { format!("!({test})") };
                let _ =
                    writeln!(text, "    at = {} if at = {place} and Action = a{} and {test};", step.to, step.action);
            }
        }
        text.push_str("  end Evolution\nend Agent\n");
    }
}

fn name(agent: usize) -> String {
    if agent == 0 { "Environment".to_owned() } else { format!("A{agent}") }
}
