//! Systems as ISPL text. Brackets everywhere: precedence is tested elsewhere.

use std::fmt::{self, Display};

use super::formula::{
    BinaryTemporal, Formula, Knowledge, Logic, Modality, Quantifier, Regex, Specification, Temporal, UnaryTemporal,
};
use super::model::{
    Agent, AgentId, Arithmetic, Bitwise, Comparison, Condition, Domain, Expr, RandomModel, SYMBOLS, Semantics, VarId,
};

/// Somewhere in a model: inside the section of an agent its variables have no prefix.
#[derive(Clone, Copy)]
struct Place<'a> {
    model: &'a RandomModel,
    inside: Option<AgentId>,
}

impl Display for RandomModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.semantics {
            Semantics::Default => {}
            Semantics::Multi => writeln!(f, "Semantics=MultiAssignment;")?,
            Semantics::Single => writeln!(f, "Semantics=SA;")?,
        }
        for agent in &self.agents {
            write_agent(f, Place { model: self, inside: Some(agent.id) }, agent)?;
        }
        let place = Place { model: self, inside: None };
        writeln!(f, "Evaluation")?;
        for (id, condition) in &self.atoms {
            writeln!(f, "  p{} if {};", id.0, place.condition(condition))?;
        }
        writeln!(f, "end Evaluation\nInitStates\n  {};\nend InitStates", place.condition(&self.init))?;
        writeln!(f, "Groups")?;
        for group in &self.groups {
            let members = join(&group.members, |&member| agent_name(member));
            writeln!(f, "  g{} = {{ {members} }};", group.id.0)?;
        }
        writeln!(f, "end Groups")?;
        if !self.fairness.is_empty() {
            writeln!(f, "Fairness")?;
            for formula in &self.fairness {
                writeln!(f, "  {};", place.formula(formula))?;
            }
            writeln!(f, "end Fairness")?;
        }
        writeln!(f, "Formulae")?;
        for specification in &self.formulas {
            writeln!(f, "  {};", self.show(specification))?;
        }
        writeln!(f, "end Formulae")
    }
}

impl RandomModel {
    /// A formula as it stands in the file.
    pub fn show(&self, specification: &Specification) -> String {
        let prefix = match specification.logic {
            Logic::Ctl | Logic::Atl => "",
            Logic::Ltl => "LTL ",
            Logic::CtlStar => "CTL* ",
            Logic::Ldl => "LDL ",
            Logic::CdlStar => "CDL* ",
        };
        format!("{prefix}{}", Place { model: self, inside: None }.formula(&specification.formula))
    }

    /// A variable as seen from outside its owner.
    pub fn qualified(&self, variable: VarId) -> String {
        Place { model: self, inside: None }.variable(variable)
    }
}

fn write_agent(f: &mut fmt::Formatter<'_>, place: Place<'_>, agent: &Agent) -> fmt::Result {
    let environment = agent.id == AgentId::ENVIRONMENT;
    writeln!(f, "Agent {}", agent_name(agent.id))?;
    if !environment && !agent.lobsvars.is_empty() {
        let names = join(&agent.lobsvars, |&id| place.model.variable(id).map_or("?", |variable| variable.name));
        writeln!(f, "  Lobsvars = {{ {names} }};")?;
    }
    for (observable, keyword) in [(true, "Obsvars"), (false, "Vars")] {
        let mut variables = agent.variables.iter().filter(|variable| variable.observable == observable).peekable();
        if variables.peek().is_some() {
            writeln!(f, "  {keyword}:")?;
            for variable in variables {
                writeln!(f, "    {} : {};", variable.name, domain(&variable.domain))?;
            }
            writeln!(f, "  end {keyword}")?;
        }
    }
    if let Some(red) = &agent.red {
        writeln!(f, "  RedStates:\n    {};\n  end RedStates", place.condition(red))?;
    }
    writeln!(f, "  Actions = {{ {} }};", actions(&agent.actions))?;
    writeln!(f, "  Protocol:")?;
    for line in &agent.protocol {
        writeln!(f, "    {} : {{ {} }};", place.condition(&line.condition), actions(&line.actions))?;
    }
    if let Some(other) = &agent.other {
        writeln!(f, "    Other : {{ {} }};", actions(other))?;
    }
    writeln!(f, "  end Protocol\n  Evolution:")?;
    for line in &agent.evolution {
        let assignments: Vec<String> = line
            .assignments
            .iter()
            .map(|(variable, value)| format!("{} = {}", place.variable(*variable), place.expr(value)))
            .collect();
        writeln!(f, "    {} if {};", assignments.join(" and "), place.condition(&line.condition))?;
    }
    writeln!(f, "  end Evolution\nend Agent")
}

fn join<T, S: Display>(items: &[T], show: impl Fn(&T) -> S) -> String {
    items.iter().map(|item| show(item).to_string()).collect::<Vec<_>>().join(", ")
}

fn agent_name(id: AgentId) -> String {
    if id == AgentId::ENVIRONMENT { "Environment".to_owned() } else { format!("Agent{}", id.0) }
}

/// Different agents have actions of the same name.
fn actions(actions: &[usize]) -> String {
    join(actions, |action| format!("a{action}"))
}

fn domain(domain: &Domain) -> String {
    match domain {
        Domain::Boolean => "boolean".to_owned(),
        Domain::Range(low, high) => format!("{low} .. {high}"),
        Domain::Enumeration(symbols) => format!("{{ {} }}", join(symbols, |&symbol| symbol_name(symbol))),
    }
}

fn symbol_name(symbol: i64) -> &'static str {
    SYMBOLS[usize::try_from(symbol).expect("symbols are positions")]
}

fn comparison(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::Different => "<>",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
    }
}

fn quantifier(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::Exists => "E",
        Quantifier::Forall => "A",
    }
}

impl Place<'_> {
    fn variable(self, id: VarId) -> String {
        match self.model.variable(id) {
            None => format!("unknown{}", id.0),
            Some(variable) if self.inside == Some(variable.owner) => variable.name.to_owned(),
            Some(variable) => format!("{}.{}", agent_name(variable.owner), variable.name),
        }
    }

    fn expr(self, expr: &Expr) -> String {
        match expr {
            Expr::Bool(value) => value.to_string(),
            Expr::Integer(value) => value.to_string(),
            Expr::Symbol(symbol) => symbol_name(*symbol).to_owned(),
            Expr::Variable(id) => self.variable(*id),
            Expr::Arithmetic(operator, left, right) => {
                let symbol = match operator {
                    Arithmetic::Add => "+",
                    Arithmetic::Subtract => "-",
                    Arithmetic::Multiply => "*",
                    Arithmetic::Divide => "/",
                };
                format!("({} {symbol} {})", self.expr(left), self.expr(right))
            }
            Expr::Bitwise(operator, left, right) => {
                let symbol = match operator {
                    Bitwise::And => "&",
                    Bitwise::Or => "|",
                    Bitwise::Xor => "^",
                };
                format!("({} {symbol} {})", self.expr(left), self.expr(right))
            }
            Expr::Complement(inner) => format!("(~{})", self.expr(inner)),
        }
    }

    fn condition(self, condition: &Condition) -> String {
        match condition {
            Condition::Bare(value) => self.expr(value),
            Condition::Compare(operator, left, right) => {
                format!("{} {} {}", self.expr(left), comparison(*operator), self.expr(right))
            }
            Condition::Performs(agent, action) if self.inside == Some(*agent) => format!("Action = a{action}"),
            Condition::Performs(agent, action) => format!("{}.Action = a{action}", agent_name(*agent)),
            Condition::Not(inner) => format!("!({})", self.condition(inner)),
            Condition::And(left, right) => format!("({} and {})", self.condition(left), self.condition(right)),
            Condition::Or(left, right) => format!("({} or {})", self.condition(left), self.condition(right)),
        }
    }

    fn formula(self, formula: &Formula) -> String {
        match formula {
            Formula::Constant(value) => value.to_string(),
            Formula::Atom(id) => format!("p{}", id.0),
            Formula::Compare(variable, operator, value) => {
                format!("({} {} {})", self.variable(*variable), comparison(*operator), self.expr(value))
            }
            Formula::Red(agent) => format!("{}.RedStates", agent_name(*agent)),
            Formula::Green(agent) => format!("{}.GreenStates", agent_name(*agent)),
            Formula::Not(f) => format!("(!{})", self.formula(f)),
            Formula::And(f, g) => format!("({} and {})", self.formula(f), self.formula(g)),
            Formula::Or(f, g) => format!("({} or {})", self.formula(f), self.formula(g)),
            Formula::Implies(f, g) => format!("({} -> {})", self.formula(f), self.formula(g)),
            Formula::Branching(q, operator) => format!("{}{}", quantifier(*q), self.temporal(operator)),
            Formula::Strategic(group, operator) => format!("<g{}>{}", group.0, self.temporal(operator)),
            Formula::Quantified(q, f) => format!("{}({})", quantifier(*q), self.formula(f)),
            Formula::Linear(operator) => format!("({})", self.temporal(operator)),
            Formula::Dynamic(Modality::Diamond, rho, f) => format!("(<{}>{})", self.regex(rho), self.formula(f)),
            Formula::Dynamic(Modality::Box, rho, f) => format!("([{}]{})", self.regex(rho), self.formula(f)),
            Formula::Knows(knowledge, f) => {
                let (operator, who) = match knowledge {
                    Knowledge::Agent(agent) => ("K", agent_name(*agent)),
                    Knowledge::Everyone(group) => ("GK", format!("g{}", group.0)),
                    Knowledge::Common(group) => ("GCK", format!("g{}", group.0)),
                    Knowledge::Distributed(group) => ("DK", format!("g{}", group.0)),
                };
                format!("{operator}({who}, {})", self.formula(f))
            }
            Formula::Obliged(agent, f) => format!("O({}, {})", agent_name(*agent), self.formula(f)),
        }
    }

    fn temporal(self, operator: &Temporal) -> String {
        match operator {
            Temporal::Unary(UnaryTemporal::Next, f) => format!("X {}", self.formula(f)),
            Temporal::Unary(UnaryTemporal::Finally, f) => format!("F {}", self.formula(f)),
            Temporal::Unary(UnaryTemporal::Globally, f) => format!("G {}", self.formula(f)),
            Temporal::Binary(operator, f, g) => {
                let symbol = match operator {
                    BinaryTemporal::Until => "U",
                    BinaryTemporal::Release => "R",
                    BinaryTemporal::WeakUntil => "W",
                };
                format!("({} {symbol} {})", self.formula(f), self.formula(g))
            }
        }
    }

    fn regex(self, rho: &Regex) -> String {
        match rho {
            Regex::Step(f) => self.formula(f),
            Regex::Test(f) => format!("{}?", self.formula(f)),
            Regex::Choice(left, right) => format!("({} + {})", self.regex(left), self.regex(right)),
            Regex::Sequence(left, right) => format!("({} ; {})", self.regex(left), self.regex(right)),
            Regex::Star(inner) => format!("({})*", self.regex(inner)),
        }
    }
}
