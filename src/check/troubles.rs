//! Deadlocks and overflows, if somebody looks for them, whoever answers formulas.

use std::time::{Duration, Instant};

use super::desk::Desk;
use super::{Checked, EngineName, Finding, Searched};
use crate::engine::fault::guarded;
use crate::engine::{GaveUp, Trouble};
use crate::health;

/// Finds out what the options ask for. Where all states have been enumerated it is known already.
pub(super) fn search(desk: &Desk, checked: &mut Checked) {
    let (wanted, start) = (&desk.options.troubles, Instant::now());
    let void = checked.findings.iter().any(|finding| matches!(finding, Finding::NoInitialState));
    if wanted.is_empty() || void {
        return;
    }
    let searched = if checked.statistics.is_some() {
        Ok(EngineName::Explicit)
    } else {
        troubles(desk).map(|found| {
            let deadlock = found.deadlock.map(|run| run.map_or(Finding::DeadlockSomewhere, Finding::Deadlock));
            let overflow = found.overflow.map(|(line, first)| match first {
                Some((dropped, run)) => Finding::Overflow(dropped, run),
                None => Finding::OverflowSomewhere(line.agent, line.number),
            });
            checked.findings.extend(deadlock.into_iter().chain(overflow));
            found.engine
        })
    };
    let time = if checked.statistics.is_some() { Duration::ZERO } else { start.elapsed() };
    for &trouble in wanted {
        if checked.searched.iter().any(|other| other.trouble == trouble) {
            continue;
        }
        let found = checked.findings.iter().any(|finding| finding.trouble() == Some(trouble));
        let (found, engine) = match &searched {
            Ok(engine) => (Ok(found), Some(*engine)),
            Err(reason) => (Err(reason.clone()), None),
        };
        checked.searched.push(Searched { trouble, found, engine, time });
    }
}

/// Deadlocks and overflows, or why they were not looked for.
fn troubles(desk: &Desk) -> Result<health::Troubles, GaveUp> {
    let search = || health::troubles(&desk.model, &desk.options.troubles, desk.choice, &desk.options);
    let found = guarded("search", search).unwrap_or_else(|fault| Err(fault.into()));
    if let Err(GaveUp::Fault(fault)) = &found {
        desk.fault(fault.clone());
    }
    found
}

impl Finding {
    /// What somebody may have looked for.
    #[must_use]
    pub fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::Deadlock(_) | Self::DeadlockSomewhere => Some(Trouble::Deadlock),
            Self::Overflow(..) | Self::OverflowSomewhere(..) => Some(Trouble::Overflow),
            Self::NoFairPath | Self::FairnessIgnored | Self::NoInitialState => None,
        }
    }
}
