//! A unit for designs in SystemVerilog and VHDL: a package with its control word, and in VHDL the unit itself.

mod systemverilog;
mod vhdl;
mod vhdl_unit;

pub(super) use systemverilog::systemverilog;
pub(super) use vhdl::vhdl;

use crate::netlist::Design;
use crate::verilog::ManifestPort;

/// The control word of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlTable {
    /// Its width in bits.
    pub bits: u32,
    /// Names, lowest bits and widths of its fields, lowest first; together they cover it.
    pub fields: Vec<(&'static str, u32, u32)>,
    /// Words, combined by `or`: names, values and comments.
    pub words: Vec<(String, u64, String)>,
}

/// The module in VHDL.
pub(super) struct LanguageSubject<'a> {
    /// The top module.
    pub(super) top: &'a str,
    /// The netlist.
    pub(super) design: &'a Design,
    /// Its ports.
    pub(super) ports: &'a [ManifestPort],
    /// Its control word, if it has one.
    pub(super) control: Option<ControlTable>,
}
