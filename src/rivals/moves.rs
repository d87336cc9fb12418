//! Joint actions in which some agents do what they may and all others the first thing that they may do. Where these are too
//! many, those that depart least from the first actions come first: a condition names few agents.

use crate::ir::{ActionId, AgentId, JointAction};

/// Joint actions of `actors`, at most `most`; `enabled` has at least one action for every agent of the system.
pub(super) fn joint_actions(enabled: &[Vec<ActionId>], actors: &[AgentId], most: usize) -> Vec<JointAction> {
    let first = JointAction::new(enabled.iter().map(|actions| actions[0]).collect::<Vec<_>>());
    let free: Vec<AgentId> = actors.iter().copied().filter(|actor| enabled[actor.index()].len() > 1).collect();
    let all = free.iter().fold(1usize, |count, actor| count.saturating_mul(enabled[actor.index()].len()));
    let mut joint = vec![first];
    if all <= most {
        for &actor in &free {
            joint = departing(&joint, actor, &enabled[actor.index()]);
        }
        return joint;
    }
    for (number, &actor) in free.iter().enumerate() {
        joint.extend(departing(&joint[..1], actor, &enabled[actor.index()][1..]));
        if joint.len() >= most {
            break;
        }
        for &other in &free[..number] {
            let single = departing(&joint[..1], actor, &enabled[actor.index()][1..]);
            joint.extend(departing(&single, other, &enabled[other.index()][1..]));
            if joint.len() >= most {
                break;
            }
        }
    }
    joint.truncate(most);
    joint
}

/// Each of `joint` with each action of an agent.
fn departing(joint: &[JointAction], actor: AgentId, actions: &[ActionId]) -> Vec<JointAction> {
    let each = |before: &JointAction| {
        let before = before.clone();
        actions.iter().map(move |&action| {
            let mut next = before.clone();
            next.set(actor, action);
            next
        })
    };
    joint.iter().flat_map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn enabled(sizes: &[usize]) -> Vec<Vec<ActionId>> {
        sizes.iter().map(|&size| (0..size).map(ActionId::new).collect()).collect()
    }

    #[test]
    fn few_are_all_and_many_depart_little() {
        let actors: Vec<AgentId> = (0..3).map(AgentId::new).collect();
        let all = joint_actions(&enabled(&[2, 3, 1]), &actors, 6);
        assert_eq!(all.len(), 6);
        assert!((1..6).all(|number| !all[..number].contains(&all[number])), "each once");
        let some = joint_actions(&enabled(&[2, 3, 1]), &actors, 5);
        assert_eq!(some, [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 2, 0], [1, 1, 0]].map(joint), "then two depart");
    }

    fn joint(actions: [usize; 3]) -> JointAction {
        JointAction::new(actions.map(ActionId::new).to_vec())
    }

    #[test]
    fn agents_that_do_not_matter_do_the_first_thing() {
        let joint = joint_actions(&enabled(&[2, 3, 2]), &[AgentId::new(1)], 100);
        assert_eq!(joint.len(), 3);
        assert!(joint.iter().all(|action| action.get(AgentId::new(2)) == ActionId::new(0)));
    }
}
