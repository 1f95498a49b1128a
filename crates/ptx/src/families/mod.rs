//! The instructions that units execute, from the syntax tree. The table of opcodes says which modifiers they have; each file here has
//! the operands of a family, and what its words mean.

mod operand;
mod packed;
mod permute;
mod print;
mod scalar;
mod selector;
#[cfg(test)]
mod tests;
mod video;

use crate::check::Checker;
use crate::parse::single;
use crate::tree::{Instruction as Parsed, Item, Register};
use crate::{Guard, Instruction, Operands, PermuteInstruction, SCALAR_OPERATIONS, ScalarInstruction};
use lanesmith_text::diagnostic::Diagnostic;
use std::fmt;

pub use packed::packed_mnemonics;

/// An instruction that a unit executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PtxInstruction {
    /// A SIMD video instruction, a dot product or a packed instruction.
    Video(Instruction),
    /// A scalar video instruction.
    Scalar(ScalarInstruction),
    /// A byte permute.
    Permute(PermuteInstruction),
}

/// A family of instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PtxFamily {
    /// SIMD video instructions, dot products and packed instructions.
    Video,
    /// Scalar video instructions.
    Scalar,
    /// The byte permute.
    Permute,
}

/// An instruction of the tree, whose modifiers are right, with what its places and names mean.
pub(crate) struct Reader<'m, 'a> {
    pub(crate) source: &'a str,
    /// The declarations that its names refer to.
    pub(crate) registers: &'m [Register<'a>],
    pub(crate) parsed: &'m Parsed<'a>,
}

impl PtxFamily {
    /// The family that an instruction is meant to be of.
    pub(crate) fn of(instruction: &Parsed) -> Option<PtxFamily> {
        let opcode = instruction.opcode.text;
        let is_like_video =
            || opcode.ends_with(['2', '4']) && opcode.bytes().rev().skip(1).all(|b| b.is_ascii_lowercase());
        match opcode {
            permute::OPCODE => Some(PtxFamily::Permute),
            "dp4a" | "dp2a" => Some(PtxFamily::Video),
            _ if !opcode.starts_with('v') => packed::is_packed(instruction).then_some(PtxFamily::Video),
            _ if is_like_video() => Some(PtxFamily::Video),
            _ => {
                let is_scalar = SCALAR_OPERATIONS.iter().any(|row| row.mnemonic == opcode);
                is_scalar.then_some(PtxFamily::Scalar)
            }
        }
    }
}

impl Reader<'_, '_> {
    /// The instruction of a family that it is.
    pub(crate) fn read(&self, family: PtxFamily) -> Result<PtxInstruction, Diagnostic> {
        match family {
            PtxFamily::Video if packed::is_packed(self.parsed) => self.packed().map(PtxInstruction::Video),
            PtxFamily::Video => self.video().map(PtxInstruction::Video),
            PtxFamily::Scalar => self.scalar().map(PtxInstruction::Scalar),
            PtxFamily::Permute => self.permute().map(PtxInstruction::Permute),
        }
    }

    fn guard(&self) -> Option<Guard> {
        self.parsed.guard.as_ref().map(|guard| Guard {
            predicate: guard.predicate.word.text.to_owned(),
            negated: guard.is_negated,
        })
    }

    fn has(&self, modifier: &str) -> bool {
        self.parsed.modifiers.iter().any(|word| word.text == modifier)
    }

    /// Whether each of the types, of d, a and b, is signed; false of d where it has none.
    fn types(&self) -> [bool; 3] {
        let words = self.parsed.modifiers.iter().map(|word| word.text);
        let mut signed = words
            .rev()
            .filter(|text| matches!(*text, ".u32" | ".s32"))
            .map(|text| text == ".s32");
        let [b, a, d] = std::array::from_fn(|_| signed.next().unwrap_or(false));
        [d, a, b]
    }
}

/// The family that the instruction of a text is meant to be of; guards, labels and blocks may precede it.
pub fn family(text: &str) -> Option<PtxFamily> {
    single(text, None).1.as_ref().and_then(PtxFamily::of)
}

/// Parses one SIMD video instruction, dot product or packed instruction with labels and a guard; its `;` may be left out. Blocks
/// `{ … }` may stand around it, which may declare registers; in these the `;` has to be there.
///
/// With `registers`, every register must be declared there, or in a block, with a type that fits; without, any name is a
/// register.
pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Instruction, Diagnostic> {
    let is_video = |one| match one {
        PtxInstruction::Video(one) => Some(one),
        _ => None,
    };
    read(
        source,
        registers,
        "a SIMD video instruction, dot product or packed instruction",
        is_video,
    )
}

impl ScalarInstruction {
    /// Parses one instruction, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        let is_scalar = |one| match one {
            PtxInstruction::Scalar(one) => Some(one),
            _ => None,
        };
        read(source, registers, "a scalar video instruction", is_scalar)
    }
}

impl PermuteInstruction {
    /// Parses one instruction, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        let is_permute = |one| match one {
            PtxInstruction::Permute(one) => Some(one),
            _ => None,
        };
        read(source, registers, "a byte permute", is_permute)
    }
}

/// Parses one instruction, of which `of` says whether it is what is wanted.
fn read<T>(
    source: &str,
    registers: Option<&Registers>,
    wanted: &str,
    of: fn(PtxInstruction) -> Option<T>,
) -> Result<T, Diagnostic> {
    const EXPECTED: &str = "an instruction such as vadd4.u32.u32.u32, vset2.s32.s32.lt, dp4a.u32.u32, add.u8x4, vmad.s32.s32.s32 or \
                            prmt.b32";
    let registers = registers.map(|registers| &registers.0[..]);
    let module = single(source, registers).0?;
    let (function, found) = match &module.items[..] {
        [Item::Function(function)] => (function, function.instructions()),
        _ => unreachable!("one function has the statements"),
    };
    let first = match found[..] {
        [one] => one,
        [_, second, ..] => {
            let message = "a second instruction";
            return Err(Diagnostic::new(second.span.range(), message, "exactly one instruction"));
        }
        [] => {
            let end = source.trim_end().len();
            let message = format!("the text has no instruction, not {wanted}");
            return Err(Diagnostic::new(end..end, message, EXPECTED));
        }
    };
    let unit = Checker::new(&module).only(function, first)?;
    unit.and_then(of).ok_or_else(|| {
        let message = format!("`{}` is not {wanted}", first.mnemonic());
        let last = first.modifiers.last().unwrap_or(&first.opcode);
        Diagnostic::new(first.opcode.start as usize..last.span().range().end, message, EXPECTED)
    })
}

/// The registers that a text may name.
#[derive(Clone, Debug, Default)]
pub struct Registers<'a>(pub(crate) Vec<Register<'a>>);

impl PtxInstruction {
    /// Parses one instruction of any family, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        read(source, registers, "an instruction that a unit executes", Some)
    }

    /// Its guard.
    pub fn guard(&self) -> Option<&Guard> {
        match self {
            PtxInstruction::Video(one) => one.guard.as_ref(),
            PtxInstruction::Scalar(one) => one.guard.as_ref(),
            PtxInstruction::Permute(one) => one.guard.as_ref(),
        }
    }

    /// Its operands.
    pub fn operands(&self) -> &Operands {
        match self {
            PtxInstruction::Video(one) => &one.operands,
            PtxInstruction::Scalar(one) => &one.operands,
            PtxInstruction::Permute(one) => &one.operands,
        }
    }

    /// Whether the result depends on `c`.
    pub fn needs_c(&self) -> bool {
        match self {
            PtxInstruction::Scalar(one) => one.needs_c(),
            _ => true,
        }
    }

    /// The SIMD video instruction that it is, if it is one.
    pub fn video(&self) -> Option<&Instruction> {
        match self {
            PtxInstruction::Video(one) => Some(one),
            _ => None,
        }
    }
}

impl fmt::Display for PtxInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PtxInstruction::Video(one) => one.fmt(f),
            PtxInstruction::Scalar(one) => one.fmt(f),
            PtxInstruction::Permute(one) => one.fmt(f),
        }
    }
}
