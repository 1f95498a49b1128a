//! Engines by name.

use super::native::Native;
use super::rust_hdl::RustHdl;
use super::verilator::Verilated;
use super::{Engine, EngineError};
use lanesmith_netlist::rtl::Top;
use lanesmith_netlist::{Design, Flat};
use std::fmt;

/// The simulation engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum EngineKind {
    /// The netlist, compiled to machine code.
    Native,
    /// The hardware description in rust-hdl's own simulator: slow, as an independent reference.
    RustHdl,
    /// The emitted Verilog, through an installed Verilator.
    Verilator,
}

impl EngineKind {
    /// All engines.
    pub const ALL: [EngineKind; 3] = [EngineKind::Native, EngineKind::RustHdl, EngineKind::Verilator];

    /// A design on this engine: `block` for the engine `rust-hdl`, `design` for the others. With `traced` the native engine
    /// makes every net watchable, which costs speed. Errors: those of the design, and a missing tool.
    pub fn open(
        self,
        block: Result<Box<dyn Top>, impl fmt::Display>,
        design: Result<Design, impl fmt::Display>,
        traced: bool,
    ) -> Result<Box<dyn Engine>, EngineError> {
        Ok(match self {
            EngineKind::Native => {
                let flat = Flat::new(&design.map_err(failed)?).map_err(failed)?;
                Box::new(if traced {
                    Native::traced(&flat)?
                } else {
                    Native::new(&flat)?
                })
            }
            EngineKind::RustHdl => Box::new(RustHdl::new(block.map_err(failed)?)),
            EngineKind::Verilator => Box::new(Verilated::new(&design.map_err(failed)?)?),
        })
    }
}

fn failed(error: impl fmt::Display) -> EngineError {
    EngineError::Failed(error.to_string())
}

impl fmt::Display for EngineKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EngineKind::Native => "native",
            EngineKind::RustHdl => "rust-hdl",
            EngineKind::Verilator => "verilator",
        })
    }
}
