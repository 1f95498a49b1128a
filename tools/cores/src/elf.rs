//! Loads linked programs: ELF files for RV32.

use crate::core::RiscvCore;
use crate::simulator::MEMORY;
use object::LittleEndian;
use object::elf::{EF_RISCV_RVC, ELFCLASS32, ELFDATA2LSB, ELFMAG, EM_RISCV, ET_EXEC, FileHeader32, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};

/// The address at which the cores start.
const RESET: u32 = 0;

/// The initial memory of a linked program, from address 0 on. Errors: the file is no program for this core, or does not fit into the
/// memory.
pub fn image(bytes: &[u8], core: RiscvCore) -> Result<Vec<u8>, String> {
    const EXPECTED: &str = "expected a linked 32-bit little-endian ELF file for RISC-V";
    let is = |place: usize, byte: u8| bytes.get(place) == Some(&byte);
    if !bytes.starts_with(&ELFMAG) {
        return Err(format!("it is no ELF file; {EXPECTED}"));
    }
    if !is(4, ELFCLASS32.0) {
        return Err(format!(
            "it is not for a 32-bit machine; {EXPECTED}, which -mabi=ilp32 makes"
        ));
    }
    if !is(5, ELFDATA2LSB.0) {
        return Err(format!("it is not little-endian; {EXPECTED}"));
    }
    let unreadable = |error: object::Error| format!("it is cut off or damaged: {error}");
    let header = FileHeader32::<LittleEndian>::parse(bytes).map_err(unreadable)?;
    match header.e_machine(LittleEndian) {
        EM_RISCV => (),
        machine => {
            return Err(format!(
                "it is for machine {}, not for RISC-V (243); {EXPECTED}",
                machine.0
            ));
        }
    }
    if header.e_type(LittleEndian) != ET_EXEC {
        return Err(format!("it is not linked, or not to fixed addresses; {EXPECTED}"));
    }
    if header.e_flags(LittleEndian).contains(EF_RISCV_RVC) && !core.has_compressed() {
        let name = core.name();
        return Err(format!(
            "it has compressed instructions, which {name} lacks; compile it with -march=rv32im"
        ));
    }
    let mut image = vec![];
    for segment in header.program_headers(LittleEndian, bytes).map_err(unreadable)? {
        if segment.p_type(LittleEndian) != PT_LOAD || segment.p_memsz(LittleEndian) == 0 {
            continue;
        }
        let data = segment.data(LittleEndian, bytes);
        let data = data.map_err(|()| "it is cut off: a segment ends behind the file".to_owned())?;
        let (start, length) = (segment.p_paddr(LittleEndian), segment.p_memsz(LittleEndian));
        let end = u64::from(start) + u64::from(length);
        if end > MEMORY as u64 {
            return Err(format!(
                "the segment from {start:#010x} to {:#010x} is not in the memory, 0x00000000 to {:#010x}",
                end - 1,
                MEMORY - 1
            ));
        }
        let (start, end) = (start as usize, end as usize);
        image.resize(image.len().max(end), 0);
        image[start..start + data.len()].copy_from_slice(data);
    }
    if image.is_empty() {
        return Err("no segment of it is loaded".to_owned());
    }
    match header.e_entry(LittleEndian) {
        RESET => Ok(image),
        entry => Err(format!(
            "its entry point is {entry:#010x}, but the core starts at {RESET:#010x}: link it with tools/cores/program/link.ld"
        )),
    }
}
