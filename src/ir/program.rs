//! Expressions made ready for repeated evaluation: postfix code for a small stack machine.
//!
//! Evaluation does not recurse, and allocates only for expressions deeper than people write.

use super::expr::{ArithmeticOp, Comparison, Expr, ExprId, Exprs};
use super::id::{ActionId, AgentId, VarId};
use super::state::{JointAction, State};

/// The value of an expression: Booleans are 0 and 1, symbols their numbers. `None` after an inexact division.
pub type Value = Option<i64>;

#[derive(Debug, Clone, Copy)]
enum Op {
    Push(i64),
    Load(VarId),
    Performs(AgentId, ActionId),
    Not,
    And,
    Or,
    Xor,
    Compare(Comparison),
    Arithmetic(ArithmeticOp),
    /// Skips the right operand of `And` (and its operator) if the left one is false: leaves false.
    SkipIfFalse(u32),
    /// Skips the right operand of `Or` (and its operator) if the left one is true: leaves true.
    SkipIfTrue(u32),
}

/// One expression in postfix form.
#[derive(Debug, Clone)]
pub struct Program {
    ops: Vec<Op>,
    /// How many values the stack holds at most.
    depth: usize,
}

/// Stacks up to this depth live on the machine's own stack.
const SHALLOW: usize = 16;

impl Program {
    /// The code of `root`.
    #[must_use]
    pub fn compile(exprs: &Exprs, root: ExprId) -> Self {
        enum Task {
            Visit(ExprId),
            Emit(Op),
            /// Emits a skip here and patches it when the task below it in the stack is reached.
            Skip(bool),
            Land,
        }
        let mut ops = Vec::new();
        let mut skips = Vec::new();
        let mut tasks = vec![Task::Visit(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Emit(op) => ops.push(op),
                Task::Skip(on) => {
                    skips.push(ops.len());
                    ops.push(if on { Op::SkipIfTrue(0) } else { Op::SkipIfFalse(0) });
                }
                Task::Land => {
                    let at = skips.pop().expect("every landing has its skip");
                    let length = u32::try_from(ops.len() - at - 1).expect("the front end limits the size of its input");
                    match &mut ops[at] {
                        Op::SkipIfFalse(skipped) | Op::SkipIfTrue(skipped) => *skipped = length,
                        other => unreachable!("`Task::Skip` has put a skip here, not {other:?}"),
                    }
                }
                Task::Visit(id) => match exprs.get(id) {
                    Expr::Bool(value) => ops.push(Op::Push(i64::from(value))),
                    Expr::Integer(value) => ops.push(Op::Push(value)),
                    Expr::Symbol(symbol) => ops.push(Op::Push(symbol.index() as i64)),
                    Expr::Variable(variable) => ops.push(Op::Load(variable)),
                    Expr::Performs(agent, action) => ops.push(Op::Performs(agent, action)),
                    Expr::Not(inner) => tasks.extend([Task::Emit(Op::Not), Task::Visit(inner)]),
                    Expr::And(left, right) => tasks.extend([
                        Task::Land,
                        Task::Emit(Op::And),
                        Task::Visit(right),
                        Task::Skip(false),
                        Task::Visit(left),
                    ]),
                    Expr::Or(left, right) => tasks.extend([
                        Task::Land,
                        Task::Emit(Op::Or),
                        Task::Visit(right),
                        Task::Skip(true),
                        Task::Visit(left),
                    ]),
                    Expr::Xor(left, right) => {
                        tasks.extend([Task::Emit(Op::Xor), Task::Visit(right), Task::Visit(left)]);
                    }
                    Expr::Compare(comparison, left, right) => {
                        tasks.extend([Task::Emit(Op::Compare(comparison)), Task::Visit(right), Task::Visit(left)]);
                    }
                    Expr::Arithmetic(operator, left, right) => {
                        tasks.extend([Task::Emit(Op::Arithmetic(operator)), Task::Visit(right), Task::Visit(left)]);
                    }
                },
            }
        }
        let depth = depth(&ops);
        Self { ops, depth }
    }

    /// The truth of a condition over a state alone.
    #[must_use]
    pub fn holds(&self, state: &State) -> bool {
        self.run(state, None) == Some(1)
    }

    /// The truth of a condition over a state and a joint action.
    #[must_use]
    pub fn holds_under(&self, state: &State, action: &JointAction) -> bool {
        self.run(state, Some(action)) == Some(1)
    }

    /// The value of a right-hand side.
    #[must_use]
    pub fn value(&self, state: &State) -> Value {
        self.run(state, None)
    }

    fn run(&self, state: &State, joint: Option<&JointAction>) -> Value {
        if self.depth <= SHALLOW {
            self.run_on(&mut Stack { values: &mut [None; SHALLOW], used: 0 }, state, joint)
        } else {
            self.run_on(&mut Stack { values: &mut vec![None; self.depth], used: 0 }, state, joint)
        }
    }

    fn run_on(&self, stack: &mut Stack<'_>, state: &State, joint: Option<&JointAction>) -> Value {
        let mut at = 0;
        while let Some(&op) = self.ops.get(at) {
            at += 1;
            match op {
                Op::Push(value) => stack.push(Some(value)),
                Op::Load(variable) => stack.push(Some(state.get(variable))),
                Op::Performs(agent, action) => {
                    let joint = joint.expect("resolve admits action tests in evolution conditions only");
                    stack.push(Some(i64::from(joint.get(agent) == action)));
                }
                Op::Not => {
                    let inner = stack.pop();
                    stack.push(inner.map(|value| 1 - value));
                }
                Op::SkipIfFalse(length) => {
                    if stack.top() == Some(0) {
                        at += length as usize;
                    }
                }
                Op::SkipIfTrue(length) => {
                    if stack.top() == Some(1) {
                        at += length as usize;
                    }
                }
                Op::And => stack.binary(|left, right| Some(left & right)),
                Op::Or => stack.binary(|left, right| Some(left | right)),
                Op::Xor => stack.binary(|left, right| Some(left ^ right)),
                Op::Compare(comparison) => {
                    let right = stack.pop();
                    let left = stack.pop();
                    let truth = left.zip(right).is_some_and(|(left, right)| comparison.holds(left, right));
                    stack.push(Some(i64::from(truth)));
                }
                Op::Arithmetic(operator) => stack.binary(|left, right| match operator {
                    ArithmeticOp::Add => left.checked_add(right),
                    ArithmeticOp::Subtract => left.checked_sub(right),
                    ArithmeticOp::Multiply => left.checked_mul(right),
                    ArithmeticOp::Divide => {
                        left.checked_rem(right).filter(|&rest| rest == 0).and_then(|_| left.checked_div(right))
                    }
                }),
            }
        }
        stack.pop()
    }
}

/// The operands that wait for their operator.
struct Stack<'a> {
    values: &'a mut [Value],
    used: usize,
}

impl Stack<'_> {
    fn push(&mut self, value: Value) {
        self.values[self.used] = value;
        self.used += 1;
    }

    fn pop(&mut self) -> Value {
        self.used -= 1;
        self.values[self.used]
    }

    fn top(&self) -> Value {
        self.values[self.used - 1]
    }

    fn binary(&mut self, apply: impl Fn(i64, i64) -> Value) {
        let right = self.pop();
        let left = self.pop();
        self.push(left.zip(right).and_then(|(left, right)| apply(left, right)));
    }
}

/// The depth that a stack needs. A skip leaves what the code that it skips would have left, so it changes nothing.
fn depth(ops: &[Op]) -> usize {
    let (mut used, mut most) = (0usize, 0);
    for op in ops {
        match op {
            Op::Push(_) | Op::Load(_) | Op::Performs(..) => used += 1,
            Op::Not | Op::SkipIfFalse(_) | Op::SkipIfTrue(_) => {}
            Op::And | Op::Or | Op::Xor | Op::Compare(_) | Op::Arithmetic(_) => used -= 1,
        }
        most = most.max(used);
    }
    most
}
