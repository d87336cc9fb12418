//! Evidence on a terminal: what a verdict rests on, and for which empty reasons a formula holds.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::about::about;
use super::cap::capped;
use super::known::Known;
use super::phrases::{names, show};
use super::runs::Words;
use super::style::Style;
use super::writer::Writer;
use crate::model::Model;
use crate::outcome::{Backing, Interesting, Vacuity};
use crate::witness::{Conclusion, Evidence, NodeId, Open, Place, Replayed, Unknowing, Unseen};

/// What is said of evidence that nobody asked for and that would have taken long.
pub const LEFT_OUT: &str = "left out to save time; --evidence asks for it";

/// What a verdict rests on; empty if nobody asked or there is nothing to see.
#[must_use]
pub fn backing(model: &Model, backing: &Backing, style: Style) -> String {
    capped(backing_after(model, backing, style, &mut Known::default()), style)
}

/// What a verdict rests on, where a state has been shown already.
pub(crate) fn backing_after(model: &Model, backing: &Backing, style: Style, known: &mut Known) -> String {
    match backing {
        Backing::Nothing | Backing::LeftOut | Backing::Broken { .. } => String::new(),
        Backing::Missing(why) => format!("  no evidence: {why}\n"),
        Backing::Evidence { evidence, unknowing, replayed } => {
            let mut text = evidence_text(model, evidence, unknowing, style, known);
            let _ = writeln!(text, "  {}", style.paint.dim(&execution(evidence, replayed)));
            text
        }
    }
}

/// What was executed of evidence, and what is the engine's word.
fn execution(evidence: &Evidence, replayed: &Replayed) -> String {
    let on_the_way = |open: &&Open| matches!(open.what, Unseen::FairOnTheWay(_));
    let unfair = replayed.open.iter().filter(on_the_way).count();
    let mut claims = match replayed.open.len() - unfair {
        0 => String::new(),
        1 => ", 1 universal claim is the engine's word".to_owned(),
        count => format!(", {count} universal claims are the engine's word"),
    };
    if unfair > 0 {
        claims += ", that states on the way have a fair path is the engine's word";
    }
    if let (Conclusion::Holds, Some(universe)) = (evidence.shown, &evidence.universe)
        && universe.initial > 1_u32.into()
    {
        let _ = write!(claims, ", one of {} initial states is shown", universe.initial);
    }
    let count = |count: usize, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
    let mut steps = count(replayed.steps, "step", "steps");
    if replayed.jumps > 0 {
        steps += ", ";
        steps += &count(replayed.jumps, "pair of states that look the same", "pairs of states that look the same");
    }
    format!("(replayed: {steps}{claims})")
}

/// Cases in which the left side of an implication is true, in a formula that holds.
pub(crate) fn interesting_after(model: &Model, cases: &[Interesting], style: Style, known: &mut Known) -> String {
    let mut text = String::new();
    for Interesting { antecedent, evidence, .. } in cases {
        let shown = style.paint.bold(&show(&model.formulas, &model.system, *antecedent));
        let _ = writeln!(text, "  not for an empty reason: `{shown}` is true here");
        // The first line says what the changed formula is; nobody asked for that.
        for line in evidence_text(model, evidence, &[], style, known).lines().skip(1) {
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The empty reasons for which a formula holds, and what in a formula never changes.
#[must_use]
pub fn emptiness(model: &Model, reasons: &[Vacuity]) -> String {
    let mut text = String::new();
    for reason in reasons {
        let _ = match reason {
            Vacuity::Antecedent(formula) => {
                let shown = show(&model.formulas, &model.system, *formula);
                writeln!(text, "  holds for an empty reason: `{shown}` is never true where it matters")
            }
            Vacuity::NoPath => {
                writeln!(text, "  holds for an empty reason: no infinite path starts in an initial state")
            }
            Vacuity::NoRun(bound) => writeln!(text, "  says little of bound {bound}: no run has as many steps"),
            Vacuity::NoFairPath => writeln!(text, "  holds for an empty reason: there is no fair path"),
            Vacuity::Knowledge(relations) => {
                let names: Vec<String> = relations.iter().map(|agents| names(&model.system, agents)).collect();
                let who = match names.as_slice() {
                    [one] => one.clone(),
                    several => format!("each of {}", several.join(" and ")),
                };
                writeln!(text, "  says little: {who} can tell all states apart, so that all that is true is known")
            }
            &Vacuity::Constant { formula, value, place, fair } => {
                let shown = show(&model.formulas, &model.system, formula);
                let states = if fair { "reachable state with a fair path" } else { "reachable state" };
                let so = constant(place, value);
                writeln!(text, "  says little: `{shown}` is {value} in every {states}{so}")
            }
        };
    }
    text
}

/// What follows for an operand that has the same value in all states.
fn constant(place: Place, value: bool) -> &'static str {
    match (place, value) {
        (Place::Known, true) => ", so that everybody knows it",
        (Place::Known, false) => ", so that nobody knows it",
        (Place::Reached, true) => ", so that no path is needed to reach it",
        (Place::Reached, false) => ", so that no path reaches it",
        (Place::Condition, true) => ", so that it is no condition",
        (Place::Condition, false) | (Place::Consequence, true) => ", so that the implication says nothing",
        (Place::Consequence, false) => ", so that the implication says only that its left side is false",
        (Place::Inside, _) => "",
    }
}

fn evidence_text(
    model: &Model,
    evidence: &Evidence,
    unknowing: &[(NodeId, Unknowing)],
    style: Style,
    known: &mut Known,
) -> String {
    let system = evidence.system(&model.system);
    let near = about(system, &evidence.formulas, evidence.nodes[0].formula);
    let words = Words::new(system, style).about(&near);
    let before = std::mem::take(known);
    let mut writer = Writer { words, evidence, unknowing, shown: BTreeSet::new(), known: before, out: String::new() };
    let first = &evidence.nodes[0];
    let word = match evidence.shown {
        Conclusion::Holds => "holds",
        Conclusion::Fails => "fails",
    };
    let formula = show(&evidence.formulas, system, first.formula);
    writer.line(1, &format!("{word} because in an initial state: {}", style.paint.bold(&formula)));
    if let Some(slice) = &evidence.slice {
        let others = match slice.left_out {
            1 => "1 other variable does not matter".to_owned(),
            count => format!("{count} other variables do not matter"),
        };
        writer.line(2, &style.paint.dim(&format!("({others}; --full shows all)")));
    }
    writer.all();
    *known = writer.known;
    writer.out
}
