//! Small models of our own for what the papers define but show no model of: strategies with
//! perfect and with partial information, norms (`RedStates`, `GreenStates`, `O`), fairness,
//! `SingleAssignment`, deadlocks, several initial states.
//!
//! The operators are those of Lomuscio, Qu, Raimondi: MCMAS: A Model Checker for the Verification
//! of Multi-Agent Systems, CAV 2009, sections 2 and 3.

use crate::catalogue::Model;

pub(crate) fn models() -> Vec<Model> {
    vec![
        Model::file(
            "card-game",
            include_str!("../../library/card-game/model.ispl"),
            include_str!("../../library/card-game/expected.toml"),
        ),
        // The same text: only the reading of its strategies differs.
        Model::file(
            "card-game-uniform",
            include_str!("../../library/card-game/model.ispl"),
            include_str!("../../library/card-game-uniform/expected.toml"),
        ),
        Model::file(
            "courier-norms",
            include_str!("../../library/courier-norms/model.ispl"),
            include_str!("../../library/courier-norms/expected.toml"),
        ),
        Model::file(
            "deadlock",
            include_str!("../../library/deadlock/model.ispl"),
            include_str!("../../library/deadlock/expected.toml"),
        ),
        Model::file(
            "fair-scheduler",
            include_str!("../../library/fair-scheduler/model.ispl"),
            include_str!("../../library/fair-scheduler/expected.toml"),
        ),
        Model::file(
            "several-initial-states",
            include_str!("../../library/several-initial-states/model.ispl"),
            include_str!("../../library/several-initial-states/expected.toml"),
        ),
        Model::file(
            "single-assignment",
            include_str!("../../library/single-assignment/model.ispl"),
            include_str!("../../library/single-assignment/expected.toml"),
        ),
        Model::file(
            "storm-norms",
            include_str!("../../library/storm-norms/model.ispl"),
            include_str!("../../library/storm-norms/expected.toml"),
        ),
    ]
}
