//! The cores, as their authors publish them: none of their text is part of this crate.

use super::tool;
use crate::sim::EngineError;
use crate::unit::{Attachment, Counted, Platform};
use crate::units::riscv::options;
use crate::units::riscv::rtl::{Interface, RiscvConfig};
use std::path::{Path, PathBuf};

/// A core that a program can run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiscvCore {
    /// PicoRV32, with the unit at its co-processor interface.
    Picorv32,
    /// VexRiscv with caches, with the unit as its custom functions.
    Vexriscv,
    /// CV32E40X, with the unit at its eXtension interface.
    Cv32e40x,
}

/// What connects CV32E40X to its unit.
pub(in crate::units::riscv) const CV32E40X_WIRING: Attachment = Attachment {
    option: "wiring",
    module: "riscv_cv32e40x",
    extension: "sv",
    text: |values| {
        let of_its_revision = options::config(Interface::CvXIf, values).interface == Interface::CvXIf;
        of_its_revision.then_some(WIRING)
    },
};

/// The entity of NEORV32's custom functions unit with the unit in it.
pub(in crate::units::riscv) const NEORV32_WIRING: Attachment = Attachment {
    option: "wiring",
    module: "neorv32_cpu_alu_cfu",
    extension: "vhd",
    text: |_| Some(include_str!("../../../../testbench/riscv/neorv32_cpu_alu_cfu.vhd")),
};

const WIRING: &str = include_str!("../../../../testbench/riscv/riscv_cv32e40x.sv");

/// A machine around a core: what simulators build.
pub(super) struct CoreSources {
    /// Verilog of the machine, a text of this crate.
    pub machine: &'static str,
    /// The published files, in order.
    pub files: Vec<PathBuf>,
    /// Options for the simulator.
    pub simulator: Vec<&'static str>,
    /// Options for the compiler.
    pub compiler: Vec<&'static str>,
}

/// The files of CV32E40X: what others need first, then the rest of its folder. Of what it has for simulation only the clock
/// gate is needed.
fn cv32e40x(folder: &Path) -> Result<Vec<PathBuf>, EngineError> {
    let rtl = folder.join("rtl");
    let first = ["include/cv32e40x_pkg.sv", "if_c_obi.sv", "if_xif.sv"].map(|name| rtl.join(name));
    let mut files = [&first[..], &[folder.join("bhv/cv32e40x_sim_clock_gate.sv")]].concat();
    let entries = std::fs::read_dir(&rtl).map_err(tool::failed)?;
    let mut modules = entries
        .map(|entry| Ok(entry.map_err(tool::failed)?.path()))
        .collect::<Result<Vec<_>, EngineError>>()?;
    modules.retain(|path| path.extension().is_some_and(|extension| extension == "sv") && !files.contains(path));
    modules.sort();
    files.extend(modules);
    Ok(files)
}

impl RiscvCore {
    /// All cores.
    pub const ALL: [RiscvCore; 3] = [RiscvCore::Picorv32, RiscvCore::Vexriscv, RiscvCore::Cv32e40x];

    /// The core as a platform for kernels.
    pub(super) const fn platform(self) -> Platform {
        let (name, help) = match self {
            RiscvCore::Picorv32 => ("picorv32", "PicoRV32, with the unit at its co-processor interface"),
            RiscvCore::Vexriscv => (
                "vexriscv",
                "VexRiscv with caches, with the unit as its custom functions",
            ),
            RiscvCore::Cv32e40x => ("cv32e40x", "CV32E40X, with the unit at its eXtension interface"),
        };
        Platform {
            name,
            help,
            counts: Counted::Cycles,
        }
    }

    /// The interface that its unit has.
    pub fn interface(self) -> Interface {
        match self {
            RiscvCore::Picorv32 => Interface::Pcpi,
            RiscvCore::Vexriscv => Interface::Cfu,
            RiscvCore::Cv32e40x => Interface::CvXIf,
        }
    }

    /// The unit beside it in demonstrations, with everything on.
    pub fn unit(self, latency: u32) -> RiscvConfig {
        RiscvConfig::all(self.interface(), latency)
    }

    /// The unit for packed instructions of the P extension alone.
    pub fn packed_unit(self, latency: u32) -> RiscvConfig {
        RiscvConfig::packed(self.interface(), latency)
    }

    /// The Python package that the core comes in.
    pub fn package(self) -> &'static str {
        match self {
            RiscvCore::Picorv32 => "pythondata-cpu-picorv32",
            RiscvCore::Vexriscv => "pythondata-cpu-vexriscv",
            RiscvCore::Cv32e40x => "pythondata-cpu-cv32e40x",
        }
    }

    /// What the simulator builds; the core's file is another one where that is given. Error: the package is not found.
    pub(super) fn sources(self, file: Option<&str>) -> Result<CoreSources, EngineError> {
        let folder = self.folder()?;
        Ok(match self {
            RiscvCore::Picorv32 => CoreSources {
                machine: include_str!("../../../../testbench/riscv/picorv32_machine.v"),
                files: vec![folder.join(file.unwrap_or("verilog/picorv32.v"))],
                simulator: vec![],
                compiler: vec!["-march=rv32im"],
            },
            RiscvCore::Vexriscv => CoreSources {
                machine: include_str!("../../../../testbench/riscv/vexriscv_machine.v"),
                files: vec![folder.join(file.unwrap_or("verilog/VexRiscv_FullCfu.v"))],
                simulator: vec![],
                compiler: vec!["-march=rv32im_zicsr", "-DCUSTOM_FUNCTIONS"],
            },
            RiscvCore::Cv32e40x => CoreSources {
                machine: concat!(
                    include_str!("../../../../testbench/riscv/riscv_cv32e40x.sv"),
                    include_str!("../../../../testbench/riscv/cv32e40x_machine.sv")
                ),
                files: cv32e40x(&folder.join("system_verilog"))?,
                // It assigns elements of arrays in both ways, each element in one.
                simulator: vec!["-Wno-BLKANDNBLK"],
                compiler: vec!["-march=rv32im_zicsr"],
            },
        })
    }

    /// Where the package is.
    fn folder(self) -> Result<PathBuf, EngineError> {
        let module = self.package().replace('-', "_");
        tool::python_package(self.package(), &module, "LANESMITH_CORES", "target/cores")
    }
}
