//! A compiler that knows the P extension: the clang in the package `ziglang` of the Python Package Index.

use super::tool;
use crate::sim::EngineError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The package, and the version that results are from.
pub const CLANG_PACKAGE: [&str; 2] = ["ziglang", "0.17.1"];

/// The compiler, found.
pub(super) struct Clang(PathBuf);

/// A source in C or assembler, and whether it is compiled for the P extension.
#[derive(Clone, Copy, Debug)]
pub(super) struct KernelSource {
    pub name: &'static str,
    pub packed: bool,
}

/// For bare RV32IM. Without the tables for exceptions, which would be in the image.
const OPTIONS: &str = "cc -target riscv32-freestanding -mcpu=generic_rv32+m -O2 -g0 -Wall -Wextra -fomit-frame-pointer \
                       -fno-stack-protector -fno-asynchronous-unwind-tables -ffunction-sections -c";
/// Vectors become packed instructions.
const PACKED: &str = "-mcpu=generic_rv32+m+experimental_p -mllvm -riscv-enable-p-ext-simd-codegen";

impl Clang {
    /// Looks for the package. Error: it is not there.
    pub(super) fn find() -> Result<Self, EngineError> {
        let [package, version] = CLANG_PACKAGE;
        let wanted = format!("{package}=={version}");
        let folder = tool::python_package(&wanted, package, "LANESMITH_CLANG", "target/clang")?;
        Ok(Clang(folder.join("zig")))
    }

    /// Compiles sources of a folder, and links them to `program` there. Errors: those of the compiler.
    pub(super) fn program(
        &self,
        folder: &Path,
        sources: &[KernelSource],
        defines: &[String],
    ) -> Result<(), EngineError> {
        let mut link = words("ld.lld -m elf32lriscv --gc-sections -T link.ld -o program");
        for source in sources {
            let object = format!("{}.o", source.name);
            let packed = if source.packed { PACKED } else { "" };
            let mut arguments = words(OPTIONS);
            arguments.extend(words(packed));
            arguments.extend(defines.iter().cloned());
            arguments.extend([source.name.to_owned(), "-o".to_owned(), object.clone()]);
            self.run(&arguments, folder)?;
            link.push(object);
        }
        self.run(&link, folder)
    }

    fn run(&self, arguments: &[String], folder: &Path) -> Result<(), EngineError> {
        let mut command = Command::new(&self.0);
        command.args(arguments).current_dir(folder);
        // What it keeps goes with the folder.
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
