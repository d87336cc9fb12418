//! Linear and dynamic time on the BDD engine: `cargo bench --bench paths` prints the tables of the source papers that
//! compare logics. Every row is a process of its own and checks one formula; the ratio is to the first formula of its
//! group, which is the CTLK form where there is one. `-- --full` adds the sizes that take minutes; `-- TABLE` runs the
//! tables whose title contains a word.
#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::time::{Duration, Instant};

use common::{LIMIT, arguments, row, source};
use qmas::engine::{Limits, Verdict};
use qmas::load::{Strictness, load, load_formula};
use qmas::options::{EngineChoice, Options};
use qmas::portfolio::check_with;

/// Formulas of one property in several logics, by their numbers in the file.
type Group = &'static [usize];

struct Table {
    title: &'static str,
    family: &'static str,
    sizes: &'static [usize],
    /// With `--full`.
    larger: &'static [usize],
    groups: &'static [Group],
}

const TABLES: [Table; 7] = [
    Table {
        title: "CTL*K paper, table 1: phi0, nobody knows of anybody that they paid",
        family: "dining-cryptographers-pairs",
        sizes: &[10, 20, 30],
        larger: &[50],
        groups: &[&[1, 2, 3, 4, 5]],
    },
    Table {
        title: "CTL*K paper, table 2: phi1; thesis, table 8.1",
        family: "dining-cryptographers",
        sizes: &[10, 20, 50],
        larger: &[],
        groups: &[&[17, 18, 19, 20, 21], &[1, 2, 3, 4, 5], &[12, 13, 14, 15, 16]],
    },
    Table {
        title: "CTL*K paper, table 3: phi2, iterated",
        family: "dining-cryptographers-iterated",
        sizes: &[10, 20, 30],
        larger: &[50],
        groups: &[&[1], &[2]],
    },
    Table {
        title: "thesis, table 8.2: counter, specifications 1 to 5",
        family: "counter",
        sizes: &[1_024, 65_536, 1_048_576],
        larger: &[],
        groups: &[&[1], &[2], &[3], &[4], &[5], &[11, 10], &[12]],
    },
    Table {
        title: "thesis, table 8.3: bit transmission, specifications 1 and 2 of length n",
        family: "bit-transmission-chain",
        sizes: &[2, 10, 100, 1_000],
        larger: &[10_000],
        groups: &[&[1, 2, 3, 4, 5], &[6], &[7], &[8], &[9], &[10, 11, 12]],
    },
    Table {
        title: "thesis, tables 8.4 and 8.5; LDLK paper, tables 1 and 2: prisoners",
        family: "prisoners",
        sizes: &[8, 14, 20],
        larger: &[30, 40, 50],
        groups: &[&[1, 2, 3], &[4, 5, 6], &[7], &[8], &[9]],
    },
    Table {
        title: "thesis, section 8.6: specification 1 with n nested EX",
        family: NESTED,
        sizes: &[1_000, 100_000],
        larger: &[],
        groups: &[&[1]],
    },
];

/// Not a family: one formula of any length for the model of bit transmission.
const NESTED: &str = "bit-transmission-nested";

fn main() {
    let arguments = arguments();
    if let [mode, family, n, number] = arguments.as_slice()
        && mode == "--row"
    {
        measure(family, n.parse().expect("a number"), number.parse().expect("a number"));
        return;
    }
    let full = arguments.iter().any(|argument| argument == "--full");
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let tables =
        TABLES.iter().filter(|table| wanted.is_empty() || wanted.iter().any(|word| table.title.contains(*word)));
    for table in tables {
        println!("\n{} ({})\n", table.title, table.family);
        println!(
            "| n | formula | logic | verdict | seconds | formula alone | ratio | alone | automaton | peak nodes |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|");
        for &n in table.sizes.iter().chain(if full { table.larger } else { &[] }) {
            table.groups.iter().for_each(|group| compare(table.family, n, group));
        }
    }
}

/// The rows of one property.
fn compare(family: &str, n: usize, group: &[usize]) {
    let mut reference: Option<[f64; 2]> = None;
    for number in group {
        let output = row(&[family, &n.to_string(), &number.to_string()]).output();
        let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let fields: Vec<&str> = text.trim().split('|').collect();
        let [logic, verdict, seconds, alone, automaton, nodes] = fields[..] else {
            println!("| {n} | {number} | | the process ended early | | | | | | |");
            continue;
        };
        let times = [seconds, alone].map(|time| time.parse().unwrap_or(f64::NAN));
        let first = *reference.get_or_insert(times);
        // Less than a millisecond is no measure.
        let comparable = |at: usize| group.len() > 1 && first[at] >= 0.001;
        let ratio = |at: usize| if comparable(at) { format!("{:.1}", times[at] / first[at]) } else { String::new() };
        println!(
            "| {n} | {number} | {logic} | {verdict} | {seconds} | {alone} | {} | {} | {automaton} | {nodes} |",
            ratio(0),
            ratio(1)
        );
    }
}

/// One formula: what is printed goes to the process that asked.
fn measure(family: &str, n: usize, number: usize) {
    let start = Instant::now();
    let text = source(if family == NESTED { "bit-transmission" } else { family }, n);
    let mut model = load(&text, Strictness::Lenient).model.expect("models of the library are right");
    let specification = match family {
        NESTED => load_formula(&format!("{}recack", "EX ".repeat(n)), &mut model, Strictness::Lenient).ok(),
        _ => None,
    };
    let specification = specification.map_or(model.specifications[number - 1], |(specification, _)| specification);
    model.specifications = vec![specification];
    let loading = start.elapsed();
    // What is over in no time is measured three times; the least says most.
    let mut best: Option<(Duration, Duration, String)> = None;
    for _ in 0..3 {
        let start = Instant::now();
        let limits = Limits { deadline: Instant::now().checked_add(LIMIT), ..Limits::default() };
        let checked = check_with(&model, EngineChoice::Bdd, &Options { limits, ..Options::default() });
        let total = loading + start.elapsed();
        let outcome = &checked.outcomes[0];
        let verdict = match &outcome.verdict {
            Verdict::Holds => "holds".to_owned(),
            Verdict::Fails => "fails".to_owned(),
            Verdict::OpenUpTo(bound) => format!("open up to {bound}"),
            Verdict::GaveUp(reason) => reason.to_string(),
        };
        let automaton = checked.diagrams.iter().map(|diagrams| diagrams.automaton_states).max().unwrap_or(0);
        let nodes = checked.diagrams.iter().map(|diagrams| diagrams.peak_nodes).max().unwrap_or(0);
        let alone = outcome.time;
        let line = format!(
            "{}|{verdict}|{:.3}|{:.4}|{automaton}|{nodes}",
            logic_name(specification.logic.prefix()),
            total.as_secs_f64(),
            alone.as_secs_f64()
        );
        if best.as_ref().is_none_or(|(_, least, _)| alone < *least) {
            best = Some((total, alone, line));
        }
        if total > Duration::from_secs(1) {
            break;
        }
    }
    let line = best.map(|(_, _, line)| line).unwrap_or_default();
    println!("{line}");
}

/// The name of a logic; CTLK has no prefix.
fn logic_name(prefix: &str) -> String {
    format!("{}K", if prefix.is_empty() { "CTL" } else { prefix })
}
