//! Files for other tools that are generated beside the Verilog.

use super::testbench_name;

/// A kind of files for other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// A self-checking testbench in Verilog.
    Testbench,
    /// The interface's rules as assertions, for SymbiYosys.
    Formal,
}

impl Extra {
    /// All kinds; shipped configurations have those that their unit has.
    pub const ALL: [Extra; 2] = [Extra::Testbench, Extra::Formal];

    /// The option of `generate` that asks for it, without its dashes.
    pub fn option(self) -> &'static str {
        match self {
            Extra::Testbench => "testbench",
            Extra::Formal => "formal",
        }
    }

    /// A file that every design with this kind of files has.
    pub fn file(self, top: &str) -> String {
        match self {
            Extra::Testbench => format!("{}.v", testbench_name(top)),
            Extra::Formal => format!("{top}_formal.sv"),
        }
    }
}
