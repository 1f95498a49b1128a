//! Branches and calls.

use super::{Checker, diagnostic};
use crate::data_type::{DataType, TypeClass};
use crate::opcodes::{Bound, Shape};
use crate::tree::{
    Block, Constant, Instruction, Item, Name, Operand, OperandKind, Prototype, Statement, Symbol, Variable,
};
use lanesmith_text::diagnostic::Diagnostic;

type Wrong = (usize, Diagnostic);

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks a branch or call; false if the instruction is another one.
    pub(super) fn control(&self, instruction: &'m Instruction<'a>, bound: &Bound) -> Result<bool, Wrong> {
        let last = bound.form.operands.last().map(|pattern| pattern.shape);
        match last {
            Some(Shape::Label) => self.label(instruction, 0, 1).map(|()| true),
            Some(Shape::Targets) => self.indexed(instruction).map(|()| true),
            Some(Shape::Function) => self.call(instruction).map(|()| true),
            _ => Ok(false),
        }
    }

    /// Operand `at` of `count` is a label.
    fn label(&self, instruction: &'m Instruction<'a>, at: usize, count: usize) -> Result<(), Wrong> {
        if let Some(extra) = instruction.operands.get(count) {
            let message = format!("`{}` has {count} operands", instruction.opcode.text);
            return Err((count, diagnostic(extra.span, message, "`;`")));
        }
        match instruction.operands.get(at).map(|operand| &operand.kind) {
            Some(OperandKind::Name(Name {
                symbol: Symbol::Label(_) | Symbol::Unresolved,
                ..
            })) => Ok(()),
            _ => {
                let span = instruction
                    .operands
                    .get(at)
                    .map_or(instruction.span, |operand| operand.span);
                let message = format!("`{}` lacks a label", instruction.opcode.text);
                Err((at, diagnostic(span, message, "a label of this function")))
            }
        }
    }

    /// `brx.idx index, targets`.
    fn indexed(&self, instruction: &'m Instruction<'a>) -> Result<(), Wrong> {
        self.label(instruction, 1, 2)?;
        if let Some(OperandKind::Name(name)) = instruction.operands.get(1).map(|operand| &operand.kind)
            && let Symbol::Label(label) = name.symbol
            && !self.has_targets(label)
        {
            let message = format!("`{}` is not a list of labels", name.word.text);
            return Err((
                1,
                diagnostic(name.word.span(), message, "the label of a `.branchtargets`"),
            ));
        }
        let Some(Operand { kind, span }) = instruction.operands.first() else {
            return Ok(());
        };
        let is_word = match kind {
            OperandKind::Name(Name {
                symbol: Symbol::Register(index, _),
                ..
            }) => self
                .register(*index)
                .is_none_or(|(kind, vector)| vector == 1 && kind.bits == 32 && kind.class != TypeClass::Float),
            OperandKind::Constant(_) => true,
            _ => false,
        };
        match is_word {
            true => Ok(()),
            false => Err((
                0,
                diagnostic(
                    *span,
                    "the index of a branch is not an integer of 32 bits",
                    "a register of type `.u32`",
                ),
            )),
        }
    }

    /// `call (results), function, (arguments), prototype`.
    fn call(&self, instruction: &'m Instruction<'a>) -> Result<(), Wrong> {
        let operands = &instruction.operands;
        let refuse = |at: usize, message: &str, expected: &str| {
            let span = operands.get(at).map_or(instruction.span, |operand| operand.span);
            Err((at, diagnostic(span, message, expected)))
        };
        let is_list = |at: usize| {
            matches!(
                operands.get(at).map(|operand| &operand.kind),
                Some(OperandKind::List(_))
            )
        };
        let callee = usize::from(is_list(0));
        let arguments = callee + 1;
        let after = arguments + usize::from(is_list(arguments));
        if operands.len() > after + 1 {
            return refuse(after + 1, "an operand too many of `call`", "`;`");
        }
        let Some(OperandKind::Name(name)) = operands.get(callee).map(|operand| &operand.kind) else {
            return refuse(
                callee,
                "`call` lacks a function",
                "a function, or a register with its address",
            );
        };
        let label = match operands.get(after).map(|operand| &operand.kind) {
            None => None,
            Some(OperandKind::Name(Name {
                symbol: Symbol::Label(label),
                ..
            })) => Some(*label),
            Some(OperandKind::Name(Name {
                symbol: Symbol::Unresolved,
                ..
            })) => return Ok(()),
            Some(_) => {
                return refuse(
                    after,
                    "not a prototype",
                    "the label of a `.callprototype` or `.calltargets`",
                );
            }
        };
        let (results, parameters): (&'m [Variable], &'m [Variable]) = match name.symbol {
            Symbol::Item(index) => match self.module.items.get(index as usize) {
                Some(Item::Function(function)) if !function.is_entry => (&function.results, &function.parameters),
                _ => return refuse(callee, "the target of `call` is not a function", "a function (`.func`)"),
            },
            Symbol::Register(..) => match label {
                None => {
                    return refuse(
                        callee,
                        "an indirect call without a prototype",
                        "the label of a `.callprototype`",
                    );
                }
                Some(label) => match self.prototype(label) {
                    Some(prototype) => (&prototype.results, &prototype.parameters),
                    None => return Ok(()),
                },
            },
            Symbol::Unresolved => return Ok(()),
            _ => return refuse(callee, "the target of `call` is not a function", "a function (`.func`)"),
        };
        let list = |at: usize| match operands.get(at).map(|operand| &operand.kind) {
            Some(OperandKind::List(list)) => list.as_slice(),
            _ => &[],
        };
        let given = if callee == 1 { list(0) } else { &[] };
        self.formal(instruction, given, results, 0, "results")?;
        self.formal(instruction, list(arguments), parameters, arguments, "arguments")
    }

    fn formal(
        &self,
        instruction: &Instruction,
        given: &[Operand],
        formal: &[Variable],
        at: usize,
        what: &str,
    ) -> Result<(), Wrong> {
        if given.len() != formal.len() {
            let message = format!("{} {what}, where the function has {}", given.len(), formal.len());
            return Err((
                at,
                diagnostic(instruction.span, message, format!("{} {what}", formal.len())),
            ));
        }
        for (operand, formal) in given.iter().zip(formal) {
            if !self.passes(operand, formal) {
                let message = format!(
                    "{} does not fit the function's `{}`",
                    &self.module.source[operand.span.range()],
                    formal.name.text
                );
                let expected = format!(
                    "a register, `.param` variable or constant of type `{}`",
                    formal.data_type.text
                );
                return Err((at, diagnostic(operand.span, message, expected)));
            }
        }
        Ok(())
    }

    /// Whether an argument or result fits a formal one.
    fn passes(&self, operand: &Operand, formal: &Variable) -> bool {
        let Some(kind) = formal.kind else {
            return true;
        };
        let fits = |own: DataType| own.bits == kind.bits;
        match &operand.kind {
            OperandKind::Name(name) => match (name.symbol, self.variable(name)) {
                (Symbol::Register(index, _), _) => self.register(index).is_none_or(|(own, _)| fits(own)),
                (_, Some(variable)) => {
                    let size = |variable: &Variable| {
                        let own = variable.kind.map_or(0, |kind| u64::from(kind.bits));
                        let lengths = variable.dimensions.iter().map(|length| length.unwrap_or(0));
                        lengths.fold(own * u64::from(variable.vector), u64::saturating_mul)
                    };
                    size(variable) == size(formal) && variable.dimensions.is_empty() == formal.dimensions.is_empty()
                }
                (Symbol::Unresolved | Symbol::WarpSize, _) => true,
                _ => false,
            },
            OperandKind::Constant(constant) => {
                matches!(constant, Constant::Integer(..)) == (kind.class != TypeClass::Float)
                    || kind.class == TypeClass::Bits
            }
            OperandKind::List(_) | OperandKind::Address(_) | OperandKind::Pair(_) | OperandKind::Not(_) => false,
            _ => true,
        }
    }

    /// The prototype with a label.
    fn prototype(&self, label: u32) -> Option<&'m Prototype<'a>> {
        self.find(|statement| match statement {
            Statement::Prototype(prototype) if prototype.label == label => Some(prototype),
            _ => None,
        })
    }

    fn has_targets(&self, label: u32) -> bool {
        let found = self.find(|statement| match statement {
            Statement::Targets(own, _) if *own == label => Some(()),
            _ => None,
        });
        found.is_some()
    }

    /// What a closure finds in the function's statements.
    fn find<T>(&self, found: impl Fn(&'m Statement<'a>) -> Option<T>) -> Option<T> {
        let mut blocks: Vec<&'m Block<'a>> = self.function?.body.iter().collect();
        while let Some(block) = blocks.pop() {
            for statement in &block.statements {
                if let Statement::Block(inner) = statement {
                    blocks.push(inner);
                }
                if let Some(found) = found(statement) {
                    return Some(found);
                }
            }
        }
        None
    }
}
