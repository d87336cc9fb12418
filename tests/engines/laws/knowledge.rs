//! K, GK, GCK and DK are those of S5 (Fagin, Halpern, Moses, Vardi 1995, chapters 2 and 3); O is the same everywhere.

use crate::common::random::{AgentId, Formula, Knowledge, Logic, RandomModel, Specification, Wishes};
use crate::laws::build::{a, globally};
use crate::laws::{EVERYBODY, Law, Laws, implies, only, same, valid};

fn spec(formula: Formula) -> Specification {
    formula.spec(Logic::Ctl)
}

/// The laws of any of the operators, which `knows` writes.
fn s5(f: &Formula, g: &Formula, knows: &dyn Fn(Formula) -> Formula) -> Vec<Law> {
    let f = || f.clone();
    let g = || g.clone();
    vec![
        implies("K f -> f", spec(knows(f())), spec(f())),
        implies("K f -> K K f", spec(knows(f())), spec(knows(knows(f())))),
        implies("!K f -> K !K f", spec(knows(f()).not()), spec(knows(knows(f()).not()))),
        implies("K f and K(f -> g) -> K g", spec(knows(f()).and(knows(f().implies(g())))), spec(knows(g()))),
        same("K(f and g) = K f and K g", spec(knows(f().and(g()))), spec(knows(f()).and(knows(g())))),
        valid("K(f or !f)", spec(knows(f().or(f().not())))),
    ]
}

fn of_agents(model: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let mut laws = Vec::new();
    for agent in model.agent_ids() {
        let alone = only(agent);
        let k = |f: Formula| f.knows(Knowledge::Agent(agent));
        laws.extend(s5(f, g, &k));
        laws.push(same("GK of one is K", spec(f.clone().knows(Knowledge::Everyone(alone))), spec(k(f.clone()))));
        laws.push(same("DK of one is K", spec(f.clone().knows(Knowledge::Distributed(alone))), spec(k(f.clone()))));
        laws.push(same("GCK of one is K", spec(f.clone().knows(Knowledge::Common(alone))), spec(k(f.clone()))));
    }
    laws
}

fn of_groups(model: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let group = &model.groups[0];
    let everyone = |f: Formula| f.knows(Knowledge::Everyone(group.id));
    let common = |f: Formula| f.knows(Knowledge::Common(group.id));
    let together = |f: Formula| f.knows(Knowledge::Distributed(group.id));
    let f = || f.clone();
    let each = group.members.iter().map(|&member| f().knows(Knowledge::Agent(member)));
    let all = each.clone().reduce(Formula::and).unwrap_or(Formula::Constant(true));
    let mut laws = s5(&f(), g, &common);
    laws.extend(s5(&f(), g, &together));
    laws.extend([
        same("GK f = K f of each", spec(everyone(f())), spec(all)),
        implies("GCK f -> GK f", spec(common(f())), spec(everyone(f()))),
        implies("GCK f -> GK GCK f", spec(common(f())), spec(everyone(common(f())))),
        same("GCK f = GK(f and GCK f)", spec(common(f())), spec(everyone(f().and(common(f()))))),
        implies("induction", spec(f().and(common(f().implies(everyone(f()))))), spec(common(f()))),
        implies("GCK of all -> GCK of some", spec(f().knows(Knowledge::Common(EVERYBODY))), spec(common(f()))),
        implies("DK of some -> DK of all", spec(together(f())), spec(f().knows(Knowledge::Distributed(EVERYBODY)))),
    ]);
    laws.extend(each.map(|knows| implies("K f -> DK f", spec(knows), spec(together(f())))));
    laws
}

fn of_obligation(model: &RandomModel, f: &Formula, g: &Formula) -> Vec<Law> {
    let agent: AgentId = model.agents[0].id;
    let f = || f.clone();
    let ought = |f: Formula| f.obliged(agent);
    let green = || Formula::Green(agent);
    vec![
        valid("O green", spec(ought(green()))),
        same("O f = O(green -> f)", spec(ought(f())), spec(ought(green().implies(f())))),
        implies(
            "O f and O(f -> g) -> O g",
            spec(ought(f()).and(ought(f().implies(g.clone())))),
            spec(ought(g.clone())),
        ),
        implies("O f -> green -> f", spec(ought(f())), spec(green().implies(f()))),
        same("O f = AG O f", spec(ought(f())), spec(a(globally(ought(f()))))),
        same("O f = GCK O f", spec(ought(f())), spec(ought(f()).knows(Knowledge::Common(EVERYBODY)))),
        implies("!O f -> AG !O f", spec(ought(f()).not()), spec(a(globally(ought(f()).not())))),
        same("red = !green", spec(Formula::Red(agent)), spec(green().not())),
    ]
}

const FAIR: Wishes = Wishes { total: false, never_blocked: false, fairness: 2, most_states: 200 };

#[test]
fn agents() {
    Laws { wishes: FAIR, ..Laws::new(0..100, Logic::Ctl, 2) }.hold(of_agents);
}

#[test]
fn groups() {
    Laws { wishes: FAIR, ..Laws::new(200..300, Logic::Ctl, 2) }.hold(of_groups);
}

#[test]
fn obligation() {
    Laws { wishes: FAIR, ..Laws::new(400..520, Logic::Ctl, 2) }.hold(of_obligation);
}
