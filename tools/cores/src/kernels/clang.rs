//! A compiler that knows the P extension: the clang in the package `ziglang` of the Python Package Index.

use crate::compiler::DEFINE_RESULTS;
use crate::tool;
use lanesmith::sim::EngineError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Python package with clang, and the version with which the documented results were measured.
const PACKAGE: [&str; 2] = ["ziglang", "0.17.1"];

/// The path of the program `zig`, which contains clang.
pub(super) struct Clang(PathBuf);

/// A source in C or assembler, and whether it is compiled for the P extension.
#[derive(Clone, Copy, Debug)]
pub(super) struct KernelSource {
    pub name: &'static str,
    pub packed: bool,
}

/// Options for RV32IM without an operating system. Unwind tables are off, because they would be part of the memory image.
const OPTIONS: &str = "cc -target riscv32-freestanding -mcpu=generic_rv32+m+zicsr -O2 -g0 -Wall -Wextra -fomit-frame-pointer \
                       -fno-stack-protector -fno-asynchronous-unwind-tables -ffunction-sections -c";
/// Options with which clang compiles vectors to packed instructions.
const PACKED: &str = "-mcpu=generic_rv32+m+zicsr+experimental_p -mllvm -riscv-enable-p-ext-simd-codegen";

impl Clang {
    /// Looks for the package. Error: the package is missing.
    pub(super) fn find() -> Result<Self, EngineError> {
        let [package, version] = PACKAGE;
        let wanted = format!("{package}=={version}");
        let folder = tool::python_package(&wanted, package, "LANESMITH_CLANG", "target/clang")?;
        Ok(Clang(folder.join("zig")))
    }

    /// Compiles `sources` in `folder`, and links them to the file `program.elf`. Errors: the compiler's.
    pub(super) fn program(&self, folder: &Path, sources: &[KernelSource], defines: &[&str]) -> Result<(), EngineError> {
        let mut link = words("ld.lld -m elf32lriscv --gc-sections -T link.ld -o program.elf");
        link.push(DEFINE_RESULTS.to_owned());
        for source in sources {
            let object = format!("{}.o", source.name);
            let packed = if source.packed { PACKED } else { "" };
            let mut arguments = words(OPTIONS);
            arguments.extend(words(packed));
            arguments.extend(defines.iter().map(|define| (*define).to_owned()));
            arguments.extend([source.name.to_owned(), "-o".to_owned(), object.clone()]);
            self.run(&arguments, folder)?;
            link.push(object);
        }
        self.run(&link, folder)
    }

    fn run(&self, arguments: &[String], folder: &Path) -> Result<(), EngineError> {
        let mut command = Command::new(&self.0);
        command.args(arguments).current_dir(folder);
        // zig's cache is deleted together with the folder.
        let cache = folder.join("clang");
        command
            .env("ZIG_GLOBAL_CACHE_DIR", &cache)
            .env("ZIG_LOCAL_CACHE_DIR", cache);
        tool::output(&mut command).map(|_| ())
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
