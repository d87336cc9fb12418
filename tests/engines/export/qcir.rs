//! QCIR files: read by the grammar of the format and solved by trying everything.

use std::collections::BTreeMap;

use qmas::export::bounded_question;
use qmas::solver::SatChoice;
use qmas_encodings::expansion::solve;
use qmas_encodings::qcir::Qcir;
use qmas_encodings::{Answer, ExpansionOptions};

use crate::common::effort;
use crate::common::random::{forall, loaded};
use crate::export::{QUESTIONS, drawn, options};

struct File {
    prefix: Vec<(bool, i64)>,
    output: i64,
    gates: Vec<(i64, String, Vec<i64>)>,
}

/// `word(1, -2)` as its parts.
fn call(text: &str) -> (String, Vec<i64>) {
    let (word, rest) = text.split_once('(').expect("an opening parenthesis");
    let inside = rest.strip_suffix(')').expect("a closing parenthesis");
    let numbers = inside.split(", ").filter(|text| !text.is_empty()).map(|text| text.parse().expect("a number"));
    (word.to_owned(), numbers.collect())
}

/// Reads a file and complains of whatever a solver might complain of.
fn read(text: &str) -> File {
    let mut lines = text.lines();
    let names: i64 = lines.next().and_then(|line| line.strip_prefix("#QCIR-G14 ")).expect("a head").parse().expect("n");
    let mut file = File { prefix: Vec::new(), output: 0, gates: Vec::new() };
    let mut known = Vec::new();
    for line in lines.filter(|line| !line.starts_with('#')) {
        if let Some((number, gate)) = line.split_once(" = ") {
            let (word, operands) = call(gate);
            assert!(["and", "or"].contains(&word.as_str()), "{line}");
            assert!(operands.iter().all(|operand| known.contains(&operand.abs())), "used before it is there: {line}");
            let number: i64 = number.parse().expect("a number");
            assert!(!known.contains(&number), "twice: {line}");
            known.push(number);
            file.gates.push((number, word, operands));
            continue;
        }
        match call(line) {
            (word, output) if word == "output" => file.output = output[0],
            (word, inputs) => {
                assert!(!inputs.is_empty() && file.output == 0, "{line}");
                let exists = word == "exists";
                assert!(exists || word == "forall", "{line}");
                assert!(file.prefix.last().is_none_or(|last| last.0 != exists), "blocks do not alternate");
                known.extend(&inputs);
                file.prefix.extend(inputs.into_iter().map(|input| (exists, input)));
            }
        }
    }
    assert_eq!(known.len(), usize::try_from(names).expect("not negative"), "the head counts all names");
    assert!(known.contains(&file.output.abs()));
    file
}

fn truth(file: &File, values: &mut BTreeMap<i64, bool>, depth: usize) -> bool {
    let Some(&(exists, input)) = file.prefix.get(depth) else {
        let mut values = values.clone();
        for (number, word, operands) in &file.gates {
            let mut of = operands.iter().map(|&lit| values[&lit.abs()] == (lit > 0));
            let value = match word.as_str() {
                "and" => of.all(|value| value),
                _ => of.any(|value| value),
            };
            values.insert(*number, value);
        }
        return values[&file.output.abs()] == (file.output > 0);
    };
    let mut both = [false, true].into_iter().map(|value| {
        values.insert(input, value);
        truth(file, values, depth + 1)
    });
    if exists { both.any(|value| value) } else { both.all(|value| value) }
}

/// Larger ones would take too long to try out.
const INPUTS: usize = 12;

#[test]
fn files_mean_what_the_questions_mean() {
    let seen = std::cell::Cell::new([0, 0]);
    let seeds = 0..150;
    forall(seeds.clone(), drawn, |drawn| {
        let model = loaded(drawn)?;
        for &specification in &model.specifications {
            for question in QUESTIONS {
                let posed = bounded_question(&model, (specification, question), 1, &options());
                let posed = posed.map_err(|reason| reason.to_string())?;
                let file = read(&Qcir::new(&posed.circuit, &posed.qbf).to_string());
                if file.prefix.len() > INPUTS {
                    continue;
                }
                let answer = solve(&posed.circuit, &posed.qbf, &[], &ExpansionOptions::default(), &SatChoice::Auto);
                let value = truth(&file, &mut BTreeMap::new(), 0);
                if matches!(answer.answer, Answer::True(_)) != value {
                    return Err(format!("{question:?}: the file says {value}"));
                }
                let mut counts = seen.get();
                counts[usize::from(value)] += 1;
                seen.set(counts);
            }
        }
        Ok(())
    });
    let seen = seen.get();
    let least = effort::share(50, seeds);
    assert!(seen.iter().all(|&count| count > least), "{seen:?}");
}
