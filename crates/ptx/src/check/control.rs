//! Branches and calls (PTX ISA, section "Control Flow Instructions").

use super::operand::Numbered;
use super::{Checker, diagnostic};
use crate::data_type::{DataType, TypeClass};
use crate::opcodes::{Bound, Shape};
use crate::tree::{Block, Constant, Instruction, Item, Name, Operand, OperandKind, Statement, Symbol, Variable};

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks a branch or call; false if the instruction is another one.
    pub(super) fn control(&self, instruction: &'m Instruction<'a>, bound: &Bound) -> Result<bool, Numbered> {
        let refusal = match bound.form.operands.last().map(|pattern| pattern.shape) {
            Some(Shape::Label) => self.branch(instruction, 0),
            Some(Shape::Targets) => self.branch(instruction, 1).or_else(|| self.indexed(instruction)),
            Some(Shape::Function) => self.call(instruction),
            _ => return Ok(false),
        };
        let Some((at, message, expected)) = refusal else {
            return Ok(true);
        };
        let operand = instruction.operands.get(at).map(|operand| operand.span);
        Err((at, diagnostic(operand.unwrap_or(instruction.span), message, expected)))
    }

    /// Operand `at`, the last one, is a label.
    fn branch(&self, instruction: &Instruction, at: usize) -> Option<Refusal> {
        let is_label = |name: &Name| matches!(name.symbol, Symbol::Label(_) | Symbol::Unresolved);
        match instruction.operands.get(at).map(|operand| &operand.kind) {
            _ if instruction.operands.len() > at + 1 => refuse(at + 1, "an operand too many", "`;`"),
            Some(OperandKind::Name(name)) if is_label(name) => None,
            _ => refuse(at, "this is not a label", "a label of this function"),
        }
    }

    /// `brx.idx index, targets`.
    fn indexed(&self, instruction: &Instruction) -> Option<Refusal> {
        let label = instruction.operands.get(1).and_then(label);
        let is_list = |statement: &Statement| matches!(statement, Statement::Targets(own, _) if Some(*own) == label);
        if label.is_some() && self.find(|statement| is_list(statement).then_some(())).is_none() {
            return refuse(1, "this is not a list of labels", "the label of a `.branchtargets`");
        }
        let is_word = match instruction.operands.first().map(|operand| &operand.kind) {
            Some(OperandKind::Name(Name {
                symbol: Symbol::Register(index, _),
                ..
            })) => {
                let (kind, vector) = self.register(*index);
                vector == 1 && kind.bits == 32 && kind.class != TypeClass::Float
            }
            kind => matches!(kind, Some(OperandKind::Constant(_))),
        };
        match is_word {
            true => None,
            false => refuse(0, "the index is not an integer of 32 bits", "a register of type `.u32`"),
        }
    }

    /// `call (results), function, (arguments), prototype`.
    fn call(&self, instruction: &'m Instruction<'a>) -> Option<Refusal> {
        const PROTOTYPE: &str = "the label of a `.callprototype` or `.calltargets` at the end";
        const FUNCTION: &str = "a function (`.func`), or a register with its address";
        let operands = &instruction.operands;
        let list = |at: usize| match operands.get(at).map(|operand| &operand.kind) {
            Some(OperandKind::List(list)) => Some(list.as_slice()),
            _ => None,
        };
        let callee = usize::from(list(0).is_some());
        let arguments = callee + 1;
        let after = arguments + usize::from(list(arguments).is_some());
        if operands.len() > after + 1 {
            return refuse(after + 1, "an operand too many of `call`", "`;`");
        }
        let Some(OperandKind::Name(name)) = operands.get(callee).map(|operand| &operand.kind) else {
            return refuse(callee, "`call` lacks a function", FUNCTION);
        };
        if let Symbol::Register(index, _) = name.symbol
            && (self.register(index).0.class == TypeClass::Float || self.register(index).0.bits == 1)
        {
            let message = "the address of a function in a register of another type";
            return refuse(callee, message, "a register of type `.b64`");
        }
        let prototype = operands.get(after).map(label);
        if prototype == Some(None) {
            return refuse(after, "this is not a prototype", PROTOTYPE);
        }
        let (results, parameters): (&[Variable], &[Variable]) =
            match (self.item(name), name.symbol, prototype.flatten()) {
                (Some(Item::Function(function)), ..) if !function.is_entry => (&function.results, &function.parameters),
                (_, Symbol::Register(..), Some(label)) => self.find(|statement| match statement {
                    Statement::Prototype(found) if found.label == label => {
                        Some((&found.results[..], &found.parameters[..]))
                    }
                    _ => None,
                })?,
                (_, Symbol::Unresolved, _) => return None,
                (_, Symbol::Register(..), None) => {
                    return refuse(callee, "an indirect call without a prototype", PROTOTYPE);
                }
                _ => return refuse(callee, "the target of `call` is not a function", FUNCTION),
            };
        let given = list(0).filter(|_| callee == 1).unwrap_or_default();
        let results = self.formal(given, results, 0, "results");
        results.or_else(|| self.formal(list(arguments).unwrap_or_default(), parameters, arguments, "arguments"))
    }

    fn formal(&self, given: &[Operand], formal: &[Variable], at: usize, what: &str) -> Option<Refusal> {
        if given.len() != formal.len() {
            let message = format!("{} {what}, where the function has {}", given.len(), formal.len());
            return refuse(at, message, format!("{} {what}", formal.len()));
        }
        let mut pairs = given.iter().zip(formal);
        let (operand, formal) = pairs.find(|(operand, formal)| !self.passes(operand, formal, at == 0))?;
        let text = &self.module.source[operand.span.range()];
        let message = format!("`{text}` does not fit the function's `{}`", formal.name.text);
        let kind = formal.data_type.text;
        let expected = format!("a register, `.param` variable or constant of type `{kind}`");
        refuse(at, message, expected)
    }

    /// Whether an argument or result fits a formal one.
    fn passes(&self, operand: &Operand, formal: &Variable, is_result: bool) -> bool {
        let Some(kind) = formal.kind else {
            return true;
        };
        let is_any = |own: DataType| own.bits == kind.bits || own.bits == 0;
        let alignment = |variable: &Variable| variable.align.or(variable.kind.map(DataType::bytes));
        match &operand.kind {
            OperandKind::Name(name) => match (name.symbol, self.variable(name)) {
                (Symbol::Register(index, _), _) => is_any(self.register(index).0),
                (_, Some(variable)) => {
                    let is_array = !formal.dimensions.is_empty();
                    let groups = (variable.kind.and_then(group), group(kind));
                    let agrees = groups.0.is_none() || groups.1.is_none() || groups.0 == groups.1;
                    variable.bytes() == formal.bytes()
                        && variable.dimensions.is_empty() != is_array
                        && (if is_array {
                            alignment(variable) == alignment(formal)
                        } else {
                            agrees
                        })
                }
                (symbol, None) => matches!(symbol, Symbol::Unresolved | Symbol::WarpSize),
            },
            OperandKind::Constant(_) if is_result => false,
            OperandKind::Constant(Constant::Integer(..)) => kind.class != TypeClass::Float,
            OperandKind::Constant(_) => matches!(kind.class, TypeClass::Float | TypeClass::Bits),
            OperandKind::Part(..) | OperandKind::Offset(..) | OperandKind::Sink => true,
            _ => false,
        }
    }

    /// What a closure finds in the function's statements.
    fn find<T>(&self, found: impl Fn(&'m Statement<'a>) -> Option<T>) -> Option<T> {
        let mut blocks: Vec<&'m Block<'a>> = self.function?.body.iter().collect();
        while let Some(block) = blocks.pop() {
            blocks.extend(block.statements.iter().filter_map(|statement| match statement {
                Statement::Block(inner) => Some(inner),
                _ => None,
            }));
            if let Some(found) = block.statements.iter().find_map(&found) {
                return Some(found);
            }
        }
        None
    }
}

/// The operand, what is wrong with it, and what is expected.
type Refusal = (usize, String, String);

fn refuse(at: usize, message: impl Into<String>, expected: impl Into<String>) -> Option<Refusal> {
    Some((at, message.into(), expected.into()))
}

/// The label that an operand is.
fn label(operand: &Operand) -> Option<u32> {
    match operand.kind {
        OperandKind::Name(Name {
            symbol: Symbol::Label(label),
            ..
        }) => Some(label),
        _ => None,
    }
}

/// Whether a type is one of floats or of integers; neither of `.b` types.
fn group(kind: DataType) -> Option<bool> {
    (kind.class != TypeClass::Bits).then_some(kind.class == TypeClass::Float)
}
