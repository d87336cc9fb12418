//! `qmas-rs MODEL`: checks every formula and reports.

use std::time::Instant;

use super::Exit;
use super::args::{
    Atl, CheckArguments, Engine, Format, ModelCheck, OrderChoice, QueryChoice, ReachChoice, RepetitionChoice,
};
use super::evidence;
use super::input::{read, show};
use super::interrupt::listen;
use super::output::{err, out};
use super::progress::Progress;
use super::selection::select;
use crate::automata::Size;
use crate::bounded::{BoundedOptions, Query, Reach, Repetition, Savings};
use crate::check;
use crate::check::{Checked, Finding};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::{
    AutoOptions, Cancel, EngineChoice, GaveUp, Limits, Memory, Options, Order, Strategies, Traces, Unsupported, Verdict,
};
use crate::model::Model;
use crate::report::{JsonDiagnostic, JsonReport, Source, finding, runs, statistics, verdicts};
use crate::solver::Proof;
use crate::solver::qbf::QbfChoice;

/// What the arguments mean.
struct Plan {
    options: Options,
}

impl Plan {
    fn new(arguments: &CheckArguments) -> Result<Self, Unsupported> {
        let cancel = Cancel::default();
        listen(&cancel);
        let budget = &arguments.budget;
        Ok(Self {
            options: Options {
                engine: match arguments.engine {
                    Engine::Auto => EngineChoice::Auto,
                    Engine::Explicit => EngineChoice::Explicit,
                    Engine::Bdd => EngineChoice::Bdd,
                    Engine::Bounded => EngineChoice::Bounded,
                },
                auto: AutoOptions {
                    jobs: budget.jobs,
                    findings: !arguments.check.is_empty(),
                    ..AutoOptions::default()
                },
                formula_timeout: budget.formula_timeout,
                traces: if arguments.finite_traces { Traces::Finite } else { Traces::Infinite },
                strategies: match arguments.atl {
                    Atl::Perfect => Strategies::PerfectInformation,
                    Atl::Uniform => Strategies::Uniform,
                },
                limits: Limits {
                    max_states: arguments.max_states,
                    max_nodes: arguments.max_nodes,
                    deadline: budget.timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
                    cancel,
                    memory: budget.memory.map_or_else(|| Ok(Memory::default()), Memory::at_most)?,
                    ..Limits::default()
                },
                automata: Size::default(),
                whole_system: arguments.no_cone,
                order: match arguments.order {
                    OrderChoice::Auto => Order::Auto,
                    OrderChoice::Static => Order::Static,
                    OrderChoice::Supports => Order::Supports,
                    OrderChoice::Values => Order::Values,
                },
                evidence: arguments.evidence.shows(),
                vacuity: !arguments.evidence.no_vacuity,
                bounded: bounded(arguments),
                proofs: None,
                qbf: QbfChoice::default(),
            },
        })
    }
}

fn bounded(arguments: &CheckArguments) -> BoundedOptions {
    BoundedOptions {
        start: arguments.bound_start,
        max: arguments.bound_max,
        step: arguments.bound_step,
        query: match arguments.query {
            QueryChoice::Both => Query::Both,
            QueryChoice::Prove => Query::Prove,
            QueryChoice::Refute => Query::Refute,
        },
        reach: match arguments.reach {
            ReachChoice::Auto => Reach::Auto,
            ReachChoice::Unroll => Reach::Unroll,
            ReachChoice::Bdd => Reach::Bdd,
        },
        repetition: match arguments.repetition {
            RepetitionChoice::Class => Repetition::Class,
            RepetitionChoice::State => Repetition::State,
        },
        induction: !arguments.no_induction,
        savings: Savings {
            selectors: !arguments.no_selectors,
            lazy: !arguments.no_lazy,
            symmetry: !arguments.no_symmetry,
        },
        sat: arguments.sat,
        ..BoundedOptions::default()
    }
}

pub(super) fn run(arguments: &CheckArguments) -> Exit {
    let path = arguments.model.as_deref().expect("clap requires it");
    let mut plan = match Plan::new(arguments) {
        Ok(plan) => plan,
        Err(unsupported) => {
            err(&format!("error: --memory: {unsupported}\n"));
            return Exit::Wrong;
        }
    };
    let mut input = read(path, &arguments.strictness);
    let mut report = JsonReport::new(input.source.name());
    report.add_diagnostics(&input.loaded.diagnostics, &input.source);
    if arguments.format == Format::Text {
        show(&input.loaded.diagnostics, &input.source);
    }
    let Some(model) = input.loaded.model.take() else {
        return finish(arguments, &report, Exit::Wrong);
    };
    let strictness = arguments.strictness.strictness();
    let say = |diagnostics: &[Diagnostic], source: &Source| complain(arguments, diagnostics, source, &mut report);
    let Some(mut selection) = select(&arguments.formula, model, &input.loaded.texts, strictness, say) else {
        return finish(arguments, &report, Exit::Wrong);
    };
    if let Some(folder) = &arguments.proof {
        match Proof::folder(folder) {
            Ok(proofs) => plan.options.proofs = Some(proofs),
            Err(error) => {
                err(&format!("cannot write to `{}`: {error}\n", folder.display()));
                return finish(arguments, &report, Exit::Wrong);
            }
        }
    }
    match arguments.qbf.choice() {
        Ok(choice) => plan.options.qbf = choice,
        Err(missing) => {
            err(&format!("error: {missing}\n"));
            return finish(arguments, &report, Exit::Wrong);
        }
    }
    let progress = Progress::start(&arguments.budget, &plan.options.limits, &selection);
    let checked = check(&selection.model, &plan.options);
    progress.end();
    let report_name = input.source.name();
    let exit = match evidence::write(&arguments.evidence, report_name, &selection, &checked) {
        Ok(()) => exit(arguments, &checked),
        Err(exit) => exit,
    };
    match arguments.format {
        Format::Text => {
            show_findings(arguments, &selection.model, &checked);
            let style = arguments.evidence.style();
            let mut text = verdicts(&selection.model, &selection.texts, &selection.indices, &checked, style);
            text.push_str(&runs(&selection.model.system, &selection.indices, &checked));
            if arguments.stats {
                text.push_str(&statistics(&selection.model, &checked));
            }
            out(&text);
        }
        Format::Json => {
            for item in &checked.findings {
                let (code, message, trace) = finding(&selection.model.system, item);
                report.diagnostics.push(JsonDiagnostic {
                    severity: severity(item),
                    code: code.to_owned(),
                    message,
                    file: report.file.clone(),
                    line: None,
                    column: None,
                    hint: (!trace.is_empty()).then_some(trace),
                });
            }
            report.add_check(&mut selection.model, &selection.texts, &selection.indices, &checked);
        }
    }
    finish(arguments, &report, exit)
}

fn finish(arguments: &CheckArguments, report: &JsonReport, exit: Exit) -> Exit {
    if arguments.format == Format::Json {
        out(&to_json(report));
    }
    exit
}

/// A report as a text that ends its last line.
pub(super) fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string_pretty(value).expect("reports have string keys and finite numbers only") + "\n"
}

fn complain(arguments: &CheckArguments, diagnostics: &[Diagnostic], source: &Source, report: &mut JsonReport) {
    report.add_diagnostics(diagnostics, source);
    if arguments.format == Format::Text {
        show(diagnostics, source);
    }
}

fn severity(finding: &Finding) -> &'static str {
    match finding {
        Finding::NoInitialState => "error",
        Finding::Deadlock(_) | Finding::Overflow(..) | Finding::NoFairPath | Finding::FairnessIgnored => "warning",
    }
}

/// Warnings about the model go to standard error; what was asked for with `--check` goes with the results.
fn show_findings(arguments: &CheckArguments, model: &Model, checked: &Checked) {
    for item in &checked.findings {
        let (code, message, trace) = finding(&model.system, item);
        if asked(arguments, item) {
            out(&format!("{code}: {message}\n{trace}"));
        } else {
            err(&format!("{} [{code}]: {message}\n{trace}", severity(item)));
        }
    }
    for (wanted, word) in [(ModelCheck::Overflow, "overflow"), (ModelCheck::Deadlock, "deadlock")] {
        let found = checked.findings.iter().any(|item| kind(item) == Some(wanted));
        if arguments.check.contains(&wanted) && !found && checked.statistics.is_some() {
            out(&format!("{word}: none can be reached\n"));
        }
    }
}

fn kind(finding: &Finding) -> Option<ModelCheck> {
    match finding {
        Finding::Deadlock(_) => Some(ModelCheck::Deadlock),
        Finding::Overflow(..) => Some(ModelCheck::Overflow),
        Finding::NoFairPath | Finding::FairnessIgnored | Finding::NoInitialState => None,
    }
}

fn asked(arguments: &CheckArguments, finding: &Finding) -> bool {
    kind(finding).is_some_and(|kind| arguments.check.contains(&kind))
}

fn exit(arguments: &CheckArguments, checked: &Checked) -> Exit {
    let any = |wanted: fn(&Verdict) -> bool| checked.outcomes.iter().any(|outcome| wanted(&outcome.verdict));
    let wrong = checked.findings.iter().any(|finding| severity(finding) == Severity::Error.name());
    let found = checked.findings.iter().any(|finding| asked(arguments, finding));
    if wrong {
        Exit::Wrong
    } else if any(|verdict| matches!(verdict, Verdict::GaveUp(GaveUp::Interrupted))) {
        Exit::Interrupted
    } else if found || any(|verdict| matches!(verdict, Verdict::Fails)) {
        Exit::Fails
    } else if any(|verdict| matches!(verdict, Verdict::OpenUpTo(_) | Verdict::GaveUp(_))) {
        Exit::Open
    } else {
        Exit::Success
    }
}
