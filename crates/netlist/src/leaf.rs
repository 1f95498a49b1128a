//! The description of a leaf for the lowering, in place of the block's own Verilog in rust-hdl.
//!
//! A leaf is a rust-hdl block with state, which kernels cannot describe. Its `hdl()` hands over a [`LeafSpec`]; the lowering puts the
//! register or memory into the parent module. Port names are fixed:
//!
//! | leaf | ports |
//! | --- | --- |
//! | register | `clock`, `reset`, `enable`, `d`, `q` |
//! | stage | `clock`, `enable`, `d`, `q` |
//! | flip-flop | `clock`, `d`, `q` |
//! | memory | `clock`, `write_enable`, `write_address`, `write_data`, and arrays `read_enable`, `read_address`, `read_data` |

use super::ir::ResetStyle;

/// The kind and parameters of a leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeafSpec {
    /// A register with enable. With a reset: its style and the value taken, as a sized literal such as `8'hff`.
    Register(Option<(ResetStyle, String)>),
    /// A register with enable and no reset if `active`, else a wire from `d` to `q`.
    Stage {
        /// Whether there is a register.
        active: bool,
    },
    /// A register without enable and reset that starts with this value, a sized literal.
    FlipFlop(String),
    /// A memory with one write port.
    Memory {
        /// Number of words.
        depth: u32,
        /// Reads are registered with their enable; otherwise combinational and `read_enable` has no effect.
        synchronous: bool,
        /// The first words before the first clock edge, as sized literals. Without any, all words are unknown in hardware.
        contents: Vec<String>,
    },
}
