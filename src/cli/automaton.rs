//! `qmas-rs automaton`: the automaton of a path formula, for people and for other tools.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::budget::{LimitArguments, gave_up};
use super::examples;
use super::exit::Exit;
use super::input::{read, show, show_with};
use super::output::{err, out};
use super::strictness::StrictnessArguments;
use crate::automata::{Grain, PathAutomaton, PathFormula, Propositions, Size, Translator};
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::Traces;
use crate::ispl::ast::FormulaNode;
use crate::ispl::parse_formula;
use crate::load::{Loaded, Strictness, load};
use crate::logic::{Formula, FormulaId, Logic, Specification};
use crate::model::Model;
use crate::report::{Detail, Source};
use crate::resolve::paper_constant;

#[derive(Debug, Args)]
#[command(after_help = examples::AUTOMATON)]
pub(super) struct AutomatonArguments {
    /// `LTL` or `LDL` and a formula, or `CTL*` or `CDL*` and a formula that begins with A or E
    #[arg(value_name = "FORMULA")]
    formula: String,
    /// The model that the formula speaks of; without it, every identifier is an atom
    #[arg(long, short, value_name = "MODEL")]
    model: Option<PathBuf>,
    /// The automaton of the negation
    #[arg(long)]
    negate: bool,
    /// Read the formula on finite traces
    #[arg(long, visible_alias = "ldlf")]
    finite_traces: bool,
    /// The Hanoi omega-automata format; the default
    #[arg(long, conflicts_with = "dot")]
    hoa: bool,
    /// A drawing for Graphviz
    #[arg(long)]
    dot: bool,
    /// Give up beyond this many states
    #[arg(long, value_name = "N", default_value_t = Size::default().states, hide_short_help = true)]
    max_states: usize,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    strictness: StrictnessArguments,
}

pub(super) fn run(arguments: &AutomatonArguments) -> Exit {
    let watched = match arguments.limits.watched() {
        Ok(watched) => watched,
        Err(exit) => return exit,
    };
    let limits = watched.limits.clone();
    let mut loaded = loaded(arguments);
    let Some(mut model) = loaded.model.take() else { return Exit::Wrong };
    let Some((logic, path)) = path(arguments, &loaded, &mut model) else { return Exit::Wrong };
    let propositions = Propositions::of(&model.formulas, path, Grain::Leaves);
    let translator = Translator {
        formulas: &model.formulas,
        propositions: &propositions,
        traces: if arguments.finite_traces { Traces::Finite } else { Traces::Infinite },
        size: Size { states: arguments.max_states, edges: arguments.max_states.saturating_mul(10) },
        limits: &limits,
    };
    let path = PathFormula::plain(path);
    let names: Vec<String> = propositions.formulas().iter().map(|&formula| name(&model, logic, formula)).collect();
    match translator.translate(if arguments.negate { !path } else { path }) {
        Ok(automaton) => print(&automaton, &names, arguments),
        Err(reason) => {
            let (why, exit) = gave_up(&reason, &limits);
            err(&format!("gave up: {why}\n"));
            exit
        }
    }
}

/// The model of the formula, or one with nothing but its atoms.
fn loaded(arguments: &AutomatonArguments) -> Loaded {
    if let Some(path) = &arguments.model {
        let input = read(path, &arguments.strictness);
        input.show(arguments.strictness.detail(Detail::Errors));
        return input.loaded;
    }
    let atoms: BTreeSet<&str> = match parse_formula(&arguments.formula) {
        Ok((formula, _)) => formula
            .formula
            .nodes()
            .iter()
            .filter_map(|(node, _)| if let FormulaNode::Atom(name) = node { Some(*name) } else { None })
            .filter(|name| paper_constant(name).is_none())
            .collect(),
        // What is wrong with the formula is said when it is read for good.
        Err(_) => BTreeSet::new(),
    };
    let evaluation: String = atoms.iter().map(|atom| format!("  {atom} if Any.v = true;\n")).collect();
    let text = format!(
        "Agent Any\n  Vars: v: boolean; end Vars\n  Actions = {{a}};\n  Protocol: Other: {{a}}; end Protocol\n  \
         Evolution: v = true if Action = a; end Evolution\nend Agent\n\
         Evaluation\n  any if Any.v = true;\n{evaluation}end Evaluation\n\
         InitStates Any.v = true; end InitStates\nFormulae any; end Formulae\n"
    );
    let text = if atoms.contains("any") { text.replacen("  any if Any.v = true;\n", "", 1) } else { text };
    let (strictness, levels) = (arguments.strictness.strictness(), arguments.strictness.levels().clone());
    Loaded { strictness, levels, ..load(&text, Strictness::Lenient) }
}

/// The path formula, if it is one, and the logic that it was written in.
fn path(arguments: &AutomatonArguments, loaded: &Loaded, model: &mut Model) -> Option<(Logic, FormulaId)> {
    let source = Source::new("the formula", arguments.formula.clone());
    let specification = match loaded.formula(&arguments.formula, model) {
        Ok((specification, mut warnings)) => {
            if arguments.model.is_none() {
                // Where there is no model, there is no tool that might not accept it.
                warnings.retain(|diagnostic| diagnostic.code.0 != "extension");
            }
            show_with(arguments.strictness.detail(Detail::Counted), &warnings, &source);
            specification
        }
        Err(mut errors) => {
            if arguments.model.is_none() {
                for error in errors.iter_mut().filter(|error| error.code.0.starts_with("unknown")) {
                    error.hint =
                        Some("without --model only atoms are known: no agents, groups or variables".to_owned());
                }
            }
            show(&errors, &source);
            return None;
        }
    };
    match model.formulas.get(specification.formula) {
        Formula::Quantified(_, path) => Some((specification.logic, path)),
        // Without an operator of paths no quantifier is needed, nor kept.
        _ if matches!(specification.logic, Logic::Ltl | Logic::Ldl) => {
            Some((specification.logic, specification.formula))
        }
        _ => {
            let span = Span::new(0, arguments.formula.len());
            let message = "this is a state formula; an automaton reads paths";
            let diagnostic = Diagnostic::error("sort", span, message);
            show(&[diagnostic.hint("begin with `LTL` or `LDL`, or with `CTL* A` and the like")], &source);
            None
        }
    }
}

/// A state formula as it was written.
fn name(model: &Model, logic: Logic, formula: FormulaId) -> String {
    let text = model.formulas.show(&model.system, Specification { logic, formula }).to_string();
    text.trim_start_matches(logic.prefix()).trim_start().to_owned()
}

fn print(automaton: &PathAutomaton, names: &[String], arguments: &AutomatonArguments) -> Exit {
    let formula = arguments.formula.trim().trim_end_matches(';');
    let title = if arguments.negate { format!("not: {formula}") } else { formula.to_owned() };
    out(&match (automaton, arguments.dot) {
        (PathAutomaton::Buchi(automaton), false) => automaton.hoa(&title, names),
        (PathAutomaton::Buchi(automaton), true) => automaton.dot(&title, names),
        (PathAutomaton::Finite(automaton), false) => automaton.hoa(&title, names),
        (PathAutomaton::Finite(automaton), true) => automaton.dot(&title, names),
        (PathAutomaton::Symbolic(alternating), _) => {
            let states = alternating.states().len();
            let limit = arguments.max_states;
            err(&format!(
                "gave up: the automaton is too large (--max-states {limit}; the alternating one has {states} states)\n"
            ));
            return Exit::Open;
        }
    });
    Exit::Success
}
