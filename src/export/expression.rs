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
enum Piece {
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
        self.write(Piece::Expr(root))
    }

    /// In SMV, that an expression has a value: nothing if it always has.
    pub(super) fn defined(&self, root: ExprId) -> Option<String> {
        (self.dialect == Dialect::Smv && self.divides(root)).then(|| self.write(Piece::Defined(root)))
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
    fn write(&self, root: Piece) -> String {
        let mut out = String::new();
        let mut work = vec![root];
        while let Some(piece) = work.pop() {
            let pieces = match piece {
                Piece::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Piece::Words(text) => {
                    out.push_str(&text);
                    continue;
                }
                Piece::Expr(id) => self.pieces(id),
                Piece::Defined(id) => self.exactness(id),
                Piece::Divisor(id) => vec![
                    Piece::Text("(case "),
                    Piece::Expr(id),
                    Piece::Text(" = 0 : 1; TRUE : "),
                    Piece::Expr(id),
                    Piece::Text("; esac)"),
                ],
            };
            work.extend(pieces.into_iter().rev());
        }
        out
    }

    fn pieces(&self, id: ExprId) -> Vec<Piece> {
        let smv = self.dialect == Dialect::Smv;
        let binary = |word: &'static str, left, right| {
            vec![Piece::Text("("), Piece::Expr(left), Piece::Text(word), Piece::Expr(right), Piece::Text(")")]
        };
        match self.system.exprs.get(id) {
            Expr::Bool(value) => vec![Piece::Text(match (value, smv) {
                (true, true) => "TRUE",
                (false, true) => "FALSE",
                (true, false) => "true",
                (false, false) => "false",
            })],
            Expr::Integer(value) if value < 0 => vec![Piece::Words(format!("({value})"))],
            Expr::Integer(value) => vec![Piece::Words(value.to_string())],
            Expr::Symbol(symbol) => {
                let name = &self.system.symbols[symbol.index()];
                vec![Piece::Words(if smv { smv_word(name) } else { name.clone() })]
            }
            Expr::Variable(variable) => vec![Piece::Words(self.variable(variable))],
            Expr::Performs(agent, action) => {
                let agent = self.system.agent(agent);
                let action = &agent.actions[action.index()];
                vec![Piece::Words(match smv {
                    true => format!("({}$Action = {})", agent.name, smv_word(action)),
                    false => format!("({}.Action = {action})", agent.name),
                })]
            }
            Expr::Not(inner) => vec![Piece::Text("(!"), Piece::Expr(inner), Piece::Text(")")],
            Expr::And(left, right) => binary(if smv { " & " } else { " and " }, left, right),
            Expr::Or(left, right) => binary(if smv { " | " } else { " or " }, left, right),
            Expr::Xor(left, right) => binary(if smv { " xor " } else { " ^ " }, left, right),
            Expr::Compare(comparison, left, right) => {
                let plain = binary(self.comparison(comparison), left, right);
                if !smv || !(self.divides(left) || self.divides(right)) {
                    return plain;
                }
                let mut exact = vec![Piece::Text("(")];
                for side in [left, right].into_iter().filter(|&side| self.divides(side)) {
                    exact.extend([Piece::Defined(side), Piece::Text(" & ")]);
                }
                exact.into_iter().chain(plain).chain([Piece::Text(")")]).collect()
            }
            Expr::Arithmetic(ArithmeticOp::Divide, left, right) if smv => {
                let parts = [Piece::Text("("), Piece::Expr(left), Piece::Text(" / "), Piece::Divisor(right)];
                parts.into_iter().chain([Piece::Text(")")]).collect()
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
    fn exactness(&self, id: ExprId) -> Vec<Piece> {
        let mut pieces = vec![Piece::Text("(TRUE")];
        for (left, right) in self.divisions(id) {
            pieces.extend([Piece::Text(" & ("), Piece::Expr(right), Piece::Text(" != 0) & ((")]);
            pieces.extend([Piece::Expr(left), Piece::Text(" mod "), Piece::Divisor(right), Piece::Text(") = 0)")]);
        }
        pieces.push(Piece::Text(")"));
        pieces
    }
}
