//! Deadlocks and overflows, if somebody looks for them, whoever answers formulas.

use std::time::{Duration, Instant};

use super::workers::Portfolio;
use crate::engine::fault::{Work, guarded};
use crate::engine::{EngineName, GaveUp};
use crate::health;
use crate::model::Model;
use crate::outcome::{Checked, Finding, Searched};

/// Finds out what the options ask for. Where all states have been enumerated it is known already.
pub(super) fn search(portfolio: &Portfolio, model: &Model, checked: &mut Checked) {
    let (wanted, start) = (&portfolio.options.defects, Instant::now());
    if wanted.is_empty() || checked.is_void() {
        return;
    }
    let searched = if checked.statistics.is_some() {
        Ok(EngineName::Explicit)
    } else {
        defects(portfolio, model).map(|found| {
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
    for &defect in wanted {
        if checked.searched.iter().any(|other| other.defect == defect) {
            continue;
        }
        let found = checked.findings.iter().any(|finding| finding.defect() == Some(defect));
        let (found, engine) = match &searched {
            Ok(engine) => (Ok(found), Some(*engine)),
            Err(reason) => (Err(reason.clone()), None),
        };
        checked.searched.push(Searched { defect, found, engine, time });
    }
}

/// Deadlocks and overflows, or why they were not looked for.
fn defects(portfolio: &Portfolio, model: &Model) -> Result<health::Defects, GaveUp> {
    let search = || health::defects(model, &portfolio.options.defects, &portfolio.options);
    let found = guarded(Work::Search, search).unwrap_or_else(|fault| Err(fault.into()));
    if let Err(GaveUp::Fault(fault)) = &found {
        portfolio.fault(fault.clone());
    }
    found
}
