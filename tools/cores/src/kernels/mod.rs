//! Kernels in C, run on real cores with the unit beside them, or on this computer with the unit in portable C.

mod clang;
mod fpga;
mod golden;
mod host;
mod kernel;
mod packed;
mod picture;

pub use fpga::{Utilisation, measure};
pub use golden::{KERNELS, PACKED_KERNELS};
pub use host::host;
pub use kernel::{Counted, CycleCounts, Kernel, KernelRun};
pub use packed::PackedPlatform;
pub use picture::Picture;

use crate::compiler::{compile, folder, results};
use crate::core::RiscvCore;
use crate::simulator::{Conditions, CoreSimulator};
use crate::tool::failed;
use lanesmith::sim::EngineError;

/// The source files, by name.
const FILES: [(&str, &str); 6] = [
    ("kernels.h", include_str!("../../kernels/kernels.h")),
    ("plain.c", include_str!("../../kernels/plain.c")),
    ("unit.c", include_str!("../../kernels/unit.c")),
    ("packed.h", include_str!("../../kernels/packed.h")),
    ("packed.c", include_str!("../../kernels/packed.c")),
    ("main.c", include_str!("../../kernels/main.c")),
];

/// The options for the compiler that select a kernel and its input.
fn defines(kernel: &Kernel, seed: u64) -> [String; 2] {
    // The generator in `main.c` must not begin at 0.
    let seed = (seed as u32).wrapping_mul(0x9e37_79b9) | 1;
    [format!("-DKERNEL={}", kernel.name), format!("-DSEED={seed:#x}u")]
}

impl CoreSimulator {
    /// Runs a kernel in plain C and with the unit's own instructions; the seed determines the input. Errors: no compiler, a program that
    /// traps or does not end.
    pub fn kernel(&self, kernel: &Kernel, seed: u64) -> Result<KernelRun, EngineError> {
        Ok(self.kernel_under(kernel, seed, 0)?.0)
    }

    /// The same with interrupts of the machine every so many clocks on average, and how many instructions they killed.
    pub fn kernel_under(&self, kernel: &Kernel, seed: u64, interrupts: u32) -> Result<(KernelRun, u64), EngineError> {
        let folder = folder(&self.config.features, &FILES)?;
        let defines = defines(kernel, seed);
        let mut options: Vec<&str> = defines.iter().map(String::as_str).collect();
        options.extend((interrupts != 0).then_some("-DINTERRUPTS"));
        let image = compile(folder.path(), self.core, &["main.c", "plain.c", "unit.c"], &options)?;
        let conditions = Conditions {
            interrupts,
            ..Conditions::default()
        };
        let run = self.run(&image, &conditions, &mut std::io::sink())?;
        run.status().map_err(failed)?;
        Ok((KernelRun::read(results(&run.memory))?, run.killed))
    }
}

/// A place where kernels run, ready to run them.
pub enum Platform {
    /// A core with the unit's own instructions.
    Core(CoreSimulator),
    /// This computer.
    Host,
    /// A core or an interpreter with packed instructions of the P extension.
    Packed(PackedPlatform),
}

impl Platform {
    /// A core, or none, with the unit's own instructions. Errors: the missing tools.
    pub fn custom(core: Option<RiscvCore>, latency: u32) -> Result<Self, EngineError> {
        match core {
            Some(core) => CoreSimulator::new(core, &core.unit(latency), None).map(Platform::Core),
            None => Ok(Platform::Host),
        }
    }

    /// Runs a kernel in plain C and with the unit. Errors: a missing tool, a program that traps or does not end.
    pub fn run(&self, kernel: &Kernel, seed: u64) -> Result<KernelRun, EngineError> {
        match self {
            Platform::Core(core) => core.kernel(kernel, seed),
            Platform::Host => host(kernel, seed),
            Platform::Packed(platform) => platform.run(kernel, seed),
        }
    }
}
