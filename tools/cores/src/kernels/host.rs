//! Kernels on this computer, with the unit in portable C.

use super::kernel::{Kernel, KernelRun};
use super::{FILES, defines};
use crate::compiler::folder;
use crate::tool::{failed, run};
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{Features, HEADER};
use std::fs;

/// Runs a kernel on this computer. Errors: no compiler.
pub fn host(kernel: &Kernel, seed: u64) -> Result<KernelRun, EngineError> {
    let folder = folder(&Features::ALL, &FILES)?;
    fs::write(folder.path().join(HEADER), counting(&c_header(&Features::ALL, "cores"))).map_err(failed)?;
    let options = "-O2 -Wall -Wextra -o program main.c plain.c unit.c";
    let defines = defines(kernel, seed);
    let arguments = options.split(' ').chain(defines.iter().map(String::as_str));
    run("cc", arguments, Some(folder.path()))?;
    let program = folder.path().join("program");
    let printed = run(&program.to_string_lossy(), [""; 0], None)?;
    let words = printed.lines().map_while(|line| u32::from_str_radix(line, 16).ok());
    KernelRun::read(&words.collect::<Vec<_>>())
}

/// The header, changed so that its portable model counts the operations in the variable `operations`. There is no other measure of time
/// without a core.
fn counting(header: &str) -> String {
    const MODEL: &str = "static inline uint32_t lanesmith_execute(";
    let place = header
        .find(MODEL)
        .and_then(|at| Some(at + header[at..].find("{\n")? + 2));
    let (before, after) = header.split_at(place.unwrap_or(header.len()));
    format!("{before}    extern uint32_t operations;\n    operations++;\n{after}")
}
