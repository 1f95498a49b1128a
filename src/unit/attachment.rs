//! Files beside the Verilog of a module.

use super::OptionValues;

/// A file that is generated beside the Verilog of a unit if it is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Attachment {
    /// The option of `generate` that asks for it.
    pub option: &'static str,
    /// The module in it, which is the file's name too.
    pub module: &'static str,
    /// Whether the name of the module takes a prefix; not if a core instantiates it by this name.
    pub takes_prefix: bool,
    /// The end of the file's name.
    pub extension: &'static str,
    /// The text, without a head; `None` if the configuration does not have the file.
    pub text: fn(&OptionValues) -> Option<&'static str>,
}
