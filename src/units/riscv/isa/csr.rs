//! The words that access the control and status register `vxsat`.

/// The number of `vxsat`.
pub const VXSAT_CSR: u32 = 0x009;

/// The bit that an access writes to `vxsat`, given bit 0 of its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VxsatWrite {
    /// The operand.
    Write,
    /// 1 if the operand is 1; else `vxsat` keeps its value.
    Set,
    /// 0 if the operand is 1; else `vxsat` keeps its value.
    Clear,
}

/// A word that reads and changes `vxsat`. The old value goes to rd, zero-extended.
#[derive(Clone, Copy, Debug)]
pub struct VxsatAccess {
    /// The mnemonic.
    pub name: &'static str,
    /// The fixed bits of the word, with the number of `vxsat`.
    pub word: u32,
    /// The bit that it writes.
    pub write: VxsatWrite,
    /// The operand is bit 15 of the word, else bit 0 of rs1.
    pub immediate: bool,
}

impl VxsatAccess {
    /// The bits of the word that are fixed: all but rs1 and rd.
    pub const MASK: u32 = 0xfff0_707f;
}

const fn access(name: &'static str, word: u32, write: VxsatWrite, immediate: bool) -> VxsatAccess {
    VxsatAccess {
        name,
        word,
        write,
        immediate,
    }
}

/// The six words (The RISC-V Instruction Set Manual, volume I, chapter "Zicsr").
pub const VXSAT_ACCESSES: [VxsatAccess; 6] = [
    access("csrrw", 0x0090_1073, VxsatWrite::Write, false),
    access("csrrs", 0x0090_2073, VxsatWrite::Set, false),
    access("csrrc", 0x0090_3073, VxsatWrite::Clear, false),
    access("csrrwi", 0x0090_5073, VxsatWrite::Write, true),
    access("csrrsi", 0x0090_6073, VxsatWrite::Set, true),
    access("csrrci", 0x0090_7073, VxsatWrite::Clear, true),
];
