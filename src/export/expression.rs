//! Conditions and right-hand sides as text, fully in parentheses, in the words of ISPL or of SMV.
//!
//! Both know the same operators but for division: ours is exact, and a comparison with something that has no value is
//! false. In SMV a comparison comes with the condition that all divisions in it are exact, and no divisor is ever 0.

use crate::ir::{ArithmeticOp, Comparison, Domain, Expr, ExprId, InterpretedSystem, VarId};

/// How things are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// For people who know ISPL; all names are qualified.
    Ispl,
    /// For NuSMV and nuXmv.
    Smv,
}

/// Words of the language SMV, which are not names there (NuSMV 2.6 User Manual).
const SMV_WORDS: &str = "\
    MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC COMPUTE \
    NAME INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN CONSTRAINT SIMPWFF CTLWFF LTLWFF PSLWFF COMPWFF IN \
    MIN MAX MIRROR PRED PREDICATES process array of boolean integer real word word1 bool signed unsigned \
    extend resize sizeof uwconst swconst EX AX EF AF EG AG E F O G H X Y Z A U S V T BU EBF ABF EBG ABG case \
    esac mod next init union in xor xnor self TRUE FALSE count abs max min toint ITYPE READ WRITE";

/// A name of a value or an action in SMV.
pub(super) fn smv_word(word: &str) -> String {
    let plain: String = word.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    // No identifier of ISPL has a dollar sign, so that nothing is called twice the same.
    let taken = SMV_WORDS.split(' ').any(|other| other == word);
    if plain == word && !taken { plain } else { format!("{plain}$") }
}

/// A part of a text that is being written.
enum ExpressionPart {
    Text(&'static str),
    Words(String),
    Expr(ExprId),
    /// Whether an integer has a value.
    Defined(ExprId),
    /// A divisor, or 1 where it is 0.
    Divisor(ExprId),
}

/// Writes the expressions of a system.
#[derive(Debug, Clone, Copy)]
pub(super) struct Writer<'s> {
    pub(super) system: &'s InterpretedSystem,
    pub(super) dialect: Dialect,
}

impl Writer<'_> {
    /// The name of a variable.
    pub(super) fn variable(&self, id: VarId) -> String {
        let qualified = self.system.qualified(id);
        if self.dialect == Dialect::Smv { qualified.replacen('.', "$", 1) } else { qualified }
    }

    /// A value of a variable.
    pub(super) fn value(&self, variable: VarId, value: i64) -> String {
        let shown = self.system.show_value(variable, value);
        match (&self.system.variable(variable).domain, self.dialect) {
            (Domain::Enumeration(_), Dialect::Smv) => smv_word(&shown),
            (Domain::Boolean, Dialect::Smv) => shown.to_uppercase(),
            _ => shown,
        }
    }

    /// An expression.
    pub(super) fn expression(&self, root: ExprId) -> String {
        self.write(ExpressionPart::Expr(root))
    }

    /// In SMV, that an expression has a value: nothing if it always has.
    pub(super) fn defined(&self, root: ExprId) -> Option<String> {
        (self.dialect == Dialect::Smv && self.divides(root)).then(|| self.write(ExpressionPart::Defined(root)))
    }

    /// Whether there is a division in the value of an expression, not only in a comparison.
    fn divides(&self, root: ExprId) -> bool {
        !self.divisions(root).is_empty()
    }

    /// The divisions that an integer needs.
    fn divisions(&self, root: ExprId) -> Vec<(ExprId, ExprId)> {
        let divisions = |id: ExprId| match self.system.exprs.get(id) {
            Expr::Arithmetic(ArithmeticOp::Divide, left, right) => Some((left, right)),
            _ => None,
        };
        match self.system.exprs.get(root) {
            // Inside a truth value there may be divisions, but it has a value anyway.
            Expr::Arithmetic(..) => self.system.exprs.below([root]).into_iter().filter_map(divisions).collect(),
            _ => Vec::new(),
        }
    }

    /// With a list of what is left to write, so that no depth of nesting matters.
    fn write(&self, root: ExpressionPart) -> String {
        let mut out = String::new();
        let mut work = vec![root];
        while let Some(piece) = work.pop() {
            let pieces = match piece {
                ExpressionPart::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                ExpressionPart::Words(text) => {
                    out.push_str(&text);
                    continue;
                }
                ExpressionPart::Expr(id) => self.pieces(id),
                ExpressionPart::Defined(id) => self.exactness(id),
                ExpressionPart::Divisor(id) => vec![
                    ExpressionPart::Text("(case "),
                    ExpressionPart::Expr(id),
                    ExpressionPart::Text(" = 0 : 1; TRUE : "),
                    ExpressionPart::Expr(id),
                    ExpressionPart::Text("; esac)"),
                ],
            };
            work.extend(pieces.into_iter().rev());
        }
        out
    }

    fn pieces(&self, id: ExprId) -> Vec<ExpressionPart> {
        let smv = self.dialect == Dialect::Smv;
        let binary = |word: &'static str, left, right| {
            vec![
                ExpressionPart::Text("("),
                ExpressionPart::Expr(left),
                ExpressionPart::Text(word),
                ExpressionPart::Expr(right),
                ExpressionPart::Text(")"),
            ]
        };
        match self.system.exprs.get(id) {
            Expr::Bool(value) => vec![ExpressionPart::Text(match (value, smv) {
                (true, true) => "TRUE",
                (false, true) => "FALSE",
                (true, false) => "true",
                (false, false) => "false",
            })],
            Expr::Integer(value) if value < 0 => vec![ExpressionPart::Words(format!("({value})"))],
            Expr::Integer(value) => vec![ExpressionPart::Words(value.to_string())],
            Expr::Symbol(symbol) => {
                let name = &self.system.symbols[symbol.index()];
                vec![ExpressionPart::Words(if smv { smv_word(name) } else { name.clone() })]
            }
            Expr::Variable(variable) => vec![ExpressionPart::Words(self.variable(variable))],
            Expr::Performs(agent, action) => {
                let agent = self.system.agent(agent);
                let action = &agent.actions[action.index()];
                vec![ExpressionPart::Words(match smv {
                    true => format!("({}$Action = {})", agent.name, smv_word(action)),
                    false => format!("({}.Action = {action})", agent.name),
                })]
            }
            Expr::Not(inner) => {
                vec![ExpressionPart::Text("(!"), ExpressionPart::Expr(inner), ExpressionPart::Text(")")]
            }
            Expr::And(left, right) => binary(if smv { " & " } else { " and " }, left, right),
            Expr::Or(left, right) => binary(if smv { " | " } else { " or " }, left, right),
            Expr::Xor(left, right) => binary(if smv { " xor " } else { " ^ " }, left, right),
            Expr::Compare(comparison, left, right) => {
                let plain = binary(self.comparison(comparison), left, right);
                if !smv || !(self.divides(left) || self.divides(right)) {
                    return plain;
                }
                let mut exact = vec![ExpressionPart::Text("(")];
                for side in [left, right].into_iter().filter(|&side| self.divides(side)) {
                    exact.extend([ExpressionPart::Defined(side), ExpressionPart::Text(" & ")]);
                }
                exact.into_iter().chain(plain).chain([ExpressionPart::Text(")")]).collect()
            }
            Expr::Arithmetic(ArithmeticOp::Divide, left, right) if smv => {
                let parts = [
                    ExpressionPart::Text("("),
                    ExpressionPart::Expr(left),
                    ExpressionPart::Text(" / "),
                    ExpressionPart::Divisor(right),
                ];
                parts.into_iter().chain([ExpressionPart::Text(")")]).collect()
            }
            Expr::Arithmetic(operator, left, right) => {
                let word = match operator {
                    ArithmeticOp::Add => " + ",
                    ArithmeticOp::Subtract => " - ",
                    ArithmeticOp::Multiply => " * ",
                    ArithmeticOp::Divide => " / ",
                };
                binary(word, left, right)
            }
        }
    }

    fn comparison(&self, comparison: Comparison) -> &'static str {
        match comparison {
            Comparison::Equal => " = ",
            Comparison::Different if self.dialect == Dialect::Smv => " != ",
            Comparison::Different => " <> ",
            Comparison::Less => " < ",
            Comparison::LessEqual => " <= ",
            Comparison::Greater => " > ",
            Comparison::GreaterEqual => " >= ",
        }
    }

    /// All divisions are exact.
    fn exactness(&self, id: ExprId) -> Vec<ExpressionPart> {
        let mut pieces = vec![ExpressionPart::Text("(TRUE")];
        for (left, right) in self.divisions(id) {
            pieces.extend([
                ExpressionPart::Text(" & ("),
                ExpressionPart::Expr(right),
                ExpressionPart::Text(" != 0) & (("),
            ]);
            pieces.extend([
                ExpressionPart::Expr(left),
                ExpressionPart::Text(" mod "),
                ExpressionPart::Divisor(right),
                ExpressionPart::Text(") = 0)"),
            ]);
        }
        pieces.push(ExpressionPart::Text(")"));
        pieces
    }
}
