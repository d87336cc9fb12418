//! The system with its invariants in the language of NuSMV (Cimatti et al., CAV 2002) and nuXmv.
//!
//! Actions are input variables. The transition relation is a conjunction: every agent does what its protocol allows, and
//! every agent, or with SingleAssignment every variable, takes one enabled line or stays if there is none. A value that
//! is out of range makes an equation with the next value false, which drops the line, as it should. States without
//! successors stay as they are: so only invariants are asked, of which a checker needs to know the reachable states only.

use std::fmt::Write;

use super::expression::{Dialect, Writer, smv_word};
use super::invariant::{invariants, one_line};
use crate::engine::GaveUp;
use crate::ir::{ActionId, Agent, Domain, EvolutionLine, ExprId, Semantics, VarId};
use crate::logic::{Formula, FormulaId, Specification};
use crate::model::Model;

/// The whole system, with an INVARSPEC for every `AG p` among `formulas` whose p speaks of atoms only. `title` names it.
///
/// # Errors
/// Which formula is not of that form.
pub fn smv(model: &Model, title: &str, formulas: &[(Specification, String)]) -> Result<String, GaveUp> {
    let invariants = invariants(model, "SMV", formulas)?;
    let writer = Writer { system: &model.system, dialect: Dialect::Smv };
    let mut file = format!("-- qmas-rs {}: {}\nMODULE main\n", env!("CARGO_PKG_VERSION"), one_line(title));
    declarations(&writer, &mut file);
    definitions(&writer, &mut file);
    let _ = writeln!(file, "INIT\n  {};", writer.expression(model.system.init));
    for agent in &model.system.agents {
        let _ = writeln!(file, "-- protocol of {}\nTRANS\n  {};", agent.name, protocol(&writer, agent));
        let movers: Vec<Vec<VarId>> = match model.system.semantics {
            Semantics::MultiAssignment => vec![agent.variables.clone()],
            Semantics::SingleAssignment => agent.variables.iter().map(|&variable| vec![variable]).collect(),
        };
        for variables in movers.into_iter().filter(|variables| !variables.is_empty()) {
            let names: Vec<String> = variables.iter().map(|&variable| writer.variable(variable)).collect();
            let _ = writeln!(
                file,
                "-- evolution of {}\nTRANS\n  {};",
                names.join(", "),
                evolution(&writer, agent, &variables)
            );
        }
    }
    for (formula, text) in invariants {
        let _ = writeln!(file, "-- {text}\nINVARSPEC\n  {};", condition(model, &writer, formula));
    }
    Ok(file)
}

fn declarations(writer: &Writer<'_>, file: &mut String) {
    file.push_str("IVAR\n");
    for agent in &writer.system.agents {
        let actions: Vec<String> = agent.actions.iter().map(|action| smv_word(action)).collect();
        let _ = writeln!(file, "  {}$Action : {{{}}};", agent.name, actions.join(", "));
    }
    file.push_str("VAR\n");
    for id in writer.system.var_ids() {
        let domain = &writer.system.variable(id).domain;
        let values = match domain {
            Domain::Boolean => "boolean".to_owned(),
            Domain::Range { low, high } => format!("{low}..{high}"),
            Domain::Enumeration(_) => {
                let values: Vec<String> = domain.values().map(|value| writer.value(id, value)).collect();
                format!("{{{}}}", values.join(", "))
            }
        };
        let _ = writeln!(file, "  {} : {values};", writer.variable(id));
    }
}

/// The name of an atom that Evaluation has given one.
fn atom_name(name: &str) -> Option<String> {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    plain.then(|| format!("_{name}"))
}

fn definitions(writer: &Writer<'_>, file: &mut String) {
    let named: Vec<(String, ExprId)> =
        writer.system.atoms.iter().filter_map(|atom| Some((atom_name(&atom.name)?, atom.condition))).collect();
    if !named.is_empty() {
        file.push_str("DEFINE\n");
    }
    for (name, condition) in named {
        let _ = writeln!(file, "  {name} := {};", writer.expression(condition));
    }
}

/// `Action` is one of these.
fn performs(agent: &Agent, actions: &[ActionId]) -> String {
    let words: Vec<String> = actions.iter().map(|action| smv_word(&agent.actions[action.index()])).collect();
    format!("({}$Action in {{{}}})", agent.name, words.join(", "))
}

fn protocol(writer: &Writer<'_>, agent: &Agent) -> String {
    let mut allowed = Vec::new();
    let mut none = Vec::new();
    for line in &agent.protocol.lines {
        let applies = writer.expression(line.condition);
        allowed.push(format!("({applies} & {})", performs(agent, &line.actions)));
        none.push(format!("(!{applies})"));
    }
    if let Some(other) = &agent.protocol.other {
        none.push(performs(agent, other));
        allowed.push(all(&none));
    }
    any(&allowed)
}

/// One enabled line for these variables, or none of them changes.
fn evolution(writer: &Writer<'_>, agent: &Agent, variables: &[VarId]) -> String {
    let assigns = |line: &&EvolutionLine| line.assignments.iter().any(|a| variables.contains(&a.variable));
    let mut choices = Vec::new();
    let mut none = Vec::new();
    for line in agent.evolution.iter().filter(assigns) {
        let enabled = writer.expression(line.condition);
        none.push(format!("(!{enabled})"));
        let mut parts = vec![enabled];
        for &variable in variables {
            let name = writer.variable(variable);
            match line.assignments.iter().find(|assignment| assignment.variable == variable) {
                Some(assignment) => {
                    parts.extend(writer.defined(assignment.value));
                    parts.push(format!("(next({name}) = {})", writer.expression(assignment.value)));
                }
                None => parts.push(format!("(next({name}) = {name})")),
            }
        }
        choices.push(all(&parts));
    }
    none.extend(variables.iter().map(|&variable| {
        let name = writer.variable(variable);
        format!("(next({name}) = {name})")
    }));
    choices.push(all(&none));
    any(&choices)
}

fn all(parts: &[String]) -> String {
    if parts.is_empty() { "TRUE".to_owned() } else { format!("({})", parts.join(" & ")) }
}

fn any(parts: &[String]) -> String {
    if parts.is_empty() { "FALSE".to_owned() } else { format!("({})", parts.join("\n  | ")) }
}

/// A formula over atoms.
fn condition(model: &Model, writer: &Writer<'_>, formula: FormulaId) -> String {
    enum ConditionPart {
        Text(&'static str),
        Formula(FormulaId),
    }
    let mut out = String::new();
    let mut work = vec![ConditionPart::Formula(formula)];
    while let Some(piece) = work.pop() {
        let id = match piece {
            ConditionPart::Text(text) => {
                out.push_str(text);
                continue;
            }
            ConditionPart::Formula(id) => id,
        };
        let mut binary = |f: FormulaId, word: &'static str, g: FormulaId| {
            let pieces = [
                ConditionPart::Text("("),
                ConditionPart::Formula(f),
                ConditionPart::Text(word),
                ConditionPart::Formula(g),
                ConditionPart::Text(")"),
            ];
            work.extend(pieces.into_iter().rev());
        };
        match model.formulas.get(id) {
            Formula::True => out.push_str("TRUE"),
            Formula::False => out.push_str("FALSE"),
            Formula::Atom(atom) => {
                let atom = model.system.atom(atom);
                let text = atom_name(&atom.name).unwrap_or_else(|| writer.expression(atom.condition));
                out.push_str(&text);
            }
            Formula::Red(agent) => {
                let red = model.system.agent(agent).red;
                out.push_str(&red.map_or_else(|| "FALSE".to_owned(), |red| writer.expression(red)));
            }
            Formula::Not(f) => {
                work.extend([ConditionPart::Text(")"), ConditionPart::Formula(f), ConditionPart::Text("(!")])
            }
            Formula::And(f, g) => binary(f, " & ", g),
            Formula::Or(f, g) => binary(f, " | ", g),
            Formula::Implies(f, g) => binary(f, " -> ", g),
            _ => unreachable!("`invariants` lets only formulas over atoms through"),
        }
    }
    out
}
