//! The instructions that units execute, from instructions of the syntax tree that the table of opcodes allows: what their words mean.

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

/// The registers that a text may name.
#[derive(Clone, Debug, Default)]
pub struct Registers<'a>(pub(crate) Vec<Register<'a>>);

impl PtxFamily {
    /// The family that an instruction is meant to be of.
    fn of(instruction: &Parsed) -> Option<PtxFamily> {
        match instruction.opcode.text {
            permute::OPCODE => Some(PtxFamily::Permute),
            "dp4a" | "dp2a" => Some(PtxFamily::Video),
            opcode if !opcode.starts_with('v') => packed::is_packed(instruction).then_some(PtxFamily::Video),
            opcode if opcode.ends_with(['2', '4']) => Some(PtxFamily::Video),
            opcode => {
                let is_scalar = SCALAR_OPERATIONS.iter().any(|row| row.mnemonic == opcode);
                is_scalar.then_some(PtxFamily::Scalar)
            }
        }
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
    read(source, registers, "a SIMD video instruction", |one| match one {
        PtxInstruction::Video(one) => Some(one),
        _ => None,
    })
}

impl ScalarInstruction {
    /// Parses one instruction, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        read(source, registers, "a scalar video instruction", |one| match one {
            PtxInstruction::Scalar(one) => Some(one),
            _ => None,
        })
    }
}

impl PermuteInstruction {
    /// Parses one instruction, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        read(source, registers, "a byte permute", |one| match one {
            PtxInstruction::Permute(one) => Some(one),
            _ => None,
        })
    }
}

const EXPECTED: &str = "an instruction such as vadd4.u32.u32.u32, vset2.s32.s32.lt, dp4a.u32.u32, add.u8x4, \
                        vmad.s32.s32.s32 or prmt.b32";

/// Parses one instruction, of which `of` says whether it is what is wanted.
fn read<T>(
    source: &str,
    registers: Option<&Registers>,
    wanted: &str,
    of: fn(PtxInstruction) -> Option<T>,
) -> Result<T, Diagnostic> {
    let module = single(source, registers.map(|registers| &registers.0[..])).0?;
    let mut found = module.items.iter().flat_map(|item| match item {
        Item::Function(function) => function
            .instructions()
            .into_iter()
            .map(move |one| (function, one))
            .collect(),
        _ => vec![],
    });
    let end = source.trim_end().len();
    let Some((function, first)) = found.next() else {
        return Err(Diagnostic::new(
            end..end,
            format!("the end of the text instead of {wanted}"),
            EXPECTED,
        ));
    };
    if let Some((_, second)) = found.next() {
        return Err(Diagnostic::new(
            second.span.range(),
            "a second instruction",
            "exactly one instruction",
        ));
    }
    let unit = Checker::new(&module).only(function, first)?;
    let message = || format!("`{}` is not {wanted}", first.mnemonic());
    unit.and_then(of)
        .ok_or_else(|| Diagnostic::new(first.name_span().range(), message(), EXPECTED))
}

impl PtxInstruction {
    /// Parses one instruction of any family, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        read(source, registers, "an instruction that a unit executes", Some)
    }

    /// The instruction of a unit that an instruction is which the table of opcodes allows. Errors: what the table doesn't tell.
    pub(crate) fn of(parsed: &Parsed) -> Result<Option<Self>, Diagnostic> {
        Ok(match PtxFamily::of(parsed) {
            Some(PtxFamily::Video) if packed::is_packed(parsed) => packed::read(parsed)?.map(PtxInstruction::Video),
            Some(PtxFamily::Video) => video::read(parsed)?.map(PtxInstruction::Video),
            Some(PtxFamily::Scalar) => scalar::read(parsed)?.map(PtxInstruction::Scalar),
            Some(PtxFamily::Permute) => permute::read(parsed)?.map(PtxInstruction::Permute),
            None => None,
        })
    }

    fn parts(&self) -> (&Option<Guard>, &Operands, &dyn fmt::Display) {
        match self {
            PtxInstruction::Video(one) => (&one.guard, &one.operands, one),
            PtxInstruction::Scalar(one) => (&one.guard, &one.operands, one),
            PtxInstruction::Permute(one) => (&one.guard, &one.operands, one),
        }
    }

    /// Its guard.
    pub fn guard(&self) -> Option<&Guard> {
        self.parts().0.as_ref()
    }

    /// Its operands.
    pub fn operands(&self) -> &Operands {
        self.parts().1
    }

    /// Whether the result depends on `c`.
    pub fn needs_c(&self) -> bool {
        !matches!(self, PtxInstruction::Scalar(one) if !one.needs_c())
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
        self.parts().2.fmt(f)
    }
}
