//! Single instructions as texts.

use crate::check::Checker;
use crate::families::family_of;
use crate::parse::{Registers, single};
use crate::tree::Item;
use crate::{Instruction, PermuteInstruction, PtxFamily, PtxInstruction, ScalarInstruction};
use lanesmith_text::diagnostic::Diagnostic;

/// The family that the instruction of a text is meant to be of; guards, labels and blocks may precede it.
pub fn family(text: &str) -> Option<PtxFamily> {
    single(text, None).1.as_ref().and_then(family_of)
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
        Item::Function(function) => function.instructions(),
        _ => vec![],
    });
    let end = source.trim_end().len();
    let Some(first) = found.next() else {
        let message = format!("the end of the text instead of {wanted}");
        return Err(Diagnostic::new(end..end, message, EXPECTED));
    };
    if let Some(second) = found.next() {
        let message = "a second instruction";
        return Err(Diagnostic::new(second.span.range(), message, "exactly one instruction"));
    }
    let unit = Checker::new(&module).only(first)?;
    let message = || format!("`{}` is not {wanted}", first.mnemonic());
    let error = || Diagnostic::new(first.name_span().range(), message(), EXPECTED);
    unit.and_then(of).ok_or_else(error)
}

impl PtxInstruction {
    /// Parses one instruction of any family, as [`parse`] does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        read(source, registers, "an instruction that a unit executes", Some)
    }
}
