//! Kernels in C, run in real cores with the unit beside them, or on this computer with the unit in portable C.

mod clang;
mod core;
mod fpga;
mod kernel;
mod machine;
mod packed;
mod tool;
mod variant;

pub use self::core::RiscvCore;
pub(super) use self::core::{CV32E40X_WIRING, NEORV32_WIRING};
pub use clang::CLANG_PACKAGE;
pub use kernel::{KERNELS, PACKED_KERNELS};
pub use machine::{Conditions, CoreSimulator, host, printed_number};
pub(in crate::units) use packed::Packed;
pub use packed::PackedPlatform;
pub use variant::{CoreVariant, VARIANTS};

use crate::unit::{
    Counted, DemoKernel, Demonstration, InstructionSet, KernelRun, Platform, Refusal, RunningPlatform, Utilisation,
};
use crate::units::video::rtl::VideoConfig;
use std::ops::RangeInclusive;

/// The demonstration of the unit in RISC-V cores.
pub(in crate::units) struct Cores;

/// No core: the unit as portable C on this computer.
const HOST: Platform = Platform {
    name: "none",
    help: "This computer, with the unit in portable C: results, no cycles",
    counts: Counted::Operations,
};

static PLATFORMS: [Platform; RiscvCore::ALL.len() + 1] = {
    let [first, second, third] = RiscvCore::ALL;
    [first.platform(), second.platform(), third.platform(), HOST]
};

impl Demonstration for Cores {
    fn instructions(&self) -> InstructionSet {
        InstructionSet {
            name: "custom",
            help: "The unit's own, in opcodes for custom instructions; the C header has a function for each",
        }
    }

    fn kernels(&self) -> &'static [DemoKernel] {
        &KERNELS
    }

    fn platforms(&self) -> &'static [Platform] {
        &PLATFORMS
    }

    fn latencies(&self) -> RangeInclusive<u64> {
        0..=VideoConfig::MAX_LATENCY.into()
    }

    fn build(&self, platform: &Platform, latency: u32) -> Result<Box<dyn RunningPlatform>, Refusal> {
        match RiscvCore::ALL.into_iter().find(|core| core.platform() == *platform) {
            Some(core) => Ok(Box::new(CoreSimulator::new(core, latency)?)),
            None => Ok(Box::new(Host)),
        }
    }

    fn fpgas(&self) -> &'static [&'static str] {
        &["ecp5", "ice40"]
    }

    fn utilisation(&self, platform: &Platform, latency: u32, fpga: &str) -> Result<Option<[Utilisation; 2]>, Refusal> {
        let core = RiscvCore::ALL.into_iter().find(|core| core.platform() == *platform);
        Ok(core.map(|core| fpga::measure(core, latency, fpga)).transpose()?)
    }
}

impl RunningPlatform for CoreSimulator {
    fn run(&self, kernel: &DemoKernel, seed: u64) -> Result<KernelRun, Refusal> {
        Ok(CoreSimulator::run(self, kernel, seed)?)
    }
}

struct Host;

impl RunningPlatform for Host {
    fn run(&self, kernel: &DemoKernel, seed: u64) -> Result<KernelRun, Refusal> {
        Ok(host(kernel, seed)?)
    }
}
