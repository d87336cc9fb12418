//! What was noticed of a model although no formula asks for it, in words.

use super::trace::trace;
use crate::diagnostic::Severity;
use crate::ir::InterpretedSystem;
use crate::outcome::{Finding, Searched};
use crate::run::Run;

/// A finding in words.
pub(super) struct Noticed {
    pub(super) severity: Severity,
    pub(super) code: &'static str,
    pub(super) message: String,
    /// How to get there; empty if there is nothing to see.
    pub(super) trace: String,
}

/// What to say of a finding.
pub(super) fn noticed(system: &InterpretedSystem, finding: &Finding) -> Noticed {
    let severity = match finding {
        Finding::NoInitialState => Severity::Error,
        Finding::Deadlock(_)
        | Finding::DeadlockSomewhere
        | Finding::Overflow(..)
        | Finding::OverflowSomewhere(..)
        | Finding::NoFairPath
        | Finding::FairnessIgnored => Severity::Warning,
    };
    let noticed = |code, message, trace| Noticed { severity, code, message, trace };
    match finding {
        Finding::Deadlock(run) => {
            let message = format!("a deadlock can be reached in {}", steps(run));
            noticed("deadlock", message, trace(system, run))
        }
        Finding::Overflow(dropped, run) => {
            let line = dropped.line + 1;
            let agent = &system.agent(dropped.agent).name;
            let variable = &system.variable(dropped.variable).name;
            let message = match dropped.value {
                Some(value) => format!(
                    "evolution line {line} of `{agent}` gives `{variable}` the value {value}, out of its range, \
                     {} from the start; the choice is dropped",
                    steps(run)
                ),
                None => format!(
                    "evolution line {line} of `{agent}` divides inexactly for `{variable}`, {} from the start; \
                     the choice is dropped",
                    steps(run)
                ),
            };
            noticed("overflow", message, trace(system, run))
        }
        Finding::DeadlockSomewhere => noticed(
            "deadlock",
            "a deadlock can be reached; there was no room to look for a way".to_owned(),
            String::new(),
        ),
        Finding::OverflowSomewhere(agent, line) => {
            let (line, agent) = (line + 1, &system.agent(*agent).name);
            let message = format!(
                "evolution line {line} of `{agent}` can leave a range or divide inexactly, and its choice is dropped \
                 then; there was no room to look for a way"
            );
            noticed("overflow", message, String::new())
        }
        Finding::NoFairPath => {
            let message = "no state has a fair path: every formula holds for an empty reason".to_owned();
            noticed("no-fair-path", message, String::new())
        }
        Finding::FairnessIgnored => {
            let message = "formulas on finite traces do not look at the Fairness section".to_owned();
            noticed("fairness-ignored", message, String::new())
        }
        Finding::NoInitialState => noticed(
            "no-initial-state",
            "no state satisfies InitStates: there is nothing to check".to_owned(),
            String::new(),
        ),
    }
}

fn steps(run: &Run) -> String {
    match run.actions.len() {
        1 => "1 step".to_owned(),
        count => format!("{count} steps"),
    }
}

/// A search that found nothing, or came to no end; what was found is a finding.
pub(super) fn searched(searched: &Searched) -> Option<String> {
    let name = searched.defect.name();
    match &searched.found {
        Ok(true) => None,
        Ok(false) => Some(format!("{name}: none can be reached")),
        Err(reason) => Some(format!("{name}: gave up: {reason}")),
    }
}
