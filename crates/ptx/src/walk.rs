//! Ways through the tree.

use crate::tree::{Block, Function, Instruction, Name, Operand, OperandKind, Span, Statement, Variable};

impl<'a> Function<'a> {
    /// The instructions of its body, those of inner blocks included, in the order of the text.
    pub fn instructions(&self) -> Vec<&Instruction<'a>> {
        let mut found = vec![];
        if let Some(body) = &self.body {
            instructions(body, &mut found);
        }
        found
    }
}

/// Blocks are nested at most as deep as the parser allows.
fn instructions<'m, 'a>(block: &'m Block<'a>, found: &mut Vec<&'m Instruction<'a>>) {
    for statement in &block.statements {
        match statement {
            Statement::Instruction(instruction) => found.push(instruction),
            Statement::Block(inner) => instructions(inner, found),
            _ => {}
        }
    }
}

impl<'a> Instruction<'a> {
    /// The opcode with its modifiers: `ld.global.u32`.
    pub fn mnemonic(&self) -> String {
        let modifiers = self.modifiers.iter().map(|modifier| modifier.text);
        [self.opcode.text].into_iter().chain(modifiers).collect()
    }

    /// The place of the opcode with its modifiers.
    pub(crate) fn name_span(&self) -> Span {
        let last = self.modifiers.last().unwrap_or(&self.opcode);
        Span {
            start: self.opcode.start,
            end: last.span().end,
        }
    }

    /// The names in its operands.
    pub fn names(&self) -> Vec<&Name<'a>> {
        let mut found = vec![];
        names(&self.operands, &mut found);
        found
    }
}

fn names<'m, 'a>(operands: &'m [Operand<'a>], found: &mut Vec<&'m Name<'a>>) {
    for operand in operands {
        match &operand.kind {
            OperandKind::Name(name)
            | OperandKind::Not(name)
            | OperandKind::Negative(name)
            | OperandKind::Offset(name, _) => found.push(name),
            OperandKind::Element(pair) => found.extend(pair.iter()),
            OperandKind::Part(whole, _) => names(std::slice::from_ref(&**whole), found),
            OperandKind::Vector(parts) | OperandKind::List(parts) => names(parts, found),
            OperandKind::Pair(pair) => names(&pair[..], found),
            OperandKind::Address(address) => {
                names(address.base.as_slice(), found);
                names(&address.rest, found);
            }
            OperandKind::Constant(_) | OperandKind::Sink => {}
        }
    }
}

impl Variable<'_> {
    /// Its size in bytes. `None` of types without bits, of open dimensions, and of more than 64 bits can count.
    pub fn bytes(&self) -> Option<u64> {
        let element = u64::from(self.kind?.bytes() * self.vector);
        let elements = self.dimensions.iter().copied();
        elements
            .chain([Some(u64::from(self.range.unwrap_or(1)))])
            .try_fold(element, |bytes, length| bytes.checked_mul(length?))
    }
}
