//! DepQBF (Lonsing and Egly, CADE 2017) on what we write, against our own expansion.

use std::io::Write;
use std::process::{Command, Stdio};

use qmas::check::bounded_question;
use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::qdimacs::Qdimacs;
use qmas_encodings::{Answer, ExpansionOptions};

use crate::common::random::{forall, loaded};
use crate::{QUESTIONS, drawn, options};

/// What DepQBF says, if it says anything within a second; nothing if it is not installed.
fn depqbf(file: &str) -> Option<Result<Option<bool>, String>> {
    let started = Command::new("timeout").args(["1", "depqbf"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.ok()?;
    let written = child.stdin.take().map(|mut pipe| pipe.write_all(file.as_bytes()));
    let output = child.wait_with_output().ok()?;
    Some(match (output.status.code(), written) {
        (Some(10), Some(Ok(()))) => Ok(Some(true)),
        (Some(20), Some(Ok(()))) => Ok(Some(false)),
        (Some(124), _) => Ok(None),
        (Some(127), _) => return None,
        other => Err(format!("{other:?}: {}", String::from_utf8_lossy(&output.stdout))),
    })
}

#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn depqbf_agrees_with_the_expansion() {
    if depqbf("p cnf 0 0\n").is_none() {
        eprintln!("skipped: DepQBF is not installed (Debian package `depqbf`)");
        return;
    }
    let seen = std::cell::Cell::new([0, 0]);
    forall(1_000..1_100, drawn, |drawn| {
        let model = loaded(drawn)?;
        for &specification in &model.specifications {
            for (question, bound) in QUESTIONS.into_iter().flat_map(|question| [(question, 1), (question, 2)]) {
                let posed = bounded_question(&model, (specification, question), bound, &options());
                let posed = posed.map_err(|reason| reason.to_string())?;
                let ours = solve(&posed.circuit, &posed.qbf, &[], &ExpansionOptions::default(), &SatChoice::Auto);
                let ours = matches!(ours.answer, Answer::True(_));
                let file = Qdimacs::new(&posed.circuit, &posed.qbf).to_string();
                match depqbf(&file).unwrap_or_else(|| Err("it has gone".to_owned())) {
                    Ok(Some(theirs)) if theirs == ours => {}
                    // Too hard for it; the counts below tell if that happens often.
                    Ok(None) => continue,
                    theirs => return Err(format!("{question:?} at {bound}: {theirs:?}, and we say {ours}")),
                }
                let mut counts = seen.get();
                counts[usize::from(ours)] += 1;
                seen.set(counts);
            }
        }
        Ok(())
    });
    let seen = seen.get();
    assert!(seen[0] > 100 && seen[1] > 100, "{seen:?}");
}
