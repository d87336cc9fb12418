//! Doubts in files of evidence, on random systems: they come back as they were written, they are accepted, and what does
//! not fit the evidence is not.

use qmas::logic::Specification;
use qmas::options::{EngineChoice, Options, Shows};
use qmas::outcome::Backing;
use qmas::portfolio::check_with;
use qmas::witness::{Evidence, EvidenceFile, Missing, replay};
use qmas::{Model, witness::Unknowing};

use crate::common::effort;
use crate::common::random::{Logic, RandomModel, Wishes, draw, forall, loaded};
use crate::random::{FAIR, options};

/// What the file says about the evidence: nothing, or what is wrong.
fn judged(file: &EvidenceFile, evidence: &Evidence, model: &Model, specification: Specification) -> Result<(), String> {
    file.says_what_follows(evidence, model, specification).map_err(|error| error.to_string())
}

/// Copies of a doubt, each with something wrong in it.
fn spoilt(model: &Model, why: &Unknowing) -> Vec<(&'static str, Unknowing)> {
    let mut all = Vec::new();
    let mut change = |what, change: &dyn Fn(&mut Unknowing)| {
        let mut changed = why.clone();
        change(&mut changed);
        all.push((what, changed));
    };
    change("nothing differs", &|why| why.different.clear());
    change("one too few differ", &|why| {
        why.different.pop();
    });
    change("runs change places", &|why| std::mem::swap(&mut why.real, &mut why.other));
    change("nobody doubts", &|why| why.agents.clear());
    change("an action is missing", &|why| {
        let copy = why.real.last().clone();
        why.real.states.push(copy);
    });
    if !why.seen.is_empty() {
        change("what is seen is enough", &|why| {
            why.missing = Missing::Variables { variables: why.seen.clone(), smallest: false };
        });
    }
    for id in model.system.var_ids() {
        let domain = &model.system.variable(id).domain;
        let Some(value) = domain.values().find(|&value| value != why.other.last().get(id)) else { continue };
        change("another end", &|why| {
            let end = why.other.states.len() - 1;
            why.other.states[end].set(id, value);
        });
    }
    all
}

/// How many doubts were looked at.
fn doubts_fit(drawn: &RandomModel) -> Result<usize, String> {
    let model = loaded(drawn)?;
    let options = options(Options { evidence: Shows::Everything, ..Options::default() });
    let mut looked_at = 0;
    for engine in [EngineChoice::Explicit, EngineChoice::Bdd] {
        let checked = check_with(&model, engine, &options);
        for (outcome, &specification) in checked.outcomes.iter().zip(&model.specifications) {
            let Backing::Evidence { evidence, unknowing, .. } = &outcome.backing else { continue };
            let written = EvidenceFile::new(evidence, unknowing, &model, specification);
            let text = serde_json::to_string(&written).map_err(|error| error.to_string())?;
            let file: EvidenceFile = serde_json::from_str(&text).map_err(|error| error.to_string())?;
            let read = file.evidence(&model, specification).map_err(|error| error.to_string())?;
            replay(&read, &model, specification).map_err(|mismatch| mismatch.to_string())?;
            judged(&file, &read, &model, specification)?;
            let doubts = file.doubts(&model).map_err(|error| error.to_string())?;
            if doubts != *unknowing {
                return Err(format!("{doubts:?} instead of {unknowing:?}"));
            }
            for (part, why) in unknowing {
                for (what, spoilt) in spoilt(&model, why) {
                    let file = EvidenceFile::new(evidence, &[(*part, spoilt)], &model, specification);
                    if judged(&file, &read, &model, specification).is_ok() {
                        return Err(format!("accepted although {what}: {why:?}"));
                    }
                }
            }
            looked_at += unknowing.len();
        }
    }
    Ok(looked_at)
}

#[test]
fn doubts_come_back_and_must_fit() {
    let count = std::cell::Cell::new(0);
    let wishes = |seed: u64| if seed.is_multiple_of(2) { Wishes::default() } else { FAIR };
    let seeds = 115_000..115_400;
    forall(
        seeds.clone(),
        |seed| draw(seed, wishes(seed), Logic::Ctl, 8),
        |model| {
            count.set(count.get() + doubts_fit(model)?);
            Ok(())
        },
    );
    assert!(count.get() > effort::share(100, seeds), "only {} doubts", count.get());
}
