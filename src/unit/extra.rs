//! Files for other tools that are generated beside the Verilog.

use super::testbench_name;

/// A kind of files for other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// A self-checking testbench in Verilog.
    Testbench,
    /// The interface's rules as assertions, for SymbiYosys.
    Formal,
    /// A package in SystemVerilog with the control word.
    SystemVerilog,
    /// A package and the unit itself in VHDL.
    Vhdl,
}

impl Extra {
    /// All kinds.
    pub const ALL: [Extra; 4] = [Extra::Testbench, Extra::Formal, Extra::SystemVerilog, Extra::Vhdl];

    /// Those that shipped configurations have.
    pub const SHIPPED: [Extra; 2] = [Extra::Testbench, Extra::Formal];

    /// The option of `generate` that asks for it, without its dashes.
    pub fn option(self) -> &'static str {
        match self {
            Extra::Testbench => "testbench",
            Extra::Formal => "formal",
            Extra::SystemVerilog => "sv",
            Extra::Vhdl => "vhdl",
        }
    }

    /// A file that every design with this kind of files has.
    pub fn file(self, top: &str) -> String {
        match self {
            Extra::Testbench => format!("{}.v", testbench_name(top)),
            Extra::Formal => format!("{top}_formal.sv"),
            Extra::SystemVerilog => format!("{top}_pkg.sv"),
            Extra::Vhdl => format!("{top}_pkg.vhd"),
        }
    }
}
