//! A core with the unit in a simulator, and programs on it.

use super::core::{Core, Parts};
use super::tool::{failed, run};
use crate::files::Scratch;
use crate::sim::{EngineError, verilator};
use crate::units::riscv::encoding::{HEADER, header};
use crate::units::riscv::rtl::{Config, Interface, design};
use crate::units::{Kernel, Measured, Times};
use crate::verilog::{Banner, EmittedFile, emit};
use std::fs;
use std::path::{Path, PathBuf};

/// Texts that programs and machines are made of.
const TEXTS: [(&str, &str); 7] = [
    ("kernels.h", include_str!("../../../../testbench/riscv/kernels.h")),
    ("plain.c", include_str!("../../../../testbench/riscv/plain.c")),
    ("unit.c", include_str!("../../../../testbench/riscv/unit.c")),
    ("main.c", include_str!("../../../../testbench/riscv/main.c")),
    ("start.S", include_str!("../../../../testbench/riscv/start.S")),
    ("link.ld", include_str!("../../../../testbench/riscv/link.ld")),
    ("memory.vh", include_str!("../../../../testbench/riscv/memory.vh")),
];
/// Runs a core until its program ends.
const MAIN: &str = include_str!("../../../../testbench/riscv/machine.cpp");

/// From the words of `main.c`.
fn read(words: &[u32]) -> Result<Measured, EngineError> {
    let [inputs, outputs, plain, plain_loop, unit, unit_loop, rest @ ..] = words else {
        return Err(failed("the program left no results"));
    };
    let (inputs, outputs) = (*inputs as usize, *outputs as usize);
    if rest.len() != inputs + 2 * outputs {
        return Err(failed(format_args!("the program left {} words of results", rest.len())));
    }
    let (input, results) = rest.split_at(inputs);
    Ok(Measured {
        input: input.to_vec(),
        plain: results[..outputs].to_vec(),
        unit: results[outputs..].to_vec(),
        plain_times: Times {
            all: *plain,
            inner: *plain_loop,
        },
        unit_times: Times {
            all: *unit,
            inner: *unit_loop,
        },
    })
}

/// The words that a program left, a line each.
fn words(text: &str) -> Vec<u32> {
    let lines = text.lines().map(str::trim).filter(|line| line.len() == 8);
    lines.map_while(|line| u32::from_str_radix(line, 16).ok()).collect()
}

/// A folder with all texts.
fn folder() -> Result<Scratch, EngineError> {
    let folder = Scratch::new().map_err(failed)?;
    for (name, text) in TEXTS {
        fs::write(folder.path().join(name), text).map_err(failed)?;
    }
    fs::write(folder.path().join(HEADER), header()).map_err(failed)?;
    Ok(folder)
}

/// Writes the Verilog of the unit, with everything on, to a folder. The names of the files.
pub(super) fn write_unit(folder: &Path, interface: Interface, latency: u32) -> Result<Vec<String>, EngineError> {
    let banner = Banner {
        tool: crate::tool(),
        configuration: String::new(),
        command: String::new(),
        licence: env!("CARGO_PKG_LICENSE").into(),
    };
    let design = design(&Config::all(interface, latency)).map_err(failed)?;
    let write = |file: EmittedFile| {
        fs::write(folder.join(&file.name), &file.text).map_err(failed)?;
        Ok(file.name)
    };
    emit(&design, &banner).into_iter().map(write).collect()
}

fn defines(kernel: &Kernel, seed: u64) -> [String; 2] {
    // The generator in `main.c` must not begin at 0.
    let seed = (seed as u32).wrapping_mul(0x9e37_79b9) | 1;
    [format!("-DKERNEL={}", kernel.name), format!("-DSEED={seed:#x}u")]
}

/// Runs a kernel on this computer, with the unit in portable C. Errors: no compiler.
pub fn host(kernel: &Kernel, seed: u64) -> Result<Measured, EngineError> {
    let folder = folder()?;
    fs::write(folder.path().join(HEADER), counting(&header())).map_err(failed)?;
    let mut arguments = [
        "-O2", "-Wall", "-Wextra", "-o", "program", "main.c", "plain.c", "unit.c",
    ]
    .map(String::from)
    .to_vec();
    arguments.extend(defines(kernel, seed));
    run("cc", arguments, Some(folder.path()))?;
    let program = folder.path().join("program");
    read(&words(&run(&program.to_string_lossy(), [""; 0], None)?))
}

/// The header with a count of the operations that its portable model of the unit executes, which is all the time that there is.
fn counting(header: &str) -> String {
    const MODEL: &str = "static inline uint32_t lanesmith_execute(";
    let place = header
        .find(MODEL)
        .and_then(|at| Some(at + header[at..].find("{\n")? + 2));
    let (before, after) = header.split_at(place.unwrap_or(header.len()));
    format!("{before}    extern uint32_t operations;\n    operations++;\n{after}")
}

/// A core with a unit, built.
pub struct Machine {
    folder: Scratch,
    parts: Parts,
    simulator: PathBuf,
}

impl Machine {
    /// Builds a core with a unit of this latency. Errors: the core or Verilator is not there.
    pub fn new(core: Core, latency: u32) -> Result<Self, EngineError> {
        Machine::build(core.parts()?, latency)
    }

    /// CV32E40X with interrupts at odd times; a program in which they kill none of the unit's instructions counts as
    /// trapped. Errors likewise.
    pub fn interrupted(latency: u32) -> Result<Self, EngineError> {
        let mut parts = Core::Cv32e40x.parts()?;
        parts.simulator.push("-DINTERRUPTS");
        parts.compiler.push("-DINTERRUPTS");
        Machine::build(parts, latency)
    }

    fn build(parts: Parts, latency: u32) -> Result<Self, EngineError> {
        let folder = folder()?;
        let machine = "machine.v";
        fs::write(folder.path().join(machine), parts.machine).map_err(failed)?;
        let unit = write_unit(folder.path(), parts.interface, latency)?;
        let own = [machine].into_iter().chain(unit.iter().map(String::as_str));
        let own = own.map(|name| folder.path().join(name));
        let sources = own.chain(parts.files.iter().cloned()).collect();
        let options = [&["-Wno-lint", "-Wno-style"], &parts.simulator[..]].concat();
        let simulator = verilator::program(folder.path(), "machine", &options, sources, MAIN)?;
        Ok(Machine {
            folder,
            parts,
            simulator,
        })
    }

    /// Runs a kernel. Errors: no compiler, a program that traps or does not end.
    pub fn run(&self, kernel: &Kernel, seed: u64) -> Result<Measured, EngineError> {
        read(&self.execute(&["main.c", "plain.c", "unit.c"], &defines(kernel, seed))?)
    }

    /// Runs a program in C, which may include `lanesmith.h`, puts words at `results` and writes their number to the word at
    /// 0xf0000000. The words; errors as for a kernel.
    pub fn program(&self, text: &str) -> Result<Vec<u32>, EngineError> {
        let name = "one.c";
        fs::write(self.folder.path().join(name), text).map_err(failed)?;
        self.execute(&[name], &[])
    }

    fn execute(&self, sources: &[&str], defines: &[String]) -> Result<Vec<u32>, EngineError> {
        let folder = self.folder.path();
        let options = "-mabi=ilp32 -O2 -Wall -Wextra -ffreestanding -nostdlib -T link.ld -o program start.S";
        let options = options.split_whitespace();
        let own = self.parts.compiler.iter().copied();
        let all = options.chain(own).chain(defines.iter().map(String::as_str));
        // The compiler's own library has what a core lacks.
        let all = all.chain(sources.iter().copied()).chain(["-lgcc"]);
        run("riscv64-unknown-elf-gcc", all, Some(folder))?;
        let copy = ["-O", "binary", "program", "program.bin"];
        run("riscv64-unknown-elf-objcopy", copy, Some(folder))?;
        memory(&folder.join("program.bin"), &folder.join("program.hex"))?;
        Ok(words(&run(&self.simulator.to_string_lossy(), [""; 0], Some(folder))?))
    }
}

/// A program as words for `$readmemh`.
fn memory(binary: &Path, words: &Path) -> Result<(), EngineError> {
    let bytes = fs::read(binary).map_err(failed)?;
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        format!("{:08x}\n", u32::from_le_bytes(word))
    };
    let text: String = bytes.chunks(4).map(word).collect();
    fs::write(words, text).map_err(failed)
}
