//! The cores, as their authors publish them: none of their text is in this repository.

use crate::tool;
use clap::ValueEnum;
use lanesmith::sim::EngineError;
use lanesmith::unit::UnitEntry;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use lanesmith::units::riscv::{self, wiring};
use std::path::{Path, PathBuf};

/// A core that a program can run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RiscvCore {
    /// PicoRV32, with the unit at its co-processor interface.
    Picorv32,
    /// VexRiscv with caches, with the unit as its custom functions.
    Vexriscv,
    /// CV32E40X, with the unit at its eXtension interface.
    Cv32e40x,
}

/// The sources and options for a simulation of a core.
pub struct CoreSources {
    /// The Verilog of the machine around the core.
    pub machine: String,
    /// The files of the core's package, in the order of compilation.
    pub files: Vec<PathBuf>,
    /// Options for the simulator.
    pub simulator: Vec<&'static str>,
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

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            RiscvCore::Picorv32 => "picorv32",
            RiscvCore::Vexriscv => "vexriscv",
            RiscvCore::Cv32e40x => "cv32e40x",
        }
    }

    /// Whether programs may have compressed instructions.
    pub fn has_compressed(self) -> bool {
        self == RiscvCore::Cv32e40x
    }

    /// The options that compile a program for it with `program/start.S`.
    pub fn compiler(self) -> [&'static str; 2] {
        match self {
            RiscvCore::Picorv32 => ["-march=rv32im", "-DPICORV32"],
            RiscvCore::Vexriscv => ["-march=rv32im_zicsr", "-DVEXRISCV"],
            RiscvCore::Cv32e40x => ["-march=rv32im_zicsr", "-DCV32E40X"],
        }
    }

    /// The module of its unit.
    pub fn module(self) -> &'static UnitEntry {
        match self {
            RiscvCore::Picorv32 => &riscv::PCPI,
            RiscvCore::Vexriscv => &riscv::CFU,
            RiscvCore::Cv32e40x => &riscv::CV_X_IF,
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

    /// The unit with everything but packed instructions.
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
    pub fn sources(self, file: Option<&str>) -> Result<CoreSources, EngineError> {
        const CV32E40X: &str = concat!("\n", include_str!("../machines/cv32e40x.sv"));
        let folder = self.folder()?;
        let one = |own: &str| vec![folder.join(file.unwrap_or(own))];
        Ok(match self {
            RiscvCore::Picorv32 => CoreSources {
                machine: include_str!("../machines/picorv32.v").to_owned(),
                files: one("verilog/picorv32.v"),
                simulator: vec![],
            },
            RiscvCore::Vexriscv => CoreSources {
                machine: include_str!("../machines/vexriscv.v").to_owned(),
                files: one("verilog/VexRiscv_FullCfu.v"),
                simulator: vec![],
            },
            RiscvCore::Cv32e40x => CoreSources {
                machine: wiring::CV32E40X.to_owned() + CV32E40X,
                files: cv32e40x(&folder.join("system_verilog"))?,
                // CV32E40X assigns some elements of an array blocking and others non-blocking.
                simulator: vec!["-Wno-BLKANDNBLK"],
            },
        })
    }

    /// The folder of the package.
    fn folder(self) -> Result<PathBuf, EngineError> {
        let module = self.package().replace('-', "_");
        tool::python_package(self.package(), &module, "LANESMITH_CORES", "target/cores")
    }
}
