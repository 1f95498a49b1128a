//! Programs in C: compiled with gcc, run on a core.

use crate::core::RiscvCore;
use crate::elf;
use crate::simulator::{Conditions, CoreSimulator};
use crate::tool::{failed, run};
use lanesmith::files::Scratch;
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{Features, HEADER};
use std::fs;
use std::path::Path;

/// The start-up code, linker script and header of all programs.
const PROGRAM: [(&str, &str); 3] = [
    ("start.S", include_str!("../program/start.S")),
    ("link.ld", include_str!("../program/link.ld")),
    ("machine.h", include_str!("../program/machine.h")),
];
/// The address of the symbol `results` in C.
const RESULTS: usize = 0x80000;
/// The option that defines it.
pub const DEFINE_RESULTS: &str = "--defsym=results=0x80000";

/// A folder with the files of a program and the C header of a unit with these features.
pub fn folder(features: &Features, files: &[(&str, &str)]) -> Result<Scratch, EngineError> {
    let folder = Scratch::new().map_err(failed)?;
    let header = c_header(features, "cores");
    for (name, text) in PROGRAM.iter().chain(files).chain([&(HEADER, &header[..])]) {
        fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    Ok(folder)
}

/// Compiles and links sources in a folder to the initial memory of a program. Errors: no compiler, the compiler's.
pub fn compile(folder: &Path, core: RiscvCore, sources: &[&str], options: &[&str]) -> Result<Vec<u8>, EngineError> {
    const OPTIONS: &str = "-mabi=ilp32 -O2 -Wall -Wextra -ffreestanding -nostdlib -T link.ld -o program.elf start.S";
    let results = format!("-Wl,{DEFINE_RESULTS}");
    let mut all: Vec<&str> = OPTIONS.split(' ').chain([&results[..]]).collect();
    all.extend(core.compiler());
    all.extend(options);
    all.extend(sources);
    // libgcc has, for example, multiplication for cores without it.
    all.push("-lgcc");
    run("riscv64-unknown-elf-gcc", all, Some(folder))?;
    linked(folder, core)
}

/// The initial memory of the program `program.elf` in a folder.
pub fn linked(folder: &Path, core: RiscvCore) -> Result<Vec<u8>, EngineError> {
    let bytes = fs::read(folder.join("program.elf")).map_err(failed)?;
    elf::image(&bytes, core).map_err(|why| failed(format_args!("program.elf: {why}")))
}

/// The words from `results` on.
pub fn results(memory: &[u32]) -> &[u32] {
    memory.get(RESULTS / 4..).unwrap_or_default()
}

impl CoreSimulator {
    /// Compiles and runs a program in C. It may include `lanesmith.h` and `machine.h`, writes its results to the array `results`, and its
    /// status is their number. Returns the results. Errors: no compiler, a program that traps or does not end.
    pub fn program(&self, text: &str) -> Result<Vec<u32>, EngineError> {
        let folder = folder(&self.config.features, &[("main.c", text)])?;
        let image = compile(folder.path(), self.core, &["main.c"], &[])?;
        let run = self.run(&image, &Conditions::default(), &mut std::io::sink())?;
        let count = run.status().map_err(failed)?;
        let results = results(&run.memory).get(..count as usize);
        results
            .map(<[u32]>::to_vec)
            .ok_or_else(|| failed(format_args!("the status is {count}")))
    }
}
