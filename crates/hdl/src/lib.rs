//! The library interface for users' rust-hdl modules: netlist, Verilog, simulation and proofs.
//!
//! A module is a rust-hdl block; what its kernels may contain is in `docs/netlist.md`. [`prelude`] has rust-hdl, the
//! leaves that hold state, and [`hdl_module`](lanesmith_netlist::hdl_module), which makes a module of a block's declaration:
//!
//! ```
//! use lanesmith_hdl::prelude::*;
//!
//! /// Counts clocks.
//! #[hdl_module]
//! struct Counter {
//!     clock: Signal<In, Clock>,
//!     /// Count in this clock.
//!     enable: Signal<In, Bit>,
//!     count: Signal<Out, Bits<8>>,
//!     state: Register<Bits<8>>,
//! }
//!
//! impl Logic for Counter {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         self.state.clock.next = self.clock.val();
//!         self.state.reset.next = false;
//!         self.state.enable.next = self.enable.val();
//!         self.state.d.next = self.state.q.val() + 1;
//!         self.count.next = self.state.q.val();
//!     }
//! }
//! ```
//!
//! [`lower`] returns its netlist. [`check`] does too, after it has compared the netlist with rust-hdl's simulation, here in 1000
//! clocks with random inputs:
//!
//! ```
//! # use lanesmith_hdl::prelude::*;
//! # #[hdl_module]
//! # struct Counter {
//! #     clock: Signal<In, Clock>,
//! #     enable: Signal<In, Bit>,
//! #     count: Signal<Out, Bits<8>>,
//! #     state: Register<Bits<8>>,
//! # }
//! # impl Logic for Counter {
//! #     #[hdl_gen]
//! #     fn update(&mut self) {
//! #         self.state.clock.next = self.clock.val();
//! #         self.state.reset.next = false;
//! #         self.state.enable.next = self.enable.val();
//! #         self.state.d.next = self.state.q.val() + 1;
//! #         self.count.next = self.state.q.val();
//! #     }
//! # }
//! use lanesmith_hdl as hdl;
//!
//! # fn main() -> Result<(), hdl::Error> {
//! let counter = hdl::check(Counter::default, 1000, 1)?;
//! let verilog = hdl::emit(&counter);
//! assert_eq!(verilog[0].name, "counter.v");
//! assert!(verilog[0].text.contains("always @(posedge clock)"));
//!
//! # #[cfg(feature = "native")] {
//! let mut simulation = hdl::simulate(&counter)?;
//! simulation.set("enable", 1)?;
//! for _ in 0..300 {
//!     simulation.settle();
//!     simulation.tick();
//! }
//! simulation.settle();
//! assert_eq!(simulation.get("count")?, 300 % 256);
//! # }
//!
//! let proof = hdl::prove(&counter, &hdl::lower(&Counter::default())?, &hdl::Effort::default())?;
//! assert_eq!(proof, hdl::Equality::Proved);
//! # Ok(())
//! # }
//! ```

mod check;
mod copies;
mod equality;
mod error;
mod ports;
pub mod prelude;
mod recording;
mod sequential;
#[cfg(feature = "native")]
mod simulation;
mod top_name;

pub use check::{CheckOptions, CheckReport, Reached, check, check_report};
pub use copies::{Copies, CopyState, Plane};
pub use equality::{Effort, Equality, Reason, Undecided, prove};
pub use error::{Error, NotReached, Open};
pub use lanesmith_netlist::rtl::TopPort;
pub use lanesmith_netlist::verilog::EmittedFile;
pub use lanesmith_netlist::{Branch, CheckError, Design, LowerError, SourcePlace};
#[cfg(feature = "native")]
pub use lanesmith_sim::native::Native;
#[cfg(feature = "native")]
pub use lanesmith_sim::wave::DumpedWaves;
pub use lanesmith_sim::{EngineError, InstanceScope, Port, PortDirection, Variable};
pub use sequential::trace::Trace;
#[cfg(feature = "native")]
pub use simulation::Simulation;

use lanesmith_netlist::Flat;
use lanesmith_netlist::verilog::{Banner, file_list};
use rust_hdl_core::prelude::Block;
use top_name::top_name;

/// Lowers a block with everything in it to a netlist.
///
/// The top module is called after the block's type in snake case, `uart_tx` for `UartTx`, unless its declaration or kernel gives
/// another name; behind `dyn Block` it is called `top`. Error messages begin paths of blocks with that name.
///
/// Errors: [`Error::Lower`] for constructs that the lowering refuses, [`Error::Netlist`] for combinational loops and for
/// clocks that are not input ports.
pub fn lower<B: Block + ?Sized>(top: &B) -> Result<Design, Error> {
    let design = lanesmith_netlist::lower_as(top, &top_name(std::any::type_name::<B>()))?;
    Flat::new(&design)?;
    Ok(design)
}

/// The Verilog-2005 files of a design, one for each kind of module, children before their parents, and a file list for
/// the option `-f` of other tools. If the design has cells of a device, also models of them, which the list does not name.
pub fn emit(design: &Design) -> Vec<EmittedFile> {
    let banner = Banner {
        tool: lanesmith_text::tool(),
        ..Banner::default()
    };
    let mut files = lanesmith_netlist::verilog::emit(design, &banner);
    files.push(file_list(design, &files));
    files.extend(lanesmith_netlist::verilog::cells(design, &banner));
    files
}

/// A running instance, compiled in this process. Inputs start at 0, and so does state, unless the design defines another value. Needs
/// the feature `native`.
///
/// Errors: [`Error::Netlist`] as in [`lower()`], [`Error::Engine`] on a processor that the compiler does not know.
#[cfg(feature = "native")]
pub fn simulate(design: &Design) -> Result<Simulation, Error> {
    Simulation::new(Flat::new(design)?)
}

/// Many copies of a design, each with inputs and state of its own, in the time that few of them would take one after the
/// other. It needs no compiler.
///
/// Errors: [`Error::Netlist`] as in [`lower()`], [`Error::Engine`] for more than 2^18 bits of registers
/// and memories.
pub fn simulate_copies(design: &Design, count: usize) -> Result<Copies, Error> {
    Copies::new(Flat::new(design)?, count)
}
