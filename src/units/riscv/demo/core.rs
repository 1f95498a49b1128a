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

/// The Verilog module that connects CV32E40X with its unit.
pub(in crate::units::riscv) const CV32E40X_WIRING: Attachment = Attachment {
    option: "wiring",
    module: "riscv_cv32e40x",
    takes_prefix: true,
    extension: "sv",
    text: |values| {
        let of_its_revision = options::config(Interface::CvXIf, values).interface == Interface::CvXIf;
        of_its_revision.then_some(WIRING)
    },
};

/// NEORV32's entity for custom functions, which instantiates the unit.
pub(in crate::units::riscv) const NEORV32_WIRING: Attachment = Attachment {
    option: "wiring",
    module: "neorv32_cpu_alu_cfu",
    takes_prefix: false,
    extension: "vhd",
    text: |_| Some(include_str!("../../../../testbench/riscv/neorv32_cpu_alu_cfu.vhd")),
};

const WIRING: &str = include_str!("../../../../testbench/riscv/riscv_cv32e40x.sv");

/// The sources and options for a simulation of a core.
pub(super) struct CoreSources {
    /// The Verilog of the machine around the core, from this crate.
    pub machine: &'static str,
    /// The files of the core's package, in the order of compilation.
    pub files: Vec<PathBuf>,
    /// Options for the simulator.
    pub simulator: Vec<&'static str>,
    /// Options for the compiler.
    pub compiler: Vec<&'static str>,
}

/// The files of CV32E40X: first the package and the interfaces, which the others import, then the model of the clock gate, then the other
/// modules.
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

    /// The interface between the core and its unit.
    pub fn interface(self) -> Interface {
        match self {
            RiscvCore::Picorv32 => Interface::Pcpi,
            RiscvCore::Vexriscv => Interface::Cfu,
            RiscvCore::Cv32e40x => Interface::CvXIf,
        }
    }

    /// The unit in demonstrations, with all features.
    pub fn unit(self, latency: u32) -> RiscvConfig {
        RiscvConfig::all(self.interface(), latency)
    }

    /// The unit for packed instructions of the P extension alone.
    pub fn packed_unit(self, latency: u32) -> RiscvConfig {
        RiscvConfig::packed(self.interface(), latency)
    }

    /// The name of the Python package with the core.
    pub fn package(self) -> &'static str {
        match self {
            RiscvCore::Picorv32 => "pythondata-cpu-picorv32",
            RiscvCore::Vexriscv => "pythondata-cpu-vexriscv",
            RiscvCore::Cv32e40x => "pythondata-cpu-cv32e40x",
        }
    }

    /// The sources for the simulation; `file` replaces the file of the core. Error: the package is not found.
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
                // CV32E40X assigns some elements of an array blocking and others non-blocking.
                simulator: vec!["-Wno-BLKANDNBLK"],
                compiler: vec!["-march=rv32im_zicsr"],
            },
        })
    }

    /// The folder of the package.
    fn folder(self) -> Result<PathBuf, EngineError> {
        let module = self.package().replace('-', "_");
        tool::python_package(self.package(), &module, "LANESMITH_CORES", "target/cores")
    }
}
