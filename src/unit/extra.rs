//! Files for other tools that are generated beside the Verilog.

use super::OptionValues;

/// A kind of files for other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The file that connects the unit to its core.
    Wiring,
    /// A self-checking testbench in Verilog.
    Testbench,
    /// The interface's rules as assertions, for SymbiYosys.
    Formal,
}

impl Extra {
    /// All kinds.
    pub const ALL: [Extra; 3] = [Extra::Wiring, Extra::Testbench, Extra::Formal];

    /// Those of shipped configurations, as far as their units have them.
    pub const SHIPPED: [Extra; 2] = [Extra::Testbench, Extra::Formal];

    /// The option of `generate` that asks for it, without its dashes.
    pub fn option(self) -> &'static str {
        match self {
            Extra::Wiring => "wiring",
            Extra::Testbench => "testbench",
            Extra::Formal => "formal",
        }
    }
}

/// The file that connects a unit to its core.
#[derive(Clone, Copy, Debug)]
pub struct Wiring {
    /// The module in it, which is the file's name too.
    pub module: &'static str,
    /// Whether the name of the module takes a prefix; not if a core instantiates it by this name.
    pub takes_prefix: bool,
    /// The end of the file's name.
    pub extension: &'static str,
    /// The text, without a head; `None` if the configuration does not have the file.
    pub text: fn(&OptionValues) -> Option<&'static str>,
}
