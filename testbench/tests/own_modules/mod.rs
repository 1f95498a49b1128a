//! Modules of the kinds that users write: which of them have a netlist, and that it and the emitted text do what rust-hdl's own
//! simulation does.

mod arithmetic;
mod checks;
mod coding;
mod control;
mod counters;
mod generic;
pub mod harness;
pub mod icarus;
mod idioms;
mod kinds;
mod lookup;
mod machines;
mod modern;
mod names;
mod numbers;
pub mod pasted;
mod sensitivity;
mod serial;
mod signed;
mod storage;
mod stream;
mod structure;
mod table;
mod video;
mod wide;
