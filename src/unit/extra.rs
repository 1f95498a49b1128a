//! Files for other tools that are generated beside the Verilog.

/// A kind of files for other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The interface's rules as assertions, for SymbiYosys.
    Formal,
}

impl Extra {
    /// All kinds.
    pub const ALL: [Extra; 1] = [Extra::Formal];

    /// Those that shipped configurations have.
    pub const SHIPPED: [Extra; 1] = [Extra::Formal];

    /// The option of `generate` that asks for it, without its dashes.
    pub fn option(self) -> &'static str {
        match self {
            Extra::Formal => "formal",
        }
    }

    /// A file that every design with this kind of files has.
    pub fn file(self, top: &str) -> String {
        match self {
            Extra::Formal => format!("{top}_formal.sv"),
        }
    }
}
