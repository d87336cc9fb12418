//! A reader of the part of the language SMV that we write, by its manual (Cavada et al., NuSMV 2.6 User Manual): values,
//! states, and whether conditions are true. Text in parentheses has one kind of operator, so precedence does not matter.

use std::collections::BTreeMap;

/// A value: a truth value, an integer or a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Value {
    Bool(bool),
    Integer(i64),
    Name(String),
}

/// Values by variable.
pub(crate) type State = BTreeMap<String, Value>;

#[derive(Debug, Clone)]
enum Expr {
    Constant(Value),
    Word(String),
    Next(String),
    Not(Box<Expr>),
    Chain(Vec<Expr>, String),
    Within(Box<Expr>, Vec<Value>),
    /// The first branch whose condition is true.
    Case(Vec<(Expr, Expr)>),
}

/// A file.
#[derive(Debug, Default)]
pub(crate) struct Module {
    pub(crate) inputs: BTreeMap<String, Vec<Value>>,
    pub(crate) variables: BTreeMap<String, Vec<Value>>,
    defined: BTreeMap<String, Expr>,
    init: Vec<Expr>,
    trans: Vec<Expr>,
    invariants: Vec<Expr>,
}

fn tokens(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for line in text.lines() {
        let code = line.split("--").next().unwrap_or_default();
        let letters: Vec<char> = code.chars().collect();
        let mut at = 0;
        while at < letters.len() {
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
            let end = match letters[at] {
                c if c.is_whitespace() => {
                    at += 1;
                    continue;
                }
                c if is_word(c) => at + letters[at..].iter().take_while(|&&c| is_word(c)).count(),
                _ => {
                    let two: String = letters[at..].iter().take(2).collect();
                    at + if ["..", ":=", "!=", "<=", ">=", "->"].contains(&two.as_str()) { 2 } else { 1 }
                }
            };
            all.push(letters[at..end].iter().collect());
            at = end;
        }
    }
    all
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        self.at += 1;
        self.tokens.get(self.at - 1).expect("the file does not end here").clone()
    }

    fn expect(&mut self, token: &str) {
        assert_eq!(self.take(), token);
    }

    fn integer(&mut self) -> i64 {
        let sign = if self.peek() == "-" { self.take() } else { String::new() };
        format!("{sign}{}", self.take()).parse().expect("an integer")
    }

    fn names(&mut self) -> Vec<Value> {
        self.expect("{");
        let mut names = vec![Value::Name(self.take())];
        while self.peek() == "," {
            self.expect(",");
            names.push(Value::Name(self.take()));
        }
        self.expect("}");
        names
    }

    fn domain(&mut self) -> Vec<Value> {
        match self.peek() {
            "boolean" => {
                self.take();
                vec![Value::Bool(false), Value::Bool(true)]
            }
            "{" => self.names(),
            _ => {
                let low = self.integer();
                self.expect("..");
                (low..=self.integer()).map(Value::Integer).collect()
            }
        }
    }

    /// Operands of one operator.
    fn chain(&mut self) -> Expr {
        let mut operands = vec![self.operand()];
        let mut operator = String::new();
        while !matches!(self.peek(), ")" | ";" | ":" | "") {
            let next = self.take();
            if next == "in" {
                return Expr::Within(Box::new(operands.remove(0)), self.names());
            }
            assert!(
                operator.is_empty() || operator == next && ["&", "|"].contains(&next.as_str()),
                "`{operator}{next}`"
            );
            operator = next;
            operands.push(self.operand());
        }
        if operator.is_empty() { operands.remove(0) } else { Expr::Chain(operands, operator) }
    }

    fn operand(&mut self) -> Expr {
        match self.take().as_str() {
            "(" => {
                let inner = self.chain();
                self.expect(")");
                inner
            }
            "!" => Expr::Not(Box::new(self.operand())),
            "-" => Expr::Constant(Value::Integer(-self.integer())),
            "TRUE" => Expr::Constant(Value::Bool(true)),
            "FALSE" => Expr::Constant(Value::Bool(false)),
            "next" => {
                self.expect("(");
                let name = self.take();
                self.expect(")");
                Expr::Next(name)
            }
            "case" => {
                let mut branches = Vec::new();
                while self.peek() != "esac" {
                    let condition = self.chain();
                    self.expect(":");
                    branches.push((condition, self.chain()));
                    self.expect(";");
                }
                self.expect("esac");
                Expr::Case(branches)
            }
            number if number.starts_with(|c: char| c.is_ascii_digit()) => {
                Expr::Constant(Value::Integer(number.parse().expect("an integer")))
            }
            word => {
                let first = word.chars().next().expect("not empty");
                assert!(first.is_ascii_alphabetic() || first == '_', "`{word}` is no name");
                Expr::Word(word.to_owned())
            }
        }
    }
}

/// Reads a file.
pub(crate) fn read(text: &str) -> Module {
    let mut reader = Reader { tokens: tokens(text), at: 0 };
    reader.expect("MODULE");
    reader.expect("main");
    let mut module = Module::default();
    let mut section = String::new();
    while reader.at < reader.tokens.len() {
        if ["IVAR", "VAR", "DEFINE", "INIT", "TRANS", "INVARSPEC"].contains(&reader.peek()) {
            section = reader.take();
        }
        match section.as_str() {
            "IVAR" | "VAR" => {
                let name = reader.take();
                reader.expect(":");
                let domain = reader.domain();
                let all = if section == "VAR" { &mut module.variables } else { &mut module.inputs };
                assert!(all.insert(name, domain).is_none(), "declared twice");
            }
            "DEFINE" => {
                let name = reader.take();
                reader.expect(":=");
                let meaning = reader.chain();
                assert!(module.defined.insert(name, meaning).is_none(), "defined twice");
            }
            "INIT" => module.init.push(reader.chain()),
            "TRANS" => module.trans.push(reader.chain()),
            _ => module.invariants.push(reader.chain()),
        }
        reader.expect(";");
    }
    for name in module.defined.keys() {
        assert!(!module.variables.contains_key(name) && !module.inputs.contains_key(name), "{name} is two things");
    }
    module
}

/// All valuations.
pub(crate) fn valuations(domains: &BTreeMap<String, Vec<Value>>) -> Vec<State> {
    domains.iter().fold(vec![State::new()], |all, (name, domain)| {
        let with = |state: &State, value: &Value| {
            let mut longer = state.clone();
            longer.insert(name.clone(), value.clone());
            longer
        };
        all.iter().flat_map(|state| domain.iter().map(move |value| with(state, value))).collect()
    })
}

impl Module {
    fn value(&self, expr: &Expr, now: &State, next: &State) -> Value {
        let of = |expr: &Expr| self.value(expr, now, next);
        let truth = |expr: &Expr| of(expr) == Value::Bool(true);
        let integer = |expr: &Expr| match of(expr) {
            Value::Integer(value) => value,
            other => panic!("{other:?} is no integer"),
        };
        match expr {
            Expr::Constant(value) => value.clone(),
            Expr::Next(name) => next[name].clone(),
            Expr::Word(name) => match (now.get(name), self.defined.get(name)) {
                (Some(value), _) => value.clone(),
                (None, Some(meaning)) => of(meaning),
                (None, None) => Value::Name(name.clone()),
            },
            Expr::Not(inner) => Value::Bool(!truth(inner)),
            Expr::Within(inner, names) => Value::Bool(names.contains(&of(inner))),
            Expr::Case(branches) => {
                of(&branches.iter().find(|(condition, _)| truth(condition)).expect("one is true").1)
            }
            Expr::Chain(operands, operator) => {
                let (left, right) = (&operands[0], &operands[1]);
                match operator.as_str() {
                    "&" => Value::Bool(operands.iter().all(truth)),
                    "|" => Value::Bool(operands.iter().any(truth)),
                    "->" => Value::Bool(!truth(left) || truth(right)),
                    "xor" => Value::Bool(truth(left) != truth(right)),
                    "=" => Value::Bool(of(left) == of(right)),
                    "!=" => Value::Bool(of(left) != of(right)),
                    "<" => Value::Bool(integer(left) < integer(right)),
                    "<=" => Value::Bool(integer(left) <= integer(right)),
                    ">" => Value::Bool(integer(left) > integer(right)),
                    ">=" => Value::Bool(integer(left) >= integer(right)),
                    "+" => Value::Integer(integer(left) + integer(right)),
                    "-" => Value::Integer(integer(left) - integer(right)),
                    "*" => Value::Integer(integer(left) * integer(right)),
                    "/" => Value::Integer(integer(left) / integer(right)),
                    "mod" => Value::Integer(integer(left) % integer(right)),
                    other => panic!("no operator `{other}`"),
                }
            }
        }
    }

    fn all(&self, conditions: &[Expr], now: &State, next: &State) -> bool {
        conditions.iter().all(|condition| self.value(condition, now, next) == Value::Bool(true))
    }

    /// Whether a state is initial.
    pub(crate) fn is_initial(&self, state: &State) -> bool {
        self.all(&self.init, state, state)
    }

    /// Whether values of the inputs lead from one state to another.
    pub(crate) fn is_step(&self, now: &State, inputs: &State, next: &State) -> bool {
        let now: State = now.iter().chain(inputs).map(|(name, value)| (name.clone(), value.clone())).collect();
        self.all(&self.trans, &now, next)
    }

    /// Which invariants are true in a state.
    pub(crate) fn invariants(&self, state: &State) -> Vec<bool> {
        self.invariants.iter().map(|condition| self.value(condition, state, state) == Value::Bool(true)).collect()
    }
}
