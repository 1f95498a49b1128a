//! Executes PTX kernels: a golden model, deterministic and exact. [`prepare`] decodes a kernel of a module, and [`Program::run`] runs
//! it. The instructions that units execute, SIMD video instructions and others, are the caller's ([`Units`]).
//!
//! Registers, local and shared memory are 0 at the start. What the manual leaves open has one result here: quotient and remainder
//! of a division by 0 are all ones, as in the code of NVIDIA's assembler; a shuffle from a thread that does not take part gives the own
//! value; no multiplication is fused with an addition unless the text says so. Instructions whose results depend on the chip are not
//! executed ([`support`] says which).

mod access;
mod atomic;
mod bits;
mod block;
mod cause;
mod compare;
mod control;
mod convert;
mod decode;
mod dependence;
mod float;
mod inspect;
mod integer;
mod launch;
mod layout;
mod memory;
mod modifiers;
mod operands;
mod prepare;
mod program;
mod run;
mod select;
mod semantics;
mod special;
mod thread;
mod warp;

pub use cause::{Cause, NotExecuted};
pub use dependence::Dependences;
pub use launch::{Argument, Finished, Issued, Launch, Units};
pub use prepare::{PrepareError, prepare};
pub use program::{Parameter, Program};
pub use select::{Support, support};
