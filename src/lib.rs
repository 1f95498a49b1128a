//! Packed-SIMD arithmetic hardware as plain Verilog, and the tools that verify it: a typed netlist for modules described with
//! `rust-hdl`, a native simulator, a prover.
//!
//! There are two ways in:
//!
//! | door | for | what it does |
//! | --- | --- | --- |
//! | [`hdl`] | hardware engineers who describe modules of their own with rust-hdl | lowers a module, checks it against rust-hdl's own simulation, emits Verilog-2005, simulates it, proves two modules equal |
//! | [`units`] | users of the shipped hardware: the PTX video ALU, the byte permute unit, the Brew datapath, RISC-V adapters | lists configurations, emits their Verilog with manifest and file list, gives their netlists to [`hdl`] |
//!
//! The program `lanesmith` runs the rest: vectors, coverage, regressions, mutation, proof certificates. `lanesmith help` lists its
//! subcommands.
//!
//! # A module of your own
//! An adder that saturates at 255, checked in 500 clocks of random inputs, then emitted:
//! ```
//! use lanesmith::hdl::{self, prelude::*};
//!
//! /// Adds, and saturates at 255.
//! #[hdl_module]
//! struct SaturatingAdder {
//!     clock: Signal<In, Clock>,
//!     a: Signal<In, Bits<8>>,
//!     b: Signal<In, Bits<8>>,
//!     sum: Signal<Out, Bits<8>>,
//!     state: Register<Bits<8>>,
//! }
//!
//! impl Logic for SaturatingAdder {
//!     #[hdl_gen]
//!     fn update(&mut self) {
//!         self.state.clock.next = self.clock.val();
//!         self.state.reset.next = false;
//!         self.state.enable.next = true;
//!         self.state.d.next = self.a.val() + self.b.val();
//!         if self.a.val() > !self.b.val() {
//!             self.state.d.next = 0xff.into();
//!         }
//!         self.sum.next = self.state.q.val();
//!     }
//! }
//!
//! # fn main() -> Result<(), hdl::Error> {
//! let design = hdl::check(SaturatingAdder::default, 500, 1)?;
//! let files = hdl::emit(&design);
//! assert_eq!(files[0].name, "saturating_adder.v");
//! assert!(files[0].text.contains("module saturating_adder"));
//! # Ok(())
//! # }
//! ```
//!
//! # A shipped unit
//! The Verilog of the video ALU with three pipeline stages, and one addition simulated on the same netlist:
//! ```
//! use lanesmith::{hdl, units};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let alu = units::shipped().into_iter().find(|one| one.name() == "video_alu_l3").expect("it is shipped");
//! let files = alu.files()?;
//! assert!(files.iter().any(|file| file.name == "video_alu.v"));
//!
//! let mut simulation = hdl::simulate(&alu.design()?)?;
//! simulation.set("reset", 1)?;
//! simulation.settle();
//! simulation.tick();
//! assert_eq!(simulation.get("out_valid")?, 0);
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//! | feature | default | what it adds |
//! | --- | --- | --- |
//! | `cli` | yes | the program `lanesmith` |
//!
//! The other modules of this crate serve the program and its tests. They are hidden here, and may change with every version.
#![warn(missing_docs)]

// The code of the macros names the netlist's package so.
extern crate lanesmith_netlist as __lanesmith;

#[doc(inline)]
pub use lanesmith_hdl as hdl;
#[doc(hidden)]
pub use lanesmith_netlist::{self as netlist, LogicState, LogicStruct, hdl_gen, hdl_module, top, verilog};
#[doc(hidden)]
pub use lanesmith_text::{self as text, files, tool};
#[doc(hidden)]
pub use {
    lanesmith_algebra as algebra, lanesmith_gates as gates, lanesmith_prove as prove, lanesmith_ptx as ptx,
    lanesmith_rtl as rtl, lanesmith_sim as sim,
};

#[doc(hidden)]
pub use lanesmith_unit::{self as unit, bench, vectors};
#[doc(inline)]
pub use lanesmith_units as units;

#[doc(hidden)]
pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod console;
#[doc(hidden)]
pub mod counterexample;
#[doc(hidden)]
pub mod execution;
#[doc(hidden)]
pub mod mutate;
#[doc(hidden)]
pub mod regress;
