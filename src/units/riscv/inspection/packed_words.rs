//! The packed instructions in a compiled program, and those of them that a unit lacks.

use super::elf::Elf;
use crate::riscv::encoding::{FeatureSet, Features};
use crate::riscv::isa::{OP_32, OP_IMM_32, SYSTEM, VXSAT_ACCESSES, VxsatAccess, packed_row};
use lanesmith_unit::InstructionCount;

/// Instructions of the P extension in opcodes of RV32I: name, fixed bits, mask.
const OTHER: [(&str, u32, u32); 2] = [("pack", 0x0800_4033, 0xfe00_707f), ("abs", 0x6070_1013, 0xfff0_707f)];

/// The instructions of the P extension in a program, in the order of their first addresses, for a unit with these features. Error: the
/// file cannot be read.
pub fn packed_words(program: &Elf, features: &Features) -> Result<Vec<InstructionCount>, String> {
    let mut rows: Vec<InstructionCount> = vec![];
    for piece in program.code()? {
        let mut address = piece.address;
        for word in piece.words {
            if let Some((instruction, lacks)) = describe(word, features) {
                match rows.iter_mut().find(|row| row.instruction == instruction) {
                    Some(row) => row.count += 1,
                    None => rows.push(InstructionCount {
                        instruction,
                        count: 1,
                        section: piece.section.clone(),
                        address,
                        lacks,
                    }),
                }
            }
            address += if word & 3 == 3 { 4 } else { 2 };
        }
    }
    Ok(rows)
}

/// The instruction, and the feature that the unit lacks for it; `None` for words outside the P extension.
fn describe(word: u32, features: &Features) -> Option<(String, Option<&'static str>)> {
    const NO_INSTRUCTION: Option<&str> = Some("the instruction");
    if let Some(row) = packed_row(word) {
        let lacks = if features.packed {
            features.lacks(row)
        } else {
            NO_INSTRUCTION
        };
        return Some((row.name.to_owned(), lacks));
    }
    match word & 0x7f {
        OP_32 | OP_IMM_32 => Some((format!("{word:#010x}"), NO_INSTRUCTION)),
        SYSTEM => {
            let mut rows = VXSAT_ACCESSES.iter();
            let row = rows.find(|row| word & VxsatAccess::MASK == row.word)?;
            let has = features.packed && features.vxsat;
            Some((format!("{} vxsat", row.name), if has { None } else { Some("vxsat") }))
        }
        _ => {
            let (name, ..) = OTHER.iter().find(|(_, fixed, mask)| word & mask == *fixed)?;
            Some(((*name).to_owned(), NO_INSTRUCTION))
        }
    }
}
