//! Designs of several clocks: rust-hdl's simulation, the netlist, the compiled engine and the emitted text on Icarus Verilog agree.

mod agree;
mod fifo;
mod ticks;
pub mod together;
