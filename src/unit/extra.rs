//! Files for other tools that are generated beside the Verilog.

use super::testbench_name;

/// A kind of files for other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The interface's rules as assertions, for SymbiYosys.
    Formal,
    /// A self-checking testbench in Verilog with its vectors.
    Testbench,
}

impl Extra {
    /// All kinds.
    pub const ALL: [Extra; 2] = [Extra::Formal, Extra::Testbench];

    /// Those that shipped configurations have.
    pub const SHIPPED: [Extra; 2] = Extra::ALL;

    /// The option of `generate` that asks for it, without its dashes.
    pub fn option(self) -> &'static str {
        match self {
            Extra::Formal => "formal",
            Extra::Testbench => "testbench",
        }
    }

    /// A file that every design with this kind of files has.
    pub fn file(self, top: &str) -> String {
        match self {
            Extra::Formal => format!("{top}_formal.sv"),
            Extra::Testbench => format!("{}.v", testbench_name(top)),
        }
    }
}
