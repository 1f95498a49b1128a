//! Reads compiled programs: ELF files for RV32.

use object::elf::EM_RISCV;
use object::read::elf::{ElfFile32, FileHeader};
use object::{LittleEndian, Object, ObjectSection, ObjectSymbol, SectionKind};
use std::collections::BTreeMap;

/// An object file or a linked program for RV32, little-endian.
pub struct Elf<'a>(ElfFile32<'a, LittleEndian>);

/// Consecutive instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    /// The section's name.
    pub section: String,
    /// The address of the first instruction; in an object file, its offset in the section.
    pub address: u64,
    /// The instructions; compressed ones have 16 bits.
    pub words: Vec<u32>,
}

impl<'a> Elf<'a> {
    /// Reads a file. Error: it is no ELF file for RV32.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        let file = ElfFile32::<LittleEndian>::parse(bytes).map_err(|error| format!("no ELF file for RV32: {error}"))?;
        match file.elf_header().e_machine(LittleEndian) {
            EM_RISCV => Ok(Elf(file)),
            machine => Err(format!("an ELF file for machine {}, not for RISC-V (243)", machine.0)),
        }
    }

    /// The instructions of all code sections, without the parts that are marked as data. Error: a section cannot be read.
    pub fn code(&self) -> Result<Vec<CodePiece>, String> {
        let mut pieces = vec![];
        for section in self.0.sections().filter(|section| section.kind() == SectionKind::Text) {
            let name = section.name().map_err(|error| format!("a section's name: {error}"))?;
            let bytes = section.data().map_err(|error| format!("section {name}: {error}"))?;
            let start = section.address();
            // The symbol `$d` marks the beginning of data, `$x` the beginning of instructions.
            let marks = self
                .0
                .symbols()
                .filter(|symbol| symbol.section_index() == Some(section.index()));
            let marks = marks.filter_map(|symbol| match symbol.name().ok()? {
                name if name.starts_with("$d") => Some((symbol.address() - start, false)),
                name if name.starts_with("$x") => Some((symbol.address() - start, true)),
                _ => None,
            });
            let mut is_code = BTreeMap::from([(0, true)]);
            is_code.extend(marks);
            let ends = is_code.keys().skip(1).copied().chain([bytes.len() as u64]);
            for ((from, _), to) in is_code.iter().zip(ends).filter(|((_, is_code), _)| **is_code) {
                let bytes = bytes.get(*from as usize..to as usize).unwrap_or_default();
                pieces.push(CodePiece {
                    section: name.to_owned(),
                    address: start + from,
                    words: words(bytes),
                });
            }
        }
        Ok(pieces)
    }
}

/// Splits code into instructions. The low two bits of an instruction give its length.
fn words(bytes: &[u8]) -> Vec<u32> {
    let mut words = vec![];
    let mut rest = bytes;
    while let [low, high, more @ ..] = rest {
        let half = u16::from_le_bytes([*low, *high]);
        match more {
            [third, fourth, more @ ..] if half & 3 == 3 => {
                words.push(u32::from_le_bytes([*low, *high, *third, *fourth]));
                rest = more;
            }
            _ => {
                words.push(half.into());
                rest = more;
            }
        }
    }
    words
}
